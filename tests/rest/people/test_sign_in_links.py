"""Links that an administrator makes: they sign a user in once, also one made through the interface, without an account."""

import re
from typing import Any

import pytest

from tests.support.changing import Changing
from tests.support.people import Browser, add_person

USERS = "rest/facets/users/views/detail/elements"


def made(changing: Changing, login: str | None = "weber", **flags: bool) -> str:
    """A user as a body of operation 5 makes it."""
    values: dict[str, Any] = {
        "lastName": "Weber",
        "roleViewer": True,
        **({"accountName": login} if login else {}),
        **flags,
    }
    attributes = {name: {"127": value} for name, value in values.items()}
    (user,) = changing.update({"type": "user", "attributes": attributes}, path=USERS)
    return str(user["id"])


def link_of(address: str) -> str:
    return address.partition("#sign-in=")[2]


def test_a_link_lets_in_once_who_has_no_account_yet(changing: Changing) -> None:
    user = made(changing, " Weber ")

    answer = changing.post(f"rest/users/{user}/link")

    (link,) = answer.json()["values"]
    assert answer.headers["cache-control"] == "no-store"
    assert re.fullmatch(rf"{changing.base}/#sign-in=[a-z2-7]{{26}}", link["address"])
    assert (link["user"], link["login"]) == (user, "weber")
    entrances = [
        Browser(changing.api, changing.address).send("POST", "rest/session", {"link": link_of(link["address"])})
        for _ in range(2)
    ]
    assert [each.status_code for each in entrances] == [200, 401]
    assert entrances[0].json()["id"] == user


def test_the_audit_shows_who_made_it_and_for_whom(changing: Changing) -> None:
    user = add_person(changing.database, changing.address, "berta", password=None)

    changing.write(f"rest/users/{user}/link")

    (row,) = changing.read(f"rest/audit?kind=link.made&subject={user}")["values"]
    assert row["actor"] == changing.read("rest/me")["id"]


def test_a_dry_run_and_a_repetition_show_no_secret(changing: Changing) -> None:
    user, revision = made(changing), changing.revision

    (tried,) = changing.write(f"rest/users/{user}/link?dryRun=true")["values"]
    assert "address" not in tried
    assert changing.revision == revision

    first = changing.write(f"rest/users/{user}/link", Idempotency_Key="one")["values"][0]
    again = changing.write(f"rest/users/{user}/link", Idempotency_Key="one")["values"][0]
    address = first.pop("address")
    assert again == first
    assert Browser(changing.api, changing.address).send("POST", "rest/session", {"link": link_of(address)}).is_success


def test_a_new_password_makes_links_worth_nothing(changing: Changing) -> None:
    user = made(changing)
    first, second = (changing.write(f"rest/users/{user}/link")["values"][0]["address"] for _ in range(2))
    browser = Browser(changing.api, changing.address)
    browser.send("POST", "rest/session", {"link": link_of(first)})

    assert browser.send("POST", "rest/session/password", {"new": "nine bikes in a row"}).is_success

    assert browser.send("POST", "rest/session", {"link": link_of(second)}).status_code == 401


@pytest.mark.parametrize(
    ("login", "flags", "code"),
    [
        (None, {}, "no-login"),
        ("weber", {"roleInactive": True}, "inactive"),
        ("weber", {"roleViewer": False}, "inactive"),
        ("berta", {}, "conflict"),
    ],
)
def test_who_could_not_come_in_gets_none(
    changing: Changing, login: str | None, flags: dict[str, bool], code: str
) -> None:
    berta = add_person(changing.database, changing.address, "berta", password=None)
    # Berta still signs in by the name of her account.
    changing.update({"id": berta, "attributes": {"accountName": {"127": "bertha"}}}, path=USERS)
    user = made(changing, login, **flags)

    answer = changing.post(f"rest/users/{user}/link")

    assert answer.status_code == 409, answer.text
    assert answer.json()["data"][0]["code"] == code


def test_there_are_links_for_users_alone(changing: Changing) -> None:
    token = changing.read("rest/me")["id"]

    for id_ in (token, "00000000-0000-4000-8000-000000000000", "nobody"):
        assert changing.post(f"rest/users/{id_}/link").status_code == 404
