"""What goes wrong for a while mends itself: the network, the service, one query, a part of the page that is gone."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import pytest
from playwright.sync_api import FilePayload, Page, Route, expect

from facetstore.domain.callers import Role
from tests.web.browser import Site, Visit

DETAIL: Final = "rest/facets/processes/views/detail/elements"
TREE: Final = "rest/facets/processes/views/tree/elements"
HISTORY: Final = re.compile(r"/history\?")
OFFLINE: Final = "You are offline."
SILENT: Final = "The service does not answer."
REFUSAL: Final = '{"message": "Not now", "output": "dialog", "type": "error", "data": [], "requestId": "r-1"}'


@pytest.fixture(scope="module")
def process(site: Site) -> str:
    with site.client() as client:
        body = {"elements": [{"type": "subProcess", "attributes": {"name": {"1033": "Mend a tyre"}}}]}
        made = client.post(DETAIL, json=body)
    assert made.status_code == 200, made.text
    return str(made.json()["elements"][0]["id"])


@contextmanager
def trouble(visit: Visit) -> Iterator[None]:
    """What the browser reports of a connection that is cut on purpose is no finding."""
    before = list(visit.troubles)
    yield
    visit.settle()
    visit.troubles[:] = before


def times(page: Page, pattern: re.Pattern[str], count: int, act: Callable[[Route], None]) -> list[str]:
    """Do something to the first requests for an address; returns those that were met, as they come."""
    met: list[str] = []

    def handle(route: Route) -> None:
        met.append(route.request.url)
        if len(met) <= count:
            act(route)
        else:
            route.continue_()

    page.route(pattern, handle)
    return met


def lead(page: Page, address: str) -> None:
    """As a link does, to where the page may be reloaded."""
    page.evaluate("address => history.pushState({}, '', address)", address)


def refuse(status: int, **headers: str) -> Callable[[Route], None]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda route: route.fulfill(status=status, headers=named, content_type="application/json", body=REFUSAL)


def test_what_is_refused_for_a_moment_is_asked_for_again(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1033", expected=(503,), keep=False) as visit:
        asked = times(visit.page, HISTORY, 2, refuse(503, retry_after="1"))
        visit.page.get_by_role("link", name="History", exact=True).click()
        expect(visit.page.get_by_text("Created", exact=True).first).to_be_visible()
        assert len(asked) == 3


@pytest.mark.long
def test_where_one_query_fails_only_its_part_says_so(site: Site, process: str) -> None:
    path = f"elements/processes/{process}?culture=1033&tab=history"
    with site.visit(Role.ARCHITECT, "", expected=(500,), keep=False) as visit:
        page = visit.page
        times(page, HISTORY, 1, refuse(500))
        visit.follow(path)
        expect(page.get_by_role("alert")).to_contain_text("Something broke on our side")
        expect(page.get_by_role("heading", level=1)).to_have_text("Mend a tyre")
        visit.check_accessible_once("a part that failed")
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_text("Created", exact=True).first).to_be_visible()


@pytest.mark.long
def test_where_the_types_of_fields_fail_the_form_is_asked_for_again(site: Site, process: str) -> None:
    """A query that a component cannot begin without: the boundary around it makes the query ask again."""
    with site.visit(Role.ARCHITECT, "tasks", expected=(500,), keep=False) as visit, trouble(visit):
        page = visit.page
        times(page, re.compile(r"/processes/views/detail/config$"), 1, refuse(500))
        visit.follow(f"elements/processes/{process}?culture=1033")
        expect(page.get_by_role("alert")).to_contain_text("Something broke on our side")
        expect(page.get_by_role("link", name="Diagram")).to_be_visible()
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_label("Name (English)")).to_have_value("Mend a tyre")


@pytest.mark.long
def test_a_branch_of_the_tree_that_fails_says_so_and_is_asked_for_again(site: Site) -> None:
    with site.client() as client:
        category = client.get(TREE).json()["elements"][0]["children"][0]["id"]
    with site.visit(Role.VIEWER, "facets/processes/tree?culture=1033", expected=(500,), keep=False) as visit:
        page = visit.page
        node = page.locator(f"#node-{category}")
        times(page, re.compile(f"{category}/children"), 2, refuse(500))
        node.dblclick()
        expect(node).to_contain_text("Could not be loaded.")
        page.get_by_role("tree").press("ArrowRight")
        expect(node.get_by_role("button", name="Try again")).to_be_visible()
        node.get_by_role("button", name="Try again").click()
        expect(page.locator("[role=treeitem][aria-level='3']").first).to_be_visible()
        expect(node).not_to_contain_text("Could not be loaded.")


def test_offline_for_a_while_nothing_has_to_be_done(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1033", keep=False) as visit:
        page = visit.page
        with trouble(visit):
            page.context.set_offline(True)
            page.get_by_role("link", name="History", exact=True).click()
            expect(page.get_by_role("status").filter(has_text=OFFLINE)).to_be_visible()
            visit.check_accessible_once("offline")
            page.context.set_offline(False)
            expect(page.get_by_text("Created", exact=True).first).to_be_visible()
            expect(page.get_by_text(OFFLINE)).to_have_count(0)


@pytest.mark.long
def test_a_service_that_is_restarted_is_noticed_and_used_again(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1033", keep=False) as visit:
        page = visit.page
        with trouble(visit):
            site.service.stop()
            page.get_by_role("link", name="History", exact=True).click()
            expect(page.get_by_text(SILENT).first).to_be_visible()
            site.service.start()
            expect(page.get_by_text("Created", exact=True).first).to_be_visible()
            expect(page.get_by_text(SILENT)).to_have_count(0)


def test_a_part_of_the_page_that_is_gone_after_an_upgrade_comes_with_a_new_page(site: Site) -> None:
    gone = re.compile(r"/assets/TasksPage-.*\.js")
    with site.visit(Role.ARCHITECT, "", expected=(404,), keep=False) as visit:
        page = visit.page
        with trouble(visit):
            asked = times(page, gone, 1, refuse(404))
            lead(page, site.home + "tasks")
            expect(page.get_by_role("heading", level=1)).to_have_text("My tasks")
            assert len(asked) == 2


@pytest.mark.long
def test_a_part_that_stays_away_does_not_load_the_page_for_ever(site: Site) -> None:
    gone = re.compile(r"/assets/TasksPage-.*\.js")
    with site.visit(Role.ARCHITECT, "", expected=(404,), keep=False) as visit:
        page = visit.page
        with trouble(visit):
            asked = times(page, gone, 2, refuse(404))
            lead(page, site.home + "tasks")
            expect(page.get_by_role("alert")).to_contain_text("This part of the page is gone")
            assert len(asked) == 2
            page.get_by_role("button", name="Load again").click()
            expect(page.get_by_role("heading", level=1)).to_have_text("My tasks")


@pytest.mark.long
def test_a_download_that_fails_says_so_and_is_tried_again(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?culture=1033&tab=files", expected=(500,)) as visit:
        page = visit.page
        given: FilePayload = {"name": "plan.txt", "mimeType": "text/plain", "buffer": b"Patch, glue, wait."}
        page.get_by_label("Choose files to upload").set_input_files([given])
        name = page.get_by_role("link", name="plan.txt")
        expect(name).to_be_visible()
        times(page, re.compile(r"/files/[^?]+$"), 1, refuse(500))
        name.click()
        notice = page.get_by_role("alert").filter(has_text="Something broke on our side")
        with page.expect_download() as download:
            notice.get_by_role("button", name="Try again").click()
        assert download.value.suggested_filename == "plan.txt"
        page.unroute_all()


def test_a_write_is_sent_again_and_made_once(site: Site) -> None:
    """First the service is busy, then the answer is lost: the third try, with the same key, gets the answer of the second one."""
    keys: list[str] = []
    with site.client() as client:
        category = client.get(TREE).json()["elements"][0]["children"][0]["id"]
        body = {"elements": [{"type": "mainProcess", "parent": category, "attributes": {"name": {"1033": "Mend"}}}]}
        process = client.post(DETAIL, json=body).json()["elements"][0]["id"]

    def hinder(route: Route) -> None:
        if route.request.method == "POST":
            keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            refuse(503, retry_after="0")(route)
        elif len(keys) == 2:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    path = f"facets/processes/tree?culture=1033&selected={process}"
    with site.visit(Role.ARCHITECT, path, expected=(503,), keep=False) as visit, trouble(visit):
        page = visit.page
        page.route(re.compile(r"/detail/elements$"), hinder)
        expect(page.get_by_role("treeitem", selected=True)).to_contain_text("Mend")
        page.get_by_role("tree").focus()
        page.keyboard.press("F2")
        field = page.get_by_role("dialog", name="Rename").get_by_label("Name (English)")
        expect(field).to_have_value("Mend")
        field.fill("Mend a tube")
        page.keyboard.press("Enter")
        expect(page.get_by_text("Renamed")).to_be_visible()
        expect(page.get_by_role("dialog")).to_have_count(0)
    assert len(keys) == 3
    assert len(set(keys)) == 1
    with site.client() as client:
        history = client.get(f"{DETAIL}/{process}/history").json()["values"]
    assert [each["kind"] for each in history].count("element.changed") == 1
