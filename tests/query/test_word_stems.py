"""Stems of words, and what is looked for where a search finds nothing."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facetstore.domain.errors import InvalidParameter
from facetstore.query.search_text import parse_search_text
from facetstore.query.word_stems import LOOSER, SHORTEST_STEM, beginnings, ends, stem_of, stems


@pytest.mark.parametrize(
    "forms",
    [
        ("prufung", "prufungen", "prufen"),
        ("bewertung", "bewerten", "bewertungen"),
        ("entwicklung", "entwickeln", "entwickelt"),
        ("rad", "rader", "radern"),
        ("lieferant", "lieferanten"),
        ("montage", "montieren"),
        ("reparatur", "reparieren"),
        ("ship", "shipping", "shipped"),
        ("evaluate", "evaluation", "evaluating"),
        ("policies", "policy"),
        ("payment", "pay", "paying"),
        ("select", "selection", "selecting"),
    ],
)
def test_forms_of_a_word_have_a_stem_that_is_in_all_of_them(forms: tuple[str, ...]) -> None:
    shortest = min(map(stem_of, forms), key=len)

    assert all(shortest in each for each in forms), {each: stem_of(each) for each in forms}
    assert {stem_of(each) for each in forms} <= {each for each in map(stem_of, forms) if each.startswith(shortest)}


@given(st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=30))
def test_a_stem_is_a_beginning_of_its_word_and_long_enough(word: str) -> None:
    assert word.startswith(stem_of(word))
    assert len(stem_of(word)) >= min(SHORTEST_STEM, len(word))


@given(st.lists(st.text("abcdenrsugiäöü", min_size=1, max_size=20), min_size=1, max_size=3))
def test_all_spellings_of_a_word_have_as_many_parts(spellings: list[str]) -> None:
    for loosen in LOOSER:
        parts = loosen(spellings)
        assert len(parts) == len(spellings)
        assert len({each.count(" ") for each in parts}) == 1


def test_compounds_are_looked_for_by_both_ends_and_slips_by_the_beginning() -> None:
    assert stems(["lieferantenbewertung"]) == ["lieferantenbewert"]
    assert ends(["lieferantenbewertung"]) == ["lief wert"]
    assert ends(["rad"]) == ["rad"]
    assert beginnings(["durchfuren"]) == ["durc"]


def test_a_search_is_loosened_from_near_to_far_without_joining_words() -> None:
    text = parse_search_text("Prüfung der Lieferantenbewertungen")
    stemmed = text.stemmed(())

    assert stemmed is not None
    assert stemmed.wider == (("pruf", "pruefung"[:5]), ("lieferantenbewert",))
    assert [each.spellings[0] for each in text.looser()] == ["pruf lief wert", "pru lieferan"]


@pytest.mark.parametrize(
    "text", ["goods OR 1=1", "raven00012", "ISO 9001", '"goods"', "goods*", "name:goods", "goods_receipt", "(goods)"]
)
def test_what_has_signs_has_no_parts(text: str) -> None:
    assert list(parse_search_text(text).looser()) == []


@pytest.mark.parametrize("text", ["der", "und oder", "x", "%", "ab"])
def test_what_has_nothing_looser_stays(text: str) -> None:
    assert all(each.spellings[0] for each in parse_search_text(text).looser())


@given(st.text(min_size=1, max_size=60))
def test_any_text_can_be_loosened(text: str) -> None:
    with suppress(InvalidParameter):  # what is refused is not loosened
        for each in parse_search_text(text).looser():
            assert each.parts
            assert each.spellings[0].strip()
