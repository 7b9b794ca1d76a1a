"""One running Facetstore is copied into another, and a check finds no difference."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from facetstore.bootstrap.checking_pulls import check_pull
from facetstore.bootstrap.settings import Settings
from facetstore.domain.callers import Role
from facetstore.domain.tenant import Tenant, address_of
from facetstore.exchange.generate import generate
from facetstore.exchange.pull.comparing_sides import Compared
from facetstore.exchange.pull.remote import opened_remote
from facetstore.storage.store import SqlStorage
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tenants.tenant_changes import create_tenant
from facetstore.usecases.tokens.issuing import create_token
from tests.exchange.pull.copying import copy, exported
from tests.reliability.nodes import Node
from tests.support.storages import BOTH_LANGUAGES, Store

ELEMENTS: Final = 30
USES: Final = {"lastUsedOn", "useCount"}
ROLES: Final = (Role.ADMINISTRATOR, Role.VIEWER)


class Source(NamedTuple):
    """A running server with a generated tenant."""

    address: str
    tokens: dict[Role, str]
    store: Store
    tenant: Tenant


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Source]:
    folder = tmp_path_factory.mktemp("source")
    store = Store(Settings(data=folder))

    async def fill(storage: SqlStorage) -> tuple[Tenant, dict[Role, str]]:
        tenant = await create_tenant(storage, address_of("test", "source"), BOTH_LANGUAGES)
        await generate(storage, tenant, elements=ELEMENTS)
        served = serve(tenant)
        return tenant, {role: await create_token(storage, served, role.name, role) for role in ROLES}

    tenant, tokens = store.run(fill)
    node = Node(store.settings, folder / "serve.log")
    try:
        node.start()
        yield Source(f"http://127.0.0.1:{node.port}/test/source", tokens, store, tenant)
    finally:
        node.close()


def check(source: Source, store: Store) -> Compared:
    async def work() -> Compared:
        async with opened_remote(source.address, source.tokens[Role.ADMINISTRATOR]) as remote:
            return await check_pull(store.settings, "test/one", remote, source.address)

    return asyncio.run(work())


@pytest.mark.one_engine
def test_a_check_of_a_copy_finds_no_difference(source: Source, store: Store, tmp_path: Path) -> None:
    tenant = store.new_tenant()

    pulled = copy(store, tenant, source.address, source.tokens[Role.ADMINISTRATOR], tmp_path / "copy")
    compared = check(source, store)

    assert (list(compared.lines()), compared.differences) == ([], 0)
    assert compared.questions > ELEMENTS * 4
    assert pulled.role == "administrator"
    assert not pulled.report
    there, here = exported(source.store, source.tenant), exported(store, tenant)
    assert {id_ for id_, each in there.items() if each["type"] != "host"} <= here.keys()
    for id_, each in here.items():
        assert each["attributes"].keys() - USES == there[id_]["attributes"].keys() - USES, id_


@pytest.mark.one_engine
def test_a_viewers_token_copies_what_viewers_see(source: Source, store: Store, tmp_path: Path) -> None:
    tenant = store.new_tenant()

    pulled = copy(store, tenant, source.address, source.tokens[Role.VIEWER], tmp_path / "copy")

    assert pulled.role == "viewer"
    there, here = exported(source.store, source.tenant), exported(store, tenant)
    drafts = {id_ for id_, each in there.items() if each.get("state") in ("inProcess", "inReview", "readyForQa")}
    assert drafts
    assert not drafts & here.keys()
    assert not [each for each in here.values() if each["facetName"] == "automation"]
