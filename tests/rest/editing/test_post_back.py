"""Whatever is read may be posted back unchanged: it is taken, and nothing is stored (operations 3, 4 and 5)."""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import pytest

from facetstore.domain.tenant import TenantSettings
from facetstore.exchange.demo_company import demo_records
from facetstore.metamodel.loader import load_standard
from facetstore.query.options import MOST_EXPANDED, RESOURCES
from tests.support import company
from tests.support.api import Api, Database, Records, element
from tests.support.proof import LONG, record, sampled_on

COMPANIES: Final[Mapping[str, Records]] = {"demo": demo_records, "acme": company.acme}
METAMODEL: Final = load_standard()
FACETS: Final = tuple(each for each in METAMODEL.facets.values() if not each.administration)
AT_ONCE: Final = 200
"""Elements in a body: few enough for its size, however much is expanded in them."""


class Stored(NamedTuple):
    """A version of an element."""

    facet: str
    type: str
    state: str | None
    id: str
    """That of the version, if the type has versions."""
    element: str

    @property
    def contexts(self) -> tuple[str, ...]:
        return tuple(METAMODEL.types[self.type].contexts)

    @property
    def label(self) -> tuple[str, ...]:
        return METAMODEL.types[self.type].label


FORMS: Final[Mapping[str, Callable[[Stored], str]]] = {
    "as it is": lambda _: "",
    "all resources": lambda _: f"$resources={','.join(RESOURCES)}",
    "references expanded": lambda each: f"$expandRelated={','.join(each.contexts[:MOST_EXPANDED])}",
    "other references expanded": lambda each: f"$expandRelated={','.join(each.contexts[-MOST_EXPANDED:])}",
    "some properties": lambda each: f"$select={','.join((*each.label, *each.contexts[:2]))}",
    "one culture": lambda _: "$culture=1031",
    "another culture, all resources": lambda _: f"$culture=1033&$resources={','.join(RESOURCES)}",
    "api-version 1.0": lambda _: "api-version=1.0",
    "api-version 1.0, all resources": lambda _: f"api-version=1.0&$resources={','.join(RESOURCES)}",
}
"""The queries with which elements are read."""


@pytest.fixture(params=COMPANIES)
def tenant(database: Database, request: pytest.FixtureRequest) -> str:
    """A tenant that all tests share, as none of them may change it."""
    name: str = request.param
    settings = TenantSettings() if name == "demo" else company.SETTINGS
    return database.add_tenant(f"unchanged/{name}", settings, COMPANIES[name], roles=("editor", "administrator"))


@pytest.fixture
def stored(tenant: str) -> tuple[Stored, ...]:
    """Every version of the company."""
    return versions_of(tenant.partition("/")[2])


@cache
def versions_of(name: str) -> tuple[Stored, ...]:
    return tuple(_stored(each) for each in COMPANIES[name]() if "type" in each)


def _stored(given: Mapping[str, Any]) -> Stored:
    type_, id_ = given["type"], given["id"]
    return Stored(METAMODEL.types[type_].facet, type_, given.get("state"), given.get("versionId", id_), id_)


def place(facet: str, view: str = "detail") -> str:
    return f"rest/facets/{facet}/views/{view}/elements"


def read_one_by_one(api: Api, tenant: str, stored: Iterable[Stored], form: str, role: str) -> dict[str, list[Any]]:
    """By facet, elements as operation 4 shows them."""
    found: dict[str, list[Any]] = {}
    for each in stored:
        answer = api.read(f"{element(each.id, each.facet)}?{FORMS[form](each)}", role, tenant=tenant)
        found.setdefault(each.facet, []).extend(answer.get("elements") or answer["values"])
    return found


def post_back(api: Api, tenant: str, address: str, elements: list[Any], role: str, *, old: bool = False) -> list[Any]:
    """Post elements as they were read; returns those of the answer."""
    name, version = ("values", "1.0") if old else ("elements", "4.0")
    answered: list[Any] = []
    for start in range(0, len(elements), AT_ONCE):
        body = {"count": len(elements), name: elements[start : start + AT_ONCE]}
        response = api.post(f"{address}/?api-version={version}", role, tenant=tenant, content=json.dumps(body).encode())
        assert response.status_code == 200, f"{address}: {response.text}"
        answered += response.json()[name]
    return answered


@pytest.mark.spec("endpoint.5")
def test_every_version_may_be_posted_back(
    api: Api, database: Database, tenant: str, stored: tuple[Stored, ...]
) -> None:
    before = database.tenant(tenant).revision
    posted = sampled_on(database.engine, stored if LONG else stored[::3])

    for facet, read in read_one_by_one(api, tenant, posted, "as it is", "administrator").items():
        assert post_back(api, tenant, place(facet), read, "administrator") == read

    assert database.tenant(tenant).revision == before
    for each in chosen(stored):
        history = api.read(f"{element(each.element, each.facet)}/history", tenant=tenant)
        assert {entry["kind"] for entry in history["values"]} == {"imported"}
    record("versions posted back unchanged", len(posted), "nothing stored", engine=database.engine, tenant=tenant)


@pytest.mark.parametrize("form", FORMS)
def test_however_an_editor_reads_an_element_they_may_post_it_back(
    api: Api, database: Database, tenant: str, stored: tuple[Stored, ...], form: str
) -> None:
    before = database.tenant(tenant).revision

    for facet, read in read_one_by_one(api, tenant, chosen(stored), form, "editor").items():
        post_back(api, tenant, place(facet), read, "editor", old="1.0" in form)

    assert database.tenant(tenant).revision == before


@pytest.mark.parametrize("old", [False, True], ids=["4.0", "1.0"])
def test_what_any_view_lists_may_be_posted_back(api: Api, database: Database, tenant: str, old: bool) -> None:
    before = database.tenant(tenant).revision

    for facet, view in ((each.name, view) for each in FACETS for view in each.views):
        answer = api.read(f"{place(facet, view)}?api-version={'1.0' if old else '4.0'}", tenant=tenant)
        post_back(api, tenant, place(facet, view), answer["values" if old else "elements"], "administrator", old=old)

    assert database.tenant(tenant).revision == before


def chosen(stored: tuple[Stored, ...]) -> Iterable[Stored]:
    """All of them in a long run, else one of every type in every state."""
    return stored if LONG else {(each.type, each.state): each for each in stored}.values()
