"""Word files from strangers: what is in them is found out before one is opened. What reaches out of the file, or runs, is refused."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from facetstore.hardened_xml.xml_reading import NotXml, XmlLimits, parse_xml
from facetstore.printing.word_fields import unknown_fields

if TYPE_CHECKING:
    from lxml import etree

MOST_BYTES: Final = 1 << 20
MOST_UNPACKED: Final = 16 << 20
MOST_PARTS: Final = 200
_MOST_SAID: Final = 20
_LONGEST_NAME: Final = 100
_LIMITS: Final = XmlLimits(MOST_UNPACKED, elements=200_000)

_TYPES: Final = "[Content_Types].xml"
_DOCUMENT: Final = "word/document.xml"
_MAIN: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_RUNNING: Final = re.compile("macro|vba|activex|oleobject|altchunk|package", re.IGNORECASE)
"""In types of contents: programs, and files of other programs."""
_XML: Final = (".xml", ".rels")
_RELATIONS: Final = ".rels"
_PICTURES: Final = (".png", ".jpg", ".jpeg", ".gif")

KEPT: Final = frozenset(
    {
        "officeDocument", "core-properties", "extended-properties", "custom-properties", "styles", "stylesWithEffects", "settings",
        "fontTable", "theme", "numbering", "header", "footer", "footnotes", "endnotes", "image",
    }
)  # fmt: skip
"""The kinds of relationships whose parts a manual takes over."""
LEFT_OUT: Final = frozenset(
    {
        "thumbnail", "customXml", "customXmlProps", "webSettings", "glossaryDocument", "people", "keyMapCustomizations",
        "classificationlabels",
    }
)  # fmt: skip
"""The kinds whose parts a manual does not need: they are left out of it."""
_REFUSED_ELEMENTS: Final = frozenset(
    {"altChunk", "subDoc", "object", "control", "mailMerge", "contentPart", "OLEObject"}
)
_ADDRESS: Final = re.compile(r"\s*(?:[a-z][a-z0-9+.-]*:/|javascript:|mailto:|mhtml:|\\\\|//)", re.IGNORECASE)
_WITHOUT_ADDRESS: Final = frozenset({"uri", "descr", "title", "alt"})
"""Attributes that name a schema, or describe a picture: what stands in them is never opened."""
_DATA: Final = "customXml/"
"""The folder of data of other programs, which is left out."""


def flaws_in(data: bytes) -> list[str]:
    """Why a file is no template, as sentences; none if it is one."""
    if len(data) > MOST_BYTES:
        return [f"The file has {len(data):,} bytes; at most {MOST_BYTES:,} are read."]
    try:
        parts = _unpacked(data)
    except _Broken as broken:
        return [str(broken)]
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError, NotImplementedError):
        return ["The file is broken, or protected by a password: it cannot be unpacked as a Word file."]
    found = dict.fromkeys(_flaws(parts))
    return list(found)[:_MOST_SAID]


def kind_of(relation: str) -> str:
    """The kind of a relationship: the end of its type."""
    return relation.rpartition("/")[2]


class _Broken(Exception):
    """The file cannot be unpacked within the limits."""


def _unpacked(data: bytes) -> Mapping[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [each.lower() for each in archive.namelist()]
        if len(names) > MOST_PARTS or len(set(names)) < len(names):
            raise _Broken(f"The file has more than {MOST_PARTS} parts, or two of one name.")
        parts: dict[str, bytes] = {}
        left = MOST_UNPACKED
        for each in archive.infolist():
            with archive.open(each) as file:
                parts[each.filename] = file.read(left + 1)
            left -= len(parts[each.filename])
            if left < 0:
                raise _Broken(f"The file unpacks to more than {MOST_UNPACKED >> 20} MB.")
    if not {_TYPES, _DOCUMENT} <= parts.keys():
        raise _Broken("The file is an archive, but no Word file. Save it as .docx.")
    return parts


def _flaws(parts: Mapping[str, bytes]) -> Iterator[str]:
    for name, content in parts.items():
        shown = name[:_LONGEST_NAME]
        if not name.lower().endswith(_XML):
            if not name.lower().endswith((*_PICTURES, "/")):
                yield f"{shown}: parts of this kind are not taken; pictures are PNG, JPEG or GIF."
            continue
        try:
            root = parse_xml(content, _LIMITS)
        except NotXml as wrong:
            yield f"{shown}: {wrong}"
            continue
        for flaw in _flaws_of(name, root):
            yield f"{shown}: {flaw}"


def _flaws_of(name: str, root: etree._Element) -> Iterator[str]:
    if name == _TYPES:
        yield from _in_types(root)
    elif name.endswith(_RELATIONS):
        yield from _in_relations(name, root)
    elif not name.startswith(_DATA):
        yield from _in_part(root)


def _in_types(root: etree._Element) -> Iterator[str]:
    for each in root:
        type_ = each.get("ContentType", "")
        if _RUNNING.search(type_.replace("openxmlformats-package", "")):
            yield f"Macros and files of other programs are not taken ({type_[:_LONGEST_NAME]})."
        name = f".{each.get('Extension', '')}{each.get('PartName', '')}".lower()
        if name.endswith(_PICTURES) and not type_.startswith("image/"):
            yield f"A picture is called something else ({type_[:_LONGEST_NAME]})."
        if each.get("PartName") == f"/{_DOCUMENT}" and type_ != _MAIN:
            yield "The file is no document. Save it as .docx, without macros and not as a template."


def _in_relations(name: str, root: etree._Element) -> Iterator[str]:
    owner = PurePosixPath(name).name.removesuffix(_RELATIONS) or "the file"
    for each in root:
        kind = kind_of(each.get("Type", ""))
        if each.get("TargetMode", "Internal") != "Internal":
            yield f"{owner} refers to something outside of the file ({kind}). Remove links and linked pictures, and the attached template."
        elif kind not in KEPT | LEFT_OUT or (kind in KEPT and _DATA.lower() in each.get("Target", "").lower()):
            yield f"{owner} refers to a part of a kind that is not taken: {kind[:_LONGEST_NAME]}."


def _in_part(root: etree._Element) -> Iterator[str]:
    for each in root.iter():
        local = each.tag.rpartition("}")[2]
        if local in _REFUSED_ELEMENTS:
            yield f"<{local}> is not taken."
        for name, value in each.attrib.items():
            if _ADDRESS.match(str(value)) and str(name).rpartition("}")[2] not in _WITHOUT_ADDRESS:
                yield f"<{local}> has an address of something outside of the file."
    for field in unknown_fields(root):
        yield f"The field {field[:_LONGEST_NAME]!r} is not taken."
