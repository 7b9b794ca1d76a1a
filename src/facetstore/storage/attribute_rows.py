"""What filters, order and search compare of a version: its rows of `attribute`, and its row of `words`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from facetstore.domain.element import Attributes, Version
from facetstore.domain.values import order_key
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.query.filter_forms import forms_of
from facetstore.query.filter_values import ORDER_LENGTH
from facetstore.query.search_text import words_alone
from facetstore.regional.time_zones import TimeZone, to_instant
from facetstore.storage.dialect import Dialect
from facetstore.storage.documents import derived_values
from facetstore.storage.engine import Session
from facetstore.storage.words import insert_words

COLUMNS = ("tenant", "version", "name", "culture", "equality", "ordering", "number", "instant")

BETWEEN = "\x1f"
"""Stands before and behind each text of an element; no filter and no search can hold it."""


class AttributeRow(NamedTuple):
    """One value in the forms in which it is compared: a text, a number, or a time."""

    tenant: int
    version: int
    name: str
    culture: int
    equality: str | None
    ordering: str | None
    number: float | None
    instant: int | None


async def index_versions(
    session: Session,
    dialect: Dialect,
    tenant: int,
    versions: Iterable[tuple[int, Version]],
    metamodel: Metamodel,
    zone: TimeZone,
) -> None:
    """Write the rows of versions that have none."""
    indexed = [
        (key, element_type, attribute_rows(tenant, key, compared_values(version, metamodel), element_type, zone))
        for key, version in versions
        for element_type in (metamodel.types[version.type],)
    ]
    if not indexed:
        return
    await session.insert("attribute", COLUMNS, list(chain.from_iterable(rows for _, _, rows in indexed)))
    words = ((key, *words_of(rows, element_type)) for key, element_type, rows in indexed)
    await insert_words(session, dialect, tenant, words)


def compared_values(version: Version, metamodel: Metamodel) -> Attributes:
    """What is compared of a version: its attributes, and what follows from the rest of it."""
    derived = {name: values for name, values in derived_values(version, metamodel) if isinstance(values, dict)}
    return {**derived, **version.attributes}


def attribute_rows(
    tenant: int, key: int, compared: Attributes, element_type: ElementType, zone: TimeZone
) -> list[AttributeRow]:
    """The rows of a version, or of some of what is compared of it."""
    attributes = element_type.attributes

    def instant_of(local: str) -> int:
        return to_instant(local, zone)

    rows = []
    for name, values in compared.items():
        declared = attributes.get(name)
        data_type = declared.attribute.data_type if declared and declared.attribute else None
        for culture, value in values.items():
            rows.append(AttributeRow(tenant, key, name, culture, *forms_of(value, data_type, instant_of)))
    return rows


def words_of(rows: Iterable[AttributeRow], element_type: ElementType) -> tuple[str, str, str, str]:
    """The texts of an element folded as for order: names, what else is searched, the rest; and the words of the names."""
    found: tuple[list[str], list[str], list[str]] = ([], [], [])
    for row in rows:
        if row.equality:
            found[_place(row.name, element_type)].append(_folded(row))
    names, texts, rest = map(_joined, found)
    return names, texts, rest, _joined([f" {words_alone(name)}" for name in found[0]])


def _folded(row: AttributeRow) -> str:
    """A text as it is ordered by, but never cut."""
    ordering = row.ordering or ""
    return ordering if len(ordering) < ORDER_LENGTH else order_key(row.equality or "")


def _joined(texts: Sequence[str]) -> str:
    """Texts with a mark before and behind each, so that where one begins and ends can be looked up like a letter."""
    return f"{BETWEEN}{BETWEEN.join(dict.fromkeys(texts))}{BETWEEN}" if texts else ""


def _place(name: str, element_type: ElementType) -> int:
    if name in element_type.label:
        return 0
    declared = element_type.attributes.get(name)
    if declared is None or declared.attribute is None or declared.readable_by is not None:
        return 2  # searches ask for no role, so they look at what everybody reads
    return 1 if declared.attribute.searchable else 2
