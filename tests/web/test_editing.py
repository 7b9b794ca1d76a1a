"""Editing: two cultures side by side, what others did meanwhile, and what must not get lost."""

from typing import Any, Final

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Site
from tests.web.hands import Hand, by_hand

DETAIL: Final = "rest/facets/processes/views/detail/elements"
XML: Final = '<?xml version="1.0" encoding="utf-8"?>'
RICH: Final = f"{XML}<div><strong><p>A paragraph within bold words</p></strong></div>"
"""What the service keeps, but the editor writes otherwise."""
KEPT: Final = (
    f"{XML}<div><h1>One</h1><h6>Six</h6>"
    '<p class="align-center">Center <strong>b</strong> <em>i</em> <u>u</u> <s>s</s> <code>c</code> x<sub>1</sub><sup>2</sup></p>'
    '<p><span class="color-violet">Violet</span><br />after a break '
    '<a href="https://example.org/" target="_blank" title="There">a link</a> <a href="mailto:a@example.org">mail</a></p>'
    "<ul><li>One</li><li>Two<ul><li>Within</li></ul></li></ul>"
    '<ol start="3"><li><p>Three</p></li></ol>'
    "<blockquote><p>Said</p></blockquote><pre><code>x = 1</code></pre><hr />"
    '<table><tbody><tr><th>Head</th><td colspan="2">Cell</td></tr></tbody></table>'
    '<p><img src="/a/b/_api/rest/elements/3fa85f64-5717-4562-b3fc-2c963f66afa6/files/1" alt="Ours" /></p>'
    "<div><p>Together</p><p>in a block</p></div><p>End</p></div>"
)
"""An example of everything that the service keeps."""


@pytest.fixture
def process(site: Site) -> str:
    """A draft without an author, named in German alone."""
    body = {"elements": [{"type": "subProcess", "attributes": {"name": {"1031": "Rad prüfen"}}}]}
    with site.client() as client:
        made = client.post(DETAIL, json=body)
    assert made.status_code == 200, made.text
    return str(made.json()["elements"][0]["id"])


def stored(site: Site, process: str) -> dict[str, Any]:
    with site.client() as client:
        found: dict[str, Any] = client.get(f"{DETAIL}/{process}").json()["elements"][0]["attributes"]
    return found


def change(site: Site, process: str, attributes: dict[str, Any]) -> None:
    with site.client() as client:
        assert client.post(DETAIL, json={"elements": [{"id": process, "attributes": attributes}]}).status_code == 200


@by_hand("keyboard")
def test_a_user_edits_in_two_cultures_and_nothing_else_is_written(site: Site, process: str, hand: Hand) -> None:
    change(site, process, {"description": {"1031": RICH}, "purp": {"1031": RICH}})
    before = stored(site, process)

    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1031", language="de") as visit:
        page = visit.page
        hand.choose(
            page.get_by_role("combobox", name="Zweite Sprache"),
            None,
            page.get_by_role("option", name="+ Englisch"),
        )
        expect(page.get_by_text("fehlt").first).to_be_visible()
        hand.write(page.get_by_label("Name (Deutsch)"), "Rad testen")
        hand.write(page.get_by_label("Name (Englisch)"), "Test it")
        hand.use(page.get_by_role("button", name="Bearbeiten: Beschreibung (Englisch)"))
        hand.write(page.get_by_role("textbox", name="Beschreibung (Englisch)"), "Look.")
        expect(page.get_by_text("3 ungespeicherte Änderungen")).to_be_visible()
        hand.use(page.get_by_role("button", name="Speichern"))
        expect(page.get_by_text("Gespeichert.")).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_have_text("Rad testen")

    after = stored(site, process)
    assert after["name"] == {"1031": "Rad testen", "1033": "Test it"}
    assert "Look." in after["description"]["1033"]
    assert after["description"]["1031"] == before["description"]["1031"], "what was not touched is not written"
    assert after["purp"] == before["purp"]


@pytest.mark.long
def test_what_the_editor_cannot_show_is_shown_as_source(site: Site, process: str) -> None:
    change(site, process, {"description": {"1031": RICH}})
    assert stored(site, process)["description"]["1031"] == RICH, "the service keeps it"

    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1031") as visit:
        visit.page.get_by_role("button", name="Edit: Description (German)").click()
        expect(visit.page.get_by_text("The editor cannot show everything")).to_be_visible()


def test_the_editor_shows_everything_that_the_service_keeps(site: Site, process: str) -> None:
    change(site, process, {"description": {"1031": KEPT}})
    assert stored(site, process)["description"]["1031"] == KEPT

    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1031", expected=(401, 404)) as visit:
        page = visit.page
        page.get_by_role("button", name="Edit: Description (German)").click()
        page.get_by_role("textbox", name="Description (German)").click()
        expect(page.get_by_text("The editor cannot show everything")).to_have_count(0)
        page.keyboard.press("Control+End")
        page.keyboard.type("!")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Saved.")).to_be_visible()
        expect(page.get_by_text("Not everything was kept")).to_have_count(0)

    after = stored(site, process)["description"]["1031"]
    for tag in (
        "h1",
        "h6",
        "strong",
        "em",
        "u",
        "s",
        "code",
        "sub",
        "sup",
        "ul",
        "ol",
        "blockquote",
        "pre",
        "table",
        "th",
    ):
        assert f"<{tag}" in after, after
    for part in ('class="align-center"', 'class="color-violet"', 'target="_blank"', 'colspan="2"', "files/1", "End!"):
        assert part in after, after


@pytest.mark.long
def test_tools_write_what_the_service_keeps(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1031") as visit:
        page = visit.page
        page.get_by_role("button", name="Edit: Description (German)").click()
        page.get_by_role("textbox", name="Description (German)").fill("Words")
        page.keyboard.press("Control+A")
        for tool in ("Bold", "Struck through", "Subscript", "Heading 4", "Center"):
            page.get_by_role("button", name=tool, exact=True).click()
        page.get_by_role("button", name="Color", exact=True).click()
        page.get_by_role("menuitem", name="Green").click()
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Saved.")).to_be_visible()
        expect(page.get_by_text("Not everything was kept")).to_have_count(0)

    written = stored(site, process)["description"]["1031"]
    for part in ('<h4 class="align-center">', '<span class="color-green">', "<strong>", "<s>", "<sub>"):
        assert part in written, written


def test_what_was_not_kept_is_shown_after_saving(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1031") as visit:
        page = visit.page
        page.get_by_role("button", name="Edit: Description (German)").click()
        page.get_by_role("button", name="Source").click()
        page.get_by_role("textbox", name="Description (German)").fill(
            "<p onclick='x()'>a<script>1</script><script>2</script></p>"
        )
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Not everything was kept")).to_be_visible()
        expect(page.get_by_text("Description (German): script (2), onclick of p")).to_be_visible()

    assert stored(site, process)["description"]["1031"] == f"{XML}<p>a</p>"


@pytest.mark.long
def test_a_relation_is_picked_by_typing(site: Site, process: str) -> None:
    with site.client() as client:
        hit = client.get("rest/search", params={"q": "system", "types": "system", "culture": 1031}).json()["values"][0]

    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1031") as visit:
        page = visit.page
        page.get_by_label("Systems: Add …", exact=True).fill(hit["name"]["1031"])
        page.get_by_role("option", name=hit["name"]["1031"]).first.click()
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Saved.")).to_be_visible()

    with site.client() as client:
        related = client.get(f"{DETAIL}/{process}/related/systems").json()["values"]["systems"]
    assert [each["id"] for each in related] == [hit["id"]]


def test_the_page_shows_what_others_change_without_reloading(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1031") as visit:
        change(site, process, {"name": {"1031": "Von anderen geändert"}})
        expect(visit.page.get_by_role("heading", level=1)).to_have_text("Von anderen geändert", timeout=20_000)


@pytest.mark.long
@by_hand("keyboard")
def test_a_stereotype_of_your_own_is_offered_in_the_form(site: Site, process: str, hand: Hand) -> None:
    own = {"type": "subProcessType", "attributes": {"name": {"1031": "Nachtprozess", "1033": "Night process"}}}
    with site.client() as client:
        made = client.post("rest/facets/stereotypes/views/detail/elements", json={"elements": [own]})
    assert made.status_code == 200, made.text

    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1031", language="de") as visit:
        page = visit.page
        field = page.get_by_role("combobox", name="Stereotyp")
        hand.choose(field, None, page.get_by_role("option", name="Nachtprozess"))
        hand.use(page.get_by_role("button", name="Speichern"))
        expect(page.get_by_text("Gespeichert.")).to_be_visible()

    assert stored(site, process)["stereotype"] == {"127": made.json()["elements"][0]["id"]}
