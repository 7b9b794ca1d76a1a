"""What is fuzzed: a tenant with one of everything, the two administrations above it, and callers of every kind.

Requests change and delete what is there, so a world is given up after a while and another one takes its place.
"""

import json
from collections.abc import Mapping
from ipaddress import ip_network
from itertools import count
from typing import Final
from urllib.parse import unquote

from facetstore.rest.wire.call import Origin
from tests.rest.access.premises import PROCESSES, Premises
from tests.support import company
from tests.support.administration import SYSTEM, Installation
from tests.support.api import ROLES, Api, Json
from tests.support.people import OWN_PAGE, Browser
from tests.walls.fuzz.request import Request

CALLERS: Final = (*ROLES, "inactive", "stranger", "revoked", "wrong", "nobody")
PROXIES: Final = (ip_network("10.0.0.0/8"),)
"""Where requests come from; every second service believes what they say of others."""
WAYS: Final = ("header", "bearer", "query", "cookie")

_numbers = count(1)


class Answer:
    """What came back for a request: status, headers in order, body."""

    __slots__ = ("body", "headers", "status")

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body


class World:
    """The tenants, what the names in requests stand for there, and what callers show to be let in."""

    def __init__(self, installation: Installation) -> None:
        number = next(_numbers)
        self.database, self.collection = installation.database, f"fuzz{number}"
        self._installation = installation
        self.api = Api(self.database, origin=Origin(trusted=PROXIES if number % 2 else ()))
        premises = Premises(self.api, f"{self.collection}/own", "aa")
        self.tenant = premises.address
        self.database.add_elements(self.tenant, company.acme)
        self._client = (f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}", 50000)
        self.ids: dict[str, str] = {
            **premises.ids,
            "tenant": self.tenant,
            "collection": f"{self.collection}/_admin",
            "system": SYSTEM,
            "nowhere": company.NOWHERE,
        }
        self._add_administration()
        self._add_hidden(premises)
        self._add_callers(premises)

    def _add_administration(self) -> None:
        storage = self._installation.create(f"{self.collection}/plant")
        self.ids |= {"storage": storage.id, "storage collection": self.database.tenant(self.ids["collection"]).id}
        for role in ("viewer", "editor", "administrator"):
            self._installation.let_in(self.ids["system"], role)
        for role in ROLES:
            self._installation.let_in(self.ids["collection"], role)

    def _add_hidden(self, premises: Premises) -> None:
        """One process that editors and viewers see by name alone, and one that they do not see; a view refers to both."""
        glance = {"type": "permissionSet", "attributes": {"name": {"1033": "Glance"}, "grants": {"127": ["show"]}}}
        (set_,) = self._write(premises, "rest/facets/permissionsets/views/detail/elements", glance)
        names = ("shown process", "hidden process")
        process = {"type": "subProcess", "parent": self.ids["structure"]}
        made = self._write(
            premises, PROCESSES, *({**process, "attributes": {"name": {"1033": each}}} for each in names)
        )
        self.ids |= {name: each["id"] for name, each in zip(names, made, strict=True)} | {"glance": set_["id"]}
        related = {"processes": [{"id": self.ids[name]} for name in names]}
        view = {"type": "view", "attributes": {"name": {"1033": "Journeys"}}, "related": related}
        self.ids["view"] = self._write(premises, PROCESSES, view)[0]["id"]
        grants = {"administrator": self.ids["set"], "editor": set_["id"], "viewer": set_["id"]}
        for name in names:
            given = [
                {"principal": self.ids[who], "permissionSets": [granted]}
                for who, granted in grants.items()
                if who == "administrator" or name == "shown process"
            ]
            answer = premises.send("POST", f"{PROCESSES}/{self.ids[name]}/permissions", body={"grants": given})
            assert answer.status_code == 200, answer.text

    def _write(self, premises: Premises, path: str, *elements: Json) -> list[Json]:
        answer = premises.send("POST", path, body={"elements": elements})
        assert answer.status_code == 200, answer.text
        made: list[Json] = answer.json()["elements"]
        return made

    def _add_callers(self, premises: Premises) -> None:
        """A token of each kind, and the cookies of people who have signed in."""
        self.database.add_token(self.tenant, "administrator", "revoked")
        listed = premises.send("GET", "rest/tokens").json()["values"]
        revoked = next(each["id"] for each in listed if each["name"] == "revoked")
        premises.send("POST", f"rest/tokens/{revoked}/revoke")
        self._cookies: dict[str, str] = {}
        for role in ROLES:
            browser = Browser(self.api, self.tenant, headers=dict(OWN_PAGE)).signed_in(role)
            self._cookies[role] = browser.cookie or ""

    def send(self, request: Request) -> Answer:
        """The answer to a request; what it names is filled in, and the caller shows who is calling."""
        method, path, query, headers, body = self._shown(request).named(self.ids).wire()
        status, answer_headers, content = self.api.wire(path, query, headers, method, self._client, body)
        return Answer(status, answer_headers, content)

    def path(self, request: Request) -> str:
        """The path of a request as the service reads it: an encoded slash does not divide it."""
        segments = request.named(self.ids).wire().path.decode("ascii").split("/")
        return "/".join(unquote(each).replace("/", "%2F") for each in segments)

    def _shown(self, request: Request) -> Request:
        secret = self._secret(request)
        if secret is None:
            return request
        query, headers = request.query, request.headers
        match request.by:
            case "bearer":
                headers = (*headers, ("authorization", f"Bearer {secret}"))
            case "query":
                query = (*query, ("symbio-auth-token", secret))
            case "cookie":
                cookie = self._cookies.get(request.caller, secret)
                headers = (*headers, ("cookie", f"facetstore-session={cookie}"), *OWN_PAGE.items())
            case _:
                headers = (*headers, ("symbio-auth-token", secret))
        return Request(request.method, request.path, query, headers, request.body)

    def _secret(self, request: Request) -> str | None:
        place = next((self.ids[each] for each in ("system", "collection") if f"@{each}@" in request.path), self.tenant)
        match request.caller:
            case "nobody":
                return None
            case "stranger":
                return self.database.tokens[SYSTEM, "administrator"]
            case "wrong":
                return "a" * 26
            case name:
                return self.database.tokens.get((place, name)) or self.database.tokens.get((place, "administrator"))

    @property
    def last_fault(self) -> str:
        """The end of the log, where the last fault stands with its trace."""
        faults = [line for line in self.api.log.splitlines()[-5:] if '"fault":' in line]
        return str(json.loads(faults[-1])["fault"]) if faults else ""

    def close(self) -> None:
        self.api.close()
