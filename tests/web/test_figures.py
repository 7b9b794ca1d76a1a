"""Figures lead somewhere: each opens the list of what it counts, as many as it says."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Site


def stats(site: Site, by: str) -> list[dict[str, Any]]:
    with site.client() as client:
        found = client.get(f"rest/stats?by={by}").json()["values"]
    return list(found)


def test_what_is_not_translated_opens_its_lists(site: Site) -> None:
    with site.client() as client:
        for facet, type_ in (("tags", "tag"), ("roles", "role"), ("processes", "subProcess"), ("it", "system")):
            made = {"type": type_, "attributes": {"name": {"1031": "Kran"}}}
            body = {"elements": [made, made, {"type": type_, "attributes": {"name": {"1033": "Crane"}}}]}
            client.post(f"rest/facets/{facet}/views/detail/elements", json=body).raise_for_status()
    whole = next(each for each in stats(site, "missingCulture") if each["missingCulture"] == 1033)
    parts = [each for each in stats(site, "facet,missingCulture") if each["missingCulture"] == 1033]
    assert whole["count"] > len(parts) > 1
    with site.visit(Role.ADMINISTRATOR, "?culture=1033") as visit:
        page = visit.page
        english = page.get_by_role("listitem").filter(has_text="English")
        english.get_by_role("button", name=re.compile(f"^{whole['count']:,} elements lack")).click()
        visit.check_accessible()
        for part in parts[:3] + parts[-1:]:
            link = page.locator(f'.fs-leads a[href*="/facets/{part["facet"]}/list"]')
            visit.follow(str(link.get_attribute("href")).split("/demo/showcase/")[1])
            expect(page.get_by_text(re.compile(f"^{part['count']:,} elements?$"))).to_be_visible()
            visit.follow("?culture=1033")
            english.get_by_role("button", name=re.compile("elements lack")).click()


@pytest.mark.long
def test_a_piece_of_a_bar_opens_the_elements_in_that_state(site: Site) -> None:
    valid = {"facet": "processes", "state": "inEffect"}
    count = next(each["count"] for each in stats(site, "facet,state") if valid.items() <= each.items())
    with site.visit(Role.ADMINISTRATOR, "?culture=1033") as visit:
        page = visit.page
        page.get_by_role("link", name=f"Processes, Valid: {count}").click()
        expect(page.get_by_text(f"{count} elements")).to_be_visible()
        assert "states=inEffect" in page.url

        visit.follow("reporting?facet=processes&culture=1033")
        states = page.locator("section").filter(has=page.get_by_role("heading", name="States"))
        states.get_by_text("As a table").click()
        states.get_by_role("link", name="Valid").click()
        expect(page.get_by_text(f"{count} elements")).to_be_visible()


@pytest.mark.long
def test_a_month_opens_what_was_released_in_it(site: Site) -> None:
    with site.client() as client:
        months = client.get("rest/stats?by=month&facets=processes").json()["values"]
    month = str(months[-1]["month"])
    with site.visit(Role.ADMINISTRATOR, "reporting?facet=processes&culture=1033") as visit:
        page = visit.page
        releases = page.locator("section").filter(has=page.get_by_role("heading", name="Releases over time"))
        releases.get_by_text("As a table").click()
        releases.get_by_role("link", name=month).click()
        expect(page.get_by_role("textbox", name="Filter", exact=True)).to_have_value(
            re.compile(f"-ge '{month}-01' AND ")
        )
        expect(page.get_by_role("row").nth(1)).to_be_visible()
