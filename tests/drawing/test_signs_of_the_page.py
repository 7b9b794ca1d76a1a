"""The page draws shapes with the same signs as pictures of diagrams have."""

import json
from pathlib import Path

from facetstore.drawing.symbols import ICONS

SIGNS = Path(__file__).parents[2] / "web" / "src" / "pages" / "diagram" / "signs.json"


def test_the_page_has_the_signs_of_pictures() -> None:
    assert json.loads(SIGNS.read_text("utf-8")) == ICONS
