"""`…/content?format=script`: a diagram read and changed as plain text."""

from typing import Any

import httpx
import pytest

from tests.support import company
from tests.support.api import Database
from tests.support.changing import DIAGRAM, Changing, existing

DRAFT = company.RECEIPT_2_1
ADDRESS = f"{DIAGRAM}/{DRAFT}/content?format=script&culture=1033"


def shown(changing: Changing, role: str = "administrator") -> str:
    response = changing.get(ADDRESS, role)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    return response.text


def send(
    changing: Changing, script: str, more: str = "", role: str = "administrator", **headers: str
) -> httpx.Response:
    return changing.post(f"{ADDRESS}{more}", {"script": script}, role, **headers)


def findings(response: httpx.Response) -> list[tuple[str, str]]:
    assert response.status_code == 400, response.text
    return [(each["path"], each["code"]) for each in response.json()["data"]]


def test_a_diagram_is_a_script_with_a_line_for_each_shape(changing: Changing) -> None:
    assert shown(changing) == "( Truck arrived\nWeigh the truck\n[[Quality check]]\n) Goods received\n"


def test_a_script_sent_back_changes_nothing(changing: Changing) -> None:
    before, revision = changing.content(DRAFT), changing.revision

    answer = send(changing, shown(changing))

    assert answer.json() == {"count": 0, "values": [], "script": shown(changing)}
    assert (changing.content(DRAFT), changing.revision) == (before, revision)


def test_some_shapes_are_a_script_of_their_own(changing: Changing) -> None:
    send(
        changing, "( Go\nOne\nIs it?\n  yes\n  no\n    Again\n    -> One\nTwo\n) End\n", "&create=true"
    ).raise_for_status()
    shapes = {each["attributes"]["name"]["1033"]: each["properties"]["shapeId"] for each in changing.content(DRAFT)}

    def part(*names: str) -> str:
        return changing.get(f"{ADDRESS}&shapes={','.join(shapes[each] for each in names)}").text

    assert part("One", "Two") == "One\n---\nTwo\n"
    label = shapes["One"][:8]
    looped = part("One", "Is it?", "no", "Again").splitlines()
    assert looped[0] == f"One ^{label}"
    assert looped[-1].strip() == f"-> ^{label}"
    unknown = "6f9619ff-8b86-d011-b42d-00c04fc964ff"
    assert changing.get(f"{ADDRESS}&shapes={unknown},{shapes['Two'].upper()}").text == "Two\n"
    assert changing.get(f"{ADDRESS}&shapes={unknown}").text == ""


def test_shapes_of_a_script_are_ids(changing: Changing) -> None:
    for query in ("format=script&shapes=One", "format=script&shapes=,", f"shapes={DRAFT}"):
        answer = changing.get(f"{DIAGRAM}/{DRAFT}/content?{query}")
        assert (answer.status_code, answer.json()["data"][0]["path"]) == (400, "shapes")


def test_a_line_that_was_written_over_keeps_its_id_and_its_other_cultures(changing: Changing) -> None:
    before = changing.content(DRAFT)

    send(changing, shown(changing).replace("Weigh the truck", "Weigh it")).raise_for_status()

    after = changing.content(DRAFT)
    assert after[1]["attributes"]["name"] == {"1031": "Weigh the truck (de)", "1033": "Weigh it"}
    before[1]["attributes"]["name"]["1033"] = "Weigh it"
    assert after == before


def test_new_lines_are_new_steps_in_their_place(changing: Changing) -> None:
    start, weigh, check, end = shown(changing).splitlines()
    script = "\n".join(
        [start, weigh, "Is it too heavy?", "  no", "  yes", "    Send it back", "    ) Sent back", check, end]
    )

    answer = send(changing, script).json()

    assert answer["script"] == shown(changing)
    assert sorted(map(str.strip, answer["script"].splitlines())) == sorted(map(str.strip, script.splitlines()))
    flow = changing.flow(DRAFT)
    assert flow["no"] == flow["yes"] == ["Is it too heavy?"]
    assert flow["Quality check"] == ["no"]
    assert [each["type"] for each in changing.content(DRAFT) if each["attributes"]["name"]["1033"] == "yes"] == [
        "condition"
    ]


def test_lines_that_are_gone_are_deleted_and_moved_ones_stay_the_same(changing: Changing) -> None:
    shapes = changing.shapes(DRAFT)
    start, weigh, check, _ = shown(changing).splitlines()

    send(changing, "\n".join([start, check, weigh])).raise_for_status()

    assert changing.flow(DRAFT) == {
        "Truck arrived": [],
        "Quality check": ["Truck arrived"],
        "Weigh the truck": ["Quality check"],
    }
    left = {name: id_ for name, id_ in shapes.items() if name != "Goods received"}
    assert changing.shapes(DRAFT) == left


@pytest.mark.parametrize("role", ["administrator", "editor"])
def test_a_new_process_is_written_from_nothing(changing: Changing, role: str) -> None:
    (made,) = changing.update({"type": "subProcess", "attributes": {"name": {"1033": "Lend"}}}, role=role)
    address = f"{DIAGRAM}/{made['id']}/content?format=script&culture=1033"
    script = "( Go\nGive\n) End\n"

    assert changing.write(address, {"script": script}, role)["script"] == script
    assert changing.get(address, role).text == script


def test_branches_keep_the_order_in_which_they_are_written(changing: Changing) -> None:
    script = "( Go\nWhich?\n  one\n  two\n  three\n) End\n"
    assert send(changing, script).json()["script"] == script
    turned = "( Go\nWhich?\n  two\n  new\n  three\n  one\n) End\n"
    assert send(changing, turned).json()["script"] == turned
    assert shown(changing) == turned


def test_names_become_references_to_what_has_them(changing: Changing) -> None:
    script = "( Go\nScan it #Scanner\n) End\n"

    assert send(changing, script).json()["script"] == script

    (scan,) = [each for each in changing.content(DRAFT) if each["attributes"]["name"]["1033"] == "Scan it"]
    assert [each["id"] for each in scan["related"]["systems"]] == [company.SCANNER]


def test_a_name_that_nothing_has_is_refused_or_created(changing: Changing) -> None:
    script = "( Go\nScan it #Robot\n[[Another process]]\n) End\n"
    before = shown(changing)

    assert findings(send(changing, script)) == [("line 2", "unknown-name"), ("line 3", "unknown-name")]
    assert shown(changing) == before

    assert send(changing, script, "&create=true").json()["script"] == script
    (scan,) = [each for each in changing.content(DRAFT) if each["attributes"]["name"]["1033"] == "Scan it"]
    assert [each["type"] for each in scan["related"]["systems"]] == ["system"]


def test_a_name_that_is_written_several_times_is_created_once(changing: Changing) -> None:
    script = "( Go\nScan it @Juggler #Robot\nMove it @Juggler #Robot\n) End\n"

    assert send(changing, script, "&create=true").json()["script"] == script

    used = [each["related"] for each in changing.content(DRAFT) if each["type"] == "task"]
    for context in ("systems", "responsible"):
        assert len({target["id"] for each in used for target in each.get(context, ())}) <= 1
    again = script.replace(") End", "Drop it @Juggler #Robot\n) End")
    assert send(changing, again).json()["script"] == again


def test_of_names_that_nothing_has_the_listed_ones_are_created(changing: Changing) -> None:
    script = "( Go\nScan it @Juggler #Robot\n) End\n"

    some = changing.post(ADDRESS, {"script": script, "create": ["Robot", "Nobody"]}, "administrator")
    assert [(each["path"], each["code"]) for each in some.json()["data"]] == [("line 2", "unknown-name")]
    assert (
        changing.write(ADDRESS, {"script": script, "create": ["Robot", "Juggler"]}, "administrator")["script"] == script
    )
    assert changing.post(ADDRESS, {"script": script, "create": "Robot"}, "administrator").status_code == 400


def test_a_dry_run_stores_nothing(changing: Changing) -> None:
    before = shown(changing)
    assert send(changing, "( Go\n", "&dryRun=true").json()["script"] == "( Go\n"
    assert shown(changing) == before


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("Go\n-> Nowhere", [("line 2", "unknown-target")]),
        ("( Go @Somebody", [("line 1", "no-such-context")]),
        ("%noSuchType Go", [("line 1.element.type", "unknown-type")]),
        ("[[ ]]", [("line 1", "no-name")]),
        ("[[Quality check]] #Scanner", [("line 1", "marks-at-call")]),
    ],
)
def test_every_line_that_is_wrong_is_named(changing: Changing, script: str, found: list[Any]) -> None:
    before = shown(changing)
    assert findings(send(changing, script)) == found
    assert shown(changing) == before


def test_items_take_nothing_that_is_for_scripts(changing: Changing) -> None:
    items = {"values": [existing(0, changing.shapes(DRAFT)["Goods received"], delete=True)]}
    for more in ("culture=1033", "create=true"):
        assert changing.post(f"{DIAGRAM}/{DRAFT}/content?{more}", items).status_code == 400
    assert "Goods received" in changing.shapes(DRAFT)


def test_plain_text_is_a_body_too(changing: Changing) -> None:
    sent = changing.api.post(
        ADDRESS,
        "administrator",
        tenant=changing.address,
        content="( Ürlaub\n".encode(),
        headers={"content-type": "text/plain"},
    )
    assert sent.json()["script"] == "( Ürlaub\n"


def test_another_who_changed_it_first_wins(changing: Changing) -> None:
    tag = changing.get(ADDRESS).headers["etag"]
    changing.drawn(DRAFT, existing(0, changing.shapes(DRAFT)["Goods received"], delete=True))
    assert send(changing, "( Go\n", If_Match=tag).status_code == 412


def test_a_write_says_which_revision_it_has_made(changing: Changing) -> None:
    made = send(changing, shown(changing).replace("Weigh the truck", "Weigh it"))
    assert made.headers["x-revision"] == str(changing.revision)
    for unchanged in (send(changing, shown(changing)), send(changing, "( Go", "&dryRun=true")):
        assert unchanged.status_code == 200
        assert "x-revision" not in unchanged.headers


def test_another_who_renamed_a_step_first_wins(changing: Changing) -> None:
    """Although the diagram has not changed then; another text of a step is none of the script."""
    tag = changing.get(ADDRESS).headers["etag"]
    weigh = next(each for each in changing.content(DRAFT) if each["attributes"]["name"]["1033"] == "Weigh the truck")
    mine = shown(changing).replace("Truck arrived", "Truck is there")

    changing.update({"id": weigh["id"], "attributes": {"description": {"1033": "With its load."}}})
    assert send(changing, mine, "&dryRun=true", If_Match=tag).status_code == 200
    changing.update({"id": weigh["id"], "attributes": {"name": {"1033": "Weigh it"}}})
    assert send(changing, mine, If_Match=tag).status_code == 412

    tag = changing.get(ADDRESS).headers["etag"]
    assert send(changing, shown(changing), If_Match=tag).status_code == 200


def test_viewers_read_the_released_script_and_write_none(changing: Changing) -> None:
    assert send(changing, "( Go\n", role="viewer").status_code == 403
    assert changing.get(ADDRESS, "viewer").status_code == 404


def test_what_is_no_flow_has_no_script(changing: Changing, database: Database) -> None:
    assert changing.get(f"{DIAGRAM}/{company.HOUSE}/content?format=script").status_code == 404
    assert changing.get(f"{DIAGRAM}/{DRAFT}/content?format=poem").status_code == 400
    assert changing.get(f"{ADDRESS[:-4]}9999").status_code == 400
