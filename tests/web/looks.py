"""In which looks pages are tried: each language and each scheme, and with all counts every combination of them."""

from typing import Final

import pytest

looks: Final = pytest.mark.parametrize(
    ("language", "scheme"),
    [
        ("de", "light"),
        ("en", "dark"),
        pytest.param("de", "dark", marks=pytest.mark.long),
        pytest.param("en", "light", marks=pytest.mark.long),
    ],
)
