"""The demo tenant is made once, and its token again at each start."""

from pathlib import Path

import pytest

from facetstore.bootstrap.demo import ADDRESS, ensure_demo
from facetstore.bootstrap.settings import Settings
from facetstore.domain.callers import Role
from facetstore.domain.errors import Unauthenticated
from facetstore.storage.store import SqlStorage
from facetstore.usecases.tenancy import Tenancy
from facetstore.usecases.tenants.tenant_changes import create_tenant
from tests.exchange.demo_bundle import records
from tests.support.storages import BOTH_LANGUAGES, Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(Settings(data=tmp_path))


async def role_of(storage: SqlStorage, secret: str) -> Role | None:
    try:
        return (await Tenancy(storage).access(ADDRESS, secret))[1].role
    except Unauthenticated:
        return None


def test_a_second_start_only_renews_the_token(store: Store) -> None:
    first = store.run(ensure_demo)
    (before,) = store.run(lambda storage: storage.tenants())

    second = store.run(ensure_demo)

    (after,) = store.run(lambda storage: storage.tenants())
    assert (after.id, after.revision) == (before.id, before.revision + 1)
    assert after.settings.title.startswith("Talwind")
    assert store.run(lambda storage: role_of(storage, first)) is None
    assert store.run(lambda storage: role_of(storage, second)) is Role.ADMINISTRATOR


def test_a_start_that_was_cut_off_is_made_good(store: Store) -> None:
    empty = store.run(lambda storage: create_tenant(storage, ADDRESS, BOTH_LANGUAGES))

    store.run(ensure_demo)

    assert sum(store.population(empty).values()) > 400


def test_whatever_waits_for_a_decision_is_somebodys_task(store: Store) -> None:
    decided_about = ("inReview", "readyForQa", "readyForRelease")
    waiting = {str(each["versionId"]) for each in records() if each.get("state") in decided_about}

    async def asked_about(storage: SqlStorage) -> set[str]:
        tenant = await storage.tenant(ADDRESS)
        assert tenant is not None
        async with storage.snapshot(tenant) as whole:
            return {each.version for each in await whole.tasks.of_versions(waiting) if each.is_open}

    store.run(ensure_demo)

    assert len(waiting) > 20
    assert store.run(asked_about) == waiting
