"""The names of XLIFF 2.1, and how texts of elements are named in a file."""

from __future__ import annotations

from typing import Final

from facetstore.domain.values import parse_guid

SPACE: Final = "urn:oasis:names:tc:xliff:document:2.0"
VERSION: Final = "2.1"
XML_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"
_GUID: Final = 36


def named(tag: str) -> str:
    return f"{{{SPACE}}}{tag}"


def unit_id(element: str, attribute: str) -> str:
    """The id of a unit: it alone says which text it is, since tools keep ids and little else."""
    return f"{element}.{attribute}"


def parse_unit_id(text: str) -> tuple[str, str] | None:
    """The element and the attribute of a unit; None for one that was not exported from here."""
    element = parse_guid(text[:_GUID])
    if element is None or text[_GUID : _GUID + 1] != "." or not text[_GUID + 1 :]:
        return None
    return element, text[_GUID + 1 :]
