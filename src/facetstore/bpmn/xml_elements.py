"""Small helpers over XML elements: names, ids, texts, and what an element may refer to."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from html import escape, unescape
from typing import Final, TypeAlias

from lxml import etree

from facetstore.bpmn.bpmn_names import Names

Element: TypeAlias = etree._Element
LANG: Final = "{http://www.w3.org/XML/1998/namespace}lang"
_NCNAME: Final = re.compile(r"[^\w.-]")
_BREAKS: Final = re.compile(r"</p>|<br\s*/?>|</li>|</h[1-6]>|</div>", re.IGNORECASE)
_TAGS: Final = re.compile(r"<[^<>]*>")
_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def children(element: Element) -> Iterator[Element]:
    """The elements in an element, without comments and the like."""
    yield from element.iterchildren("*")


def local(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def space(element: Element) -> str:
    return str(element.tag).rpartition("}")[0][1:]


def tag_in(element: Element, names: Names, kind: str = "model") -> str:
    """The name of an element without its namespace; empty if it is of another namespace."""
    found, _, name = str(element.tag).rpartition("}")
    return name if found[1:] in names.namespaces[kind] else ""


def first(element: Element, tag: str) -> Element | None:
    """The first child with a local name."""
    return next((each for each in children(element) if local(each) == tag), None)


def text_of(element: Element | None) -> str:
    return "".join(map(str, element.itertext())).strip() if element is not None else ""


def referred(value: str | None) -> str:
    """The id in a reference, which may have a prefix."""
    return (value or "").strip()


def bare(reference: str) -> str:
    return reference.rpartition(":")[2]


def serialized(element: Element) -> str:
    return str(etree.tostring(element, encoding="unicode", with_tail=False))


def remove(element: Element) -> None:
    """Remove an element and the space after it."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail and element.tail.strip():
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def ncname(text: str) -> str:
    """A text as an id of XML."""
    found = _NCNAME.sub("_", text)
    return found if found[:1].isalpha() or found[:1] == "_" else f"_{found}"


def unused_id(wish: str, taken: Container[str]) -> str:
    """An id as wished, or with a number if that is taken."""
    key, number = wish, 1
    while key in taken:
        number += 1
        key = f"{wish}_{number}"
    return key


def xml_text(text: str) -> str:
    """A text without characters that XML does not allow."""
    return _NOT_XML.sub("", text)


def html_of(text: str) -> str:
    """Plain text as html, one paragraph for each line."""
    return "".join(f"<p>{escape(line.strip(), quote=False)}</p>" for line in text.splitlines() if line.strip())


def plain_of(html: str) -> str:
    """Html as plain text, one line for each paragraph."""
    lines = (unescape(_TAGS.sub("", each)).strip() for each in _BREAKS.sub("\n", html).splitlines())
    return "\n".join(each for each in lines if each)
