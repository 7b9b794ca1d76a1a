"""Several shapes of a process chosen together: copied, pasted and deleted, by keys and by mouse."""

import re

import pytest
from playwright.sync_api import Locator, expect

from facetstore.domain.callers import Role
from tests.web.browser import Site, Visit
from tests.web.writing import DETAIL, address, field, new_process, saved, shape, store, stored

BEGUN = "( Go\nCut it @Welder #Taktwerk MES\nWeld it @Welder\nIs it right?\n  yes\n    ) End\n  no\n    -> Cut it\n"


def ask(site: Site, process: str, at: str | None) -> None:
    with site.client() as client:
        assert client.post(f"{DETAIL}/{process}/comments", json={"text": "How long?", "shape": at}).is_success


def chosen(visit: Visit) -> Locator:
    return visit.page.locator("button[data-shape][aria-pressed=true]")


def test_steps_are_chosen_copied_and_pasted_into_another_process_by_keys(site: Site) -> None:
    one, other = new_process(site, "Make a frame"), new_process(site, "Make a fork")
    store(site, one, BEGUN)
    store(site, other, "( In\nWithin\n) Out\n")
    with site.visit(Role.ARCHITECT, address(one)) as visit:
        keys = visit.page.keyboard
        shape(visit, "Task: Cut it").focus()
        keys.press("Shift+ArrowDown")
        expect(visit.page.get_by_text("2 shapes are chosen.")).to_be_visible()
        visit.check_accessible()
        keys.press("Control+c")
        expect(visit.page.get_by_text("2 steps were copied.")).to_be_visible()
        visit.go(address(other))
        shape(visit, "Task: Within").focus()
        keys.press("Control+v")
        pasted = "( In\nWithin\nCut it @Welder #Taktwerk MES\nWeld it @Welder\n) Out\n"
        expect(field(visit)).to_have_value(pasted)
        expect(shape(visit, "Task: Weld it")).to_be_attached()
        keys.press("Control+s")
        saved(visit)
    assert stored(site, other) == pasted
    assert stored(site, one) == BEGUN


@pytest.mark.long
def test_switches_of_a_drawing_show_what_belongs_to_steps_and_what_is_missing_and_stay(site: Site) -> None:
    process, other = new_process(site, "Make a bell"), new_process(site, "Make a lamp")
    for each in (process, other):
        store(site, each, "( Go\nCut it @Welder #Taktwerk MES\nRest\n) End\n")
    with site.visit(Role.ARCHITECT, address(process)) as visit:
        details = visit.page.locator("svg text").filter(has_text="Taktwerk MES")
        expect(details).to_have_count(0)
        ask(site, process, shape(visit, "Task: Rest").get_attribute("data-shape"))
        visit.go(address(process))
        visit.page.get_by_role("button", name="Show at the shapes").click()
        for name in ("Roles, systems and documents", "What is missing for a release", "Open questions"):
            visit.page.get_by_role("checkbox", name=name).click()
            expect(visit.page.get_by_role("checkbox", name=name)).to_be_checked()
        expect(details.first).to_be_attached()
        expect(shape(visit, "Task: Rest")).to_have_accessible_name(re.compile("No role does it"))
        expect(shape(visit, "Task: Rest")).to_have_accessible_name(re.compile("Open thread of comments"))
        expect(shape(visit, "Task: Cut it")).not_to_have_accessible_name(re.compile("Open thread"))
        visit.check_accessible()
        visit.page.keyboard.press("Escape")
        shape(visit, "Task: Rest").click()
        if not visit.page.get_by_role("link", name="One open question").is_visible():
            visit.page.get_by_role("button", name="Details", exact=True).click()
        visit.page.get_by_role("link", name="One open question").click()
        expect(visit.page.get_by_role("textbox", name="Comment on “Rest”")).to_be_visible()
        visit.go(address(other))
        expect(details.first).to_be_attached()
        visit.page.get_by_role("button", name="Show at the shapes").click()
        for name in ("Roles, systems and documents", "What is missing for a release", "Open questions"):
            visit.page.get_by_role("checkbox", name=name).click()
            expect(visit.page.get_by_role("checkbox", name=name)).not_to_be_checked()
        expect(details).to_have_count(0)


@pytest.mark.long
def test_all_shapes_are_chosen_and_let_go_by_keys_and_a_loop_is_pasted_beside_itself(site: Site) -> None:
    process = new_process(site, "Make a wheel")
    store(site, process, BEGUN)
    with site.visit(Role.ARCHITECT, address(process)) as visit:
        keys = visit.page.keyboard
        shape(visit, "Task: Weld it").focus()
        keys.press("Control+a")
        expect(chosen(visit)).to_have_count(7)
        keys.press("Escape")
        expect(chosen(visit)).to_have_count(0)
        keys.press("Control+Space")
        keys.press("Control+ArrowDown")
        keys.press("Control+ArrowDown")
        keys.press("Control+Space")
        expect(chosen(visit)).to_have_count(2)
        keys.press("Control+a")
        keys.press("Control+c")
        expect(visit.page.get_by_text("7 steps were copied.")).to_be_visible()
        other = new_process(site, "Make a spoke")
        store(site, other, "( In\n) Out\n")
        visit.go(address(other))
        shape(visit, "Start event: In").focus()
        keys.press("Control+v")
        keys.press("Control+s")
        saved(visit)
    found = stored(site, other)
    assert all(each in found for each in ("#Taktwerk MES", "Weld it @Welder\n", "Is it right?\n", "-> Cut it\n"))


@pytest.mark.long
def test_shapes_in_a_frame_are_deleted_at_once_and_come_back_by_one_undo(site: Site) -> None:
    process = new_process(site, "Make a saddle")
    begun = "( Go\nOne\nTwo\nThree\nFour\n) End\n"
    store(site, process, begun)
    with site.visit(Role.ARCHITECT, address(process)) as visit:
        page = visit.page
        boxes = [shape(visit, f"Task: {name}").bounding_box() for name in ("Two", "Three")]
        left = min(box["x"] for box in boxes if box) - 30
        top = min(box["y"] for box in boxes if box) - 12
        right = max(box["x"] + box["width"] for box in boxes if box) + 30
        bottom = max(box["y"] + box["height"] for box in boxes if box) + 12
        page.keyboard.down("Shift")
        page.mouse.move(left, top)
        page.mouse.down()
        page.mouse.move(right, bottom, steps=4)
        page.mouse.up()
        page.keyboard.up("Shift")
        expect(chosen(visit)).to_have_count(2)
        shape(visit, "Task: Four").click(modifiers=["Shift"])
        expect(chosen(visit)).to_have_count(3)
        shape(visit, "Task: Four").click(modifiers=["Shift"])
        expect(chosen(visit)).to_have_count(2)
        page.keyboard.press("Delete")
        page.get_by_role("button", name="Delete and join the flow").click()
        expect(field(visit)).to_have_value("( Go\nOne\nFour\n) End\n")
        page.get_by_role("button", name="Undo", exact=True).click()
        expect(field(visit)).to_have_value(begun)
        shape(visit, "Task: One").click()
        expect(chosen(visit)).to_have_count(0)
    assert stored(site, process) == begun


@pytest.mark.long
def test_connections_are_chosen_by_keys_and_in_the_script_and_changed_in_the_details(site: Site) -> None:
    process = new_process(site, "Make a basket")
    begun = "( Go\nOne\nTwo\n-> One\n"
    store(site, process, begun)
    with site.visit(Role.ARCHITECT, address(process)) as visit:
        page, details = visit.page, visit.page.get_by_role("region", name="Details")
        shape(visit, "Task: One").focus()
        page.keyboard.press("l")
        expect(details.get_by_text("Connection", exact=True)).to_be_visible()
        expect(page.get_by_text("One leads to Two", exact=True)).to_be_attached()
        visit.check_accessible()
        details.get_by_role("button", name="Insert a step here").click()
        expect(field(visit)).to_have_value("( Go\nOne\nNew step\nTwo\n-> One\n")
        field(visit).focus()
        page.keyboard.press("Control+End")
        page.keyboard.press("ArrowUp")
        expect(details.get_by_text("It leads back.")).to_be_visible()
        details.get_by_role("button", name="Delete the connection").click()
        expect(field(visit)).to_have_value("( Go\nOne\nNew step\nTwo\n")
        for _ in range(2):
            page.get_by_role("button", name="Undo", exact=True).click()
            visit.settle()
    assert stored(site, process) == begun
