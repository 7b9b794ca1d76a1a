"""A tenant that people sign in to by OpenID Connect, and a browser that goes to the provider and comes back."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final
from urllib.parse import urljoin

import httpx

from facetstore.auth.openid_client import OpenIdProvider, OpenIdProviders
from facetstore.domain.callers import Role
from facetstore.domain.folded_names import Name
from facetstore.domain.openid_settings import Provider
from tests.support import company
from tests.support.api import BASE, Api, Database, Json
from tests.support.openid_provider import CLIENT, SECRET
from tests.support.people import Browser, Site
from tests.support.plain_http import NO_CERTIFICATES

CALLBACK: Final = "_api/rest/session/openid/callback"
USERS: Final = "rest/facets/users/views/detail/elements"
NOWHERE: Final = "no/where"
MOST: Final = 1000
CALLBACKS: Final = (
    f"{BASE}/{NOWHERE}/{CALLBACK}",
    *(f"{BASE}/openid/{number}/{CALLBACK}" for number in range(1, MOST + 1)),
    *(f"https://host.example/models/openid/{number}/{CALLBACK}" for number in range(1, MOST + 1)),
)
"""What the provider knows of our addresses. Those after the first are of tenants that tests make."""
ROLES: Final = {"/readers": Role.VIEWER, "/writers": Role.EDITOR, "/heads": Role.ADMINISTRATOR}

_numbers = count(1)


def provider(issuer: str, **more: Any) -> Provider:
    return Provider(
        "Talwind",
        issuer,
        CLIENT,
        tuple(map(Name, more.pop("tenants", ("openid/*", NOWHERE)))),
        more.pop("secret", SECRET),
        **more,
    )


@dataclass
class World:
    """The service with a provider, and a tenant of the test's own."""

    api: Api
    address: str
    issuer: str
    visitors: "list[Visitor]" = field(default_factory=list)

    @property
    def database(self) -> Database:
        return self.api.database

    def user(self, element: str) -> Json:
        found = self.api.read(f"{USERS}/{element}", tenant=self.address)
        user: Json = found["elements"][0]
        return user

    def history(self, element: str) -> list[Json]:
        found: list[Json] = self.api.read(f"{USERS}/{element}/history", tenant=self.address)["values"]
        return found

    def audit(self, kind: str) -> list[Json]:
        found: list[Json] = self.api.read(f"rest/audit?kind={kind}", tenant=self.address)["values"]
        return found

    def visitor(self, address: str | None = None) -> "Visitor":
        self.visitors.append(Visitor(self.api, address or self.address))
        return self.visitors[-1]

    def close(self) -> None:
        for each in self.visitors:
            each.abroad.close()
        self.api.close()


@contextmanager
def world(database: Database, issuer: str, **more: Any) -> Iterator[World]:
    """All visitors come from an address of this test, so that refusals that it causes do not hold up other tests."""
    number = next(_numbers)
    address = database.add_tenant(f"openid/{number}", company.SETTINGS, company.acme)
    of_api = {name: more.pop(name) for name in ("clock", "origin") if name in more}
    of_provider = {name: more.pop(name) for name in ("passed", "http") if name in more}
    made = OpenIdProvider(provider(issuer, **more), **of_provider)
    client = (f"10.1.{number // 200}.{number % 200}", 50000)
    api = Api(database, providers=OpenIdProviders([made]), client=client, **of_api)
    made_here = World(api, address, issuer)
    yield made_here
    made_here.close()


@dataclass
class Visitor:
    """A browser. It keeps the cookies of the service and of the provider, and goes where it is sent."""

    api: Site
    address: str
    cookies: dict[str, str] = field(default_factory=dict)
    abroad: httpx.Client = field(
        default_factory=lambda: httpx.Client(trust_env=False, timeout=30, verify=NO_CERTIFICATES)
    )

    def begin(self, query: str = "", **headers: str) -> httpx.Response:
        return self.here(f"/{self.address}/_api/rest/session/openid{query}", **headers)

    def begun(self, query: str = "") -> str:
        """Where the provider is, for a visitor who may go there."""
        response = self.begin(query)
        assert response.status_code == 302, response.text
        return response.headers["location"]

    def at_provider(self, location: str, login: str | None) -> str:
        """Sign in at the provider, or (None) turn away; returns the address at which one comes back."""
        response = self.abroad.get(location)
        for _ in range(10):
            if response.is_redirect:
                location = urljoin(str(response.url), response.headers["location"])
                if f"/{CALLBACK}" in location:
                    return location
                response = self.abroad.get(location)
            else:
                response = self._fill_in(response, login)
        raise AssertionError(f"Not sent back: {response.status_code} {response.text}")

    def _fill_in(self, response: httpx.Response, login: str | None) -> httpx.Response:
        assert response.status_code == 200, response.text
        form = re.search(
            r'<form[^>]* action="([^"]+)" method="post">.*?name="prompt" value="(\w+)"', response.text, re.S
        )
        assert form is not None, response.text
        if login is None:
            away = re.search(r'href="([^"]*/abort)"', response.text)
            assert away is not None, response.text
            return self.abroad.get(urljoin(str(response.url), away[1]))
        given = {"prompt": form[2], "login": login, "password": "whatever it is"}
        return self.abroad.post(urljoin(str(response.url), form[1]), data=given)

    def here(self, path: str, **headers: str) -> httpx.Response:
        """Go to an address of the service."""
        kept = {"cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}
        response = self.api.at("GET", path, headers={"accept": "application/json", **kept, **headers})
        for each in response.headers.get_list("set-cookie"):
            found = re.match(r"([^=]+)=([^;]*);", each)
            assert found is not None, each
            self.cookies[found[1]] = found[2]
            if not found[2]:
                del self.cookies[found[1]]
        return response

    def come_back(self, address: str, **headers: str) -> httpx.Response:
        return self.here(re.sub(r"^https?://[^/]+", "", address), **headers)

    def sign_in(self, login: str | None, query: str = "", **headers: str) -> httpx.Response:
        """The whole way there and back; returns the last answer."""
        return self.come_back(self.at_provider(self.begun(query), login), **headers)

    @property
    def browser(self) -> Browser:
        """The same at the pages of the storage."""
        return Browser(self.api, self.address, self.cookies.get("facetstore-session"))
