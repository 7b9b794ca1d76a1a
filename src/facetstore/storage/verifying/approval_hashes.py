"""Approvals against the history: the hash that each keeps must be that of what its version said at that revision.

A changed row breaks the chain. One who can write to the database could chain all rows again; then what is changed is not what was approved.
Where a person was erased from what a version said, its hash cannot be computed again: the chain proves the erasure instead.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Final, cast

from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Engine, Fetch
from facetstore.storage.past.states import versions_at
from facetstore.storage.rows.stored_approvals import LIKE_APPROVAL, approval_in
from facetstore.storage.verifying.expected import Defined
from facetstore.storage.verifying.faults import Fault, Part
from facetstore.usecases.release.approved import Approvable, approved_document, hash_of

_BATCH: Final = 100

ROWS: Final = f"""
    SELECT revision, ordinal, element, version, change FROM history
     WHERE tenant = :tenant AND version IS NOT NULL AND change LIKE :approval AND (revision, ordinal) > (:revision, :ordinal)
     ORDER BY revision, ordinal LIMIT {_BATCH}
"""
ERASED_FROM: Final = """
    SELECT 1 FROM history
     WHERE tenant = :tenant AND revision <= :revision AND sealed IS NOT NULL AND {among} LIMIT 1
"""

_Row = tuple[int, int, str, str, str]


async def check_approvals(engine: Engine, tenant: int, definition: Defined) -> AsyncIterator[Part]:
    """Check every approval, some at a time."""
    place = {"revision": -1, "ordinal": -1}
    values = {"tenant": tenant, "approval": LIKE_APPROVAL}
    while rows := cast("Sequence[_Row]", await engine.fetch(ROWS, {**values, **place})):
        faults = [await _fault(engine.fetch, engine.dialect, tenant, definition, row) for row in rows]
        yield Part("approvals", len(rows), tuple(each for each in faults if each is not None))
        place = {"revision": rows[-1][0], "ordinal": rows[-1][1]}


async def _fault(fetch: Fetch, dialect: Dialect, tenant: int, definition: Defined, row: _Row) -> Fault | None:
    revision, ordinal, element, version, change = row
    if (kept := approval_in(change)) is None:
        return None
    states = await versions_at(fetch, dialect, tenant, [element], revision)
    was = next((each.version for each in states if each.version.id == version), None)
    at = f"approval of version {version}, revision {revision}, row {ordinal}"
    if was is None:
        return Fault(at, "there was no such version")
    types, shown = definition.metamodel.types, {str(each.element) for each in was.content}
    drawn = await versions_at(fetch, dialect, tenant, shown, revision) if shown else ()
    flow = {
        str(each.version.element): each.version
        for each in drawn
        if each.version.type in types and types[each.version.type].flow
    }
    document = approved_document(Approvable(was, flow), definition.metamodel, kept.without)
    if hash_of(document) == kept.hash:
        return None
    text = ERASED_FROM.format(among=dialect.among("element", "elements"))
    elements = dialect.pack(sorted({element, *shown}))
    if await fetch(text, {"tenant": tenant, "revision": revision, "elements": elements}):
        return None
    return Fault(at, "its hash is not that of what the version said then")
