"""`/swagger/v1/swagger.json`: the interface as OpenAPI 2.0, as connectors of automation tools take it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from openapi_spec_validator import OpenAPIV2SpecValidator

from facetstore.rest.openapi.swagger_document import swagger_document
from facetstore.rest.openapi.version_document import version_document
from tests.rest.openapi.test_lint import findings
from tests.support import company
from tests.support.api import BASE, Api

pytestmark = pytest.mark.one_engine

Json = dict[str, Any]
UNKNOWN = {"anyOf", "oneOf", "const", "examples", "propertyNames", "patternProperties", "contentMediaType", "nullable"}
"""Words of later versions."""


def document(base: str = "https://models.example/repository") -> Json:
    found: Json = json.loads(swagger_document(base))
    return found


def operations(of: Json) -> Iterator[Json]:
    for item in of["paths"].values():
        yield from (each for method, each in item.items() if method != "parameters")


def keys(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        yield from part
    for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from keys(each)


def test_it_is_valid_and_small() -> None:
    OpenAPIV2SpecValidator(document()).validate()

    assert len(swagger_document("https://models.example")) <= 1_000_000
    assert UNKNOWN.isdisjoint(keys(document()))


def test_the_linter_finds_nothing(tmp_path: Path) -> None:
    assert findings(tmp_path, swagger_document("https://models.example")) == []


def test_it_is_where_the_service_is() -> None:
    found = document()
    assert (found["host"], found["basePath"], found["schemes"]) == ("models.example", "/repository", ["https"])
    assert document("http://127.0.0.1:8080")["basePath"] == "/"


def test_it_has_every_operation_that_a_token_can_call() -> None:
    later = json.loads(version_document("https://models.example", "4.0"))
    wanted = {each["operationId"] for each in operations(later) if each.get("security") != []}

    names = [each["operationId"] for each in operations(document())]

    assert len(names) == len(set(names))
    assert set(names) == wanted


def test_every_definition_is_used_and_every_reference_leads_to_one() -> None:
    found = document()

    named = set(re.findall(r'"#/definitions/([^"]+)"', json.dumps(found)))

    assert named == set(found["definitions"])
    assert json.dumps(found).count('"$ref"') == len(re.findall(r'"\$ref": "#/definitions/', json.dumps(found)))


def test_an_operation_is_as_a_connector_needs_it() -> None:
    for each in operations(document()):
        assert re.fullmatch(r"[a-z][A-Za-z0-9]*", each["operationId"])
        assert each["summary"][0].isupper()
        assert len(each["summary"]) <= 80
        assert not each["summary"].endswith(".")
        assert each["description"]
        assert set(each["responses"]) == {"200", "400", "default"}
        places = [parameter["in"] for parameter in each["parameters"]]
        assert places.count("body") <= 1
        for parameter in each["parameters"]:
            if parameter["in"] == "body":
                continue
            assert parameter["description"]
            assert parameter["x-ms-summary"]
            assert parameter["type"] in {"string", "integer", "boolean", "array", "number"}
            assert parameter["required"] or parameter["in"] != "path"


@pytest.mark.parametrize(
    ("operation", "path"),
    [
        ("listElements", "rest/facets/processes/views/detail/elements"),
        ("getElement", f"rest/facets/processes/views/detail/elements/{company.RECEIPT}"),
        ("listTypeConfigs", "rest/facets/processes/views/tree/config"),
        ("getStorageInfo", "rest/info"),
        ("listData", "v2/data/elements?Facet=processes"),
        ("reportVersions", "v1/reporting?facet=processes&page=1"),
    ],
)
def test_answers_fit_their_definitions(api: Api, operation: str, path: str) -> None:
    found = document()
    schema = next(each for each in operations(found) if each["operationId"] == operation)["responses"]["200"]["schema"]

    body = api.get(path, headers={"api-version": "4.0"}).json()

    jsonschema_rs.Draft4Validator(
        {**schema, "definitions": found["definitions"]}
        if "$ref" not in schema
        else {"allOf": [schema], "definitions": found["definitions"]}
    ).validate(body)


def test_it_is_served_without_a_token_at_the_address_that_tools_expect(api: Api) -> None:
    response = api.at("GET", "/swagger/v1/swagger.json")

    assert (response.status_code, response.headers["content-type"]) == (200, "application/json; charset=utf-8")
    assert response.content == swagger_document(BASE)
    page = api.at("GET", "/swagger/index.html?url=/swagger/v1/swagger.json")
    assert (page.status_code, page.headers["location"]) == (302, f"{BASE}/_docs")
    assert api.at("POST", "/swagger/v1/swagger.json").status_code == 405
