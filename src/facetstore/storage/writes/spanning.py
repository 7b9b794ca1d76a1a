"""Keeps the spans of elements up to date: those of what a transaction has touched are compared with the tables at its end."""

from __future__ import annotations

from typing import Final

from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.rows.span_rows import COLUMNS, OPEN
from facetstore.storage.writes.transaction import Transaction

_SHOWN: Final = "(v.newest = 1 OR v.published = 1) AND v.flow = 0"
_ALL: Final = f"version v CROSS JOIN element e WHERE v.tenant = :tenant AND {_SHOWN}"
BEGIN: Final = f"""
    INSERT INTO span ({", ".join(COLUMNS)})
    SELECT v.tenant, v.element, v.id, CAST(:revision AS bigint), {OPEN}, v.facet, v.type, v.state, e.parent, e.position,
           v.sort_name, v.released_on, v.newest, v.published, v.stereotype, v.creation_id
      FROM {{source}} AND e.tenant = :tenant AND e.id = v.element{{unless}}
"""
UNLESS_OPEN: Final = f"""
       AND NOT EXISTS (SELECT 1 FROM span s
                        WHERE s.tenant = :tenant AND s.element = v.element AND s.version = v.id AND s.until = {OPEN})
"""
END: Final = f"""
    UPDATE span SET until = CAST(:revision AS bigint)
     WHERE tenant = :tenant{{among}} AND until = {OPEN}
       AND NOT EXISTS (SELECT 1 FROM version v CROSS JOIN element e
                        WHERE v.tenant = span.tenant AND v.id = span.version AND e.tenant = span.tenant AND e.id = span.element
                          AND {_SHOWN} AND v.newest = span.newest AND v.published = span.published
                          AND v.element = span.element AND v.facet = span.facet AND v.type = span.type
                          AND v.state IS NOT DISTINCT FROM span.state AND e.parent IS NOT DISTINCT FROM span.parent
                          AND e.position = span.position AND v.sort_name = span.sort_name
                          AND v.released_on IS NOT DISTINCT FROM span.released_on
                          AND v.stereotype IS NOT DISTINCT FROM span.stereotype
                          AND v.creation_id IS NOT DISTINCT FROM span.creation_id)
"""


async def write_spans(transaction: Transaction) -> None:
    """End the spans that are not so any more, and begin others. How many statements it takes depends on no number of elements."""
    dialect, run = transaction.dialect, transaction.session.run_for_each
    of_tenant = {"tenant": transaction.key, "revision": transaction.chain.revision}
    if transaction.is_redefined:
        await run(END.format(among=""), [of_tenant])
        await run(BEGIN.format(source=_ALL, unless=UNLESS_OPEN), [of_tenant])
        return
    if transaction.standing:
        values = {**of_tenant, **transaction.naming(transaction.standing)}
        await run(END.format(among=f" AND {dialect.among('element', 'elements')}"), [values])
        await run(begin_some(dialect, UNLESS_OPEN), [values])
    if fresh := transaction.added - transaction.standing:
        await run(begin_some(dialect), [{**of_tenant, **transaction.naming(fresh)}])


def begin_some(dialect: Dialect, unless: str = "") -> str:
    """The statement that begins the spans of some elements."""
    versions = f"{dialect.each_of('elements')} CROSS JOIN version v{dialect.by_element} CROSS JOIN element e"
    return BEGIN.format(
        source=f"{versions} WHERE v.tenant = :tenant AND v.element = wanted.value AND {_SHOWN}", unless=unless
    )
