"""The request about an event: the event itself, or a template with the values that the element had after the change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from facetstore.domain.element import Version
from facetstore.domain.values import INVARIANT
from facetstore.usecases.feed.events import Event, FullEvent
from facetstore.usecases.labels import first_name, names_of, stored_attributes
from facetstore.usecases.ports.job_runner import IN_PLACE, Jobs
from facetstore.usecases.ports.receivers import LONGEST_ANSWER, OutgoingRequest, ReceiverAnswer
from facetstore.usecases.ports.selections import TheseElements
from facetstore.usecases.ports.webhook_store import StoredSecrets
from facetstore.usecases.tenancy import Reading
from facetstore.usecases.webhooks.placeholders import fill, has_regex, names_in
from facetstore.usecases.webhooks.signatures import message_id, signature_headers
from facetstore.usecases.webhooks.webhook_settings import WebhookSettings

_CLOUD_EVENT: Final = "application/cloudevents+json"
_JSON: Final = "application/json"
_HIDDEN: Final = "•••"
_RELATED: Final = "related."
_LONGEST_KEPT: Final = 4000
"""Characters of a request that are kept."""


async def message_of(
    reading: Reading, settings: WebhookSettings, secrets: StoredSecrets, full: FullEvent, jobs: Jobs, now: int
) -> OutgoingRequest:
    """The signed request about an event. Raises TooCostly if a regex of the template takes too long."""
    event, url, headers = full.event, settings.url, settings.headers
    body = b"" if settings.method == "GET" else msgspec.json.encode(event)
    if settings.has_template:
        texts = (url, *headers.values(), settings.body or "")
        values = await _values(reading, full, names_in(*texts))
        run = jobs if has_regex(*texts) else IN_PLACE
        url, headers, filled = await run.run(reading.served.tenant.key, fill, url, headers, settings.body, values)
        if settings.body is not None:
            body = filled.encode()
    media = {"content-type": _CLOUD_EVENT if settings.body is None else _JSON} if body else {}
    signed = signature_headers(secrets, message_id(event["id"]), body, now)
    return OutgoingRequest(
        settings.method, url, {"user-agent": "Facetstore-Webhooks/1", **media, **headers, **signed}, body
    )


async def _values(reading: Reading, full: FullEvent, names: frozenset[str]) -> Mapping[str, str]:
    """The values of these placeholders."""
    event, version = full.event, full.version
    data = event["data"]
    found = {
        "event.id": event["id"],
        "event.kind": data["kind"],
        "event.time": event["time"],
        "event.revision": str(data["revision"]),
        "event.element": event["subject"],
        "event.version": data.get("versionId") or "",
        "event.facet": data["facetName"],
        "event.type": data["type"],
        "event.by": data.get("by") or "",
        "event.reason": data.get("reason") or "",
    }
    if version is None:
        return found
    found["event.state"] = version.state or ""
    cultures = (reading.served.settings.default_data_culture, INVARIANT)
    hidden = reading.metamodel.hidden
    for name in names - found.keys():
        if not name.startswith(_RELATED) and name not in hidden:
            found[name] = _text(version.attributes.get(name, {}), cultures)
    contexts = {name.split(".")[1] for name in names if name.startswith(_RELATED)} - hidden
    return {**found, **await _related(reading, version, contexts, cultures)}


def _text(values: Mapping[int, object], cultures: tuple[int, ...]) -> str:
    value = next((values[each] for each in (*cultures, *values) if each in values), None)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


async def _related(
    reading: Reading, version: Version, contexts: set[str], cultures: tuple[int, ...]
) -> Mapping[str, str]:
    """The names of related elements that are seen, by the forms in which a template asks for them."""
    ids = {id_ for each in contexts for id_ in version.related.get(each, ())}
    if not ids:
        return {}
    rows = await reading.names.names(TheseElements(tuple(sorted(ids))))
    types = reading.metamodel.whole.types
    names = {row.element: first_name(names_of(stored_attributes(row.brief), types[row.type]), cultures) for row in rows}
    found = dict[str, str]()
    for each in contexts:
        text = ", ".join(name for id_ in version.related.get(each, ()) if (name := names.get(id_)))
        found |= {f"{_RELATED}{each}": text, f"{_RELATED}{each}.name": text}
    return found


def kept_request(request: OutgoingRequest, settings: WebhookSettings) -> str:
    """A request as the log of deliveries keeps it: without secrets, which may stand in headers and behind the question mark."""
    place, mark, _ = request.url.partition("?")
    own = {name.lower() for name in settings.headers}
    headers = {name: value for name, value in request.headers.items() if name.lower() not in own}
    kept = {
        "method": request.method,
        "url": place + (f"?{_HIDDEN}" if mark else ""),
        "headers": {**headers, **dict.fromkeys(settings.headers, _HIDDEN), "webhook-signature": _HIDDEN},
        "body": request.body.decode("utf-8", "replace")[:_LONGEST_KEPT],
    }
    return msgspec.json.encode(kept).decode()


def kept_answer(answer: ReceiverAnswer, settings: WebhookSettings, secrets: StoredSecrets) -> str:
    """An answer as the log keeps it: a receiver may send back what it got."""
    text = answer.text
    for each in (secrets.secret, secrets.previous, *settings.headers.values()):
        if each and len(each) >= 4:
            text = text.replace(each, _HIDDEN)
    return text[:LONGEST_ANSWER]


def trial_event(reading: Reading, id_: str, at: str) -> Event:
    """The event of a test: of the form of others, about no element."""
    data: dict[str, Any] = {
        "revision": reading.revisions.revision,
        "kind": "webhook.test",
        "id": id_,
        "facetName": "",
        "type": "",
    }
    return {
        "specversion": "1.0",
        "id": f"test.{id_}",
        "source": f"/{reading.served.tenant.address}",
        "type": "facetstore.webhook.test",
        "subject": id_,
        "time": at,
        "datacontenttype": _JSON,
        "data": data,
    }
