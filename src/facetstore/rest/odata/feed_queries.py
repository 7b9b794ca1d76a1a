"""What a request wants of a table, checked against its columns and ways, with the place behind which its page begins."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from facetstore.domain.errors import Finding, InvalidParameter, nearest
from facetstore.query.odata_filter import parse_odata_filter
from facetstore.query.odata_options import EXPAND, ORDER, SELECT, SKIP_TOKEN, RowOptions
from facetstore.query.row_tree import EVERY_ROW
from facetstore.usecases.analysis.expanding import Expansion
from facetstore.usecases.analysis.row_reading import Place, RowsAsked, check_place
from facetstore.usecases.analysis.star_model import Star, StarTable

PAGE: Final = 1000
PAGE_WITH_MORE: Final = 250
"""Rows of a page, and of one whose rows are expanded."""
_LONGEST_TOKEN: Final = 8192


@dataclass(frozen=True, slots=True)
class FeedQuery:
    """A request for rows of a table."""

    table: StarTable
    selected: tuple[str, ...]
    """The columns to show."""
    names_columns: bool
    """Whether the request names the columns itself."""
    expansions: tuple[Expansion, ...]
    asked: RowsAsked
    left: int | None
    """How many rows may still follow; None: all."""


def plan_query(star: Star, table: StarTable, options: RowOptions, page: int | None) -> FeedQuery:
    """Raises InvalidParameter, UnsupportedQuery, TooCostly. `page`: the rows of a page that the caller prefers."""
    ways = set(table.navigations)
    named = [each for each in options.select or () if each not in ways]
    selected = (
        _columns(table, tuple(named) if named else None, SELECT) if options.select is not None else tuple(table.columns)
    )
    if options.select is not None and not named:
        selected = ()
    expansions = tuple(_expansion(star, table, *each) for each in options.expand)
    for order in options.order:
        _check(order.column, table.columns, table, ORDER)
    left, after = _place(table, options)
    most = min(page or PAGE, PAGE_WITH_MORE if expansions else PAGE)
    limit = most if left is None else min(most, left)
    tree = EVERY_ROW if options.filter is None else parse_odata_filter(options.filter, table.types)
    columns = tuple(dict.fromkeys((*selected, *(each.way.column for each in expansions))))
    offset = 0 if options.token is not None else options.skip
    asked = RowsAsked(columns, limit, tree, options.order, after, offset)
    return FeedQuery(table, selected, options.select is not None, expansions, asked, left)


def _expansion(star: Star, table: StarTable, name: str, select: tuple[str, ...] | None) -> Expansion:
    _check(name, table.navigations, table, EXPAND)
    way = table.navigations[name]
    target = star.tables[way.table]
    return Expansion(way, target, _columns(target, select, EXPAND))


def _columns(table: StarTable, names: tuple[str, ...] | None, parameter: str) -> tuple[str, ...]:
    if names is None:
        return tuple(table.columns)
    for name in names:
        _check(name, table.columns, table, parameter)
    return names


def _check(name: str, known: Any, table: StarTable, parameter: str) -> None:
    if name not in known:
        what = "navigation property" if parameter == EXPAND and known is table.navigations else "property"
        error = f"{table.name} has no {what} {name[:60]}.{nearest(name[:60], known)}"
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, parameter)])


def write_token(query: FeedQuery, place: Place) -> str:
    """The place of the last row of a page, and how many rows may still follow."""
    left = None if query.left is None else query.left - query.asked.limit
    encoded = base64.urlsafe_b64encode(msgspec.json.encode([left, place]))
    return encoded.decode().rstrip("=")


def _place(table: StarTable, options: RowOptions) -> tuple[int | None, Place | None]:
    if options.token is None:
        return options.top, None
    left, place = _read_token(options.token)
    if left is not None and (not isinstance(left, int) or isinstance(left, bool) or left < 0):
        raise _no_token()
    return left, check_place(table, options.order, place, SKIP_TOKEN)


def _read_token(token: str) -> tuple[Any, Sequence[object]]:
    try:
        if len(token) > _LONGEST_TOKEN:
            raise _no_token()
        left, place = msgspec.json.decode(base64.b64decode(token + "==", altchars=b"-_"), type=tuple[Any, list[Any]])
    except (binascii.Error, ValueError, msgspec.MsgspecError, RecursionError) as error:
        raise _no_token() from error
    return left, place


def _no_token() -> InvalidParameter:
    error = f"{SKIP_TOKEN} is none of this feed: take the address of the next page as it is."
    return InvalidParameter(error, [Finding(error, InvalidParameter.code, SKIP_TOKEN)])
