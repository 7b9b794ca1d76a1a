"""Approvals keep the hash of what was approved: who sees it, when it holds, and what changes it."""

import hashlib
import json
from typing import Any

import pytest

from facetstore.domain.tenant import Tenant
from facetstore.storage.engines.engine import Session
from facetstore.storage.rows.history_rows import COLUMNS, link, seal
from facetstore.storage.store import SqlStorage
from facetstore.storage.verifying.verify import verify_tenant
from facetstore.storage.verifying.word_index import WordIndex
from tests.rest.release.office import CONTRACT, IDS, SOUND, SOUND_0_1, Office, open_office
from tests.support.api import Api, Database, Json
from tests.support.changing import existing

WORKED_OUT = (
    "authorNote",
    "filterInformation",
    "gotoUrl",
    "isReleased",
    "releaseHistory",
    "state1",
    "stereotype",
    "version",
)
"""What answers show that the service works out itself."""
PATH = f"rest/facets/processes/views/detail/elements/{SOUND}"


@pytest.fixture
def office(api: Api, database: Database) -> Office:
    return open_office(api, database)


def approve(office: Office, *who: str) -> None:
    for name in who:
        (task,) = office.tasks(name)
        office.post(f"rest/tasks/{task['id']}/accept", name)


def release(office: Office) -> None:
    """Two reviews, a check of quality, and the release."""
    office.apply(SOUND, "InProcessToInReview", "anna")
    approve(office, "ben", "clara", "quinn", "olga")
    assert office.state(SOUND) == "released"


def approvals(office: Office, who: str = "anna", version: int = 0) -> list[Json]:
    found: list[Json] = office.get(f"{PATH}/versions?approvals=true", who)["elements"][version]["approvals"]
    return found


def verified(database: Database, tenant: str) -> list[str]:
    async def check(storage: SqlStorage) -> list[str]:
        found: Tenant = next(each for each in await storage.tenants() if str(each.address) == tenant)
        parts = verify_tenant(storage.engine, found, WordIndex(storage.engine))
        return [str(fault) async for checked in parts for fault in checked.faults]

    return database.run(check(database.storage))


def test_every_decision_keeps_the_hash_of_what_was_approved(office: Office, database: Database) -> None:
    release(office)
    found = approvals(office)

    assert [each["by"] for each in found] == [IDS[name] for name in ("ben", "clara", "quinn", "olga")]
    assert [each["task"] for each in found] == ["Review", "Review", "Approve quality", "Approve release"]
    assert [each["kind"] for each in found] == [
        "task.accepted",
        "release.InReviewToReadyForQA",
        "release.ReadyForQAToReadyForRelease",
        "release.ReadyForReleaseToReleased",
    ]
    assert len({each["hash"] for each in found}) == 1, "the lifecycle changes nothing of what was approved"
    assert all(each["holds"] for each in found)
    assert found[0]["actor"]["name"]["127"] == "Ben Example"
    assert verified(database, office.tenant) == []


def test_without_the_parameter_nothing_is_different(office: Office) -> None:
    release(office)
    assert "approvals" not in office.get(f"{PATH}/versions", "anna")["elements"][0]
    (one,) = office.get(f"{PATH}/versions?approvals=true", "anna")["elements"]
    assert one.pop("approvals")
    assert [one] == office.get(f"{PATH}/versions", "anna")["elements"]


def test_the_past_has_no_approvals_of_today(office: Office) -> None:
    answer = office.send("GET", f"{PATH}/versions?approvals=true&asOf=1", "anna")
    assert answer.status_code == 400
    assert "leave it out, or asOf" in answer.text


def test_a_changed_draft_shows_that_the_approval_was_for_another(office: Office) -> None:
    office.apply(SOUND, "InProcessToInReview", "anna")
    approve(office, "ben")
    assert [each["holds"] for each in approvals(office)] == [True]
    office.apply(SOUND, "InReviewToInProcess", "anna", {"reason": "A word was missing"})
    body = {"elements": [{"id": SOUND, "attributes": {"description": {"1033": "Another purpose"}}}]}
    office.post("rest/facets/processes/views/detail/elements", "anna", body)
    assert [each["holds"] for each in approvals(office)] == [False]

    # The lifecycle begins again: both reviewers are asked once more.
    office.apply(SOUND, "InProcessToInReview", "anna")
    approve(office, "ben")
    assert office.state(SOUND) == "inReview", "the earlier review does not count"
    assert [each["holds"] for each in approvals(office)] == [False, True]


@pytest.mark.parametrize(
    "change",
    [
        {"attributes": {"name": {"1031": "Ein Name"}}},
        {"related": {"owner": [{"id": IDS["arno"], "facetName": "users", "type": "user"}]}},
        {"attributes": {"description": {"1033": None}}},
    ],
)
def test_whatever_a_draft_says_is_part_of_it(office: Office, change: Json) -> None:
    office.apply(SOUND, "InProcessToInReview", "anna")
    approve(office, "ben")
    office.apply(SOUND, "InReviewToInProcess", "anna", {"reason": "Once more"})
    assert [each["holds"] for each in approvals(office)] == [True], "a step back changes nothing of it"
    office.post("rest/facets/processes/views/detail/elements", "anna", {"elements": [{"id": SOUND, **change}]})
    assert [each["holds"] for each in approvals(office)] == [False]


def test_a_flow_object_is_part_of_the_diagram_that_was_approved(office: Office) -> None:
    office.apply(SOUND, "InProcessToInReview", "anna")
    approve(office, "ben")
    office.apply(SOUND, "InReviewToInProcess", "anna", {"reason": "Once more"})
    diagram = f"rest/facets/processes/views/diagram/elements/{SOUND}/content"
    shape = office.get(diagram, "anna")["elements"][0]
    element = {"id": shape["id"], "type": shape["type"], "attributes": {"name": {"1033": "Renamed"}}}
    item = existing(1, shape["properties"]["shapeId"], element=element)
    office.post(diagram, "anna", {"values": [item]})
    assert [each["holds"] for each in approvals(office)] == [False]


def test_a_direct_release_and_a_step_are_approvals_and_a_refusal_is_none(office: Office) -> None:
    office.apply(SOUND, "InProcessToReadyForRelease", "anna")
    office.apply(SOUND, "ReadyForReleaseToInProcess", "olga", {"reason": "Not yet"})
    assert approvals(office) == []
    office.post(f"release/{SOUND}/transitions/InProcessToReleased?ignoreWarnings=true", "arno")
    (one,) = approvals(office)
    assert (one["kind"], one["by"], one["holds"]) == ("release.InProcessToReleased", IDS["arno"], True)
    assert "task" not in one


def test_a_deleted_target_does_not_change_what_was_approved(office: Office, database: Database) -> None:
    made = office.post(
        "rest/facets/it/views/detail/elements",
        "administrator",
        {"elements": [{"type": "system", "attributes": {"name": {"1033": "Scanner"}}}]},
    )["elements"][0]
    body = {"elements": [{"id": SOUND, "related": {"systems": [{"id": made["id"]}]}}]}
    office.post("rest/facets/processes/views/detail/elements", "anna", body)
    release(office)
    office.post(f"rest/facets/it/views/detail/elements/{made['id']}/delete?force=true", "administrator")
    assert all(each["holds"] for each in approvals(office))
    assert verified(database, office.tenant) == []


def test_viewers_see_no_approvals_and_restricted_callers_no_hash(office: Office) -> None:
    release(office)
    assert approvals(office, "vera") == []
    nobody: Json = {"grants": [{"principal": IDS["ben"], "permissionSets": []}], "excludes": False}
    contract = f"rest/facets/stakeholders/views/detail/elements/{CONTRACT}/permissions"
    office.post(contract, "administrator", nobody)
    found = approvals(office, "ben")
    assert [each["by"] for each in found] == [IDS[name] for name in ("ben", "clara", "quinn", "olga")]
    assert not any("hash" in each or "holds" in each for each in found)
    for who in ("ben", "anna"):
        history = office.send("GET", f"{PATH}/history", who)
        assert "approved" not in history.text, "the list of versions shows it"
        assert approvals(office)[0]["hash"] not in history.text


def test_others_can_compute_the_hash_from_public_answers(office: Office) -> None:
    """As docs/reference/approvals.md says."""
    release(office)
    wanted = approvals(office)[0]["hash"]
    shown = office.element(SOUND, "anna")
    flow = {}
    for each in office.get(f"rest/facets/processes/views/diagram/elements/{SOUND}/content", "anna")["elements"]:
        facet = each["facetName"]
        flow[each["id"]] = office.get(f"rest/facets/{facet}/views/detail/elements/{each['id']}", "anna")["elements"][0]
    content = office.get(f"{PATH}/content", "anna")["elements"]
    record = office.get(f"{PATH}/versions/{SOUND_0_1}/record", "anna")
    without = record["document"]["without"]
    left_out = {*without, *WORKED_OUT}

    def described(element: Json) -> Json:
        return {
            "type": element["type"],
            "stereotype": element.get("stereotype"),
            "attributes": {
                name: values for name, values in element["attributes"].items() if name not in left_out and values
            },
            "related": {
                name: [each["id"] for each in targets]
                for name, targets in element.get("related", {}).items()
                if name not in left_out and targets
            },
            "files": [],
        }

    document: dict[str, Any] = {
        "id": shown["id"],
        "versionId": shown["versionId"],
        "facetName": shown["facetName"],
        **described(shown),
        "content": [
            {
                "shapeId": each["properties"]["shapeId"],
                "id": each["id"],
                "predecessors": [one["properties"]["shapeId"] for one in each["properties"]["predecessors"]],
                "element": described(flow[each["id"]]),
            }
            for each in content
        ],
        "without": without,
    }
    assert document == record["document"]
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(text.encode()).hexdigest() == wanted


async def chain_again(session: Session, tenant: int) -> str:
    """Give every row a hash that fits, as one can who knows how they are made; returns the last one."""
    head = ""
    text = f"SELECT {', '.join(COLUMNS)} FROM history WHERE tenant = :tenant ORDER BY revision, ordinal"
    for row in await session.fetch(text, {"tenant": tenant}):
        *fields, salt, _ = row
        head = link(head, tuple(fields), seal(str(salt), fields[8], fields[9]))
        place = {"tenant": tenant, "revision": fields[1], "ordinal": fields[2]}
        await session.fetch(
            "UPDATE history SET hash = :hash WHERE tenant = :tenant AND revision = :revision AND ordinal = :ordinal",
            {**place, "hash": head},
        )
    return head


def test_a_history_that_was_chained_again_is_found_by_its_approvals(office: Office, database: Database) -> None:
    release(office)
    tenant = database.tenant(office.tenant)

    async def tamper(storage: SqlStorage) -> None:
        async with storage.engine.transaction() as session:
            rows = await session.fetch(
                "SELECT revision, ordinal, change FROM history WHERE tenant = :tenant AND element = :element AND change LIKE :text",
                {"tenant": tenant.key, "element": SOUND, "text": "%Process 401%"},
            )
            assert rows
            for revision, ordinal, change in rows:
                values = {"tenant": tenant.key, "revision": revision, "ordinal": ordinal}
                values["change"] = str(change).replace("Process 401", "Process 666")
                await session.fetch(
                    "UPDATE history SET change = :change WHERE tenant = :tenant AND revision = :revision AND ordinal = :ordinal",
                    values,
                )
            head = await chain_again(session, tenant.key)
            await session.fetch(
                "UPDATE tenant SET head = :head WHERE key = :tenant", {"tenant": tenant.key, "head": head}
            )

    database.run(tamper(database.storage))
    wrong = [each for each in verified(database, office.tenant) if each.startswith("approval of version")]
    assert len(wrong) == 4, "each of the four decisions was for another text"
    assert all(SOUND_0_1 in each and "its hash is not that of what the version said then" in each for each in wrong)


def test_what_was_changed_in_the_tables_does_not_hold(office: Office, database: Database) -> None:
    release(office)
    tenant = database.tenant(office.tenant)

    async def tamper(storage: SqlStorage) -> None:
        async with storage.engine.transaction() as session:
            await session.fetch(
                "UPDATE version SET attributes = replace(attributes, 'Process 401', 'Process 666') WHERE tenant = :tenant AND id = :id",
                {"tenant": tenant.key, "id": SOUND_0_1},
            )

    assert all(each["holds"] for each in approvals(office))
    database.run(tamper(database.storage))
    # Asked in another way: an answer that was rendered before is not asked for again.
    found = office.get(f"{PATH}/versions?approvals=true&$select=name", "clara")["elements"][0]["approvals"]
    assert [each["holds"] for each in found] == [False] * 4
    assert office.send("GET", f"{PATH}/versions/{SOUND_0_1}/record", "clara").status_code == 404
