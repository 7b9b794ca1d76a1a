"""The workbench of translators: what is stale or missing, side by side with its source, one after the other by key."""

from typing import Any, Final

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import PHONE, Site
from tests.web.readable import check_readable

DETAIL: Final = "rest/facets/processes/views/detail/elements"
USERS: Final = "rest/facets/users/views/list/elements"


def prepare(site: Site) -> list[str]:
    """Two drafts of the editor whose English names were changed after they were translated."""
    with site.client() as client:
        users = client.get(USERS).json()["elements"]
        (author,) = [each["id"] for each in users if each["attributes"]["lastName"]["127"] == "Lang"]
        related = {"author": [{"facetName": "users", "id": author, "type": "user"}]}
        made = []
        for english, german in (("Aaa one", "Aaa eins"), ("Aaa two", "Aaa zwei")):
            names = {"name": {"1033": english, "1031": german}}
            body: dict[str, Any] = {"elements": [{"type": "subProcess", "attributes": names, "related": related}]}
            made.append(str(client.post(DETAIL, json=body).json()["elements"][0]["id"]))
        for id_, english in zip(made, ("Aaa first one", "Aaa two!"), strict=True):
            body = {"elements": [{"id": id_, "attributes": {"name": {"1033": english}}}]}
            assert client.post(DETAIL, json=body).status_code == 200
    return made


def states(site: Site, id_: str) -> dict[int, str]:
    with site.client() as client:
        found = client.get(f"{DETAIL}/{id_}/translations").json()["values"]
    return {each["culture"]: each["state"] for each in found if each["attribute"] == "name"}


def test_a_translator_works_through_what_is_stale_by_keys(site: Site) -> None:
    first, second = prepare(site)
    with site.visit(Role.EDITOR, "?culture=1033") as visit:
        page = visit.page
        page.get_by_role("link", name="Translate: German").click()
        expect(page.get_by_role("heading", level=1, name="Translations")).to_be_visible()
        progress = page.get_by_role("button", name="German").and_(page.locator("[aria-pressed=true]"))
        expect(progress).to_contain_text("texts are current")
        listed = page.get_by_role("navigation", name="To translate")
        listed.get_by_role("link", name="Aaa first one").click()

        # The source with the word that is new, and what it was; the translation beside it. A draft outlives a reload.
        expect(page.locator("ins").filter(has_text="first")).to_be_visible()
        page.get_by_label("Name (German)").fill("Aaa erstes")
        page.reload()
        expect(page.get_by_label("Name (German)")).to_have_value("Aaa erstes")
        visit.check_accessible(contrast=True)
        check_readable(visit)
        page.get_by_label("Name (German)").press("Control+Enter")

        # The next one is open, and what is done has left the list. This one is still right.
        expect(page.get_by_label("Name (German)")).to_have_value("Aaa zwei")
        expect(listed.get_by_role("link", name="Aaa first one")).to_have_count(0)
        assert states(site, first) == {1031: "current", 1033: "current"}
        page.keyboard.press("Control+Shift+Enter")
        expect(page.get_by_text("Confirmed.")).to_be_visible()
        expect(listed.get_by_role("link", name="Aaa two!")).to_have_count(0)
        assert states(site, second) == {1031: "current", 1033: "current"}


@pytest.mark.long
def test_the_workbench_fits_a_phone_in_the_dark(site: Site) -> None:
    (id_, _) = prepare(site)
    with site.visit(
        Role.EDITOR, f"translations?target=1031&id={id_}&of=processes", language="de", scheme="dark", size=PHONE
    ) as visit:
        expect(visit.page.get_by_label("Name (Deutsch)")).to_be_visible()
        expect(visit.page.get_by_role("button", name="Stimmt noch: Name")).to_be_visible()
        visit.check_accessible(contrast=True)
        assert visit.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.long
def test_the_menu_leads_there_and_the_list_goes_on(site: Site) -> None:
    """A hundred at first: what is behind them was out of reach until those before it were done."""
    names = [f"Aab {number:03}" for number in range(120)]
    drafts = [{"type": "subProcess", "attributes": {"name": {"1033": name}}} for name in names]
    with site.client() as client:
        assert client.post(DETAIL, json={"elements": drafts}).status_code == 200
    with site.visit(Role.ADMINISTRATOR, "?culture=1033") as visit:
        page = visit.page
        page.get_by_role("navigation", name="Facets").get_by_role("link", name="Translations").click()
        listed = page.get_by_role("navigation", name="To translate")
        expect(listed.get_by_role("link", name=names[0])).to_be_visible()
        listed.get_by_role("link").last.scroll_into_view_if_needed()
        expect(listed.get_by_role("link", name=names[-1])).to_be_visible()
