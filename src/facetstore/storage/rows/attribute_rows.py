"""What filters, order and search compare of a version: its rows of `attribute`, and its row of `words`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from facetstore.domain.element import Attributes, Version
from facetstore.domain.values import equality_key, order_key
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.query.filter_forms import READ_OTHERWISE, forms_of, text_of
from facetstore.query.filter_values import ORDER_LENGTH, ToInstant, text_forms
from facetstore.query.search_text import words_alone
from facetstore.regional.time_zones import TimeZone, to_instant
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Session
from facetstore.storage.rows.documents import derived_values
from facetstore.storage.rows.words import replace_words
from facetstore.usecases.pace import paced

COLUMNS = ("tenant", "version", "name", "culture", "equality", "ordering", "number", "instant")

BETWEEN = "\x1f"
"""Stands before and after each text of an element; no filter and no search can contain it."""
_NOWHERE = "\0"
"""Occurs in no stored text (see `is_clean_text`)."""


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
    """Write the rows of `attribute` and `words` of versions that have none."""
    indexed = await paced(
        (key, element_type, attribute_rows(tenant, key, compared_values(version, metamodel), element_type, zone))
        for key, version in versions
        for element_type in (metamodel.types[version.type],)
    )
    if not indexed:
        return
    await session.insert("attribute", COLUMNS, list(chain.from_iterable(rows for _, _, rows in indexed)))
    words = await paced((key, *words_of_rows(rows, element_type)) for key, element_type, rows in indexed)
    await replace_words(session, dialect, tenant, words)


def compared_values(version: Version, metamodel: Metamodel) -> Attributes:
    """The values of a version that are compared: its attributes, and those derived from the rest of it."""
    return {**derived_values(version, metamodel), **version.attributes}


def attribute_rows(
    tenant: int, key: int, compared: Attributes, element_type: ElementType, zone: TimeZone
) -> list[AttributeRow]:
    """The rows of a version for these of its compared values."""
    data_types, instant_of = element_type.data_types, _instants_in(zone)
    rows = []
    for name, values in compared.items():
        data_type = data_types.get(name)
        as_written = data_type not in READ_OTHERWISE
        for culture, value in values.items():
            if as_written and isinstance(value, str):  # the most frequent case
                equality, ordering = text_forms(value)
                rows.append(AttributeRow(tenant, key, name, culture, equality, ordering, None, None))
            else:
                forms = forms_of(value, data_type, instant_of)
                rows.append(AttributeRow(tenant, key, name, culture, *forms))
    return rows


def _instants_in(zone: TimeZone) -> ToInstant:
    return lambda local: to_instant(local, zone)


Words = tuple[str, str, str, str]
"""The texts of an element: its names, other searched texts, the rest; and the words of its names."""


def words_of(compared: Attributes, element_type: ElementType, zone: TimeZone) -> Words:
    """The words of a version, from its compared values."""
    data_types, instant_of = element_type.data_types, _instants_in(zone)
    label, searched = element_type.label, element_type.searched
    names: list[str] = []
    others: list[str] = []
    rest: list[str] = []
    for name, values in compared.items():
        data_type = data_types.get(name)
        as_written = data_type not in READ_OTHERWISE
        found = names if name in label else others if name in searched else rest
        for value in values.values():
            text = value if as_written and isinstance(value, str) else text_of(value, data_type, instant_of)
            if text and not text.isspace():
                found.append(text)
    return _words(_folded(names), _folded(others), _folded(rest))


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
    equal = equality_key(_NOWHERE.join(texts)).split(_NOWHERE)
    return [each if each.isascii() else order_key(each) for each in dict.fromkeys(equal)]


def words_of_rows(rows: Iterable[AttributeRow], element_type: ElementType) -> Words:
    """The words of a version, from all of its rows, which hold its texts folded."""
    label, searched = element_type.label, element_type.searched
    names: list[str] = []
    others: list[str] = []
    rest: list[str] = []
    for _, _, name, _, equality, ordering, _, _ in rows:
        if equality and ordering is not None:
            found = names if name in label else others if name in searched else rest
            found.append(ordering if len(ordering) < ORDER_LENGTH else order_key(equality))
    return _words(names, others, rest)


def _words(names: Iterable[str], others: Iterable[str], rest: Iterable[str]) -> Words:
    names = list(dict.fromkeys(names))
    return _joined(names), _joined(others), _joined(rest), _joined([f" {words_alone(name)}" for name in names])


def _joined(texts: Iterable[str]) -> str:
    """The different texts with a mark before and after each, so that its beginning and end can be looked up like a letter."""
    different = dict.fromkeys(texts)
    return f"{BETWEEN}{BETWEEN.join(different)}{BETWEEN}" if different else ""
