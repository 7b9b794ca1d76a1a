"""Search, usages and counts of the demo company: both engines answer byte for byte the same."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from facetstore.bootstrap.settings import Settings
from facetstore.domain.tenant import TenantSettings
from facetstore.exchange.demo_company import demo_records
from tests.support.api import Api, Database, element

pytestmark = pytest.mark.postgres

TENANT = "both/demo"
WORDS = (
    "a", "ä", "be", "pr", "ü", "the", "und", "ung", "ion", "pro", "prüf", "pruef", "prüfung", "order", "check order",
    "order check", "goods r", "for the", "der kunde", "it sys", "quality manager", "nothing at all", "%", "100", "-", "e",
    "straße", "auftrag", "in an", "x y z",
)  # fmt: skip


@pytest.fixture(scope="module")
def both(
    tmp_path_factory: pytest.TempPathFactory, new_postgres_database: Callable[[], str]
) -> Iterator[tuple[Api, Api]]:
    """The demo company on each engine. Tokens have ids of their own on each, so no test asks for them."""
    places = (Settings(data=Path(tmp_path_factory.mktemp("both"))), Settings(database=new_postgres_database()))
    databases = [Database.open(settings) for settings in places]
    for database in databases:
        database.add_tenant(TENANT, TenantSettings(), demo_records)
    first, second = (Api(database, cache_bytes=0) for database in databases)
    yield first, second
    for api in (first, second):
        api.close()
        api.database.close()


def facets(api: Api) -> str:
    values = api.read("rest/facets", tenant=TENANT)["values"]
    return ",".join(each["name"] for each in values if each["name"] != "automation")


@pytest.mark.parametrize("role", ["viewer", "administrator"])
def test_a_search_is_answered_the_same(both: tuple[Api, Api], role: str) -> None:
    total = 0
    for q in WORDS:
        for page in ("", "&$page=2&$pageSize=7", "&culture=1031", "&types=subProcess,system"):
            path = f"rest/search?q={q}&facets={facets(both[0])}{page}"
            first, second = (api.get(path, role, tenant=TENANT) for api in both)
            assert first.status_code == 200
            if first.json()["totalIsMinimum"]:  # which of too many are looked at is the engine's own matter
                assert second.json()["totalIsMinimum"], path
                continue
            assert first.content == second.content, path
            total += first.json()["total"]

    assert total > 1000


@pytest.mark.parametrize("role", ["viewer", "administrator"])
def test_usages_and_counts_are_answered_the_same(both: tuple[Api, Api], role: str) -> None:
    elements = both[0].read(f"rest/search?q=a&$pageSize=100&facets={facets(both[0])}", role, tenant=TENANT)["values"]
    paths = [f"{element(each['id'], each['facetName'])}/usages?$pageSize=20" for each in elements]
    fields = ("facet", "type,state", "stereotype,facet,state,type", "owner", "month", "missingCulture")
    counts = [f"rest/stats?by={by}" for by in fields]
    used = 0

    for path in (*paths, *counts):
        first, second = (api.get(path, role, tenant=TENANT) for api in both)
        assert first.content == second.content, path
        used += len(re.findall("expandUri", first.text))

    assert used > 50
