"""Following a process to its diagram, and on from shape to sub process, by mouse and by keys."""

from typing import Any, Final

from playwright.sync_api import Page, expect

from facetstore.domain.callers import Role
from tests.web.browser import Site
from tests.web.hands import Hand, by_hand

WAY: Final = ("Unternehmen steuern", "Strategie entwickeln", "Budget planen")


def drawn(site: Site, process: str) -> dict[str, Any]:
    """What the interface draws of a process."""
    with site.client("viewer") as client:
        body = client.get(f"rest/diagram/{process}/render/1031/detailed?format=json")
    found: dict[str, Any] = body.json()["values"][0]
    return found


def id_of(page: Page) -> str:
    return page.url.partition("?")[0].rpartition("/")[2]


@by_hand("keyboard")
def test_a_process_is_followed_to_its_diagram_and_on_to_its_sub_processes(site: Site, hand: Hand) -> None:
    with site.client("viewer") as client:
        query = {"$filter": f"name -eq '{WAY[0]}'", "$culture": "1031"}
        start = client.get("rest/facets/processes/views/detail/elements", params=query).json()["elements"][0]["id"]

    with site.visit(Role.VIEWER, f"elements/processes/{start}?culture=1031", language="de") as visit:
        page, shapes = visit.page, visit.page.locator("button[data-shape]")
        hand.use(page.get_by_role("link", name="Diagramm", exact=True))
        seen = {id_of(page): WAY[0]}
        for name in WAY[1:]:
            visit.settle()  # a diagram that is still being fitted into its frame moves away under the second click
            hand.follow(shapes.and_(page.get_by_label(f"Subprozess: {name}.")))
            expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
            expect(page.get_by_role("region", name=f"Diagramm von {name}")).to_be_visible()
            expect(page.locator("button[data-shape]:focus")).to_have_count(1)
            seen[id_of(page)] = name
        expect(page.get_by_role("button", name="Dahinter einfügen")).to_have_count(0)
        visit.check_accessible()
        last, count = id_of(page), shapes.count()

    assert {process: drawn(site, process)["name"] for process in seen} == seen
    assert count == len(drawn(site, last)["nodes"])
