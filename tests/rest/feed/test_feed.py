"""The feed: every change of an element that the caller may open, once, in order, and nothing else."""

import json
from typing import Any

import pytest

from tests.rest.editing.archive import HIRING, HIRING_STEP, IDS, OFFERS, PAY, RECORDS, Archive, open_archive
from tests.support import company
from tests.support.api import Api, Database, Json, element
from tests.support.changing import Changing, existing, new


@pytest.fixture
def archive(api: Api, database: Database) -> Archive:
    return open_archive(api, database)


def rename(changing: Changing, id_: str, name: str, facet: str = "processes", **headers: str) -> None:
    path = f"rest/facets/{facet}/views/detail/elements"
    changing.update({"id": id_, "attributes": {"name": {"1033": name}}}, path=path, **headers)


def whole_feed(changing: Changing, after: object = 0, query: str = "", role: str = "administrator") -> list[Json]:
    """All events behind a cursor, read page by page to the end."""
    found: list[Json] = []
    while True:
        page = changing.read(f"rest/events?after={after}{query}", role)
        assert page["count"] == len(page["values"])
        found += page["values"]
        if page["next"] == str(after):
            return found
        after = page["next"]


def kinds(events: list[Json]) -> list[tuple[str, str]]:
    return [(each["data"]["kind"], each["subject"]) for each in events]


def test_an_event_is_a_cloud_event_with_what_it_changed_when_asked(changing: Changing) -> None:
    before = changing.revision
    rename(changing, company.RETURNS, "Take back", x_reason="Shorter")
    page = changing.read(f"rest/events?after={before}&changes=true")

    (event,) = page["values"]
    assert page["next"] == str(before + 1)
    assert {name: value for name, value in event.items() if name not in ("time", "data")} == {
        "specversion": "1.0",
        "id": f"{before + 1}.{company.RETURNS}.1",
        "source": f"/{changing.address}",
        "type": "facetstore.element.changed",
        "subject": company.RETURNS,
        "datacontenttype": "application/json",
    }
    data = event["data"]
    assert event["time"].endswith("Z")
    assert (data["revision"], data["kind"], data["reason"]) == (before + 1, "element.changed", "Shorter")
    assert (data["facetName"], data["type"], data["id"]) == ("processes", "subProcess", company.RETURNS)
    assert data["difference"] == {"attributes": {"name": {"1033": {"from": "Returns", "to": "Take back"}}}}
    assert data["actor"]["name"]["1033"] == "administrator"
    plain = changing.read(f"rest/events?after={before}")["values"]
    assert plain == [{**event, "data": {name: data[name] for name in data if name not in ("changed", "difference")}}]


def test_the_whole_feed_is_the_same_in_pages_of_any_size_and_as_lines(changing: Changing) -> None:
    made = changing.update(
        *({"type": "subProcess", "attributes": {"name": {"1033": f"New {number}"}}} for number in range(5))
    )
    changing.draw(company.RETURNS, new(1, "task", "Weigh"), new(2, "task", "Pack", 1))
    rename(changing, company.RETURNS, "Take back")
    changing.write(f"{element(company.CHECK)}/move", {"parent": None})
    changing.write(f"{element(made[0]['id'])}/delete")
    changing.release(company.RETURNS)

    found = whole_feed(changing, query="&$pageSize=1000&changes=true")
    assert len({each["id"] for each in found}) == len(found)
    assert [each["data"]["revision"] for each in found] == sorted(each["data"]["revision"] for each in found)
    assert ("element.deleted", made[0]["id"]) in kinds(found)
    for size in (1, 3, 7):
        assert whole_feed(changing, query=f"&$pageSize={size}&changes=true") == found
    lines = changing.get("rest/events?changes=true", accept="application/x-ndjson").text.splitlines()
    *events, last = map(json.loads, lines)
    assert events == found
    assert last == {"next": str(changing.revision)}


def test_before_and_after_put_together_are_what_an_element_is(changing: Changing) -> None:
    before = changing.revision
    (made,) = changing.update({"type": "subProcess", "attributes": {"name": {"1033": "First"}}})
    for name in ("Second", "Third"):
        rename(changing, made["id"], name)
    changing.write(f"{element(made['id'])}/delete")
    events = whole_feed(changing, before, f"&element={made['id']}&changes=true&$pageSize=1")
    names = [each["data"]["difference"]["attributes"]["name"]["1033"] for each in events]
    assert names == [
        {"from": None, "to": "First"},
        {"from": "First", "to": "Second"},
        {"from": "Second", "to": "Third"},
        {"from": "Third", "to": None},
    ]


def test_events_are_chosen_by_facet_type_kind_and_element(changing: Changing) -> None:
    before = changing.revision
    rename(changing, company.RETURNS, "Take back")
    rename(changing, company.ERP, "Planner", "it")
    (made,) = changing.update({"type": "subProcess", "attributes": {"name": {"1033": "Weigh"}}})

    def of(query: str) -> list[str]:
        return [id_ for _, id_ in kinds(whole_feed(changing, before, f"&{query}"))]

    assert of("facets=it") == [company.ERP]
    assert of("types=subProcess") == [company.RETURNS, made["id"]]
    assert of("kinds=element.created") == [made["id"]]
    assert of(f"element={company.ERP}") == [company.ERP]
    assert of(f"element={company.ERP}&facets=processes") == []
    assert of("facets=processes&kinds=element.changed") == [company.RETURNS]


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("after=x", ["after"]),
        ("after=-1", ["after"]),
        ("after=999999", ["after"]),
        ("after=1.x.1", ["after"]),
        ("facets=nothing", ["facets"]),
        ("types=nothing", ["types"]),
        ("kinds=,", ["kinds"]),
        ("element=x&changes=y", ["element", "changes"]),
        ("format=xml", ["format"]),
        ("$pageSize=0", ["$pageSize"]),
    ],
)
def test_what_cannot_be_understood_is_refused(changing: Changing, query: str, named: list[str]) -> None:
    answer = changing.get(f"rest/events?{query}")
    assert answer.status_code == 400
    assert [each["path"] for each in answer.json()["data"]] == named


def test_now_is_where_the_feed_ends(changing: Changing) -> None:
    page = changing.read("rest/events?after=now")
    assert page == {"count": 0, "values": [], "next": str(changing.revision)}
    rename(changing, company.RETURNS, "Take back")
    assert kinds(whole_feed(changing, page["next"])) == [("element.changed", company.RETURNS)]


def test_strangers_get_nothing(changing: Changing, database: Database) -> None:
    other = Changing(database)
    token = database.tokens[other.address, "administrator"]
    assert changing.get("rest/events", None).status_code == 401
    assert changing.get("rest/events", None, symbio_auth_token=token).status_code == 401


def read(archive: Archive, who: str, query: str = "changes=true&$pageSize=1000") -> Any:
    return archive.get(f"rest/events?{query}", who)


def test_what_is_hidden_leaves_no_event_no_count_and_no_name(archive: Archive) -> None:
    archive.permit(IDS["personnel"], {"staff": "full"})
    archive.change("processes", "hanna", {"id": HIRING, "attributes": {"name": {"1033": "Zinnober"}}})
    archive.change("processes", "hanna", {"id": OFFERS, "attributes": {"name": {"1033": "Bids"}}})
    archive.change("processes", "adam", {"id": RECORDS, "attributes": {"name": {"1033": "Files"}}})

    hanna, stan = read(archive, "hanna"), read(archive, "stan")
    hidden = {HIRING, HIRING_STEP, PAY, IDS["personnel"]}
    assert hidden <= {each["subject"] for each in hanna["values"]}
    text = json.dumps(stan)
    assert not [id_ for id_ in hidden if id_ in text], "neither as a subject nor in what changed"
    assert "Zinnober" not in text
    assert {OFFERS, RECORDS} <= {each["subject"] for each in stan["values"]}
    numbers = [each["id"].rpartition(".")[2] for each in stan["values"] if each["data"]["revision"] == 1]
    assert set(numbers) == {"1"}, "the place among all rows of a revision is not shown"
    assert [each["id"] for each in hanna["values"] if each["subject"] not in hidden] == [
        each["id"] for each in stan["values"]
    ]


def test_a_right_that_is_taken_away_ends_the_events_also_those_of_before(archive: Archive) -> None:
    seen = read(archive, "stan")
    assert HIRING in {each["subject"] for each in seen["values"]}
    cursor = next(each["id"] for each in seen["values"] if each["subject"] == HIRING)
    archive.permit(IDS["personnel"], {"staff": "full"})
    assert HIRING not in {each["subject"] for each in read(archive, "stan")["values"]}
    unknown = cursor.replace(HIRING, company.element_id(999))
    after = [read(archive, "stan", f"after={each}&$pageSize=1000") for each in (cursor, unknown)]
    assert after[0] == after[1], "a cursor does not show whether its event is hidden or was never there"
    assert OFFERS in {each["subject"] for each in after[0]["values"]}, "and nothing is lost by it"


def test_deleted_elements_keep_the_permissions_they_had(archive: Archive) -> None:
    archive.permit(IDS["personnel"], {"staff": "full"})
    for id_ in (PAY, OFFERS):
        archive.post(f"rest/facets/processes/views/detail/elements/{id_}/delete?force=true", "adam", None)
    deleted = {
        who: [each["subject"] for each in read(archive, who, "kinds=element.deleted")["values"]]
        for who in ("hanna", "stan")
    }
    assert deleted == {"hanna": [PAY, OFFERS], "stan": [OFFERS]}


def test_more_events_need_no_more_statements(changing: Changing) -> None:
    before = changing.revision

    def statements(size: int) -> int:
        changing.read(f"rest/events?after={before}&changes=true&$pageSize={size}")
        return changing.api.statements

    for number in range(12):
        rename(changing, company.RETURNS, f"Take back {number}")
        changing.update({"type": "subProcess", "attributes": {"name": {"1033": f"New {number}"}}})
    assert statements(2) == statements(24)


def test_a_diagram_and_its_flow_objects_are_in_the_feed(changing: Changing) -> None:
    changing.draw(company.RETURNS, new(1, "task", "Weigh"))
    before = changing.revision
    (step, *_) = (each for each in changing.content(company.RETURNS) if each["attributes"]["name"]["1033"] == "Weigh")
    item = existing(1, step["properties"]["shapeId"])
    item["element"] = {"id": step["id"], "type": "task", "attributes": {"name": {"1033": "Weigh twice"}}}
    changing.draw(company.RETURNS, item)
    events = whole_feed(changing, before, "&changes=true")
    (change,) = [each for each in events if each["subject"] == step["id"]]
    assert change["data"]["difference"]["attributes"]["name"]["1033"] == {"from": "Weigh", "to": "Weigh twice"}
