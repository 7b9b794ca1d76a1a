"""Copying elements: by menu and by keys, with or without what belongs to them."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, expect

from facetstore.domain.callers import Role
from tests.web.browser import Scheme, Site, Visit
from tests.web.hands import HAS_FOCUS, Hand, Keyboard, by_hand
from tests.web.looks import looks

DETAIL: Final = "rest/facets/processes/views/detail/elements"
TREE: Final = "rest/facets/processes/views/tree/elements"


@pytest.fixture
def parents(site: Site) -> Iterator[list[str]]:
    """Two main processes of our own; below the first, a process with a task in its diagram."""
    with site.client() as client:
        category = client.get(TREE).json()["elements"][0]["children"][0]["id"]
        names = ("Cast", "Forge")
        bodies = [
            {"type": "mainProcess", "parent": category, "attributes": {"name": {"1033": each, "1031": each}}}
            for each in names
        ]
        found = [each["id"] for each in create(client, bodies)]
        (pour,) = create(client, [{"type": "subProcess", "parent": found[0], "attributes": {"name": {"1033": "Pour"}}}])
        task = {"element": {"type": "task", "attributes": {"name": {"1033": "Tap"}}}, "shapeInfo": {"index": 0}}
        path = f"rest/facets/processes/views/diagram/elements/{pour['id']}/content"
        client.post(path, json={"values": [task]}).raise_for_status()
    yield found
    with site.client() as client:
        for each in found:
            client.delete(f"{DETAIL}/{each}?force=true").raise_for_status()


def create(client: Any, bodies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    made = client.post(DETAIL, json={"elements": bodies})
    assert made.status_code == 200, made.text
    return list(made.json()["elements"])


def below(site: Site, parent: str) -> list[tuple[str, int]]:
    """The names of what stands below an element, and how many shapes are in the diagram of each."""
    with site.client() as client:
        found = client.get(f"{TREE}/{parent}/children?$resources=attributes,content").json()["elements"]
    return [(each["attributes"]["name"]["1033"], len(each.get("content", []))) for each in found]


def node(visit: Visit, name: str) -> Locator:
    return visit.page.get_by_role("treeitem").filter(has_text=name).first


def walk_to(visit: Visit, name: str) -> None:
    """To a node of the tree by arrows alone."""
    visit.page.get_by_role("tree").focus()
    visit.page.keyboard.press("Home")
    for _ in range(100):
        if node(visit, name).get_attribute("data-active") == "true":
            return
        visit.page.keyboard.press("ArrowDown")
    raise AssertionError(f"The arrows do not lead to {name}.")


def open_menu(visit: Visit, name: str, hand: Hand) -> None:
    if isinstance(hand, Keyboard):
        walk_to(visit, name)
        visit.page.keyboard.press("Shift+F10")
    else:
        node(visit, name).click(button="right")


def use_item(item: Locator, hand: Hand) -> None:
    """Take an entry of an open menu, which arrows walk through."""
    if isinstance(hand, Keyboard):
        expect(item).to_be_visible()
        while not item.evaluate(HAS_FOCUS):
            item.page.keyboard.press("ArrowDown")
        item.page.keyboard.press("Enter")
    else:
        item.click()


@by_hand("mouse")
def test_a_process_is_copied_from_one_place_to_another(site: Site, parents: list[str], hand: Hand) -> None:
    first, second = parents
    with site.client() as client:
        pour = client.get(f"{TREE}/{first}/children").json()["elements"][0]["id"]
    with site.visit(Role.ARCHITECT, f"facets/processes/tree?culture=1033&selected={pour}") as visit:
        page = visit.page
        open_menu(visit, "Pour", hand)
        use_item(page.get_by_role("menuitem", name="Copy", exact=True), hand)
        expect(page.get_by_text("Copied “Pour”.")).to_be_visible()
        open_menu(visit, "Forge", hand)
        use_item(page.get_by_role("menuitem", name="Paste “Pour”"), hand)
        dialog = page.get_by_role("dialog", name="Copy “Pour”")
        expect(dialog.get_by_label("The diagram and its shapes")).to_be_checked()
        hand.use(dialog.get_by_role("button", name="Make the copy"))
        expect(page.get_by_text("Made a copy of “Pour”.")).to_be_visible()
        expect(page.get_by_role("heading", level=2, name="Pour")).to_be_visible()

    assert below(site, first) == below(site, second) == [("Pour", 1)]


@pytest.mark.long
def test_keys_copy_paste_and_duplicate(site: Site, parents: list[str]) -> None:
    first, second = parents
    with site.client() as client:
        pour = client.get(f"{TREE}/{first}/children").json()["elements"][0]["id"]
    with site.visit(Role.ARCHITECT, f"facets/processes/tree?culture=1033&selected={pour}") as visit:
        page = visit.page
        walk_to(visit, "Pour")
        page.keyboard.press("Control+c")
        expect(page.get_by_text("Copied “Pour”.")).to_be_visible()
        walk_to(visit, "Forge")
        page.keyboard.press("Control+v")
        page.get_by_role("dialog").get_by_label("The diagram and its shapes").uncheck()
        page.keyboard.press("Enter")
        expect(page.get_by_text("Made a copy of “Pour”.")).to_be_visible()
        visit.settle()
        assert below(site, second) == [("Pour", 0)]

        page.get_by_role("tree").focus()
        page.keyboard.press("Control+d")  # of the copy, which has no diagram and nothing below it
        visit.settle()
        expect(page.get_by_role("treeitem", selected=True)).to_contain_text("Pour")
    assert below(site, second) == [("Pour", 0), ("Pour", 0)]


@pytest.mark.long
@looks(("de", "dark"))
def test_what_is_below_comes_along_if_wanted(site: Site, parents: list[str], language: str, scheme: Scheme) -> None:
    words = {
        "en": ("Duplicate", "What is below it (1 element", "Make the copy"),
        "de": ("Duplizieren", "Was darunter ist (1 Element", "Kopie anlegen"),
    }[language]
    path = f"elements/processes/{parents[0]}?culture=1033"
    with site.visit(Role.ARCHITECT, path, language=language, scheme=scheme) as visit:
        page = visit.page
        page.get_by_role("button", name={"en": "More actions", "de": "Weitere Aktionen"}[language]).click()
        visit.check_accessible(contrast=True)
        page.get_by_role("menuitem", name=words[0]).click()
        page.get_by_label(words[1]).check()
        visit.check_accessible(contrast=True)
        page.get_by_role("button", name=words[2]).click()
        page.wait_for_url(lambda url: parents[0] not in url)
        copy = page.url.partition("/elements/processes/")[2].partition("?")[0]
    assert below(site, copy) == [("Pour", 1)]


@pytest.mark.long
def test_a_refusal_says_why(site: Site, parents: list[str]) -> None:
    """A main process cannot stand below a sub process: the menu does not offer it, and the key says so."""
    with site.client() as client:
        pour = client.get(f"{TREE}/{parents[0]}/children").json()["elements"][0]["id"]
    path = f"facets/processes/tree?culture=1033&selected={pour}"
    with site.visit(Role.ARCHITECT, path, expected=(400,)) as visit:
        page = visit.page
        walk_to(visit, "Forge")
        page.keyboard.press("Control+c")
        expect(page.get_by_text("Copied “Forge”.")).to_be_visible()
        open_menu(visit, "Pour", Keyboard())
        expect(page.get_by_role("menuitem", name="Duplicate")).to_be_visible()
        expect(page.get_by_role("menuitem", name="Paste “Forge”")).to_have_count(0)
        page.keyboard.press("Escape")
        walk_to(visit, "Pour")
        page.keyboard.press("Control+v")
        expect(page.get_by_text("A mainProcess cannot stand below a subProcess.")).to_be_visible()


@pytest.mark.long
def test_who_may_not_create_is_offered_no_copy(site: Site) -> None:
    with site.visit(Role.VIEWER, "facets/processes/tree") as visit:
        page = visit.page
        page.get_by_role("treeitem").first.click()
        page.get_by_role("tree").focus()
        page.keyboard.press("Control+d")
        visit.settle()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_role("button", name="More actions")).to_have_count(0)
