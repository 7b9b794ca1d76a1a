"""Versions: a time line, and two of them side by side, by mouse and by keys."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from facetstore.domain.callers import Role
from tests.web.browser import Scheme, Site
from tests.web.hands import HANDS, Hand

DETAIL: Final = "rest/facets/processes/views/detail/elements"
FIRST: Final = {
    "name": {"1031": "Rad prüfen", "1033": "Check the bike"},
    "description": {"1031": "Jede Schraube prüfen.", "1033": "Check every screw."},
    "purp": {"1031": "Sicherheit"},
}
SECOND: Final = {
    "name": {"1033": "Check the whole bike"},
    "purp": {"1031": None},
    "scope": {"1031": "Alle Räder"},
}
WORDS: Final = {
    "en": {
        "compare": "Compare with 1.0", "added": "added", "removed": "removed", "changed": "changed", "back": "All versions",
        "newer": "To version", "equal": "Both versions are the same", "german": "German", "english": "English",
    },
    "de": {
        "compare": "Mit 1.0 vergleichen", "added": "neu", "removed": "entfernt", "changed": "geändert", "back": "Alle Versionen",
        "newer": "Zu Version", "equal": "Beide Versionen sind gleich", "german": "Deutsch", "english": "Englisch",
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def process(site: Site) -> str:
    """A released version, and a draft in which a text was changed, one emptied, one written, and the owner is another one."""
    with site.client() as client:
        users = client.get("rest/facets/users/views/list/elements?$pageSize=2").json()["elements"]
        one, other = ([{"facetName": "users", "id": each["id"], "type": "user"}] for each in users)
        element: dict[str, Any] = {"type": "subProcess", "attributes": FIRST, "related": {"owner": one}}
        made = client.post(DETAIL, json={"elements": [element]})
        assert made.status_code == 200, made.text
        id_ = str(made.json()["elements"][0]["id"])
        for step in ("transitions/InProcessToReleased?ignoreWarnings=true", "createversion"):
            assert client.post(f"rest/release/{id_}/{step}").status_code == 200, step
        changed = {"id": id_, "attributes": SECOND, "related": {"owner": other}}
        assert client.post(DETAIL, json={"elements": [changed]}).status_code == 200
    return id_


def row(page: Page, change: str, name: str, culture: str) -> Locator:
    """The row of a property in a culture, found by its sign, name and culture."""
    return page.get_by_role("row").filter(
        has=page.get_by_role("rowheader", name=f"{change} {name} {culture}", exact=True)
    )


@pytest.mark.parametrize(
    ("hand", "language", "scheme"),
    [
        pytest.param(HANDS["mouse"], "en", "light", id="mouse"),
        pytest.param(HANDS["keyboard"], "de", "dark", id="keyboard", marks=pytest.mark.long),
    ],
)
def test_two_versions_are_compared_culture_by_culture(
    site: Site, process: str, hand: Hand, language: str, scheme: Scheme
) -> None:
    words = WORDS[language]
    path = f"elements/processes/{process}?tab=versions&culture=1031"
    with site.visit(Role.ARCHITECT, path, language=language, scheme=scheme) as visit:
        page = visit.page
        expect(page.get_by_role("link", name=words["compare"])).to_be_visible()
        visit.check_accessible()
        hand.use(page.get_by_role("link", name=words["compare"]))
        name = row(page, words["changed"], "Name", words["english"])
        expect(name.get_by_role("insertion")).to_have_text("whole ")
        expect(row(page, words["changed"], "Name", words["german"])).to_have_count(0)
        expect(page.locator('tr[data-change="removed"]').filter(has_text="Sicherheit")).to_be_visible()
        expect(page.locator('tr[data-change="added"]').filter(has_text="Alle Räder")).to_be_visible()
        visit.settle()
        visit.check_accessible()
        shown = page.locator("tbody tr").count()
        address = page.url

        visit.go(address.removeprefix(site.home))
        expect(page.locator("tbody tr")).to_have_count(shown)
        hand.use(page.get_by_role("link", name=words["back"]))
        expect(page.get_by_role("link", name=words["compare"])).to_be_visible()

    with site.client() as client:
        versions = [each["versionId"] for each in client.get(f"{DETAIL}/{process}/versions").json()["elements"]]
        assert [f"{side}={id_}" in address for side, id_ in zip(("from", "to"), versions, strict=True)] == [True, True]
        given = {"from": versions[0], "to": versions[1]}
        (value,) = client.get(f"{DETAIL}/{process}/diff", params=given).json()["values"]
    difference = value["difference"]
    assert shown == sum(map(len, difference["attributes"].values())) + len(difference["related"])
    assert difference["attributes"]["name"] == {"1033": {"from": "Check the bike", "to": "Check the whole bike"}}


SIGNS: Final = {"added": "+", "removed": "−", "changed": "~", "moved": "↕"}


@pytest.mark.parametrize(
    ("language", "scheme", "sides"),
    [
        pytest.param("en", "dark", (0, 1), marks=pytest.mark.long),
        pytest.param("de", "light", (1, 0), marks=pytest.mark.long),
        pytest.param("en", "light", (0, 2), marks=pytest.mark.long),
        ("de", "dark", (2, 0)),
    ],
)
def test_two_diagrams_are_drawn_side_by_side_and_described_in_lists(
    site: Site, language: str, scheme: Scheme, sides: tuple[int, int]
) -> None:
    """One of the company's own processes, whose diagram grew; seen the other way round, it shrank."""
    with site.client() as client:
        found = client.get(f"{DETAIL}?$filter=name -eq 'Ware annehmen und prüfen'&$culture=1031").json()["elements"]
        id_ = found[0]["id"]
        versions = [each["versionId"] for each in client.get(f"{DETAIL}/{id_}/versions").json()["elements"]]
        old, new = (versions[each] for each in sides)
        (value,) = client.get(f"{DETAIL}/{id_}/diff", params={"from": old, "to": new}).json()["values"]
    content = value["difference"]["content"]
    shapes, flows = content["shapes"], content["flows"]
    path = f"elements/processes/{id_}?tab=versions&from={old}&to={new}&culture=1033"
    with site.visit(Role.ARCHITECT, path, language=language, scheme=scheme, size=(1440, 1600)) as visit:
        page = visit.page
        names = ("Steps", "Connections") if language == "en" else ("Schritte", "Verbindungen")
        steps, connections = (page.get_by_role("list", name=name, exact=True) for name in names)
        expect(steps.locator("> li")).to_have_count(sum(map(len, shapes.values())))
        expect(connections.locator("> li")).to_have_count(sum(len(flows[kind]) for kind in ("added", "removed")))
        expect(steps).to_contain_text("Block")
        left, right = page.locator("figure").first, page.locator("figure").last
        for side, drawing, gone in (("from", left, "added"), ("to", right, "removed")):
            expected = {kind: len(each) for kind, each in shapes.items() if kind != gone}
            marks = drawing.locator("[data-marked]")
            expect(marks).to_have_count(sum(expected.values()))
            for kind, count in expected.items():
                marked = drawing.locator(f'[data-marked][data-change="{kind}"]')
                expect(marked).to_have_count(count)
                assert marked.locator("text").all_text_contents() == [SIGNS[kind]] * count, side
            kept = "removed" if side == "from" else "added"
            expect(drawing.locator(f'[data-change="{kept}"]:not([data-marked])')).to_have_count(len(flows[kept]))
        word = "changed" if language == "en" else "geändert"
        before, after = ("Block the goods", "Block and label the goods")[:: 1 if sides[0] == 0 else -1]
        expect(left.get_by_role("img")).to_have_accessible_name(re.compile(f"{word}: {before}\\."))
        expect(right.get_by_role("img")).to_have_accessible_name(re.compile(f"{word}: {after}\\."))
        visit.check_accessible()
