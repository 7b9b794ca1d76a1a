"""In which looks pages are tried: each language and each scheme, and with all counts every combination of them."""

from collections.abc import Sequence
from typing import Final

import pytest

from tests.support.proof import LONG


def pages_for(pages: Sequence[str], language: str) -> Sequence[str]:
    """The pages to try in a look: with all counts every one, otherwise each page in one of the two looks."""
    return pages if LONG else pages[language == "en" :: 2]


looks: Final = pytest.mark.parametrize(
    ("language", "scheme"),
    [
        ("de", "light"),
        ("en", "dark"),
        pytest.param("de", "dark", marks=pytest.mark.long),
        pytest.param("en", "light", marks=pytest.mark.long),
    ],
)
