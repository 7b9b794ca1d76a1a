"""Creating what a field refers to: with the save, in one request, and nothing is lost where it is refused."""

from typing import Any, Final

import pytest
from playwright.sync_api import Route, expect

from facetstore.domain.callers import Role
from tests.web.browser import Scheme, Site
from tests.web.hands import Hand, by_hand
from tests.web.looks import looks

DETAIL: Final = "rest/facets/processes/views/detail/elements"
SYSTEMS: Final = "rest/facets/applications/views/list/elements"
NAME: Final = "Kranwaage 7"


@pytest.fixture
def process(site: Site) -> str:
    body = {"elements": [{"type": "subProcess", "attributes": {"name": {"1033": "Weigh the truck"}}}]}
    with site.client() as client:
        made = client.post(DETAIL, json=body)
    assert made.status_code == 200, made.text
    return str(made.json()["elements"][0]["id"])


def systems(site: Site, process: str) -> list[dict[str, Any]]:
    with site.client() as client:
        found = client.get(f"{DETAIL}/{process}/related/systems?$expandRelated=systems").json()["values"]
    return list(found.get("systems", []))


@by_hand("keyboard")
def test_a_system_is_created_with_the_save(site: Site, process: str, hand: Hand) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1033") as visit:
        page = visit.page
        name = f"{NAME} {type(hand).__name__}"
        field = page.get_by_label("Systems: Add …", exact=True)
        hand.choose(field, name, page.get_by_role("option", name=f"Create “{name}” (System)"))
        mark = page.locator('[data-field="related/systems"]').get_by_text("new", exact=True)
        expect(mark).to_be_visible()
        assert systems(site, process) == [], "nothing is created before the save"
        hand.use(page.get_by_role("button", name="Save", exact=True))
        expect(page.get_by_role("link", name=name)).to_be_visible()
        expect(mark).to_have_count(0)

    assert [each["attributes"]["name"] for each in systems(site, process)] == [{"1033": name}]


@pytest.mark.long
def test_a_name_is_asked_for_where_none_was_typed(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1031", language="de") as visit:
        page = visit.page
        page.get_by_label("Systeme: Hinzufügen …", exact=True).click()
        last = page.get_by_role("option").last
        expect(last).to_have_text("Anlegen: System …")
        last.click()
        dialog = page.get_by_role("dialog", name="Neu: System")
        dialog.get_by_label("Name (Deutsch)").fill("Plattformwaage")
        visit.check_accessible()
        page.keyboard.press("Enter")
        expect(page.get_by_text("neu", exact=True)).to_be_visible()
        page.get_by_role("button", name="Plattformwaage wegnehmen").click()
        expect(page.get_by_text("Keine Änderungen")).to_be_visible()


@pytest.mark.long
@looks(("en", "dark"))
def test_what_is_new_is_readable(site: Site, process: str, language: str, scheme: Scheme) -> None:
    words = {
        "en": ("Systems: Add …", "Create “Scale” (System)"),
        "de": ("Systeme: Hinzufügen …", "„Scale“ anlegen (System)"),
    }
    path = f"elements/processes/{process}?culture=1033"
    with site.visit(Role.ARCHITECT, path, language=language, scheme=scheme) as visit:
        visit.page.get_by_label(words[language][0], exact=True).fill("Scale")
        option = visit.page.get_by_role("option", name=words[language][1])
        expect(option).to_be_visible()
        visit.check_accessible(contrast=True)
        option.click()
        visit.check_accessible(contrast=True)


def test_a_refusal_keeps_the_form_and_what_was_typed(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1033", expected=(409,)) as visit:
        page = visit.page
        page.get_by_label("Name (English)").fill("Weigh it again")
        page.get_by_label("Systems: Add …", exact=True).fill("Refused")
        page.get_by_role("option", name="Create “Refused” (System)").click()
        with site.client() as client:
            client.post(f"{DETAIL}/{process}/lock").raise_for_status()
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_text("It cannot be done now")).to_be_visible()
        field = page.locator('[data-field="related/systems"]')
        expect(field.get_by_text("Refused")).to_be_visible()
        expect(field.get_by_text("new", exact=True)).to_be_visible()
        expect(page.get_by_label("Name (English)")).to_have_value("Weigh it again")
        expect(page.get_by_text("2 unsaved changes")).to_be_visible()

    assert systems(site, process) == []


def test_an_answer_that_was_lost_creates_nothing_twice(site: Site, process: str) -> None:
    """The save arrives, its answer does not: the second try, by itself, is the same change."""

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()
        visit.page.unroute("**/detail/elements")

    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1033", keep=False) as visit:
        page = visit.page
        page.get_by_label("Systems: Add …", exact=True).fill("Only once")
        page.get_by_role("option", name="Create “Only once” (System)").click()
        page.route("**/detail/elements", lose)
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_text("Saved.")).to_be_visible()
        visit.troubles.clear()  # the answer that was lost

    assert [each["attributes"]["name"] for each in systems(site, process)] == [{"1033": "Only once"}]
    with site.client() as client:
        hits = client.get("rest/search", params={"q": "Only once", "types": "system"}).json()["values"]
    assert len(hits) == 1


@pytest.mark.long
def test_nothing_is_offered_that_would_be_refused(site: Site, process: str) -> None:
    """Where the configuration says nothing of it, there is no such entry."""
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1033") as visit:
        page = visit.page
        page.get_by_label("Goals: Add …", exact=True).fill("Zero defects")
        visit.settle()
        expect(page.get_by_role("option", name="Create")).to_have_count(0)
