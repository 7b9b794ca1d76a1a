"""The OpenAPI document describes everything that is there, nothing else, and leaves no shape open."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import openapi_spec_validator
import pytest

from facetstore.rest.openapi import descriptions, tags
from facetstore.rest.openapi.document import openapi_document
from facetstore.rest.openapi.schemas import SCHEMAS
from facetstore.rest.routing.routes import MOVED, ROUTES, WITH_BODY, Route
from facetstore.rest.routing.write_routes import WRITES
from tests.support.api import Api

BASE: Final = "https://models.example/repository"
PREFIX: Final = "/{collectionId}/{storageId}/_api/"
OPEN_ON_PURPOSE: Final = "OpenApiDocument"  # the OpenAPI initiative says what may be in it, not we

Json = dict[str, Any]


@cache
def document() -> Json:
    """Read once: most tests here look up a few lines of a megabyte."""
    read: Json = json.loads(openapi_document(BASE))
    return read


def resolved(value: Json) -> Json:
    for key in value["$ref"].removeprefix("#/").split("/") if "$ref" in value else ():
        value = value[key] if "$ref" not in value else document()[key]
    return value


def schemas_in(value: object) -> Iterator[Json]:
    """The schema and every schema inside it that describes an object."""
    match value:
        case dict():
            if value.get("type") == "object":
                yield value
            for inner in value.values():
                yield from schemas_in(inner)
        case list():
            for inner in value:
                yield from schemas_in(inner)


def operation_of(route: Route, method: str = "get", address: int = 0) -> Json:
    found: Json = document()["paths"][PREFIX + route.paths[address]][method]
    return found


def parameters_of(operation: Json, place: str) -> dict[str, Json]:
    found = [resolved(each) for each in operation["parameters"]]
    return {each["name"]: each for each in found if each["in"] == place}


def test_the_document_is_valid_openapi() -> None:
    openapi_spec_validator.validate(document())

    assert document()["openapi"].startswith("3.1.")


def test_the_server_is_the_base_address() -> None:
    assert document()["servers"] == [{"url": BASE}]
    assert json.loads(openapi_document("http://localhost:8080"))["servers"] == [{"url": "http://localhost:8080"}]


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_every_route_is_there_at_all_its_addresses_by_get_and_by_post(route: Route) -> None:
    for address in range(len(route.paths)):
        by_get, by_post = operation_of(route, "get", address), operation_of(route, "post", address)

        assert by_get["operationId"].startswith(route.name)
        if any(path in each.paths and WITH_BODY in each.methods for each in WRITES for path in route.paths):
            assert "Without a body" in by_post["description"]
            continue
        assert by_post["operationId"] == by_get["operationId"] + "-post"
        assert "accepts no body" in by_post["description"]
        assert "requestBody" not in by_post


def test_nothing_else_is_there_but_the_service_addresses() -> None:
    of_routes = {PREFIX + path for route in (*ROUTES, *WRITES) for path in route.paths}

    assert set(document()["paths"]) - of_routes == {
        "/_health/live",
        "/_health/ready",
        "/_keys",
        "/_metrics",
        "/_api/openapi.json",
    }


def test_operation_ids_are_unique() -> None:
    ids = [
        each["operationId"]
        for item in document()["paths"].values()
        for key, each in item.items()
        if key != "parameters"
    ]

    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_an_operation_takes_exactly_the_options_of_its_route(route: Route) -> None:
    options = {name for name in parameters_of(operation_of(route), "query") if name.startswith("$")}

    assert options == route.options


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_every_variable_of_a_path_is_a_parameter(route: Route) -> None:
    for path in route.paths:
        named = [resolved(each)["name"] for each in document()["paths"][PREFIX + path]["parameters"]]

        assert named == re.findall(r"{(\w+)}", PREFIX + path)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_every_operation_takes_an_api_version_by_header_and_by_query(route: Route) -> None:
    for place in ("header", "query"):
        version = parameters_of(operation_of(route), place)["api-version"]

        assert version["schema"]["enum"] == ["1.0", "2.0", "3.0", "4.0"]
        assert not version.get("required", False)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_every_operation_is_described_and_belongs_to_a_known_tag(route: Route) -> None:
    assert len(descriptions.OF_ROUTE[route.name]) > 20
    assert operation_of(route)["tags"][0] in tags.TAGS


def test_descriptions_are_of_routes_that_exist() -> None:
    assert set(descriptions.OF_ROUTE) == {route.name for route in (*ROUTES, *WRITES)}


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_an_answer_has_a_closed_schema_its_headers_and_its_refusals(route: Route) -> None:
    answers = operation_of(route)["responses"]
    success = resolved(answers["200"])

    assert success["content"]["application/json"]["schema"] == {"$ref": f"#/components/schemas/{route.answer}"}
    assert {"ETag", "api-version"} <= set(success["headers"])
    assert ("X-Total-Count" in success["headers"]) == ("$count" in route.options)
    assert "content" not in resolved(answers["304"])
    for status in ("400", "401", "403", "404", "405", "500", "503"):
        content = resolved(answers[status])["content"]
        assert content["application/json"]["schema"] == {"$ref": "#/components/schemas/Error"}
        assert content["application/problem+json"]["schema"] == {"$ref": "#/components/schemas/Problem"}


@pytest.mark.parametrize("route", WRITES, ids=lambda route: route.name)
def test_a_write_describes_its_body_its_answer_and_what_makes_it_safe_to_repeat(route: Route) -> None:
    method = "delete" if route.methods == ("DELETE",) else "get" if "GET" in route.methods else "post"
    operation = operation_of(route, method)

    assert ("requestBody" in operation) == (route.body is not None)
    assert (route.answer in document()["components"]["schemas"]) == (route.answer != MOVED)
    safe_to_repeat = route.writes and tags.TAG_OF_ANSWER[route.answer] != "People"
    assert ("Idempotency-Key" in parameters_of(operation, "header")) == safe_to_repeat
    assert ("304" in operation["responses"]) == (not route.writes and route.answer != MOVED)
    assert ("302" in operation["responses"]) == (route.answer == MOVED) == ("200" not in operation["responses"])


@pytest.mark.parametrize("name", sorted({route.answer for route in ROUTES}))
def test_every_answer_a_route_names_has_a_schema(name: str) -> None:
    assert name in document()["components"]["schemas"]


@pytest.mark.parametrize("name", sorted(set(SCHEMAS) - {OPEN_ON_PURPOSE}))
def test_every_schema_is_closed(name: str) -> None:
    for schema in schemas_in(SCHEMAS[name]):
        rest = schema.get("additionalProperties")

        assert rest is False or (isinstance(rest, dict) and rest), schema


def test_every_reference_leads_somewhere() -> None:
    text = openapi_document(BASE).decode()

    for target in set(re.findall(r'"\$ref":"#/([^"]+)"', text)):
        assert resolved({"$ref": f"#/{target}"}), target


def test_the_old_form_lacks_the_later_fields() -> None:
    old = SCHEMAS["OldElement"]

    assert set(SCHEMAS["Element"]["properties"]) - set(old["properties"]) == {
        "facetName",
        "creationId",
        "state",
        "displayNames",
    }
    assert old["properties"]["children"]["items"] == {"$ref": "#/components/schemas/OldReference"}
    assert old["required"] == ["id", "type"]


def test_transitions_are_named_differently_by_post() -> None:
    route = next(each for each in ROUTES if each.name == "transitions-list")

    schema = operation_of(route, "post")["responses"]["200"]["content"]["application/json"]["schema"]

    assert schema == {"$ref": "#/components/schemas/TransitionsByPost"}


def test_a_caller_is_known_by_token_or_cookie_and_the_service_addresses_need_none() -> None:
    schemes = document()["components"]["securitySchemes"]

    assert [next(iter(each)) for each in document()["security"]] == list(schemes)
    assert {(each["type"], each.get("in"), each.get("name")) for each in schemes.values()} == {
        ("apiKey", "header", "symbio-auth-token"),
        ("http", None, None),
        ("apiKey", "query", "symbio-auth-token"),
        ("apiKey", "cookie", "facetstore-session"),
    }
    assert all(
        each["security"] == [] for each in document()["paths"][f"{PREFIX}rest/session"].values() if "tags" in each
    )
    assert document()["paths"]["/_health/live"]["get"]["security"] == []


@pytest.mark.parametrize("path", ["/_health/live", "/_health/ready", "/_metrics", "/_api/openapi.json"])
def test_what_a_wrong_host_is_answered_is_in_the_document(api: Api, path: str) -> None:
    status, _ = api.raw(path.encode(), headers=[(b"host", b"a b")])

    assert status == 400
    assert str(status) in document()["paths"][path]["get"]["responses"]


def test_the_document_is_made_once_for_each_base_address() -> None:
    assert openapi_document(BASE) is openapi_document(BASE)


def test_every_operation_by_post_says_that_a_body_may_be_refused() -> None:
    document = json.loads(openapi_document("http://test"))

    posts = {path: each["post"]["responses"] for path, each in document["paths"].items() if "post" in each}

    assert [path for path, responses in posts.items() if not {"413", "415"} <= responses.keys()] == []
