"""SQLite writes the words of a change right before its commit, in the order of their keys."""

from collections.abc import AsyncIterator, Callable, Sequence

import pytest

from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.access import EDITORS
from facetstore.domain.element import Version
from facetstore.domain.tenant import Tenant
from facetstore.query.search_text import parse_search_text
from facetstore.storage.engines import sqlite_session
from facetstore.storage.engines.sqlite import SqliteEngine
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.finding import Sought
from facetstore.usecases.ports.transactions import Writer
from tests.storage.builders import METAMODEL, add, new_tenant, version

pytestmark = pytest.mark.anyio

PIECES = "SELECT count(DISTINCT id >> 37) FROM words_data WHERE id > 10 AND id >> 37 < 65536"
"""The pages of a piece of the index have its number in front of their own; above are those of what was replaced in it."""
WORDS = "SELECT count(*) FROM words WHERE rowid NOT IN (SELECT key FROM version)"
BEFORE = version("p", "0.1", "inProcess", attributes={"description": {1033: "Apple"}})


class Refused(Exception):
    """What a change ends with that cannot be done."""


@pytest.fixture
async def storage(new_sqlite_settings: Callable[[], Settings]) -> AsyncIterator[SqlStorage]:
    async with opened_storage(new_sqlite_settings()) as opened:
        yield opened


@pytest.fixture
async def tenant(storage: SqlStorage) -> Tenant:
    tenant = await new_tenant(storage)
    await add(storage, tenant, BEFORE)
    return tenant


def called(text: str) -> Version:
    return BEFORE._replace(attributes={"description": {1033: text}})


async def change(writer: Writer, text: str) -> None:
    stored = await writer.stored.version(BEFORE.id)
    assert stored is not None
    await writer.versions.replace([stored._replace(version=called(text))], "changed")


async def remove(writer: Writer) -> None:
    stored = await writer.stored.version(BEFORE.id)
    assert stored is not None
    await writer.versions.delete([stored], "deleted")


async def found(storage: SqlStorage, tenant: Tenant, text: str) -> Sequence[str]:
    sought = Sought(parse_search_text(text), tuple(METAMODEL.facets))
    return (await storage.reader(tenant, EDITORS).search(sought, 10, 0)).elements


async def store(storage: SqlStorage, tenant: Tenant, *texts: str | None) -> None:
    """One change that replaces the description by one text after the other; None deletes the version. Raises Refused."""
    async with storage.writer(tenant, actor=None) as writer:
        for text in texts:
            await (remove(writer) if text is None else change(writer, text))
            if text == "Refused":
                raise Refused


async def test_the_last_text_is_found(storage: SqlStorage, tenant: Tenant) -> None:
    await store(storage, tenant, "Pear", "Plum")

    assert [len(await found(storage, tenant, text)) for text in ("Apple", "Pear", "Plum")] == [0, 0, 1]


async def test_what_is_undone_is_not_found(storage: SqlStorage, tenant: Tenant) -> None:
    await store(storage, tenant, "Pear")
    with pytest.raises(Refused):
        await store(storage, tenant, "Refused")

    assert [len(await found(storage, tenant, text)) for text in ("Apple", "Pear", "Refused")] == [0, 1, 0]


async def test_what_is_deleted_leaves_no_words(storage: SqlStorage, tenant: Tenant) -> None:
    await store(storage, tenant, "Pear", None)

    assert await found(storage, tenant, "Pear") == []
    assert [tuple(row) for row in await storage.engine.fetch(WORDS, {})] == [(0,)]


async def test_more_than_can_wait_are_written_in_their_order(
    storage: SqlStorage, tenant: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_session, "MOST_HELD", 2)

    await store(storage, tenant, "Pear", "Plum", "Fig", "Quince")

    texts = ("Apple", "Pear", "Plum", "Fig", "Quince")
    assert [len(await found(storage, tenant, text)) for text in texts] == [0, 0, 0, 0, 1]


async def test_nothing_is_written_before_the_commit(storage: SqlStorage, tenant: Tenant) -> None:
    assert isinstance(storage.engine, SqliteEngine)
    async with storage.writer(tenant, actor=None) as writer:
        await change(writer, "Pear")
        assert len(await found(storage, tenant, "Apple")) == 1
        assert await found(storage, tenant, "Pear") == []
    assert len(await found(storage, tenant, "Pear")) == 1


async def test_a_change_makes_one_piece_of_the_index_in_whatever_order_its_versions_come(
    storage: SqlStorage, tenant: Tenant
) -> None:
    several = [version(f"e{number}", "0.1", "inProcess") for number in range(8)]
    await add(storage, tenant, *several)
    ((before,),) = await storage.engine.fetch(PIECES, {})

    async with storage.writer(tenant, actor=None) as writer:
        for each in reversed(several):
            stored = await writer.stored.version(each.id)
            assert stored is not None
            after = each._replace(attributes={**each.attributes, "description": {1033: f"Berry {each.id}"}})
            await writer.versions.replace([stored._replace(version=after)], "changed")

    assert len(await found(storage, tenant, "Berry")) == len(several)
    assert [tuple(row) for row in await storage.engine.fetch(PIECES, {})] == [(int(str(before)) + 1,)]
