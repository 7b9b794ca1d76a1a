"""Lists that go on: nothing is cut off, whether by scrolling or by a button."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, expect

from facetstore.domain.callers import Role
from tests.web.browser import Site

DETAIL: Final = "rest/facets/{}/views/detail/elements"
MANY: Final = 120
"""More than two steps of a list."""


def create(site: Site, facet: str, elements: list[dict[str, Any]]) -> list[str]:
    with site.client() as client:
        made = client.post(DETAIL.format(facet), json={"elements": elements})
    assert made.status_code == 200, made.text
    return [each["id"] for each in made.json()["elements"]]


@pytest.fixture(scope="module")
def tag(site: Site) -> str:
    """A tag that many processes name, that has a long history and a word that many share."""
    (tag,) = create(site, "tags", [{"type": "tag", "attributes": {"name": {"1033": "Signaller 000"}}}])
    named = [f"Signaller {number:03}" for number in range(1, MANY + 1)]
    create(site, "tags", [{"type": "tag", "attributes": {"name": {"1033": each}}} for each in named])
    process = {"type": "subProcess", "related": {"tagFilters": [{"id": tag, "type": "tag"}]}}
    create(site, "processes", [{**process, "attributes": {"name": {"1033": f"Wave {each}"}}} for each in named])
    with site.client() as client:
        for number in range(MANY):
            body = {"elements": [{"id": tag, "attributes": {"description": {"1033": f"<p>{number}</p>"}}}]}
            client.post(DETAIL.format("tags"), json=body).raise_for_status()
    return tag


def scroll_on(entries: Locator, whole: int) -> None:
    """Bring the last entry into sight until there are no more."""
    expect(entries.first).to_be_visible()
    while (found := entries.count()) < whole:
        entries.last.scroll_into_view_if_needed()
        expect(entries.nth(found)).to_be_attached()
    expect(entries).to_have_count(whole)


def test_hits_go_on_as_one_scrolls(site: Site, tag: str) -> None:
    with site.visit(Role.ARCHITECT, "search?q=Signaller&facet=tags&culture=1033") as visit:
        main = visit.page.get_by_role("main")
        scroll_on(main.get_by_role("link", name="Signaller"), MANY + 1)
        expect(main.get_by_text(f"{MANY + 1} entries")).to_be_visible()
        visit.check_accessible()


@pytest.mark.long
def test_usages_go_on_by_keys_alone(site: Site, tag: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/tags/{tag}?tab=usages&culture=1033", size=(1440, 500)) as visit:
        page = visit.page
        found = page.get_by_role("main").get_by_role("link", name="Wave Signaller")
        expect(found).not_to_have_count(0)
        while (before := found.count()) < MANY:
            found.last.focus()  # where Tab leads, after the last but one
            page.keyboard.press("Tab")
            expect(found.nth(before)).to_be_attached()
        expect(page.get_by_text(f"{MANY} entries")).to_be_attached()


@pytest.mark.long
def test_the_history_goes_on_to_its_beginning(site: Site, tag: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/tags/{tag}?tab=history&culture=1033") as visit:
        main = visit.page.get_by_role("main")
        entries = main.get_by_role("listitem")
        scroll_on(entries, MANY + 1)
        expect(entries.last).to_contain_text("Created")


@pytest.mark.long
def test_what_was_decided_last_comes_first(site: Site) -> None:
    with site.visit(Role.ARCHITECT, "tasks") as visit:
        page = visit.page
        tasks = f"{site.home}_api/rest/tasks"
        own = {"origin": site.service.base}
        opened = page.request.get(f"{tasks}?$pageSize=200").json()["values"]
        # The one that was opened first is decided last, in another second.
        for task in (opened[-1], opened[0]):
            page.wait_for_timeout(1100)
            answer = page.request.post(f"{tasks}/{task['id']}/decline", data={"reason": "Not yet."}, headers=own)
            assert answer.ok, answer.text()
        visit.follow("tasks?show=decided")
        shown = page.get_by_role("main").get_by_role("listitem").locator("h2 a")
        expect(shown).to_have_count(2)
        expect(shown.first).to_have_attribute("href", re.compile(opened[0]["elementId"]))
        visit.check_accessible()


@pytest.mark.long
def test_open_tasks_go_on_as_one_scrolls(site: Site, tag: str) -> None:
    with site.client() as client:
        query = {"$filter": "StartsWith(name,'Wave')", "$pageSize": "60", "$resources": "displayNames"}
        for each in client.get(DETAIL.format("processes"), params=query).json()["elements"]:
            path = f"rest/release/{each['id']}/transitions/InProcessToInReview?ignoreWarnings=true"
            assert client.post(path).is_success
    with site.visit(Role.ARCHITECT, "tasks?culture=1033") as visit:
        page = visit.page
        whole = len(page.request.get(f"{site.home}_api/rest/tasks?$pageSize=1000").json()["values"])
        assert whole >= 60
        main = page.get_by_role("main")
        scroll_on(main.get_by_role("listitem"), whole)
        expect(main.get_by_text(f"{whole} entries")).to_be_visible()
        visit.check_accessible()
