"""The append-only history: one row a change, each chained to the one before by its hash.

The hash covers the texts of a row only by their seal, a hash with a random salt. So personal data can be taken out of a row later: the seal
stays, the salt is deleted, and without it no guess of what stood there can be checked (decision 0087).
"""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass, field
from enum import IntFlag
from typing import Final

import msgspec

from facetstore.storage.engines.engine import Session

COLUMNS: Final = (
    "tenant", "revision", "ordinal", "at", "actor", "kind", "element", "version", "reason", "change", "reach", "salt", "hash",
)  # fmt: skip
"""The last one is the hash of all others and of the hash in the row before."""
PROVEN: Final = (*COLUMNS[:-1], "sealed", "hash")
"""The columns that a proof reads: `sealed` is the seal of the texts that stood in a row before personal data was erased from it."""
ERASED: Final = "person.erased"
"""The kind of rows that say which texts an erasure has left behind in which rows."""
FIRST_DEFINITION: Final = "definition.before"
"""The kind of the row that holds the definition which a tenant had before the first change of it."""
DEFINITIONS: Final = ("definition", FIRST_DEFINITION)
NO_TEXT: Final = "{}"
"""The change of rows that hold nothing: they need no salt."""

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
        salt = new_salt() if change != NO_TEXT or self.reason is not None else ""
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
        self.head = link(self.head, fields, seal(salt, self.reason, change), self.chained_as)
        return (*fields, salt, self.head)


def new_salt() -> str:
    """96 random bits."""
    return secrets.token_urlsafe(12)


def seal(salt: str, reason: object, change: object) -> str:
    """What the hash of a row covers of its texts."""
    return hashlib.sha256(salt.encode() + b"\n" + _encoder.encode((reason, change))).hexdigest()


def link(head: str, fields: tuple[object, ...], sealed: str, chained_as: int | None = None) -> str:
    """The hash of a row: of the hash of the row before it, of its columns up to `reach`, with the tenant's key where its history began, and
    of its texts by their seal."""
    tenant, *named, _, _, reach = fields
    proven = (tenant if chained_as is None else chained_as, *named, reach, sealed)
    return hashlib.sha256(head.encode() + _encoder.encode(proven)).hexdigest()
