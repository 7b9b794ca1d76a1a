"""How SQLite runs the statements of reads: always by an index, never sorting what its key has sorted already."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import apsw
import pytest

from facetstore.domain.access import EDITORS, VIEWERS, Audience
from facetstore.query.filter_tree import (
    And,
    AnyAttribute,
    AttributeField,
    Condition,
    IdentityField,
    Kind,
    Not,
    Operator,
    Or,
    RelatedContext,
    RelatedField,
    Tree,
)
from facetstore.query.ordering import OrderKey
from facetstore.storage import store, tenant_rows
from facetstore.storage.access import token_rows
from facetstore.storage.access.sight import Sight, sight_of
from facetstore.storage.engines.dialect import SQLITE
from facetstore.storage.engines.sqlite import SqliteEngine
from facetstore.storage.engines.sqlite_session import SqliteSession
from facetstore.storage.finding.candidates import look_up
from facetstore.storage.past.states import states_statement
from facetstore.storage.reads import affected, reading, stats_statements
from facetstore.storage.reads.list_statements import KEYS_AND_REVISION, ListStatement, keyed
from facetstore.storage.reads.surroundings import surroundings_statement
from facetstore.storage.rows import version_rows
from facetstore.storage.store import SqlStorage
from facetstore.storage.writes import cards
from facetstore.usecases.ports.finding import Among
from facetstore.usecases.ports.selections import (
    ById,
    Children,
    ChildrenOf,
    ContentOf,
    LastReleasedOf,
    ListOf,
    Narrowing,
    OrphansOf,
    PagedSelection,
    Parts,
    RootsOf,
    Selection,
    Slice,
    StereotypesOf,
    TargetsOf,
    TheseElements,
    TheseReleased,
    VersionsOf,
)
from tests.storage.builders import EVERYTHING, METAMODEL
from tests.support.proof import one_in

pytestmark = pytest.mark.anyio

SELECTIONS: tuple[Selection, ...] = (
    ById("id"),
    TheseElements(("id",)),
    TheseReleased(("id",)),
    ListOf("processes"),
    RootsOf("processes", ("view",)),
    OrphansOf("processes", ("view",)),
    LastReleasedOf("processes"),
    ChildrenOf(("id",)),
    Children("id"),
    VersionsOf(("id",)),
    ContentOf((1,)),
    TargetsOf((1,), ("systems",)),
    StereotypesOf(("name",), "stereotypes", "id"),
)
PAGED: tuple[PagedSelection, ...] = (
    ListOf("processes"),
    RootsOf("processes", ("view",)),
    OrphansOf("processes", ("view",)),
    LastReleasedOf("processes"),
)
IN_ORDER = (ById, ListOf, LastReleasedOf)
"""What an index holds in the order in which it is read."""
TABLES = ("tenant", "element", "version", "attribute", "reference", "card_related", "shape", "flow", "token", "history")

SOME = Parts(contexts=("author", "owner"))
CARD = Parts(attributes=True, brief=True, contexts=("author", "owner"))

HIDING = Audience(drafts=True, zones=frozenset({1, 2}))
AUDIENCES = {
    "drafts": EDITORS,
    "published": VIEWERS,
    "drafts but some": HIDING,
    "published but some": replace(HIDING, drafts=False),
}
audiences, some_audiences = (
    pytest.mark.parametrize("sight", [sight_of(AUDIENCES[name], SQLITE) for name in names], ids=names)
    for names in ([*AUDIENCES], one_in(2, AUDIENCES))
)
selections = pytest.mark.parametrize("selection", SELECTIONS, ids=lambda each: type(each).__name__)
paged_selections = pytest.mark.parametrize("selection", PAGED, ids=lambda each: type(each).__name__)


def plan(storage: SqlStorage, text: str) -> list[str]:
    """The steps of a statement as SQLite explains them."""
    assert isinstance(storage.engine, SqliteEngine)
    prepared = SQLITE.prepare(text)
    connection = apsw.Connection(str(storage.engine.path), flags=apsw.SQLITE_OPEN_READONLY, vfs="cksmvfs")
    try:
        rows = connection.execute(f"EXPLAIN QUERY PLAN {prepared.text}", [1] * len(prepared.names)).fetchall()
    finally:
        connection.close()
    return [str(row[3]) for row in rows]


def table_scans(steps: Sequence[str], text: str) -> list[str]:
    """Steps that read a table of ours from end to end, by whatever name the statement calls it."""
    aliases = re.findall(rf"\b(?:FROM|JOIN)\s+({'|'.join(TABLES)})\b(?:\s+(?:AS\s+)?(\w+))?", text)
    names = {name for pair in aliases for name in pair if name}
    # What a statement within the statement has put together may have the name of a table, and is gone through once.
    within = Counter(found[1] for step in steps if (found := re.fullmatch(r"(?:CO-ROUTINE|MATERIALIZE) (\w+)", step)))
    scans = [step for step in steps if (found := re.match(r"SCAN (\w+)", step)) and found[1] in names]
    return list((Counter(scans) - Counter({f"SCAN {name}": number for name, number in within.items()})).elements())


def sorts_of_aggregates(steps: Sequence[str]) -> list[str]:
    return [step for step in steps if "TEMP B-TREE" in step and "GROUP BY" in step]


@selections
@audiences
@pytest.mark.parametrize("sliced", [False, True], ids=["whole", "sliced"])
@pytest.mark.parametrize("parts", [EVERYTHING, SOME, CARD], ids=["everything", "some", "card"])
async def test_no_read_scans_a_table_or_sorts_references(
    sqlite_storage: SqlStorage, selection: Selection, sight: Sight, sliced: bool, parts: Parts
) -> None:
    text = reading.select(SQLITE, selection, parts, Slice(10) if sliced else None, sight, cards=parts is CARD)

    steps = plan(sqlite_storage, text)

    assert table_scans(steps, text) == []
    assert sorts_of_aggregates(steps) == []


@selections
@audiences
async def test_lists_are_read_in_their_order_and_references_by_their_key(
    sqlite_storage: SqlStorage, selection: Selection, sight: Sight
) -> None:
    steps = plan(sqlite_storage, reading.select(SQLITE, selection, SOME, None, sight))

    sorts = [step for step in steps if "TEMP B-TREE" in step]
    assert [step for step in steps if step.startswith("SEARCH r ")] == [
        "SEARCH r USING PRIMARY KEY (tenant=? AND version=? AND context=?)"
    ]
    assert not sorts or type(selection) not in IN_ORDER


@pytest.mark.parametrize("contexts", [None, ("author",), ("author", "owner", "systems")])
@audiences
async def test_the_aggregate_of_references_is_never_sorted(
    sqlite_storage: SqlStorage, contexts: tuple[str, ...] | None, sight: Sight
) -> None:
    steps = plan(sqlite_storage, reading.select(SQLITE, ById("id"), Parts(contexts=contexts), None, sight))

    assert [step for step in steps if "TEMP B-TREE" in step] == []


@audiences
async def test_a_reference_is_answered_from_an_index_alone(sqlite_storage: SqlStorage, sight: Sight) -> None:
    steps = plan(sqlite_storage, reading.select(SQLITE, ById("id"), SOME, None, sight))

    index = "version_newest" if sight.drafts else "version_published"
    assert f"SEARCH t USING COVERING INDEX {index} (tenant=? AND element=?)" in steps


@paged_selections
@audiences
async def test_places_and_counts_scan_no_table(
    sqlite_storage: SqlStorage, selection: PagedSelection, sight: Sight
) -> None:
    statement = ListStatement(SQLITE, type(selection), sight, Narrowing())

    around = statement.listing(places=True, slice_=Slice(10, around="id", size=9))
    for text in (around, statement.counts(("type", "state", "owner"))):
        assert table_scans(plan(sqlite_storage, text), text) == []


NAME = AttributeField("name", Kind.TEXT)
CONDITIONS: Mapping[str, Condition] = {
    "text": Condition(NAME, Operator.CONTAINS, ("receipt",)),
    "a culture": Condition(AttributeField("name", Kind.TEXT, (1031,)), Operator.EQ, ("receipt",)),
    "a chain of cultures": Condition(AttributeField("name", Kind.TEXT, (1031, 1033)), Operator.EQ, ("receipt",)),
    "beginning": Condition(NAME, Operator.STARTS_WITH, ("re",)),
    "few letters": Condition(NAME, Operator.CONTAINS, ("re",)),
    "order of texts": Condition(NAME, Operator.GE, ("re",)),
    "pattern": Condition(NAME, Operator.LIKE, ("%receipt_",)),
    "number": Condition(AttributeField("costs", Kind.NUMBER), Operator.GT, (1.0,)),
    "instant": Condition(AttributeField("changedOn", Kind.INSTANT), Operator.LE, (1,)),
    "any attribute": Condition(AnyAttribute(), Operator.CONTAINS, ("receipt",)),
    "any attribute in a chain": Condition(AnyAttribute((1031, 127)), Operator.CONTAINS, ("receipt",)),
    "state": Condition(IdentityField("state"), Operator.EQ, ("released", "ineffect")),
    "stereotype": Condition(IdentityField("stereotype"), Operator.EQ, ("robot",)),
    "id": Condition(IdentityField("id"), Operator.EQ, ("a", "b")),
    "missing": Condition(NAME, Operator.IS_NULL),
    "related": Condition(RelatedField("systems", NAME), Operator.EQ, ("receipt",)),
    "related id": Condition(RelatedField("systems", IdentityField("id")), Operator.EQ, ("a",)),
    "nobody related": Condition(RelatedContext("owner"), Operator.IS_NULL),
}
TREES: Mapping[str, Tree] = {
    **CONDITIONS,
    "all": And(tuple(CONDITIONS.values())),
    "any": Or(tuple(CONDITIONS.values())),
    "none": Not(Or(tuple(CONDITIONS.values()))),
}
ORDER = (
    OrderKey(AttributeField("name", Kind.TEXT, (1031, 1033))),
    OrderKey(AttributeField("costs", Kind.NUMBER, (127,)), descending=True),
    OrderKey(IdentityField("state")),
    OrderKey(IdentityField("stereotype")),
)
trees = pytest.mark.parametrize("name", TREES)


@trees
@paged_selections
@some_audiences
async def test_filtered_and_ordered_lists_scan_no_table_whichever_way_they_are_found(
    sqlite_storage: SqlStorage, name: str, selection: PagedSelection, sight: Sight
) -> None:
    kind: object = type(selection)
    for keys in (None, [1, 2]) if keyed(kind) else (None,):
        for order in ((), ORDER):
            statement = ListStatement(SQLITE, kind, sight, Narrowing(TREES[name], order), keys)
            behind = tuple("a" for _ in statement.terms)
            after = ListStatement(SQLITE, kind, sight, Narrowing(TREES[name], order, behind), keys)
            texts = [
                statement.listing(places=True, slice_=Slice(10)),
                after.listing(places=True, slice_=Slice(10)),
                statement.listing(places=True, slice_=Slice(10, around="id", size=9)),
                statement.counts(("type", "owner")),
            ]
            for text in texts:
                assert table_scans(plan(sqlite_storage, text), text) == []


@trees
@audiences
async def test_the_beginning_of_a_list_is_walked_in_its_order(
    sqlite_storage: SqlStorage, name: str, sight: Sight
) -> None:
    """To see how many fit, and past all that have none of some keys."""
    for keys in (None, [1, 2]):
        statement = ListStatement(SQLITE, ListOf, sight, Narrowing(TREES[name]), keys, first=500)
        text = statement.listing(places=True, slice_=Slice(10))
        steps = plan(sqlite_storage, text)

        assert table_scans(steps, text) == []
        assert not [step for step in steps if "TEMP B-TREE FOR ORDER BY" in step]


@trees
@audiences
async def test_what_may_fit_is_found_by_indexes(sqlite_storage: SqlStorage, name: str, sight: Sight) -> None:
    lookups = look_up(SQLITE, 1, sight, TREES[name])

    for text in (KEYS_AND_REVISION, *lookups.texts):
        steps = plan(sqlite_storage, text)
        assert table_scans(steps, text) == []
        # The M says that words are found by what they match.
        assert all("INDEX 0:M" in step for step in steps if step.startswith("SCAN words"))


@audiences
async def test_a_filtered_list_in_its_own_order_is_walked_and_not_sorted(
    sqlite_storage: SqlStorage, sight: Sight
) -> None:
    for narrowing in (Narrowing(CONDITIONS["text"]), Narrowing(CONDITIONS["text"], after=("a", "b"))):
        steps = plan(
            sqlite_storage, ListStatement(SQLITE, ListOf, sight, narrowing).listing(places=True, slice_=Slice(10))
        )

        index = "version_list_newest" if sight.drafts else "version_list_published"
        assert any(step.startswith(f"SEARCH v USING COVERING INDEX {index}") for step in steps)
        assert [step for step in steps if "TEMP B-TREE" in step] == []


@pytest.mark.parametrize(
    "text",
    [
        surroundings_statement(sight_of(HIDING, SQLITE)),
        affected.CHANGED,
        affected.neighbours(SQLITE),
        store.REVISIONS,
        tenant_rows.TENANT,
        token_rows.CREDENTIAL,
        version_rows.THESE_VERSIONS.format(among=SQLITE.among("v.id", "ids")),
        version_rows.NEXT_BY_KEY.format(where=""),
        version_rows.EXPORT,
    ],
    ids=[
        "surroundings",
        "changed",
        "neighbours",
        "revisions",
        "tenant",
        "credential",
        "these versions",
        "next versions",
        "export",
    ],
)
async def test_no_other_statement_of_a_request_scans_a_table(sqlite_storage: SqlStorage, text: str) -> None:
    assert table_scans(plan(sqlite_storage, text), text) == []


@pytest.mark.parametrize("among", [Among(), Among(("it",), ("system",))], ids=["all", "some"])
@audiences
async def test_dashboards_count_in_indexes_alone(sqlite_storage: SqlStorage, sight: Sight, among: Among) -> None:
    texts = (
        stats_statements.stats_statement(SQLITE, sight, ("facet", "type", "state"), among),
        stats_statements.months_statement(SQLITE, sight, among),
        stats_statements.cultures_statement(SQLITE, sight, among),
        stats_statements.targets_statement(SQLITE, sight, among),
    )

    for text in texts:
        assert [step for step in plan(sqlite_storage, text) if step.startswith("SEARCH v USING COVERING INDEX")] != []


class Overheard(SqliteSession):
    """A session that remembers its statements and runs none."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    async def fetch(self, text: str, parameters: Mapping[str, object]) -> Sequence[Sequence[object]]:
        self.texts.append(text)
        return []


async def test_filling_cards_scans_no_table(sqlite_storage: SqlStorage) -> None:
    session = Overheard()

    await cards.fill_cards(session, SQLITE, 1, METAMODEL, range(1, 2))
    await cards.renew_cards(session, SQLITE, 1, METAMODEL, {1: "processes", 2: "it"})

    assert session.texts != []
    for text in session.texts:
        assert table_scans(plan(sqlite_storage, text), text) == []


async def test_what_elements_were_is_looked_up_by_their_own_changes(sqlite_storage: SqlStorage) -> None:
    steps = plan(sqlite_storage, states_statement(SQLITE, SQLITE.among("w.element", "elements")))

    looked_up = [step for step in steps if re.match(r"(SEARCH|SCAN) [wh] ", step)]
    assert len(looked_up) == 2
    assert all("history_element (tenant=? AND element=?" in step for step in looked_up), steps


async def test_this_way_of_looking_finds_a_scan_and_a_sort(sqlite_storage: SqlStorage) -> None:
    scan = "SELECT count(*) FROM version v WHERE v.tenant + 0 = :tenant"
    sort = "SELECT target, count(*) FROM reference r WHERE r.tenant = :tenant GROUP BY r.position"

    assert table_scans(plan(sqlite_storage, scan), scan) != []
    assert sorts_of_aggregates(plan(sqlite_storage, sort)) != []
