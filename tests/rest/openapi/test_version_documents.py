"""The OpenAPI document of one api-version: one form and one function for each operation, as generators of clients need it."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from openapi_spec_validator import validate

from facetstore.rest.openapi.document import openapi_document
from facetstore.rest.openapi.version_document import function_name, version_document
from facetstore.rest.wire.call import VERSIONS
from script.lib import api_types
from tests.support.api import Api
from tests.support.openid_provider import find_node

pytestmark = pytest.mark.one_engine

Json = dict[str, Any]
BASE = "https://models.example"


def document(version: str) -> Json:
    found: Json = json.loads(version_document(BASE, version))
    return found


def operations(of: Json) -> Iterator[Json]:
    for item in of["paths"].values():
        yield from (each for method, each in item.items() if method != "parameters")


def parts(of: object) -> Iterator[Json]:
    if isinstance(of, dict):
        yield of
    for each in of.values() if isinstance(of, dict) else of if isinstance(of, list) else ():
        yield from parts(each)


def get(api: Api, query: str) -> httpx.Response:
    return api.at("GET", f"/_api/openapi.json{query}")


@pytest.mark.parametrize("version", ["1.0", "4.0"])
def test_it_is_valid(version: str) -> None:
    validate(document(version))


@pytest.mark.parametrize("version", VERSIONS)
def test_every_operation_of_the_full_document_is_there_once(version: str) -> None:
    names = [each["operationId"] for each in operations(document(version))]
    full = {each["operationId"] for each in operations(json.loads(openapi_document(BASE)))}
    own = {each for each in full if not each.endswith("-post") and "-alias" not in each and not each[-1].isdigit()}

    assert len(names) == len(set(names))
    assert set(names) == {function_name(each) for each in own}
    assert {"listElements", "getElement", "updateElements", "searchElements", "applyTransition"} <= set(names)


def test_an_answer_has_the_form_of_the_version_and_no_other() -> None:
    old, new = document("1.0")["components"]["schemas"], document("4.0")["components"]["schemas"]

    assert "OldElement" in old
    assert not {"Element", "Facet", "CurrentElements"} & old.keys()
    assert {"Element", "Facet", "CurrentElements"} <= new.keys()
    assert not [name for name in new if name.startswith("Old")]


@pytest.mark.parametrize("version", VERSIONS)
def test_the_version_is_sent_with_every_request(version: str) -> None:
    parameter = document(version)["components"]["parameters"]["api-version"]

    assert parameter["required"]
    assert parameter["schema"] == {"type": "string", "enum": [version], "default": version}


def test_every_branch_with_fields_is_a_schema_with_a_name() -> None:
    full = json.loads(openapi_document(BASE))

    for part in parts(full):
        for branch in (*part.get("oneOf", ()), *part.get("anyOf", ())):
            assert "properties" not in branch, branch


def test_a_flag_is_a_plain_boolean() -> None:
    fields = document("4.0")["components"]["schemas"]["Element"]["properties"]

    assert fields["setReadOnly"] == {
        "type": "boolean",
        "description": "Present, and true, when the caller may not edit the element.",
    }


def test_the_query_chooses_the_version_and_without_one_the_document_is_the_full_one(api: Api) -> None:
    titles = {query: get(api, query).json()["info"]["title"] for query in ("", "?api-version=1.0", "?API-Version=4.0")}

    assert titles == {
        "": "Facetstore",
        "?api-version=1.0": "Facetstore, api-version 1.0",
        "?API-Version=4.0": "Facetstore, api-version 4.0",
    }


def test_an_unknown_version_is_refused_with_those_there_are(api: Api) -> None:
    refused = get(api, "?api-version=5")

    assert refused.status_code == 400
    assert refused.json()["message"] == "There is no api-version '5'. There are: 1.0, 2.0, 3.0, 4.0."


@pytest.mark.long
@pytest.mark.parametrize("version", ["1.0", "4.0"])
def test_typescript_types_are_made_of_it(version: str, tmp_path: Path) -> None:
    (tmp_path / "types.ts").write_text(api_types.make(json.dumps(document(version))), "utf-8")

    tsc = Path(api_types.MAKER).parent / "node_modules" / "typescript" / "bin" / "tsc"
    command = [find_node().node, str(tsc), "--strict", "--noEmit", "--ignoreConfig", "types.ts"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
