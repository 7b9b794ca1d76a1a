"""Finding a process: in German, by typing, by the tree, by commands; and what viewers find."""

import re

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Site
from tests.web.hands import HANDS, Hand

WORD = "Rad"


def test_a_user_finds_a_process_in_german_by_keyboard(site: Site) -> None:
    with site.client("viewer") as client:
        hits = client.get("rest/search", params={"q": WORD, "culture": 1031, "types": "subProcess"}).json()["values"]
    found, name = hits[0], hits[0]["name"]["1031"]

    with site.visit(Role.VIEWER, "?culture=1031", language="de") as visit:
        page = visit.page
        page.keyboard.press("/")
        expect(page.get_by_role("searchbox", name="Alles durchsuchen")).to_be_focused()
        page.keyboard.type(name)
        option = page.get_by_role("option", name=name)
        expect(option).to_be_visible()
        for _ in range(20):
            page.keyboard.press("ArrowDown")
            if option.get_attribute("data-combobox-selected"):
                break
        page.keyboard.press("Enter")

        expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
        assert re.search(rf"/elements/processes/{found['id']}\?culture=1031$", page.url)


@pytest.mark.long
def test_all_hits_have_a_page_that_narrows_to_a_facet(site: Site) -> None:
    with site.client("viewer") as client:
        body = client.get("rest/search", params={"q": "rad", "culture": 1031}).json()

    with site.visit(Role.VIEWER, "search?q=rad&culture=1031", language="de") as visit:
        expect(visit.page.get_by_text(f"{body['total']} Treffer")).to_be_visible()
        visit.page.get_by_role("main").get_by_role("link", name=re.compile("^Prozesse")).click()
        expect(visit.page.get_by_text(f"{body['facets']['processes']} Treffer")).to_be_visible()
        assert "facet=processes" in visit.page.url


def test_the_tree_is_walked_by_keys_and_keeps_its_place_in_the_address(site: Site) -> None:
    with site.visit(Role.VIEWER, "facets/processes/tree?culture=1031", language="de") as visit:
        tree = visit.page.get_by_role("tree")
        tree.focus()
        for key in ("ArrowDown", "ArrowRight"):
            visit.page.keyboard.press(key)
        visit.page.locator('[role="treeitem"][aria-level="3"]').first.wait_for()
        for key in ("ArrowDown", "Enter"):
            visit.page.keyboard.press(key)
        chosen = visit.page.get_by_role("treeitem", selected=True)
        expect(chosen).to_have_attribute("aria-level", "3")
        name = chosen.locator("span[title]").inner_text()
        expect(visit.page.get_by_role("heading", level=2, name=name)).to_be_visible()

        visit.page.reload()
        expect(visit.page.get_by_role("treeitem", selected=True)).to_contain_text(name)


@pytest.mark.parametrize("slower", [pytest.param(1, marks=pytest.mark.long), 8])
def test_commands_lead_anywhere_and_lose_no_letter(site: Site, slower: int) -> None:
    with site.visit(Role.VIEWER, keep=False) as visit:
        page = visit.page
        browser = page.context.new_cdp_session(page)
        browser.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        page.keyboard.press("Control+k")
        page.keyboard.type("Requirements")
        expect(page.get_by_role("dialog").get_by_role("textbox")).to_have_value("Requirements")
        page.get_by_role("dialog").get_by_text("Requirements", exact=True).wait_for()
        page.keyboard.press("Enter")
        browser.send("Emulation.setCPUThrottlingRate", {"rate": 1})

        expect(page.get_by_role("heading", level=1, name="Requirements")).to_be_visible()


def test_enter_opens_an_element_that_was_found_after_typing(site: Site) -> None:
    with site.client("viewer") as client:
        name = client.get("rest/search", params={"q": WORD, "culture": 1031}).json()["values"][0]["name"]["1031"]

    with site.visit(Role.VIEWER, "?culture=1031") as visit:
        visit.page.keyboard.press("Control+k")
        visit.page.keyboard.type(name)
        visit.page.get_by_role("dialog").get_by_text(name, exact=True).first.wait_for()
        visit.page.keyboard.press("Enter")

        expect(visit.page.get_by_role("heading", level=1, name=name)).to_be_visible()


@pytest.mark.parametrize(
    ("hand", "facet", "label"),
    [
        pytest.param(HANDS["mouse"], "it", "Systeme", id="mouse", marks=pytest.mark.long),
        pytest.param(HANDS["keyboard"], "processes", "Prozesse", id="keyboard"),
    ],
)
def test_a_viewer_sees_none_of_the_drafts(site: Site, hand: Hand, facet: str, label: str) -> None:
    drafts = (
        "$filter=state -in ('inProcess','inReview','readyForQa','readyForRelease')&$resources=attributes&$select=name"
    )
    with site.client() as client:
        found = client.get(f"rest/facets/{facet}/views/list/elements?{drafts}").json()["elements"]
    with site.client("viewer") as client:
        visible = client.get(f"rest/facets/{facet}/views/list/elements?$count=true&$pageSize=1").headers[
            "x-total-count"
        ]
        hidden = [
            each
            for each in found
            if client.get(f"rest/facets/{facet}/views/list/elements/{each['id']}").status_code == 404
        ]
    assert hidden, "there is something to hide"

    draft = hidden[0]
    name = next(iter(draft["attributes"]["name"].values()))

    with site.visit(Role.VIEWER, "?culture=1031", language="de", expected=(404,)) as visit:
        page = visit.page
        hand.use(page.get_by_role("navigation", name="Facetten").get_by_role("link", name=re.compile(f"^{label}")))
        hand.use(page.get_by_role("navigation", name="Ansichten").get_by_role("link", name="Liste"))
        expect(page.get_by_text(f"{visible} Elemente")).to_be_visible()
        for state in ("In Bearbeitung", "In Review", "Fertig"):
            # States alone: names of processes have such words, too.
            expect(page.get_by_role("main").locator(".fs-badge", has_text=state)).to_have_count(0)
        hand.write(page.get_by_role("searchbox", name="Alles durchsuchen"), name)
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1, name="Suche")).to_be_visible()
        visit.settle()
        expect(page.get_by_role("link", name=name, exact=True)).to_have_count(0)
        visit.go(f"elements/{facet}/{draft['id']}")
        expect(page.get_by_role("alert")).to_contain_text("Hier ist nichts")

    with site.client("viewer") as client:
        hits = client.get("rest/search", params={"q": name, "culture": 1031}).json()["values"]
    assert draft["id"] not in [each["id"] for each in hits]


def test_a_list_is_filtered_ordered_and_downloaded_as_it_is_seen(site: Site) -> None:
    query = {
        "$filter": "Contains(name,'order')",
        "$orderby": "name desc",
        "$resources": "attributes",
        "$culture": "1033",
    }
    with site.client("viewer") as client:
        elements = client.get("rest/facets/processes/views/list/elements", params=query).json()["elements"]
    names = [each["attributes"]["name"]["1033"] for each in elements]
    assert len(names) > 2

    with site.visit(Role.VIEWER, "facets/processes/list?culture=1033") as visit:
        page = visit.page
        page.get_by_role("textbox", name="Filter", exact=True).fill("Contains(name,'order')")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Name", exact=True).click()
        page.get_by_role("button", name="Name", exact=True).click()
        expect(page.get_by_text(f"{len(names)} elements")).to_be_visible()
        visit.settle()
        assert page.locator('[role="row"] [role="cell"] a').all_inner_texts() == names
        with page.expect_download() as download:
            page.get_by_role("button", name="Download as CSV").click()
        lines = download.value.path().read_text("utf-8-sig").splitlines()

    assert [line.split(",")[1].strip('"') for line in lines[1:]] == names


def test_a_wrong_filter_is_explained_in_words(site: Site) -> None:
    with site.visit(Role.VIEWER, "facets/processes/list?filter=nome+-eq+'x'", expected=(400,)) as visit:
        expect(visit.page.get_by_role("alert").first).to_contain_text("name")
