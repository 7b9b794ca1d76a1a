"""Diagrams: read, and changed by mouse and by keys alone."""

import re
from collections.abc import Sequence
from typing import Any, Final
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, expect

from facetstore.domain.callers import Role
from tests.web.browser import Scheme, Site, Visit
from tests.web.looks import looks

DETAIL: Final = "rest/facets/processes/views/detail/elements"
TREE: Final = "rest/facets/processes/views/tree/elements"
PNG: Final = b"\x89PNG\r\n"

Flow = Sequence[tuple[str, str, list[str]]]
"""Type, name and the names of what comes before, of each shape."""


@pytest.fixture
def process(site: Site) -> str:
    """A sub process of our own that goes from a beginning straight to its end."""
    with site.client() as client:
        category = client.get(TREE).json()["elements"][0]["children"][0]["id"]
        main = _created(client.post(DETAIL, json=_body("mainProcess", category, "Main")))
        made = _created(client.post(DETAIL, json=_body("subProcess", main, "Repair a wheel")))
        items = [_item(0, "evStart", "Wheel is bent"), _item(1, "task", "Look at it", 0), _item(2, "evEnd", "Done", 1)]
        answer = client.post(f"rest/facets/processes/views/diagram/elements/{made}/content", json={"values": items})
        assert answer.status_code == 200, answer.text
    return made


def _body(type_key: str, parent: str, name: str) -> dict[str, Any]:
    return {"elements": [{"type": type_key, "parent": parent, "attributes": {"name": {"1033": name}}}]}


def _item(index: int, type_key: str, name: str, *before: int) -> dict[str, Any]:
    return {
        "shapeInfo": {"index": index, "predecessors": before},
        "element": {"type": type_key, "attributes": {"name": {"1033": name}}},
    }


def _created(answer: Any) -> str:
    assert answer.status_code == 200, answer.text
    return str(answer.json()["elements"][0]["id"])


def flow(site: Site, process: str) -> Flow:
    """What the interface says of a diagram."""
    with site.client() as client:
        found = client.get(f"{DETAIL}/{process}/content").json()["elements"]
    names = {each["properties"]["shapeId"]: each["attributes"]["name"]["1033"] for each in found}
    return sorted(
        (
            each["type"],
            names[each["properties"]["shapeId"]],
            sorted(names[before["properties"]["shapeId"]] for before in each["properties"]["predecessors"]),
        )
        for each in found
    )


def shape(visit: Visit, name: str) -> Locator:
    """By its type and name; what it leads to follows."""
    return visit.page.locator("button[data-shape]").and_(visit.page.get_by_label(f"{name}."))


STRAIGHT: Final[Flow] = [
    ("evEnd", "Done", ["Look at it"]),
    ("evStart", "Wheel is bent", []),
    ("task", "Look at it", ["Wheel is bent"]),
]
LONGER: Final[Flow] = [
    ("evEnd", "Done", ["Ride it"]),
    ("evStart", "Wheel is bent", []),
    ("task", "Look at it", ["Wheel is bent"]),
    ("task", "Ride it", ["True it"]),
    ("task", "Take it off", ["Look at it"]),
    ("task", "True it", ["Take it off"]),
]
STEPS: Final = ("Take it off", "True it", "Ride it")


def test_three_steps_are_added_undone_and_done_again(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?tab=diagram&culture=1033") as visit:
        page = visit.page
        shape(visit, "Task: Look at it").click()
        for name in STEPS:
            page.get_by_role("button", name="Insert after").click()
            page.get_by_role("dialog").get_by_label("Name (English)").fill(name)
            page.get_by_role("dialog").get_by_role("button", name="Add").click()
            expect(shape(visit, f"Task: {name}")).to_have_attribute("aria-current", "true")
        assert flow(site, process) == LONGER
        for name in reversed(STEPS):
            page.get_by_role("button", name="Undo").click()
            expect(shape(visit, f"Task: {name}")).to_have_count(0)
            visit.settle()
        assert flow(site, process) == STRAIGHT
        for name in STEPS:
            page.get_by_role("button", name="Redo").click()
            expect(shape(visit, f"Task: {name}")).to_be_visible()
            visit.settle()
    assert flow(site, process) == LONGER


def _insert(visit: Visit, name: str) -> None:
    visit.page.get_by_role("button", name="Insert after").click()
    dialog = visit.page.get_by_role("dialog")
    dialog.get_by_label("Name (English)").fill(name)
    dialog.get_by_role("button", name="Add").click()
    expect(shape(visit, f"Task: {name}")).to_have_attribute("aria-current", "true")


def test_a_diagram_is_changed_after_a_property_was_saved(site: Site, process: str) -> None:
    """Here and by another user: the diagram is the same, so its changes fit."""
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?tab=diagram&culture=1033", expected=(412,)) as visit:
        page = visit.page
        shape(visit, "Task: Look at it").click()
        _insert(visit, "Take it off")
        page.get_by_role("link", name="Properties").click()
        page.get_by_label("Name (English)").fill("Repair a bent wheel")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Saved.")).to_be_visible()
        page.get_by_role("link", name="Diagram").click()
        shape(visit, "Task: Take it off").click()
        _insert(visit, "True it")
        with site.client() as client:
            body = {"elements": [{"id": process, "attributes": {"name": {"1033": "By another user"}}}]}
            assert client.post(DETAIL, json=body).status_code == 200
        _insert(visit, "Ride it")
    assert flow(site, process) == LONGER


@pytest.mark.long
def test_three_steps_are_added_by_keys_alone(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?tab=diagram&culture=1033") as visit:
        keys = visit.page.keyboard
        _tab_to(visit, "Start event: Wheel is bent.")
        keys.press("ArrowDown")
        for name in STEPS:
            keys.press("Insert")
            expect(visit.page.get_by_role("dialog").get_by_label("Name (English)")).to_be_focused()
            keys.type(name)
            keys.press("Enter")
            expect(shape(visit, f"Task: {name}")).to_be_focused()
        assert flow(site, process) == LONGER
        for gone in reversed(STEPS):
            keys.press("Control+z")
            expect(shape(visit, f"Task: {gone}")).to_have_count(0)
            expect(visit.page.locator("button[data-shape]:focus")).to_have_count(1)
            visit.settle()
        assert flow(site, process) == STRAIGHT
        for name in STEPS:
            keys.press("Control+y")
            expect(shape(visit, f"Task: {name}")).to_be_visible()
            visit.settle()
    assert flow(site, process) == LONGER


def _tab_to(visit: Visit, label: str) -> None:
    for _ in range(120):
        visit.page.keyboard.press("Tab")
        found = visit.page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''")
        if found.startswith(label):
            return
    raise AssertionError(f"The tabulator key never comes to {label}")


def test_a_shape_is_renamed_branched_connected_and_deleted_by_keys(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?tab=diagram&culture=1033") as visit:
        page, keys = visit.page, visit.page.keyboard
        shape(visit, "Task: Look at it").focus()
        keys.press("F2")
        expect(page.locator("[data-renaming] textarea")).to_be_focused()
        keys.type("Look closely")
        keys.press("Enter")
        expect(shape(visit, "Task: Look closely")).to_be_focused()

        shape(visit, "Start event: Wheel is bent").focus()
        keys.press("b")
        expect(page.get_by_role("dialog").get_by_label("Name (English)")).to_be_focused()
        keys.type("Call the owner")
        keys.press("Enter")
        expect(shape(visit, "Task: Call the owner")).to_be_focused()
        keys.press("c")
        dialog = page.get_by_role("dialog", name="What follows “Call the owner”?")
        dialog.get_by_label("End event: Done").focus()
        keys.press("Space")
        keys.press("Enter")
        expect(page.get_by_label("Task: Call the owner. Leads to: Done.")).to_be_visible()
        branched = [
            ("evEnd", "Done", ["Call the owner", "Look closely"]),
            ("evStart", "Wheel is bent", []),
            ("task", "Call the owner", ["Wheel is bent"]),
            ("task", "Look closely", ["Wheel is bent"]),
        ]
        assert flow(site, process) == branched

        shape(visit, "Task: Look closely").focus()
        keys.press("Delete")
        expect(page.get_by_role("button", name="Delete and join the flow")).to_be_focused()
        keys.press("Enter")
        expect(shape(visit, "Task: Look closely")).to_have_count(0)
        visit.settle()
        joined = [
            ("evEnd", "Done", ["Call the owner", "Wheel is bent"]),
            ("evStart", "Wheel is bent", []),
            ("task", "Call the owner", ["Wheel is bent"]),
        ]
        assert flow(site, process) == joined
        keys.press("Control+z")
        expect(shape(visit, "Task: Look closely")).to_be_visible()
        visit.settle()
    assert flow(site, process) == branched


@pytest.mark.long
def test_a_connection_is_drawn_from_shape_to_shape(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?tab=diagram&culture=1033") as visit:
        start, end = shape(visit, "Start event: Wheel is bent"), shape(visit, "End event: Done")
        start.click()
        node = visit.page.locator(".react-flow__node").filter(has=start)
        node.locator(".source").drag_to(end)
        expect(visit.page.get_by_label("Start event: Wheel is bent. Leads to: Look at it, Done.")).to_be_visible()
    assert flow(site, process) == [("evEnd", "Done", ["Look at it", "Wheel is bent"]), *STRAIGHT[1:]]


@pytest.mark.long
def test_an_empty_diagram_is_begun(site: Site) -> None:
    with site.client() as client:
        category = client.get(TREE).json()["elements"][0]["children"][0]["id"]
        main = _created(client.post(DETAIL, json=_body("mainProcess", category, "Main")))
        empty = _created(client.post(DETAIL, json=_body("subProcess", main, "Empty")))
    with site.visit(Role.ARCHITECT, f"elements/processes/{empty}?tab=diagram&culture=1033") as visit:
        visit.check_accessible()
        visit.page.get_by_role("button", name="Add the first step").click()
        visit.page.get_by_role("dialog").get_by_label("Name (English)").fill("Somebody calls")
        visit.page.keyboard.press("Enter")
        expect(shape(visit, "Start event: Somebody calls")).to_be_focused()
    assert flow(site, empty) == [("evStart", "Somebody calls", [])]


@pytest.mark.long
def test_paper_shows_the_whole_diagram(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?tab=diagram&culture=1033", keep=False) as visit:
        page = visit.page
        expect(shape(visit, "End event: Done")).to_be_visible()
        page.emulate_media(media="print")
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        sheet = page.get_by_role("img", name="Repair a wheel")
        expect(sheet).to_be_visible()
        assert sheet.locator("text").all_text_contents() == ["Wheel is bent", "Look at it", "Done"]
        expect(page.get_by_role("toolbar")).to_be_hidden()
        page.evaluate("window.dispatchEvent(new Event('afterprint'))")
        expect(sheet).to_have_count(0)


def test_a_diagram_takes_the_changes_of_two_users(site: Site, process: str) -> None:
    """The second one is made on top of the first one: what was typed is not lost, and nothing is overwritten."""
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?tab=diagram&culture=1033", expected=(412,)) as visit:
        page = visit.page
        shape(visit, "Task: Look at it").click()
        page.get_by_role("button", name="Insert after").click()
        page.get_by_role("dialog").get_by_label("Name (English)").fill("Mine")
        with site.client() as client:
            items = {"values": [_item(0, "task", "Theirs")]}
            client.post(
                f"rest/facets/processes/views/diagram/elements/{process}/content", json=items
            ).raise_for_status()
        page.get_by_role("dialog").get_by_role("button", name="Add").click()
        expect(shape(visit, "Task: Mine")).to_be_visible()
        expect(shape(visit, "Task: Theirs")).to_be_visible()
    assert flow(site, process) == [
        ("evEnd", "Done", ["Mine"]),
        ("evStart", "Wheel is bent", []),
        ("task", "Look at it", ["Wheel is bent"]),
        ("task", "Mine", ["Look at it"]),
        ("task", "Theirs", []),
    ]


@pytest.mark.long
def test_a_diagram_is_drawn_in_every_layout_and_downloaded(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?tab=diagram&culture=1033") as visit:
        page = visit.page
        layouts = page.get_by_label("Layout")
        for key in [each.get_attribute("value") for each in layouts.locator("option").all()]:
            layouts.select_option(key)
            expect(page).to_have_url(re.compile(f"layout={key}\\b"))
            expect(page.locator("button[data-shape]")).to_have_count(3)
            visit.settle()
        with page.expect_download() as drawing:
            page.get_by_role("button", name="Download").click()
            page.get_by_role("menuitem", name="As a drawing (SVG)").click()
        with page.expect_download() as pixels:
            page.get_by_role("button", name="Download").click()
            page.get_by_role("menuitem", name="As a picture (PNG)").click()
        assert drawing.value.suggested_filename == "Repair a wheel.svg"
        assert "Look at it" in "".join(ElementTree.parse(drawing.value.path()).getroot().itertext())
        assert pixels.value.path().read_bytes().startswith(PNG)


@pytest.mark.long
@looks(("en", "dark"))
def test_diagrams_keep_the_rules(site: Site, process: str, language: str, scheme: Scheme) -> None:
    path = f"elements/processes/{process}?tab=diagram&culture=1033&layout=horizontalSwimlane"
    with site.visit(Role.ARCHITECT, path, language=language, scheme=scheme) as visit:
        page = visit.page
        page.locator("button[data-shape]").first.focus()
        visit.check_accessible(contrast=True)
        for key in ("+", "c", "Delete"):
            page.keyboard.press(key)
            page.get_by_role("dialog").wait_for()
            visit.check_accessible()
            page.keyboard.press("Escape")
            page.get_by_role("dialog").wait_for(state="hidden")
            expect(page.locator("button[data-shape]").first).to_be_focused()
        page.keyboard.press("F2")
        page.locator("[data-renaming] textarea").wait_for()
        visit.check_accessible()
