"""Looking after storages: where the storage is an administration, others are made on the page."""

from playwright.sync_api import expect

from tests.support.demo_service import run_command
from tests.web.browser import Site

SYSTEM = "_sysadmin/_admin"


def test_a_collection_and_a_storage_in_it_are_made(site: Site) -> None:
    link = run_command("tenant", "create", SYSTEM, "--data", site.folder)
    with site.visit(None) as visit:
        page = visit.page
        page.goto(f"{site.service.base}/{SYSTEM}/administration/tenants?show=collections#{link.partition('#')[2]}")
        page.get_by_role("button", name="New collection").click()
        page.get_by_role("textbox", name="Name in the address").fill("acme")
        page.get_by_role("textbox", name="Name", exact=True).fill("The Acme company")
        page.get_by_role("button", name="Create").click()
        expect(page.get_by_role("row", name="The Acme company acme")).to_be_visible()
        visit.check_accessible()
        page.get_by_role("radio", name="Collections").focus()
        page.keyboard.press("ArrowLeft")
        page.get_by_role("button", name="New storage").click()
        page.get_by_role("textbox", name="Name in the address").fill("plant")
        page.get_by_role("textbox", name="Name", exact=True).fill("The plant")
        page.get_by_role("combobox", name="Collection").click()
        page.get_by_role("option", name="The Acme company").click()
        visit.check_accessible()
        page.get_by_role("button", name="Create").click()
        expect(page.get_by_role("row", name="The plant plant The Acme company standard yes")).to_be_visible()
        visit.check_accessible()

    assert "acme/plant" in run_command("tenant", "list", "--data", site.folder)
