"""Links with which users choose a new password: once, in their own tenant, while they are who they were when it was made."""

import asyncio
import json
from typing import Final

import httpx
import pytest

from tests.support.changing import Changing
from tests.support.people import OWN_PAGE, PASSWORD, Browser, add_person

USERS: Final = "rest/facets/users/views/detail/elements"
NEW: Final = "nine bikes in a row"


@pytest.fixture
def berta(changing: Changing) -> str:
    return add_person(changing.database, changing.address, "berta")


def made(changing: Changing, user: str) -> str:
    """The secret of a new link."""
    (link,) = changing.write(f"rest/users/{user}/link", {"for": "password"})["values"]
    return str(link["address"]).partition("#new-password=")[2]


def use(changing: Changing, secret: str, password: str = NEW, address: str | None = None) -> httpx.Response:
    browser = Browser(changing.api, address or changing.address)
    return browser.send("POST", "rest/session", {"link": secret, "newPassword": password})


def signs_in(changing: Changing, password: str) -> bool:
    return Browser(changing.api, changing.address).sign_in("berta", password).is_success


def test_a_forgotten_password_is_replaced_and_what_was_open_ends(changing: Changing, berta: str) -> None:
    elsewhere = Browser(changing.api, changing.address).signed_in("berta")
    secret = made(changing, berta)
    assert len(secret) == 26
    assert elsewhere.status() == 200, "making a link ends nothing: it may be never used"

    answer = use(changing, secret)

    assert answer.status_code == 200, answer.text
    assert (answer.json()["id"], answer.json()["hasPassword"]) == (berta, True)
    assert "facetstore-session=" in answer.headers["set-cookie"]
    assert elsewhere.status() == 401
    assert (signs_in(changing, PASSWORD), signs_in(changing, NEW)) == (False, True)
    kinds = [row["kind"] for row in changing.read(f"rest/audit?subject={berta}")["values"]]
    assert kinds.count("password.changed") == 2, "once by the command, once by the link"


def test_it_works_once_and_ends_all_other_links(changing: Changing, berta: str) -> None:
    first, second = made(changing, berta), made(changing, berta)

    assert use(changing, first).is_success

    for secret in (first, second):
        assert use(changing, secret, "ten bikes in a row").status_code == 401
    assert signs_in(changing, NEW)


def test_of_many_at_once_one_succeeds(changing: Changing, berta: str) -> None:
    secret = made(changing, berta)
    passwords = [f"{each} bikes in a row" for each in ("four", "five", "six", "seven")]

    async def send(password: str) -> httpx.Response:
        body = {"link": secret, "newPassword": password}
        return await changing.api.client.post(f"/{changing.address}/_api/rest/session", json=body, headers=OWN_PAGE)

    async def send_all() -> list[httpx.Response]:
        return await asyncio.gather(*map(send, passwords))

    answers = changing.database.run(send_all())

    assert sorted(each.status_code for each in answers) == [200, 401, 401, 401]
    good = [word for word, answer in zip(passwords, answers, strict=True) if answer.is_success]
    assert [word for word in passwords if signs_in(changing, word)] == good


def test_a_weak_password_does_not_use_it_up(changing: Changing, berta: str) -> None:
    secret = made(changing, berta)

    refused = use(changing, secret, "short")

    assert refused.status_code == 400
    assert refused.json()["data"][0]["code"] == "weak-password"
    assert signs_in(changing, PASSWORD)
    assert use(changing, secret).is_success
    unknown = use(changing, "a" * 26, "short")
    assert unknown.status_code == 401, "who has no link does not learn what passwords are like"


def test_it_expires(changing: Changing, berta: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("facetstore.usecases.people.one_time_links.LINK", -1)
    late = made(changing, berta)
    monkeypatch.undo()

    assert use(changing, late).status_code == 401
    assert signs_in(changing, PASSWORD)


def test_the_kinds_of_links_cannot_be_exchanged(changing: Changing, berta: str) -> None:
    secret = made(changing, berta)
    browser = Browser(changing.api, changing.address)
    assert browser.send("POST", "rest/session", {"link": secret}).status_code == 401

    (link,) = changing.write(f"rest/users/{berta}/link")["values"]
    assert use(changing, link["address"].partition("=")[2]).status_code == 401
    assert use(changing, secret).is_success, "what was refused used nothing up"


def test_another_tenant_takes_none(changing: Changing, berta: str) -> None:
    other = Changing(changing.database).address
    add_person(changing.database, other, "berta")
    secret = made(changing, berta)

    assert use(changing, secret, address=other).status_code == 401
    assert use(changing, secret, address="no/where").status_code == 401
    assert Browser(changing.api, other).sign_in("berta").is_success
    assert use(changing, secret).is_success


@pytest.mark.parametrize(
    "flags", [{"roleAdministrator": True}, {"roleEditor": False, "roleViewer": True}, {"roleInactive": True}], ids=str
)
def test_it_ends_when_the_role_changes(changing: Changing, berta: str, flags: dict[str, bool]) -> None:
    secret = made(changing, berta)
    changing.update({"id": berta, "attributes": {name: {"127": on} for name, on in flags.items()}}, path=USERS)

    assert use(changing, secret).status_code == 401


def test_another_phone_number_does_not_end_it(changing: Changing, berta: str) -> None:
    secret = made(changing, berta)
    changing.update({"id": berta, "attributes": {"phone": {"127": "+49 30 1"}}}, path=USERS)

    assert use(changing, secret).is_success


def test_a_user_who_was_deleted_chooses_none_also_when_restored(changing: Changing, berta: str) -> None:
    secret = made(changing, berta)
    changing.write(f"{USERS}/{berta}/delete?force=true")
    assert use(changing, secret).status_code == 401

    (deleted,) = [each for each in changing.read("rest/trash")["values"] if each["elementId"] == berta]
    changing.write(f"rest/trash/{deleted['id']}/restore")

    assert use(changing, secret).status_code == 401


def test_only_administrators_make_them_and_only_of_these_kinds(changing: Changing, berta: str) -> None:
    for role in ("viewer", "editor", "approver", "architect"):
        add_person(changing.database, changing.address, role, role)
        person = Browser(changing.api, changing.address).signed_in(role)
        assert person.send("POST", f"rest/users/{berta}/link", {"for": "password"}).status_code == 403, role
    for body in ({"for": "money"}, {"for": 1}, {"password": NEW}, ["password"]):
        assert changing.post(f"rest/users/{berta}/link", body).status_code == 400, body


def test_neither_secret_nor_password_is_stored_or_logged(changing: Changing, berta: str) -> None:
    secret, unused = made(changing, berta), "c" * 26
    use(changing, unused)
    tables = ("account", "session", "sign_in_link", "sign_in_attempt", "history", "audit")

    before = stored(changing, *tables)
    assert use(changing, secret).is_success
    everything = before + stored(changing, *tables) + changing.api.log

    assert [word for word in (secret, unused, NEW) if word in everything] == []


def stored(changing: Changing, *tables: str) -> str:
    engine = changing.database.storage.engine
    rows = [changing.database.run(engine.fetch(f"SELECT * FROM {table}", {})) for table in tables]
    return json.dumps([[str(value) for value in row] for table in rows for row in table])


def test_a_session_says_whether_there_is_a_password(changing: Changing) -> None:
    add_person(changing.database, changing.address, "berta")
    user = add_person(changing.database, changing.address, "clara", password=None)
    assert Browser(changing.api, changing.address).signed_in("berta").read("rest/session")["hasPassword"] is True

    (link,) = changing.write(f"rest/users/{user}/link")["values"]
    clara = Browser(changing.api, changing.address)
    entered = clara.send("POST", "rest/session", {"link": link["address"].partition("=")[2]})
    assert entered.json()["hasPassword"] is False
    changed = clara.send("POST", "rest/session/password", {"new": NEW})
    assert changed.json()["hasPassword"] is True
