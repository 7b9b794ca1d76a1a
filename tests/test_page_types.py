"""The page's types are what openapi-typescript makes of the OpenAPI document of today."""

import json
import os
import subprocess

import pytest

from script.lib import api_types

pytestmark = pytest.mark.one_engine

DOCUMENT = json.loads(api_types.page_document())


def test_the_types_are_made_from_the_document_of_today() -> None:
    assert api_types.TARGET.read_text("utf-8") == api_types.render(), "Run script/docs."


def test_the_types_were_not_edited() -> None:
    try:
        made = api_types.make(api_types.page_document())
    except (OSError, subprocess.CalledProcessError) as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"No Node here, or openapi-typescript cannot be installed: {missing}")

    assert api_types.TARGET.read_text("utf-8").partition("\n\n")[2] == made


def test_the_page_knows_every_address_of_a_storage_without_its_name() -> None:
    element = DOCUMENT["paths"]["/rest/facets/{facetId}/views/{viewId}/elements/{elementId}"]

    assert [each["$ref"].rpartition("/")[2] for each in element["parameters"]] == ["facetId", "viewId", "elementId"]
    assert sorted(element) == ["delete", "get", "parameters"], "reads by POST are for old clients"
    assert {path.split("/")[1] for path in DOCUMENT["paths"]} == {"rest", "v1"}, (
        "files of BPMN have an address of their own"
    )


def test_the_page_gets_answers_in_the_form_of_today_alone() -> None:
    schemas = DOCUMENT["components"]["schemas"]

    assert sorted(schemas["Elements"]["properties"]) == ["count", "elements", "facetCounts", "findings"]
    assert "values" not in schemas["Restored"]["properties"]
    assert "/Old" not in json.dumps(DOCUMENT)


def test_a_write_at_the_address_of_a_read_needs_its_body() -> None:
    path = "/rest/facets/{facetId}/views/{viewId}/elements"

    assert DOCUMENT["paths"][path]["post"]["requestBody"]["required"] is True
    assert DOCUMENT["paths"]["/rest/release/{elementId}/transitions/{transitionId}"]["post"]["requestBody"] == {
        "required": False,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/GivenAlong"}}},
    }
