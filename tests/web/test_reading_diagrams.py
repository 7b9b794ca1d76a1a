"""Diagrams as readers see them: whole, also where something in them is not released; structure from left to right."""

from typing import Any, Final

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Site

DETAIL: Final = "rest/facets/processes/views/detail/elements"
TREE: Final = "rest/facets/processes/views/tree/elements"
TEXTS: Final = {
    "name": {"1031": "Rad annehmen", "1033": "Take in a bike"},
    "description": {"1031": "Von der Tür bis zur Werkstatt.", "1033": "From the door to the workshop."},
}
SECRET: Final = "Weigh the bike"
WARNING: Final = f'"{SECRET}" is not released: readers see at most a placeholder without a name in the diagram.'


def made(site: Site, attributes: dict[str, Any]) -> str:
    with site.client() as client:
        answer = client.post(DETAIL, json={"elements": [{"type": "subProcess", "attributes": attributes}]})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["elements"][0]["id"])


def item(index: int, element: dict[str, Any]) -> dict[str, Any]:
    return {"shapeInfo": {"index": index, "predecessors": [index - 1] if index else []}, "element": element}


def flow(type_: str, name: str) -> dict[str, Any]:
    return {"type": type_, "attributes": {"name": {"1033": name}}}


def test_a_draft_in_a_diagram_is_warned_of_at_release_and_a_placeholder_for_readers(site: Site) -> None:
    process, draft = made(site, TEXTS), made(site, {"name": {"1033": SECRET}})
    shapes = [item(0, flow("evStart", "Bike arrived")), item(1, {"id": draft}), item(2, flow("evEnd", "Bike is in"))]
    with site.client() as client:
        assert client.post(f"{DETAIL}/{process}/content", json={"values": shapes}).status_code == 200

    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?tab=release") as visit:
        page = visit.page
        page.get_by_role("button", name="Release directly", exact=True).click()
        dialog = page.get_by_role("dialog", name="Release directly")
        expect(dialog.get_by_role("listitem")).to_have_text([f"Warning: {WARNING}"])
        expect(dialog.get_by_role("button", name="Release directly")).to_be_disabled()
        dialog.get_by_role("checkbox", name="Go on in spite of").check()
        dialog.get_by_role("button", name="Release directly").click()
        expect(page.get_by_text("Done: Release directly.")).to_be_visible()

    with site.visit(Role.VIEWER, f"elements/processes/{process}?tab=diagram&culture=1033") as visit:
        page, drawn = visit.page, visit.page.locator("button[data-shape]")
        expect(drawn).to_have_count(3)
        spoken = [each.get_attribute("aria-label") for each in drawn.all()]
        assert spoken == [
            "Start event: Bike arrived. Leads to: Not released.",
            "End event: Bike is in. Leads nowhere.",
            "Placeholder: Not released. Leads to: Bike is in.",
        ]
        drawn.nth(2).dblclick()  # it leads nowhere
        expect(drawn.nth(2)).to_have_attribute("aria-current", "true")
        expect(page.get_by_role("button", name="Open", exact=True)).to_be_disabled()
        expect(page.get_by_role("heading", level=1, name="Take in a bike")).to_be_visible()
        visit.check_accessible(contrast=True)
        assert SECRET not in page.content()
        assert draft not in page.content()


@pytest.mark.long
def test_structure_reads_from_left_to_right(site: Site) -> None:
    with site.client("viewer") as client:
        house = client.get(f"{TREE}?$resources=children,attributes").json()["elements"][0]["id"]
        children = client.get(f"{TREE}/{house}/children").json()["elements"]
    names = [each["attributes"]["name"]["1033"] for each in children]
    assert len(names) > 2

    with site.visit(Role.VIEWER, f"elements/processes/{house}?tab=diagram&culture=1033") as visit:
        drawn = visit.page.locator("button[data-shape]")
        expect(drawn).to_have_count(len(names))
        found = [(each.bounding_box(), each.get_attribute("aria-label") or "") for each in drawn.all()]
    places = [(round(box["y"] + box["height"] / 2), box["x"], label) for box, label in found if box is not None]
    assert len({row for row, _, _ in places}) < len(names), "some stand beside each other"
    in_order = [next(label for _, _, label in places if f": {name}." in label) for name in names]
    assert [label for _, _, label in sorted(places)] == in_order
