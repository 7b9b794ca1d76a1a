"""Every part of the administration, and the numbers: the rules of axe, in light and dark, in German and English, wide and narrow."""

from typing import Final

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Scheme, Site
from tests.web.looks import looks

PAGES: Final = (
    "administration",
    "administration/users",
    "administration/users?q=nobody+is+called+that",
    "administration/groups",
    "administration/roles",
    "administration/sets",
    "administration/tokens",
    "administration/audit",
    "administration/types",
    "administration/types?type=subProcess",
    "administration/trash",
    "administration/storage",
    "reporting",
)


@looks
def test_every_part_keeps_the_rules(site: Site, language: str, scheme: Scheme) -> None:
    with site.visit(Role.ADMINISTRATOR, language=language, scheme=scheme) as visit:
        for path in PAGES:
            visit.go(path)
            expect(visit.page.get_by_role("heading", level=1)).to_be_visible()
            visit.check_accessible()


@pytest.mark.parametrize("path", PAGES)
def test_a_narrow_screen_shows_it_without_scrolling_sideways(site: Site, path: str) -> None:
    with site.visit(Role.ADMINISTRATOR, path, size=(360, 740)) as visit:
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= 360
