"""Permalinks: short addresses of an element, of one version, or of a shape in a version.

Nothing is stored: the key says all that the address leads to, so that it is the same on every node, for every caller, and after a
move to another installation (decision 0117). Whether the caller may see what it leads to is decided when it is opened.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import partial
from typing import Final, NamedTuple
from uuid import UUID

from facetstore.domain.errors import Finding, InvalidBody, InvalidParameter, NotFound
from facetstore.domain.values import parse_guid
from facetstore.query.parameters import Parameters
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import NOTHING
from facetstore.usecases.reading.accessing import access_facet, access_row
from facetstore.usecases.reading.element_reads import content_of, with_names
from facetstore.usecases.tenancy import Reading

FACET: Final = "facetName"
VIEW: Final = "facetViewKey"
ELEMENT: Final = "contextKey"
VARIANT: Final = "variantKey"
VERSION: Final = "versionKey"
SELECTION: Final = "selectionKey"
PARAMETERS: Final = frozenset({FACET, VIEW, ELEMENT, VARIANT, VERSION, SELECTION})


class LinkType(StrEnum):
    """What a permalink leads to: whatever version holds, one version, or a shape of one version."""

    ELEMENT = "ofElement"
    VERSION = "ofVersion"
    SELECTION = "ofSelection"


class Permalink(NamedTuple):
    """A permalink: its type and its key."""

    type: LinkType
    key: str


class LinkTarget(NamedTuple):
    """What a key leads to: a facet, the id of an element or a version, and perhaps a shape."""

    facet: str
    id: str
    shape: str | None


_LETTERS: Final = {LinkType.ELEMENT: "e", LinkType.VERSION: "v", LinkType.SELECTION: "s"}
_PART: Final = 26
"""Letters of an id in base 32."""


async def list_permalinks(reading: Reading, given: Mapping[str, str]) -> Mapping[LinkType, Permalink]:
    """The permalinks of what the parameters name. Raises InvalidParameter, NotFound, Forbidden."""
    wanted = _wanted(given)
    facet = access_facet(reading.metamodel, given[FACET]).name if given.get(FACET) else None
    async with reading.opened.snapshot():
        row = await access_row(reading, wanted[VERSION] or wanted[ELEMENT], NOTHING, facet)
        if wanted[VERSION] and wanted[ELEMENT] not in ("", row.element, row.version):
            raise NotFound("The element has no such version.")
        shape = wanted[SELECTION]
        if shape:
            await _check_shape(reading, row, shape)
    return {each.type: each for each in _links(reading, row, shape)}


def _wanted(given: Mapping[str, str]) -> Mapping[str, str]:
    """The ids that the parameters name; empty where they name none."""
    parameters = Parameters({name: text for name, text in given.items() if text})
    found = {name: parameters.read(name, partial(_id, name)) for name in (ELEMENT, VERSION, SELECTION)}
    if not given.get(VERSION):
        parameters.require(ELEMENT, "the id of an element")
    parameters.read(VARIANT, _no_variant)
    parameters.check()
    return {name: value or "" for name, value in found.items()}


def _id(name: str, text: str) -> str:
    guid = parse_guid(text)
    if guid is None:
        error = f"{name} takes an id such as 3fa85f64-5717-4562-b3fc-2c963f66afa6, not {text!r}."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, name)])
    return guid


def _no_variant(text: str) -> str:
    error = f"{VARIANT} stays empty: elements have no variants here."
    raise InvalidParameter(error, [Finding(error, InvalidParameter.code, VARIANT)])


async def _check_shape(reading: Reading, row: ElementRow, shape: str) -> None:
    selection = content_of(reading, row)
    opened = await reading.opened.elements(selection, NOTHING)
    shown = await with_names(reading, selection, opened) or opened
    if all(shape != (each.label or each.element) for each in shown):
        raise NotFound("The diagram of this version has no such shape.")


def _links(reading: Reading, row: ElementRow, shape: str) -> Iterator[Permalink]:
    yield Permalink(LinkType.ELEMENT, _key(LinkType.ELEMENT, row.facet, row.element))
    if reading.metamodel.types[row.type].versioned:
        yield Permalink(LinkType.VERSION, _key(LinkType.VERSION, row.facet, row.version))
    if shape:
        yield Permalink(LinkType.SELECTION, _key(LinkType.SELECTION, row.facet, row.version, shape))


def parse_link_type(body: object) -> LinkType:
    """The type of link in a body. Raises InvalidBody."""
    given = body.get("linkType") if isinstance(body, dict) and len(body) == 1 else None
    known = {each.casefold(): each for each in LinkType}
    if not isinstance(given, str) or given.casefold() not in known:
        error = f'The body needs the type of the link, {{"linkType": "{LinkType.VERSION}"}}: {", ".join(LinkType)}.'
        raise InvalidBody(error, [Finding(error, InvalidBody.code, "linkType")])
    return known[given.casefold()]


def _key(type_: LinkType, facet: str, *ids: str) -> str:
    packed = "".join(base64.b32encode(UUID(each).bytes).decode().rstrip("=").lower() for each in ids)
    return f"{facet}-{_LETTERS[type_]}{packed}"


def read_key(text: str) -> LinkTarget | None:
    """What a key leads to; None for one that is none."""
    facet, dash, rest = text.rpartition("-")
    letter, packed = rest[:1].lower(), rest[1:]
    ids = [_unpacked(packed[start : start + _PART]) for start in range(0, len(packed), _PART)]
    if not dash or not facet.isascii() or not facet.isalnum() or not all(ids):
        return None
    if letter not in _LETTERS.values() or len(ids) != (2 if letter == _LETTERS[LinkType.SELECTION] else 1):
        return None
    return LinkTarget(facet, str(ids[0]), ids[1] if len(ids) > 1 else None)


def _unpacked(part: str) -> str | None:
    try:
        return str(UUID(bytes=base64.b32decode(part.upper() + "=" * (-len(part) % 8))))
    except (ValueError, binascii.Error):
        return None
