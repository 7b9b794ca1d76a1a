"""Our own operations on agents that persons sign in: what one asks for, the decision, and what was allowed before."""

from __future__ import annotations

from typing import Any

import msgspec

from facetstore.domain.errors import AgentRefused, Finding, InvalidBody, InvalidValues
from facetstore.regional.time_zones import time_zone, to_local
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.write_requests import read_json
from facetstore.rest.wire.answer import Content
from facetstore.usecases.people import agent_sign_in
from facetstore.usecases.people.agent_requests import PROPOSE, READ, AgentRequest, request_of

_PATH = "request"


async def show_request(exchange: Exchange) -> Content:
    agent_sign_in.check_person(exchange.reading.caller)
    request = _request(exchange, _asked(await read_json(exchange)))
    said = {"agent": request.program.name, "place": request.place, "scopes": request.scopes}
    return Content(msgspec.json.encode(said), fleeting=True)


async def decide(exchange: Exchange) -> Content:
    agent_sign_in.check_person(exchange.reading.caller)
    body = await read_json(exchange)
    request, allowed = _request(exchange, _asked(body, "allow")), body["allow"]
    if allowed is not None and not (
        isinstance(allowed, list) and READ in allowed and set(map(str, allowed)) <= {READ, PROPOSE}
    ):
        raise InvalidBody(f'allow takes ["{READ}"], ["{READ}", "{PROPOSE}"], or null to refuse.')
    address = await agent_sign_in.decide(
        exchange.reading, exchange.sign_in, request, _issuer(exchange), exchange.call.client, allowed
    )
    return Content(msgspec.json.encode({"location": address}), fleeting=True)


async def list_grants(exchange: Exchange) -> Content:
    found = await agent_sign_in.list_grants(exchange.reading, exchange.sign_in)
    zone = time_zone(exchange.reading.served.settings.time_zone)
    values = [
        {
            "id": each.id,
            "agent": each.name,
            "scopes": each.scope.split(),
            "since": to_local(each.created, zone),
            "last": to_local(each.used, zone),
            "until": to_local(each.expires, zone),
        }
        for each in found
    ]
    return Content(msgspec.json.encode({"count": len(values), "values": values}), fleeting=True)


async def end_grant(exchange: Exchange) -> Content:
    await agent_sign_in.end_grant(
        exchange.reading, exchange.sign_in, exchange.parameter("grantId"), exchange.call.client
    )
    return Content(b'{"count":0,"values":[]}', fleeting=True)


def _asked(body: Any, *more: str) -> Any:
    """The parameters of the address that the program has opened. Raises InvalidBody."""
    names = {_PATH, *more}
    if not isinstance(body, dict) or body.keys() != names or not isinstance(body[_PATH], dict):
        raise InvalidBody(
            f"The body needs {', '.join(sorted(names))}: the request is an object with the parameters of the address."
        )
    return body[_PATH]


def _request(exchange: Exchange, asked: Any) -> AgentRequest:
    try:
        return request_of(asked, f"{_issuer(exchange)}/mcp")
    except AgentRefused as refused:
        raise InvalidValues(refused.message, [Finding(refused.message, refused.error, _PATH)]) from refused


def _issuer(exchange: Exchange) -> str:
    call = exchange.call
    return f"{call.base}/{'/'.join(call.path.split('/')[1:3])}"
