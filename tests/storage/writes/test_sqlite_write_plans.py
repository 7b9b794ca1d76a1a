"""How SQLite runs what a change takes: from what is named to its rows, never through all that a tenant has."""

import re
from collections.abc import Sequence

import pytest

from facetstore.storage.access import principal_rows
from facetstore.storage.engines.dialect import SQLITE
from facetstore.storage.rows import version_rows
from facetstore.storage.store import SqlStorage
from facetstore.storage.writes import loading, places, settling, spanning, versions, zoning
from tests.storage.reads.test_sqlite_plans import plan

pytestmark = pytest.mark.anyio

LARGE = "element|version|attribute|reference|shape|flow|span"
"""What grows with a tenant."""


def _text(statement: str, column: str = "") -> str:
    among = SQLITE.among(column, "ids") if column else ""
    return statement.format(among=among, wanted=SQLITE.each_of("ids"), by_element=SQLITE.by_element)


STATEMENTS = {
    "principal": principal_rows.PRINCIPAL,
    "zones below": _text(zoning.SETTLE),
    "zones of flow objects": _text(zoning.SETTLE_FLOW),
    "one by id": version_rows.ONE_NAMED,
    "some by ids": _text(version_rows.NAMED),
    "all versions of some": _text(version_rows.ALL_OF, "v.element"),
    "not indexed yet": _text(version_rows.UNINDEXED, "v.element"),
    "diagrams that show some": _text(loading.SHOWING, "s.element"),
    "elements there are": _text(loading.TAKEN_ELEMENTS, "e.id"),
    "versions there are": _text(loading.TAKEN_VERSIONS, "e.id"),
    "current versions": _text(settling.SETTLE, "element"),
    "no longer current": _text(settling.UNSETTLE, "element"),
    "attributes of earlier ones": _text(settling.DELETE_STALE_ATTRIBUTES, "element"),
    "flow objects shown": _text(settling.UNSETTLED_FLOW, "element"),
    "flow objects settled": _text(settling.SETTLE_FLOW, "id"),
    "spans that end": _text(spanning.END).replace(
        "WHERE tenant = :tenant", f"WHERE tenant = :tenant AND {SQLITE.among('element', 'ids')}"
    ),
    "spans that begin": spanning.begin_some(SQLITE, spanning.UNLESS_OPEN),
    "next positions": _text(places.NEXT_POSITIONS, "parent"),
    "ancestors": places.ANCESTORS,
    "versions deleted": _text(versions.DELETE_VERSIONS, "element"),
}


def walks(steps: Sequence[str]) -> list[str]:
    """Steps that go through everything of a tenant, or of all."""
    found = [step for step in steps if step.endswith("(tenant=?)") or re.match(rf"SCAN ({LARGE})\b", step)]
    return [step for step in found if not re.match("SEARCH (p|permission) ", step)]


@pytest.mark.parametrize("name", STATEMENTS)
async def test_a_change_goes_from_what_is_named_to_its_rows(sqlite_storage: SqlStorage, name: str) -> None:
    assert walks(plan(sqlite_storage, STATEMENTS[name])) == []


async def test_this_way_of_looking_finds_a_walk(sqlite_storage: SqlStorage) -> None:
    assert walks(plan(sqlite_storage, "SELECT count(*) FROM version v WHERE v.tenant = :tenant")) != []
    assert walks(plan(sqlite_storage, "SELECT count(*) FROM reference")) != []
