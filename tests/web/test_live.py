"""What others change comes by itself: where it is shown, within moments, and without fetching the rest again."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest
from playwright.sync_api import Page, Request, expect

from facetstore.domain.callers import Role
from tests.web.browser import Site
from tests.web.test_overtaken import DETAIL, change, make

REST: Final = re.compile(r"/_api/")
VIEWED: Final = "/preferences/recent/"


@contextmanager
def asked(page: Page) -> Iterator[list[str]]:
    """The requests of a page to the interface, as they come, but for the one by which it remembers what was viewed for two seconds."""
    found: list[str] = []

    def hear(request: Request) -> None:
        if VIEWED in request.url or request.resource_type == "eventsource":
            return
        if REST.search(request.url):
            found.append(f"{request.method} {request.url.partition('/_api/')[2]}")

    page.on("request", hear)
    yield found
    page.remove_listener("request", hear)


@pytest.fixture(scope="module")
def wheel(site: Site) -> str:
    return make(site, "Wheel", make(site, "Bicycle"))


def test_what_one_user_changes_another_one_sees_at_once(site: Site, wheel: str) -> None:
    path = f"elements/processes/{wheel}?culture=1033"
    with (
        site.visit(Role.ARCHITECT, path, keep=False) as visit,
        site.visit(Role.ADMINISTRATOR, path, keep=False) as other,
    ):
        title = visit.page.get_by_role("heading", level=1)
        expect(title).to_have_text("Wheel")
        with asked(visit.page) as seen, asked(other.page) as own:
            name = other.page.get_by_label("Name (English)", exact=True)
            name.fill("Front wheel")
            other.page.get_by_role("button", name="Save").click()
            expect(title).to_have_text("Front wheel")
            visit.settle()
            other.settle()
        assert len(seen) <= 6, seen
        assert len(own) <= 9, own


def test_what_a_user_types_stays_and_the_page_says_that_the_stored_text_is_another(site: Site, wheel: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{wheel}?culture=1033", keep=False) as visit:
        name = visit.page.get_by_label("Name (English)", exact=True)
        name.fill("My wheel")
        change(site, wheel, name={"1033": "Their wheel"})
        expect(visit.page.get_by_role("status").filter(has_text="Another user has changed")).to_contain_text("Name")
        expect(visit.page.get_by_role("heading", level=1)).to_have_text("Their wheel")
        expect(name).to_have_value("My wheel")
        visit.check_accessible()
        visit.page.get_by_role("button", name="Discard").click()
        expect(name).to_have_value("Their wheel")


def test_lists_trees_and_comments_follow(site: Site, wheel: str) -> None:
    comments = f"elements/processes/{wheel}?culture=1033&tab=comments"
    with (
        site.visit(Role.VIEWER, "facets/processes/list?culture=1033", keep=False) as viewer,
        site.visit(Role.EDITOR, comments, keep=False) as reader,
    ):
        with asked(viewer.page) as seen:
            with site.client() as client:
                body = {"text": "Which size?"}
                assert client.post(f"{DETAIL}/{wheel}/comments", json=body).is_success
            expect(reader.page.get_by_text("Which size?", exact=True)).to_be_visible()
            change(site, wheel, name={"1033": "Rear wheel"})
            expect(reader.page.get_by_role("heading", level=1)).to_have_text("Rear wheel")
            viewer.settle()
        assert seen == [], "drafts are nothing to a viewer"
