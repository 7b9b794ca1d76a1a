"""Passages around what was found: plain text, short, and marked at the right characters."""

from typing import Any

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from facetstore.domain.errors import InvalidParameter
from facetstore.domain.values import equality_key, order_key
from facetstore.metamodel.loader import load_with_additions
from facetstore.metamodel.model import ElementType
from facetstore.query.search_text import parse_search_text
from facetstore.usecases.finding.snippets import WIDTH, Snippet, find_snippets, pattern_of

PROCESS = load_with_additions({}, administration=False).types["subProcess"]
PERSON = load_with_additions({}, administration=False).types["user"]
LONG = " ".join(f"word{number}" for number in range(100))


def found(query: str, *, kind: ElementType = PROCESS, one: bool = False, **attributes: Any) -> list[Snippet]:
    return find_snippets(attributes, kind, pattern_of(parse_search_text(query)), (1033, 1031), one=one)


def marked(snippet: Snippet) -> list[str]:
    return [snippet.text[start : start + length] for start, length in snippet.highlights]


def test_a_name_is_shown_whole_with_its_hits() -> None:
    assert found("receipt goods", name={1033: "Goods receipt"}) == [
        Snippet("name", 1033, "Goods receipt", [(0, 5), (6, 7)])
    ]


@pytest.mark.parametrize(
    ("query", "text", "hits"),
    [
        ("prufung", "Eine Prüfung", ["Prüfung"]),
        ("pruf", "Eine Pru\u0308fung", ["Pru\u0308f"]),
        ("prüfung", "Eine Pruefung", ["Pruefung"]),
        ("strasse", "Die Straße", ["Straße"]),
        ("stras", "Die Straße", ["Straß"]),
        ("sse", "Die Straße", ["ße"]),
        ("fin", "eﬁn", ["ﬁn"]),
        ("check", "😀 Check 😀 check", ["Check", "check"]),
        ("100%", "at 100% <b>", ["100%"]),
        ("a.c", "abc a.c", ["a.c"]),
    ],
)
def test_what_is_marked_is_what_the_reader_sees(query: str, text: str, hits: list[str]) -> None:
    (snippet,) = found(query, name={1033: text})

    assert marked(snippet) == hits
    assert snippet.text == text


def test_a_word_of_two_letters_is_marked_where_a_word_begins() -> None:
    (snippet,) = found("prüfung im", name={1033: "Prüfung im Heim"})

    assert marked(snippet) == ["Prüfung", "im"]


def test_html_is_shown_as_plain_text() -> None:
    description = {1033: '<?xml version="1.0"?><p>Take &lt;b&gt; in</p>\n<p>all   goods</p>'}

    assert found("goods", description=description) == [Snippet("description", 1033, "Take <b> in all goods", [(16, 5)])]


def test_a_long_text_is_cut_around_its_first_hit_between_words() -> None:
    (snippet,) = found("word50", name={1033: LONG})

    assert snippet.text == f"…{' '.join(f'word{number}' for number in range(45, 62))}…"
    assert len(snippet.text) <= WIDTH + 2
    assert marked(snippet) == ["word50"]


@pytest.mark.parametrize(("query", "first", "last"), [("word0", "word0 ", "…"), ("word99", "…", "word99")])
def test_at_its_ends_a_long_text_is_cut_on_one_side(query: str, first: str, last: str) -> None:
    (snippet,) = found(query, name={1033: LONG})

    assert snippet.text.startswith(first)
    assert snippet.text.endswith(last)
    assert marked(snippet) == [query]


def test_a_hit_longer_than_a_passage_is_shown_whole() -> None:
    (snippet,) = found("x" * 150, name={1033: f"{LONG} {'x' * 190} {LONG}"})

    assert marked(snippet) == ["x" * 150]


def test_two_passages_of_different_attributes_are_shown_names_first() -> None:
    texts: dict[str, Any] = {name: {1033: f"goods in {name}"} for name in ("scope", "description", "name", "purp")}

    assert [each.attribute for each in found("goods", **texts)] == ["name", "description"]


def test_each_attribute_is_shown_in_the_first_culture_that_has_a_hit() -> None:
    both = {1031: "Wareneingang", 1033: "Goods receipt"}

    assert [each.culture for each in found("eingang", name=both)] == [1031]
    assert [each.culture for each in found("e", name={1031: "Eins", 1033: "Eine"})] == [1033]


def test_where_one_culture_is_wanted_only_the_value_that_stands_for_it_is_shown() -> None:
    assert found("eingang", one=True, name={1031: "Wareneingang", 1033: "Goods receipt"}) == []
    assert [each.culture for each in found("eingang", one=True, name={1031: "Wareneingang"})] == [1031]


def test_all_attributes_that_make_a_name_are_shown() -> None:
    snippets = found("anna amsel", kind=PERSON, firstName={127: "Anna"}, lastName={127: "Amsel"})

    assert [(each.attribute, each.text) for each in snippets] == [("firstName", "Anna"), ("lastName", "Amsel")]


def test_values_that_are_no_texts_and_texts_that_are_not_searched_are_left_out() -> None:
    assert found("2024", createdOn={127: "2024-01-01T00:00:00"}, costs={127: 2024}) == []


@given(st.text(max_size=300), st.text(min_size=3, max_size=8), st.integers(0, 300))
def test_what_is_marked_in_any_text_is_what_was_searched_for(text: str, query: str, place: int) -> None:
    try:
        wanted = parse_search_text(query)
    except InvalidParameter:
        reject()
    text = text[:place] + query + text[place:]

    for snippet in found(query, name={1033: text}, description={1033: text}):
        end = 0
        for (start, length), hit in zip(snippet.highlights, marked(snippet), strict=True):
            assert end <= start
            end = start + length
            folded = order_key(equality_key(hit))
            words = (wanted.spellings,) if wanted.is_short else (*wanted.parts, *wanted.beginnings)
            assert any(each in folded for word in words for each in word)
        assert 0 < end <= len(snippet.text)
