"""Every cause has a row in the documentation."""

import re
from pathlib import Path
from typing import Final

from facetstore.domain import causes

PAGE: Final = Path(__file__).parents[2] / "docs" / "how-to" / "monitor.md"


def test_every_category_is_described() -> None:
    known = {value for name, value in vars(causes).items() if name.isupper() and isinstance(value, str)}
    known -= {causes.SET_CLOCK}

    described = re.findall(r"^\| `([a-z-]+)` \|", PAGE.read_text("utf-8"), re.MULTILINE)

    assert sorted(described) == sorted(known)
