"""The content of a diagram as a script: `…/content?format=script`, which is read and written as plain text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from facetstore.domain.errors import Finding, InvalidBody, InvalidParameter
from facetstore.domain.values import parse_guid
from facetstore.flow_script.script_writer import write_lines, write_part, write_script
from facetstore.metamodel.model import Metamodel
from facetstore.rest.operations.drawn_parts import about_drawing, diagram_links
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.write_requests import read_flag, read_json, write
from facetstore.rest.wire.answer import Content, body_tag
from facetstore.rest.wire.warnings import render_warnings
from facetstore.usecases.diagrams.drawings import DrawingWanted, Sketched
from facetstore.usecases.diagrams.script_flow import ShownStep, context_of
from facetstore.usecases.diagrams.script_preview import draw_preview, marked_types, prepare_preview
from facetstore.usecases.diagrams.script_writing import GivenScript, apply_script, read_flow, show_flow
from facetstore.usecases.ports.job_runner import IN_PLACE
from facetstore.usecases.reading.accessing import access_view
from facetstore.usecases.writing import Writing

SCRIPT: Final = "script"
CONTENT_FORMATS: Final = ("json", SCRIPT)
PLAIN: Final = "text/plain"
_CREATE: Final = "create"
_SHAPES: Final = "shapes"
MEDIA: Final = b"text/plain; charset=utf-8"
_MANY_STEPS: Final = 100
"""Flows of this many steps or more are written in a job process."""
_MANY_LINES: Final = 40
"""Scripts or diagrams of this many lines or shapes are drawn in a job process."""
_LONG_TEXT: Final = 4000
"""So are scripts of more characters."""


def wants_script(exchange: Exchange) -> bool:
    """Whether a request is about the script of a diagram. Raises InvalidParameter for an unknown format."""
    asked = exchange.given().get("format")
    if asked != SCRIPT and _SHAPES in exchange.given():
        raise _wrong(_SHAPES, f"{_SHAPES} is for scripts: add format={SCRIPT}, or leave it out.")
    if asked is None or asked in CONTENT_FORMATS:
        return asked == SCRIPT
    raise _wrong("format", f"format is one of {', '.join(CONTENT_FORMATS)}.")


def refuse_for_items(exchange: Exchange) -> None:
    """Raise InvalidParameter for what only a script takes: a change of single shapes would leave it out."""
    for name in ("culture", _CREATE, "draw", "detailed"):
        if name in exchange.given():
            raise _wrong(name, f"{name} is for scripts: add format=script, or leave it out.")


async def show_script(exchange: Exchange) -> Content:
    place = exchange.parameter("facetId"), exchange.parameter("viewId"), exchange.parameter("elementId")
    row, steps = await show_flow(exchange.reading, *place, culture_of(exchange))
    jobs = exchange.jobs if len(steps) >= _MANY_STEPS else IN_PLACE
    tenant, grammar = exchange.reading.served.tenant.key, exchange.reading.metamodel.grammar
    wanted = exchange.given().get(_SHAPES)
    if wanted is None:
        text = await jobs.run(tenant, write_script, steps, grammar)
    else:
        text = await jobs.run(tenant, write_part, steps, _ids(wanted), grammar)
    return Content(text.encode(), row.revision, media=MEDIA)


def _ids(text: str) -> frozenset[str]:
    """Ids between commas. Raises InvalidParameter."""
    given = [each.strip() for each in text.split(",") if each.strip()]
    found = [parse_guid(each) for each in given]
    if not found or None in found:
        raise _wrong(_SHAPES, f"{_SHAPES} takes ids of shapes, separated by commas.")
    return frozenset(each for each in found if each is not None)


async def script_lines(exchange: Exchange, sketched: Sketched, lcid: int) -> tuple[list[dict[str, object]], list[str]]:
    """The lines of a diagram's script with what they name, and the ids of these elements. Raises NotFound for a diagram without a flow."""
    async with exchange.reading.opened.snapshot():
        shown = await read_flow(exchange.reading, sketched.row, lcid, described=read_flag(exchange, "described"))
    jobs = exchange.jobs if len(shown) >= _MANY_STEPS else IN_PLACE
    tenant, grammar = exchange.reading.served.tenant.key, exchange.reading.metamodel.grammar
    lines = await jobs.run(tenant, write_lines, [each.step for each in shown], grammar)
    steps = {each.step.key: each for each in shown}
    named = [
        target.element
        for each in shown
        for targets in (*each.targets.values(), *each.responsibilities.values())
        for target in targets
    ]
    metamodel = exchange.reading.metamodel
    return [_line(metamodel, text, steps.get(key or "")) for text, key in lines], named


def _line(metamodel: Metamodel, text: str, step: ShownStep | None) -> dict[str, object]:
    if step is None:
        return {"text": text}
    names = [
        {
            "mark": mark,
            "context": context_of(metamodel, step.type, mark),
            "id": each.element,
            "type": each.type,
            "name": each.name,
        }
        for mark, targets in step.targets.items()
        for each in targets
    ]
    responsibilities = [
        {"context": context, "id": each.element, "type": each.type, "name": each.name}
        for context, targets in step.responsibilities.items()
        for each in targets
    ]
    return {
        "text": text,
        "shapeId": step.step.key,
        "id": step.element,
        "type": step.type,
        **({"names": names} if names else {}),
        **({"responsibilities": responsibilities} if responsibilities else {}),
        **({"description": step.description} if step.description else {}),
    }


async def change_by_script(exchange: Exchange) -> Content:
    """Make the diagram say what a script says."""
    facet, _ = access_view(exchange.reading.metamodel, exchange.parameter("facetId"), exchange.parameter("viewId"))
    element = exchange.parameter("elementId")
    given = await _given(exchange)

    async def work(writing: Writing) -> Content:
        done = await apply_script(writing, facet.name, element, given)
        findings = {"findings": render_warnings(done.warnings)} if done.warnings else {}
        script = write_script(done.flow, writing.offered.grammar)
        values = [{"id": each.id, "index": each.index} for each in done.answers]
        return Content(msgspec.json.encode({"count": len(values), "values": values, SCRIPT: script, **findings}))

    return await write(exchange, work)


async def draw_script(exchange: Exchange) -> Content:
    """A script as a drawing, and which shape each line is. Nothing is stored."""
    reading, element = exchange.reading, exchange.parameter("elementId")
    given = await _given(exchange)
    links, detailed = diagram_links(exchange, given.culture), read_flag(exchange, "detailed")
    wanted = DrawingWanted(element, given.culture, exchange.given()["draw"], links, detailed)
    place = exchange.parameter("facetId"), exchange.parameter("viewId")
    sketched, preview = await prepare_preview(reading, *place, wanted, given)
    is_large = max(given.text.count("\n"), len(preview.shown)) >= _MANY_LINES or len(given.text) > _LONG_TEXT
    jobs = exchange.jobs if is_large else IN_PLACE
    drawn = await jobs.run(reading.served.tenant.key, draw_preview, preview)
    findings = [Finding(each["error"], each["code"], each["path"]) for each in drawn["findings"]]
    more = {"findings": render_warnings(findings)} if findings else {}
    drawing = {**about_drawing(sketched, given.culture), **drawn["drawing"]}
    marks = [{"mark": mark, "types": types} for mark, types in marked_types(reading.metamodel).items()]
    body = {"count": 0, "values": [], "drawing": drawing, "lines": drawn["lines"], "marks": marks, **more}
    return Content(msgspec.json.encode(body))


def culture_of(exchange: Exchange) -> int:
    """The culture of a text, by the parameter `culture`. Raises InvalidParameter if the storage does not have it."""
    settings = exchange.reading.served.settings
    asked = exchange.given().get("culture")
    if asked is None:
        return settings.default_data_culture
    known = {str(each): each for each in settings.data_cultures}
    if asked not in known:
        raise _wrong("culture", f"This storage has no such culture. It has: {', '.join(known)}.")
    return known[asked]


async def _given(exchange: Exchange) -> GivenScript:
    """The script of a request, and what it may create. Raises InvalidBody, InvalidParameter, UnsupportedMedia."""
    text, names = await _read(exchange)
    return GivenScript(text, culture_of(exchange), read_flag(exchange, _CREATE) or names, _seen(exchange))


def _seen(exchange: Exchange) -> Callable[[str], bool] | None:
    """Whether a script is the one whose ETag the caller has: it also changes where the diagram stays, as when a step is renamed."""
    etag = exchange.call.headers.get(b"if-match", b"").strip().removeprefix(b"W/").strip(b'"')
    _, _, tag = etag.partition(b"-")
    if not tag:
        return None
    return lambda script: body_tag(script.encode()) == tag.partition(b"-")[0]


async def _read(exchange: Exchange) -> tuple[str, frozenset[str]]:
    """The script in a body of plain text, or in one of JSON with the names that may be created. Raises InvalidBody, UnsupportedMedia."""
    media = exchange.call.headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
    if media == PLAIN.encode():
        try:
            return (await exchange.call.body()).decode("utf-8-sig"), frozenset()
        except UnicodeDecodeError as error:
            raise InvalidBody("The script is not UTF-8.") from error
    body = await read_json(exchange)
    text = body.get(SCRIPT) if isinstance(body, dict) else None
    if not isinstance(text, str):
        raise InvalidBody('The body needs a script: plain text, or {"script": "( Order received\\nCheck the order"}.')
    names = body.get(_CREATE, [])
    if not isinstance(names, list) or not all(isinstance(each, str) for each in names):
        wrong = 'create lists the names that may become new elements, such as ["Order desk"].'
        raise InvalidBody(wrong, [Finding(wrong, InvalidBody.code, _CREATE)])
    return text, frozenset(names)


def _wrong(name: str, error: str) -> InvalidParameter:
    return InvalidParameter(error, [Finding(error, InvalidParameter.code, name)])
