"""No response is older than the last commit, wherever it was made: another process writes, the next request sees it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from itertools import count
from typing import Any

import pytest

from facetstore.domain.callers import Role
from facetstore.domain.element import Version
from facetstore.domain.errors import Unauthenticated
from facetstore.domain.tenant import Tenant, parse_address
from facetstore.exchange.bundle_import import import_bundle
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.storage import Credential
from facetstore.usecases.tenancy import Tenancy, serve
from facetstore.usecases.tenants.tenant_changes import apply_metamodel, set_tenant
from facetstore.usecases.tokens.issuing import create_token
from tests.rest.reading.reads import READS
from tests.support import company
from tests.support.api import Api, Database, element

Change = Callable[[SqlStorage, Tenant], Awaitable[object]]

SEGMENT = company.element_id(300)
RETAIL = company.element_id(301)
_numbers = count(1)


def changing_company() -> Iterator[company.Record]:
    """The company, and a process that refers to structure, which can be hidden."""
    yield from company.acme()
    yield company.plain("customerSegment", SEGMENT, {1033: "Retail"})
    yield company.versioned(
        "mainProcess", 301, "1.0", "released", {1033: "Sell"}, company.OPERATIONS, customers=[SEGMENT]
    )


@pytest.fixture
def tenant(database: Database) -> str:
    """A tenant that the test may change."""
    return database.add_tenant(f"fresh/{next(_numbers)}", company.SETTINGS, changing_company)


@pytest.fixture(scope="session")
def changing(database: Database) -> str:
    """A tenant to which one change comes after the other, each of them once."""
    return database.add_tenant("fresh/changing", company.SETTINGS, changing_company)


NEAR = {
    "processes": (
        company.HOUSE, company.OPERATIONS, company.LOGISTICS, company.RECEIPT, company.RECEIPT_2_0, company.CHECK,
        company.UNLOAD, company.STORE, company.JOURNEYS, RETAIL,
    ),
    "it": (company.ERP, company.DOMAIN, company.SCANNER),
    "users": (company.ANNA,),
    "customerstructure": (SEGMENT,),
}  # fmt: skip
"""Elements that the changes below touch, or stand beside one that they touch."""


def every_read() -> Iterator[str]:
    yield from (path for operation, path in READS.items() if operation.split()[0] not in ("1", "2", "17"))
    yield "rest/facets/automation/views/list/elements"
    yield "rest/facets/processes/views/detail/config/subProcess"
    for facet, ids in NEAR.items():
        for id_ in ids:
            yield element(id_, facet)
            yield f"{element(id_, facet)}/related"


async def replaced(
    storage: SqlStorage, tenant: Tenant, id_: str, change: Callable[[Version], Version], **flags: Any
) -> None:
    """Write a version again, as a write operation does."""
    async with storage.writer(tenant, actor=None) as writer:
        stored = await writer.stored.version(id_)
        assert stored is not None
        await writer.versions.replace([stored._replace(version=change(stored.version), **flags)], "element.changed")


def renamed(version: Version) -> Version:
    return version._replace(attributes={**version.attributes, "name": {1031: "Anders", 1033: "A changed name"}})


def hidden(version: Version) -> Version:
    return version._replace(state="hide")


async def expire_receipt(storage: SqlStorage, tenant: Tenant) -> None:
    """What a release of the next version will do: the old one and what its diagram alone shows are gone for viewers."""
    async with storage.writer(tenant, actor=None) as writer:
        stored = await writer.stored.version(company.RECEIPT_2_0)
        assert stored is not None
        expired = stored.version._replace(state="expired")
        await writer.versions.replace(
            [stored._replace(version=expired, visible=False, published=False)], "element.expired"
        )
        await writer.versions.settle([company.RECEIPT])
        await writer.versions.settle_flow_objects([shape.element for shape in expired.content])


def added(*records: company.Record) -> Change:
    return lambda storage, tenant: import_bundle(storage, tenant, lambda: [company.header(), *records])


def setting(**given: Any) -> Change:
    return lambda storage, tenant: set_tenant(storage, tenant, given, force=True)


def written(id_: str, change: Callable[[Version], Version], **flags: bool) -> Change:
    return lambda storage, tenant: replaced(storage, tenant, id_, change, **flags)


ADDITIONS: Mapping[str, object] = {
    "properties": {
        "approvalCode": {
            "names": {"1031": "Kürzel", "1033": "Approval code"},
            "descriptions": {"1031": "Kürzel der Genehmigung.", "1033": "Code of the approval."},
            "dataType": "SingleLineText",
            "invariant": True,
        }
    },
    "types": {"subProcess": {"properties": {"approvalCode": {}}}},
}

CHANGES: Mapping[str, Change] = {
    "another system": added(
        company.versioned("system", 400, "1.0", "released", {1033: "New"}, company.DOMAIN, owner=[company.OLGA])
    ),
    "another child that refers to its brother": added(
        company.versioned("subProcess", 401, "1.0", "released", {1033: "New"}, company.LOGISTICS, systems=[company.ERP])
    ),
    "a newer released version of a system": added(
        company.versioned("system", 41, "2.0", "released", {1033: "ERP 2"}, company.DOMAIN)
    ),
    "a newer draft of a released process": added(
        company.versioned("subProcess", 7, "1.1", "inProcess", {1033: "Check 2"}, company.LOGISTICS, 2)
    ),
    "a draft with another name": written(company.RECEIPT_2_1, renamed),
    "a released version with another name": written(company.CHECK_1_0, renamed),
    "a task with another name": written(company.UNLOAD, renamed),
    "a parent with another name": written(company.OPERATIONS, renamed),
    "a person with another name": written(
        company.ANNA, lambda each: each._replace(attributes={**each.attributes, "lastName": {127: "Zeisig"}})
    ),
    "a category hidden": written(company.OPERATIONS, hidden, visible=False, published=False),
    "a segment hidden to which a process refers": written(SEGMENT, hidden, visible=False, published=False),
    "a released version expired with its flow": expire_receipt,
    "another default culture": setting(defaultDataCulture=1031),
    "another title": setting(title="Acme, renamed"),
    "one culture fewer": setting(defaultDataCulture=1033, optionalCultures=[]),
    "another metamodel": lambda storage, tenant: apply_metamodel(storage, tenant, ADDITIONS),
    "another token": lambda storage, tenant: create_token(storage, serve(tenant), "New", Role.EDITOR),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_after_a_change_every_answer_is_what_a_process_that_cached_nothing_gives(
    api: Api, forgetful_api: Api, changing: str, change: Change
) -> None:
    asked = [(path, role) for path in every_read() for role in ("viewer", "administrator")]
    before = [shown(api, path, role, changing) for path, role in asked]
    stored = api.database.tenant(changing)

    async def changed(storage: SqlStorage) -> None:
        await change(storage, stored)

    api.database.elsewhere(changed)
    after = [shown(api, path, role, changing) for path, role in asked]

    for place, (path, role) in enumerate(asked):
        assert after[place] == shown(forgetful_api, path, role, changing), (path, role)
    assert after != before  # the change was one that can be seen


def shown(api: Api, path: str, role: str, tenant: str) -> tuple[int, str]:
    response = api.get(path, role, tenant=tenant)
    return response.status_code, response.text.partition('"requestId"')[0]


def test_a_new_element_is_read_at_once(api: Api, tenant: str) -> None:
    path = "rest/facets/it/views/list/elements"
    before = api.read(path, "viewer", tenant=tenant)["count"]
    assert api.get(element(company.element_id(400), "it"), "viewer", tenant=tenant).status_code == 404

    record = company.versioned("system", 400, "1.0", "released", {1033: "New"}, company.DOMAIN)
    api.database.add_elements(tenant, lambda: [company.header(), record])

    assert api.read(path, "viewer", tenant=tenant)["count"] == before + 1
    assert api.get(element(company.element_id(400), "it"), "viewer", tenant=tenant).status_code == 200


def test_an_answer_that_a_change_elsewhere_left_as_it_was_is_still_not_modified(api: Api, tenant: str) -> None:
    path = element(company.ISO, "tags")
    listed = "rest/facets/tags/views/list/elements"
    tags = {each: api.get(each, tenant=tenant).headers["etag"] for each in (path, listed, "rest/facets")}

    record = company.versioned("system", 400, "1.0", "released", {1033: "New"}, company.DOMAIN)
    api.database.add_elements(tenant, lambda: [company.header(), record])

    for each, tag in tags.items():
        assert api.get(each, tenant=tenant, headers={"if-none-match": tag}).status_code == 304


def test_an_answer_that_changed_is_sent_again(api: Api, tenant: str) -> None:
    path = element(company.RECEIPT_2_1)
    tag = api.get(path, tenant=tenant).headers["etag"]
    stored = api.database.tenant(tenant)

    api.database.elsewhere(lambda storage: replaced(storage, stored, company.RECEIPT_2_1, renamed))
    response = api.get(path, tenant=tenant, headers={"if-none-match": tag})

    assert response.status_code == 200
    assert response.json()["elements"][0]["attributes"]["name"]["1033"] == "A changed name"
    assert response.headers["etag"] != tag


def test_settings_hold_from_the_next_request_on(api: Api, tenant: str) -> None:
    assert api.read("rest/info", tenant=tenant)["title"] == "Acme"
    stored = api.database.tenant(tenant)

    api.database.elsewhere(lambda storage: set_tenant(storage, stored, {"title": "Renamed", "region": "US"}))

    answer = api.read("rest/info", tenant=tenant)
    assert (answer["title"], answer["region"]["name"]) == ("Renamed", "US")


def test_a_renewed_token_opens_at_once_and_its_old_secret_nothing(api: Api, tenant: str) -> None:
    old = api.database.tokens[tenant, "viewer"]
    assert api.get("rest/facets", token=old, tenant=tenant).status_code == 200

    new = api.database.add_token(tenant, "viewer")

    assert api.get("rest/facets", token=old, tenant=tenant).status_code == 401
    assert api.get("rest/facets", token=new, tenant=tenant).status_code == 200


def test_a_token_renewed_in_another_role_has_that_role_at_once(api: Api, tenant: str) -> None:
    token = api.database.add_token(tenant, "administrator", "changing")
    assert api.get(element(company.RETURNS), token=token, tenant=tenant).status_code == 200

    token = api.database.add_token(tenant, "viewer", "changing")

    assert api.get(element(company.RETURNS), token=token, tenant=tenant).status_code == 404


def test_a_tenant_is_there_as_soon_as_it_is_made(api: Api, database: Database) -> None:
    address = f"fresh/{next(_numbers)}"
    assert api.get("rest/info", token="a" * 26, tenant=address).status_code == 401

    database.add_tenant(address, company.RIVAL_SETTINGS)

    assert api.get("rest/info", tenant=address).status_code == 200


class SlowCredentials:
    """A storage whose credentials arrive late: whatever happens meanwhile has happened when they do."""

    def __init__(self, storage: SqlStorage) -> None:
        self._storage = storage
        self.read = asyncio.Event()
        self.arrive = asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._storage, name)

    async def credential(self, tenant_key: int, digest: str) -> Credential | None:
        found = await self._storage.credential(tenant_key, digest)
        if not self.read.is_set():
            self.read.set()
            await self.arrive.wait()
        return found


def test_a_token_renewed_while_it_was_looked_up_is_not_remembered(database: Database, tenant: str) -> None:
    old, other = (database.tokens[tenant, role] for role in ("viewer", "administrator"))
    served = serve(database.tenant(tenant))

    async def story() -> None:
        address = parse_address(tenant)
        assert address is not None
        slow = SlowCredentials(database.storage)
        tenancy = Tenancy(slow)
        looked_up = asyncio.ensure_future(tenancy.access(address, old))
        await slow.read.wait()
        await create_token(database.storage, served, "viewer", Role.VIEWER)
        await tenancy.access(address, other)
        slow.arrive.set()
        await looked_up
        with pytest.raises(Unauthenticated):
            await tenancy.access(address, old)

    database.run(story())


def test_the_same_request_many_times_at_once_is_answered_every_time(api: Api, tenant: str) -> None:
    """Also right after a change, when each of them finds what it was recognised by gone."""
    path = f"/{tenant}/_api/{element(company.RECEIPT)}"
    headers = {"symbio-auth-token": api.database.tokens[tenant, "viewer"]}
    api.at("GET", path, headers=headers)
    record = company.versioned("system", 400, "1.0", "released", {1033: "New"}, company.DOMAIN)
    api.database.add_elements(tenant, lambda: [company.header(), record])

    async def burst() -> list[int]:
        requests = [api.client.get(path, headers=headers) for _ in range(20)]
        return [each.status_code for each in await asyncio.gather(*requests)]

    assert api.database.run(burst()) == [200] * 20
