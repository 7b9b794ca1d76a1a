"""A running service whose people sign in by a provider of OpenID Connect."""

from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import httpx

from facetstore.bootstrap.settings import Settings
from facetstore.domain.tenant import parse_address
from facetstore.usecases.tenants.tenant_changes import create_tenant
from tests.support import company
from tests.support.openid_provider import CLIENT, OpenIdServer
from tests.support.openid_visitor import CALLBACK, Visitor
from tests.support.people import add_person
from tests.support.plain_http import NO_CERTIFICATES
from tests.walls.served import Served, serving

OWN: Final = "http://walls.example"
"""What the service calls itself; the provider sends people back to no other address."""
STORAGES: Final = ("one", "ONE", "_admin", "_ADMIN", "_Admin", "_aDmIn")
CALLBACKS: Final = tuple(f"{OWN}/{each}/{name}/{CALLBACK}" for each in ("folded", "Folded") for name in STORAGES)

_FILE: Final = """
providers:
  - title: Talwind
    issuer: {issuer}
    clientId: {client}
    tenants: [folded/*]
"""


class Site:
    """The service, without a memory of cookies."""

    def __init__(self, port: int) -> None:
        self._client = httpx.Client(
            base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60, verify=NO_CERTIFICATES
        )

    def at(
        self, method: str, path: str, *, headers: Mapping[str, str] | None = None, content: bytes | None = None
    ) -> httpx.Response:
        response = self._client.request(method, path, headers=headers, content=content)
        self._client.cookies.clear()
        return response

    def close(self) -> None:
        self._client.close()


@dataclass
class Provided:
    """A service with the storage `folded/one` and its administration, and a provider for all storages of `folded`."""

    served: Served
    server: OpenIdServer
    site: Site

    def sign_in(self, address: str, person: str) -> str | None:
        """Let a person go to the provider and come back; returns the login in this storage, or None where there is no way in."""
        visitor = Visitor(self.site, address)
        with closing(visitor.abroad):
            begun = visitor.begin()
            if begun.status_code == 302:
                visitor.come_back(visitor.at_provider(begun.headers["location"], person))
            me = visitor.browser.send("GET", "rest/me")
            return me.json()["login"] if me.status_code == 200 else None


def providing(settings: Settings, folder: Path, workers: int, server: OpenIdServer) -> Generator[Provided]:
    """Such a service for the time of a fixture."""
    file = folder / "openid.yaml"
    file.write_text(_FILE.format(issuer=server.issuer, client=CLIENT), encoding="utf-8")
    for served in serving(replace(settings, openid=file), folder, workers, "--base-url", OWN):
        database = served.database
        for text in ("folded/one", "folded/_admin"):
            address = parse_address(text)
            assert address is not None
            database.run(create_tenant(database.storage, address, company.SETTINGS))
            add_person(database, text, "berta", "administrator", password=None)
        with closing(Site(served.node.port)) as site:
            yield Provided(served, server, site)
