"""The statement that counts elements by what they are."""

from __future__ import annotations

from collections.abc import Sequence

from facetstore.storage.dialect import Dialect
from facetstore.storage.reading import current_column

COLUMNS = {"facet": "v.facet", "type": "v.type", "state": "v.state", "stereotype": "v.stereotype"}
"""The fields to count by."""


def stats_statement(dialect: Dialect, drafts: bool, by: Sequence[str], facets: Sequence[str] | None) -> str:
    """A row for each combination of values there is: the values, and how many elements have them."""
    columns = ", ".join(COLUMNS[name] for name in by)
    among = "" if facets is None else f" AND {dialect.among('v.facet', 'facets')}"
    listed = f"v.tenant = :tenant AND v.{current_column(drafts)} = 1 AND v.flow = 0{among}"
    return f"SELECT {columns}, count(*) FROM version v WHERE {listed} GROUP BY {columns}"
