"""What filters, order and search compare of a version: its rows of `attribute`, and its row of `words`."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
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
        (key, version.type, list(attribute_rows(tenant, key, version, metamodel, zone))) for key, version in versions
    ]
    if not indexed:
        return
    await session.insert("attribute", COLUMNS, list(chain.from_iterable(rows for _, _, rows in indexed)))
    words = ((key, *words_of(rows, metamodel.types[type_])) for key, type_, rows in indexed)
    await insert_words(session, dialect, tenant, words)


def compared_values(version: Version, metamodel: Metamodel) -> Attributes:
    """What is compared of a version: its attributes, and what follows from the rest of it."""
    return {**version.attributes, **dict(_derived(version, metamodel))}


def attribute_rows(
    tenant: int, key: int, version: Version, metamodel: Metamodel, zone: TimeZone, names: Container[str] | None = None
) -> Iterator[AttributeRow]:
    """The rows of a version, or those of some attributes alone."""
    properties = metamodel.types[version.type].properties
    for name, values in compared_values(version, metamodel).items():
        if names is not None and name not in names:
            continue
        declared = properties.get(name)
        data_type = declared.attribute.data_type if declared and declared.attribute else None
        for culture, value in values.items():
            form = forms_of(value, data_type, lambda local: to_instant(local, zone))
            yield AttributeRow(tenant, key, name, culture, form.equality, form.ordering, form.number, form.instant)


def _derived(version: Version, metamodel: Metamodel) -> Iterator[tuple[str, Mapping[int, object]]]:
    for name, values in derived_values(version, metamodel):
        if isinstance(values, dict) and name not in version.attributes:
            yield name, values


def words_of(rows: Sequence[AttributeRow], element_type: ElementType) -> tuple[str, str, str, str]:
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
    declared = element_type.properties.get(name)
    return 1 if declared is not None and declared.attribute is not None and declared.attribute.searchable else 2
