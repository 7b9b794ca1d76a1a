"""Every refusal in the one shape of the specification, or as RFC 9457 for those who ask for it; never with a trace."""

from collections.abc import AsyncIterator
from typing import Any, NamedTuple, cast

import httpx
import pytest

from facetstore.rest.app import App
from facetstore.usecases.ports.storage import Storage
from tests.support import company
from tests.support.api import Api, element

pytestmark = pytest.mark.one_engine

OUTPUTS = {"volatile", "permanent", "dialog", "inline"}
TYPES = {"critical", "error", "warning", "success", "unauthorized"}


class Wrong(NamedTuple):
    """A way to ask wrongly, and how it is refused."""

    status: int
    type: str
    code: str
    title: str
    path: str
    method: str = "GET"
    role: str | None = "viewer"
    headers: dict[str, str] = {}  # noqa: RUF012  # never changed
    content: bytes | None = None


WRONG = {
    "no token": Wrong(401, "unauthorized", "unauthenticated", "Unauthorized", "rest/facets", role=None),
    "unknown address": Wrong(404, "error", "not-found", "Not found", "rest/nothing"),
    "unknown facet": Wrong(404, "error", "not-found", "Not found", "rest/facets/nothing/views"),
    "unknown view": Wrong(404, "error", "not-found", "Not found", "rest/facets/it/views/nothing/elements"),
    "unknown element": Wrong(404, "error", "not-found", "Not found", element(company.NOWHERE)),
    "hidden element": Wrong(404, "error", "not-found", "Not found", element(company.RETURNS)),
    "unknown context": Wrong(404, "error", "not-found", "Not found", element(company.CHECK) + "/related/nothing"),
    "unknown type": Wrong(404, "error", "not-found", "Not found", "rest/facets/it/views/list/config/nothing"),
    "key not in the list": Wrong(
        404,
        "error",
        "not-found",
        "Not found",
        f"rest/facets/it/views/list/elements?$pageSelectionKey={company.NOWHERE}",
    ),
    "unknown parameter": Wrong(400, "error", "invalid-parameter", "Bad request", "rest/facets?$nothing=1"),
    "unknown name": Wrong(400, "error", "unknown-name", "Bad request", element(company.CHECK) + "?$select=nothing"),
    "unknown version": Wrong(
        400, "error", "invalid-parameter", "Bad request", "rest/facets", headers={"api-version": "9.9"}
    ),
    "a body": Wrong(400, "error", "invalid-body", "Bad request", "rest/facets", method="POST", content=b"[]"),
    "wrong method": Wrong(405, "error", "method-not-allowed", "Method not allowed", "rest/facets", method="DELETE"),
    "strange host": Wrong(400, "error", "invalid-parameter", "Bad request", "rest/facets", headers={"host": "a b"}),
}


def sent(api: Api, wrong: Wrong, **headers: str) -> httpx.Response:
    given = {**wrong.headers, **headers}
    return api.send(wrong.method, wrong.path, wrong.role, headers=given, content=wrong.content)


@pytest.mark.spec("errors.1")
@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_every_refusal_has_the_shape_of_the_specification(api: Api, wrong: Wrong) -> None:
    response = sent(api, wrong)
    body = response.json()

    assert response.status_code == wrong.status
    assert response.headers["content-type"] == "application/json; charset=utf-8"
    assert set(body) == {"message", "output", "type", "data", "requestId"}
    assert (body["type"], body["output"]) == (wrong.type, "volatile")
    assert body["type"] in TYPES
    assert body["output"] in OUTPUTS
    assert body["data"][0]["code"] == wrong.code
    assert all(isinstance(each["error"], str) and each["error"] for each in body["data"])
    assert body["message"] == body["data"][0]["error"]
    assert body["requestId"] == response.headers["x-request-id"]


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("accept", ["application/problem+json", "application/json;q=0.5, application/problem+json"])
def test_a_client_that_accepts_problem_details_gets_them(api: Api, wrong: Wrong, accept: str) -> None:
    ours = sent(api, wrong).json()

    response = sent(api, wrong, accept=accept)

    assert response.status_code == wrong.status
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json() == {
        "type": f"urn:facetstore:problem:{wrong.code}",
        "title": wrong.title,
        "status": wrong.status,
        "detail": ours["message"],
        "errors": ours["data"],
        "requestId": response.headers["x-request-id"],
    }


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_refusal_is_not_stored_and_may_be_read_across_origins(api: Api, wrong: Wrong) -> None:
    response = sent(api, wrong)

    assert response.headers["cache-control"] == "no-store"
    assert response.headers["access-control-allow-origin"] == "*"
    assert "etag" not in response.headers


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_asked_by_head_a_refusal_has_no_body(api: Api, wrong: Wrong) -> None:
    if wrong.method == "GET":
        response = sent(api, wrong._replace(method="HEAD"))

        assert (response.status_code, response.content) == (wrong.status, b"")


def test_every_request_has_an_id_of_its_own(api: Api) -> None:
    ids = [sent(api, wrong).headers["x-request-id"] for wrong in WRONG.values()]
    ids += [api.get("rest/facets").headers["x-request-id"] for _ in range(3)]

    assert len(set(ids)) == len(ids)


class BrokenStorage:
    """A storage with a fault of ours in it."""

    def __getattr__(self, name: str) -> Any:
        async def fail(*_: object, **__: object) -> AsyncIterator[None]:
            raise RuntimeError("the secret inside")

        return fail


def test_a_fault_of_ours_shows_the_caller_its_id_and_the_log_the_rest(api: Api) -> None:
    broken = Api(api.database)
    broken.app = App(cast("Storage", BrokenStorage()), log=broken.app._log)

    status, body = broken.raw(b"/acme/main/_api/rest/facets", headers=[(b"symbio-auth-token", b"a" * 26)])
    log = broken.log
    broken.close()

    assert status == 500
    assert body == {
        "message": "Something went wrong on our side. Please report the request id.",
        "output": "permanent",
        "type": "critical",
        "data": [
            {"error": "Something went wrong on our side. Please report the request id.", "code": "internal"},
        ],
        "requestId": body["requestId"],
    }
    assert "the secret inside" in log
    assert body["requestId"] in log
