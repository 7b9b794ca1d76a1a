"""Looking after storages: where the storage is an administration, others are made on the page."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.demo_service import demo_service, run_command
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
        expect(page.get_by_role("columnheader", name="Pool")).to_have_count(0)
        visit.check_accessible()

    assert "acme/plant" in run_command("tenant", "list", "--data", site.folder)


@pytest.mark.long
def test_where_there_are_pools_they_are_shown(demo_data: Path, browser: Browser, tmp_path: Path) -> None:
    settings = {"FACETSTORE_POOLS": f"north={tmp_path / 'north'}"}
    with demo_service(demo_data, tmp_path / "data", settings=settings) as service:
        site = Site(service, browser, tmp_path / "data")

        def command(*arguments: str) -> str:
            return run_command("tenant", *arguments, "--data", site.folder, settings=settings)

        link = command("create", SYSTEM)
        command("create", "acme/plant", "--no-administrator")
        with site.visit(None) as visit:
            page = visit.page
            page.goto(f"{service.base}/{SYSTEM}/administration/tenants#{link.partition('#')[2]}")
            expect(page.get_by_role("columnheader", name="Pool")).to_be_visible()
            expect(page.get_by_role("row", name="plant").get_by_role("cell", name="main")).to_be_visible()
            command("move", "acme/plant", "--pool", "north")
            page.reload()
            expect(page.get_by_role("row", name="plant").get_by_role("cell", name="north")).to_be_visible()
            page.get_by_role("radiogroup", name="What to show").get_by_text("Collections").click()
            expect(page.get_by_role("row", name="acme").get_by_role("cell", name="main")).to_be_visible()
