"""The append-only history: one row a change, each chained to the one before by its hash."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field
from enum import IntFlag
from typing import Final

import msgspec

from facetstore.storage.engines.engine import Session

COLUMNS: Final = (
    "tenant", "revision", "ordinal", "at", "actor", "kind", "element", "version", "reason", "change", "reach", "hash",
)  # fmt: skip
"""The last one is the hash of all others and of the hash in the row before."""

ADVANCE = "UPDATE tenant SET revision = :revision, head = :head WHERE key = :tenant"

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
    chained_as: int | None = None
    """The key of the tenant where its history began, if that was in another database: hashes are made with it."""
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
        """The next row."""
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
            int(reach),
        )
        self.head = link(self.head, fields, self.chained_as)
        return (*fields, self.head)


def link(head: str, fields: tuple[object, ...], chained_as: int | None = None) -> str:
    """The hash of a row: of the hash of the row before it, and of its own columns, with the tenant's key where its history began."""
    if chained_as is not None:
        fields = (chained_as, *fields[1:])
    return hashlib.sha256(head.encode() + _encoder.encode(fields)).hexdigest()
