"""What filters, order and search compare of a version: its rows of `attribute`, and its row of `words`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import chain

from facetstore.domain.element import Attributes, Version
from facetstore.domain.values import order_key
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.query.filter_forms import Words, forms_in, words_in
from facetstore.query.filter_values import ORDER_LENGTH
from facetstore.regional.time_zones import TimeZone
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Session
from facetstore.storage.rows.words import replace_words
from facetstore.usecases.documents import derived_values, shown_version
from facetstore.usecases.measure import paced

COLUMNS = ("tenant", "version", "name", "culture", "equality", "ordering", "number", "instant")
AttributeRow = tuple[int, int, str, int, str | None, str | None, float | None, int | None]
"""One value in the forms in which it is compared: a text, a number, or a time."""


async def index_versions(
    session: Session,
    dialect: Dialect,
    tenant: int,
    versions: Iterable[tuple[int, Version]],
    metamodel: Metamodel,
    zone: TimeZone,
    removed: Collection[int] = (),
) -> None:
    """Write the rows of `attribute` and `words` of versions that have none. Texts in removed cultures get none."""
    indexed = await paced(
        (key, element_type, attribute_rows(tenant, key, compared_values(version, metamodel), element_type, zone))
        for key, version in ((key, shown_version(each, removed) if removed else each) for key, each in versions)
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
    return [(tenant, key, *forms) for forms in forms_in(compared, element_type, zone)]


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
    return words_in(names, others, rest)
