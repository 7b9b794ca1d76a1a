"""Who may do what: `role_matrix.csv` is the specification, a row for each operation, and a column for each kind of caller.

Every operation is asked once by each of them, by every address and method that it has, about elements in every state that the
table distinguishes. What changes something is asked for as a dry run; what has no dry run may be done again and again.
"""

import csv
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.rest.access.asking import Variant, variants
from tests.rest.access.premises import Premises
from tests.support.api import ROLES, Api, Database
from tests.support.proof import LONG, record

MATRIX: Final = Path(__file__).with_name("role_matrix.csv")
CALLERS: Final = (*ROLES, "nobody", "stranger", "inactive")
ELEMENT_STATES: Final = {
    "draft": "InProcessToReleased",
    "released": "ReleasedToRequestToExpire",
    "authored": "InProcessToReleased",
    "structure": "ShowToHide",
}
"""What an element can be, and the step that it offers: a draft without an author, one of an author's, released, structure."""
TASK_STATES: Final = ("own", "others")
"""Whether a task is the caller's."""


class Row(NamedTuple):
    """What one line of the table says."""

    route: str
    methods: frozenset[str]
    states: frozenset[str]
    statuses: Mapping[str, int]


class Cell(NamedTuple):
    """One method and one state of a row; words of a method are joined by dashes."""

    route: str
    method: str
    state: str


def rows() -> list[Row]:
    with MATRIX.open(encoding="utf-8", newline="") as file:
        return [
            Row(
                each["operation"],
                frozenset(each["methods"].split()),
                frozenset(each["states"].split()),
                {who: int(each[who]) for who in CALLERS},
            )
            for each in csv.DictReader(file)
        ]


def states_of(variant: Variant) -> tuple[str, ...]:
    if "taskId" in variant.variables:
        return TASK_STATES
    about_elements = "elementId" in variant.variables or variant.route.body == "ElementsBody"
    return tuple(ELEMENT_STATES) if about_elements else ("-",)


def cells() -> Iterator[tuple[Cell, Variant]]:
    for variant in variants():
        for state in states_of(variant):
            yield Cell(variant.route.name, variant.method.replace(" ", "-"), state), variant


@pytest.fixture(scope="module")
def premises(database: Database) -> Iterator[tuple[Premises, Premises]]:
    """The tenant, and another one where the stranger is an administrator."""
    api = Api(database)
    yield Premises(api, "matrix/own", "aa"), Premises(api, "matrix/foreign", "ff")
    api.close()


def status_of(premises: tuple[Premises, Premises], variant: Variant, state: str, who: str) -> int:
    """The status of what is answered to a request with which nothing is wrong."""
    own, foreign = premises
    token = {"nobody": "", "stranger": foreign.api.database.tokens[foreign.address, "administrator"]}.get(who)
    ids, variables = _about(own.ids, state, who)
    flags = dict.fromkeys(variant.route.parameters & {"dryRun", "ignoreWarnings"}, "true")
    body = variant.body(ids)
    if variant.route.name == "password-recover":  # it is slowed down by address, and all callers have the same
        own.api.database.run(own.api.database.storage.engine.fetch("DELETE FROM sign_in_attempt", {}))
    response = own.api.send(
        variant.sent,
        variant.address(ids, variables, flags),
        who if token is None else None,
        token=token or None,
        tenant=own.address,
        content=body.encode() if body is not None else None,
    )
    return response.status_code


def _about(ids: Mapping[str, str], state: str, who: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The ids of what is asked about, and variables that depend on it."""
    if state in ELEMENT_STATES:
        about = {"element": ids[state], "version": ids[f"version of {state}"], "parent": ids[f"parent of {state}"]}
        return {**ids, **about}, {"transitionId": ELEMENT_STATES[state]}
    if state in TASK_STATES:
        has, gets = (who, "user") if state == "own" else ("user", "approver")
        return {**ids, "task": ids.get(f"task of {has}", ids["task"]), "delegate": ids[gets]}, {}
    return ids, {}


def callers_of(variant: Variant, state: str) -> tuple[str, ...]:
    """All callers; in an everyday run, by other addresses and methods of an operation than its first, every fourth in turn."""
    if LONG or variant.is_first:
        return CALLERS
    return CALLERS[len(variant.path + variant.method + state) % 4 :: 4]


def test_the_table_has_every_operation_once_and_no_other() -> None:
    given = Counter(Cell(row.route, method, state) for row in rows() for method in row.methods for state in row.states)

    assert given == Counter({cell for cell, _ in cells()})


@pytest.mark.one_engine
def test_every_caller_is_answered_as_the_table_says(premises: tuple[Premises, Premises]) -> None:
    expected = {
        Cell(row.route, method, state): row.statuses for row in rows() for method in row.methods for state in row.states
    }
    asked = [(cell, variant, who) for cell, variant in cells() for who in callers_of(variant, cell.state)]

    found = {each: status_of(premises, each[1], each[0].state, each[2]) for each in asked}

    wrong = [
        f"{cell} at {variant.path} as {who}: {status}, not {expected[cell][who]}"
        for (cell, variant, who), status in found.items()
        if status != expected[cell][who]
    ]
    assert not wrong, "\n".join(wrong)
    record("Cells of the role matrix", len(asked), f"as the table says, on {premises[0].api.engine}")
