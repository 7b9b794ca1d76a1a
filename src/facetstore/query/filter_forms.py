"""Stored values in the forms in which filters, order and search compare them."""

from __future__ import annotations

import re
from html import unescape

from facetstore.metamodel.model import DataType
from facetstore.query.filter_evaluate import AttributeValue
from facetstore.query.filter_values import ToInstant, equality_form, ordering_of

_TAG = re.compile(r"<[^>]*>")


def forms_of(value: object, data_type: DataType | None, to_instant: ToInstant) -> AttributeValue:
    """A value as a text, a number or a time: as one of them."""
    if isinstance(value, (int, float)):  # true and false among them
        return AttributeValue(None, None, float(value))
    text = value if isinstance(value, str) and data_type is not DataType.HTML else plain_text(value, data_type)
    if data_type is DataType.DATE_TIME:
        try:
            return AttributeValue(None, None, None, to_instant(text))
        except ValueError:  # kept as it was given, but no filter can compare it as a time
            pass
    equality = equality_form(text)
    return AttributeValue(equality, ordering_of(equality))


def plain_text(value: object, data_type: DataType | None) -> str:
    """The words of a value: markup taken off html, titles of links, members of a list."""
    if isinstance(value, str):
        return _words(value) if data_type is DataType.HTML and "<" in value else value
    if isinstance(value, list):
        return "\n".join(plain_text(each, data_type) for each in value)
    if isinstance(value, dict):
        return str(value.get("title") or value.get("fullAddress") or "")
    return str(value)


def _words(html: str) -> str:
    return unescape(_TAG.sub(" ", html)).strip()
