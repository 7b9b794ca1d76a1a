"""llms.txt and the interface in brief: short enough for an agent, and every operation, filter and tool in them is there."""

import re
from typing import Final
from urllib.parse import quote

import pytest

from facetstore.rest.mcp.tools import TOOLS
from facetstore.rest.routing.router import Router
from facetstore.rest.routing.routes import ROUTES
from facetstore.rest.routing.write_routes import WRITES
from tests.support.api import ACME, Api

pytestmark = pytest.mark.one_engine

BRIEF: Final = "/_docs/interface.md"
MOST_TOKENS: Final = 4_000


def text(api: Api, path: str) -> str:
    response = api.at("GET", path)
    assert response.status_code == 200
    return response.text


def test_they_are_served_as_text_with_the_address_of_the_service(api: Api) -> None:
    kinds = {"/llms.txt": "text/plain; charset=utf-8", BRIEF: "text/markdown; charset=utf-8"}

    for path, kind in kinds.items():
        assert api.at("GET", path).headers["content-type"] == kind
        assert "http://test/" in text(api, path)
        assert "@" not in text(api, path)
        assert api.at("POST", path).status_code == 405


def test_the_brief_is_short_enough(api: Api) -> None:
    """Words and signs are counted, and a token for every three and a half bytes: tokenizers find fewer."""
    brief = text(api, BRIEF)

    assert len(re.findall(r"\w+|[^\w\s]", brief)) <= MOST_TOKENS
    assert len(brief.encode()) / 3.5 <= MOST_TOKENS


def test_every_operation_in_the_brief_is_there(api: Api) -> None:
    router = Router((*ROUTES, *WRITES))
    named = re.findall(r"`(GET|POST|DELETE) ([^`? ]+)", text(api, BRIEF))

    assert len(named) > 20
    for method, path in named:
        there, _ = router.find(path.split("/"))
        assert method in {each.split()[0] for each in there.routes}, path


def test_every_filter_in_the_brief_is_taken(api: Api) -> None:
    (block,) = re.findall(r"```text\n(.+?)```", text(api, BRIEF), re.DOTALL)

    for each in block.splitlines():
        response = api.get(f"rest/facets/processes/views/list/elements?$filter={quote(each)}")
        assert response.status_code == 200, response.text


def test_what_the_brief_says_about_parameters_holds(api: Api) -> None:
    query = "$select=name,description&$pageSize=100&$count=true&$resources=attributes,related,rootPath&$culture=1033"

    assert api.get(f"rest/facets/processes/views/list/elements?{query}").status_code == 200
    for path in ("rest/me", "rest/types", "rest/stats?by=type", "rest/search?q=goods", "rest/revision"):
        assert api.get(path).status_code == 200


def test_the_tools_and_links_in_llms_txt_are_there(api: Api) -> None:
    found = text(api, "/llms.txt")

    assert {name for name in re.findall(r"\w+", found) if name in TOOLS} == set(TOOLS)
    assert f"/{'{collectionId}'}/{'{storageId}'}/mcp" in found
    assert api.at("GET", f"/{ACME}/mcp").status_code == 405
    for link in re.findall(r"\((http://test[^)]+)\)", found):
        assert api.at("GET", link).status_code == 200
