"""Cached responses are exact after elements were deleted, restored, moved and locked: as if nothing were cached."""

from collections.abc import Callable, Iterator

import pytest

from tests.rest.editing.taking_away import ROLES, Owner
from tests.support import company
from tests.support.api import Api, Database, element
from tests.support.proof import sampled_on

NEAR = {
    company.HOUSE: "processes",
    company.OPERATIONS: "processes",
    company.LOGISTICS: "processes",
    company.RECEIPT: "processes",
    company.RECEIPT_2_0: "processes",
    company.CHECK: "processes",
    company.RETURNS: "processes",
    company.JOURNEYS: "processes",
    company.UNLOAD: "processes",
    company.ERP: "it",
    company.OLGA: "users",
}
PARTS = ("", "/related", "/children")
PATHS = [
    *(
        element(id_, facet, "tree" if part == "/children" else "detail") + part
        for id_, facet in NEAR.items()
        for part in PARTS
    ),
    *(f"rest/facets/processes/views/{view}/elements" for view in ("tree", "list", "detail", "orphaned")),
    "rest/facets/processes/views/list/elements?$pageSize=3",
    "rest/facets/processes/views/list/elements?$resources=attributes,related",
    "rest/facets/processes/views/list/elements?$filter=NOT IsNull(owner)",
    "rest/facets/it/views/list/elements",
    "rest/facets/users/views/detail/elements",
    f"{element(company.RETURNS)}/info",
    "rest/trash",
]

Step = Callable[[Owner], object]
STEPS: dict[str, Step] = {
    "a draft is deleted": lambda own: own.delete(company.RECEIPT_2_1),
    "and restored": lambda own: own.restore(company.RECEIPT),
    "a child is moved": lambda own: own.write(f"{element(company.RETURNS)}/move", {"parent": company.OPERATIONS}),
    "and put before its siblings": lambda own: own.write(f"{element(company.RETURNS)}/move", {"position": 0}),
    "and back among the others": lambda own: own.write(
        f"{element(company.RETURNS)}/move", {"parent": company.LOGISTICS, "position": 1}
    ),
    "roots change places": lambda own: own.write(f"{element(company.JOURNEYS)}/move", {"position": 0}),
    "an element is locked": lambda own: own.answer("POST", f"{element(company.RETURNS)}/lock", role="editor"),
    "and the lock taken over": lambda own: own.write(f"{element(company.RETURNS)}/lock?takeOver=true"),
    "and given back": lambda own: own.write(f"{element(company.RETURNS)}/unlock"),
    "what others refer to is deleted": lambda own: own.delete(company.RETURNS, "?force=true"),
    "a system is deleted": lambda own: own.delete(company.ERP, "?force=true", facet="it"),
    "a person is deleted whom lists show": lambda own: own.delete(company.OLGA, "?force=true", facet="users"),
    "what a diagram shows is deleted": lambda own: own.delete(company.CHECK, "?force=true"),
    "a parent is deleted": lambda own: own.delete(company.LOGISTICS, "?force=true"),
    "a process with its diagrams is deleted": lambda own: own.delete(company.RECEIPT, "?force=true"),
    "the parent is restored": lambda own: own.restore(company.LOGISTICS),
    "the process is restored": lambda own: own.restore(company.RECEIPT),
    "what its diagram shows is restored": lambda own: own.restore(company.CHECK),
    "the person is restored": lambda own: own.restore(company.OLGA),
    "the system is restored": lambda own: own.restore(company.ERP),
    "what others refer to is restored": lambda own: own.restore(company.RETURNS),
}


@pytest.fixture(scope="module")
def own(database: Database) -> Iterator[Owner]:
    """A tenant to which one step happens after the other; what was read after one is kept before the next."""
    owner = Owner(database, roles=ROLES)
    seen(owner.api, owner.address)
    yield owner
    owner.close()


@pytest.fixture(scope="module")
def beside(database: Database, own: Owner) -> Iterator[Api]:
    """Another node, which keeps answers of its own."""
    api = Api(database)
    seen(api, own.address)
    yield api
    api.close()


def seen(api: Api, tenant: str) -> dict[tuple[str, str], tuple[int, str]]:
    """All that two callers read; requests that fail differ in nothing but the id of the request."""
    found = {}
    for role in ("viewer", "administrator"):
        for path in sampled_on(api.database.engine, PATHS):
            response = api.get(path, role, tenant=tenant)
            found[role, path] = (response.status_code, response.text if response.is_success else "")
    return found


def test_after_each_step_every_node_answers_as_if_nothing_were_cached(
    own: Owner, beside: Api, forgetful_api: Api
) -> None:
    for name, step in STEPS.items():
        step(own)

        true = seen(forgetful_api, own.address)

        assert (name, seen(own.api, own.address)) == (name, true)
        assert (name, seen(beside, own.address)) == (name, true)


def test_what_is_far_from_a_deletion_is_still_cached(own: Owner) -> None:
    made = own.create("Spare", company.MANAGEMENT)["id"]
    for path in (element(company.SCANNER, "it"), element(company.UNLOAD)):
        own.read(path)
        own.delete(made)
        own.restore(made)

        own.read(path)

        assert own.api.statements == 1
