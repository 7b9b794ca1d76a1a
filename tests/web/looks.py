"""In which looks pages are tried: a sample every day, and with all counts each language in each scheme."""

from collections.abc import Iterable, Sequence
from typing import Final

import pytest

from tests.support.proof import LONG

ALL: Final = (("de", "light"), ("en", "dark"), ("de", "dark"), ("en", "light"))


def pages_for(pages: Sequence[str], language: str) -> Sequence[str]:
    """The pages to try in a look: with all counts every one, otherwise one in four, and others in each of the two looks."""
    return pages if LONG else pages[0 if language == "de" else 2 :: 4]


def every_day(argument: str, *chosen: object, of: Iterable[object]) -> pytest.MarkDecorator:
    """A story for each of these values: the chosen ones every day, and with all counts every one."""
    return pytest.mark.parametrize(
        argument, [pytest.param(each, marks=() if each in chosen else pytest.mark.long) for each in of]
    )


def looks(*everyday: tuple[str, str]) -> pytest.MarkDecorator:
    """These looks every day, and with all counts each language in each scheme."""
    others = [each for each in ALL if each not in everyday]
    return pytest.mark.parametrize(
        ("language", "scheme"), [*everyday, *(pytest.param(*each, marks=pytest.mark.long) for each in others)]
    )
