"""Review dates: when they are due, who confirms, once a day, and who may see which of them."""

import asyncio
import time
from datetime import date, timedelta
from functools import partial

from facetstore.storage.verifying.faults import Part
from facetstore.storage.verifying.reviewed import check_reviews
from facetstore.usecases.noticing.days import derive_of_day
from facetstore.usecases.noticing.review_days import announce_overdue
from tests.rest.editing.archive import HIRING, IDS, PROCESSES
from tests.rest.review_dates.reviewed import (
    ADDITIONS,
    OLD,
    OWNERLESS,
    SECRET,
    YOUNG,
    confirm,
    due,
    due_elements,
    open_reviewed,
    path_of,
    tenant_of,
    today,
    version_of,
)
from tests.support.api import Api, Database

DAY = 86_400_000_000_000


def test_the_owner_confirms_once_a_day_without_a_new_release(database: Database) -> None:
    api = Api(database)
    archive = open_reviewed(api, database)
    before = archive.get(path_of(OLD), "stan")
    version = before["versionId"]
    assert before == {
        "isRequired": True,
        "versionId": version_of(OLD),
        "months": 12,
        "dueOn": "2022-03-04",
        "isDue": True,
        "isOverdue": True,
        "mayConfirm": True,
    }
    assert due_elements(archive, "stan", "?mine=true") == [OLD]
    assert confirm(archive, OLD, "stan") == 200
    revision = tenant_of(archive, database).revision
    assert confirm(archive, OLD, "stan") == 200
    assert tenant_of(archive, database).revision == revision, "what was confirmed today changes nothing"

    after = archive.get(path_of(OLD), "vera")
    assert (after["isDue"], after["isOverdue"], after["mayConfirm"], after["versionId"]) == (
        False,
        False,
        False,
        version,
    )
    assert after["by"]["id"] == IDS["stan"]
    assert date.fromisoformat(after["dueOn"]) > today() + timedelta(days=300)
    assert due_elements(archive, "stan", "?mine=true") == []
    history = archive.get(f"{PROCESSES}/{OLD}/history", "adam")["values"]
    assert [(each["by"], each["versionId"]) for each in history if each["kind"] == "review.confirmed"] == [
        (IDS["stan"], version)
    ]
    (event,) = archive.get("rest/events?after=0&kinds=review.confirmed", "adam")["values"]
    assert (event["data"]["versionId"], event["data"]["by"]) == (version, IDS["stan"])
    (event,) = archive.get("rest/events?after=0&kinds=review.confirmed", "vera")["values"]
    assert "by" not in event["data"], "viewers do not see who did what"
    (part,) = database.run(_verified(database, archive.tenant))
    assert (part.number, part.faults) == (1, ())
    api.close()


async def _verified(database: Database, address: str) -> list[Part]:
    key = next(each.key for each in await database.storage.tenants() if str(each.address) == address)
    return [each async for each in check_reviews(database.storage.engine, key)]


def test_a_confirmation_that_the_history_does_not_know_is_found(database: Database) -> None:
    api = Api(database)
    archive = open_reviewed(api, database)
    confirm(archive, OLD, "stan")
    key = tenant_of(archive, database).key
    forged = "UPDATE review_date SET person = :person WHERE tenant = :tenant"
    database.run(database.storage.engine.fetch(forged, {"tenant": key, "person": IDS["vera"]}))
    (part,) = database.run(_verified(database, archive.tenant))
    assert len(part.faults) == 1
    api.close()


def test_only_the_owner_confirms_and_without_one_who_may_change_it(database: Database) -> None:
    api = Api(database)
    archive = open_reviewed(api, database)
    assert {who: confirm(archive, OLD, who) for who in ("vera", "hanna", "piet", "adam", "boss", "stan")} == {
        "vera": 403, "hanna": 403, "piet": 403, "adam": 403, "boss": 403, "stan": 200,
    }  # fmt: skip
    assert {who: confirm(archive, OWNERLESS, who) for who in ("vera", "stan", "piet", "hanna", "boss")} == {
        "vera": 403, "stan": 403, "piet": 403, "hanna": 200, "boss": 200,
    }, "Hanna is the author"  # fmt: skip
    assert confirm(archive, SECRET, "hanna") == 200, "she belongs to the group that owns it"
    database.add_token(archive.tenant, "administrator", "program")
    assert confirm(archive, OWNERLESS, "program") == 403, "a program has looked at nothing"
    assert confirm(archive, YOUNG, "stan", version_of(OLD)) == 409, "nothing of it is released"
    assert confirm(archive, OLD, "stan", OLD) == 409, "the id of no version"
    answer = archive.send("POST", path_of(OLD), "stan", {"versionId": "x", "more": 1})
    assert (answer.status_code, {each["path"] for each in answer.json()["data"]}) == (400, {"versionId", "more"})
    assert archive.get(path_of(YOUNG), "stan") == {"isRequired": False, "mayConfirm": False}
    assert archive.status(path_of(YOUNG), "vera") == 404
    assert archive.status("rest/reviews?mine=perhaps", "vera") == 400
    api.close()


def test_what_is_hidden_is_neither_listed_nor_counted(database: Database) -> None:
    api = Api(database)
    archive = open_reviewed(api, database)
    everything = due(archive, "vera")
    assert (everything["count"], everything["due"], everything["overdue"]) == (3, 3, 3)
    assert sorted(due_elements(archive, "vera")) == sorted([OLD, OWNERLESS, SECRET])
    archive.permit(IDS["personnel"], {"staff": "full"})

    left = due(archive, "vera")
    assert (left["count"], left["due"], left["overdue"]) == (2, 2, 2)
    assert SECRET not in due_elements(archive, "vera")
    assert confirm(archive, SECRET, "vera") == archive.status(path_of(SECRET), "vera") == 404
    assert archive.get(path_of(SECRET), "hanna")["mayConfirm"] is True
    tenant = tenant_of(archive, database)
    database.run(announce_overdue(database.storage, tenant, today()))
    seen = archive.get("rest/events?after=0&kinds=review.overdue", "stan")["values"]
    assert {each["subject"] for each in seen} == {OLD, OWNERLESS}
    api.close()


def test_a_new_version_is_due_by_its_own_release(database: Database) -> None:
    api = Api(database)
    archive = open_reviewed(api, database)
    archive.post(f"release/{OLD}/createversion", "adam")
    assert OLD in due_elements(archive, "vera"), "a draft changes nothing"
    assert archive.get(path_of(OLD), "stan")["versionId"] == version_of(OLD)
    texts = {"description": {"1033": "How"}, "reasonForRevision": {"127": "It was time"}}
    archive.change("processes", "adam", {"id": OLD, "attributes": texts})
    archive.post(f"release/{OLD}/transitions/InProcessToReleased?ignoreWarnings=true", "adam")

    assert OLD not in due_elements(archive, "vera")
    assert confirm(archive, OLD, "stan", version_of(OLD)) == 409, "another version is in force"
    api.close()


def test_overdue_reviews_are_announced_once_each_time_they_are_due(database: Database) -> None:
    api = Api(database)
    archive = open_reviewed(api, database)
    tenant, now = tenant_of(archive, database), today()

    def announced() -> list[str]:
        return [each["subject"] for each in archive.get("rest/events?after=0&kinds=review.overdue", "adam")["values"]]

    assert database.run(announce_overdue(database.storage, tenant, now)) == 3
    revision = tenant_of(archive, database).revision
    assert database.run(announce_overdue(database.storage, tenant, now)) == 0
    assert tenant_of(archive, database).revision == revision, "nothing to announce is no change"
    assert sorted(announced()) == sorted([OLD, OWNERLESS, SECRET])
    (event,) = archive.get(f"rest/events?after=0&kinds=review.overdue&element={OLD}&changes=true", "adam")["values"]
    assert event["data"]["told"] == {"dueOn": "2022-03-04"}

    confirm(archive, OLD, "stan")
    assert database.run(announce_overdue(database.storage, tenant, now + timedelta(days=300))) == 0
    assert database.run(announce_overdue(database.storage, tenant, now + timedelta(days=400))) == 1
    assert announced().count(OLD) == 2
    api.close()


def test_owners_hear_of_a_review_in_time_and_each_week_after_it(database: Database) -> None:
    api = Api(database)
    archive = open_reviewed(api, database)
    confirm(archive, OLD, "stan")
    confirm(archive, SECRET, "hanna")
    storage, tenant, now = database.storage, tenant_of(archive, database), time.time_ns()
    due_on = date.fromisoformat(archive.get(path_of(OLD), "stan")["dueOn"])
    left = (due_on - today()).days

    def of(who: str, element: str = OLD) -> list[str]:
        found = database.run(storage.notices(tenant).of(IDS[who], 100))
        return [each.id.rpartition(":")[2] for each in reversed(found) if each.element == element]

    for days in (0, left - 31, left - 30, left - 29, left - 7, left - 1, left, left + 1, left + 7):
        database.run(derive_of_day(storage, tenant, partial(int, now + days * DAY)))
    assert of("stan") == ["coming", "in7", "in1", "late0", "late1"]
    assert of("adam", SECRET)[:2] == ["coming", "in7"], "of a group that owns it, its members"
    assert of("hanna", OWNERLESS), "without an owner, the authors"
    assert of("vera") == of("boss") == []
    (notice,) = (each for each in archive.get("rest/notices", "stan")["values"] if each["id"].endswith("coming"))
    assert (notice["kind"], notice["detail"], notice["element"]["id"]) == ("review", due_on.isoformat(), OLD)
    api.close()


def test_without_a_rule_nothing_is_due(database: Database) -> None:
    api = Api(database)
    archive = open_reviewed(api, database)
    assert archive.send("POST", "rest/metamodel/additions", "adam", {"additions": {}}).status_code == 200

    assert due(archive, "adam") == {"count": 0, "due": 0, "overdue": 0, "values": []}
    assert archive.get(path_of(OLD), "stan") == {"isRequired": False, "mayConfirm": False}
    assert confirm(archive, OLD, "stan") == 409
    assert database.run(announce_overdue(database.storage, tenant_of(archive, database), today())) == 0
    body = {"additions": ADDITIONS}
    assert archive.send("POST", "rest/metamodel/additions", "adam", body).status_code == 200
    assert len(due_elements(archive, "adam")) == 3
    assert HIRING not in due_elements(archive, "adam"), "a draft"
    api.close()


def test_two_owners_at_once_leave_one_record(database: Database) -> None:
    api = Api(database)
    archive = open_reviewed(api, database)

    async def both() -> list[int]:
        path = f"/{archive.tenant}/_api/{path_of(SECRET)}"
        content = f'{{"versionId":"{version_of(SECRET)}"}}'
        asked = [
            api.client.post(path, content=content, headers={"symbio-auth-token": database.tokens[archive.tenant, who]})
            for who in ("hanna", "adam") * 4
        ]
        return [each.status_code for each in await asyncio.gather(*asked)]

    assert set(database.run(both())) == {200}
    history = archive.get(f"{PROCESSES}/{SECRET}/history", "adam")["values"]
    assert len([each for each in history if each["kind"] == "review.confirmed"]) == 1
    api.close()
