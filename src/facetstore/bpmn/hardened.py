"""How much of a BPMN file is read, and what is refused."""

from __future__ import annotations

from typing import Final

from lxml import etree

from facetstore.bpmn.bpmn_model import NotBpmn
from facetstore.hardened_xml import xml_reading
from facetstore.hardened_xml.xml_reading import NotXml, XmlLimits

MOST_BYTES: Final = 10_000_000
MOST_SHAPES: Final = 2000
MOST_LINES: Final = 6000
_LIMITS: Final = XmlLimits(MOST_BYTES, elements=60_000, instructions=True)


def parse_xml(data: bytes) -> etree._Element:
    """The root of a file. Raises NotBpmn."""
    try:
        return xml_reading.parse_xml(data, _LIMITS)
    except NotXml as wrong:
        raise NotBpmn(str(wrong)) from None


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
