"""How SQLite runs the statements of writes: what a change costs must not depend on how much the tenant holds."""

import re
from collections.abc import Mapping

import pytest

from facetstore.storage import edit_locks, element_history, export_rows, removing, showing, words, writing
from facetstore.storage.dialect import SQLITE
from facetstore.storage.store import SqlStorage
from tests.storage.test_sqlite_plans import plan

pytestmark = pytest.mark.anyio

_ids, _elements = SQLITE.among("id", "ids"), SQLITE.among("element", "elements")

STATEMENTS: Mapping[str, str] = {
    "a whole version by its id": export_rows.ONE_NAMED,
    "whole versions by their ids": export_rows.NAMED.format(wanted=SQLITE.each_of("ids")),
    "all versions of elements": export_rows.ALL_OF.format(among=SQLITE.among("v.element", "elements")),
    "versions that are not indexed": export_rows.UNINDEXED.format(among=SQLITE.among("v.element", "elements")),
    "what versions ids stand for": writing.TAKEN_VERSIONS.format(among=SQLITE.among("e.id", "ids")),
    "what elements ids stand for": writing.TAKEN_ELEMENTS.format(among=SQLITE.among("e.id", "ids")),
    "settle versions": writing.SETTLE.format(among=_elements),
    "unsettle versions": writing.UNSETTLE.format(among=_elements),
    "attributes nobody asks for": writing.DELETE_STALE_ATTRIBUTES.format(by_element=SQLITE.by_element, among=_elements),
    "words nobody asks for": words.DELETE_STALE["sqlite"].format(by_element=SQLITE.by_element, among=_elements),
    "flow objects that look otherwise": writing.UNSETTLED_FLOW.format(among=_elements),
    "settle flow objects": writing.SETTLE_FLOW.format(among=_ids),
    "delete versions": removing.DELETE_VERSIONS.format(among=_ids),
    "delete elements": removing.DELETE_BARE_ELEMENTS.format(among=SQLITE.among("id", "elements")),
    "diagrams that show elements": showing.SHOWING.format(among=SQLITE.among("s.element", "elements")),
    "stereotypes": showing.STEREOTYPES,
    "locks": edit_locks.FIND.format(among=_elements),
    "a page of history": element_history.PAGE,
    "what was before it": element_history.EARLIER.format(wanted=SQLITE.each_of("versions")),
}


@pytest.mark.parametrize("name", STATEMENTS)
async def test_no_statement_of_a_write_walks_through_a_tenant(sqlite_storage: SqlStorage, name: str) -> None:
    steps = plan(sqlite_storage, STATEMENTS[name])

    by_tenant_alone = [step for step in steps if re.search(r"\(tenant=\?\)", step)]
    assert by_tenant_alone == []
    assert [step for step in steps if re.match(r"SCAN (?!wanted|json_each|\w+ VIRTUAL TABLE)", step)] == []
