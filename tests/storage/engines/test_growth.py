"""PostgreSQL is asked to count its tables again after many new versions, and not after few."""

import pytest

from facetstore.storage.store import SqlStorage
from facetstore.storage.writes.versions import LITTLE_GROWTH, MANY_VERSIONS
from tests.storage.builders import plain, stored
from tests.support.storages import Store, new_store

pytestmark = pytest.mark.postgres

COUNTED = """
    SELECT relname, reltuples FROM pg_class
     WHERE oid IN (CAST('version' AS regclass), CAST('element' AS regclass), CAST('attribute' AS regclass), CAST('words' AS regclass))
       AND reltuples > 0
"""


@pytest.fixture
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Store:
    """A database that no other test fills, and that PostgreSQL does not count by itself."""
    store = new_store(request, tmp_path_factory.mktemp("unused"), "postgres")

    async def leave_alone(storage: SqlStorage) -> None:
        async with storage.engine.session() as session:
            await session.execute_script("ALTER TABLE version SET (autovacuum_enabled = false)")

    store.run(leave_alone)
    return store


def add(store: Store, first: int, count: int) -> None:
    tenant = store.tenant()
    versions = stored(plain(f"category {number}") for number in range(first, first + count))

    async def work(storage: SqlStorage) -> None:
        async with storage.writer(tenant, actor=None) as writer:
            await writer.versions.add(versions, "added")

    store.run(work)


def counted(store: Store) -> dict[str, float]:
    """How many rows PostgreSQL believes some tables to have; those that it never counted are left out."""

    async def work(storage: SqlStorage) -> dict[str, float]:
        return {str(table): float(str(rows)) for table, rows in await storage.engine.fetch(COUNTED, {})}

    return store.run(work)


def test_many_versions_are_counted_with_all_that_belongs_to_them(store: Store) -> None:
    store.new_tenant()
    own = counted(store)["version"]

    add(store, 0, MANY_VERSIONS)

    known = counted(store)
    assert known.keys() == {"attribute", "element", "version", "words"}
    assert known["version"] == own + MANY_VERSIONS


def test_few_versions_are_no_reason_to_count(store: Store) -> None:
    store.new_tenant()
    own = counted(store)

    add(store, 0, MANY_VERSIONS - 1)

    assert counted(store) == own


def test_little_growth_is_no_reason_to_count(store: Store) -> None:
    store.new_tenant()
    own = counted(store)["version"]
    many = MANY_VERSIONS * LITTLE_GROWTH
    add(store, 0, many)

    add(store, many, MANY_VERSIONS)
    after_little = counted(store)["version"]
    add(store, many + MANY_VERSIONS, 2 * MANY_VERSIONS)

    assert (after_little, counted(store)["version"]) == (own + many, own + many + 3 * MANY_VERSIONS)
