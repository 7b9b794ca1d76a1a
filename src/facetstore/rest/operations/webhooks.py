"""Webhooks: listing, making, changing, testing, replaying and deleting them, and what came of their deliveries."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from facetstore.domain.errors import Conflict, Finding, InvalidParameter
from facetstore.query.options import DEFAULT_PAGE_SIZE
from facetstore.query.parameters import Parameters
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.write_requests import read_json, write
from facetstore.rest.wire.answer import Content
from facetstore.usecases.ports.webhook_store import STATES
from facetstore.usecases.webhooks import webhook_changes
from facetstore.usecases.webhooks.trying import Trials
from facetstore.usecases.webhooks.webhook_changes import ListedWebhook, SignedWebhook
from facetstore.usecases.webhooks.webhook_settings import load_webhook
from facetstore.usecases.writing import Writing

_HIGHEST: Final = 2**53


async def list_webhooks(exchange: Exchange) -> Content:
    found = await webhook_changes.list_webhooks(exchange.storage, exchange.reading.served)
    return Content(_rendered([webhook_changes.render_webhook(each) for each in found]), fleeting=True)


async def get_webhook(exchange: Exchange) -> Content:
    found = await webhook_changes.list_webhooks(exchange.storage, exchange.reading.served)
    wanted = await _access(exchange)
    values = [webhook_changes.render_webhook(each) for each in found if each.webhook.id == wanted.webhook.id]
    return Content(_rendered(values), fleeting=True)


async def create_webhook(exchange: Exchange) -> Content:
    body = await read_json(exchange)
    storage, served = exchange.storage, exchange.reading.served
    settings, paused = await webhook_changes.check_webhook(storage, served, exchange.receivers, body)
    return await _issue(exchange, lambda writing: webhook_changes.create_webhook(writing, settings, paused=paused))


async def change_webhook(exchange: Exchange) -> Content:
    body, known = await read_json(exchange), await _access(exchange)
    storage, served, id_ = exchange.storage, exchange.reading.served, known.webhook.id
    secrets = await storage.webhooks(served.tenant).secrets(id_)
    before = load_webhook(known.webhook.settings, secrets.headers if secrets is not None else "{}")
    settings, paused = await webhook_changes.check_webhook(storage, served, exchange.receivers, body, before)
    return await _issue(exchange, lambda writing: webhook_changes.change_webhook(writing, id_, settings, paused=paused))


async def rotate_webhook(exchange: Exchange) -> Content:
    return await _issue(
        exchange, lambda writing: webhook_changes.rotate_secret(writing, exchange.parameter("webhookId"))
    )


async def replay_webhook(exchange: Exchange) -> Content:
    body, id_ = await read_json(exchange), exchange.parameter("webhookId")
    return await _issue(exchange, lambda writing: webhook_changes.replay_webhook(writing, id_, body))


async def delete_webhook(exchange: Exchange) -> Content:
    async def work(writing: Writing) -> Content:
        await webhook_changes.delete_webhook(writing, exchange.parameter("webhookId"))
        return Content(_rendered([]))

    return await write(exchange, work)


async def try_webhook(exchange: Exchange) -> Content:
    """Send a test now, and return what came of it."""
    known = await _access(exchange)
    hooks = exchange.storage.webhooks(exchange.reading.served.tenant)
    secrets = await hooks.secrets(known.webhook.id)
    if secrets is None:
        raise Conflict("The webhook has no secret: rotate it first.", [Finding("It has no secret.", "no-secret")])
    trials = Trials(exchange.receivers, exchange.jobs)
    delivery = await trials.send(exchange.reading, known.webhook, hooks, secrets)
    return Content(_rendered([webhook_changes.render_delivery(delivery)]), fleeting=True)


async def list_deliveries(exchange: Exchange) -> Content:
    parameters, page = Parameters(exchange.given()), exchange.options().page
    states = parameters.names("state", STATES) or ()
    before = parameters.read("before", _number)
    parameters.check()
    known = await _access(exchange)
    hooks = exchange.storage.webhooks(exchange.reading.served.tenant)
    size = page.size if page is not None else DEFAULT_PAGE_SIZE
    found = await hooks.deliveries(known.webhook.id, states, size, before)
    return Content(_rendered([webhook_changes.render_delivery(each) for each in found]), fleeting=True)


async def _issue(exchange: Exchange, issue: Callable[[Writing], Awaitable[SignedWebhook]]) -> Content:
    async def work(writing: Writing) -> Content:
        issued = await issue(writing)
        listed = ListedWebhook(issued.webhook, {}, has_secret=True)
        shown = webhook_changes.render_webhook(listed, secret=issued.secret)
        hidden = webhook_changes.render_webhook(listed)
        return Content(_rendered([shown]), again=_rendered([hidden]), fleeting=True)

    return await write(exchange, work)


async def _access(exchange: Exchange) -> ListedWebhook:
    served = exchange.reading.served
    hook = await webhook_changes.access_webhook(exchange.storage, served, exchange.parameter("webhookId"))
    return ListedWebhook(hook, {}, has_secret=True)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 16 and int(text) <= _HIGHEST):
        error = f"before takes the number of a delivery, not {text[:40]!r}."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, "before")])
    return int(text)


def _rendered(values: object) -> bytes:
    assert isinstance(values, list)
    return msgspec.json.encode({"count": len(values), "values": values})
