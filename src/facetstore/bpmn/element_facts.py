"""What an element of BPMN says about itself, for reading and for writing: trigger, marker, description, names in other languages."""

from __future__ import annotations

from collections.abc import Callable

from facetstore.bpmn.bpmn_names import Names, NodeKind
from facetstore.bpmn.xml_elements import LANG, Element, children, first, html_of, local, referred, tag_in, text_of


def name_of(element: Element, named: str, find: Callable[[str], Element | None]) -> str:
    """The name of an artifact: its text or that of its category; in the files of some tools it is an attribute."""
    if named == "text":
        found = text_of(first(element, "text"))
    else:
        value = find(referred(element.get("categoryValueRef")))
        found = (value.get("value") or "").strip() if value is not None else ""
    return found or (element.get("name") or "").strip()


def definitions_of(element: Element, names: Names) -> list[Element]:
    """The event definitions of an event."""
    return [each for each in children(element) if tag_in(each, names) in names.triggers]


def trigger_of(element: Element, names: Names) -> str:
    """The trigger of an event; empty if it has none, or only one that is defined elsewhere."""
    found = definitions_of(element, names)
    count = len(found) + sum(tag_in(each, names) == "eventDefinitionRef" for each in children(element))
    if count > 1:
        return names.several["all" if element.get("parallelMultiple") == "true" else "any"]
    return names.triggers[local(found[0])] if found else ""


def loops_of(element: Element, names: Names) -> list[Element]:
    """The elements that say how an activity is repeated."""
    known = {*names.markers, "multiInstanceLoopCharacteristics"}
    return [each for each in children(element) if tag_in(each, names) in known]


def marker_of(element: Element, names: Names) -> str:
    """How an activity is repeated, or that it compensates; empty without any of it."""
    markers = names.markers
    for each in loops_of(element, names):
        if local(each) in markers:
            return markers[local(each)]
        return markers["sequential" if each.get("isSequential") in ("true", "1") else "parallel"]
    return markers["compensation"] if element.get("isForCompensation") in ("true", "1") else ""


def documentation_of(element: Element, names: Names) -> list[Element]:
    return [each for each in children(element) if tag_in(each, names) == "documentation"]


def description_of(element: Element, names: Names) -> str:
    """The documentation of an element as html."""
    return "".join(html_of(text_of(each)) for each in documentation_of(element, names))


def translations_of(element: Element, names: Names) -> list[Element]:
    """The names of an element in other languages."""
    extensions = first(element, "extensionElements")
    if extensions is None:
        return []
    found = (each for each in children(extensions) if tag_in(each, names, "languages") == "translation")
    return [each for each in found if each.get(LANG) is not None]


def names_in(element: Element, names: Names) -> dict[str, str]:
    """The names of an element in other languages, by language."""
    return {str(each.get(LANG)): text_of(each) for each in translations_of(element, names) if text_of(each)}


def values_of(element: Element, kind: NodeKind, names: Names) -> tuple[dict[str, object], list[Element]]:
    """The attributes without a language that an element has, and the elements that say so."""
    attributes = names.attributes
    found: dict[str, object] = {}
    if kind.throws:
        found[attributes["throwing"]] = True
    if kind.marked and (marker := marker_of(element, names)):
        found[attributes["marker"]] = marker
    if kind.part not in ("event", "boundary"):
        return found, loops_of(element, names) if kind.marked else []
    if trigger := trigger_of(element, names):
        found[attributes["trigger"]] = trigger
    for name in ("cancelActivity", "isInterrupting"):
        if element.get(name) is not None:
            found[attributes["interrupting"]] = element.get(name) in ("true", "1")
    return found, definitions_of(element, names)
