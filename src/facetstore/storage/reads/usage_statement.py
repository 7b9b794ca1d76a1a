"""The statement that finds where an element is used: what refers to it, and which diagrams show it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from facetstore.storage.access.sight import Sight
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Row
from facetstore.usecases.ports.finding import CONTENT, Usage, Usages

_REFERRING = (
    "SELECT r.context AS context, r.version AS key FROM reference r WHERE r.tenant = :tenant AND r.target = :element"
)
_SHOWING = "SELECT :content AS context, s.version AS key FROM shape s WHERE s.tenant = :tenant AND s.element = :element"

# The first row has the total, also if the page is empty. References are read for the page only.
_STATEMENT = """
    WITH used AS MATERIALIZED ({used}),
         placed AS MATERIALIZED (
             SELECT used.context AS context, used.key AS key, v.sort_name AS sort_name, v.element AS element
               FROM used CROSS JOIN version v{by_place}
              WHERE v.tenant = :tenant AND v.key = used.key AND {seen}),
         page AS MATERIALIZED (
             SELECT * FROM placed ORDER BY context, sort_name, element LIMIT :limit OFFSET :offset)
    SELECT count(*) AS total, '' AS context, '' AS sort_name, '' AS element, NULL AS reference FROM placed
     UNION ALL
    SELECT 0, page.context, page.sort_name, page.element, {reference}
      FROM page CROSS JOIN version v
     WHERE v.tenant = :tenant AND v.key = page.key
     ORDER BY 2, 3, 4
"""


def usages_statement(dialect: Dialect, sight: Sight, contexts: Sequence[str] | None) -> str:
    """A statement that returns a row with the total, then one for each usage of the page."""
    among = "" if contexts is None else f" AND {dialect.among('r.context', 'contexts')}"
    showing = contexts is None or CONTENT in contexts
    return _STATEMENT.format(
        used=f"{_REFERRING}{among} UNION {_SHOWING}" if showing else f"SELECT DISTINCT * FROM ({_REFERRING}{among}) r",
        by_place=dialect.by_place,
        seen=sight.current("v"),
        reference=dialect.as_bytes("v.reference"),
    )


def read_usages(rows: Sequence[Row]) -> Usages:
    """The usages in the rows of the statement."""
    (total, *_), *page = cast("Sequence[tuple[int, str, str, str, bytes]]", rows)
    return Usages([Usage(context, reference) for _, context, _, _, reference in page], total)
