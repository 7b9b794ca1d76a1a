"""Reports: reduced elements with their children, content and versions inlined one level deep."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from facetstore.metamodel.model import Facet, Metamodel
from facetstore.query.options import Page, ReadOptions
from facetstore.usecases.ports.rows import FACETS_MARK, VIEW_MARK, ElementRow
from facetstore.usecases.ports.selections import WHOLE_LIST, ContentOf, ListOf, VersionsOf
from facetstore.usecases.reading.accessing import access_element, access_facet
from facetstore.usecases.reading.element_reads import complete
from facetstore.usecases.reading.lists import ElementList, read_listing, select_elements
from facetstore.usecases.reading.narrowing import narrow
from facetstore.usecases.reading.presentation import Elements, Presentation, present
from facetstore.usecases.tenancy import Reading

_REDUCED: Final = frozenset({"attributes", "related"})
_MARKS: Final = f"{FACETS_MARK}{VIEW_MARK}".encode()

Groups = Mapping[object, Sequence[ElementRow]]


@dataclass(frozen=True, slots=True)
class Report:
    """Elements and what is inlined in them: children by parent, content by version key, versions by element."""

    elements: Elements
    children: Groups
    content: Groups
    versions: Groups
    flags: Mapping[str, tuple[bool, bool]]
    """By version id: isLastInProcessOrReleased and isReleasedOrLastInProcess."""
    next_cursor: str | None = None


async def list_report(reading: Reading, facet_name: str, options: ReadOptions) -> Report:
    facet, presentation = _prepare(reading, facet_name, options)
    narrowed = (options.page, options.filter, options.order)
    flat = options.flat or any(each is not None for each in narrowed)
    selection = ListOf(facet.name) if flat else select_elements(reading, facet, facet.views["reporting"])
    wanted = ElementList(
        facet.name, selection, presentation, options, narrow(reading, facet.name, selection, options), whole=True
    )
    async with reading.opened.snapshot():
        listing = await read_listing(reading, wanted)
        rows = await reading.opened.elements(wanted.these(listing), presentation.parts)
        report = await _report(reading, rows, presentation, options, inline=not flat)
    return replace(report, next_cursor=wanted.next_cursor(listing))


async def get_report(reading: Reading, facet_name: str, element_id: str, options: ReadOptions) -> Report:
    facet, presentation = _prepare(reading, facet_name, options)
    async with reading.opened.snapshot():
        row = await access_element(reading, facet, element_id, presentation.parts)
        return await _report(reading, (row,), presentation, options, inline=True)


async def list_versions_report(reading: Reading, facet_name: str, page: Page, *, only_last: bool) -> Report:
    """A page of all elements of a facet, each with its versions; with `only_last` only the last and the released one."""
    options = ReadOptions(_REDUCED, page=page, flat=True)
    facet, presentation = _prepare(reading, facet_name, options)
    wanted = ElementList(facet.name, ListOf(facet.name), presentation, options, WHOLE_LIST, whole=True)
    async with reading.opened.snapshot():
        listing = await read_listing(reading, wanted)
        rows = await reading.opened.elements(wanted.these(listing), presentation.parts)
        report = await _report(reading, rows, presentation, options, inline=True)
    if not only_last:
        return report
    kept = {key: [each for each in rows if any(report.flags[each.version])] for key, rows in report.versions.items()}
    return replace(report, versions=kept)


def _prepare(reading: Reading, facet_name: str, options: ReadOptions) -> tuple[Facet, Presentation]:
    facet = access_facet(reading.metamodel, facet_name)
    return facet, present(reading.metamodel, facet, facet.views["reporting"], options, report=True)


async def _report(
    reading: Reading, rows: Sequence[ElementRow], presentation: Presentation, options: ReadOptions, *, inline: bool
) -> Report:
    parts = presentation.parts
    content: Sequence[ElementRow] = ()
    below = (
        [each for row in rows for each in _child_references(row)] if inline and "children" in options.resources else []
    )
    own = {row.element for row in rows}
    elements = tuple({*own, *(reference.id for _, reference in below)})
    versions = await reading.opened.elements(VersionsOf(elements), replace(parts, children=False))
    by_id = {row.version: row for row in versions}
    # Elements that the caller may only see by name are in no report.
    found = ((parent, by_id.get(reference.versionId or reference.id)) for parent, reference in below)
    children = [child._replace(group=parent) for parent, child in found if child is not None]
    if inline and "content" in options.resources:
        keys = tuple({row.key for row in (*rows, *(v for v in versions if v.element in own))})
        content = await reading.opened.elements(ContentOf(keys), parts)
    shown = [row for row in versions if inline and row.element in own and reading.metamodel.types[row.type].versioned]
    return Report(
        await complete(reading, rows, presentation),
        _grouped(children),
        _grouped(content),
        _grouped(shown),
        _flags(reading.metamodel, versions),
    )


class _VersionReference(msgspec.Struct):
    """The identity in a reference: which element, in which version."""

    id: str
    versionId: str | None = None  # the name in JSON


_references = msgspec.json.Decoder(list[_VersionReference])


def _child_references(row: ElementRow) -> Iterable[tuple[str, _VersionReference]]:
    """The references to the children of a row, each with the id of the row. They name the version that the caller sees."""
    document = (row.children or b"").translate(None, delete=_MARKS)
    return [(row.element, each) for each in _references.decode(b"[" + document + b"]")]


def _grouped(rows: Iterable[ElementRow]) -> Groups:
    groups: dict[object, list[ElementRow]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(row)
    return groups


def _flags(metamodel: Metamodel, versions: Iterable[ElementRow]) -> Mapping[str, tuple[bool, bool]]:
    """For each version, among those the caller may open: is it the last one, and is it the released one (else the last)?"""
    flags: dict[str, tuple[bool, bool]] = {}
    for group in _grouped(versions).values():
        last = group[-1]
        released = next((row for row in reversed(group) if _is_released(metamodel, row)), last)
        flags |= {row.version: (row is last, row is released) for row in group}
    return flags


def _is_released(metamodel: Metamodel, row: ElementRow) -> bool:
    state = metamodel.state_of.get((row.type, row.state))
    return state is not None and state.released
