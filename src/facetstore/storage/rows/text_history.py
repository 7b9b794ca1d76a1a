"""When texts were last changed, worked out from the history: `domain/changed_texts.py` says how it follows from each row."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import groupby
from typing import Final, NamedTuple, cast

from facetstore.domain.changed_texts import ChangedTexts, confirmed_by, follow
from facetstore.domain.element import Attributes, Version
from facetstore.metamodel.model import Metamodel
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Fetch, Row
from facetstore.storage.rows.followed_changes import States
from facetstore.usecases.documents import as_documents
from facetstore.usecases.measure import Pace
from facetstore.usecases.ports.writes import DELETIONS

RESTORED: Final = frozenset({"element.restored", "version.restored"})
"""The kinds of rows by which a version comes back as it was deleted."""

_OF_ELEMENTS: Final = """
    SELECT element, revision, kind, version, change FROM history
     WHERE tenant = :tenant AND {{among}} AND version IS NOT NULL{until}
     ORDER BY element, revision, ordinal
"""
OF_ELEMENTS: Final = _OF_ELEMENTS.format(until="")
UNTIL: Final = _OF_ELEMENTS.format(until=" AND revision <= :until")


class KnownTexts(NamedTuple):
    """The texts of a version, and when they were changed."""

    attributes: Attributes
    changed: ChangedTexts
    order: tuple[int, int, str, str]
    """Compared with other versions of the element: the highest is the newest one."""


class TextHistory(NamedTuple):
    """The texts of the versions of an element, by id: of those that are stored, and of those that were deleted."""

    stored: Mapping[str, KnownTexts]
    deleted: Mapping[str, KnownTexts]


NO_HISTORY: Final = TextHistory({}, {})


async def text_histories(
    fetch: Fetch,
    dialect: Dialect,
    tenant: int,
    elements: Collection[str],
    metamodel: Metamodel,
    until: int | None = None,
) -> Mapping[str, TextHistory]:
    """By element, what the history says of its texts; with `until`, as they were at that revision."""
    values: dict[str, object] = {"tenant": tenant, "elements": dialect.pack(sorted(elements))}
    if until is not None:
        values["until"] = until
    rows = await fetch(
        (OF_ELEMENTS if until is None else UNTIL).format(among=dialect.among("element", "elements")), values
    )
    found, pace = {}, Pace()
    for element, group in groupby(rows, key=lambda row: str(row[0])):
        await pace.step()
        found[element] = _replayed(element, group, metamodel)
    return found


def _replayed(element: str, rows: Iterable[Row], metamodel: Metamodel) -> TextHistory:
    states = States()
    stored: dict[str, KnownTexts] = {}
    deleted: dict[str, KnownTexts] = {}
    for row in rows:
        _, revision, kind, version, change = cast("tuple[str, int, str, str, str]", tuple(row))
        _, after, details = states.follow(element, version, change)
        if after is None:
            continue
        if kind in DELETIONS:
            if version in stored:
                deleted[version] = stored.pop(version)
            continue
        known = stored.get(version)
        if known is None and kind in RESTORED:
            known = deleted.pop(version, None)
        if known is None:
            known = newest(stored.values())
        stored[version] = followed(known, after, revision, metamodel, confirmed_by(kind, details))
    return TextHistory(stored, deleted)


def newest(versions: Iterable[KnownTexts]) -> KnownTexts | None:
    """The texts of the newest of these versions, from which a new version starts."""
    return max(versions, key=lambda each: each.order, default=None)


def followed(
    before: KnownTexts | None,
    after: Version,
    revision: int,
    metamodel: Metamodel,
    confirmed: Collection[tuple[str, int]] = (),
) -> KnownTexts:
    """The texts of a version after a change; `before` None: it is the first one of its element."""
    attributes = _as_stored(after, metamodel)
    changed = (
        ChangedTexts(revision)
        if before is None
        else follow(before.changed, before.attributes, attributes, revision, confirmed)
    )
    created_on = str(after.invariant(metamodel.roles.created_on) or "")
    return KnownTexts(attributes, changed, (*after.major_minor, created_on, after.id))


def _as_stored(version: Version, metamodel: Metamodel) -> Attributes:
    """The attributes as documents hold them: html that an early release or an import wrote has no XML declaration in the history."""
    element_type = metamodel.types.get(version.type)
    if element_type is None or element_type.html.isdisjoint(version.attributes):
        return version.attributes
    return {
        name: as_documents(values) if name in element_type.html else values
        for name, values in version.attributes.items()
    }
