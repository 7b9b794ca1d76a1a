"""Small forms keep what was typed: refused, closed by mistake, left or reloaded, they come back as they were."""

from typing import Final

from playwright.sync_api import Page, expect

from facetstore.domain.callers import Role
from tests.web.browser import Site

DETAIL: Final = "rest/facets/processes/views/detail/elements"
NOTICE: Final = "You have unsaved changes from"


def new_process(site: Site) -> str:
    body = {"elements": [{"type": "subProcess", "attributes": {"name": {"1033": "Wheel"}}}]}
    with site.client() as client:
        made = client.post(DETAIL, json=body)
    assert made.status_code == 200, made.text
    return str(made.json()["elements"][0]["id"])


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_a_refused_dialog_stays_and_a_closed_one_comes_back(site: Site) -> None:
    with site.visit(Role.ADMINISTRATOR, "administration/tokens?culture=1033", expected=(400,)) as visit:
        page = visit.page
        button(page, "New token")
        dialog = page.get_by_role("dialog", name="New token")
        name = dialog.get_by_label("Name")
        name.fill("Reporting at night")
        dialog.get_by_label("Valid for days").fill("99999")
        with page.expect_response(lambda answer: answer.request.method == "POST") as refused:
            page.keyboard.press("Enter")
        assert refused.value.status == 400
        expect(name).to_have_value("Reporting at night")

        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        page.reload()
        button(page, "New token")
        expect(dialog.get_by_text(NOTICE)).to_be_visible()
        expect(name).to_have_value("Reporting at night")
        visit.check_accessible_once("a form that came back")
        dialog.get_by_role("button", name="Discard").click()
        expect(name).to_have_value("")
        page.keyboard.press("Escape")
        button(page, "New token")
        expect(name).to_have_value("")
        expect(dialog.get_by_text(NOTICE)).to_have_count(0)


def test_permissions_and_filters_are_there_when_one_comes_back(site: Site) -> None:
    process = new_process(site)
    with site.visit(Role.ADMINISTRATOR, f"elements/processes/{process}?culture=1033&tab=permissions") as visit:
        page = visit.page
        button(page, "Set permissions")
        inherits = page.get_by_role("checkbox").last
        inherits.check()
        page.get_by_role("link", name="History", exact=True).click()
        page.get_by_role("link", name="Permissions", exact=True).click()
        button(page, "Set permissions")
        expect(inherits).to_be_checked()
        expect(page.get_by_text(NOTICE)).to_be_visible()
        button(page, "Cancel")
        button(page, "Set permissions")
        expect(inherits).not_to_be_checked()

        visit.follow("facets/processes/list?culture=1033")
        page.get_by_role("textbox", name="Filter", exact=True).fill("half a filter")
        page.get_by_role("link", name="Home", exact=True).click()
        expect(page.get_by_role("region", name="Process house")).to_be_visible()
        visit.follow("facets/processes/list?culture=1033")
        expect(page.get_by_role("textbox", name="Filter", exact=True)).to_have_value("half a filter")


def test_half_a_row_of_a_filter_is_there_when_one_comes_back(site: Site) -> None:
    with site.visit(Role.VIEWER, "facets/processes/list?culture=1033") as visit:
        page = visit.page
        builder = page.get_by_role("group", name="Filter by conditions")
        button(page, "Filter by conditions")
        builder.get_by_role("button", name="Add a condition").click()
        builder.get_by_role("combobox", name="Field").fill("Maturity")
        page.get_by_role("option", name="Maturity", exact=True).click()
        page.reload()
        expect(builder.get_by_role("combobox", name="Field")).to_have_value("Maturity")
        builder.get_by_role("button", name="Remove condition 1").click()
        page.reload()
        expect(page.get_by_role("textbox", name="Filter", exact=True)).to_be_visible()
        expect(builder).to_have_count(0)
