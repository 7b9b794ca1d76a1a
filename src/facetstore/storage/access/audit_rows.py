"""The audit of a tenant: rows that are added and read, and never changed."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Final, cast

import msgspec

from facetstore.domain.audit import FACET_PERMITTED, AuditRow, NewAuditRow
from facetstore.storage.access.sight import sight_of, sight_values, whole_sight
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Engine, Row
from facetstore.usecases.auditing import AuditWanted

COLUMNS: Final = ("tenant", "at", "actor", "kind", "subject", "address", "detail")
ADD: Final = """
    INSERT INTO audit (tenant, at, actor, kind, subject, address, detail)
    SELECT key, CAST(:at AS BIGINT), CAST(:actor AS TEXT), CAST(:kind AS TEXT), CAST(:subject AS TEXT), CAST(:address AS TEXT),
           CAST(:detail AS TEXT)
      FROM tenant WHERE key = :tenant
"""
LIST: Final = """
    SELECT at, actor, kind, subject, address, detail FROM audit WHERE {conditions}
     ORDER BY number DESC LIMIT :limit OFFSET :offset
"""
# Permissions on a deleted subject cannot be checked: rows about it are only for callers who see everything.
SEEN: Final = """
    (subject IS NULL OR (kind = :of_facet AND {facet})
     OR EXISTS (SELECT 1 FROM version v{by_element} WHERE v.tenant = :tenant AND v.element = audit.subject AND {current}))
"""

_encoder = msgspec.json.Encoder()
_details = msgspec.json.Decoder(dict[str, str])


class SqlAudit:
    """The audit of one tenant."""

    def __init__(self, engine: Engine, dialect: Dialect, tenant: int) -> None:
        self._engine = engine
        self._dialect = dialect
        self._tenant = tenant

    async def add(self, entry: NewAuditRow, actor: str | None, address: str | None) -> None:
        row = audit_row(self._tenant, entry, time.time_ns() // 1000, actor, address)
        async with self._engine.transaction() as session:
            await session.fetch(ADD, dict(zip(COLUMNS, row, strict=True)))

    async def list(self, wanted: AuditWanted, limit: int, offset: int) -> Sequence[AuditRow]:
        text = LIST.format(conditions=" AND ".join(self._conditions(wanted)))
        values = {
            "tenant": self._tenant,
            "kinds": self._dialect.pack(list(wanted.kinds)),
            "subject": wanted.subject,
            "actor": wanted.actor,
            "of_facet": FACET_PERMITTED,
            "limit": limit,
            "offset": offset,
            **sight_values(wanted.audience, self._dialect),
        }
        return [_audit_row(row) for row in await self._engine.fetch(text, values)]

    def _conditions(self, wanted: AuditWanted) -> Iterator[str]:
        yield "tenant = :tenant"
        if wanted.kinds:
            yield self._dialect.among("kind", "kinds")
        if wanted.subject is not None:
            yield "subject = :subject"
        if wanted.actor is not None:
            yield "actor = :actor"
        sight = sight_of(wanted.audience, self._dialect)
        if sight != whole_sight(self._dialect):
            yield SEEN.format(
                facet=sight.facet("subject"), current=sight.current("v"), by_element=self._dialect.by_element
            )


def audit_row(tenant: int, entry: NewAuditRow, at: int, actor: str | None, address: str | None) -> tuple[object, ...]:
    return (tenant, at, actor, entry.kind, entry.subject, address or None, _encoder.encode(entry.detail).decode())


def _audit_row(row: Row) -> AuditRow:
    at, actor, kind, subject, address, detail = cast("tuple[int, str | None, str, str | None, str | None, str]", row)
    return AuditRow(at, actor, kind, subject, address, _details.decode(detail))
