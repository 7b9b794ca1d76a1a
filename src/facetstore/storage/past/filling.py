"""Versions as they were, put into the tables of a database in memory.

Which version of an element was its newest, and which one viewers saw, follows from the versions, as it does when they are
written (`storage/writes/settling.py`).
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import chain, islice
from typing import Final, TypeVar

from facetstore.domain.access import NO_ZONE
from facetstore.domain.changed_texts import ChangedTexts
from facetstore.domain.element import Version, without_shapes
from facetstore.domain.tenant import Tenant
from facetstore.domain.values import ElementId, VersionId
from facetstore.metamodel.model import Metamodel
from facetstore.regional.time_zones import time_zone
from facetstore.storage.engines.sqlite_session import SqliteSession
from facetstore.storage.past.memory_database import MemoryDatabase
from facetstore.storage.past.span_lists import NamedSpan
from facetstore.storage.past.states import PastState
from facetstore.storage.rows.attribute_rows import index_versions
from facetstore.storage.rows.stored_settings import dump_settings
from facetstore.storage.rows.version_rows import (
    ELEMENT_COLUMNS,
    FLOW_COLUMNS,
    REFERENCE_COLUMNS,
    SHAPE_COLUMNS,
    VERSION_COLUMNS,
    element_row,
    flow_rows,
    reference_rows,
    shape_rows,
    version_row,
)
from facetstore.usecases.documents import render_documents, render_reference, shown_version, sort_name
from facetstore.usecases.measure import Pace
from facetstore.usecases.ports.writes import StoredVersion

T = TypeVar("T")

_TENANT_COLUMNS: Final = ("key", "id", "address", "collection", "storage", "settings", "additions", "revision")
_NO_REVISION: Final = 0
"""No version of today has it, so that no ETag of the past fits a change of today."""
_BATCH: Final = 100
"""How many rows are put in at a time: more would hold up other requests."""
_UNKNOWN: Final = ChangedTexts(0)
"""When texts were changed is not worked out: reads of translations know the present only."""


async def fill_tenant(database: MemoryDatabase, tenant: Tenant, revision: int) -> None:
    """Put in the row of the tenant, which lists read the revision from."""
    address, settings = tenant.address, dump_settings(tenant.settings)
    spelled = address.folded, address.collection.spelled, address.storage.spelled
    row = (tenant.key, tenant.id, *spelled, settings, tenant.additions, revision)
    async with database.filled() as session:
        await session.insert("tenant", _TENANT_COLUMNS, [row])


async def fill_versions(
    database: MemoryDatabase,
    tenant: Tenant,
    metamodel: Metamodel,
    states: Sequence[PastState],
    zones: Mapping[str, int],
    existing: Collection[str] | None = None,
    named: Collection[str] = frozenset(),
) -> Sequence[StoredVersion]:
    """Put in all versions of some elements, and return them. `existing` are all elements there were, if these are not all of
    them; of those that are `named`, only what references show. What filters, orders and search need is put in by `index_shown`."""
    key = tenant.key
    known = [each for each in states if each.version.type in metamodel.types]
    if not known:
        return ()
    there = frozenset(existing if existing is not None else (each.version.element for each in known))
    settled = with_flags(known, metamodel)
    last: dict[str, PastState] = {}
    for each in known:
        stands = last.get(each.version.element)
        if stands is None or (stands.revision, stands.ordinal) < (each.revision, each.ordinal):
            last[each.version.element] = each
    keys = [key_of(each.version.id) for each in settled]
    rows, pace = [], Pace()
    for number, stored in zip(keys, settled, strict=True):
        await pace.step()
        if stored.version.element in named:
            documents = render_reference(stored.version, metamodel, _label(stored.version, metamodel, tenant))
        else:
            documents = render_documents(without_gone(stored.version, there), metamodel, tenant.settings)
        row = version_row(key, number, stored, documents, metamodel, _NO_REVISION, _UNKNOWN, "")
        rows.append((*row, zones.get(stored.version.element, NO_ZONE)))
    versions = [
        (number, stored.version)
        for number, stored in zip(keys, settled, strict=True)
        if stored.version.element not in named
    ]
    async with database.filled() as session:
        await _insert(session, "element", ELEMENT_COLUMNS, (element_row(key, each.version) for each in last.values()))
        await _insert(session, "version", (*VERSION_COLUMNS, "zone"), rows)
        for table, columns, rows_of in (
            ("reference", REFERENCE_COLUMNS, reference_rows),
            ("shape", SHAPE_COLUMNS, shape_rows),
            ("flow", FLOW_COLUMNS, flow_rows),
        ):
            details = chain.from_iterable(rows_of(key, number, each) for number, each in versions)
            await _insert(session, table, columns, details)
    return settled


def _label(version: Version, metamodel: Metamodel, tenant: Tenant) -> str:
    shown = shown_version(version, tenant.settings.removed_cultures)
    return sort_name(shown, metamodel.types[version.type], tenant.settings)


async def fill_named(
    database: MemoryDatabase,
    tenant: Tenant,
    metamodel: Metamodel,
    spans: Sequence[NamedSpan],
    passed: Sequence[NamedSpan],
) -> None:
    """Put in of elements only what references show of the versions that they showed; of those `passed` on the way up, only the place."""
    key = tenant.key
    elements = [(key, each.element, each.facet, each.type, each.parent, each.position) for each in (*spans, *passed)]
    rows, pace = [], Pace()
    for each in spans:
        await pace.step()
        if each.type not in metamodel.types:
            continue
        version = Version(
            ElementId(each.element),
            VersionId(each.version),
            each.facet,
            each.type,
            each.state,
            each.stereotype,
            each.creation_id,
        )
        shown = bool(each.published)
        stored = StoredVersion(version, newest=bool(each.newest), visible=shown, published=shown)
        documents = render_reference(version, metamodel, each.sort_name)
        row = version_row(key, key_of(each.version), stored, documents, metamodel, _NO_REVISION, _UNKNOWN, "")
        rows.append((*row, each.zone))
    async with database.filled() as session:
        await _insert(session, "element", ELEMENT_COLUMNS, elements)
        await _insert(session, "version", (*VERSION_COLUMNS, "zone"), rows)


async def index_shown(
    database: MemoryDatabase, tenant: Tenant, metamodel: Metamodel, versions: Sequence[StoredVersion]
) -> None:
    """Put in what filters, orders and search compare of the versions that elements show."""
    shown = [(key_of(each.version.id), each.version) for each in versions if each.newest or each.published]
    zone, removed = time_zone(tenant.settings.time_zone), tenant.settings.removed_cultures
    async with database.filled() as session:
        for some in _batches(shown):
            await index_versions(session, database.dialect, tenant.key, some, metamodel, zone, removed)
            await asyncio.sleep(0)


async def _insert(
    session: SqliteSession, table: str, columns: Sequence[str], rows: Iterable[tuple[object, ...]]
) -> None:
    """Insert rows in batches, with other requests in between."""
    for some in _batches(rows):
        await session.insert(table, columns, some)
        await asyncio.sleep(0)


def _batches(items: Iterable[T]) -> Iterator[list[T]]:
    left = iter(items)
    while some := list(islice(left, _BATCH)):
        yield some


def key_of(version: str) -> int:
    """The key of a version: the same in all databases that hold it."""
    return int.from_bytes(blake2b(version.encode(), digest_size=8).digest()) >> 1


def without_gone(version: Version, existing: Collection[str]) -> Version:
    """A version without references to elements that did not exist, and without shapes of them."""
    targets = {context: tuple(each for each in found if each in existing) for context, found in version.related.items()}
    related = {context: found for context, found in targets.items() if found}
    gone = {each.element for each in version.content if each.element not in existing}
    content = without_shapes(version.content, gone) if gone else version.content
    return version._replace(related=related, content=content)


def with_flags(states: Sequence[PastState], metamodel: Metamodel) -> Sequence[StoredVersion]:
    """Each version with the flags that say which of them its id selects, elements by id, oldest version first."""
    created = metamodel.roles.created_on
    in_order = sorted(
        states,
        key=lambda each: (
            each.version.element,
            *each.version.major_minor,
            str(each.version.invariant(created) or ""),
            each.version.id,
        ),
    )
    visible = _visible([each.version for each in in_order], metamodel)
    newest, published = dict[str, str](), dict[str, str]()
    for each in in_order:
        newest[each.version.element] = each.version.id
        if visible[each.version.id]:
            published[each.version.element] = each.version.id
    return [
        StoredVersion(
            each.version,
            newest=newest[each.version.element] == each.version.id,
            visible=visible[each.version.id],
            published=published.get(each.version.element) == each.version.id,
        )
        for each in in_order
    ]


def _visible(versions: Iterable[Version], metamodel: Metamodel) -> Mapping[str, bool]:
    """By version id whether viewers saw it: by its state, and flow objects where a version they saw showed them, or none did."""
    found, flow = dict[str, bool](), list[Version]()
    shown = defaultdict[ElementId, bool](bool)
    for each in versions:
        if metamodel.types[each.type].flow:
            flow.append(each)
            continue
        state = metamodel.state_of.get((each.type, each.state))
        found[each.id] = seen = state is None or state.visible
        for shape in each.content:
            shown[shape.element] |= seen
    return {**found, **{each.id: shown.get(each.element, True) for each in flow}}
