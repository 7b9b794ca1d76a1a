"""What means the same as the words of a search, and which words of names are meant by slips of the pen."""

import pytest

from facetstore.query.search_text import SearchText, parse_search_text
from facetstore.query.slips import corrected, halves_of
from facetstore.query.synonyms import Groups, beside

GROUPS: Groups = (("Kraftfahrzeug", "Kfz", "motor vehicle"), ("QM", "Qualitätsmanagement"), ("Kfz", "Auto"))


def meant(text: str) -> list[tuple[str, ...]]:
    spelled = parse_search_text(text).spellings
    return beside(list(zip(*(each.split(" ") for each in spelled), strict=True)), GROUPS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Kraftfahrzeuge prüfen", [("kraftfahrzeug", "kfz", "motor vehicle"), ()]),
        ("KFZ", [("kraftfahrzeug", "kfz", "motor vehicle", "auto")]),
        ("motor vehicles check", [("kraftfahrzeug", "kfz", "motor vehicle")] * 2 + [()]),
        ("vehicle motor", [(), ()]),
        ("qm", [("qm", "qualitatsmanagement")]),
        ("Qualitaetsmanagement", [()]),
        ("Qualitätsmanagement", [("qm", "qualitatsmanagement")]),
        ("car", [()]),
    ],
)
def test_words_and_several_words_mean_the_same_in_any_inflection(text: str, expected: list[tuple[str, ...]]) -> None:
    assert meant(text) == expected


def test_two_letters_that_mean_the_same_are_looked_for_where_a_word_begins() -> None:
    text = parse_search_text("Qualitätsmanagement").meaning(GROUPS)

    assert "qm" not in text.parts[0]
    assert " qm" in text.parts[0]
    assert text.wider_in_name == (("qualitatsmanagement", "qualitaetsmanagement", " qm"),)


def test_a_short_text_with_a_meaning_is_looked_for_as_both() -> None:
    text = parse_search_text("QM").meaning(GROUPS)

    assert not text.is_short
    assert (text.parts, text.beginnings) == ((), (("qm", "qualitatsmanagement"),))
    assert parse_search_text("QA").meaning(GROUPS).is_short


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("Leiferanten", ["lieferanten bewerten"], "lieferant"),
        ("Leiferanten bewretn", ["lieferanten bewerten"], "lieferant bewert"),
        ("suplier rating", ["rate suppliers", "rating"], "suppli rat"),
        ("suppliers", ["rate suppliers"], None),
        ("zebra", ["lieferanten"], None),
    ],
)
def test_the_words_of_names_that_are_most_alike_are_meant(text: str, names: list[str], expected: str | None) -> None:
    found = corrected(parse_search_text(text), names)

    assert (found and found.spellings[0]) == expected


@pytest.mark.parametrize("text", ["abcd", "ISO 9001", "der", "x" * 3, " ".join(["lieferanten"] * 7)])
def test_what_is_short_or_has_signs_has_no_slips(text: str) -> None:
    assert halves_of(parse_search_text(text)) is None


def test_a_slip_leaves_one_half_of_a_long_word() -> None:
    halves = halves_of(parse_search_text("Leiferanten"))

    assert isinstance(halves, SearchText)
    assert halves.wider == (("leif", "rant"),)
