"""A day's work of a viewer, an editor and a translator: from one thing to the next as the page leads, without a dead end."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Site, Visit
from tests.web.readable import check_readable
from tests.web.test_files import NOTE

DETAIL: Final = "rest/facets/processes/views/detail/elements"
USERS: Final = "rest/facets/users/views/list/elements"
NAME: Final = "Leihrad zurücknehmen"


@pytest.fixture(scope="module")
def people(site: Site) -> dict[str, str]:
    """By last name."""
    with site.client() as client:
        found = client.get(USERS).json()["elements"]
    return {each["attributes"]["lastName"]["127"]: each["id"] for each in found}


def make(site: Site, attributes: dict[str, Any], related: dict[str, str]) -> str:
    """A draft, and the people it names."""
    persons = {key: [{"facetName": "users", "id": id_, "type": "user"}] for key, id_ in related.items()}
    with site.client() as client:
        made = client.post(
            DETAIL, json={"elements": [{"type": "subProcess", "attributes": attributes, "related": persons}]}
        )
    assert made.status_code == 200, made.text
    return str(made.json()["elements"][0]["id"])


def stored(site: Site, process: str) -> dict[str, Any]:
    with site.client() as client:
        found: dict[str, Any] = client.get(f"{DETAIL}/{process}").json()["elements"][0]
    return found


@pytest.mark.long
def test_a_viewer_reads_finds_and_comes_back(site: Site, people: dict[str, str]) -> None:
    texts = {"name": {"1031": "Geheimes Rad"}, "description": {"1031": "Noch geheim."}}
    draft = make(site, texts, {"author": people["Lang"]})
    with site.visit(Role.VIEWER, "?culture=1031", expected=(404,)) as visit:
        page = visit.page
        parts = page.get_by_role("navigation", name="Parts of the element")

        # In the morning: from the house of processes to a step of one of them.
        page.get_by_role("link", name="Räder bauen 5 below").click()
        expect(page.get_by_role("heading", level=2, name="Räder bauen")).to_be_visible()
        check_readable(visit)
        page.get_by_role("link", name="Open as a page").click()
        parts.get_by_role("link", name="Diagram").click()
        page.locator("button[data-shape]").and_(page.get_by_label("Rad montieren.")).dblclick()
        expect(page.get_by_role("heading", level=1, name="Rad montieren")).to_be_visible()
        expect(page.get_by_role("button", name="Save")).to_have_count(0)
        page.get_by_role("button", name="Favourite").click()
        for name in ("Diagram", "Files", "Used in", "Release", "Versions", "Read"):
            parts.get_by_role("link", name=name).click()
            check_readable(visit)

        # A question: the command box finds more than it can show, and leads on to all of it.
        page.keyboard.press("Control+k")
        page.keyboard.type("rad")
        page.get_by_role("dialog").get_by_role("button", name="All that “rad” finds").click()
        expect(page.get_by_role("heading", level=1, name="Search")).to_be_visible()
        page.get_by_role("main").get_by_role("link", name=re.compile("^Processes")).click()
        check_readable(visit)
        page.get_by_role("main").get_by_role("link", name="Rad lackieren").or_(
            page.get_by_role("main").get_by_role("link", name="Räder versenden")
        ).first.click()
        expect(page.get_by_role("heading", level=1)).to_be_visible()

        # A list, which offers nothing that a viewer could not do; a figure that leads to one.
        page.get_by_role("navigation").get_by_role("link", name="Roles", exact=False).first.click()
        expect(page.get_by_role("table")).to_be_visible()
        expect(page.get_by_role("button", name="New", exact=True)).to_have_count(0)
        expect(page.get_by_role("checkbox")).to_have_count(0)
        check_readable(visit)

        # What is not for viewers says so, and what to do about it.
        page.get_by_role("link", name="My tasks").first.click()
        expect(page.get_by_text("Nothing waits for you")).to_be_visible()
        expect(page.get_by_role("link", name="Administration")).to_have_count(0)
        visit.follow(f"elements/processes/{draft}")
        expect(page.get_by_text("not visible to you")).to_be_visible()
        check_readable(visit)

        # In the evening Home shows what was read.
        page.get_by_role("navigation").get_by_role("link", name="Home").click()
        for title in ("Favourites", "Recently viewed"):
            section = page.locator("section").filter(has=page.get_by_role("heading", name=title))
            expect(section.get_by_role("link", name="Rad montieren")).to_be_visible()
        check_readable(visit)


@pytest.mark.long
def test_an_editor_writes_draws_and_sends(site: Site) -> None:
    with site.visit(Role.EDITOR, "?culture=1031", language="de") as visit:
        page = visit.page
        parts = page.get_by_role("navigation", name="Teile des Elements")

        # Below the main process an editor creates nothing, and reads why and where instead.
        page.get_by_role("link", name=re.compile("^Bestellen und liefern")).click()
        page.get_by_role("button", name="Neu", exact=True).click()
        refused = page.get_by_role("menuitem", name="Subprozess")
        expect(refused).to_contain_text("nur Architekten")
        expect(refused).to_contain_text("in der Liste")
        page.keyboard.press("Escape")
        page.get_by_role("main").get_by_role("link", name="Liste", exact=True).click()
        page.get_by_role("button", name="Neu", exact=True).click()
        page.get_by_role("menuitem", name="Subprozess").click()
        page.get_by_role("dialog").get_by_label("Name (Deutsch)").fill(NAME)
        page.get_by_role("dialog").get_by_role("button", name="Anlegen").click()
        expect(page.get_by_role("heading", level=1, name=NAME)).to_be_visible()
        process = page.url.split("/")[-1].partition("?")[0]

        # Texts and people; saved by the key.
        page.get_by_role("button", name="Bearbeiten: Beschreibung (Deutsch)").click()
        page.get_by_role("textbox", name="Beschreibung (Deutsch)").press_sequentially("Jedes Rad wird geprüft.")
        for label, name in (("Reviewer", "Ines Falk"), ("Verantwortlich", "Sabine Hartung")):
            page.get_by_label(f"{label}: Hinzufügen …", exact=True).fill(name)
            page.get_by_role("option", name=name).first.click()
        page.keyboard.press("Control+s")
        expect(page.get_by_text("Keine Änderungen")).to_be_visible()
        check_readable(visit)

        # A diagram, and a file beside it.
        parts.get_by_role("link", name="Diagramm").click()
        _draw(visit)
        parts.get_by_role("link", name=re.compile("^Dateien")).click()
        page.locator("input[type=file]").last.set_input_files(NOTE)  # texts have one of their own
        expect(page.get_by_role("main").get_by_text(str(NOTE["name"])).first).to_be_visible()
        check_readable(visit)

        # To review, with a word to the reviewer; what is missing leads to its field.
        parts.get_by_role("link", name="Freigabe").click()
        check_readable(visit)
        page.get_by_role("link", name=re.compile("Name.*fehlt.*Englisch")).click()
        page.get_by_label("Name (Englisch)").fill("Take back a rented bike")
        page.keyboard.press("Control+s")
        expect(page.get_by_text("Keine Änderungen")).to_be_visible()
        parts.get_by_role("link", name="Freigabe").click()
        page.get_by_role("button", name="Zum Review geben").click()
        dialog = page.get_by_role("dialog", name="Zum Review geben")
        expect(dialog.get_by_text("Ines Falk")).to_be_visible()
        dialog.get_by_role("button", name="Zum Review geben").click()
        expect(page.locator('[aria-current="step"]')).to_contain_text("Ines Falk: wartet")
        parts.get_by_role("link", name="Historie").click()
        check_readable(visit)

        # In the evening it is among the drafts on Home.
        page.get_by_role("navigation").get_by_role("link", name="Start").click()
        drafts = page.locator("section").filter(has=page.get_by_role("heading", name="Meine Entwürfe"))
        expect(drafts.get_by_role("listitem").filter(has_text=NAME)).to_contain_text("In Review")
        check_readable(visit)

    found = stored(site, process)
    assert (found["state"], found["attributes"]["name"]["1033"]) == ("inReview", "Take back a rented bike")
    assert "Jedes Rad wird geprüft." in found["attributes"]["description"]["1031"]


def _draw(visit: Visit) -> None:
    page = visit.page
    page.get_by_role("button", name="Den ersten Schritt anlegen").click()
    page.get_by_role("dialog").get_by_label("Name (Deutsch)").fill("Rad kommt zurück")
    page.keyboard.press("Enter")
    expect(page.locator("button[data-shape]").and_(page.get_by_label(re.compile("Rad kommt zurück")))).to_be_focused()
    check_readable(visit)


@pytest.mark.long
def test_a_translator_goes_from_one_to_the_next_until_all_is_translated(site: Site, people: dict[str, str]) -> None:
    texts = {"Grease the chain": "Kette fetten", "Mend the tyre": "Reifen flicken"}
    made = [
        make(site, {"name": {"1033": name}, "description": {"1033": f"{name} well."}}, {"author": people["Lang"]})
        for name in texts
    ]
    with site.visit(Role.EDITOR, "?culture=1033", language="de") as visit:
        page = visit.page
        german = page.get_by_role("listitem").filter(has_text="Deutsch")
        german.locator("a, button").first.click()
        page.locator(".fs-leads").get_by_role("link", name="Prozesse").click()
        expect(page.get_by_role("button", name="Nicht übersetzt: Deutsch")).to_be_visible()
        check_readable(visit)
        page.get_by_role("link", name="Grease the chain").click()

        bar = page.get_by_role("complementary", name="Übersetzung")
        for left, (name, translated) in zip((2, 1), texts.items(), strict=True):
            expect(bar.get_by_role("status")).to_contain_text(f"noch {left} Element")
            expect(page.get_by_label("Name (Englisch)")).to_have_value(name)  # the source is in view
            page.get_by_label("Name (Deutsch)").fill(translated)
            page.get_by_role("button", name="Bearbeiten: Beschreibung (Deutsch)").click()
            page.get_by_role("textbox", name="Beschreibung (Deutsch)").press_sequentially(f"{translated}, aber gut.")
            page.get_by_role("button", name="Speichern", exact=True).click()
            expect(page.get_by_text("Keine Änderungen")).to_be_visible()
            check_readable(visit)
            if left > 1:
                bar.get_by_role("link", name="Nächstes").click()
        expect(bar.get_by_role("status")).to_have_text("In Prozesse ist alles übersetzt.")
        expect(bar.get_by_role("link", name="Nächstes")).to_have_count(0)
        visit.check_accessible(contrast=True)
        bar.get_by_role("link", name="Liste zeigen").click()
        expect(page.get_by_text("Hier ist alles übersetzt: Deutsch")).to_be_visible()
        page.get_by_role("navigation").get_by_role("link", name="Start").click()
        check_readable(visit)

    for id_, (name, translated) in zip(made, texts.items(), strict=True):
        values = stored(site, id_)["attributes"]
        assert values["name"] == {"1031": translated, "1033": name}
        assert f"{translated}, aber gut." in values["description"]["1031"]
