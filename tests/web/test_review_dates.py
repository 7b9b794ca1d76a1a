"""A review that is due: the owner finds it, confirms it, and everyone sees who has."""

from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Site

DETAIL = "rest/facets/processes/views/detail/elements"
USERS = "rest/facets/users/views/list/elements"
TEXTS = {"name": {"1031": "Notausgang", "1033": "Emergency exit"}, "description": {"1031": "Hinaus.", "1033": "Out."}}
RULE = {"types": {"subProcess": {"review": {"months": 1, "leadDays": 366}}}}


def test_an_owner_confirms_what_is_due_and_everyone_sees_it(site: Site) -> None:
    with site.client() as client:
        client.post("rest/metamodel/additions", json={"additions": RULE}).raise_for_status()
        users = client.get(USERS).json()["elements"]
        owner = next(each["id"] for each in users if each["attributes"]["lastName"]["127"] == "Hartung")
        element = {"type": "subProcess", "attributes": TEXTS, "related": {"owner": [{"id": owner}]}}
        process = client.post(DETAIL, json={"elements": [element]}).json()["elements"][0]["id"]
        client.post(f"release/{process}/transitions/InProcessToReleased?ignoreWarnings=true").raise_for_status()

    with site.visit(Role.APPROVER, "tasks?culture=1033") as visit:
        page = visit.page
        page.get_by_role("link", name="Emergency exit", exact=True).click()
        expect(page.get_by_text("Please look whether this version is still right, by")).to_be_visible()
        visit.check_accessible()
        page.get_by_role("button", name="Still right", exact=True).click()
        expect(page.get_by_text("Thank you. It is recorded with this version.")).to_be_visible()

    with site.visit(Role.VIEWER, f"elements/processes/{process}?culture=1033&tab=release") as visit:
        expect(visit.page.get_by_text("that this version is still right.")).to_contain_text("Hartung confirmed on")
        expect(visit.page.get_by_role("button", name="Still right", exact=True)).to_have_count(0)
        visit.check_accessible()
        visit.go("")
        reviews = visit.page.locator("section", has=visit.page.get_by_role("heading", name="Reviews", exact=True))
        expect(reviews.get_by_text("overdue since").first).to_be_visible()
        visit.check_accessible()

    with site.client() as client:
        history = client.get(f"{DETAIL}/{process}/history").json()["values"]
        assert [each["by"] for each in history if each["kind"] == "review.confirmed"] == [owner]
