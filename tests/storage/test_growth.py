"""PostgreSQL is told to count its tables anew when many versions came, and is left alone when few did."""

import pytest

from facetstore.storage.postgres import PostgresSession
from facetstore.storage.store import SqlStorage
from facetstore.storage.writing import MANY_VERSIONS
from tests.storage.builders import plain, stored
from tests.support.storages import Store, new_store

pytestmark = pytest.mark.postgres


@pytest.fixture
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Store:
    """A database that nobody else fills."""
    return new_store(request, tmp_path_factory.mktemp("unused"), "postgres")


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    heard: list[str] = []
    execute = PostgresSession.execute_script

    async def listen(session: PostgresSession, text: str) -> None:
        heard.append(text)
        await execute(session, text)

    monkeypatch.setattr(PostgresSession, "execute_script", listen)
    return heard


def add(store: Store, first: int, count: int) -> None:
    tenant = store.tenant()
    versions = stored(plain(f"category {number}") for number in range(first, first + count))

    async def work(storage: SqlStorage) -> None:
        async with storage.writer(tenant, actor=None) as writer:
            await writer.add_versions(versions, "added")

    store.run(work)


def test_many_versions_are_counted_when_they_begin_to_matter_and_at_the_end(store: Store, scripts: list[str]) -> None:
    store.new_tenant()
    scripts.clear()

    add(store, 0, MANY_VERSIONS)

    assert scripts == ["ANALYZE version", "ANALYZE version, reference, attribute, words, element"]


def test_few_versions_are_no_reason_to_count(store: Store, scripts: list[str]) -> None:
    store.new_tenant()
    scripts.clear()

    add(store, 0, MANY_VERSIONS - 1)

    assert scripts == []
