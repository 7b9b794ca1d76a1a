"""What a tenant keeps besides its elements, against the history: definition, trash, contents of files, and rows that are left over."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from typing import Final, cast

import msgspec

from facetstore.domain.element import Version
from facetstore.metamodel.model import Metamodel
from facetstore.storage.access.sight import whole_sight
from facetstore.storage.engines.engine import Engine
from facetstore.storage.files.contents import CONTENT, READ_CHUNK
from facetstore.storage.reads.reading import related
from facetstore.storage.rows.followed_changes import States
from facetstore.storage.rows.stored_changes import WHOLE
from facetstore.storage.verifying.expected import Defined
from facetstore.storage.verifying.faults import Fault, Part
from facetstore.storage.writes.cards import facets_by_contexts
from facetstore.storage.writes.translation_columns import TranslationColumns
from facetstore.storage.writes.trash import trashed_versions
from facetstore.usecases.ports.rows import CONTEXT_MARK
from facetstore.usecases.ports.selections import Parts

_DETAILS: Final = ("reference", "shape", "flow", "attribute", "card_related", "file_use")

DEFINED: Final = """
    SELECT t.settings, t.additions, (SELECT h.change FROM history h
                                      WHERE h.tenant = t.key AND h.kind = 'definition'
                                      ORDER BY h.revision DESC, h.ordinal DESC LIMIT 1)
      FROM tenant t WHERE t.key = :tenant
"""
STRAYS: Final = """
    SELECT d.version FROM {table} d
     WHERE d.tenant = :tenant AND NOT EXISTS (SELECT 1 FROM version v WHERE v.tenant = d.tenant AND v.key = d.version)
     LIMIT 1
"""
CARDS: Final = """
    SELECT v.id FROM card_related k CROSS JOIN version v
     WHERE k.tenant = :tenant AND v.tenant = k.tenant AND v.key = k.version AND {of_facets}
       AND k.related <> coalesce({related}, '')
"""
HASHES: Final = "SELECT hash FROM file_content WHERE tenant = :tenant AND hash > :after ORDER BY hash LIMIT 100"
MISSING: Final = """
    SELECT u.hash FROM (SELECT hash FROM file_use WHERE tenant = :tenant
                         UNION SELECT hash FROM trash_file WHERE tenant = :tenant) u
     WHERE NOT EXISTS (SELECT 1 FROM file_content c WHERE c.tenant = :tenant AND c.hash = u.hash)
"""
# Of no content, or behind the end of one.
MORE_CHUNKS: Final = """
    SELECT k.content, k.number FROM file_chunk k LEFT JOIN file_content c ON c.tenant = k.tenant AND c.id = k.content
     WHERE k.tenant = :tenant
       AND (c.id IS NULL OR (c.hash IS NOT NULL AND k.number > 0 AND k.number * c.chunk_bytes >= c.size))
"""
TRASH: Final = "SELECT id, versions FROM trash WHERE tenant = :tenant AND id > :after ORDER BY id LIMIT 50"
LAST_STATE: Final = """
    SELECT h.change FROM history h
     WHERE h.tenant = :tenant AND h.element = :element AND h.version = :version
       AND (h.revision, h.ordinal) >= (
           SELECT w.revision, w.ordinal FROM history w
            WHERE w.tenant = :tenant AND w.element = :element AND w.version = :version
              AND substr(w.change, 1, :length) = :whole
            ORDER BY w.revision + 0 DESC, w.ordinal DESC LIMIT 1)
     ORDER BY h.revision + 0, h.ordinal
"""


async def check_definition(engine: Engine, tenant: int) -> Part:
    """Check the settings and the metamodel of a tenant."""
    ((settings, additions, change),) = await engine.fetch(DEFINED, {"tenant": tenant})
    stored = {"settings": settings, "additions": additions}
    if change is None or msgspec.json.decode(str(change)) == stored:
        return Part("definitions", 1)
    return Part("definitions", 1, (Fault("the tenant", "its settings or its metamodel are not those of the history"),))


async def check_details(engine: Engine, tenant: int, metamodel: Metamodel) -> AsyncIterator[Part]:
    """Check that no rows are left of versions that are not there, and that lists show the references that there are."""
    for table in _DETAILS:
        strays = await engine.fetch(STRAYS.format(table=table), {"tenant": tenant})
        yield Part(
            "tables of details",
            1,
            tuple(Fault(f"{table} of key {key}", "there is no such version") for (key,) in strays),
        )
    for contexts, facets in facets_by_contexts(metamodel):
        dialect, names = engine.dialect, {f"context_{number}": name for number, name in enumerate(contexts)}
        text = CARDS.format(
            of_facets=dialect.among("v.facet", "facets"),
            related=related(dialect, Parts(contexts=contexts), whole_sight(dialect)),
        )
        values = {"tenant": tenant, "facets": dialect.pack(facets), "context_mark": CONTEXT_MARK, **names}
        wrong = await engine.fetch(text, values)
        fault = "its row of card_related is not what it refers to"
        yield Part("lists of facets", len(facets), tuple(Fault(f"version {id_}", fault) for (id_,) in wrong))


async def check_translations(engine: Engine, tenant: int, definition: Defined) -> AsyncIterator[Part]:
    """Check when each text was last changed, and what follows from that for translations."""
    async with engine.snapshot() as session:
        columns = TranslationColumns(session.fetch, engine.dialect, tenant, *definition)
        fault = "its columns about translations are not what the history says"
        async for wrong in columns.check_changed():
            yield Part("translations", 0, (Fault(f"version {wrong.version}", fault),))
    yield Part("translations", 1)


async def check_files(engine: Engine, tenant: int) -> AsyncIterator[Part]:
    """Check that every content has the hash under which it is kept, and that what is used is there."""
    missing = await engine.fetch(MISSING, {"tenant": tenant})
    yield Part("files", 0, tuple(Fault(f"file {hash_}", "it is used, but not there") for (hash_,) in missing))
    more = await engine.fetch(MORE_CHUNKS, {"tenant": tenant})
    yield Part("files", 0, tuple(Fault(f"chunk {number} of {id_}", "it belongs to no file") for id_, number in more))
    after = ""
    while rows := await engine.fetch(HASHES, {"tenant": tenant, "after": after}):
        hashes = [str(hash_) for (hash_,) in rows]
        wrong = [each for each in hashes if not await _is_whole(engine, tenant, each)]
        faults = [Fault(f"file {each}", "its content does not have this hash") for each in wrong]
        yield Part("files", len(hashes), tuple(faults))
        after = hashes[-1]


async def _is_whole(engine: Engine, tenant: int, hash_: str) -> bool:
    found = await engine.fetch(CONTENT, {"tenant": tenant, "hash": hash_})
    if not found:  # collected meanwhile
        return True
    (content, size, _), digest, length, number = found[0], hashlib.sha256(), 0, 0
    while rows := await engine.fetch(READ_CHUNK, {"tenant": tenant, "id": content, "number": number}):
        data = cast("bytes", rows[0][0])
        digest.update(data)
        length, number = length + len(data), number + 1
    return length == size and digest.hexdigest() == hash_


async def check_trash(engine: Engine, tenant: int) -> AsyncIterator[Part]:
    """Check that the trash holds versions as they were when they were deleted."""
    after = ""
    while rows := await engine.fetch(TRASH, {"tenant": tenant, "after": after}):
        faults = [
            Fault(f"trash {id_}", f"version {each.id} is not what the history says")
            for id_, versions in rows
            for each in trashed_versions(str(versions))
            if await _last_state(engine, tenant, each) != each
        ]
        after = str(rows[-1][0])
        yield Part("deletions in the trash", len(rows), tuple(faults))


async def _last_state(engine: Engine, tenant: int, version: Version) -> Version | None:
    values = {"tenant": tenant, "element": version.element, "version": version.id, "whole": WHOLE, "length": len(WHOLE)}
    states = States()
    for (change,) in await engine.fetch(LAST_STATE, values):
        states.follow(version.element, version.id, str(change))
    return states.get(version.id)
