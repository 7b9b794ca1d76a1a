"""`rest/manual-template`: the templates of the manuals of a tenant, for PDF and Word."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from facetstore.domain.errors import Finding, InvalidBody
from facetstore.printing.own_template import check_template
from facetstore.printing.own_word_template import check_word_template
from facetstore.printing.pdf_printing import default_template
from facetstore.printing.word_archive import MOST_BYTES
from facetstore.printing.word_template import default_template as default_word
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.printed_manuals import PDF, format_of, require_printers
from facetstore.rest.operations.scripts import culture_of
from facetstore.rest.operations.write_requests import read_body, write
from facetstore.rest.wire.answer import Content
from facetstore.usecases.manuals import manual_templates
from facetstore.usecases.manuals.manual_templates import TemplatePlace
from facetstore.usecases.ports.preference_store import Preferences
from facetstore.usecases.writing import Writing

_SOURCE: Final = "source"
_FILE: Final = "file"


async def get_template(exchange: Exchange) -> Content:
    place, preferences = _place(exchange), exchange.storage.preferences(exchange.reading.served.tenant)
    template = await manual_templates.template_of(preferences, place)
    shown = _default(place) if template is None else template
    return await _content(preferences, place, {"isDefault": template is None, _name(place): shown})


async def set_template(exchange: Exchange) -> Content:
    require_printers()
    place = _place(exchange)
    template, flaws = await _checked(exchange, place, await read_body(exchange.call))
    if flaws:
        findings = [Finding(each, InvalidBody.code, _name(place)) for each in flaws]
        raise InvalidBody(f"This template prints nothing: {flaws[0]}", findings)

    async def work(writing: Writing) -> Content:
        await manual_templates.set_template(writing, place, template)
        return await _content(writing.writer.preferences, place, {"isDefault": False})

    return await write(exchange, work)


async def remove_template(exchange: Exchange) -> Content:
    place = _place(exchange)

    async def work(writing: Writing) -> Content:
        await manual_templates.remove_template(writing, place)
        return await _content(writing.writer.preferences, place, {"isDefault": True})

    return await write(exchange, work)


async def _checked(exchange: Exchange, place: TemplatePlace, body: object) -> tuple[str, Sequence[str]]:
    """The template in a body, and what is wrong with it. Raises InvalidBody for a body of another shape."""
    jobs, tenant = exchange.jobs, exchange.reading.served.tenant.key
    if place.format == PDF:
        source = manual_templates.read_source(body)
        flaw = await jobs.run(tenant, check_template, source)
        return source, [] if flaw is None else [flaw.message]
    file = _read_file(body)
    return b64encode(file).decode(), await jobs.run(tenant, check_word_template, file)


def _read_file(body: object) -> bytes:
    match body:
        case {"file": str() as text, **rest} if not rest and text:
            try:
                return b64decode(text, validate=True)
            except (binascii.Error, ValueError):
                pass
    raise InvalidBody(f'A template is {{"file": "…"}}: a Word file of up to {MOST_BYTES:,} bytes in base64.')


def _place(exchange: Exchange) -> TemplatePlace:
    """What a request is about. Raises InvalidParameter."""
    asked = exchange.given().get("culture")
    return TemplatePlace(format_of(exchange), None if asked is None else culture_of(exchange))


def _name(place: TemplatePlace) -> str:
    return _SOURCE if place.format == PDF else _FILE


async def _content(preferences: Preferences, place: TemplatePlace, said: Mapping[str, object]) -> Content:
    own = await manual_templates.own_templates(preferences)
    body = {**_render(place), **said, "own": list(map(_render, own))}
    return Content(msgspec.json.encode(body), fleeting=True)


def _render(place: TemplatePlace) -> dict[str, object]:
    return {"format": place.format} | ({} if place.culture is None else {"culture": place.culture})


def _default(place: TemplatePlace) -> str:
    if place.format == PDF:
        return default_template().decode()
    require_printers()
    return b64encode(default_word()).decode()
