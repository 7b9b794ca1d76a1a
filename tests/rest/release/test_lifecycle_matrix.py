"""Every transition in every state, for every type, role and standing of the caller, over the wire (operation 18).

What is to come of it says tests/rest/release/lifecycle_statement.py. Everyday runs take each case for a tenth of the types.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final, NamedTuple

import pytest

from facetstore.metamodel.loader import load_standard
from facetstore.metamodel.model import ElementType
from tests.rest.release.lifecycle_statement import LIFECYCLES, ROLES, Outcome, outcome, transitions
from tests.support import company
from tests.support.api import Api, Database
from tests.support.proof import record, scaled

NEVER_DIRECTLY: Final[Mapping[str, Any]] = {
    "types": {
        "supplier": {
            "facet": "stakeholders",
            "identity": "versioned",
            "lifecycle": "release",
            "directRelease": False,
            "names": {"1031": "Lieferant", "1033": "Supplier"},
            "descriptions": {"1031": "Wer uns beliefert.", "1033": "Who supplies us."},
            "color": "#6E4A7E",
            "include": ["named", "tracked", "versioned"],
        }
    }
}
"""A type of a tenant's own that prohibits direct release."""

NAMED: Final = ("author", "secondaryAuthors", "reviewer", "qualityManager", "owner")


class Kind(NamedTuple):
    """A type of elements, where they are, and the contexts in which people can be named."""

    key: str
    facet: str
    versioned: bool
    contexts: tuple[str, ...]


class Case(NamedTuple):
    """A caller applies a transition to an element that no other case touches."""

    number: int
    kind: Kind
    state: str
    transition: str
    role: str
    standing: str

    @property
    def element(self) -> str:
        return company.element_id(self.number)

    @property
    def version(self) -> str:
        return company.version_id(self.number, "0.1") if self.kind.versioned else self.element


def kinds() -> dict[str, list[Kind]]:
    """Every type that has a lifecycle, by the statement that holds for it."""
    found: dict[str, list[Kind]] = {name: [] for name in LIFECYCLES}
    for each in load_standard().types.values():
        if each.lifecycle is not None:
            found[_statement_for(each)].append(
                Kind(each.key, each.facet, each.versioned, tuple(name for name in NAMED if name in each.contexts))
            )
    found["release, never directly"].append(Kind("supplier", "stakeholders", True, NAMED))
    return found


def _statement_for(each: ElementType) -> str:
    if each.key == "mainProcess":
        return "main process"
    return "release" if each.versioned else "structure"


KINDS: Final = kinds()


def cases(name: str, state: str) -> Iterator[Case]:
    """Every case of a state, each for as many types as the run takes, which take turns."""
    types, turn, number = KINDS[name], 0, 1000
    for transition, role, standing in _walks(name, state):
        for _ in range(scaled(len(types))):
            yield Case(number := number + 1, types[turn % len(types)], state, transition, role, standing)
            turn += 1


def _walks(name: str, state: str) -> Iterator[tuple[str, str, str]]:
    lifecycle = LIFECYCLES[name]
    for transition, role in product(transitions(lifecycle), ROLES):
        # How the caller stands to an element matters only where there is something to take.
        offered = (state, transition) in lifecycle.steps
        yield from ((transition, role, each) for each in lifecycle.standings[: None if offered else 1])


def bundle(all_cases: list[Case], callers: Mapping[str, str]) -> Iterator[company.Record]:
    yield {**company.header(), "storage": {"metamodel": NEVER_DIRECTLY}}
    yield from company.people()
    yield from (_element(each, callers[each.role]) for each in all_cases)


def _element(case: Case, caller: str) -> company.Record:
    key, names, related = case.kind.key, {1033: f"Case {case.number}"}, company.references(_people(case, caller))
    if not case.kind.versioned:
        return {**company.plain(key, case.element, names, state=case.state), "related": related}
    made = company.versioned(key, case.number, "0.1", case.state, names)
    # What a release needs must not stand in its way.
    return {**made, "attributes": {**made["attributes"], "description": {1033: "Described"}}, "related": related}


def _people(case: Case, caller: str) -> dict[str, list[str]]:
    """Who is named: no one, or the caller in the context of the case, and others in all other contexts."""
    if case.standing == "nobody named":
        return {}
    own = ("author", "owner") if case.standing == "sole author" else (case.standing,)
    others = {"owner": company.OLGA}
    return {name: [caller if name in own else others.get(name, company.ANNA)] for name in case.kind.contexts}


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("name", "state"), [(name, state) for name, each in LIFECYCLES.items() for state in each.states]
)
def test_who_may_take_a_step_takes_it_and_no_other_user_changes_a_state(
    api: Api, database: Database, name: str, state: str
) -> None:
    walked = list(cases(name, state))
    tenant = database.add_tenant(f"lifecycles/{[*LIFECYCLES].index(name)}-{state}", company.SETTINGS, roles=ROLES)
    callers = _callers(api, tenant)
    database.add_elements(tenant, lambda: bundle(walked, callers))

    wanted = {each: outcome(LIFECYCLES[name], *each[2:]) for each in walked}
    found = {each: _apply(api, tenant, each) for each in walked}
    stored = _states(api, tenant, {each.kind.facet for each in walked})

    assert [(*each, found[each]) for each in walked if found[each] != wanted[each]] == []
    assert [(*each, stored[each.version]) for each in walked if stored[each.version] != wanted[each].state] == []
    statuses = Counter(str(each.status) for each in wanted.values())
    record(f"transitions applied ({name}, {state})", len(walked), "as stated", engine=database.engine, **statuses)


def _callers(api: Api, tenant: str) -> dict[str, str]:
    """By role the element of the token."""
    tokens = api.read("rest/facets/automation/views/list/elements", tenant=tenant)["elements"]
    return {each["attributes"]["name"]["1033"]: each["id"] for each in tokens}


def _apply(api: Api, tenant: str, case: Case) -> Outcome:
    """What the caller gets; a refusal names no state, so it is the one there was."""
    given = {"externalReference": "Minutes of 3 May"} if case.transition.endswith("External") else None
    response = api.post(
        f"release/{case.version}/transitions/{case.transition}",
        case.role,
        tenant=tenant,
        content=json.dumps(given).encode() if given else None,
    )
    if response.status_code != 200:
        found = [each["error"].partition("Offered: ")[2] for each in response.json()["data"]]
        return Outcome(response.status_code, case.state, frozenset(filter(None, found)))
    (element,) = response.json()["elements"]
    state = element["attributes"]["state1"]["127"]
    assert element.get("state", state) == state
    return Outcome(200, state)


def _states(api: Api, tenant: str, facets: set[str]) -> dict[str, str]:
    """By version the state it is in."""
    lists = [api.read(f"rest/facets/{each}/views/list/elements?$select=state1", tenant=tenant) for each in facets]
    return {
        each.get("versionId", each["id"]): each["attributes"]["state1"]["127"]
        for listed in lists
        for each in listed["elements"]
    }
