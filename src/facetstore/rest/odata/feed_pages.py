"""Pages and single rows of a table as JSON of OData, each read in one state of the data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final
from urllib.parse import quote, urlencode

from facetstore.domain.errors import Finding, InvalidParameter, NotFound
from facetstore.query.odata_filter import FILTER, compared, parse_odata_filter
from facetstore.query.odata_literals import ODataLiteral
from facetstore.query.odata_options import EXPAND, FORMAT, SELECT, SKIP_TOKEN, RowOptions, parse_row_options
from facetstore.query.row_tree import EVERY_ROW, Row, RowsAll
from facetstore.rest.odata.feed_queries import FeedQuery, plan_query, write_token
from facetstore.usecases.analysis.expanding import Expansion, rows_along
from facetstore.usecases.analysis.row_reading import Place, TableReader
from facetstore.usecases.analysis.row_rendering import Rendered, RowRenderer
from facetstore.usecases.analysis.star_model import Star, StarTable

Query = Mapping[str, Sequence[str]]
_ELEMENT: Final = "elementId"


class FeedPage:
    """Reads and renders rows for one request."""

    def __init__(self, star: Star, root: str, reader: TableReader, *, is_bare: bool) -> None:
        """`root`: the address of the service document; `is_bare`: the caller wants no address of the metadata."""
        self._star = star
        self._root = root
        self._reader = reader
        self._is_bare = is_bare

    async def count(self, table: StarTable, query: Query) -> bytes:
        """The number of rows, as a text."""
        text = parse_row_options(query, (FILTER,)).filter
        tree = EVERY_ROW if text is None else parse_odata_filter(text, table.types)
        return b"%d" % await self._reader.count(table, tree)

    async def rows(self, table: StarTable, query: Query, page: int | None) -> Rendered:
        """Raises InvalidParameter, UnsupportedQuery, TooCostly."""
        options = parse_row_options(query)
        check_format(options)
        wanted = plan_query(self._star, table, options, page)
        async with self._reader.snapshot():
            number = await self._reader.count(table, wanted.asked.filter) if options.count else None
            found = await self._reader.page(table, wanted.asked)
            shown = await self._shown(wanted, found.rows)
        body = self._context(wanted, "")
        if number is not None:
            body["@odata.count"] = number
        body["value"] = shown
        if found.next is not None and wanted.left != len(found.rows):
            body["@odata.nextLink"] = self._link(wanted, found.next, query)
        return body

    async def row(self, table: StarTable, key: Mapping[str, ODataLiteral], query: Query) -> Rendered:
        """Raises NotFound, InvalidParameter, UnsupportedQuery."""
        options = parse_row_options(query, (SELECT, EXPAND, FORMAT))
        check_format(options)
        wanted = plan_query(self._star, table, options, 1)
        tree = RowsAll(tuple(compared(name, table.types[name], "eq", each) for name, each in key.items()))
        element = key.get(_ELEMENT) if table.source is not None else None
        asked = replace(wanted.asked, filter=tree, elements=(element.text.lower(),) if element is not None else None)
        async with self._reader.snapshot():
            found = await self._reader.page(table, asked)
            if not found.rows:
                raise NotFound(f"{table.name} has no such row.")
            shown = await self._shown(wanted, found.rows)
        return {**self._context(wanted, "/$entity"), **shown[0]}

    async def _shown(self, wanted: FeedQuery, rows: Sequence[Row]) -> list[Rendered]:
        renderer = RowRenderer(wanted.table, wanted.selected)
        shown = [renderer.render(row) for row in rows]
        for expansion in wanted.expansions:
            _add_expanded(shown, rows, expansion, await rows_along(self._reader, expansion, rows))
        return shown

    def _context(self, wanted: FeedQuery, behind: str) -> Rendered:
        if self._is_bare:
            return {}
        columns = _described(wanted.selected, wanted.expansions, names_columns=wanted.names_columns)
        return {"@odata.context": f"{self._root}$metadata#{wanted.table.name}{columns}{behind}"}

    def _link(self, wanted: FeedQuery, place: Place, query: Query) -> str:
        """The address of the next page: the same request, from the place of the last row on."""
        left_out = ("skip", SKIP_TOKEN.removeprefix("$"))
        kept = {name: values[-1] for name, values in query.items() if name.lstrip("$").lower() not in left_out}
        encoded = urlencode({**kept, SKIP_TOKEN: write_token(wanted, place)}, safe="$,/:'()", quote_via=quote)
        return f"{self._root}{wanted.table.name}?{encoded}"


def check_format(options: RowOptions) -> None:
    """Raise InvalidParameter for a format other than JSON."""
    kind = (options.format or "json").partition(";")[0].strip().lower()
    if kind not in ("json", "application/json"):
        error = f"{FORMAT} takes json here, or for all rows of a table csv, ndjson or parquet, not {kind[:40]!r}."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, FORMAT)])


def _add_expanded(
    shown: Sequence[Rendered], rows: Sequence[Row], expansion: Expansion, found: Mapping[object, list[Row]]
) -> None:
    """Put what rows lead to into the rendered rows."""
    renderer, way = RowRenderer(expansion.table, expansion.columns), expansion.way
    known = {value: [renderer.render(each) for each in led_to] for value, led_to in found.items()}
    for each, row in zip(shown, rows, strict=True):
        targets = known.get(row[way.column], [])
        each[way.name] = targets if way.many else (targets[0] if targets else None)


def _described(names: Iterable[str], expansions: Sequence[Expansion], *, names_columns: bool) -> str:
    """The part of a context address that says which columns there are."""
    expanded = [
        f"{each.way.name}({','.join(each.columns) if len(each.columns) < len(each.table.columns) else ''})"
        for each in expansions
    ]
    shown = [*(names if names_columns else ()), *expanded]
    return f"({','.join(shown)})" if shown else ""
