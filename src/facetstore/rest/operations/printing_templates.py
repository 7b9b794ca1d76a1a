"""`rest/manual-template`: the template of the manuals of a tenant."""

from __future__ import annotations

import msgspec

from facetstore.domain.errors import InvalidBody
from facetstore.printing.own_template import check_template
from facetstore.printing.pdf_printing import default_template
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.printed_manuals import require_printers
from facetstore.rest.operations.write_requests import read_body, write
from facetstore.rest.wire.answer import Content
from facetstore.usecases.manuals import manual_templates
from facetstore.usecases.writing import Writing


async def get_template(exchange: Exchange) -> Content:
    return _content(await manual_templates.template_of(exchange.reading, exchange.storage))


async def set_template(exchange: Exchange) -> Content:
    require_printers()
    source = manual_templates.read_template(await read_body(exchange.call))
    flaw = await exchange.jobs.run(exchange.reading.served.tenant.key, check_template, source)
    if flaw is not None:
        raise InvalidBody(f"This template prints nothing: {flaw.message}")

    async def work(writing: Writing) -> Content:
        await manual_templates.set_template(writing, source)
        return _content(source)

    return await write(exchange, work)


async def remove_template(exchange: Exchange) -> Content:
    async def work(writing: Writing) -> Content:
        await manual_templates.remove_template(writing)
        return _content(None)

    return await write(exchange, work)


def _content(source: str | None) -> Content:
    shown = default_template().decode() if source is None else source
    return Content(msgspec.json.encode({"isDefault": source is None, "source": shown}), fleeting=True)
