"""The past in the page: chosen on a slider or by a date, plainly marked, kept in the address, and read only."""

import json
import re
import shutil
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

import apsw
import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from facetstore.domain.callers import Role
from tests.support.demo_service import demo_service
from tests.web.browser import PHONE, Scheme, Site, Visit
from tests.web.hands import HAS_FOCUS, reach
from tests.web.looks import looks, pages_for

DETAIL: Final = "rest/facets/processes/views/detail/elements"
DAYS: Final = 40
"""How old the history is."""
ONE: Final = "$filter=type -eq 'subProcess' AND state -eq 'inProcess'&$pageSize=1&$culture=1033"
OF_TODAY: Final = "Renamed this morning"
DRAWN: Final = "Drawn this morning"
NEW: Final = "Created this morning"
UNKNOWN: Final = "The service does not know this point in time"


class Past(NamedTuple):
    """What was changed today, after it had been as it was for forty days."""

    id: str
    name: str
    """What it was called."""
    created: str
    day: str
    """In between."""
    today: date


@pytest.fixture(scope="module")
def site(demo_data: Path, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The demo company, which was founded forty days ago."""
    aged, folder = tmp_path_factory.mktemp("aged"), tmp_path_factory.mktemp("site")
    shutil.copytree(demo_data, aged, dirs_exist_ok=True)
    database = apsw.Connection(str(aged / "facetstore.db"), vfs="cksmvfs")
    database.execute("UPDATE history SET at = at - ?", (DAYS * 86_400_000_000,))
    database.close()
    with demo_service(aged, folder) as service:
        yield Site(service, browser, folder)


@pytest.fixture(scope="module")
def past(site: Site) -> Past:
    with site.client() as client:

        def post(path: str, body: dict[str, Any]) -> Any:
            answer = client.post(path, json=body)
            assert answer.status_code == 200, answer.text
            return answer.json()

        (found,) = client.get(f"{DETAIL}?{ONE}").json()["elements"]
        post(DETAIL, {"elements": [{"id": found["id"], "attributes": {"name": {"1033": OF_TODAY}}}]})
        start = {"type": "evStart", "attributes": {"name": {"1033": DRAWN}}}
        post(f"{DETAIL}/{found['id']}/content", {"values": [{"element": start, "shapeInfo": {"index": 0}}]})
        made = post(DETAIL, {"elements": [{"type": "mainProcess", "attributes": {"name": {"1033": NEW}}}]})
        # In the time zone of the storage it may be another day than here.
        today = date.fromisoformat(client.get("rest/period").json()["now"][:10])
    day = (today - timedelta(days=DAYS // 2)).isoformat()
    return Past(found["id"], found["attributes"]["name"]["1033"], made["elements"][0]["id"], day, today)


def bar(page: Page) -> Locator:
    return page.get_by_role("complementary", name=re.compile("^(Point in time|Zeitpunkt)$"))


def go_back_to(visit: Visit, day: str) -> None:
    page = visit.page
    page.get_by_role("button", name="As on …").click()
    assert page.get_by_role("slider").evaluate(HAS_FOCUS), "who opens it wants to move it"
    bar(page).get_by_label("Date", exact=True).fill(day)
    expect(bar(page)).to_contain_text("Nothing can be changed here")
    visit.settle()


def test_tree_element_diagram_and_list_show_the_day_and_change_nothing(site: Site, past: Past) -> None:
    with site.visit(Role.ADMINISTRATOR, f"facets/processes/tree?selected={past.id}&culture=1033") as visit:
        page = visit.page
        heading = page.get_by_role("heading", name=past.name, exact=True)
        expect(page.get_by_role("heading", name=OF_TODAY)).to_be_visible()
        expect(page.get_by_role("button", name="New", exact=True)).to_be_visible()

        go_back_to(visit, past.day)
        assert f"asOf={past.day}" in page.url, "a link can be mailed"
        expect(heading).to_be_visible()
        expect(page.get_by_role("treeitem", name=past.name)).to_be_visible()
        expect(page.get_by_text(OF_TODAY)).to_have_count(0)
        nothing_to_change(page)

        # What the keys would do today, they do not.
        tree = page.get_by_role("tree")
        tree.focus()
        for key in ("F2", "Delete", "Control+d", "Control+m"):
            page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.keyboard.press("Shift+F10")
        expect(page.get_by_role("menuitem")).to_have_text(["Open", "Copy link"])
        page.keyboard.press("Escape")

        # The parts of the element that have a past, and no others.
        tabs = page.get_by_role("navigation", name="Parts of the element")
        expect(tabs.get_by_role("link", name=re.compile("^(Release|History|Permissions|Files)"))).to_have_count(0)
        tabs.get_by_role("link", name="Versions").click()
        visit.settle()
        expect(page.get_by_role("list", name="Versions")).to_be_visible()
        expect(page.get_by_role("link", name=re.compile("^Compare"))).to_have_count(0)

        # Navigation keeps the day: to the list, and from there to the page of the element and its diagram.
        page.get_by_role("navigation", name="Views").get_by_role("link", name="List").click()
        visit.settle()
        expect(bar(page)).to_contain_text("As on ")
        expect(page.get_by_role("checkbox")).to_have_count(0)
        page.get_by_role("textbox", name="Filter").fill(past.name)
        page.keyboard.press("Enter")
        page.get_by_role("link", name=past.name, exact=True).click()
        expect(heading).to_be_visible()
        assert f"asOf={past.day}" in page.url
        nothing_to_change(page)
        page.get_by_role("link", name="Diagram", exact=True).click()
        expect(page.get_by_text("The diagram is empty")).to_be_visible()
        page.get_by_role("button", name="Copy link").click()
        assert f"asOf={past.day}" in page.evaluate("() => navigator.clipboard.readText()")

        page.get_by_role("link", name="Back to today").click()
        expect(page.get_by_role("heading", level=1, name=OF_TODAY)).to_be_visible()
        expect(page.get_by_role("button", name=re.compile(DRAWN))).to_be_visible()
        assert "asOf" not in page.url
        expect(bar(page)).to_have_count(0)


def nothing_to_change(page: Page) -> None:
    main = page.get_by_role("main")
    for name in ("New", "Save", "New version", "More", "Favourite"):
        expect(main.get_by_role("button", name=name, exact=True)).to_have_count(0)
    fields = main.get_by_role("textbox")
    expect(fields).to_have_count(1)
    assert fields.get_attribute("type") == "date", "the day is all there is to fill in"


@pytest.mark.long
def test_the_slider_goes_by_keys_and_the_way_back_is_one_step(site: Site, past: Past) -> None:
    with site.visit(Role.EDITOR, f"facets/processes/list?filter={NEW}&culture=1033") as visit:
        page = visit.page
        created = page.get_by_role("link", name=NEW)
        reach(page.get_by_role("button", name="As on …"))
        page.keyboard.press("Enter")
        slider = page.get_by_role("slider")
        expect(slider).to_be_focused()
        for _ in range(3):
            page.keyboard.press("ArrowLeft")
        day = past.today - timedelta(days=3)
        expect(page).to_have_url(re.compile(f"asOf={day}"))
        expect(bar(page)).to_contain_text(f"As on {day:%b} {day.day}, {day.year}")
        visit.settle()
        expect(slider).to_be_focused()
        assert f"{day:%b} {day.day}" in str(slider.get_attribute("aria-valuetext"))
        page.keyboard.press("Home")
        expect(page).to_have_url(re.compile(f"asOf={past.today - timedelta(days=DAYS)}"))
        visit.settle()
        page.go_back()
        visit.settle()
        assert "asOf" not in page.url
        expect(bar(page)).to_be_visible()
        bar(page).get_by_role("button", name="Stay with today").click()
        expect(bar(page)).to_have_count(0)
        expect(created).to_be_visible()


@pytest.mark.long
def test_a_draft_waits_for_today(site: Site, past: Past) -> None:
    with site.visit(Role.ADMINISTRATOR, f"elements/processes/{past.id}?culture=1033") as visit:
        page = visit.page
        name = page.get_by_label("Name (English)")
        name.fill("Half a thought")
        go_back_to(visit, past.day)
        expect(page.get_by_role("heading", level=1, name=past.name)).to_be_visible()
        nothing_to_change(page)
        page.get_by_role("link", name="Back to today").click()
        expect(name).to_have_value("Half a thought")
        page.get_by_role("button", name="Discard").first.click()


@pytest.mark.long
def test_a_change_of_the_history_leads_to_how_it_was(site: Site, past: Past) -> None:
    with site.visit(Role.ADMINISTRATOR, f"elements/processes/{past.id}?tab=history&culture=1033") as visit:
        page = visit.page
        page.get_by_role("link", name=re.compile("^As it was on")).last.click()
        expect(page.get_by_role("heading", level=1, name=past.name)).to_be_visible()
        expect(bar(page)).to_contain_text("(revision ")


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("elements/processes/{created}?asOf={day}", "It was not there then"),
        pytest.param("facets/processes/list?asOf=1999-01-01", "No element was here then", marks=pytest.mark.long),
        pytest.param("facets/processes/tree?asOf=2190-01-01", UNKNOWN, marks=pytest.mark.long),
        pytest.param("elements/processes/{id}?asOf=the+day+before", UNKNOWN, marks=pytest.mark.long),
    ],
)
def test_a_past_that_is_refused_says_so_and_leads_back(site: Site, past: Past, path: str, says: str) -> None:
    with site.visit(Role.VIEWER, path.format(**past._asdict()), expected=(400, 404)) as visit:
        page = visit.page
        expect(page.get_by_role("main")).to_contain_text(says)
        expect(page.get_by_role("main")).not_to_contain_text("asOf")
        page.get_by_role("link", name="Back to today").click()
        visit.settle()
        expect(page.get_by_text(says)).to_have_count(0)


def refuse(route: Route) -> None:
    """As the service does with more than ten thousand versions, which would take minutes to make here."""
    if "asOf=" not in route.request.url:
        route.continue_()
        return
    finding = {"error": "Too many.", "code": "too-costly", "path": ""}
    body = {"message": "Too many.", "output": "volatile", "type": "error", "data": [finding], "requestId": "1"}
    route.fulfill(status=400, content_type="application/json", body=json.dumps(body))


@pytest.mark.long
def test_a_storage_that_is_too_large_still_shows_single_elements(site: Site, past: Past) -> None:
    with site.visit(Role.EDITOR, expected=(400,), keep=False) as visit:
        page = visit.page
        # What needs all of the storage: lists, and what is below an element.
        page.route(re.compile(r"/(elements\?|stats|elements/[^?]*\?.*children)"), refuse)
        visit.follow(f"facets/processes/list?asOf={past.day}&culture=1033")
        expect(page.get_by_role("alert")).to_contain_text("too large")
        visit.follow(f"elements/processes/{past.id}?asOf={past.day}&culture=1033")
        expect(page.get_by_role("heading", level=1, name=past.name)).to_be_visible()


@pytest.mark.long
@looks(("en", "light"), ("de", "dark"))
def test_the_past_keeps_the_rules(site: Site, past: Past, language: str, scheme: Scheme) -> None:
    with site.visit(Role.ADMINISTRATOR, language=language, scheme=scheme) as visit:
        pages = (
            f"facets/processes/tree?selected={past.id}&",
            "facets/processes/list?",
            f"elements/processes/{past.id}?",
        )
        for path in pages_for(pages, language):
            visit.follow(f"{path}asOf={past.day}")
            expect(bar(visit.page)).to_be_visible()
            visit.check_accessible(contrast=True)


@pytest.mark.long
def test_the_past_has_room_on_a_phone(site: Site, past: Past) -> None:
    with site.visit(Role.EDITOR, f"elements/processes/{past.id}?asOf={past.day}", size=PHONE) as visit:
        strip = bar(visit.page)
        expect(strip).to_be_visible()
        too_large = (
            "element => element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth"
        )
        assert not strip.evaluate(too_large), "nothing of it is cut off"
        visit.check_accessible()
