"""Every part of the administration, and the numbers: the rules of axe, in light and dark, in German and English, wide and narrow."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import PHONE, Scheme, Site, Visit
from tests.web.looks import every_day, looks, pages_for
from tests.web.page_paths import ADMINISTRATION


def test_no_part_is_forgotten() -> None:
    """Whatever is added to the administration is looked at here; tenants have stories of their own, where there are any."""
    source = Path(__file__).parents[2] / "web/src/pages/administration/parts.ts"
    keys = re.findall(r'key: "(\w+)",\s+icon', source.read_text("utf-8"))
    assert [key for key in keys if f"administration/{key}" not in ADMINISTRATION] == ["tenants"]


@looks(("de", "light"))
def test_every_part_keeps_the_rules(site: Site, language: str, scheme: Scheme) -> None:
    with site.visit(Role.ADMINISTRATOR, language=language, scheme=scheme) as visit:
        for path in pages_for(ADMINISTRATION, language):
            visit.follow(path)
            heading = visit.page.get_by_role("heading", level=1)
            expect(heading).to_be_visible()
            assert visit.page.title().startswith(heading.inner_text()), "the tab is named after the page"
            visit.check_accessible(contrast=True)


@pytest.fixture(scope="module")
def narrow(site: Site) -> Iterator[Visit]:
    """A window as wide as a phone."""
    with site.visit(Role.ADMINISTRATOR, size=PHONE) as visit:
        yield visit


@every_day("path", "administration/users", "administration/types?type=subProcess", of=ADMINISTRATION)
def test_a_narrow_screen_shows_it_without_scrolling_sideways(narrow: Visit, path: str) -> None:
    narrow.follow(path)
    assert narrow.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
