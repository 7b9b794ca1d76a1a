"""Stored values in the forms in which filters, order and search compare them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from typing import Final

from facetstore.domain.element import Attributes
from facetstore.domain.values import equality_key, order_key
from facetstore.metamodel.model import DataType, ElementType
from facetstore.query.filter_evaluate import AttributeValue
from facetstore.query.filter_values import ORDER_LENGTH, ToInstant
from facetstore.regional.time_zones import TimeZone, to_instant

_TAG = re.compile(r"<[^>]*>")
_BETWEEN_WORDS: Final = re.compile(r"[\W_]+")

BETWEEN: Final = "\x1f"
"""Stands before and after each text of an element; no filter and no search can contain it."""
_NOWHERE: Final = "\0"
"""Occurs in no stored text (see `is_clean_text`)."""

Forms = tuple[str, int, str | None, str | None, float | None, int | None]
"""An attribute, a culture, and the value in its forms: equality and order of a text, a number, or a time."""
Words = tuple[str, str, str, str]
"""The texts of an element: its names, other searched texts, the rest; and the words of its names."""

_READ_OTHERWISE: Final = frozenset({DataType.HTML, DataType.DATE_TIME})
"""Data types whose texts are not compared as they are written."""


def forms_in(compared: Attributes, element_type: ElementType, zone: TimeZone) -> Iterator[Forms]:
    """All of these values of a version in their forms."""
    data_types, instant_of = element_type.data_types, _instants_in(zone)
    for name, values in compared.items():
        data_type = data_types.get(name)
        as_written = data_type not in _READ_OTHERWISE
        for culture, value in values.items():
            if as_written and isinstance(value, str):  # the most frequent case
                yield name, culture, *text_forms(value), None, None
            else:
                yield name, culture, *forms_of(value, data_type, instant_of)


def _instants_in(zone: TimeZone) -> ToInstant:
    return lambda local: to_instant(local, zone)


def forms_of(value: object, data_type: DataType | None, instant_of: ToInstant) -> AttributeValue:
    """A value in exactly one form: as a text, a number or a time."""
    if isinstance(value, (int, float)):  # includes true and false
        return AttributeValue(None, None, float(value))
    text = plain_text(value, data_type)
    if data_type is DataType.DATE_TIME and (instant := _instant(text, instant_of)) is not None:
        return AttributeValue(None, None, None, instant)
    return AttributeValue(*text_forms(text))


def text_of(value: object, data_type: DataType | None, instant_of: ToInstant) -> str | None:
    """A value as a text; None if it is a number or a time."""
    if isinstance(value, (int, float)):
        return None
    text = plain_text(value, data_type)
    return None if data_type is DataType.DATE_TIME and _instant(text, instant_of) is not None else text


def _instant(text: str, instant_of: ToInstant) -> int | None:
    try:
        return instant_of(text)
    except ValueError:  # stored as it was given, but no filter can compare it as a time
        return None


def plain_text(value: object, data_type: DataType | None) -> str:
    """The words of a value: html without markup, titles of links, members of a list."""
    if isinstance(value, str):
        return _without_tags(value) if data_type is DataType.HTML and "<" in value else value
    if isinstance(value, list):
        return "\n".join(plain_text(each, data_type) for each in value)
    if isinstance(value, dict):
        return str(value.get("title") or value.get("fullAddress") or "")
    return str(value)


def _without_tags(html: str) -> str:
    return unescape(_TAG.sub(" ", html)).strip()


def text_forms(text: str) -> tuple[str, str]:
    """Both forms at once: for most texts, which are ASCII, they are the same."""
    if not text or text.isspace():
        return "", ""
    if text.isascii():
        equality = text.lower()
        return equality, equality[:ORDER_LENGTH]
    equality = equality_key(text)
    return equality, order_key(equality)[:ORDER_LENGTH]


def words_of(compared: Attributes, element_type: ElementType, zone: TimeZone) -> Words:
    """The words of a version, from its compared values."""
    data_types, instant_of = element_type.data_types, _instants_in(zone)
    label, searched = element_type.label, element_type.searched
    names: list[str] = []
    others: list[str] = []
    rest: list[str] = []
    for name, values in compared.items():
        data_type = data_types.get(name)
        as_written = data_type not in _READ_OTHERWISE
        found = names if name in label else others if name in searched else rest
        for value in values.values():
            text = value if as_written and isinstance(value, str) else text_of(value, data_type, instant_of)
            if text and not text.isspace():
                found.append(text)
    return words_in(_folded(names), _folded(others), _folded(rest))


def has_texts(compared: Attributes, element_type: ElementType, zone: TimeZone) -> bool:
    """Whether any of these compared values has a text."""
    data_types, instant_of = element_type.data_types, _instants_in(zone)
    return any(
        text_of(value, data_types.get(name), instant_of)
        for name, values in compared.items()
        for value in values.values()
    )


def _folded(texts: Sequence[str]) -> Iterable[str]:
    """The order keys of texts, not cut. All are folded in one call: the separator does not change the letters beside it."""
    if not texts:
        return ()
    joined = _NOWHERE.join(texts)
    if joined.isascii():  # as in `text_forms`
        return dict.fromkeys(joined.lower().split(_NOWHERE))
    equal = equality_key(joined).split(_NOWHERE)
    return [each if each.isascii() else order_key(each) for each in dict.fromkeys(equal)]


def words_in(names: Iterable[str], others: Iterable[str], rest: Iterable[str]) -> Words:
    """The words in texts that are folded."""
    names = list(dict.fromkeys(names))
    return _joined(names), _joined(others), _joined(rest), _joined([f" {words_alone(name)}" for name in names])


def words_alone(folded: str) -> str:
    """The words of a folded text with single blanks between them, so that punctuation does not change the rank."""
    return _BETWEEN_WORDS.sub(" ", folded).strip()


def _joined(texts: Iterable[str]) -> str:
    """The different texts with a mark before and after each, so that its beginning and end can be looked up like a letter."""
    different = dict.fromkeys(texts)
    return f"{BETWEEN}{BETWEEN.join(different)}{BETWEEN}" if different else ""
