"""How many statements deleting, restoring, moving and locking run: as many for many elements as for one."""

from collections.abc import Iterator
from functools import partial

from tests.rest.editing.taking_away import Owner
from tests.support import company
from tests.support.api import Database, element

MANY = 40
PARENT, PROCESS, TARGET, OTHER = (company.element_id(n) for n in (1, 2, 3, 4))
CHILDREN, TASKS, REFERRERS, SIBLINGS = 1000, 2000, 3000, 4000
"""Where the ids of the many begin."""


def company_of(number: int) -> Iterator[company.Record]:
    """A parent with this many children, a process with this many shapes and versions, a target with this many referrers."""
    yield company.header()
    yield company.plain("subCategory", PARENT, {1033: "Parent"}, 1)
    yield company.plain("subCategory", OTHER, {1033: "Other"}, 2)
    yield company.versioned("system", 3, "0.1", "inProcess", {1033: "Target"})
    for n in range(number):
        yield company.versioned("subProcess", CHILDREN + n, "0.1", "inProcess", {1033: f"Child {n}"}, PARENT, n)
        yield company.versioned("subProcess", SIBLINGS + n, "0.1", "inProcess", {1033: f"Sibling {n}"}, OTHER, n)
        yield company.plain("task", company.element_id(TASKS + n), {1033: f"Task {n}"})
        yield company.versioned("subProcess", REFERRERS + n, "0.1", "inProcess", {1033: f"User {n}"}, systems=[TARGET])
        yield _version(f"{n}.1" if n else "0.1", number)


def _version(number: str, shapes: int) -> company.Record:
    record = company.versioned("subProcess", 2, number, "inProcess", {1033: "Process"})
    record["content"] = [
        {
            "id": company.element_id(TASKS + place),
            "properties": {"shapeId": company.shape_id(2, "0.1", place), "predecessors": []},
        }
        for place in range(shapes)
    ]
    return record


def _counted(own: Owner) -> Iterator[tuple[str, int]]:
    own.read("rest/info")
    writes = {
        "move before the others": (
            "POST",
            f"{element(company.element_id(CHILDREN))}/move",
            {"parent": OTHER, "position": 0},
        ),
        "move back": ("POST", f"{element(company.element_id(CHILDREN))}/move", {"parent": PARENT, "position": 0}),
        "lock": ("POST", f"{element(PROCESS)}/lock", None),
        "unlock": ("POST", f"{element(PROCESS)}/unlock", None),
        "delete a parent": ("DELETE", f"{element(PARENT)}?force=true", None),
        "delete a diagram": ("DELETE", f"{element(PROCESS)}?force=true", None),
        "delete what others use": ("DELETE", f"{element(TARGET, 'it')}?force=true", None),
    }
    for name, (method, path, body) in writes.items():
        own.answer(method, path, body)
        yield name, own.api.statements
    for each in own.trash():
        own.answer("POST", f"rest/trash/{each['id']}/restore")
        yield f"restore {each['name']}", own.api.statements


def test_writes_run_as_many_statements_for_many_as_for_one(database: Database) -> None:
    costs = []
    for number in (1, MANY):
        own = Owner(database, partial(company_of, number), ("administrator",))
        costs.append(dict(_counted(own)))
        assert len(own.children(PARENT)) == len(own.content(PROCESS)) == number, "all of them came back"
        own.close()

    assert costs[0] == costs[1]
    assert len(costs[0]) == 10
