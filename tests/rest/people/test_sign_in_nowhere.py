"""Signing in where there is no tenant: it looks the same and takes the same work as where the name is not known."""

import time
from collections.abc import Iterator
from itertools import count
from typing import Any, Final, NamedTuple

import argon2
import pytest

from facetstore.auth.passwords import Argon2Passwords
from facetstore.domain.errors import SignInRefused
from facetstore.domain.tenant import address_of
from facetstore.usecases.measure import start_counting
from facetstore.usecases.people.sign_in import SignIn
from facetstore.usecases.tenancy import Tenancy
from facetstore.usecases.tokens.issuing import new_secret
from tests.support import company
from tests.support.api import Api, Database
from tests.support.people import OWN_PAGE, Browser, Clock, add_link, add_person

KNOWN: Final = "doors/main"
UNKNOWN: Final = "nowhere/main"
HOUR: Final = 3600
WRONG: Final = "the wrong password"
_numbers = count(1)


class Counting(argon2.PasswordHasher):
    """A hasher that counts how often it had to work."""

    worked = 0

    def verify(self, *given: Any, **named: Any) -> Any:
        self.worked += 1
        return super().verify(*given, **named)


class Attempt(NamedTuple):
    """What an attempt was answered, and what it took."""

    status: int
    body: str
    headers: dict[str, str]
    statements: int


class Doors:
    """A tenant with a user who can sign in, and one that is not there."""

    def __init__(self, database: Database) -> None:
        number = next(_numbers)
        self.clock = Clock(time.time_ns())
        # An address of its own: what others have tried from theirs does not matter.
        self.api = Api(database, clock=self.clock, client=(f"10.9.{number}.1", 50000))
        database.add_tenant(KNOWN, company.SETTINGS)
        self.login = f"petra{number}"
        self.person = add_person(database, KNOWN, self.login)
        self.api.get("rest/info", tenant=KNOWN)

    def try_(self, address: str, body: dict[str, str]) -> Attempt:
        self.clock.move(HOUR)  # who fails must wait
        response = Browser(self.api, address).send("POST", "rest/session", body)
        own = ("x-request-id", "date")
        headers = {name: value for name, value in response.headers.items() if name not in own}
        body_ = response.text.replace(response.headers["x-request-id"], "")
        return Attempt(response.status_code, body_, headers, self.api.statements)


@pytest.fixture
def doors(database: Database) -> Iterator[Doors]:
    doors = Doors(database)
    yield doors
    doors.api.close()


def test_by_password_it_cannot_be_distinguished(doors: Doors) -> None:
    given = {"name": "nobody", "password": WRONG}
    doors.try_(KNOWN, given), doors.try_(UNKNOWN, given)  # names that were never tried before cost the same as others

    nowhere, nobody = doors.try_(UNKNOWN, given), doors.try_(KNOWN, given)
    wrong = doors.try_(KNOWN, {"name": doors.login, "password": WRONG})

    assert nowhere == nobody == wrong
    assert nowhere.status == 401


def test_by_link_it_cannot_be_distinguished(doors: Doors, database: Database) -> None:
    used = add_link(database, KNOWN, doors.person)
    assert doors.try_(KNOWN, {"link": used}).status == 200

    nowhere, unknown = (doors.try_(address, {"link": new_secret()}) for address in (UNKNOWN, KNOWN))
    again, elsewhere = (doors.try_(address, {"link": used}) for address in (KNOWN, UNKNOWN))

    assert nowhere == unknown == again == elsewhere
    assert nowhere.status == 401


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "rest/info"), ("GET", "rest/session"), ("DELETE", "rest/session")]
)
@pytest.mark.parametrize("header", ["cookie", "symbio-auth-token"])
def test_a_secret_that_is_none_does_not_show_it_either(doors: Doors, method: str, path: str, header: str) -> None:
    def outcome_at(address: str) -> tuple[int, str, int]:
        secret = new_secret()
        given = {header: f"facetstore-session={secret}" if header == "cookie" else secret, **OWN_PAGE}
        response = doors.api.at(method, f"/{address}/_api/{path}", headers=given)
        return response.status_code, response.text.replace(response.headers["x-request-id"], ""), doors.api.statements

    outcome_at(KNOWN)
    assert outcome_at(KNOWN) == outcome_at(UNKNOWN)


def test_each_attempt_costs_one_look_at_a_password(doors: Doors, database: Database) -> None:
    hasher = Counting(time_cost=1, memory_cost=8, parallelism=1)
    sign_in = SignIn(database.storage, Argon2Passwords(hasher), clock=doors.clock)
    tenancy = Tenancy(database.storage)

    async def attempt(address: str, login: str) -> tuple[int, int]:
        doors.clock.move(HOUR)
        place = address_of(*address.split("/"))
        served = await tenancy.find(place)
        counted, before = start_counting(), hasher.worked
        with pytest.raises(SignInRefused):
            await sign_in.by_password(place, served, login, WRONG, "127.0.0.1")
        return hasher.worked - before, counted.number

    attempts = [(UNKNOWN, "nobody"), (KNOWN, "nobody"), (KNOWN, doors.login)]
    costs = {database.run(attempt(*each)) for each in attempts}

    assert len(costs) == 1
    assert next(iter(costs))[0] == 1
