"""Texts in lines: none wider than allowed, nothing lost that has room, and what is left out is marked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facetstore.drawing.text import width, wrap


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Unload", ("Unload",)),
        ("Check the delivery note", ("Check the", "delivery note")),
        ("  Check \n the\tnote ", ("Check the", "note")),
        ("Qualitätsprüfungsprotokoll", ("Qualitätsprüfu-", "ngsprotokoll")),
        ("Plan/Build/Run/Improve", ("Plan/Build/", "Run/Improve")),
        ("", ("",)),
    ],
)
def test_lines_break_between_words_and_else_where_they_must(text: str, lines: tuple[str, ...]) -> None:
    assert wrap(text, 96, 13, 4) == lines


def test_what_does_not_fit_ends_with_an_ellipsis() -> None:
    assert wrap("one two three four five six seven", 60, 13, 2) == ("one two", "three…")


@given(st.text(max_size=120), st.integers(40, 300), st.integers(1, 5))
def test_no_line_is_wider_than_asked_for(text: str, most: int, lines: int) -> None:
    found = wrap(text, most, 13, lines)

    assert 1 <= len(found) <= lines
    assert all(width(each, 13) <= most for each in found)


@given(st.text(st.characters(codec="utf-8", categories=("L", "N")), max_size=60))
def test_no_letter_is_lost_where_there_is_room(text: str) -> None:
    assert "".join(wrap(text, 80, 13, 1000)).replace("-", "") == text


def test_letters_have_their_widths() -> None:
    assert width("i", 10) < width("m", 10) < width("検", 10)
    assert width("ä", 10) == width("a", 10) == width("a\u0308", 10)
