"""Read and understood: asked at the release, confirmed by who is asked, and seen by who has asked."""

from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Site

DETAIL = "rest/facets/processes/views/detail/elements"
TEXTS = {"name": {"1031": "Fluchtwege", "1033": "Ways out"}, "description": {"1031": "Hinaus.", "1033": "Out."}}


def test_who_is_asked_confirms_once_and_who_asks_sees_it(site: Site) -> None:
    with site.client() as client:
        made = client.post(DETAIL, json={"elements": [{"type": "subProcess", "attributes": TEXTS}]})
        process = made.json()["elements"][0]["id"]
        client.post(f"release/{process}/transitions/InProcessToReleased?ignoreWarnings=true").raise_for_status()
    at = f"elements/processes/{process}?culture=1033"

    with site.visit(Role.ARCHITECT, f"{at}&tab=release") as visit:
        page = visit.page
        page.get_by_role("combobox", name="Ask all with a role").click()
        page.get_by_role("option", name="Viewer").click()
        expect(page.get_by_text("All with the role Viewer or a higher one")).to_be_visible()
        expect(page.get_by_text(" have confirmed the version in force.")).to_be_visible()
        visit.check_accessible()

    with site.visit(Role.VIEWER, "tasks?culture=1033") as visit:
        page = visit.page
        page.get_by_role("link", name="Ways out").click()
        page.get_by_role("button", name="I have read and understood this").click()
        expect(page.get_by_text("Thank you. It is recorded.")).to_be_visible()
        expect(page.get_by_role("button", name="I have read and understood this")).to_have_count(0)

    with site.client() as client:
        found = client.get(f"{DETAIL}/{process}/acknowledgements").json()
        assert found["count"] - found["missing"] == 1
