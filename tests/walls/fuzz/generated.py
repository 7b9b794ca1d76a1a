"""Requests made up from the OpenAPI document by schemathesis, as it allows them and as it forbids them."""

import json
from collections.abc import Mapping
from typing import Any, Final

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from requests import Request as Prepared
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation

from facetstore.rest.openapi.document import openapi_document
from facetstore.rest.routing.write_routes import WRITES
from tests.rest.access.asking import KINDS, NAMES
from tests.support.api import BASE, ROLES
from tests.walls.fuzz.request import TENANT, Request

REAL: Final = {**NAMES, **{name: f"@{kinds[0]}@" for name, kinds in KINDS.items()}}
"""By variable of an address, what leads to something that exists."""

# Of the client alone, and nothing that the document knows.
_LEFT_OUT: Final = ("user-agent", "connection", "x-schemathesis-testcaseid", "content-length", "accept-encoding")

Operation = APIOperation[Any, Any, Any, Any]


def generated_requests(each: int, step: int = 1) -> list[Request]:
    """So many requests for the operations that `tests/rest/openapi/test_schemathesis.py` leaves out, as it asks reads alone.

    With a step, for one operation in so many: to make ready for an operation takes longer than to make up its requests.
    """
    schema = schemathesis.openapi.from_dict(json.loads(openapi_document(BASE)))
    names = tuple(route.name for route in WRITES)
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    left_out = [each for each in operations if each.definition.raw["operationId"].startswith(names)]
    return [request for operation in left_out[::step] for request in _made_up(operation, each)]


def _made_up(operation: Operation, count: int) -> list[Request]:
    made: list[Request] = []

    @settings(
        max_examples=count,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=st.one_of([operation.as_strategy(mode) for mode in GenerationMode]),
        caller=st.sampled_from((*["administrator"] * 4, *ROLES, "nobody")),
        is_real=st.integers(0, 3).map(lambda number: number < 3),
    )
    def note(case: Case[Operation], caller: str, is_real: bool) -> None:
        made.append(_request(case, caller, REAL if is_real else {}))

    note()
    return made


def _request(case: Case[Operation], caller: str, real: Mapping[str, str]) -> Request:
    """The case as a request of ours, mostly led to what exists."""
    given = case.as_transport_kwargs(base_url=BASE)
    prepared = Prepared(**{name: value for name, value in given.items() if name != "timeout"}).prepare()
    path, _, query = (prepared.path_url or "/").partition("?")
    if real:
        path = f"/{TENANT}/_api" + case.operation.path.format_map(_Known(real)).partition("/_api")[2]
    body = prepared.body
    return Request(
        str(prepared.method),
        path,
        tuple((name, value) for name, _, value in (pair.partition("=") for pair in query.split("&")) if name),
        tuple((name, _text(value)) for name, value in prepared.headers.items() if name.lower() not in _LEFT_OUT),
        None if body is None else _text(body),
        caller,
    )


class _Known(dict[str, str]):
    """What variables stand for; those of the tenant do not matter."""

    def __missing__(self, name: str) -> str:
        return name


def _text(value: object) -> str:
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else str(value)
