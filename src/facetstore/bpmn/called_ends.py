"""What a file says of connections from and to called processes is not carried beside the shapes at their other ends: who sees these may not
see a called process, and would read its id there, and how many such processes there are."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Set
from dataclasses import replace
from typing import Any, Final

from facetstore.bpmn.bpmn_model import BpmnFile, BpmnFinding, BpmnShape
from facetstore.bpmn.hardened import parse_fragment
from facetstore.bpmn.stored_json import list_in, parsed, text_in
from facetstore.bpmn.xml_elements import Element, local, serialized

_ENDS: Final = ("sourceRef", "targetRef")
_DEFAULT: Final = "default"
_NAMING: Final = (_DEFAULT, "attachedToRef", *_ENDS)
"""The attributes of an element that name another shape, or a connection."""
_WRITTEN_AGAIN: Final = frozenset({"id", "name", *_ENDS})
_LOST: Final = "It leads to or from a called process: what it says beside its name and its ends does not come back."
_NO_DEFAULT: Final = "The default way leads to a called process: that it is the default does not come back."


def without_calls(file: BpmnFile, calls: Set[str]) -> BpmnFile:
    """The file without what names, beside other shapes, those with these keys or their connections. An export writes new ones."""
    if not calls:
        return file
    gone = {*calls, *(key for each in file.shapes for key in _connections(each, calls))}
    whole = parsed(file.details)
    kept = {**whole, "keys": [each for each in list_in(whole.get("keys")) if each not in gone]}
    shapes = tuple(_without(each, gone) for each in file.shapes)
    findings = (*file.findings, *_lost(file, gone))
    return replace(file, shapes=shapes, details=_json(kept) if whole else file.details, findings=findings)


def _lost(file: BpmnFile, gone: Set[str]) -> Iterator[BpmnFinding]:
    """Connections that said more than an export writes again, and shapes whose default way was one of them."""
    for shape in file.shapes:
        details = parsed(shape.details)
        for element in map(_element, list_in(details.get("lines"))):
            if element is not None and _names(element, gone) and _says_more(element):
                yield BpmnFinding("lost", local(element), element.get("id") or "", 1, _LOST)
        element = _element(details)
        if element is not None and element.get(_DEFAULT) in gone:
            yield BpmnFinding("lost", f"@{_DEFAULT}", shape.key, 1, _NO_DEFAULT)


def _says_more(line: Element) -> bool:
    return len(line) > 0 or not set(line.attrib) <= _WRITTEN_AGAIN


def _connections(shape: BpmnShape, calls: Set[str]) -> Iterator[str]:
    """The keys of the connections that lead into a shape and have a call at one end."""
    for element in map(_element, list_in(parsed(shape.details).get("lines"))):
        if element is not None and any(element.get(end) in calls for end in _ENDS):
            yield element.get("id") or ""


def _without(shape: BpmnShape, gone: Set[str]) -> BpmnShape:
    place, details = parsed(shape.place), parsed(shape.details)
    into = place.get("from")
    if isinstance(into, dict) and not gone.isdisjoint(into):
        place = {**place, "from": {key: line for key, line in into.items() if key not in gone}}
    lines = [each for each in list_in(details.get("lines")) if not _names(_element(each), gone)]
    if len(lines) != len(list_in(details.get("lines"))):
        details = {**details, "lines": lines}
    if _names(element := _element(details), gone):
        assert element is not None
        for name in _NAMING:
            if element.get(name) in gone:
                del element.attrib[name]
        details = {**details, "xml": serialized(element)}
    return replace(
        shape,
        place=_json(place) if place else shape.place,
        details=_json(details) if details else shape.details,
    )


def _names(element: Element | None, gone: Set[str]) -> bool:
    return element is not None and any(element.get(name) in gone for name in _NAMING)


def _element(details: Mapping[str, Any] | object) -> Element | None:
    return parse_fragment(text_in(details, "xml")) if isinstance(details, dict) else None


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
