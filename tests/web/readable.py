"""What is on a page is meant for people: no ids, no values of a program, no texts that were not found."""

import re
from typing import Final

from tests.web.browser import Visit

_RAW: Final = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\[object |\bundefined\b|\bNaN\b|\{\{|force=true|requestId|"
    r"IsNull\(|\b(?:TypeError|ApiError)\b"
)


def check_readable(visit: Visit) -> None:
    """Wait until the page is there, and look through all that it shows."""
    visit.settle()
    shown = visit.page.locator("body").inner_text()
    fields = visit.page.locator("input:visible, textarea:visible").evaluate_all("all => all.map(each => each.value)")
    found = [line for line in [*shown.splitlines(), *fields] if _RAW.search(line)]
    assert found == [], f"{visit.page.url} shows what no user can read: {found}"
