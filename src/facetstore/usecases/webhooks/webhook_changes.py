"""Webhooks made, changed, replayed and deleted. They are no content: what is cached of the tenant stays valid. The audit has every change."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from facetstore.domain.audit import WEBHOOK_CHANGED, WEBHOOK_DELETED, WEBHOOK_MADE
from facetstore.domain.errors import Conflict, Finding, InvalidBody, InvalidValues, NotFound
from facetstore.domain.values import parse_guid
from facetstore.usecases.feed.cursors import parse_cursor
from facetstore.usecases.ports.receivers import Receivers
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.webhook_store import ACTIVE, DEAD, PAUSED, WAITING, Delivery, StoredSecrets, Webhook
from facetstore.usecases.tenancy import ServedTenant
from facetstore.usecases.webhooks.signatures import new_webhook_secret, rotated
from facetstore.usecases.webhooks.webhook_settings import WebhookSettings, load_webhook, parse_webhook, store_webhook
from facetstore.usecases.writing import Writing, new_id

MOST_WEBHOOKS: Final = 50
"""Webhooks of one tenant."""


class SignedWebhook(NamedTuple):
    """A webhook, and the secret that is shown this once."""

    webhook: Webhook
    secret: str | None = None


class ListedWebhook(NamedTuple):
    """A webhook with the number of its deliveries by state; without secrets it sends nothing."""

    webhook: Webhook
    counts: Mapping[str, int]
    has_secret: bool


def now() -> int:
    return time.time_ns() // 1000


async def check_webhook(
    storage: Storage, served: ServedTenant, receivers: Receivers, body: object, known: WebhookSettings | None = None
) -> tuple[WebhookSettings, bool]:
    """The settings in a body. Raises InvalidBody and InvalidValues, also if nothing may be sent to their address."""
    settings, paused = parse_webhook(body, known, served.metamodel)
    if (refusal := await receivers.refusal(settings.url)) is not None:
        raise InvalidValues(refusal, [Finding(refusal, "forbidden-address", "url")])
    if settings.acts_as is not None:
        principal = await storage.principal(served.tenant, settings.acts_as)
        if principal is None or principal.role is None:
            error = "actsAs is the id of no active user or token of this storage."
            raise InvalidValues(error, [Finding(error, "unknown-id", "actsAs")])
    return settings, paused


async def create_webhook(writing: Writing, settings: WebhookSettings, *, paused: bool) -> SignedWebhook:
    """Raises Conflict if there are too many."""
    hooks = writing.writer.webhooks
    if await hooks.count() >= MOST_WEBHOOKS:
        raise Conflict(f"A storage has up to {MOST_WEBHOOKS} webhooks. Delete one that is not used any more.")
    at, secret, revision = (
        now(),
        new_webhook_secret(),
        writing.writer.revision - 1,
    )  # that of this transaction is none yet
    stored, headers = store_webhook(settings)
    maker = parse_guid(writing.caller.principal)
    state = PAUSED if paused else ACTIVE
    hook = Webhook(new_id(), maker, stored, state, None, at, at, revision, str(revision))
    await _put(writing, hook)
    await hooks.set_secrets(hook.id, StoredSecrets(secret, headers=headers))
    await writing.writer.history.audit(WEBHOOK_MADE, hook.id, {"name": settings.name})
    return SignedWebhook(hook, secret)


async def change_webhook(writing: Writing, id_: str, settings: WebhookSettings, *, paused: bool) -> SignedWebhook:
    """Raises NotFound, Conflict."""
    hook = await _access(writing, id_)
    stored, headers = store_webhook(settings)
    changed = hook._replace(
        settings=stored, state=PAUSED if paused else ACTIVE, trouble=None, changed=now(), failures=0, next_at=0
    )
    await _put(writing, changed._replace(failing_since=None))
    if (secrets := await writing.writer.webhooks.secrets(hook.id)) is not None:
        await writing.writer.webhooks.set_secrets(hook.id, secrets._replace(headers=headers))
    await writing.writer.history.audit(WEBHOOK_CHANGED, hook.id, {"name": settings.name, "state": changed.state})
    return SignedWebhook(changed)


async def rotate_secret(writing: Writing, id_: str) -> SignedWebhook:
    """Another secret; both are used for a day. Raises NotFound."""
    hook = await _access(writing, id_)
    secrets = rotated(await writing.writer.webhooks.secrets(hook.id), now())
    await _put(writing, hook._replace(changed=now()))
    await writing.writer.webhooks.set_secrets(hook.id, secrets)
    await writing.writer.history.audit(WEBHOOK_CHANGED, hook.id, {"secret": "rotated"})
    return SignedWebhook(hook, secrets.secret)


async def replay_webhook(writing: Writing, id_: str, body: object) -> SignedWebhook:
    """Send again from a place of the feed, or all that was given up. Raises NotFound, InvalidBody, InvalidParameter."""
    hook = await _access(writing, id_)
    hooks, again = writing.writer.webhooks, hook._replace(failures=0, failing_since=None, next_at=0, changed=now())
    match body:
        case {"after": str() | int() as after, **rest} if not rest and not isinstance(after, bool):
            cursor = parse_cursor(str(after), writing.writer.revision - 1, "after")
            again = again._replace(revision=cursor.revision, cursor=str(cursor))
            await hooks.forget_from(hook.id, cursor.revision if cursor.element is None else cursor.revision - 1)
            what = {"after": str(cursor)}
        case {"dead": True, **rest} if not rest:
            await hooks.revive(hook.id)
            what = {"dead": "again"}
        case _:
            raise InvalidBody('The body takes {"after": CURSOR} or {"dead": true}.')
    await _put(writing, again)
    await writing.writer.history.audit(WEBHOOK_CHANGED, hook.id, what)
    return SignedWebhook(again)


async def delete_webhook(writing: Writing, id_: str) -> None:
    """Raises NotFound."""
    hook = await _access(writing, id_)
    _note(writing)
    await writing.writer.webhooks.drop(hook.id)
    name = load_webhook(hook.settings).name
    await writing.writer.history.audit(WEBHOOK_DELETED, hook.id, {"name": name})


async def list_webhooks(storage: Storage, served: ServedTenant) -> list[ListedWebhook]:
    hooks = storage.webhooks(served.tenant)
    counts: dict[str, dict[str, int]] = {}
    for id_, state, number in await hooks.counts():
        counts.setdefault(id_, {})[state] = number
    with_secret = await hooks.with_secret()
    return [ListedWebhook(each, counts.get(each.id, {}), each.id in with_secret) for each in await hooks.all()]


async def access_webhook(storage: Storage, served: ServedTenant, id_: str) -> Webhook:
    """Raises NotFound."""
    guid = parse_guid(id_)
    found = await storage.webhooks(served.tenant).find(guid) if guid is not None else None
    if found is None:
        raise _unknown()
    return found


async def _access(writing: Writing, id_: str) -> Webhook:
    guid = parse_guid(id_)
    found = await writing.writer.webhooks.find(guid) if guid is not None else None
    if found is None:
        raise _unknown()
    return found


def _note(writing: Writing) -> None:
    if not writing.changed:
        writing.writer.keep_revision()
        writing.changed = True


async def _put(writing: Writing, hook: Webhook) -> None:
    _note(writing)
    await writing.writer.webhooks.put(hook)


def _unknown() -> NotFound:
    return NotFound("There is no such webhook.")


def render_webhook(listed: ListedWebhook, *, secret: str | None = None) -> Mapping[str, Any]:
    """A webhook as plain data. Values of its headers are never shown."""
    hook, settings = listed.webhook, load_webhook(listed.webhook.settings)
    optional = {
        "trouble": hook.trouble if listed.has_secret else "It has no secret: storages are restored without. Rotate it.",
        "failingSince": instant(hook.failing_since) if hook.failing_since is not None else None,
        "nextAttempt": instant(hook.next_at) if hook.next_at else None,
        "madeBy": hook.principal,
        "actsAs": settings.acts_as,
        "body": settings.body,
        "secret": secret,
    }
    return {
        "id": hook.id,
        "name": settings.name,
        "note": settings.note,
        "state": hook.state,
        "url": settings.url,
        "method": settings.method,
        "headers": sorted(settings.headers),
        "facets": settings.facets,
        "types": settings.types,
        "kinds": settings.kinds,
        "states": settings.states,
        "changes": settings.changes,
        "created": instant(hook.created),
        "changed": instant(hook.changed),
        "cursor": hook.cursor,
        "counts": {state: listed.counts.get(state, 0) for state in (WAITING, DEAD)},
        **{name: value for name, value in optional.items() if value is not None},
    }


def render_delivery(delivery: Delivery) -> Mapping[str, Any]:
    """A delivery as plain data."""
    optional = {
        "element": delivery.element,
        "at": instant(delivery.at) if delivery.at else None,
        "nextAttempt": instant(delivery.next_at) if delivery.next_at else None,
        "status": delivery.status,
    }
    return {
        "number": delivery.number,
        "event": delivery.event,
        "kind": delivery.kind,
        "state": delivery.state,
        "attempts": delivery.attempts,
        "milliseconds": delivery.milliseconds,
        "request": delivery.request,
        "answer": delivery.answer,
        **{name: value for name, value in optional.items() if value is not None},
    }


def instant(microseconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(microseconds // 1_000_000))
