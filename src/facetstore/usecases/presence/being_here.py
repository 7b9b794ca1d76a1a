"""Saying where one is, and learning who else is there.

Only users who see drafts take part: viewers are not shown to others. The others at an element are shown to those who may open it, and by
name to those who see their names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from facetstore.domain.callers import Caller
from facetstore.domain.errors import Finding, Forbidden, InvalidBody, InvalidParameter, NotFound
from facetstore.domain.values import parse_guid
from facetstore.usecases.ports.presence_store import PresentWindow
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import ContentOf, TheseElements
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.presence.board import GONE_SECONDS
from facetstore.usecases.reading.accessing import access_row
from facetstore.usecases.reading.comparing import render_actor
from facetstore.usecases.tenancy import Reading

WINDOW: Final = "window"
_WINDOW: Final = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
_ELEMENT, _SHAPE, _EDITING = "elementId", "shapeId", "isEditing"
_FIELDS: Final = frozenset({WINDOW, _ELEMENT, _SHAPE, _EDITING})


class WindowPlace(NamedTuple):
    """Where a window is."""

    window: str
    element: str | None
    """None: it has left."""
    shape: str | None
    is_editing: bool


def parse_place(body: Any) -> WindowPlace:
    """The place in a body. Raises InvalidBody with every finding."""
    given = body if isinstance(body, dict) else {}
    findings = [_wrong(f"There is no {name} here.", name) for name in given if name not in _FIELDS]
    if not is_window(given.get(WINDOW)):
        findings.append(_wrong(f"{WINDOW} takes 8 to 64 letters, digits, - and _.", WINDOW))
    ids = {name: _guid(given, name, findings) for name in (_ELEMENT, _SHAPE)}
    if not isinstance(given.get(_EDITING, False), bool):
        findings.append(_wrong(f"{_EDITING} takes true or false.", _EDITING))
    if findings:
        raise InvalidBody(findings[0].error, findings)
    return WindowPlace(given[WINDOW], ids[_ELEMENT], ids[_SHAPE], given.get(_EDITING, False))


def is_window(value: object) -> bool:
    return isinstance(value, str) and _WINDOW.fullmatch(value) is not None


def parse_window(caller: Caller, text: str | None) -> str | None:
    """The holder of a window that a stream is for; None: of none, or of a caller who does not take part. Raises InvalidParameter."""
    if text is None:
        return None
    if not is_window(text):
        error = f"{WINDOW} takes 8 to 64 letters, digits, - and _."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, WINDOW)])
    return holder_of(caller, text) if takes_part(caller) else None


def takes_part(caller: Caller) -> bool:
    """Whether a caller is shown to others, and they to the caller: a user who sees drafts."""
    return caller.sees_drafts and not caller.is_token


def holder_of(caller: Caller, window: str) -> str:
    """A window of one user. Windows of other users with the same name are others."""
    return f"{caller.principal}/{window}"


async def be_at(reading: Reading, storage: Storage, place: WindowPlace) -> Sequence[Mapping[str, Any]]:
    """Store where a window is, and return the others there. Raises NotFound, Forbidden."""
    caller = reading.caller
    if not takes_part(caller):
        raise Forbidden("Only users are present, not tokens.")
    store, holder = storage.presence(reading.served.tenant.key), holder_of(caller, place.window)
    if place.element is None:
        await store.leave(holder)
        return ()
    row = await access_row(reading, place.element)
    present = PresentWindow(holder, caller.principal, row.element, place.shape or "", int(place.is_editing))
    await store.put(present, GONE_SECONDS)
    others = [each for each in await store.all() if each.element == row.element and each.person != caller.principal]
    return await _render(reading, row, others)


async def list_others(reading: Reading, element: str, present: Sequence[PresentWindow]) -> Sequence[Mapping[str, Any]]:
    """The users of these windows, as the caller may see them: none if the caller may not open the element any more."""
    if not present or not takes_part(reading.caller):
        return ()
    try:
        row = await access_row(reading, element)
    except (NotFound, Forbidden):
        return ()
    return await _render(reading, row, present)


async def _render(reading: Reading, row: ElementRow, present: Sequence[PresentWindow]) -> Sequence[Mapping[str, Any]]:
    """One entry for each user: those who change something first."""
    people = sorted({each.person for each in present})
    found = await reading.names.names(TheseElements(tuple(people))) if people else ()
    names = {each.element: {"id": each.element, **render_actor(reading, each)} for each in found}
    shapes = await _shown_shapes(reading, row, {each.shape for each in present} - {""})
    entries = [
        _entry(names.get(person), [each for each in present if each.person == person], shapes) for person in people
    ]
    return sorted(entries, key=lambda each: not each[_EDITING])


def _entry(by: Mapping[str, Any] | None, windows: Sequence[PresentWindow], shapes: frozenset[str]) -> Mapping[str, Any]:
    return {
        **({} if by is None else {"by": by}),
        _EDITING: any(each.editing for each in windows),
        "shapeIds": sorted({each.shape for each in windows} & shapes),
    }


async def _shown_shapes(reading: Reading, row: ElementRow, shapes: set[str]) -> frozenset[str]:
    """The shapes of an element's diagram that the caller sees, of these."""
    if not shapes or reading.caller.audience.sees_all:
        return frozenset(shapes)
    shown = {each.label for each in await reading.names.names(ContentOf((row.key,)))}
    return frozenset(shapes & shown)


def _guid(given: Mapping[str, Any], name: str, findings: list[Finding]) -> str | None:
    value = given.get(name)
    guid = parse_guid(value) if isinstance(value, str) else None
    if value is not None and guid is None:
        findings.append(_wrong(f"{name} takes an id.", name))
    return guid


def _wrong(error: str, path: str) -> Finding:
    return Finding(error, InvalidBody.code, path)
