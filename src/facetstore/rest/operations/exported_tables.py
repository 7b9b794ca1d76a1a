"""Our own operation that exports a list as a table: CSV, Excel, and what translators take (decision 0109)."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.query.options import ReadOptions
from facetstore.rest.operations.handlers import Exchange, read_flag
from facetstore.rest.wire.answer import Content
from facetstore.rest.wire.media import CSV, preferred
from facetstore.usecases.ports.table_formats import ElementTable, TableFormat, TableKind
from facetstore.usecases.tables.table_lines import read_table
from facetstore.usecases.tables.table_plans import plan_table

MEDIA: Final = {
    CSV: "csv",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "application/xliff+xml": "xliff",
}
"""What the answer can be. The registered formats have the same names."""


async def export_table(exchange: Exchange) -> Content:
    kind = _kind(exchange)
    format_ = _format(exchange, kind)
    if format_.one_culture:
        _check_culture(exchange)
    with_mark = "bom" not in exchange.query or read_flag(exchange, "bom")
    names = exchange.parameter("facetId"), exchange.parameter("viewId")
    plan = plan_table(exchange.reading, *names, exchange.options(), kind, names_choices=format_.names_choices)
    table = await read_table(exchange.reading, plan, byte_order_mark=with_mark)
    headers = [(b"content-disposition", _disposition(table, format_))]
    media = f"{format_.media}; charset=utf-8" if format_.media.startswith("text/") else format_.media
    return Content(b"", headers=headers, stream=format_.write(table), media=media.encode(), fleeting=True)


async def export_list(exchange: Exchange, options: ReadOptions) -> Content:
    """All elements of a list as CSV for programs, without a byte order mark. Raises InvalidParameter for a page of it."""
    if options.page is not None or options.cursor is not None:
        raise _wrong("$page", "CSV has the whole list: leave out $page, or ask for JSON.")
    format_ = next(each for each in exchange.tables if each.key == MEDIA[CSV])
    names = exchange.parameter("facetId"), exchange.parameter("viewId")
    plan = plan_table(exchange.reading, *names, options, TableKind.LIST, names_choices=format_.names_choices)
    table = await read_table(exchange.reading, plan, byte_order_mark=False)
    return Content(b"", stream=format_.write(table), media=f"{CSV}; charset=utf-8".encode(), fleeting=True)


def _kind(exchange: Exchange) -> TableKind:
    given = exchange.given()
    only = [each.kinds for each in exchange.tables if each.key == given.get("format") and len(each.kinds) == 1]
    asked = given.get("sheet", next(iter(only[0])) if only else TableKind.LIST)
    known = [each.value for each in TableKind]
    if asked not in known:
        raise _wrong("sheet", f"sheet is one of {', '.join(known)}.")
    return TableKind(asked)


def _format(exchange: Exchange, kind: TableKind) -> TableFormat:
    """The format that the address or the Accept header names; the first if neither does. Raises InvalidParameter."""
    known = {each.key: each for each in exchange.tables if kind in each.kinds}
    asked = exchange.given().get("format")
    if asked is None:
        accept = exchange.call.headers.get(b"accept")
        asked = preferred(accept, {each.media: each.key for each in known.values()}) or next(iter(known))
    if asked not in known:
        raise _wrong("format", f"format of such a table is one of {', '.join(known)}.")
    return known[asked]


def _check_culture(exchange: Exchange) -> None:
    """Raise InvalidParameter if the request does not say into which culture its texts are to be translated."""
    settings = exchange.reading.served.settings
    cultures = [each for each in settings.data_cultures if each != settings.default_data_culture]
    if exchange.options().culture not in cultures:
        known = ", ".join(map(str, cultures)) or "none: this storage has one language"
        raise _wrong("$culture", f"$culture is the culture to translate into, one of {known}.")


def _wrong(name: str, error: str) -> InvalidParameter:
    return InvalidParameter(error, [Finding(error, InvalidParameter.code, name)])


def _disposition(table: ElementTable, format_: TableFormat) -> bytes:
    kind = "" if table.kind is TableKind.LIST else f"-{table.kind.value}"
    return f'attachment; filename="{quote(table.name, safe="")}{kind}.{format_.key}"'.encode()
