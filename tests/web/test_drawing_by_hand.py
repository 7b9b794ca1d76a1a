"""Shapes that stay where they are put: dragged, moved by keys, aligned, undone, and laid out again."""

from typing import Final

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Site, Visit
from tests.web.writing import address, field, new_process, save, saved, shape, store

BEGUN: Final = "( Go\nCut it\nWeld it\nPaint it\n) End\n"


def places(site: Site, process: str) -> dict[str, tuple[float, float]]:
    """Where the shapes stand, seen from the first of them; nothing where the service has laid them out."""
    with site.client() as client:
        drawing = client.get(f"rest/diagram/{process}/render/1033/asDrawn?format=json").json()["values"][0]
    if "origin" not in drawing:
        return {}
    nodes = {each["name"]: (each["x"], each["y"]) for each in drawing["nodes"]}
    left, top = nodes["Go"]
    return {name: (round(x - left), round(y - top)) for name, (x, y) in nodes.items()}


def drag(visit: Visit, name: str, across: int, down: int) -> None:
    box = shape(visit, name).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    visit.page.mouse.move(x, y)
    visit.page.mouse.down()
    visit.page.mouse.move(x + across / 2, y + down / 2, steps=4)
    visit.page.mouse.move(x + across, y + down, steps=4)
    visit.page.mouse.up()
    visit.settle()


@pytest.mark.long
def test_shapes_stay_where_they_are_put_until_all_is_laid_out_again(site: Site) -> None:
    process = new_process(site, "Make a stand")
    store(site, process, BEGUN)
    with site.visit(Role.ARCHITECT, f"{address(process)}&layout=asDrawn") as visit:
        page, keys = visit.page, visit.page.keyboard
        assert places(site, process) == {}

        drag(visit, "Task: Paint it", 0, 120)
        dragged = places(site, process)
        assert dragged["Paint it"][1] > dragged["Weld it"][1] + 50

        shape(visit, "Task: Cut it").click()
        keys.press("Alt+ArrowDown")
        visit.settle()
        nudged = places(site, process)
        assert nudged["Cut it"] == (dragged["Cut it"][0], dragged["Cut it"][1] + 10)

        shape(visit, "Task: Weld it").click(modifiers=["Shift"])
        shape(visit, "Task: Paint it").click(modifiers=["Shift"])
        visit.check_accessible()
        page.get_by_role("button", name="Arrange the chosen shapes").click()
        page.get_by_role("menuitem", name="Align tops").click()
        visit.settle()
        aligned = places(site, process)
        assert len({aligned[name][1] for name in ("Cut it", "Weld it", "Paint it")}) == 1

        page.reload()
        page.get_by_role("button", name="Undo", exact=True).click()
        visit.settle()
        assert places(site, process) == nudged

        field(visit).focus()
        keys.press("Control+Home")
        keys.press("End")
        keys.press("Enter")
        keys.type("Fetch it")
        expect(shape(visit, "Task: Fetch it")).to_be_attached()
        save(visit).click()
        saved(visit)
        visit.settle()
        assert {**places(site, process), "Fetch it": None} == {**nudged, "Fetch it": None}

        page.get_by_role("button", name="Arrange the chosen shapes").click()
        page.get_by_role("menuitem", name="Tidy up").click()
        visit.settle()
        assert places(site, process) == {}
