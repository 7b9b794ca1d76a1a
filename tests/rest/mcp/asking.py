"""Messages of agents to the service in this process."""

import json
from collections.abc import Mapping
from typing import Any

import httpx

from tests.support.api import ACME, Api

Json = dict[str, Any]


def post(
    api: Api,
    body: object,
    role: str | None = "administrator",
    *,
    tenant: str = ACME,
    headers: Mapping[str, str] | None = None,
) -> httpx.Response:
    secret = {} if role is None else {"authorization": f"Bearer {api.database.tokens[tenant, role]}"}
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    given = {"content-type": "application/json", **secret, **(headers or {})}
    return api.at("POST", f"/{tenant}/mcp", headers=given, content=content)


def message(method: str, parameters: Json | None = None, id_: object = 1) -> Json:
    return {"jsonrpc": "2.0", "id": id_, "method": method, "params": parameters or {}}


def ask(api: Api, method: str, parameters: Json | None = None, role: str = "administrator", tenant: str = ACME) -> Json:
    """The result of a request that must succeed."""
    response = post(api, message(method, parameters), role, tenant=tenant)
    assert response.status_code == 200, response.text
    found: Json = response.json()
    assert (found["jsonrpc"], found["id"]) == ("2.0", 1)
    result: Json = found["result"]
    return result


def tool(api: Api, name: str, role: str = "administrator", tenant: str = ACME, **arguments: object) -> Json:
    """What a tool answers: `data`, or `error` and `code`."""
    result = ask(api, "tools/call", {"name": name, "arguments": arguments}, role, tenant)
    (content,) = result["content"]
    said: Json = json.loads(content["text"])
    assert result["isError"] == ("error" in said)
    return said


def data(api: Api, name: str, role: str = "administrator", tenant: str = ACME, **arguments: object) -> Json:
    said = tool(api, name, role, tenant, **arguments)
    assert "data" in said, said
    found: Json = said["data"]
    return found
