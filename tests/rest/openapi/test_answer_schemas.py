"""Every answer about the demo tenant fits the schema the OpenAPI document gives for it, for both ends of the roles."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx
import jsonschema_rs
import pytest

from facetstore.metamodel.loader import load_standard
from facetstore.rest.openapi.schemas import BY_POST, SCHEMAS
from facetstore.rest.routing.routes import ROUTES, Route
from tests.support.demo_elements import Place, Seen, find_elements, find_places
from tests.support.demo_service import ROLES, DemoService, demo_service
from tests.support.proof import LONG, sampled

ELEMENTS_EACH: Final = sampled(50, 3)
PLACES: Final = {role: slice(None) if LONG else slice(number, None, 3) for number, role in enumerate(ROLES)}
"""Which views of which facets each role asks for: every one with the full counts."""
VERSIONS: Final = ("1.0", "4.0")
EVERYTHING: Final = "$resources=attributes,children,content,displayNames,related,rootPath,stereotype"

_LISTED: Final = ("culture=1031", "culture=1033&state=current&$pageSize=2", "$page=1")
_SEARCHES: Final = {
    "translations-of-facet": _LISTED,
    "translations-count": _LISTED,
    "search": ("q=prüf", "q=a", "q=pruefen&culture=1031", "q=the&$page=2&$pageSize=2", "q=order&facets=processes,it"),
    "stats": (
        "by=facet",
        "by=facet,type,state,stereotype",
        "by=stereotype&facets=it",
        "by=owner",
        "by=month",
        "by=missingCulture",
    ),
}
"""What to ask of operations that cannot be asked without saying what for."""

ASKED: Final = [route for route in ROUTES if route.name != "version-record"]
"""The demo has no version that was approved by this release: the tests of release records make one."""

TYPES: Final = load_standard().types
Validators = Mapping[str, jsonschema_rs.Draft202012Validator]


@dataclass(frozen=True, slots=True)
class Seeing:
    """What one caller sees of the demo tenant."""

    places: tuple[Place, ...]
    elements: tuple[Seen, ...]
    drawn: tuple[Seen, ...]
    """Those with diagrams."""


@pytest.fixture(scope="module")
def demo(demo_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoService]:
    with demo_service(demo_data, tmp_path_factory.mktemp("service")) as service:
        yield service


@pytest.fixture(scope="module", params=ROLES)
def role(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def client(demo: DemoService, role: str) -> Iterator[httpx.Client]:
    with demo.client(role) as client:
        yield client


@pytest.fixture(scope="module")
def seeing(client: httpx.Client, role: str) -> Seeing:
    places = find_places(client)[PLACES[role]]
    processes = tuple(each for each in places if each.facet == "processes")
    drawn = [each for each in find_elements(client, processes, ELEMENTS_EACH) if TYPES[each.type].layouts]
    return Seeing(places, find_elements(client, places, ELEMENTS_EACH), tuple(drawn))


@pytest.fixture(scope="module")
def validators() -> Validators:
    return {name: _validator(name) for name in SCHEMAS}


def _validator(name: str) -> jsonschema_rs.Draft202012Validator:
    schema: dict[str, Any] = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": dict(SCHEMAS)}}
    return jsonschema_rs.Draft202012Validator(schema, validate_formats=True)


def requests(route: Route, seeing: Seeing) -> Iterator[str]:
    """What to ask of a route: for each view of each facet, or for each of some elements of every type."""
    template = route.paths[-1]
    if "{elementId}" in template:
        for element in seeing.drawn if route.picture else seeing.elements:
            layouts = [each.key for each in TYPES[element.type].layouts]
            values = {**element.values, "cultureId": ["1031"], "layoutKey": layouts}
            yield from _with_queries(route, element.place, template, values)
    else:
        for place in seeing.places:
            values = {"facetId": [place.facet], "viewId": [place.view], "type": list(place.types)}
            yield from _with_queries(route, place, template, values)


def _with_queries(route: Route, place: Place, template: str, values: Mapping[str, list[str]]) -> Iterator[str]:
    variables = ("attributeId", "relatedId", "layoutKey", "type")
    variable = next((name for name in variables if f"{{{name}}}" in template), "facetId")
    for value in values[variable][:3]:
        chosen = {name: each[0] for name, each in values.items() if each} | {variable: value}
        address = re.sub(r"{(\w+)}", lambda match: chosen[match[1]], template)  # noqa: B023  # used at once
        yield from (f"{address}?{query}" for query in _queries(route, place))


def _queries(route: Route, place: Place) -> Iterator[str]:
    if route.name in _SEARCHES:
        yield from _SEARCHES[route.name]
        return
    if route.picture:
        yield "format=json"
        return
    yield ""
    if "$resources" in route.options:
        yield EVERYTHING
    if "$expandRelated" in route.options and place.contexts:
        yield f"$expandRelated={','.join(place.contexts[:20])}"
    if {"$expandRelated", "$select"} <= route.options and place.contexts:
        yield f"$expandRelated={place.contexts[0]}&$select={place.contexts[0]},{place.attributes[0]}"
    if "$pageSize" in route.options:
        yield "$page=2&$pageSize=2"
    if "$flat" in route.options:
        yield "$flat=true"


@pytest.mark.parametrize("route", ASKED, ids=lambda route: route.name)
def test_every_answer_fits_its_schema(
    client: httpx.Client, seeing: Seeing, validators: Validators, route: Route
) -> None:
    asked = dict.fromkeys(requests(route, seeing))
    by_post = f"{route.answer}{BY_POST}"

    assert asked
    for request in asked:
        for version in VERSIONS:
            answer = client.get(request, headers={"api-version": version})
            assert answer.headers.get("api-version") == version, answer.text
            check(validators[route.answer], answer)
        if request.endswith("?"):  # once for each address: both methods share one handler
            check(validators[by_post if by_post in SCHEMAS else route.answer], client.post(request))


def check(validator: jsonschema_rs.Draft202012Validator, answer: httpx.Response) -> None:
    assert answer.status_code == 200, f"{answer.request.url}: {answer.text}"
    body = answer.json()
    if not validator.is_valid(body):
        first = next(validator.iter_errors(body))
        path = "/".join(map(str, first.instance_path))
        pytest.fail(f"{answer.request.method} {answer.request.url}: {first.message[:600]} at {path}")


def test_every_kind_of_refusal_fits_its_schema(demo: DemoService, client: httpx.Client, validators: Validators) -> None:
    unknown = "rest/facets/processes/views/list/elements/00000000-0000-4000-8000-000000000000"
    refusals = {
        400: client.get("rest/facets?$sellect=name"),
        401: httpx.get(f"{demo.api}rest/facets"),
        404: client.get(unknown),
        405: client.put("rest/facets"),
    }

    for status, refusal in refusals.items():
        assert refusal.status_code == status
        validators["Error"].validate(refusal.json())
        again = httpx.request(
            refusal.request.method,
            refusal.request.url,
            headers={**refusal.request.headers, "accept": "application/problem+json"},
        )
        assert again.headers["content-type"] == "application/problem+json"
        validators["Problem"].validate(again.json())
