"""People of a tenant, who sign in and act by their cookie."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import httpx

from facetstore.domain.callers import Role
from facetstore.usecases.people.sign_in import SignIn, make_link
from facetstore.usecases.people.users import Person, access_account, create_person
from facetstore.usecases.tenancy import serve
from tests.support.api import Database, Json
from tests.support.passwords import quick_passwords

PASSWORD: Final = "correct horse battery"
OWN_PAGE: Final = {"sec-fetch-site": "same-origin"}
START: Final = 1_800_000_000_000_000_000


@dataclass
class Clock:
    """A clock that stands still until it is moved."""

    now: int = START

    def __call__(self) -> int:
        return self.now

    def move(self, seconds: float) -> None:
        self.now += int(seconds * 1_000_000_000)


def add_person(
    database: Database, address: str, login: str, role: str = "editor", password: str | None = PASSWORD
) -> str:
    """A user who can sign in; returns the id of the user's element."""
    tenant = database.tenant(address)
    person = Person(login, Role[role.upper()], "Petra", login.title(), f"{login}@example.org")
    element = database.run(create_person(database.storage, serve(tenant), person))
    if password is not None:
        set_password(database, address, login, password)
    return element


def set_password(database: Database, address: str, login: str, password: str) -> None:
    """What the command does."""
    tenant, storage = database.tenant(address), database.storage
    account = database.run(access_account(storage, tenant, login))
    database.run(SignIn(storage, quick_passwords()).set_password(tenant, account, password))


def add_link(database: Database, address: str, element: str) -> str:
    return database.run(make_link(database.storage, database.tenant(address), element))


class Site(Protocol):
    """Where requests go: the application, or a service that runs elsewhere."""

    def at(
        self, method: str, path: str, *, headers: Mapping[str, str] | None = None, content: bytes | None = None
    ) -> httpx.Response: ...


@dataclass
class Browser:
    """A page of a tenant in a browser: it keeps the cookie, and sends it with every request."""

    api: Site
    address: str
    cookie: str | None = None
    headers: dict[str, str] = field(default_factory=lambda: dict(OWN_PAGE))

    def send(self, method: str, path: str, body: object = None, **more: str) -> httpx.Response:
        cookie = {"cookie": f"other=1; facetstore-session={self.cookie}"} if self.cookie is not None else {}
        content = None if body is None else json.dumps(body).encode()
        headers = {**self.headers, **cookie, **{name.replace("_", "-"): value for name, value in more.items()}}
        response = self.api.at(method, f"/{self.address}/_api/{path}", headers=headers, content=content)
        if (given := response.headers.get("set-cookie")) is not None:
            found = re.search(r"facetstore-session=([^;]*);", given)
            assert found is not None, given
            self.cookie = found[1] or None
        return response

    def sign_in(self, login: str, password: str = PASSWORD) -> httpx.Response:
        return self.send("POST", "rest/session", {"name": login, "password": password})

    def signed_in(self, login: str, password: str = PASSWORD) -> "Browser":
        """The same, for a user whose sign-in must succeed."""
        response = self.sign_in(login, password)
        assert response.status_code == 200, response.text
        return self

    def read(self, path: str) -> Json:
        response = self.send("GET", path)
        assert response.status_code == 200, response.text
        body: Any = response.json()
        return body  # type: ignore[no-any-return]  # every answer is an object

    def status(self, path: str = "rest/me") -> int:
        return self.send("GET", path).status_code
