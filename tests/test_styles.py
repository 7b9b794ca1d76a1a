"""Style sheets of the page that stay quick where a page has thousands of parts."""

import re
from pathlib import Path
from typing import Final

STYLES: Final = Path(__file__).parents[1] / "web" / "src"
BROAD: Final = re.compile(r":has\((?!>)[^)]*\)|:has\([^)]*\)(?=[^,{]*[\s>+~][^,{\s])")
"""Looks at everything below an element, or is about what stands below it: each change of the page then finds styles again for all of that."""


def test_no_rule_is_about_all_that_stands_below_an_element_that_has_something() -> None:
    sheets = {sheet.relative_to(STYLES): sheet.read_text("utf-8") for sheet in STYLES.rglob("*.css")}
    found = [f"{name}: {rule[0]}" for name, text in sheets.items() for rule in BROAD.finditer(text)]
    assert found == []
