"""The rules of the core of XLIFF 2.1 that files are held to: what its schema and its constraints say of the elements that are written."""

import re
from collections.abc import Iterator
from typing import Final

from lxml import etree

SPACE: Final = "{urn:oasis:names:tc:xliff:document:2.0}"
_XML: Final = "{http://www.w3.org/XML/1998/namespace}"
_TOKEN: Final = re.compile(r"[\w.:-]+")
_CODES: Final = ("ph", "pc", "cp")
_CHILDREN: Final = {
    "xliff": ["file"],
    "file": ["group", "unit"],
    "group": ["group", "unit"],
    "unit": ["originalData", "segment", "ignorable"],
    "originalData": ["data"],
    "data": ["cp"],
    "segment": ["source", "target"],
    "ignorable": ["source", "target"],
    "source": list(_CODES),
    "target": list(_CODES),
    "pc": list(_CODES),
    "ph": [],
    "cp": [],
}
"""The elements in an element, in their order (of texts: in any)."""
_NEEDED: Final = {
    "xliff": {"version", "srcLang"},
    "file": {"id"},
    "group": {"id"},
    "unit": {"id"},
    "data": {"id"},
    "pc": {"id"},
    "ph": {"id"},
    "cp": {"hex"},
}
_ALLOWED: Final = {
    "xliff": {"trgLang"},
    "file": {"original"},
    "group": {"name", "type"},
    "unit": {"name", "type", f"{_XML}space"},
    "segment": {"id", "state", "subState"},
    "pc": {"type", "dataRefStart", "dataRefEnd"},
    "ph": {"type", "dataRef"},
}
_TYPES: Final = {"fmt", "ui", "quote", "link", "image", "other"}
_STATES: Final = {"initial", "translated", "reviewed", "final"}


def broken_rules(content: bytes) -> list[str]:
    """Sentences that say which rules a file breaks."""
    root = etree.fromstring(content)
    found = [f"{_name(each)} breaks: {rule}" for each in root.iter("*") for rule in _of_element(each)]
    if root.tag != f"{SPACE}xliff" or root.get("version") != "2.1":
        found.append("the root is xliff of version 2.1")
    if root.find(f".//{SPACE}target") is not None and not root.get("trgLang"):
        found.append("trgLang is needed where there are targets")
    for file in root.iterfind(f"{SPACE}file"):
        for tag in ("unit", "group"):
            ids = [each.get("id") for each in file.iter(f"{SPACE}{tag}")]
            if len(ids) != len(set(ids)):
                found.append(f"ids of {tag} are unique in a file")
    return found


def _name(element: etree._Element) -> str:
    return str(element.tag).removeprefix(SPACE)


def _of_element(element: etree._Element) -> Iterator[str]:
    name = _name(element)
    if name not in _CHILDREN:
        yield "it is no element of the core"
        return
    inside = [_name(each) for each in element.iterfind("*")]
    if unknown := [each for each in inside if each not in _CHILDREN[name]]:
        yield f"it cannot have {unknown}"
    elif _CHILDREN[name] != list(_CODES) and inside != sorted(inside, key=_CHILDREN[name].index):
        yield "its elements are in order"
    if name in ("xliff", "file", "originalData", "segment", "unit") and not inside:
        yield "it is not empty"
    needed, allowed = _NEEDED.get(name, set()), _ALLOWED.get(name, set())
    given = {str(each) for each in element.attrib}
    if not needed <= given <= needed | allowed:
        yield f"its attributes are {sorted(given)}"
    if "id" in given and not _TOKEN.fullmatch(element.get("id", "")):
        yield "its id is a name token"
    yield from _of_text(element, name)


def _of_text(element: etree._Element, name: str) -> Iterator[str]:
    if name not in ("source", "target", "pc", "data") and (element.text or "").strip():
        yield "it has no text of its own"
    if element.get("type") is not None and name in ("pc", "ph") and element.get("type") not in _TYPES:
        yield f"its type is {element.get('type')}"
    if name == "cp" and not re.fullmatch("[0-9A-F]{4,6}", element.get("hex", "")):
        yield "hex is a code point"
    if name == "unit":
        yield from _of_unit(element)


def _of_unit(unit: etree._Element) -> Iterator[str]:
    data = [each.get("id") for each in unit.iter(f"{SPACE}data")]
    if len(data) != len(set(data)):
        yield "ids of data are unique in a unit"
    for segment in unit.iterfind(f"{SPACE}segment"):
        if segment.get("state") not in (None, *_STATES):
            yield "its state is one of four"
        if (part := segment.get("subState")) is not None and (
            segment.get("state") is None or not re.fullmatch(r"\w+:.+", part)
        ):
            yield "a subState has a prefix, and a state beside it"
        for text in segment.iterfind("*"):
            codes = list(text.iter(f"{SPACE}pc", f"{SPACE}ph"))
            if len({each.get("id") for each in codes}) != len(codes):
                yield "ids of codes are unique in a text"
            references = {
                value for each in codes for key, value in each.attrib.items() if str(key).startswith("dataRef")
            }
            if not references <= set(data):
                yield "references to data lead to data of the unit"
