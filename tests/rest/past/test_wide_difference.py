"""The difference of a subtree, of a facet and of everything between two moments: what it holds, what it leaves out, what it costs."""

import json
import re

import pytest

from tests.rest.editing.archive import HIRING, HIRING_STEP, IDS, OFFERS, PAY, PROCESSES, Archive, open_archive
from tests.rest.past.test_wide_equals_single import lines
from tests.support import company
from tests.support.api import Api, Database, Json, element
from tests.support.changing import Changing, existing, new

CANARY = "Zinnober"


def rename(changing: Changing, id_: str, name: str, facet: str = "processes") -> None:
    path = f"rest/facets/{facet}/views/detail/elements"
    changing.update({"id": id_, "attributes": {"name": {"1033": name}}}, path=path)


def test_what_came_went_changed_and_moved_is_counted_and_named(changing: Changing) -> None:
    before = changing.revision
    given: Json = {"type": "subProcess", "parent": company.LOGISTICS, "attributes": {"name": {"1033": "Weigh"}}}
    (made,) = changing.update(given)
    rename(changing, company.RETURNS, "Take back")
    changing.write(f"{element(company.CHECK)}/move", {"parent": None})
    changing.write(f"{element(company.ERP, 'it')}/delete?force=true")

    found, counts = lines(changing, "rest/diff", before, changing.revision, "administrator")

    added, renamed, moved, removed = (found[id_] for id_ in (made["id"], company.RETURNS, company.CHECK, company.ERP))
    assert [each["kind"] for each in (added, renamed, moved, removed)] == ["added", "changed", "changed", "removed"]
    assert (renamed.get("renamed"), renamed.get("moved")) == (True, None)
    assert (moved.get("renamed"), moved.get("moved")) == (None, True)
    assert added["difference"]["attributes"]["name"]["1033"] == {"from": None, "to": "Weigh"}
    assert removed["difference"]["attributes"]["name"]["1033"]["to"] is None
    assert made["id"] in found[company.LOGISTICS]["difference"]["children"]["added"]
    assert found[company.LOGISTICS]["names"][made["id"]]["1033"] == "Weigh"
    assert (counts["added"], counts["removed"]) == (1, 1)
    assert counts["lookedAt"] >= counts["added"] + counts["removed"] + counts["changed"]


def test_json_is_the_same_in_one_piece_and_swapped_moments_swap_it(changing: Changing) -> None:
    before = changing.revision
    rename(changing, company.RETURNS, "Take back")
    found, counts = lines(changing, "rest/diff", before, changing.revision, "administrator")
    whole = changing.read(f"rest/diff?from={before}&to={changing.revision}")
    assert whole["values"] == list(found.values())
    assert {name: whole[name] for name in counts} == counts
    back, _ = lines(changing, "rest/diff", changing.revision, before, "administrator")
    name = back[company.RETURNS]["difference"]["attributes"]["name"]["1033"]
    assert name == {"from": "Take back", "to": "Returns"}


def test_a_facet_and_a_subtree_hold_their_own_alone(changing: Changing) -> None:
    before = changing.revision
    rename(changing, company.RETURNS, "Take back")
    rename(changing, company.ERP, "Planner", "it")
    after = changing.revision
    assert company.ERP not in lines(changing, "rest/facets/processes/diff", before, after, "administrator")[0]
    assert [*lines(changing, "rest/facets/it/diff", before, after, "administrator")[0]] == [company.ERP]
    path = f"{element(company.LOGISTICS)}/subtree/diff"
    assert company.RETURNS in lines(changing, path, before, after, "administrator")[0]
    path = f"{element(company.RETURNS)}/subtree/diff"
    assert [*lines(changing, path, before, after, "administrator")[0]] == [company.RETURNS]


def test_what_left_a_subtree_is_in_its_difference(changing: Changing) -> None:
    before = changing.revision
    changing.write(f"{element(company.RETURNS)}/move", {"parent": None})
    path = f"{element(company.LOGISTICS)}/subtree/diff"
    found, _ = lines(changing, path, before, changing.revision, "administrator")
    assert found[company.RETURNS]["moved"]


def test_a_changed_flow_object_shows_in_its_diagram(changing: Changing) -> None:
    changing.draw(company.RETURNS, new(1, "task", "Weigh"), new(2, "task", "Pack", 1))
    before = changing.revision
    (step, *_) = (each for each in changing.content(company.RETURNS) if each["attributes"]["name"]["1033"] == "Weigh")
    item = existing(1, step["properties"]["shapeId"])
    item["element"] = {"id": step["id"], "type": "task", "attributes": {"name": {"1033": "Weigh twice"}}}
    changing.draw(company.RETURNS, item)
    changing.draw(company.RETURNS, new(1, "task", "Label"))
    found, _ = lines(changing, "rest/diff", before, changing.revision, "administrator")
    shapes = found[company.RETURNS]["difference"]["content"]["shapes"]
    (changed,) = shapes["changed"]
    assert changed["difference"]["attributes"]["name"]["1033"] == {"from": "Weigh", "to": "Weigh twice"}
    (added,) = found[company.RETURNS]["flowObjects"]["added"].values()
    assert added["difference"]["attributes"]["name"]["1033"]["to"] == "Label"
    assert step["id"] not in found, "flow objects are part of their diagrams"


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("", ["from", "to"]),
        ("?from=1", ["to"]),
        ("?from=1&to=x", ["to"]),
        ("?from=999999&to=1", ["from"]),
        ("?from=1&to=1&format=xml", ["format"]),
        (f"?from={company.RETURNS_0_1}&to=1", ["from"]),
    ],
)
def test_what_names_no_moment_is_refused(changing: Changing, query: str, named: list[str]) -> None:
    answer = changing.get(f"rest/diff{query}")
    assert answer.status_code == 400
    assert [each["path"] for each in answer.json()["data"]] == named


def test_more_changes_need_no_more_statements(changing: Changing) -> None:
    before, revisions = changing.revision, []
    for number in range(12):
        made = {"type": "subProcess", "parent": company.LOGISTICS, "attributes": {"name": {"1033": f"New {number}"}}}
        changing.update(made)
        revisions.append(changing.revision)

    def statements(until: int) -> int:
        lines(changing, "rest/diff", before, until, "administrator")
        return changing.api.statements

    assert statements(revisions[1]) == statements(revisions[-1])


@pytest.fixture
def archive(api: Api, database: Database) -> Archive:
    return open_archive(api, database)


def revision(archive: Archive) -> int:
    found: int = archive.get("rest/revision", "boss")["revision"]
    return found


def everywhere(archive: Archive, low: int, high: int, who: str) -> str:
    """All answers about a period, as one text."""
    paths = ["rest/diff", "rest/facets/processes/diff", f"{PROCESSES}/{IDS['house']}/subtree/diff"]
    notes = [each.replace("diff", "releasenotes") for each in paths]
    asked = [f"{each}?from={low}&to={high}&format={form}" for each in paths for form in ("ndjson", "json")]
    asked += [f"{each}?from={low}&to={high}&format={form}" for each in notes for form in ("markdown", "json")]
    answers = [archive.send("GET", each, who) for each in asked]
    assert {each.status_code for each in answers} == {200}
    return "\n".join(each.text for each in answers)


def test_what_is_hidden_today_is_neither_named_nor_counted(archive: Archive) -> None:
    before = revision(archive)
    for id_ in (HIRING, PAY):
        texts = {"name": {"1033": f"{CANARY} {id_[-3:]}"}, "description": {"1033": f"About {CANARY}"}}
        archive.change("processes", "boss", {"id": id_, "attributes": texts})
    archive.change("processes", "boss", {"id": OFFERS, "attributes": {"description": {"1033": "Plain"}}})
    open_then = revision(archive)
    assert CANARY in everywhere(archive, before, open_then, "stan")
    archive.permit(IDS["personnel"], {"staff": "full"}, excludes=True)
    archive.send("POST", f"{PROCESSES}/{PAY}/delete?force=true", "adam")

    for who in ("stan", "vera", "piet", "boss"):
        for high in (open_then, revision(archive)):
            text = everywhere(archive, before, high, who)
            for hidden in (CANARY, HIRING, PAY, HIRING_STEP, IDS["personnel"]):
                assert hidden not in text, (who, high, hidden)
    counts = archive.get(f"rest/diff?from={before}&to={open_then}", "stan")
    assert [each["id"] for each in counts["values"]] == [OFFERS]
    assert (counts["changed"], counts["lookedAt"]) == (1, 1)
    assert CANARY in everywhere(archive, before, open_then, "hanna")
    assert archive.status(f"{PROCESSES}/{IDS['personnel']}/subtree/diff?from={before}&to={open_then}", "stan") == 404


def test_changed_permissions_are_for_administrators(archive: Archive) -> None:
    before = revision(archive)
    archive.permit(IDS["sales"], {"staff": "full"}, excludes=False)
    found = archive.get(f"rest/diff?from={before}&to={revision(archive)}", "adam")
    (line,) = (each for each in found["values"] if each["id"] == IDS["sales"])
    assert line["permissions"] == {"from": None, "to": [IDS["staff"]]}
    assert "permissions" in line["changed"]
    hanna = archive.get(f"rest/diff?from={before}&to={revision(archive)}", "hanna")
    assert hanna["values"] == []


def test_viewers_compare_what_was_published(changing: Changing) -> None:
    before = changing.revision
    rename(changing, company.RETURNS, "Take back")  # a draft
    found, counts = lines(changing, "rest/diff", before, changing.revision, "viewer")
    assert found == {}
    assert counts["changed"] == 0


def released(changing: Changing, name: str) -> Json:
    """A process with a name that is released in a new version."""
    texts = {"name": {"1033": name}, "description": {"1033": "From the ramp to the shelf"}}
    changing.update({"id": company.RETURNS, "attributes": {**texts, "reasonForRevision": {"127": "It was time"}}})
    return changing.write(f"release/{company.RETURNS}/transitions/InProcessToReleased?ignoreWarnings=true")


def test_release_notes_say_what_was_released_and_how_it_differs(changing: Changing) -> None:
    before = changing.revision
    released(changing, "Take back goods")
    first = changing.revision
    changing.write(f"release/{company.RETURNS}/createversion")
    released(changing, "Take back *all* goods <b>")
    notes = changing.read(f"rest/releasenotes?from={first}&to={changing.revision}", "viewer")
    (note,) = notes["values"]
    assert (note["id"], note["kind"]) == (company.RETURNS, "changed")
    assert note["difference"]["attributes"]["name"]["1033"]["to"] == "Take back *all* goods <b>"
    assert [each["version"] for each in note["releases"]] == ["2.0"]
    assert "It was time" in note["releases"][0]["reason"]["127"]
    everything = changing.read(f"rest/releasenotes?from={before}&to={changing.revision}", "viewer")
    (whole,) = everything["values"]
    assert [each["version"] for each in whole["releases"]] == ["2.0", "1.0"]

    text = changing.get(f"rest/releasenotes?from={first}&to={changing.revision}", "viewer", accept="text/markdown")
    assert text.headers["content-type"] == "text/markdown; charset=utf-8"
    assert "### Take back \\*all\\* goods \\<b\\>" in text.text
    assert "Take back **\\*all\\*** goods **\\<b\\>**" in text.text
    assert "**2\\.0**" in text.text
    assert "It was time" in text.text


def test_texts_cannot_be_markup_in_release_notes(changing: Changing) -> None:
    before = changing.revision
    hostile = "# Title [x](javascript:1)\u202e <img src=x> `a` |b| https://evil.test @all ~~no~~"
    released(changing, hostile)
    text = changing.get(f"rest/releasenotes?from={before}&to={changing.revision}&format=markdown", "viewer").text
    found = [each for each in text.splitlines() if "Title" in each]
    assert found
    for each in found:
        bare = re.sub(r"\\.", "", each.removeprefix("### "))
        assert not re.search(r"[#\[\]<>`|@:\u202e]", bare.replace("~~", "").removeprefix("- ")), each


def test_a_stream_without_its_end_is_known_by_the_missing_counts(changing: Changing) -> None:
    before = changing.revision
    rename(changing, company.RETURNS, "Take back")
    answer = changing.get(f"rest/diff?from={before}&to={changing.revision}", accept="application/x-ndjson")
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert "etag" not in answer.headers
    *_, last = answer.text.splitlines()
    assert set(json.loads(last)["counts"]) == {"added", "removed", "changed", "lookedAt"}
