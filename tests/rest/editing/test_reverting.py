"""Bringing back what an element was, as a draft: whole sides, single changes, and what was changed since."""

from typing import Final

import pytest

from facetstore.storage.past import pasts
from tests.support import company
from tests.support.api import Json, element
from tests.support.changing import DETAIL, Changing, existing, new

RETURNS: Final = company.RETURNS


@pytest.fixture(autouse=True)
def whole_storage_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a storage of any size: one with too many versions is never put together as it was."""
    monkeypatch.setattr(pasts, "MOST_VERSIONS", 0)


def html(text: str) -> str:
    """A text as it is stored."""
    return f"{company.XML}<p>{text}</p>"


def named(changing: Changing, name: str, role: str = "administrator", **more: Json) -> int:
    """Rename the returns; returns the revision after it."""
    changing.update({"id": RETURNS, "attributes": {"name": {"1033": name}, **more}}, role=role)
    return changing.revision


def restored(changing: Changing, body: Json, role: str = "administrator", **headers: str) -> Json:
    return changing.write(f"{DETAIL}/{RETURNS}/restore", body, role, **headers)


def shown(changing: Changing, id_: str = RETURNS) -> Json:
    found: Json = changing.read(element(id_))["elements"][0]
    return found


def name_of(changing: Changing) -> str:
    return str(shown(changing)["attributes"]["name"]["1033"])


def test_an_earlier_revision_comes_back_into_the_draft(changing: Changing) -> None:
    then = named(changing, "First", description={"1033": "<p>One</p>"})
    named(changing, "Second", description={"1033": "<p>Two</p>", "1031": "<p>Zwei</p>"})

    answer = restored(changing, {"from": then})

    assert answer["data"] == []
    (changed,) = answer["elements"]
    assert changed["versionId"] == company.RETURNS_0_1
    assert changed["attributes"]["name"]["1033"] == "First"
    assert changed["attributes"]["description"] == {"1033": html("One")}
    assert changed == shown(changing)
    entry = changing.history(RETURNS)[0]
    assert (entry["kind"], entry["told"]) == ("element.reverted", {"revision": str(then)})
    assert changing.history(RETURNS, "?$pageSize=1")[0]["changed"] == ["description", "name"]


def test_only_the_named_changes_come_back(changing: Changing) -> None:
    then = named(changing, "First", description={"1033": "<p>One</p>"})
    changing.update({"id": RETURNS, "related": {"systems": [{"id": company.ERP}]}})
    now = named(changing, "Second", description={"1033": "<p>Two</p>"})

    restored(changing, {"from": then, "to": now, "changes": ["attributes.name.1033"]})

    after = shown(changing)
    assert after["attributes"]["name"]["1033"] == "First"
    assert after["attributes"]["description"]["1033"] == html("Two")
    assert [each["id"] for each in after["related"]["systems"]] == [company.ERP]

    restored(changing, {"from": then, "to": now, "changes": ["related.systems"]})
    assert "systems" not in shown(changing)["related"]


def test_a_change_that_is_not_in_the_difference_is_refused(changing: Changing) -> None:
    then = named(changing, "First")
    named(changing, "Second")
    before = changing.revision

    refused = changing.post(
        f"{DETAIL}/{RETURNS}/restore", {"from": then, "changes": ["attributes.name.1033", "attributes.secret.127"]}
    )

    assert refused.status_code == 400
    assert [(each["code"], each["path"]) for each in refused.json()["data"]] == [("unknown-change", "changes[1]")]
    assert changing.revision == before


def test_what_was_changed_since_is_reported_and_stored_by_answer(changing: Changing) -> None:
    first, second = named(changing, "First"), named(changing, "Second", role="editor")
    named(changing, "Third")
    before, body = changing.revision, {"from": first, "to": second}

    refused = changing.post(f"{DETAIL}/{RETURNS}/restore", body)

    assert refused.status_code == 409, refused.text
    answer = refused.json()
    assert answer["conflicts"] == [
        {"path": "attributes.name.1033", "base": "Second", "restored": "First", "current": "Third"}
    ]
    assert [(each["code"], each["path"]) for each in answer["data"]] == [("changed-since", "attributes.name.1033")]
    assert changing.revision == before

    restored(changing, {**body, "resolve": {"attributes.name.1033": "current"}})
    assert (changing.revision, name_of(changing)) == (before, "Third")
    restored(changing, {**body, "resolve": {"attributes.name.1033": "restored"}})
    assert name_of(changing) == "First"


def test_references_in_a_report_have_names(changing: Changing) -> None:
    def refer(*ids: str) -> int:
        changing.update({"id": RETURNS, "related": {"systems": [{"id": each} for each in ids]}})
        return changing.revision

    first, second = refer(company.ERP), refer(company.ERP, company.SCANNER)
    refer()

    answer = changing.post(f"{DETAIL}/{RETURNS}/restore", {"from": first, "to": second}).json()

    (found,) = answer["conflicts"]
    assert found["path"] == "related.systems"
    assert [each["id"] for each in found["base"]] == [company.ERP, company.SCANNER]
    assert found["restored"] == found["base"][:1]
    assert found["restored"][0]["type"] == "system"
    assert found["restored"][0]["name"]
    assert found["current"] == []


def test_a_released_version_comes_back_as_a_new_draft(changing: Changing) -> None:
    named(changing, "First")
    changing.release(RETURNS)
    changing.new_version(RETURNS)
    named(changing, "Second")
    changing.release(RETURNS)
    versions = changing.read(f"{DETAIL}/{RETURNS}/versions")["elements"]

    answer = restored(changing, {"from": versions[0]["versionId"]})

    (draft,) = answer["elements"]
    assert draft["versionId"] not in [each["versionId"] for each in versions]
    assert draft["state"] == "inProcess"
    assert draft["attributes"]["name"]["1033"] == "First"
    assert "relOn" not in draft["attributes"]
    assert "reasonForRevision" not in draft["attributes"]
    kept = changing.read(f"{DETAIL}/{RETURNS}/versions")["elements"]
    assert [each["attributes"]["name"]["1033"] for each in kept] == ["First", "Second", "First"]
    assert [each["state"] for each in kept[:2]] == [each["state"] for each in versions]


def test_a_released_version_does_not_overwrite_a_draft_without_an_answer(changing: Changing) -> None:
    named(changing, "First")
    changing.release(RETURNS)
    first = shown(changing)["versionId"]
    changing.new_version(RETURNS)
    named(changing, "Second")
    changing.release(RETURNS)
    draft = changing.new_version(RETURNS)
    changing.update({"id": RETURNS, "attributes": {"name": {"1033": "Third"}, "description": {"1033": "<p>New</p>"}}})

    refused = changing.post(f"{DETAIL}/{RETURNS}/restore", {"from": first})

    assert refused.status_code == 409
    assert refused.json()["conflicts"] == [
        {
            "path": "attributes.description.1033",
            "base": html("What it is for"),
            "restored": html("What it is for"),
            "current": html("New"),
        },
        {"path": "attributes.name.1033", "base": "Second", "restored": "First", "current": "Third"},
    ]
    (after,) = restored(changing, {"from": first, "resolve": "restored"})["elements"]
    assert after["versionId"] == draft
    assert after["attributes"]["name"]["1033"] == "First"


def test_nothing_is_stored_and_no_draft_is_made_where_nothing_differs(changing: Changing) -> None:
    changing.release(RETURNS)
    before, version = changing.revision, shown(changing)["versionId"]

    answer = restored(changing, {"from": version})

    assert answer["elements"][0]["versionId"] == version
    assert changing.revision == before


def test_a_dry_run_shows_what_would_come_back(changing: Changing) -> None:
    then = named(changing, "First")
    before = named(changing, "Second")

    answer = changing.write(f"{DETAIL}/{RETURNS}/restore?dryRun=true", {"from": then})

    assert answer["elements"][0]["attributes"]["name"]["1033"] == "First"
    assert (changing.revision, name_of(changing)) == (before, "Second")


def test_what_is_deleted_is_named_and_the_rest_comes_back(changing: Changing) -> None:
    made = changing.update(
        {"type": "system", "attributes": {"name": {"1033": "Spare"}}}, path=DETAIL.replace("processes", "it")
    )[0]
    changing.update({"id": RETURNS, "related": {"systems": [{"id": made["id"]}, {"id": company.ERP}]}})
    then = named(changing, "First")
    changing.release(RETURNS)
    version = shown(changing)["versionId"]
    changing.new_version(RETURNS)
    changing.update({"id": RETURNS, "related": {"systems": []}, "attributes": {"name": {"1033": "Second"}}})
    assert (
        changing.api.send(
            "DELETE", element(made["id"], "it") + "?force=true", "administrator", tenant=changing.address
        ).status_code
        == 200
    )

    for side in (then, version):
        answer = changing.write(f"{DETAIL}/{RETURNS}/restore?dryRun=true", {"from": side, "resolve": "restored"})
        assert [(each["code"], each["path"]) for each in answer["data"]] == [("target-gone", "related.systems")], side
        assert made["id"] in answer["data"][0]["error"]
        (after,) = answer["elements"]
        assert [each["id"] for each in after["related"]["systems"]] == [company.ERP]
        assert after["attributes"]["name"]["1033"] == "First"


def test_if_match_is_about_the_draft(changing: Changing) -> None:
    then = named(changing, "First")
    etag = changing.get(element(RETURNS)).headers["etag"]
    named(changing, "Second")

    refused = changing.post(f"{DETAIL}/{RETURNS}/restore", {"from": then}, If_Match=etag)

    assert refused.status_code == 412
    restored(changing, {"from": then}, If_Match=changing.get(element(RETURNS)).headers["etag"])
    assert name_of(changing) == "First"


def test_a_repeated_key_gets_the_first_answer(changing: Changing) -> None:
    named(changing, "First")
    named(changing, "Second")
    path = f"{DETAIL}/{RETURNS}/undo"

    first = changing.post(path, None, Idempotency_Key="once")
    again = changing.post(path, None, Idempotency_Key="once")

    assert first.status_code == again.status_code == 200, first.text
    assert first.json() == again.json()
    assert again.headers["idempotency-replayed"] == "true"
    assert name_of(changing) == "First"


def test_undo_takes_back_what_this_user_set_and_nothing_else(changing: Changing) -> None:
    named(changing, "First", description={"1033": "<p>One</p>"})
    named(changing, "Second", role="editor")
    changing.update({"id": RETURNS, "attributes": {"description": {"1033": "<p>Two</p>"}}})

    (after,) = changing.write(f"{DETAIL}/{RETURNS}/undo", role="editor")["elements"]

    assert after["attributes"]["name"]["1033"] == "First"
    assert after["attributes"]["description"]["1033"] == html("Two")
    entry = changing.history(RETURNS)[0]
    assert entry["kind"] == "element.undone"
    assert entry["changed"] == ["name"]

    changing.write(f"{DETAIL}/{RETURNS}/undo", role="editor")
    assert name_of(changing) == "Second"


def test_undo_of_what_others_changed_since_is_reported(changing: Changing) -> None:
    named(changing, "First")
    named(changing, "Second", role="editor")
    named(changing, "Third")

    refused = changing.post(f"{DETAIL}/{RETURNS}/undo", None, "editor")

    assert refused.status_code == 409
    assert refused.json()["conflicts"] == [
        {"path": "attributes.name.1033", "base": "Second", "restored": "First", "current": "Third"}
    ]
    changing.write(f"{DETAIL}/{RETURNS}/undo", {"resolve": "restored"}, "editor")
    assert name_of(changing) == "First"


def test_what_cannot_be_undone_says_why(changing: Changing) -> None:
    def refusal(id_: str, role: str = "administrator") -> Json:
        answer = changing.post(f"{DETAIL}/{id_}/undo", None, role)
        assert answer.status_code == 409, answer.text
        found: Json = answer.json()["data"][0]
        return found

    made = changing.update({"type": "subProcess", "attributes": {"name": {"1033": "New"}}})[0]["id"]
    assert refusal(made)["error"].startswith("Your last change created this element.")
    assert refusal(RETURNS, "editor") == {"error": "You have not changed this element.", "code": "nothing-to-undo"}
    changing.write(f"{DETAIL}/{made}/move", {"parent": company.LOGISTICS})
    assert refusal(made)["error"].startswith("Your last change of this element was a move")
    changing.release(RETURNS)
    assert refusal(RETURNS)["error"].startswith("Your last change of this element was a new version or a step")


def test_a_diagram_comes_back_with_its_shapes_and_flows(changing: Changing) -> None:
    changing.drawn(RETURNS, new(0, "evStart", "Start"), new(1, "task", "Unpack", 0), new(2, "evEnd", "End", 1))
    then, before = changing.revision, changing.read(f"{DETAIL}/{RETURNS}/content")
    shapes = changing.shapes(RETURNS)
    changing.drawn(RETURNS, existing(0, shapes["Unpack"], delete=True, reconnect=True))
    changing.drawn(RETURNS, existing(0, shapes["Start"]), new(1, "task", "Later", 0), existing(2, shapes["End"], 1))

    assert restored(changing, {"from": then})["data"] == []

    assert changing.flow(RETURNS) == {"Start": [], "Unpack": ["Start"], "End": ["Unpack"]}
    assert _without_stamps(changing.read(f"{DETAIL}/{RETURNS}/content")) == _without_stamps(before)


def _without_stamps(content: Json) -> list[Json]:
    return [
        {**each, "attributes": {name: value for name, value in each["attributes"].items() if "On" not in name}}
        for each in content["elements"]
    ]


def test_single_shapes_and_flows_come_back(changing: Changing) -> None:
    changing.drawn(RETURNS, new(0, "evStart", "Start"), new(1, "task", "Unpack", 0), new(2, "evEnd", "End", 1))
    then, shapes = changing.revision, changing.shapes(RETURNS)
    changing.drawn(RETURNS, existing(0, shapes["Unpack"], delete=True))
    task = changing.content(RETURNS)[0]
    changing.drawn(RETURNS, existing(0, shapes["Start"], element={"attributes": {"name": {"1033": "Begin"}}}))
    now = changing.revision
    difference = changing.read(f"{DETAIL}/{RETURNS}/diff?from={then}&to={now}")["values"][0]["difference"]
    assert [each["shapeId"] for each in difference["content"]["shapes"]["removed"]] == [shapes["Unpack"]]

    restored(changing, {"from": then, "to": now, "changes": [f"content.shapes.{shapes['Unpack']}"]})

    assert changing.flow(RETURNS) == {"Begin": [], "Unpack": ["Begin"], "End": ["Unpack"]}
    restored(changing, {"from": then, "to": now, "changes": [f"content.shapes.{shapes['Start']}"]})
    assert changing.flow(RETURNS) == {"Start": [], "Unpack": ["Start"], "End": ["Unpack"]}
    assert task["id"]


def test_the_diagram_of_an_older_version_is_copied_into_the_draft(changing: Changing) -> None:
    changing.drawn(RETURNS, new(0, "evStart", "Start"), new(1, "task", "Unpack", 0), new(2, "evEnd", "End", 1))
    changing.release(RETURNS)
    first = shown(changing)["versionId"]
    draft = changing.new_version(RETURNS)
    shapes = changing.shapes(draft)
    changing.drawn(draft, existing(0, shapes["Unpack"], delete=True))
    changing.drawn(draft, existing(0, shapes["Start"], element={"attributes": {"name": {"1033": "Begin"}}}))

    restored(changing, {"from": first, "resolve": "restored"})

    assert changing.flow(draft) == changing.flow(first) == {"Start": [], "Unpack": ["Start"], "End": ["Unpack"]}
    ids = [{each["id"] for each in changing.content(version)} for version in (first, draft)]
    assert ids[0].isdisjoint(ids[1])


def test_undo_of_a_diagram(changing: Changing) -> None:
    changing.drawn(RETURNS, new(0, "evStart", "Start"), new(1, "task", "Unpack", 0))
    before, shapes = changing.content(RETURNS), changing.shapes(RETURNS)
    changing.drawn(RETURNS, existing(0, shapes["Unpack"], delete=True))

    changing.write(f"{DETAIL}/{RETURNS}/undo")

    assert [each["id"] for each in changing.content(RETURNS)] == [each["id"] for each in before]
    assert changing.flow(RETURNS) == {"Start": [], "Unpack": ["Start"]}


def test_the_order_of_children_comes_back_if_it_is_named(changing: Changing) -> None:
    parent = company.LOGISTICS

    def children() -> list[str]:
        found = changing.read(f"{element(parent, view='tree')}/children")["elements"]
        return [each["id"] for each in found]

    then, before = changing.revision, children()
    assert len(before) > 2
    changing.write(f"{DETAIL}/{before[-1]}/move", {"position": 0})
    moved = children()
    changing.write(f"{DETAIL}/{parent}/restore", {"from": then})
    assert children() == moved

    changing.write(f"{DETAIL}/{parent}/restore", {"from": then, "changes": ["children"]})

    assert children() == before
