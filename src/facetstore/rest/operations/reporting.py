"""Operation 15: reports, with children, content and versions inlined."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from facetstore.query.options import ReadOptions
from facetstore.query.parameters import Parameters
from facetstore.query.plain_pages import read_page
from facetstore.rest.operations.handlers import Exchange, read_flag
from facetstore.rest.operations.one_culture import RawMap
from facetstore.rest.operations.rendering import ElementRenderer
from facetstore.rest.wire.answer import Content
from facetstore.usecases.measure import paced
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.reading import reports
from facetstore.usecases.reading.accessing import access_row
from facetstore.usecases.reading.reports import Report

_FACET: Final = "facet"
PAGE: Final = "page"
PAGE_SIZE: Final = "pageSize"
_LAST: Final = "lastVersions"
V1_PARAMETERS: Final = frozenset({_FACET, PAGE, PAGE_SIZE, _LAST})


async def list_report(exchange: Exchange) -> Content:
    report = await reports.list_report(exchange.reading, exchange.parameter("facetId"), exchange.options())
    return Content(await _Renderer(exchange, report).render_all(), headers=exchange.link(report.next_cursor))


async def get_report(exchange: Exchange) -> Content:
    path = (exchange.parameter("facetId"), exchange.parameter("elementId"))
    report = await reports.get_report(exchange.reading, *path, exchange.options())
    return Content(await _Renderer(exchange, report).render_all(), report.elements.rows[0].revision)


async def list_versions_report(exchange: Exchange) -> Content:
    """The report of the `_api/v1` group: always a page, flat, each element with its versions."""
    parameters = Parameters(exchange.given())
    parameters.require(_FACET, "the name of a facet")
    parameters.require(PAGE, "the number of a page, from 1 on")
    page, only_last = read_page(parameters, PAGE, PAGE_SIZE), read_flag(exchange, _LAST)
    parameters.check()
    facet = exchange.given()[_FACET]
    report = await reports.list_versions_report(exchange.reading, facet, page, only_last=only_last)
    return Content(await _Renderer(exchange, report).render_all())


async def get_any_report(exchange: Exchange) -> Content:
    """The report on an element, whatever its facet."""
    id_ = exchange.parameter("elementId")
    facet = (await access_row(exchange.reading, id_)).facet
    report = await reports.get_report(exchange.reading, facet, id_, ReadOptions())
    return Content(await _Renderer(exchange, report).render_all(), report.elements.rows[0].revision)


class _Renderer:
    """Renders a report: each element in short form, with its parts inside it."""

    def __init__(self, exchange: Exchange, report: Report) -> None:
        self._elements: ElementRenderer = exchange.renderer(report.elements)
        self._shown = report.elements.presentation.attributes
        self._metamodel = exchange.reading.metamodel
        self._types = self._metamodel.types
        self._report = report

    async def render_all(self) -> bytes:
        rows = self._report.elements.rows
        body = b'{"count":%d,"values":[%b]}' % (len(rows), b",".join(await paced(map(self._top, rows))))
        return self._elements.finish(body)

    def _top(self, row: ElementRow) -> bytes:
        children = self._report.children.get(row.element, ())
        members = [
            *self._members(b"children", map(self._reduced, children)),
            *self._content(row),
            *self._members(b"rootPath", filter(None, (row.root_path,))),
            *self._members(b"versions", map(self._version, self._report.versions.get(row.element, ()))),
        ]
        head = self._elements.head(row) + self._elements.heads.of(row)
        return b"".join([head, *self._documents(row), *members, b"}"])

    def _version(self, row: ElementRow) -> bytes:
        return b"".join([row.head, *self._documents(row), *self._content(row), b"}"])

    def _reduced(self, row: ElementRow) -> bytes:
        return b"".join([row.head, *self._documents(row), b"}"])

    def _content(self, row: ElementRow) -> list[bytes]:
        """The elements of the shapes. Structure elements show their children, which do not depend on the version."""
        if self._types[row.type].content_is_children:
            shown = self._report.children.get(row.element, ())
            wanted = "content" in self._report.elements.presentation.resources
            return self._members(b"content", map(self._reduced, shown)) if wanted else []
        return self._members(b"content", (self._shape(row, each) for each in self._report.content.get(row.key, ())))

    def _shape(self, container: ElementRow, row: ElementRow) -> bytes:
        tail = f"/{container.element}/{container.version}/{row.label}".encode()
        return b"".join([row.head, *self._documents(row, tail), b"}"])

    def _members(self, name: bytes, rendered: Iterable[bytes]) -> list[bytes]:
        joined = b",".join(rendered)
        return [b',"%b":[%b]' % (name, joined)] if joined else []

    def _documents(self, row: ElementRow, tail: bytes = b"") -> list[bytes]:
        parts = []
        if row.attributes is not None and (attributes := self._attributes(row, tail)):
            parts += self._elements.attribute_members(msgspec.json.encode(attributes))
        if related := self._elements.related(row, keep_address=False):
            parts += [b',"related":{', related, b"}"]
        return parts

    def _attributes(self, row: ElementRow, tail: bytes) -> RawMap:
        """The attributes of the view and the figures only reports have (D3.9)."""
        shown = self._elements.decode(self._elements.attributes(row, tail))
        shown |= {name: msgspec.Raw(b'{"127":%b}' % value) for name, value in self._figures(row)}
        return dict(sorted(shown.items()))

    def _figures(self, row: ElementRow) -> Iterable[tuple[str, bytes]]:
        if not self._types[row.type].versioned:
            return
        major, _, minor = self._elements.number(row).partition(".")
        # A diagram shows elements in their current version; their other versions were not read. It is the last one by
        # definition. It is the released one if it is released or, with a major version of 0, no version ever was.
        last, released = self._report.flags.get(row.version) or (True, self._is_released(row) or major == "0")
        figures = {
            "majorVersion": major.encode(),
            "minorVersion": minor.encode(),
            "isLastInProcessOrReleased": b"true" if last else b"false",
            "isReleasedOrLastInProcess": b"true" if released else b"false",
        }
        hidden = self._report.elements.presentation.hidden
        for name, value in figures.items():
            if value and name not in hidden and (self._shown is None or name in self._shown):
                yield name, value

    def _is_released(self, row: ElementRow) -> bool:
        state = self._metamodel.state_of.get((row.type, row.state))
        return state is not None and state.released
