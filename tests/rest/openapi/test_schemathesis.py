"""Requests made up from the OpenAPI document: none ends in a server error, no answer is outside its schema."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, reject, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from facetstore.rest.routing.write_routes import WRITES
from tests.support.demo_elements import Seen, find_elements, find_places
from tests.support.demo_service import ROLES, DemoService, demo_service
from tests.support.proof import record, scaled

CASES: Final = scaled(50)
CHECKS: Final = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
LANGUAGES: Final = ("application/json", "application/problem+json", "*/*")
MADE_UP: Final = "made up"
TENANT: Final = {"collectionId": "demo", "storageId": "showcase"}

Operation = APIOperation[Any, Any, Any, Any]
Request = Case[Operation]


@dataclass
class Tally:
    """What was answered, by operation and status."""

    statuses: dict[str, Counter[int]] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    def add(self, operation: str, status: int) -> None:
        self.statuses.setdefault(operation, Counter())[status] += 1

    @property
    def total(self) -> int:
        return sum(each.total() for each in self.statuses.values())


@pytest.fixture(scope="module")
def demo(demo_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoService]:
    with demo_service(demo_data, tmp_path_factory.mktemp("service")) as service:
        yield service


@pytest.fixture(scope="module")
def elements(demo: DemoService) -> tuple[Seen, ...]:
    with demo.client("viewer") as client:
        return find_elements(client, find_places(client), 100)


LONGEST_HEARD: Final = 60_000
"""Longer addresses the server itself refuses, before the service hears of them, in words of its own."""

OF_WRITES = tuple(route.name for route in WRITES)


def test_no_request_ends_in_a_server_error_or_an_answer_outside_its_schema(
    demo: DemoService, elements: tuple[Seen, ...]
) -> None:
    tally = Tally()
    schema = schemathesis.openapi.from_url(f"{demo.base}/_api/openapi.json")
    with requests.Session() as session:
        for result in schema.get_all_operations():
            assert isinstance(result, Ok)
            operation = result.ok()
            # Writes would take away what the reads look for.
            if not operation.definition.raw["operationId"].startswith(OF_WRITES):
                explore(operation, demo, elements, session, tally)

    assert not tally.failures, "\n\n".join(tally.failures)
    assert {name: each.total() for name, each in tally.statuses.items() if each.total() < CASES} == {}
    never_found = [name for name, each in tally.statuses.items() if not each[200]]
    assert len(never_found) <= len(tally.statuses) // 10, never_found
    seen = sum(tally.statuses.values(), Counter())
    record(
        "schemathesis over the OpenAPI document",
        tally.total,
        "no 5xx, no answer outside its schema",
        operations=len(tally.statuses),
        **{f"status_{status}": number for status, number in sorted(seen.items())},
    )


def explore(
    operation: Operation, demo: DemoService, elements: tuple[Seen, ...], session: requests.Session, tally: Tally
) -> None:
    name = operation.definition.raw["operationId"]

    @settings(
        max_examples=CASES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        request=asked(operation, elements),
        caller=st.sampled_from([*ROLES, *ROLES, *ROLES, *ROLES, MADE_UP]),
        language=st.sampled_from(LANGUAGES),
        beside=st.dictionaries(st.from_regex(r"[a-z]{1,9}", fullmatch=True), st.text(max_size=9), max_size=2),
    )
    def ask(request: Request, caller: str, language: str, beside: dict[str, str]) -> None:
        headers = {"Accept": language} | ({} if caller == MADE_UP else {"symbio-auth-token": demo.tokens[caller]})
        response = request.call(base_url=demo.base, session=session, headers=headers, params=beside)
        if len(response.request.url or "") > LONGEST_HEARD:
            assert response.status_code == 400
            reject()  # another one takes its place
        tally.add(name, response.status_code)
        request.validate_response(response, checks=CHECKS)

    try:
        ask()
    except (Exception, FailureGroup) as failure:  # every operation is explored before the test fails
        tally.failures.append(f"{name}: {failure}")


def asked(operation: Operation, elements: tuple[Seen, ...]) -> st.SearchStrategy[Request]:
    """A request as the document allows it or forbids it; two thirds lead to what really exists."""
    if "{" not in operation.path:
        return operation.as_strategy()
    places: list[dict[str, str]] = [TENANT, TENANT, TENANT, {}]
    made_up = st.one_of(
        [operation.as_strategy(mode, path_parameters=each) for mode in GenerationMode for each in places]
    )

    # No arguments: hypothesis writes them out when something fails, and an operation holds the whole document.
    @st.composite
    def request(draw: st.DrawFn) -> Request:
        if draw(st.integers(0, 2)) == 2:
            return draw(made_up)
        return real(draw, draw(operation.as_strategy()), elements[draw(st.integers(0, len(elements) - 1))])

    return request()


def real(draw: st.DrawFn, request: Request, element: Seen) -> Request:
    """The request, led to an element that exists."""
    place = element.place
    values = {**element.values, "relatedId": element.contexts or place.contexts or ["none"]}
    known = {name: draw(st.sampled_from(each or ["none"])) for name, each in values.items()} | TENANT
    request.path_parameters = {name: known[name] for name in request.path_parameters}
    names = {"$select": place.attributes, "$expandRelated": place.contexts, "$pageSelectionKey": (element.id,)}
    for option in request.query.keys() & names.keys():
        request.query = {**request.query, option: _some(draw, names[option], option)}
    return request


def _some(draw: st.DrawFn, names: tuple[str, ...], option: str) -> list[str] | str:
    if option == "$pageSelectionKey":
        return names[0]
    return draw(st.lists(st.sampled_from(names), max_size=5, unique=True)) if names else []
