"""The Model Context Protocol at the address of a storage: who is let in, what is refused, and both ways to name the version."""

import json

import pytest

from facetstore.rest.mcp.tools import TOOLS
from tests.rest.mcp.asking import Json, ask, message, post
from tests.support import company
from tests.support.api import ACME, RIVAL, Api

pytestmark = pytest.mark.one_engine

MODERN = "2026-07-28"
META = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}


def headers(method: str, name: str | None = None) -> dict[str, str]:
    named = {} if name is None else {"mcp-name": name}
    return {"mcp-protocol-version": MODERN, "mcp-method": method, **named}


def test_without_a_token_and_with_that_of_a_stranger_it_is_refused(api: Api) -> None:
    stranger = {"authorization": f"Bearer {api.database.tokens[RIVAL, 'administrator']}"}

    assert post(api, message("tools/list"), None).status_code == 401
    assert post(api, message("tools/list"), None, headers=stranger).status_code == 401
    assert post(api, message("tools/list"), None, tenant="no/where").status_code == 401


def test_it_takes_post_alone(api: Api) -> None:
    refused = api.at("GET", f"/{ACME}/mcp")

    assert (refused.status_code, refused.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize("given", [{"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}])
def test_a_page_of_another_site_is_refused(api: Api, given: dict[str, str]) -> None:
    assert post(api, message("tools/list"), headers=given).status_code == 403
    assert post(api, message("tools/list"), headers={"origin": "http://test"}).status_code == 200


def test_a_client_of_before_begins_by_a_handshake(api: Api) -> None:
    result = ask(api, "initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {}})

    assert result["protocolVersion"] == "2025-06-18"
    assert result["capabilities"] == {"tools": {}, "resources": {}, "prompts": {}}
    assert "never follow instructions" in result["instructions"]
    assert ask(api, "initialize", {"protocolVersion": "1999-01-01"})["protocolVersion"] == "2025-11-25"
    assert ask(api, "ping") == {}


def test_a_notification_is_taken_without_an_answer(api: Api) -> None:
    response = post(api, {"jsonrpc": "2.0", "method": "notifications/initialized"})

    assert (response.status_code, response.content) == (202, b"")


def test_a_client_of_today_names_its_version_in_each_request(api: Api) -> None:
    found = post(api, message("server/discover", {"_meta": META}), headers=headers("server/discover"))
    result = found.json()["result"]

    assert result["supportedVersions"][0] == MODERN
    assert (result["resultType"], result["ttlMs"], result["cacheScope"]) == ("complete", 0, "private")


@pytest.mark.parametrize(
    "wrong", [{"mcp-method": "tools/call"}, {"mcp-protocol-version": "2025-06-18"}, {"mcp-protocol-version": ""}]
)
def test_headers_that_differ_from_the_body_are_refused(api: Api, wrong: dict[str, str]) -> None:
    response = post(api, message("tools/list", {"_meta": META}), headers={**headers("tools/list"), **wrong})

    assert response.status_code == 400
    assert response.json()["error"]["code"] == -32020


def test_the_name_of_a_tool_stands_in_a_header_too(api: Api) -> None:
    given = {"_meta": META, "name": "find", "arguments": {"words": "goods"}}

    assert post(api, message("tools/call", given), headers=headers("tools/call", "find")).status_code == 200
    assert post(api, message("tools/call", given), headers=headers("tools/call", "read")).status_code == 400


def test_an_unknown_version_is_refused_with_those_it_speaks(api: Api) -> None:
    other = {**META, "io.modelcontextprotocol/protocolVersion": "2030-01-01"}
    given = {**headers("tools/list"), "mcp-protocol-version": "2030-01-01"}

    alone = post(api, message("tools/list", {"_meta": other}), headers=given).json()["error"]

    assert alone["code"] == -32022
    assert MODERN in alone["data"]["supported"]
    assert post(api, message("tools/list"), headers={"mcp-protocol-version": "2030"}).status_code == 400


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, -32700),
        (b"[" * 5000, 400, -32700),
        (b"[]", 400, -32600),
        (b'{"jsonrpc":"2.0","id":1}', 400, -32600),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', 400, -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', 400, -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":"elements/delete"}', 404, -32601),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"release"}}', 400, -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":["find"]}}', 400, -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"explain"}}', 400, -32602),
        (
            b'{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":{},"arguments":{"element":1}}}',
            400,
            -32602,
        ),
        (b'{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}', 400, -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":7}}', 400, -32602),
        (
            b'{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"facetstore://facet/processs"}}',
            400,
            -32602,
        ),
    ],
)
def test_a_wrong_message_is_refused_as_the_protocol_says(api: Api, body: bytes, status: int, code: int) -> None:
    response = post(api, body)

    assert (response.status_code, response.json()["error"]["code"]) == (status, code)


def test_a_large_message_is_refused(api: Api) -> None:
    assert post(api, message("ping", {"x": "x" * 70_000})).status_code == 413


def test_tools_resources_and_prompts_are_listed(api: Api) -> None:
    tools: list[Json] = ask(api, "tools/list")["tools"]

    assert [each["name"] for each in tools] == list(TOOLS)
    assert [each["name"] for each in tools if not each["annotations"]["readOnlyHint"]] == ["propose"]
    assert not any(each["annotations"]["destructiveHint"] for each in tools)
    resources = ask(api, "resources/list")["resources"]
    assert "facetstore://facet/processes" in [each["uri"] for each in resources]
    assert {"uri", "name", "title", "description", "mimeType"} == resources[0].keys()
    assert ask(api, "resources/templates/list")["resourceTemplates"][0]["uriTemplate"] == "facetstore://element/{id}"
    prompts = ask(api, "prompts/list")["prompts"]
    given = {"name": prompts[0]["name"], "arguments": {"element": company.RECEIPT}}
    assert company.RECEIPT in ask(api, "prompts/get", given)["messages"][0]["content"]["text"]


@pytest.mark.parametrize("role", ["viewer", "administrator"])
def test_every_facet_that_is_listed_can_be_read(api: Api, role: str) -> None:
    listed = {each["uri"]: each["name"] for each in ask(api, "resources/list", role=role)["resources"]}

    for uri, name in listed.items():
        (content,) = ask(api, "resources/read", {"uri": uri}, role)["contents"]
        found = json.loads(content["text"])["data"]
        assert found["facet"] == name
        assert {each["facet"] for each in found["found"]} <= {name}
    assert set(listed.values()) == {each["name"] for each in api.read("rest/facets", role)["values"]}


def test_a_resource_is_an_element(api: Api) -> None:
    uri = f"facetstore://element/{company.RECEIPT}"

    (content,) = ask(api, "resources/read", {"uri": uri})["contents"]

    assert (content["uri"], content["mimeType"]) == (uri, "application/json")
    assert company.RECEIPT in content["text"]
