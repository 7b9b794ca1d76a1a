"""Generated tenants: any size, the same for the same seed, whole in themselves."""

import re
import time
from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest

from facetstore.bootstrap.settings import Settings
from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.errors import Conflict
from facetstore.domain.tenant import Tenant
from facetstore.exchange.bundle_export import export_bundle
from facetstore.exchange.bundle_import import import_bundle
from facetstore.exchange.generate import generate
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.selections import ListOf, Parts
from facetstore.usecases.tenancy import serve
from tests.support.proof import record, sampled
from tests.support.storages import BOTH_LANGUAGES, Store


def generated(store: Store, name: str, elements: int, seed: int = 1) -> Tenant:
    tenant = store.new_tenant(name)
    result = store.run(lambda storage: generate(storage, tenant, elements=elements, seed=seed))
    assert result.elements == elements
    return tenant


def exported(store: Store, tenant: Tenant) -> list[bytes]:
    async def export(storage: SqlStorage) -> list[bytes]:
        return [line async for line in export_bundle(storage, serve(tenant)) if not _MADE_BY_THE_SERVICE.match(line)]

    return store.run(export)


_MADE_BY_THE_SERVICE = re.compile(rb'\{"facetName":"(cultures|stereotypes)"')
"""Their ids differ from tenant to tenant."""


@pytest.mark.parametrize("elements", [1, 2, 8, 39, 40, 41, 777])
def test_exactly_as_many_elements_come_out(tmp_path_store: Store, elements: int) -> None:
    tenant = generated(tmp_path_store, "one", elements)

    assert sum(tmp_path_store.population(tenant).values()) == elements


def test_the_same_seed_gives_the_same_elements(store: Store) -> None:
    first, again, other = (
        exported(store, generated(store, name, 300, seed)) for name, seed in (("a", 7), ("b", 7), ("c", 8))
    )

    assert first == again
    assert not set(first[1:]) & set(other[1:])


@pytest.mark.one_engine
def test_everything_generated_refers_to_what_there_is(store: Store) -> None:
    """Import refuses what dangles, what has the wrong shape, and what the metamodel does not know."""
    lines = exported(store, generated(store, "one", 2000))
    copy = store.new_tenant("copy")

    result = store.run(lambda storage: import_bundle(storage, copy, lambda: lines))

    assert result.warnings == ()
    assert exported(store, copy) == lines


@pytest.mark.one_engine
def test_a_generated_tenant_is_a_believable_mix(store: Store) -> None:
    tenant = generated(store, "one", 3000)

    async def read(storage: SqlStorage) -> tuple[set[str | None], int, int, int]:
        reader = storage.reader(tenant, EDITORS)
        rows = await reader.elements(ListOf("processes"), Parts(attributes=True, contexts=None, content=True))
        processes = [row for row in rows if row.type == "subProcess"]
        diagrams = sum(row.content is not None for row in processes)
        seen = await storage.reader(tenant, VIEWERS).elements(ListOf("processes"), Parts())
        return {row.state for row in processes}, diagrams, len(processes), len(seen)

    states, diagrams, processes, seen = store.run(read)
    assert states == {
        "inProcess", "inReview", "readyForQa", "readyForRelease", "released", "inEffect", "requestToExpire", "expired",
    }  # fmt: skip
    assert 0.05 < diagrams / processes < 0.25
    assert 0.5 < seen / processes < 0.9
    assert len(store.population(tenant)) == 23


def test_every_data_culture_of_the_tenant_has_its_words(tmp_path_store: Store) -> None:
    settings = replace(BOTH_LANGUAGES, default_data_culture=2055, mandatory_cultures=(2055,), optional_cultures=(1036,))
    tenant = tmp_path_store.new_tenant("swiss", settings)
    tmp_path_store.run(lambda storage: generate(storage, tenant, elements=60))

    systems = [
        each for each in map(msgspec.json.decode, exported(tmp_path_store, tenant)) if each.get("type") == "system"
    ]

    for each in systems:
        assert list(each["attributes"]["name"]) == ["1036", "2055"]
    assert {each["attributes"]["name"]["1036"].split()[-2] for each in systems} <= {
        "portal",
        "management",
        "database",
        "app",
    }


def test_a_seed_is_taken_once_in_a_tenant(store: Store) -> None:
    tenant = generated(store, "one", 50)

    with pytest.raises(Conflict, match="--seed"):
        store.run(lambda storage: generate(storage, tenant, elements=60))

    store.run(lambda storage: generate(storage, tenant, elements=60, seed=2))
    assert sum(store.population(tenant).values()) == 110


def test_a_hundred_thousand_elements(store: Store) -> None:
    count = sampled(100_000, 3_000)
    started = time.monotonic()

    tenant = generated(store, "one", count)

    engine = "PostgreSQL" if store.settings.database else "SQLite"
    rate = round(count / (time.monotonic() - started))
    record(f"Elements generated in one transaction on {engine}", count, "all stored", **{"elements per second": rate})
    assert sum(store.population(tenant).values()) == count


@pytest.mark.postgres
def test_many_rows_after_few_are_checked_by_the_right_index(new_postgres_database: Callable[[], str]) -> None:
    """A connection keeps its plans: one made for a handful of rows must not be used for thousands."""
    store = Store(Settings(database=new_postgres_database()))
    tenant = store.new_tenant()

    async def few_then_many(storage: SqlStorage) -> None:
        await generate(storage, tenant, elements=50, seed=1)
        await generate(storage, tenant, elements=3000, seed=2)

    store.run(few_then_many)

    read = "SELECT sum(idx_tup_read)::bigint FROM pg_stat_user_indexes WHERE relname = 'version'"
    tuples = store.run(lambda storage: storage.engine.fetch(read, {}))[0][0]
    assert isinstance(tuples, int)
    assert tuples < 2_000_000
