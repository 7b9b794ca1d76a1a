"""The statements that count: elements by fields, by targets of a context and by cultures, and releases by month."""

from __future__ import annotations

from collections.abc import Sequence

from facetstore.storage.access.sight import Sight
from facetstore.storage.engines.dialect import Dialect
from facetstore.usecases.ports.finding import Among

COLUMNS = {"facet": "v.facet", "type": "v.type", "state": "v.state", "stereotype": "v.stereotype"}
"""The fields to count by."""

# A target that this audience does not see is returned without its type and attributes.
_TARGETS = """
    SELECT counted.target, t.type, {attributes}, counted.number
      FROM (SELECT r.target AS target, count(*) AS number
              FROM version v LEFT JOIN reference r
                ON r.tenant = v.tenant AND r.version = v.key AND r.context = :context
             WHERE {listed}
             GROUP BY r.target) counted
           LEFT JOIN version t ON t.tenant = :tenant AND t.element = counted.target AND {seen}
"""
_MONTHS = """
    SELECT substr(v.released_on, 1, 7), count(*)
      FROM version v
     WHERE v.tenant = :tenant AND v.flow = 0 AND v.released_on IS NOT NULL{visible}{among}
     GROUP BY substr(v.released_on, 1, 7)
"""
_CULTURES = """
    SELECT v.facet, v.named, v.complete, count(*) FROM version v{by_place} WHERE {listed} GROUP BY v.facet, v.named, v.complete
"""


def stats_statement(dialect: Dialect, sight: Sight, by: Sequence[str], among: Among) -> str:
    """A row for each combination of values there is: the values, and how many elements have them."""
    columns = ", ".join(COLUMNS[name] for name in by)
    return f"SELECT {columns}, count(*) FROM version v WHERE {listed(dialect, sight, among)} GROUP BY {columns}"


def targets_statement(dialect: Dialect, sight: Sight, among: Among) -> str:
    """A row for each target of a context: id, type, attributes and how many elements refer to it; and one for no target."""
    seen, attributes = listed(dialect, sight, among), dialect.as_bytes("t.attributes")
    return _TARGETS.format(attributes=attributes, listed=seen, seen=sight.current("t"))


def months_statement(dialect: Dialect, sight: Sight, among: Among) -> str:
    """A row for each month in which versions were released, and how many were, including those that have expired since."""
    return _MONTHS.format(visible=sight.any("v"), among=_among(dialect, among))


def cultures_statement(dialect: Dialect, sight: Sight, among: Among) -> str:
    """A row for each facet and set of cultures in which elements are named and complete, and how many elements are."""
    return _CULTURES.format(by_place=dialect.by_place, listed=listed(dialect, sight, among))


def listed(dialect: Dialect, sight: Sight, among: Among) -> str:
    """The versions that lists show to an audience."""
    return f"v.tenant = :tenant AND {sight.current('v')} AND v.flow = 0{_among(dialect, among)}"


def _among(dialect: Dialect, among: Among) -> str:
    wanted = among._asdict().items()
    return "".join(f" AND {dialect.among(f'v.{name[:-1]}', name)}" for name, names in wanted if names is not None)
