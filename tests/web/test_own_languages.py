"""Languages of a storage, administered in the page; stereotypes are in a day of an administrator."""

from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Site


def cultures(site: Site) -> dict[str, list[int] | int]:
    with site.client() as client:
        info = client.get("rest/info").json()
    return {key: info[key] for key in ("dataCultures", "mandatoryCultures", "defaultDataCulture")}


def test_a_language_is_added_made_mandatory_and_default_and_removed(site: Site) -> None:
    with site.visit(Role.ADMINISTRATOR, "administration/languages", expected=(409,)) as visit:
        page = visit.page
        page.get_by_role("combobox", name="Language", exact=True).fill("fran")
        page.get_by_role("option", name="French – français (fr-FR)").click()
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.get_by_text("Added French.")).to_be_visible()
        rows = page.get_by_role("table", name="Languages").get_by_role("row")
        expect(rows.filter(has_text="1036")).to_have_count(1)
        page.get_by_role("switch", name="Texts in French are needed for a release").click()
        expect(page.get_by_role("switch", name="Texts in French are needed for a release")).to_be_checked()
        visit.settle()
        known = cultures(site)
        assert 1036 in known["dataCultures"]  # type: ignore[operator]
        assert 1036 in known["mandatoryCultures"]  # type: ignore[operator]

        page.get_by_role("button", name="Make French the default").click()
        expect(rows.filter(has_text="1036")).to_contain_text("Default")
        expect(page.get_by_role("button", name="Remove French")).to_have_count(0)
        assert cultures(site)["defaultDataCulture"] == 1036
        page.get_by_role("button", name="Make German the default").click()

        page.get_by_role("button", name="Remove French").click()
        page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
        expect(rows.filter(has_text="1036")).to_have_count(0)

        page.get_by_role("button", name="Remove English").click()
        page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
        asked = page.get_by_role("dialog", name="There are texts in English")
        expect(asked).to_contain_text("texts are written in it")
        visit.check_accessible()
        asked.get_by_role("button", name="Cancel").click()
        assert 1033 in cultures(site)["dataCultures"]  # type: ignore[operator]
        page.get_by_role("button", name="Remove English").click()
        page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
        page.get_by_role("button", name="Remove anyway").click()
        expect(rows.filter(has_text="1033")).to_have_count(0)
        assert cultures(site)["dataCultures"] == [1031]
