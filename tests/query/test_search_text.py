"""What a caller searches for, folded and in all its spellings."""

import pytest

from facetstore.domain.errors import InvalidParameter
from facetstore.domain.values import equality_key, order_key
from facetstore.query.filter_forms import words_alone
from facetstore.query.search_text import LONGEST, parse_search_text


@pytest.mark.parametrize(
    ("text", "spellings"),
    [
        ("Goods  Receipt ", ("goods receipt",)),
        ("Prüfung", ("prufung", "pruefung")),
        ("PRÜFUNG", ("prufung", "pruefung")),
        ("Pru\u0308fung", ("prufung", "pruefung")),
        ("Straße", ("strasse",)),
        ("Ångström", ("angstrom", "angstroem")),
        ("ﬁnal", ("final",)),
        ("日本", ("日本",)),
        ("100 %", ("100 %",)),
    ],
)
def test_a_text_is_folded_as_stored_texts_are(text: str, spellings: tuple[str, ...]) -> None:
    assert parse_search_text(text).spellings == spellings
    assert spellings[0] in " ".join(order_key(equality_key(text)).split())


@pytest.mark.parametrize(
    ("text", "parts", "beginnings"),
    [
        ("goods receipt", (("goods",), ("receipt",)), ()),
        ("goods goods", (("goods",),), ()),
        ("prüfung im werk", (("prufung", "pruefung"), ("werk",)), (("im",),)),
        ("plan b", (("plan",),), ()),
        ("go to", (("go to",),), ()),
        ("a b c", (("a b c",),), ()),
        ("über uns", (("uber", "ueber"), ("uns",)), ()),
    ],
)
def test_long_words_are_found_anywhere_and_those_of_two_letters_where_a_word_begins(
    text: str, parts: tuple[tuple[str, ...], ...], beginnings: tuple[tuple[str, ...], ...]
) -> None:
    found = parse_search_text(text)

    assert (found.parts, found.beginnings, found.is_short) == (parts, beginnings, False)


@pytest.mark.parametrize("text", ["a", "ab", "ü", "Üb", " x "])
def test_a_letter_or_two_alone_are_short(text: str) -> None:
    assert parse_search_text(text).is_short


def test_umlauts_that_are_written_out_can_be_read_as_umlauts() -> None:
    found = parse_search_text("Pruefung der Oefen").written_out()

    assert found is not None
    assert found.spellings == ("pruefung der oefen", "prufung der ofen")
    assert found.parts == (("pruefung", "prufung"), ("der",), ("oefen", "ofen"))


@pytest.mark.parametrize("text", ["prüfung", "goods", "haus"])
def test_a_text_without_them_can_not(text: str) -> None:
    assert parse_search_text(text).written_out() is None


def test_a_spelling_too_short_to_be_found_inside_words_is_left_out() -> None:
    found = parse_search_text("aeb").written_out()

    assert found is not None
    assert found.parts == (("aeb",),)


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("goods-receipt (new)", "goods receipt new"),
        ("snake_case", "snake case"),
        ("+ & -", ""),
        ("a, b", "a b"),
        ("日本・語", "日本 語"),
    ],
)
def test_names_are_compared_by_their_words_alone(text: str, alone: str) -> None:
    assert words_alone(text) == alone


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "q holds nothing to search for. Give it a word, or the beginning of a name."),
        (" \u00a0 ", "q holds nothing to search for. Give it a word, or the beginning of a name."),
        ("\u0308", "q holds nothing to search for. Give it a word, or the beginning of a name."),
        ("a\0b", "q takes no control characters."),
        ("a\tb", "q takes no control characters."),
        ("a\x1fb", "q takes no control characters."),
        ("a\x85b", "q takes no control characters."),
        ("\ud800", "q takes no control characters."),
        ("x" * (LONGEST + 1), "q takes at most 200 characters, not 201."),
    ],
)
def test_what_cannot_be_searched_for_is_refused(text: str, expected: str) -> None:
    with pytest.raises(InvalidParameter) as refused:
        parse_search_text(text)

    assert [(each.error, each.path) for each in refused.value.findings] == [(expected, "q")]


def test_the_longest_text_is_taken() -> None:
    assert parse_search_text("x" * LONGEST).spellings == ("x" * LONGEST,)
