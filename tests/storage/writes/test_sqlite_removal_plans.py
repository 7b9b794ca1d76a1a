"""How SQLite runs the statements that delete and move: none of them walks through a tenant."""

import re
from collections.abc import Mapping

import pytest

from facetstore.storage.engines.dialect import SQLITE
from facetstore.storage.store import SqlStorage
from facetstore.storage.writes import cards, loading, places, replacing, trash, versions
from tests.storage.reads.test_sqlite_plans import plan

pytestmark = pytest.mark.anyio

_among = SQLITE.among


def _referrers(contexts: str) -> str:
    return loading.REFERRERS.format(
        targets=_among("r.target", "elements"),
        shown=_among("s.element", "elements"),
        wanted=SQLITE.each_of("elements"),
        themselves=_among("v.element", "elements"),
        contexts=contexts,
    )


STATEMENTS: Mapping[str, str] = {
    "who refers to elements": _referrers(""),
    "who refers to elements by some contexts": _referrers(f" AND NOT ({_among('r.context', 'contexts')})"),
    "delete cards": cards.DELETE_CARDS.format(among=_among("r.target", "elements")),
    "delete locks": versions.DELETE_LOCKS.format(among=_among("element", "elements")),
    "delete references": replacing.DELETE_REFERENCES,
    "next positions": places.NEXT_POSITIONS.format(among=_among("parent", "elements")),
    "children": places.CHILDREN,
    "roots": places.ROOTS.format(of_types=_among("e.type", "types")),
    "ancestors": places.ANCESTORS,
    "place": places.PLACE.format(among=_among("id", "elements")),
    "count up": places.COUNT_UP.format(among=_among("element", "elements")),
    "shift": places.SHIFT.format(wanted=SQLITE.each_of("elements"), among=_among("element.id", "elements")),
    "take out of the trash": trash.TAKE,
}


@pytest.mark.parametrize("name", STATEMENTS)
async def test_deleting_and_moving_walk_through_no_tenant(sqlite_storage: SqlStorage, name: str) -> None:
    steps = plan(sqlite_storage, STATEMENTS[name])

    assert [step for step in steps if re.search(r"\(tenant=\?\)", step)] == []
    assert [step for step in steps if re.match(r"SCAN (?!json_each|up\b|\()", step)] == []
