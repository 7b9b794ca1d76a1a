"""The rows of `attribute`: each value in the forms in which filters, order and search compare it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from facetstore.domain.element import Version
from facetstore.domain.values import equality_key, order_key
from facetstore.metamodel.model import DataType, ElementType
from facetstore.regional.time_zones import NotALocalTime, TimeZone, to_instant

COLUMNS = ("tenant", "version", "name", "culture", "equality", "ordering", "number", "instant")

_ORDER_LENGTH = 200
_TAG = re.compile(r"<[^>]*>")

AttributeRow = tuple[int, int, str, int, str | None, str | None, float | None, int | None]


def attribute_rows(
    tenant: int, key: int, version: Version, element_type: ElementType, zone: TimeZone
) -> Iterator[AttributeRow]:
    properties = element_type.properties
    for name, values in version.attributes.items():
        declared = properties.get(name)
        data_type = declared.attribute.data_type if declared and declared.attribute else None
        for culture, value in values.items():
            if isinstance(value, bool | int | float):
                yield tenant, key, name, culture, None, None, float(value), None
            else:
                text = _plain(value, data_type)
                instant = _instant(text, zone) if data_type is DataType.DATE_TIME else None
                equality = equality_key(text)
                # Without letters beyond ASCII both keys are the same.
                ordering = equality[:_ORDER_LENGTH] if text.isascii() else order_key(text[:_ORDER_LENGTH])
                yield tenant, key, name, culture, equality, ordering, None, instant


def _instant(text: str, zone: TimeZone) -> int | None:
    try:
        return to_instant(text, zone)
    except NotALocalTime:  # kept as it was given, but no filter can compare it as a time
        return None


def _plain(value: object, data_type: DataType | None) -> str:
    """The words of a value: markup taken off html, titles of links, members of a list."""
    if isinstance(value, str):
        return _words(value) if data_type is DataType.HTML and "<" in value else value
    if isinstance(value, list):
        return "\n".join(_plain(each, data_type) for each in value)
    if isinstance(value, dict):
        return str(value.get("title") or value.get("fullAddress") or "")
    return str(value)


def _words(html: str) -> str:
    return unescape(_TAG.sub(" ", html)).strip()
