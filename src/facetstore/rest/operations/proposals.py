"""Our own operations on proposals of agents: reading them, and deciding about them as one (decision 0113)."""

from __future__ import annotations

import msgspec

from facetstore.regional.time_zones import time_zone
from facetstore.rest.operations.handlers import Exchange, read_flag
from facetstore.rest.operations.release import read_texts
from facetstore.rest.operations.write_requests import read_json, write
from facetstore.rest.wire.answer import Content
from facetstore.usecases.agents import proposal_decisions
from facetstore.usecases.agents.proposal_decisions import ShownProposal
from facetstore.usecases.lifecycle.steps import REASON
from facetstore.usecases.writing import Writing


async def list_proposals(exchange: Exchange) -> Content:
    return _content(exchange, *await proposal_decisions.list_proposals(exchange.reading, exchange.storage))


async def get_proposal(exchange: Exchange) -> Content:
    id_ = exchange.parameter("proposalId")
    return _content(exchange, await proposal_decisions.access_proposal(exchange.reading, exchange.storage, id_))


async def accept_proposal(exchange: Exchange) -> Content:
    id_, ignore = exchange.parameter("proposalId"), read_flag(exchange, "ignoreWarnings")

    async def work(writing: Writing) -> Content:
        return _content(exchange, await proposal_decisions.accept_proposal(writing, id_, ignore_warnings=ignore))

    return await write(exchange, work)


async def decline_proposal(exchange: Exchange) -> Content:
    id_, given = exchange.parameter("proposalId"), read_texts(await read_json(exchange))

    async def work(writing: Writing) -> Content:
        return _content(exchange, await proposal_decisions.decline_proposal(writing, id_, given.get(REASON, "")))

    return await write(exchange, work)


def _content(exchange: Exchange, *shown: ShownProposal) -> Content:
    served = exchange.reading.served
    zone = time_zone(served.settings.time_zone)
    values = [proposal_decisions.render_proposal(each, served.metamodel, zone) for each in shown]
    return Content(msgspec.json.encode({"count": len(values), "values": values}), fleeting=True)
