"""Tokens: listing, creating, rotating and revoking them. A secret is shown once, and never stored."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from facetstore.domain.rights import administers
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.write_requests import read_json, write
from facetstore.rest.wire.answer import Content
from facetstore.usecases.tokens import token_changes
from facetstore.usecases.tokens.token_changes import Issued
from facetstore.usecases.tokens.token_list import ListedHost, ListedToken, list_own_tokens, list_tokens, read_token
from facetstore.usecases.writing import Writing


async def get_tokens(exchange: Exchange) -> Content:
    options, reading = exchange.options(), exchange.reading
    served, caller = reading.served, reading.caller
    if administers(caller):
        found = await list_tokens(exchange.storage, served, reading.opened, options.page)
    else:
        found = await list_own_tokens(exchange.storage, served, caller.principal, options.page)
    return Content(_rendered([_token(each) for each in found]), fleeting=True)


async def create_token(exchange: Exchange) -> Content:
    wanted = token_changes.read_wanted(await read_json(exchange))
    return await _issue(exchange, lambda writing: token_changes.create_token(writing, wanted))


async def rotate_token(exchange: Exchange) -> Content:
    token, days = exchange.parameter("tokenId"), token_changes.read_days(await read_json(exchange))
    return await _issue(exchange, lambda writing: token_changes.rotate_token(writing, token, days))


async def revoke_token(exchange: Exchange) -> Content:
    token = exchange.parameter("tokenId")

    async def work(writing: Writing) -> Content:
        element = await token_changes.revoke_token(writing, token)
        fields, revision = await _read(writing, element, has_secret=False)
        return Content(_rendered([fields]), revision)

    return await write(exchange, work)


async def _issue(exchange: Exchange, issue: Callable[[Writing], Awaitable[Issued]]) -> Content:
    async def work(writing: Writing) -> Content:
        issued = await issue(writing)
        fields, revision = await _read(writing, issued.element, has_secret=True)
        return Content(_rendered([{**fields, "secret": issued.secret}]), revision, again=_rendered([fields]))

    return await write(exchange, work)


async def _read(writing: Writing, element: str, *, has_secret: bool) -> tuple[dict[str, object], int]:
    """A token as it is in this transaction, and the revision of its element."""
    reader = await writing.writer.reader(writing.caller.audience)
    token, revision = await read_token(writing.served, reader, element, has_secret=has_secret)
    return _token(token), revision


def _rendered(values: list[dict[str, object]]) -> bytes:
    return msgspec.json.encode({"count": len(values), "values": values})


def _token(token: ListedToken) -> dict[str, object]:
    fields = {
        "id": token.id,
        "name": token.name,
        "role": None if token.role is None else token.role.name.lower(),
        "isActive": token.is_active,
        "validFrom": token.valid_from,
        "validUntil": token.valid_until,
        "expiresSoon": token.expires_soon,
        "lastUsedOn": token.last_used_on,
        "uses": token.uses,
        "hosts": [_host(each) for each in token.hosts],
    }
    return {name: value for name, value in fields.items() if value is not None}


def _host(host: ListedHost) -> dict[str, object]:
    fields = {
        "id": host.id,
        "address": host.address,
        "isActive": host.is_active,
        "lastUsedOn": host.last_used_on,
        "uses": host.uses,
    }
    return {name: value for name, value in fields.items() if value is not None}
