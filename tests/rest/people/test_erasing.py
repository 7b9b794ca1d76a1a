"""Erasing a person: nothing personal is left anywhere, the history stays proven, and only administrators can do it to others."""

from collections.abc import Iterator

import pytest

from facetstore.domain.callers import Role
from facetstore.domain.personal_words import pseudonym_of
from facetstore.storage.engines.engine import Engine
from facetstore.storage.verifying.chains import Anchor, anchor_of, check_chain
from facetstore.usecases.people import person_export
from facetstore.usecases.people.users import Person, create_person
from facetstore.usecases.tenancy import serve
from tests.rest.people.canary import (
    ADDRESS,
    CANARIES,
    ELEMENTS,
    FIRST,
    LAST,
    LOGIN,
    MAIL,
    NAME,
    OLD_MAIL,
    USERS,
    Home,
    found_in,
)
from tests.support.api import Database
from tests.support.people import Browser, set_password
from tests.support.proven import unproven


@pytest.fixture
def home(empty_database: Database) -> Iterator[Home]:
    home = Home(empty_database)
    yield home
    home.close()


def test_nothing_of_a_person_is_left_in_the_database_and_all_of_it_is_proven(home: Home) -> None:
    home.live()
    assert {each for names in found_in(home.database).values() for each in names} >= {*CANARIES, "picture"}
    assert home.database.run(unproven(home.database.storage)) == []

    answer = home.erase()

    assert answer.status_code == 200, answer.text
    (erased,) = answer.json()["values"]
    assert erased["pseudonym"] == pseudonym_of(home.person)
    assert found_in(home.database) == {}
    assert home.database.run(unproven(home.database.storage)) == []


def test_everyone_reads_the_pseudonym_also_in_the_past_and_in_what_was_cached(home: Home) -> None:
    home.live()
    then = home.database.tenant(home.address).revision
    path, own = f"{ELEMENTS}/{home.process}", f"{USERS}/{home.person}"
    reads = (
        path, own, USERS, f"{path}?$expandRelated=author", f"{path}?asOf={then}", f"{own}?asOf={then}", f"{path}/history",
        f"{own}/history", f"rest/search?q={LAST}", "rest/audit", "rest/trash", "rest/preferences", f"{path}/files",
    )  # fmt: skip
    before = [(each, home.boss.send("GET", each).text) for each in reads]
    assert [each for each, text in before if LAST not in text and LOGIN not in text] == []

    (erased,) = home.erase().json()["values"]

    for each in reads:
        text = home.boss.send("GET", each).text
        assert not [canary for canary in CANARIES if canary in text], each
    assert erased["pseudonym"] in home.boss.send("GET", f"{path}?asOf={then}&$expandRelated=author").text
    assert f"By {erased['pseudonym']}" in home.boss.send("GET", "rest/preferences").text
    (user,) = home.boss.read(own)["elements"]
    values = {name: each.get("127") for name, each in user["attributes"].items()}
    assert (values["lastName"], values["accountName"]) == (erased["pseudonym"], erased["pseudonym"])
    assert values["roleInactive"] is True
    assert (values["roleAdministrator"], values.get("email"), values.get("firstName")) == (False, None, None)


def test_sessions_tokens_and_sign_ins_end_at_once(home: Home) -> None:
    home.live()
    robot = home.post("rest/tokens", {"name": "second robot", "role": "viewer"})["values"][0]["secret"]
    assert home.office.get("rest/me", token=robot, tenant=home.address).status_code == 200

    (erased,) = home.erase().json()["values"]

    assert erased["tokens"] == 2
    assert home.browser.status() == 401
    assert home.office.get("rest/me", token=robot, tenant=home.address).status_code == 401
    assert Browser(home.office, ADDRESS).sign_in(LOGIN).status_code == 401
    assert Browser(home.office, ADDRESS).sign_in(erased["pseudonym"]).status_code == 401


def test_a_second_call_says_so_and_an_erasure_is_audited_without_what_was_erased(home: Home) -> None:
    (erased,) = home.erase().json()["values"]
    revision = home.database.tenant(home.address).revision

    (again,) = home.erase(erased["pseudonym"]).json()["values"]

    assert again == {"id": home.person, "pseudonym": erased["pseudonym"], "wasErased": True}
    assert home.database.tenant(home.address).revision == revision
    (entry,) = home.boss.read(f"rest/audit?kind=person.erased&subject={home.person}")["values"]
    assert (entry["actor"], entry["detail"]) == (home.boss_id, {"pseudonym": erased["pseudonym"]})


def test_a_dry_run_and_a_wrong_login_erase_nothing(home: Home) -> None:
    before = home.database.tenant(home.address).revision
    refused = home.erase("somebody.else")
    assert (refused.status_code, refused.json()["data"][0]["path"]) == (400, "login")
    for body in ({}, {"login": 1}, {"login": LOGIN, "also": "x"}, {"login": LOGIN, "other": 1}):
        assert home.boss.send("POST", f"rest/users/{home.person}/erase", body).status_code == 400
    assert home.erase(also=["x"]).status_code == 400
    assert home.erase(query="?dryRun=true").json()["values"][0]["changes"] > 0
    assert home.database.tenant(home.address).revision == before
    assert home.browser.status() == 200


def test_only_administrators_erase_and_not_themselves(home: Home) -> None:
    boss = {"login": "boss"}
    assert home.browser.send("POST", f"rest/users/{home.boss_id}/erase?dryRun=true", boss).status_code == 200
    own = home.boss.send("POST", f"rest/users/{home.boss_id}/erase", boss)
    assert (own.status_code, "yourself" in own.json()["message"]) == (403, True)
    nobody = home.boss.send("POST", "rest/users/e1e00000-0000-0000-0000-000000000001/erase", boss)
    assert nobody.status_code == 404, "an element that is no user"
    viewer = home.office.post(
        f"rest/users/{home.person}/erase", "viewer", tenant=home.address, content=b'{"login": "boss"}'
    )
    assert viewer.status_code == 403
    assert home.office.get(f"rest/users/{home.person}/data", "viewer", tenant=home.address).status_code == 403


def test_the_last_administrator_stays(home: Home) -> None:
    home.erase()
    last = home.office.post(
        f"rest/users/{home.boss_id}/erase", "administrator", tenant=home.address, content=b'{"login": "boss"}'
    )
    assert (last.status_code, last.json()["data"][0]["code"]) == (409, "last-administrator")


def test_a_user_who_is_deleted_already_is_erased_from_trash_and_history(home: Home) -> None:
    home.live()
    assert home.boss.send("DELETE", f"{USERS}/{home.person}?force=true").status_code == 200
    assert home.database.run(unproven(home.database.storage)) == []

    assert home.erase().status_code == 200

    assert found_in(home.database) == {}
    assert home.database.run(unproven(home.database.storage)) == []
    deletion = next(each for each in home.boss.read("rest/trash")["values"] if each["type"] == "user")
    assert home.boss.send("POST", f"rest/trash/{deletion['id']}/restore").status_code == 200
    assert found_in(home.database) == {}
    assert home.database.run(unproven(home.database.storage)) == []


def test_a_person_is_erased_from_what_was_approved_and_all_of_it_is_proven(home: Home) -> None:
    named = home.create("Approved", f"<p>Ask {NAME}.</p>")
    other = home.create("Other", "<p>Ask the owner.</p>")
    for each in (named, other):
        step = home.boss.send("POST", f"release/{each}/transitions/InProcessToReleased?ignoreWarnings=true")
        assert step.status_code == 200, step.text

    assert home.erase().status_code == 200

    held = {
        each: home.boss.read(f"{ELEMENTS}/{each}/versions?approvals=true")["elements"][0]["approvals"][0]["holds"]
        for each in (named, other)
    }
    assert held == {named: False, other: True}
    assert home.database.run(unproven(home.database.storage)) == []


def test_an_anchor_from_before_still_holds_and_erased_rows_cannot_be_changed_unseen(home: Home) -> None:
    engine, key = home.database.storage.engine, home.database.tenant(home.address).key
    home.live()
    anchor = home.database.run(anchor_of(engine, key))
    home.erase()

    assert home.database.run(faults(engine, key, anchor)) == []
    ((number,),) = home.database.run(engine.fetch("SELECT count(*) FROM history WHERE sealed IS NOT NULL", {}))
    salts = home.database.run(engine.fetch("SELECT DISTINCT salt FROM history WHERE sealed IS NOT NULL", {}))
    assert (int(str(number)) > 10, [tuple(row) for row in salts]) == (True, [("",)])
    change = "UPDATE history SET reason = 'I am another' WHERE reason LIKE 'I am Person%' AND sealed IS NOT NULL"
    home.database.run(engine.fetch(change, {}))
    (*_, last) = home.database.run(faults(engine, key, anchor))
    assert "no erasure of a person says so" in last


async def faults(engine: Engine, tenant: int, anchor: Anchor) -> list[str]:
    return [str(fault) async for part in check_chain(engine, tenant, anchor) for fault in part.faults]


def test_other_persons_and_ordinary_words_stay(empty_database: Database) -> None:
    home = Home(empty_database)
    text = f"<p>{FIRST} and {LAST}, boss, x-{LOGIN}, {LOGIN}.de, {MAIL}.au, {NAME}son</p>"
    kept = home.create("Kept", text)
    also = home.create("Zippy", "<p>Zippy, zippy and Zippyland</p>")
    before = home.boss.read(f"{ELEMENTS}/{kept}")["elements"][0]["attributes"]["description"]

    home.erase(also=["Zippy"])

    assert home.boss.read(f"{ELEMENTS}/{kept}")["elements"][0]["attributes"]["description"] == before
    found, pseudonym = home.boss.read(f"{ELEMENTS}/{also}")["elements"][0], pseudonym_of(home.person)
    assert found["attributes"]["name"]["1033"] == pseudonym
    assert f"<p>{pseudonym}, {pseudonym} and Zippyland</p>" in found["attributes"]["description"]["1033"]
    assert home.database.run(unproven(home.database.storage)) == []
    home.close()


def test_what_is_too_much_for_a_request_is_exported_by_the_command(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    home.live()
    monkeypatch.setattr(person_export, "MOST_ROWS", 2)

    refused = home.boss.send("GET", f"rest/users/{home.person}/data")

    assert (refused.status_code, refused.json()["data"][0]["code"]) == (400, "too-costly")
    served = serve(home.database.tenant(home.address))
    assert home.database.run(person_export.export_person(home.database.storage, served, home.person))


def test_an_export_holds_all_sections_and_no_secret(home: Home) -> None:
    home.live()
    token = home.post("rest/tokens", {"name": "third robot", "role": "viewer"})["values"][0]["secret"]

    own = home.browser.send("GET", "rest/me/data")
    found = own.json()
    assert own.headers["content-disposition"].startswith("attachment")
    assert all(found[each] for each in found if each != "locks"), [each for each in found if not found[each]]
    assert [each["name"] for each in found["tokens"]] == ["robot", "third robot"]
    assert found["account"] == [{"login": LOGIN, "hasPassword": True}]
    assert {NAME, OLD_MAIL, MAIL} <= {each for each in (NAME, OLD_MAIL, MAIL) if each in own.text}
    assert not [each for each in (token, "argon2", str(home.browser.cookie)) if each in own.text]
    other = home.boss.send("GET", f"rest/users/{home.person}/data").json()
    assert {name: each for name, each in other.items() if name not in ("exported", "audit")} == {
        name: each for name, each in found.items() if name not in ("exported", "audit")
    }
    entries = home.boss.read(f"rest/audit?kind=person.exported&subject={home.person}")["values"]
    assert [each["actor"] for each in entries] == [home.boss_id, home.person]
    token_call = home.office.get("rest/me/data", "viewer", tenant=home.address)
    assert token_call.status_code == 403, "a token is no person"


def test_an_own_export_names_no_element_that_the_person_may_not_open(home: Home) -> None:
    person = Person("reader", Role.VIEWER, "Rita", "Reader", "reader@example.org")
    reader = home.database.run(create_person(home.database.storage, serve(home.tenant), person))
    set_password(home.database, home.address, "reader", "correct horse battery")
    draft = home.create("A draft", "<p>-</p>")
    home.update(ELEMENTS, {"id": draft, "related": {"author": [{"id": reader}]}})

    own = Browser(home.api, home.address).signed_in("reader").send("GET", "rest/me/data")

    assert own.status_code == 200
    assert draft not in own.text
    assert draft in home.boss.send("GET", f"rest/users/{reader}/data").text
