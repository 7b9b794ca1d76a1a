"""How SQLite finds where elements stood: by the index of the list, of the parent or of the element, never through all that a tenant has."""

import re

import pytest

from facetstore.domain.access import EDITORS, VIEWERS, Audience
from facetstore.storage.access.sight import sight_of
from facetstore.storage.engines.dialect import SQLITE
from facetstore.storage.past import span_lists
from facetstore.storage.past.span_lists import tables_at
from facetstore.storage.reads.list_statements import ListStatement
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.selections import (
    WHOLE_LIST,
    Children,
    LastReleasedOf,
    ListOf,
    OrphansOf,
    RootsOf,
    Slice,
)
from tests.storage.reads.test_sqlite_plans import plan

pytestmark = pytest.mark.anyio

SOME_HIDDEN = Audience(drafts=True, zones=frozenset({3}))
AUDIENCES = {"editors": EDITORS, "viewers": VIEWERS, "some hidden": SOME_HIDDEN}
KINDS = (ListOf, LastReleasedOf, RootsOf, OrphansOf, Children)


def walks(steps: list[str]) -> list[str]:
    """Steps that go through everything of a tenant."""
    return [step for step in steps if step.endswith("(tenant=?)") or re.match(r"SCAN (s|z|t)\b", step)]


@pytest.mark.parametrize("audience", AUDIENCES.values(), ids=[*AUDIENCES])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("by", [None, ("type",)])
async def test_lists_are_walked_by_their_index(
    sqlite_storage: SqlStorage, kind: type, audience: Audience, by: tuple[str, ...] | None
) -> None:
    tables = tables_at(SQLITE, kind, restricted=audience is SOME_HIDDEN)
    statement = ListStatement(SQLITE, kind, sight_of(audience, SQLITE), WHOLE_LIST)

    steps = plan(sqlite_storage, tables + statement.listing(places=True, slice_=Slice(100), by=by))

    assert walks(steps) == []
    if kind is ListOf and by is None:
        assert not [step for step in steps if "TEMP B-TREE" in step]


@pytest.mark.parametrize("audience", AUDIENCES.values(), ids=[*AUDIENCES])
@pytest.mark.parametrize("name", ["_AROUND", "_BELOW", "_ABOVE"])
async def test_what_is_around_elements_is_found_from_them(
    sqlite_storage: SqlStorage, name: str, audience: Audience
) -> None:
    text = getattr(span_lists, name).format(
        current=sight_of(audience, SQLITE).naming.current("v"),
        wanted=SQLITE.each_of("elements"),
    )
    kind = Children if name == "_BELOW" else None

    steps = plan(sqlite_storage, tables_at(SQLITE, kind, restricted=audience is SOME_HIDDEN) + text)

    assert walks(steps) == []
    assert not [step for step in steps if "parent>?" in step]
