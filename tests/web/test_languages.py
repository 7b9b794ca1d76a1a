"""One language at a time: names, dates and orders are those of the language that is chosen."""

from typing import Final

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Site

DETAIL: Final = "rest/facets/organization/views/detail/elements"


def create(site: Site, facet: str, type_: str, names: dict[str, str]) -> str:
    body = {"elements": [{"type": type_, "attributes": {"name": names}}]}
    with site.client() as client:
        made = client.post(f"rest/facets/{facet}/views/detail/elements", json=body)
    assert made.status_code == 200, made.text
    return str(made.json()["elements"][0]["id"])


def test_renaming_starts_with_the_name_in_this_language_alone(site: Site) -> None:
    """The name that was shown in its place was stored as a translation."""
    id_ = create(site, "organization", "orgUnit", {"1033": "Crane yard"})
    with site.visit(Role.ARCHITECT, f"facets/organization/tree?selected={id_}&culture=1031", language="de") as visit:
        page = visit.page
        page.get_by_role("treeitem", selected=True).wait_for()
        page.get_by_role("tree").focus()
        page.keyboard.press("F2")
        dialog = page.get_by_role("dialog", name="Umbenennen")
        expect(dialog.get_by_label("Name (Deutsch)")).to_have_value("")
        expect(dialog.get_by_role("button", name="Umbenennen")).to_be_disabled()
        page.keyboard.press("Escape")

    with site.client() as client:
        found = client.get(f"{DETAIL}/{id_}").json()["elements"][0]
    assert found["attributes"]["name"] == {"1033": "Crane yard"}


@pytest.mark.long
def test_a_list_is_ordered_by_the_names_that_are_shown(site: Site) -> None:
    """German lists were ordered by English names."""
    with site.visit(Role.ARCHITECT, "facets/roles/list?culture=1031", language="de") as visit:
        names = visit.page.get_by_role("table").get_by_role("row").locator("a")
        expect(names.nth(10)).to_be_visible()
        shown = [each.casefold() for each in names.all_inner_texts()]
        plain = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "s"})
        assert shown == sorted(shown, key=lambda each: each.translate(plain))


@pytest.mark.long
def test_the_language_of_content_is_remembered(site: Site) -> None:
    with site.visit(Role.ARCHITECT, "facets/roles/list") as visit:
        page = visit.page
        switch = page.get_by_role("combobox", name="Language of content")
        expect(switch).to_have_value("German")  # this user's own
        switch.click()
        page.get_by_role("option", name="English").click()
        expect(switch).to_have_value("English")
        visit.go("")
        expect(switch).to_have_value("English")
        visit.go("?culture=1031")
        expect(switch).to_have_value("German")


@pytest.mark.long
def test_dates_are_written_in_the_language_and_have_no_end_in_9999(site: Site) -> None:
    with site.client() as client:
        query = {"$filter": "state -eq 'inEffect'", "$resources": "attributes", "$select": "validFrom,validUntil"}
        found = client.get("rest/facets/processes/views/list/elements", params=query).json()["elements"]
    endless = next(each for each in found if each["attributes"]["validUntil"]["127"].startswith("9999"))
    year, month, day = endless["attributes"]["validFrom"]["127"][:10].split("-")
    with site.visit(Role.VIEWER, f"elements/processes/{endless['id']}?culture=1031", language="de") as visit:
        main = visit.page.get_by_role("main")
        expect(main.get_by_text("kein Ende").first).to_be_visible()
        expect(main.get_by_text(f"{day}.{month}.{year}").first).to_be_visible()
        expect(main.get_by_text("9999")).to_have_count(0)
        expect(main.get_by_text(f"{year}-{month}-{day}")).to_have_count(0)
