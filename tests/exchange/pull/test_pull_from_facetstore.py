"""One running Facetstore is copied into another, what changes there is followed, and a check finds no difference."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
import pytest

from facetstore.bootstrap.checking_pulls import check_pull
from facetstore.bootstrap.settings import Settings
from facetstore.domain.callers import Role
from facetstore.domain.errors import Conflict
from facetstore.domain.tenant import Tenant, address_of
from facetstore.exchange.generate import generate
from facetstore.exchange.pull.bundle_changes import BundleChanges
from facetstore.exchange.pull.comparing_sides import Compared
from facetstore.exchange.pull.follow_tenant import doubt_of
from facetstore.exchange.pull.remote import opened_remote
from facetstore.storage.store import SqlStorage
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tenants.tenant_changes import create_tenant
from facetstore.usecases.tokens.issuing import create_token
from tests.exchange.pull.copying import copy, exported, follow
from tests.reliability.nodes import Node
from tests.support.patience import START_SECONDS
from tests.support.proven import unproven
from tests.support.storages import BOTH_LANGUAGES, Store

ELEMENTS: Final = 60
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
def test_a_copy_of_another_facetstore_is_whole(source: Source, store: Store, tmp_path: Path) -> None:
    tenant = store.new_tenant()

    pulled = copy(store, tenant, source.address, source.tokens[Role.ADMINISTRATOR], tmp_path / "copy")

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


class Changing:
    """Changes the running tenant by its interface."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client

    def elements(self, facet: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._client.get(f"rest/facets/{facet}/views/detail/elements").json()["elements"]
        return found

    def post(self, address: str, body: object = None) -> Any:
        answer = self._client.post(address, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def save(self, facet: str, element: dict[str, Any]) -> None:
        self.post(f"rest/facets/{facet}/views/detail/elements", {"count": 1, "elements": [element]})


def change_there(source: Source) -> None:
    """Rename a user, make one, delete a system, and make a draft of a process with a diagram, with a task of another name."""
    headers = {"symbio-auth-token": source.tokens[Role.ADMINISTRATOR]}
    with httpx.Client(base_url=f"{source.address}/_api/", headers=headers, timeout=START_SECONDS) as client:
        _change(Changing(client))


def _change(changing: Changing) -> None:
    first = changing.elements("users")[0]
    system = next(each for each in changing.elements("it") if each["type"] == "system")
    changing.save("users", {"id": first["id"], "type": "user", "attributes": {"lastName": {"127": "Renamed"}}})
    changing.save("users", {"type": "user", "attributes": {"lastName": {"127": "New"}}})
    changing.post(f"rest/facets/it/views/detail/elements/{system['id']}/delete?force=true")
    drawn = next(
        each
        for each in changing.elements("processes")
        if each.get("state") in ("released", "inEffect") and each.get("content") and each["type"] == "subProcess"
    )
    draft = changing.post(f"release/{drawn['id']}/createversion")["elements"][0]
    task = next(each for each in draft["content"] if each["type"] == "task")
    changing.save("processes", {"id": task["id"], "type": "task", "attributes": {"name": {"1033": "Another name"}}})


def _without_hosts(held: dict[str, dict[str, Any]]) -> set[str]:
    """The versions of a tenant, without the addresses that tokens are used from: they come at any time."""
    return {id_ for id_, each in held.items() if each["type"] != "host"}


@pytest.mark.one_engine
def test_what_changed_there_is_followed_and_nothing_else(source: Source, store: Store, tmp_path: Path) -> None:
    tenant, token, folder = store.new_tenant(), source.tokens[Role.ADMINISTRATOR], tmp_path / "copy"
    pulled = copy(store, tenant, source.address, token, folder)
    change_there(source)

    followed = follow(store, tenant, source.address, token, folder)
    again = follow(store, tenant, source.address, token, folder)

    there, here = exported(source.store, source.tenant), exported(store, tenant)
    assert _without_hosts(here) == _without_hosts(there)
    assert followed.changes.deleted
    assert followed.requests < pulled.requests
    lasting = {each["id"] for each in there.values() if each["facetName"] != "automation"}
    assert not again.changes.elements & lasting
    compared = check(source, store)
    assert (list(compared.lines()), compared.differences) == ([], 0)
    assert compared.questions > ELEMENTS * 4
    assert store.run(unproven) == []


def test_there_is_nothing_to_follow_before_a_copy(tmp_path_store: Store, tmp_path: Path) -> None:
    with pytest.raises(Conflict, match="Pull without --follow first"):
        follow(tmp_path_store, tmp_path_store.new_tenant(), "http://127.0.0.1:9/a/b", "token", tmp_path / "copy")


@pytest.mark.one_engine
def test_what_a_token_of_another_role_does_not_see_is_not_deleted(source: Source, store: Store, tmp_path: Path) -> None:
    tenant, folder = store.new_tenant(), tmp_path / "copy"
    copy(store, tenant, source.address, source.tokens[Role.ADMINISTRATOR], folder)
    before = exported(store, tenant)

    with pytest.raises(Conflict, match="role viewer there, and the copy was made with the role administrator"):
        follow(store, tenant, source.address, source.tokens[Role.VIEWER], folder)

    assert exported(store, tenant) == before
    assert not follow(store, tenant, source.address, source.tokens[Role.ADMINISTRATOR], folder).changes.deleted


@pytest.mark.parametrize(
    ("gone", "before", "is_doubted"), [(20, 30, False), (21, 30, True), (21, 100, False), (26, 100, True)]
)
def test_a_server_that_shows_much_less_is_doubted(gone: int, before: int, is_doubted: bool) -> None:
    changes = BundleChanges(deleted=set(map(str, range(gone))), before=before)

    assert (doubt_of(None, None, changes) is not None) is is_doubted
