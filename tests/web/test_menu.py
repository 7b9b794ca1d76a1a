"""The menu: facets in the groups of the metamodel, which fold and stay folded."""

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Site


def test_facets_stand_in_groups_that_fold_and_stay_folded(site: Site) -> None:
    with site.client() as client:
        groups = client.get("rest/types").json()["facetGroups"]
    names = [each["displayNames"]["1031"] for each in groups]
    assert len(names) > 3
    with site.visit(Role.ARCHITECT, "?culture=1031", language="de") as visit:
        page = visit.page
        menu = page.get_by_role("navigation", name="Facetten")
        shown = menu.locator("button[aria-expanded]")
        assert shown.all_inner_texts()[: len(names)] == names
        group, link = menu.get_by_role("button", name=names[0]), menu.get_by_role("link", name="Prozesse")
        expect(link).to_be_visible()
        group.focus()
        page.keyboard.press("Enter")
        expect(link).to_have_count(0)
        expect(group).to_have_attribute("aria-expanded", "false")
        visit.check_accessible(contrast=True)
        visit.go("tasks?culture=1031")
        expect(group).to_have_attribute("aria-expanded", "false")
        menu.get_by_role("textbox", name="Facette finden").fill("prozesse")
        expect(link).to_be_visible()  # a search looks into what is folded


@pytest.mark.long
def test_facets_without_elements_are_aside(site: Site) -> None:
    with site.client() as client:
        used = {each["facet"] for each in client.get("rest/stats?by=facet").json()["values"]}
        empty = [each for each in client.get("rest/facets").json()["values"] if each["name"] not in used]
    assert empty
    with site.visit(Role.ADMINISTRATOR, "") as visit:
        menu = visit.page.get_by_role("navigation", name="Facets")
        link = menu.get_by_role("link", name=empty[0]["displayNames"]["1033"], exact=True)
        expect(link).to_have_count(0)
        menu.get_by_role("button", name="Without elements").click()
        expect(link).to_be_visible()
