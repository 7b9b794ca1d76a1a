"""What operation 12 says about deleting and copying is what the operations themselves would answer: every element, every role."""

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from facetstore.exchange.demo_company import demo_records
from tests.support import company
from tests.support.api import ACME, ROLES, Api, Database
from tests.support.proof import record, sampled

DEMO_ELEMENTS: Final = sampled(1600, 60)
SEED: Final = 18


@pytest.fixture(scope="module")
def demo(database: Database) -> str:
    """The demo company, with a caller of every role."""
    return database.add_tenant("agrees/demo", company.SETTINGS, demo_records, roles=ROLES)


def ids_of(api: Api, tenant: str) -> list[tuple[str, str]]:
    """The facet and id of every element, and of every version of it."""
    facets = [each["name"] for each in api.read("rest/facets", tenant=tenant)["values"]]
    return [(facet, id_) for facet in facets for id_ in _ids(api, tenant, facet)]


def _ids(api: Api, tenant: str, facet: str) -> Iterator[str]:
    listed = api.read(f"rest/facets/{facet}/views/list/elements", tenant=tenant)
    for each in listed["elements"]:
        yield from dict.fromkeys((each["id"], each.get("versionId", each["id"])))


def disagreements(api: Api, tenant: str, facet: str, id_: str, role: str) -> Iterator[object]:
    where = f"rest/facets/{facet}/views/detail/elements/{id_}"
    read = api.get(f"{where}/info", role, tenant=tenant)
    if read.status_code != 200:
        return
    (info,) = read.json()["values"]
    deleted = api.send("DELETE", f"{where}?dryRun=true", role, tenant=tenant)
    if info["isCurrentRemovable"] != (deleted.status_code == 200):
        yield role, info["elementTypeName"], id_, info["isCurrentRemovable"], deleted.text
    copied = api.post(f"{where}/copy?dryRun=true", role, tenant=tenant)
    if info["isCurrentCopyable"] != (copied.status_code == 200):
        yield role, info["elementTypeName"], id_, info["isCurrentCopyable"], copied.text


@pytest.mark.parametrize("role", ROLES)
def test_what_info_says_is_what_deleting_and_copying_answer(api: Api, role: str) -> None:
    extra = [
        ("processes" if id_ != company.ERP_1_0 else "it", id_)
        for id_ in (company.UNLOAD, company.DRAFT_TASK, company.RECEIPT_1_0, company.ERP_1_0)
    ]
    found = [
        wrong for facet, id_ in [*ids_of(api, ACME), *extra] for wrong in disagreements(api, ACME, facet, id_, role)
    ]

    assert found == []


def test_and_so_it_is_in_the_demo_company(api: Api, demo: str) -> None:
    every = ids_of(api, demo)
    some = Random(SEED).sample(every, min(DEMO_ELEMENTS, len(every)))
    found = [wrong for role in ROLES for each in some for wrong in disagreements(api, demo, *each, role)]

    record(f"info agrees ({api.engine})", len(some) * len(ROLES), "all agree")
    assert found == []
