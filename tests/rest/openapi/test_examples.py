"""The examples of the OpenAPI document run in a served demo company."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from facetstore.rest.openapi.document import openapi_document
from facetstore.rest.openapi.examples import ELEMENT, USER
from tests.support.demo_service import PASSWORD, TENANT, DemoService, demo_service
from tests.support.pictures import png

DOCUMENT: Final[Mapping[str, Any]] = json.loads(openapi_document(""))
Operation = tuple[str, str, Mapping[str, Any]]
"""A path, a method, and the operation there."""

ELSEWHERE: Final = dict.fromkeys(
    (
        "openid-begin",
        "openid-finish",
        "picture-get",
        "pools-list",
        "pools-list-alias",
        "maintain",
        "maintain-alias",
        "storages-list",
        "storage-create",
        "agent-end",
    ),
    404,
) | {"password-recover": 409}
"""Operations of which the demo company has nothing: no provider of OpenID Connect, no mail, no pictures and no agents that were allowed anything;
pools are those of the administration."""


_OF_PEOPLE: Final = {
    "password-change": "brandt", "picture-set": "lang", "own-data-get": "lang", "proposal-accept": "sommerfeld",
    "proposal-decline": "sommerfeld", "acknowledgement-give": "lang", "review-confirm": "sommerfeld", "presence-set": "sommerfeld", "mail-choose": "lang",
    "agents-list": "lang", "agents-list-post": "lang", "agent-end": "lang", "agent-request": "lang", "agent-decide": "lang",
}  # fmt: skip
"""What only people have or do, and who does it: a password, a picture, data of their own, a decision about a proposal."""


def resolve(value: Mapping[str, Any]) -> Mapping[str, Any]:
    if "$ref" not in value:
        return value
    found: Any = DOCUMENT
    for key in value["$ref"][2:].split("/"):
        found = found[key]
    return resolve(found)


def operations() -> Iterator[Operation]:
    for path, item in DOCUMENT["paths"].items():
        for method in ("get", "post", "delete"):
            if method in item:
                shared = {"parameters": [*item.get("parameters", ()), *item[method].get("parameters", ())]}
                yield path, method, {**item[method], **shared}


OPERATIONS: Final = {each["operationId"]: (path, method, each) for path, method, each in operations()}


@pytest.fixture(scope="module")
def service(demo_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoService]:
    settings = {"FACETSTORE_LOOPBACK_WEBHOOKS": "1"}
    with demo_service(demo_data, tmp_path_factory.mktemp("examples"), settings=settings) as service:
        yield service


@pytest.fixture
def client(service: DemoService) -> Iterator[httpx.Client]:
    with httpx.Client(headers={"symbio-auth-token": service.tokens["administrator"]}, timeout=60) as client:
        yield client


@pytest.fixture(scope="module")
def looked_up(service: DemoService) -> Mapping[str, str]:
    """The ids that a service makes for itself, from its lists."""
    with service.client() as client:
        draft = {"elements": [{"type": "subProcess", "attributes": {"name": {"1033": "To be deleted"}}}]}
        made = client.post("rest/facets/processes/views/detail/elements", json=draft).json()["elements"][0]["id"]
        client.delete(f"rest/facets/processes/views/detail/elements/{made}").raise_for_status()
        released = client.get("rest/facets/processes/views/lastReleasedProcesses/elements").json()["elements"][0]
        return {
            "taskId": _task(client),
            "tokenId": next(
                each["id"] for each in client.get("rest/tokens").json()["values"] if each["role"] == "viewer"
            ),
            "deletionId": client.get("rest/trash").json()["values"][0]["id"],
            "released": released["id"],
            "fileId": _upload(client),
            **_imports(client),
            "commentId": _comment(client),
            "webhookId": _webhook(client),
            "proposalId": _propose(service, client),
            **_approved(client),
            **_changed(client),
        }


def _task(client: httpx.Client) -> str:
    """A task that the user of the examples may take over: not of a draft of this user's own."""
    tasks = [str(each["id"]) for each in client.get("rest/tasks").json()["values"]]
    paths = {each: f"rest/tasks/{each}/delegate?dryRun=true" for each in tasks}
    return next(each for each, path in paths.items() if client.post(path, json={"to": USER}).is_success)


def _approved(client: httpx.Client) -> Mapping[str, str]:
    """A version that was approved, by releasing it, and its element. Such elements are reviewed."""
    reviewed = {"additions": {"types": {"subProcess": {"review": {"months": 12}}}}}
    client.post("rest/metamodel/additions", json=reviewed).raise_for_status()
    path = "rest/facets/processes/views/detail/elements"
    texts = {name: dict.fromkeys(("1031", "1033"), "Approved") for name in ("name", "description")}
    made = client.post(path, json={"elements": [{"type": "subProcess", "attributes": texts}]}).json()["elements"][0]
    step = f"release/{made['id']}/transitions/InProcessToReleased?ignoreWarnings=true"
    client.post(step).raise_for_status()
    asked = client.post(f"{path}/{made['id']}/acknowledgements/request", json={"roles": ["viewer"]})
    asked.raise_for_status()
    return {"approved": made["id"], "versionId": made["versionId"]}


def _changed(client: httpx.Client) -> Mapping[str, str]:
    """An element that the user of the examples has changed, and the revision before that."""
    path = "rest/facets/processes/views/detail/elements"
    before, after = ({"name": {"1033": name}} for name in ("Once", "Twice"))
    made = client.post(path, json={"elements": [{"type": "subProcess", "attributes": before}]}).json()["elements"][0]
    created = client.get(f"{path}/{made['id']}/history").json()["values"][0]["revision"]
    client.post(path, json={"elements": [{"id": made["id"], "attributes": after}]}).raise_for_status()
    return {"changed": made["id"], "created": str(created)}


def _comment(client: httpx.Client) -> str:
    path = f"rest/facets/processes/views/detail/elements/{ELEMENT}/comments"
    return str(client.post(path, json={"text": "Who does this?"}).json()["values"][0]["id"])


def _imports(client: httpx.Client) -> Mapping[str, str]:
    """An import that is planned, and one that is applied."""
    table = b"name.1033,elementType\nImported,subProcess\n"
    plans = [client.post("rest/imports", params={"facet": "processes"}, content=table).json()["values"] for _ in "12"]
    planned, applied = (each[0]["id"] for each in plans)
    client.post(f"rest/imports/{applied}/apply").raise_for_status()
    return {"importId": planned, "applied": applied}


def _webhook(client: httpx.Client) -> str:
    body = {"name": "Hook", "url": "http://127.0.0.1:9/hook", "paused": True}
    return str(client.post("rest/webhooks", json=body).json()["values"][0]["id"])


def _propose(service: DemoService, client: httpx.Client) -> str:
    """A proposal that waits for its review."""
    draft = {"type": "subProcess", "attributes": {"name": {"1033": "Proposed"}}}
    arguments = {"title": "A draft", "reason": "To try it", "changes": [draft]}
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "propose", "arguments": arguments}}
    found = client.post(f"{service.base}/{TENANT}/mcp", json=call).json()["result"]
    return str(json.loads(found["content"][0]["text"])["data"]["proposal"])


def _upload(client: httpx.Client) -> str:
    path = f"rest/facets/processes/views/detail/elements/{ELEMENT}/files"
    return str(client.post(path, params={"name": "plan.txt"}, content=b"plan").json()["values"][0]["id"])


def test_every_body_has_an_example_that_fits_its_schema() -> None:
    from openapi_schema_validator import OAS31Validator

    for _, _, operation in operations():
        if "requestBody" in operation and not _is_upload(operation):
            content = operation["requestBody"]["content"]["application/json"]
            schema = {**resolve(content["schema"]), "components": DOCUMENT["components"]}
            OAS31Validator(schema).validate(content["example"])


@pytest.mark.one_engine
@pytest.mark.parametrize("name", OPERATIONS)
def test_an_example_runs(service: DemoService, client: httpx.Client, looked_up: Mapping[str, str], name: str) -> None:
    path, method, operation = OPERATIONS[name]
    parameters = [resolve(each) for each in operation["parameters"]]
    needed = {each["name"]: each["example"] for each in parameters if each.get("required")}
    given = {**needed, **{key: looked_up[key] for key in needed.keys() & looked_up.keys()}}
    if name.startswith("version-create"):
        given["elementId"] = looked_up["released"]
    if name in ("element-restore", "element-undo"):
        given["elementId"] = looked_up["changed"]
    if name == "import-undo":
        given["importId"] = looked_up["applied"]
    if name.startswith("version-record") or name in ("acknowledgement-give", "review-confirm"):
        given["elementId"] = looked_up["approved"]
    query = {
        each["name"]: _text(given[each["name"]])
        for each in parameters
        if each["in"] == "query" and each.get("required")
    }
    if any(each["name"] == "dryRun" for each in parameters):
        query["dryRun"] = "true"
    if any(each["name"] == "force" for each in parameters):
        query["force"] = "true"
    if name in _OF_PEOPLE:
        sign_in(service, client, _OF_PEOPLE[name])
    address = service.base + path.format(**given)

    uploaded = _uploaded(name, client, address)
    body = {"content": uploaded} if _is_upload(operation) else {"json": _body(name, operation, looked_up)}
    answer = client.request(method, address, params=query, follow_redirects=False, **body)

    assert answer.status_code in (ELSEWHERE.get(name, 200), 304), answer.text


def _uploaded(name: str, client: httpx.Client, address: str) -> bytes:
    """What can be sent to an operation that takes the bytes of a file."""
    if name == "bpmn-import":
        return client.get(address).raise_for_status().content
    return png() if name == "picture-set" else b"plan"


def sign_in(service: DemoService, client: httpx.Client, login: str) -> None:
    """Go on as a person, with a cookie in place of the token."""
    body = {"name": login, "password": PASSWORD}
    client.post(f"{service.api}rest/session", json=body).raise_for_status()
    del client.headers["symbio-auth-token"]
    client.headers["sec-fetch-site"] = "same-origin"


def _is_upload(operation: Mapping[str, Any]) -> bool:
    return "application/octet-stream" in operation.get("requestBody", {}).get("content", ())


def _text(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _body(name: str, operation: Mapping[str, Any], looked_up: Mapping[str, str]) -> Any:
    """The example of the body; passwords and revisions are those of the demo company of the tests."""
    if "requestBody" not in operation:
        return None
    body = operation["requestBody"]["content"]["application/json"]["example"]
    if name == "element-restore":
        return {**body, "from": looked_up["created"]}
    if name in ("acknowledgement-give", "review-confirm"):
        return {**body, "versionId": looked_up["versionId"]}
    if name == "webhook-create":
        return {**body, "url": "http://127.0.0.1:9/hook"}
    secrets = {"password": PASSWORD, "old": PASSWORD}
    return (
        {key: secrets.get(key, value) for key, value in body.items()}
        if name in ("session-open", "password-change")
        else body
    )
