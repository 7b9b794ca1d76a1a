"""XML from strangers: no DTD, no entities, no network, and limits of size, depth and number of elements."""

from __future__ import annotations

import re
from typing import Final

from lxml import etree

from facetstore.bpmn.bpmn_model import NotBpmn

MOST_BYTES: Final = 10_000_000
MOST_ELEMENTS: Final = 60_000
MOST_DEPTH: Final = 100
MOST_SHAPES: Final = 2000
MOST_LINES: Final = 6000
_PIECE: Final = 1 << 16
_WRONG_ENCODING: Final = re.compile(
    rb"""^((?:\xef\xbb\xbf)?<\?xml[^>]*?)\s+encoding\s*=\s*["'](?:utf-?(?:16|32)|ucs-?[24])(?:le|be)?["']""",
    re.IGNORECASE,
)
"""A declaration in letters of one byte that says they have more: it was made as text, and stored as UTF-8."""


def parse_xml(data: bytes) -> etree._Element:
    """The root of a file. Raises NotBpmn."""
    if len(data) > MOST_BYTES:
        raise NotBpmn(f"The file has {len(data)} bytes; at most {MOST_BYTES} are read.")
    # Text in UTF-16 or UTF-32 has a zero beside each letter.
    if b"<!DOCTYPE" in data.replace(b"\0", b"").upper():
        raise NotBpmn("The file has a document type definition (<!DOCTYPE). BPMN needs none: remove it.")
    parser = _parser()
    try:
        _feed(parser, _WRONG_ENCODING.sub(rb"\1", data.lstrip(b" \t\r\n"), count=1))
        root = parser.close()
    except etree.XMLSyntaxError as wrong:
        line = f" (line {wrong.lineno})" if wrong.lineno else ""
        raise NotBpmn(f"The file is not well-formed XML{line}: {_plain(wrong.msg)}.") from None
    except (ValueError, LookupError, AssertionError) as wrong:
        raise NotBpmn(f"The file is not XML that can be read: {_plain(str(wrong))}.") from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise NotBpmn("The file has a document type definition. BPMN needs none: remove it.")
    return root


def parse_fragment(text: str) -> etree._Element | None:
    """The element of a text that was stored; None if it is none, or has become too large."""
    try:
        return parse_xml(text.encode())
    except (NotBpmn, UnicodeEncodeError):
        return None


def check_size(shapes: int, lines: int, lanes: int) -> None:
    """Raise NotBpmn for a file with more than a diagram takes, before more is made of it."""
    for name, number, most in (
        ("shapes", shapes, MOST_SHAPES),
        ("flows", lines, MOST_LINES),
        ("lanes", lanes, MOST_SHAPES),
    ):
        if number > most:
            raise NotBpmn(f"The file has {number} {name}; at most {most} are read.")


def _parser() -> etree.XMLPullParser:
    return etree.XMLPullParser(
        ("start", "end"),
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        attribute_defaults=False,
        huge_tree=False,
        recover=False,
        remove_pis=True,
    )


def _feed(parser: etree.XMLPullParser, data: bytes) -> None:
    """Feed the file in pieces, so that one beyond a limit is refused before it is a tree."""
    count = depth = 0
    for start in range(0, max(len(data), 1), _PIECE):
        parser.feed(data[start : start + _PIECE])
        for event, _ in parser.read_events():
            if event == "end":
                depth -= 1
                continue
            count, depth = count + 1, depth + 1
            if count > MOST_ELEMENTS:
                raise NotBpmn(f"The file has more than {MOST_ELEMENTS} elements.")
            if depth > MOST_DEPTH:
                raise NotBpmn(f"Elements of the file are nested more than {MOST_DEPTH} deep.")


def _plain(message: str | None) -> str:
    return (message or "unknown error")[:200].rstrip(".")
