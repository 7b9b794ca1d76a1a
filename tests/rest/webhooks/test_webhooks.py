"""Webhooks as an administrator makes them: what is refused, what is shown, and that no secret is."""

import json
from typing import Any

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from tests.rest.webhooks.hooks import Hooks
from tests.support import company
from tests.support.changing import Changing
from tests.support.receiving import Receiver


def test_a_secret_is_shown_once_and_values_of_headers_never(hooks: Hooks, receiver: Receiver) -> None:
    made = hooks.make(receiver.url(), headers={"x-key": "a-password-of-the-receiver"}, note="For the chat")
    assert made["secret"].startswith("whsec_")
    rest = json.dumps([hooks.shown(made["id"]), hooks.changing.read("rest/webhooks"), hooks.deliveries(made["id"])])
    assert made["secret"] not in rest
    assert "a-password-of-the-receiver" not in json.dumps(made) + rest
    assert hooks.shown(made["id"])["headers"] == ["x-key"]
    key = {"idempotency_key": "once"}
    body = {"name": "Again", "url": receiver.url()}
    first = hooks.changing.write("rest/webhooks", body, **key)["values"][0]
    again = hooks.changing.write("rest/webhooks", body, **key)["values"][0]
    assert "secret" in first
    assert "secret" not in again
    assert again["id"] == first["id"]


def test_it_is_no_content_and_in_the_audit(hooks: Hooks, receiver: Receiver) -> None:
    before = hooks.changing.revision
    made = hooks.make(receiver.url())
    hooks.change(made["id"], paused=True)
    hooks.changing.write(f"rest/webhooks/{made['id']}/rotate")
    hooks.changing.api.send("DELETE", f"rest/webhooks/{made['id']}", tenant=hooks.changing.address)
    assert hooks.changing.revision == before
    assert hooks.changing.read("rest/webhooks") == {"count": 0, "values": []}
    rows = hooks.changing.read(f"rest/audit?subject={made['id']}")["values"]
    assert [each["kind"] for each in rows] == ["webhook.deleted", "webhook.changed", "webhook.changed", "webhook.made"]
    assert made["secret"] not in json.dumps(rows)


@pytest.mark.parametrize(
    ("settings", "paths"),
    [
        ({"url": ""}, ["url"]),
        ({"name": " "}, ["name"]),
        ({"method": "PUT"}, ["method"]),
        ({"headers": {"Host": "x"}}, ["headers"]),
        ({"headers": {"x-a": "b\r\nc: d"}}, ["headers.x-a"]),
        ({"headers": {"webhook-id": "1"}}, ["headers"]),
        ({"facets": ["nothing"], "types": ["x"], "states": ["y"]}, ["facets", "types", "states"]),
        ({"body": "{", "url": "https://[name].example.com/"}, ["url", "body"]),
        ({"body": '{"a": "[name|(]"}'}, ["body"]),
        ({"method": "GET", "body": "{}"}, ["body"]),
        ({"actsAs": "x"}, ["actsAs"]),
        ({"actsAs": company.RETURNS}, ["actsAs"]),
    ],
)
def test_what_makes_no_sense_is_refused_with_all_that_is_wrong(
    changing: Changing, settings: dict[str, Any], paths: list[str]
) -> None:
    answer = changing.post("rest/webhooks", {"name": "Hook", "url": "http://127.0.0.1:9/", **settings})
    assert answer.status_code in (400, 422), answer.text
    assert [each["path"] for each in answer.json()["data"]] == paths
    assert changing.read("rest/webhooks")["count"] == 0


def test_a_receiver_by_another_name_gets_no_secret_of_the_one_before(hooks: Hooks, receiver: Receiver) -> None:
    made = hooks.make(receiver.url(), headers={"authorization": "Basic Zm9v"})
    answer = hooks.changing.post(f"rest/webhooks/{made['id']}", {"url": "http://127.0.0.2:9/"})
    assert [each["path"] for each in answer.json()["data"]] == ["headers"]
    hooks.change(made["id"], url=receiver.url("/other"))
    assert hooks.changing.write(f"rest/webhooks/{made['id']}/test")["values"][0]["status"] == 200
    assert receiver.received[-1].headers["authorization"] == "Basic Zm9v"


def test_a_test_is_signed_and_logged_without_secrets(hooks: Hooks, receiver: Receiver) -> None:
    made = hooks.make(receiver.url("/hook?key=in-the-query"), headers={"x-key": "in-the-headers"})
    receiver.answer = lambda request: (500, f"{request.path} {request.headers['x-key']}".encode())
    (tried,) = hooks.changing.write(f"rest/webhooks/{made['id']}/test")["values"]
    (request,) = receiver.received
    assert request.verified(made["secret"])["type"] == "facetstore.webhook.test"
    assert (request.path, request.headers["x-key"]) == ("/hook?key=in-the-query", "in-the-headers")
    assert (tried["status"], tried["state"]) == (500, "test")
    (logged,) = hooks.deliveries(made["id"])
    assert "in-the-headers" not in json.dumps([tried, logged])
    assert "in-the-query" not in logged["request"]
    with pytest.raises(WebhookVerificationError):
        Webhook("whsec_" + "A" * 44).verify(request.body, dict(request.headers))


def test_after_a_rotation_both_secrets_fit(hooks: Hooks, receiver: Receiver) -> None:
    made = hooks.make(receiver.url())
    rotated = hooks.changing.write(f"rest/webhooks/{made['id']}/rotate")["values"][0]["secret"]
    hooks.changing.write(f"rest/webhooks/{made['id']}/test")
    (request,) = receiver.received
    assert rotated != made["secret"]
    assert request.verified(made["secret"]) == request.verified(rotated)


def test_only_administrators_of_the_tenant_know_of_it(hooks: Hooks, receiver: Receiver) -> None:
    made = hooks.make(receiver.url())
    for path in ("rest/webhooks", f"rest/webhooks/{made['id']}", f"rest/webhooks/{made['id']}/deliveries"):
        assert hooks.changing.get(path, "editor").status_code == 403
    other = Changing(hooks.changing.database)
    try:
        assert other.get(f"rest/webhooks/{made['id']}").status_code == 404
        assert other.post(f"rest/webhooks/{made['id']}/test").status_code == 404
    finally:
        other.close()
    assert receiver.received == []


def test_a_tenant_has_so_many_webhooks(hooks: Hooks) -> None:
    for number in range(50):
        hooks.make(f"http://127.0.0.1:9/{number}", paused=True)
    answer = hooks.changing.post("rest/webhooks", {"name": "One more", "url": "http://127.0.0.1:9/"})
    assert answer.status_code == 409
