"""How many statements changing and creating elements runs: as many for many elements as for two, and no more than for one but a look."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import pytest

from tests.support import company
from tests.support.api import Api, Database, Json

MANY: Final = 60
PARENTS, CHILDREN, SYSTEMS = 1000, 2000, 3000
"""Where the ids of the many begin."""
PERSON: Final = company.element_id(1)
LIST: Final = "rest/facets/processes/views/list/elements"


def _company() -> Iterator[company.Record]:
    yield company.header()
    yield {"id": PERSON, "type": "user", "attributes": {"firstName": {127: "Ada"}, "lastName": {127: "Adler"}}}
    for n in range(MANY):
        yield company.plain("subCategory", company.element_id(PARENTS + n), {1033: f"Parent {n}"}, n)
        parent = company.element_id(PARENTS + n)
        yield company.versioned("subProcess", CHILDREN + n, "0.1", "inProcess", {1033: f"Child {n}"}, parent, n)
        yield company.versioned("system", SYSTEMS + n, "1.0", "released", {1033: f"System {n}"})


def _changed(n: int, word: str) -> Json:
    """New texts, one text less, another owner, another system."""
    return {
        "id": company.element_id(CHILDREN + n),
        "attributes": {"name": {"1033": f"{word} {n}"}, "description": {"1033": f"<p>{word}</p>"}, "purp": None},
        "related": {"owner": [{"id": PERSON}], "systems": [{"id": company.element_id(SYSTEMS + n)}]},
    }


def _renamed(n: int) -> Json:
    return {"id": company.element_id(CHILDREN + n), "attributes": {"name": {"1033": f"Renamed {n}", "1031": None}}}


def _created(n: int) -> Json:
    parent = company.element_id(PARENTS + n)
    return {"type": "subProcess", "parent": parent, "attributes": {"name": {"1033": f"New {n}"}}}


def _with_new_references(n: int) -> Json:
    systems = [{"type": "system", "attributes": {"name": {"1033": f"New system {n}.{m}"}}} for m in range(3)]
    return {"id": company.element_id(CHILDREN + n), "related": {"systems": systems}}


BODIES: Final[dict[str, Callable[[int], Json]]] = {
    "changed in every way": lambda n: _changed(n, "Changed"),
    "renamed": _renamed,
    "created": _created,
    "with new references": _with_new_references,
}


@pytest.mark.parametrize("made", BODIES.values(), ids=BODIES)
def test_an_update_runs_as_many_statements_for_many_elements_as_for_two(
    database: Database, made: Callable[[int], Json]
) -> None:
    name = next(name for name, each in BODIES.items() if each is made).replace(" ", "-")
    tenant = database.add_tenant(f"updates/{name}", company.SETTINGS, _company)
    api = Api(database)

    def statements(numbers: Sequence[int]) -> int:
        body: dict[str, Any] = {"elements": [made(n) for n in numbers]}
        response = api.post(LIST, "administrator", tenant=tenant, content=json.dumps(body).encode())
        assert response.status_code == 200, response.text
        return api.statements

    statements([0])  # who calls is known from here on
    one, two, many = statements([1]), statements([2, 3]), statements(range(4, MANY))
    api.close()

    # What one alone shows afterwards is mostly known beforehand, without another look.
    assert two - 1 <= one <= two == many < 20
