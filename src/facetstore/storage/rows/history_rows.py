"""The append-only history: one row a change, each chained to the one before by its hash."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntFlag
from typing import Final, cast

import msgspec

from facetstore.domain.element import Shape, Version
from facetstore.domain.element_files import ElementFile
from facetstore.domain.values import ElementId, VersionId
from facetstore.storage.engines.engine import Engine, Row, Session
from facetstore.usecases.ports.writes import HistoryEntry

CHAINED = (
    "tenant", "revision", "ordinal", "at", "actor", "kind", "element", "version", "reason", "change", "hash",
)  # fmt: skip
COLUMNS = (*CHAINED, "reach")

ADVANCE = "UPDATE tenant SET revision = :revision, head = :head WHERE key = :tenant"
CHAIN_END = "SELECT revision, head FROM tenant WHERE key = :tenant"
CHAIN = f"""
    SELECT {", ".join(CHAINED)} FROM history
     WHERE tenant = :tenant AND revision <= :revision
     ORDER BY revision, ordinal
"""  # names of our own columns

WHOLE: Final = '{"facetName"'
"""The beginning of a change that holds a whole version; other changes hold only named values."""

_encoder = msgspec.json.Encoder()


class Reach(IntFlag):
    """Where a change of an element shows besides the element itself: cached responses that it does not show in stay valid."""

    ITSELF = 0
    LISTS = 1
    """In lists: which of them hold it, or at which place."""
    NEAR = 2
    """In elements that refer to it or show it."""
    EVERYWHERE = LISTS | NEAR


@dataclass(slots=True)
class Chain:
    """Makes the history rows of one writer, all with one revision of its tenant."""

    tenant: int
    revision: int
    head: str
    actor: str | None
    reason: str | None
    address: str | None = None
    """The address of the client, which is stored in the audit but not in the history."""
    at: int = field(default_factory=lambda: time.time_ns() // 1000)
    ordinal: int = 0
    kept: str | None = None
    """The head that was last written to the row of the tenant."""

    async def advance(self, session: Session) -> None:
        """Write revision and head to the row of the tenant, unless it has them. PostgreSQL gets it with other statements."""
        if self.kept != self.head:
            values = {"tenant": self.tenant, "revision": self.revision, "head": self.head}
            await session.run_for_each(ADVANCE, [values])
            self.kept = self.head

    def row(
        self, kind: str, element: str | None, version: str | None, change: str, reach: Reach = Reach.EVERYWHERE
    ) -> tuple[object, ...]:
        """The next row. Its hash covers the hash of the row before and all columns but `reach`."""
        self.ordinal += 1
        fields = (
            self.tenant,
            self.revision,
            self.ordinal,
            self.at,
            self.actor,
            kind,
            element,
            version,
            self.reason,
            change,
        )
        self.head = _link(self.head, fields)
        return (*fields, self.head, int(reach))


def whole_version(version: Version, details: Mapping[str, str] | None = None) -> str:
    """A version as history stores it, which is enough to restore it, and the named values that came with the change."""
    return _encoder.encode(
        {
            "facetName": version.facet,
            "type": version.type,
            "state": version.state,
            "stereotype": version.stereotype,
            "creationId": version.creation_id,
            "version": version.number,
            "attributes": version.attributes,
            "related": version.related,
            "content": [{"shapeId": s.id, "id": s.element, "predecessors": s.predecessors} for s in version.content],
            "parent": version.parent,
            "position": version.position,
            **({"files": version.files} if version.files else {}),
            **({"told": details} if details else {}),
        }
    ).decode()


class StoredShape(msgspec.Struct):
    """A shape as history stores it."""

    shapeId: str  # spelled as in the interface
    id: str
    predecessors: tuple[str, ...]


class Whole(msgspec.Struct):
    """A version as history stores it."""

    facetName: str  # spelled as in the interface
    type: str
    state: str | None
    stereotype: str | None
    creationId: str | None
    version: str | None
    attributes: dict[str, dict[int, object]]
    related: dict[str, tuple[str, ...]]
    content: list[StoredShape]
    parent: str | None
    position: int
    files: tuple[ElementFile, ...] = ()
    details: dict[str, str] = msgspec.field(name="told", default_factory=dict)


_whole = msgspec.json.Decoder(Whole)
_details = msgspec.json.Decoder(dict[str, object])


def version_of(element: str, id_: str, whole: Whole) -> Version:
    """The version that a history row holds."""
    return Version(
        element=ElementId(element),
        id=VersionId(id_),
        facet=whole.facetName,
        type=whole.type,
        state=whole.state,
        stereotype=whole.stereotype,
        creation_id=whole.creationId,
        number=whole.version,
        attributes=whole.attributes,
        related={context: tuple(map(ElementId, targets)) for context, targets in whole.related.items()},
        content=tuple(Shape(each.shapeId, ElementId(each.id), each.predecessors) for each in whole.content),
        parent=ElementId(whole.parent) if whole.parent else None,
        position=whole.position,
        files=whole.files,
    )


def entry_of(element: str, row: Row) -> HistoryEntry:
    revision, ordinal, at, actor, kind, version, reason, change = cast(
        "tuple[int, int, int, str | None, str, str | None, str | None, str]", tuple(row)
    )
    after: Version | None = None
    if version is not None and change.startswith(WHOLE):
        whole = _whole.decode(change)
        after, details = version_of(element, version, whole), whole.details
    else:
        details = {name: str(value) for name, value in _details.decode(change).items()}
    return HistoryEntry(revision, ordinal, at, actor, kind, version, reason, after, details)


async def verify(engine: Engine, tenant: int) -> str | None:
    """The first place where the hash chain of a tenant's history is broken, or None.

    The chain must end with the hash in the row of the tenant, so rows missing at the end are found as well.
    """
    rows = await engine.fetch(CHAIN_END, {"tenant": tenant})
    revision, end = rows[0]
    head = ""
    async for chunk in engine.stream(CHAIN, {"tenant": tenant, "revision": revision}, 500):
        for *fields, stored in chunk:
            head = _link(head, tuple(fields))
            if head != stored:
                return f"revision {fields[1]}, row {fields[2]}"
    return None if head == end else f"after revision {revision}"


def _link(head: str, fields: tuple[object, ...]) -> str:
    return hashlib.sha256(head.encode() + _encoder.encode(fields)).hexdigest()
