"""Stored values in the forms in which filters, order and search compare them."""

from __future__ import annotations

import re
from html import unescape
from typing import Final

from facetstore.metamodel.model import DataType
from facetstore.query.filter_evaluate import AttributeValue
from facetstore.query.filter_values import ToInstant, text_forms

_TAG = re.compile(r"<[^>]*>")

READ_OTHERWISE: Final = frozenset({DataType.HTML, DataType.DATE_TIME})
"""Data types whose texts are not compared as they are written."""


def forms_of(value: object, data_type: DataType | None, to_instant: ToInstant) -> AttributeValue:
    """A value in exactly one form: as a text, a number or a time."""
    if isinstance(value, (int, float)):  # includes true and false
        return AttributeValue(None, None, float(value))
    text = plain_text(value, data_type)
    if data_type is DataType.DATE_TIME and (instant := _instant(text, to_instant)) is not None:
        return AttributeValue(None, None, None, instant)
    return AttributeValue(*text_forms(text))


def text_of(value: object, data_type: DataType | None, to_instant: ToInstant) -> str | None:
    """A value as a text; None if it is a number or a time."""
    if isinstance(value, (int, float)):
        return None
    text = plain_text(value, data_type)
    return None if data_type is DataType.DATE_TIME and _instant(text, to_instant) is not None else text


def _instant(text: str, to_instant: ToInstant) -> int | None:
    try:
        return to_instant(text)
    except ValueError:  # stored as it was given, but no filter can compare it as a time
        return None


def plain_text(value: object, data_type: DataType | None) -> str:
    """The words of a value: html without markup, titles of links, members of a list."""
    if isinstance(value, str):
        return _words(value) if data_type is DataType.HTML and "<" in value else value
    if isinstance(value, list):
        return "\n".join(plain_text(each, data_type) for each in value)
    if isinstance(value, dict):
        return str(value.get("title") or value.get("fullAddress") or "")
    return str(value)


def _words(html: str) -> str:
    return unescape(_TAG.sub(" ", html)).strip()
