"""Addresses of the feed: `rest/odata/…`, or `rest/odata/all/1031/…` and `rest/odata/released/1031/…` for one culture."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from facetstore.domain.errors import Finding, InvalidParameter, NotFound
from facetstore.query.odata_filter import UnsupportedQuery
from facetstore.query.odata_literals import ODataLiteral, read_literal
from facetstore.query.odata_tokens import odata_tokens
from facetstore.usecases.analysis.star_model import Star, StarTable

RELEASED: Final = "released"
_SCOPES: Final = ("all", RELEASED)
METADATA: Final = "$metadata"
COUNT: Final = "$count"
_KEYED: Final = re.compile(r"([A-Za-z_]\w*)\((.*)\)", re.ASCII | re.DOTALL)
_ADDRESS: Final = "the address"


@dataclass(frozen=True, slots=True)
class FeedAddress:
    """An address behind `rest/odata`: which star it is about, and what of it."""

    prefix: tuple[str, ...]
    """The segments that choose the star."""
    culture: int | None
    released: bool
    path: tuple[str, ...]

    def root(self, base: str, tenant: str) -> str:
        """The address of the service document, with a slash at its end."""
        return "/".join((base, quote(tenant), "_api/rest/odata", *self.prefix, ""))


def read_feed_address(segments: Sequence[str]) -> FeedAddress:
    """The address of the segments behind `rest/odata`. Raises NotFound."""
    parts = tuple(segments[:-1] if segments and not segments[-1] else segments)
    if not parts or parts[0] not in _SCOPES:
        return FeedAddress((), None, False, parts)
    if len(parts) < 2 or not re.fullmatch(r"[1-9]\d{0,8}", parts[1], re.ASCII):
        raise NotFound(f"Behind {parts[0]} goes the number of a culture, such as {parts[0]}/1033.")
    return FeedAddress(parts[:2], int(parts[1]), parts[0] == RELEASED, parts[2:])


@dataclass(frozen=True, slots=True)
class Resource:
    """What a request is about: a table, one of its rows, or their number."""

    table: StarTable
    key: Mapping[str, ODataLiteral] | None = None
    is_count: bool = False


def read_resource(star: Star, path: Sequence[str]) -> Resource:
    """The resource of a path. Raises NotFound, InvalidParameter, UnsupportedQuery."""
    first, rest = path[0], tuple(path[1:])
    if first.startswith("$"):
        raise UnsupportedQuery(f"{first[:40]} is not supported here.", _ADDRESS)
    match = _KEYED.fullmatch(first)
    table = star.tables.get(match[1] if match else first)
    if table is None:
        raise NotFound("There is no such table. The service document lists those that you have.")
    if match and not rest:
        return Resource(table, _key_of(table, match[2]))
    if match or rest not in ((), (COUNT,)):
        raise UnsupportedQuery("Behind a table goes (key) or /$count, and nothing behind these.", _ADDRESS)
    return Resource(table, is_count=bool(rest))


def _key_of(table: StarTable, text: str) -> Mapping[str, ODataLiteral]:
    """The values of a key: one literal, or `name=literal` for each part. Raises InvalidParameter."""
    tokens, at, found = odata_tokens(text, _ADDRESS), 0, dict[str, ODataLiteral]()
    while True:
        name = table.key[0]
        if tokens[at].kind == "name" and tokens[at + 1].says("="):
            name, at = tokens[at].text, at + 2
        literal = read_literal(tokens[at])
        if literal is None or name in found:
            raise _no_key(table)
        found[name] = literal
        if not tokens[at + 1].says(","):
            break
        at += 2
    if set(found) != set(table.key) or tokens[at + 1].kind != "end":
        raise _no_key(table)
    return found


def _no_key(table: StarTable) -> InvalidParameter:
    example = ",".join(f"{name}=…" for name in table.key) if len(table.key) > 1 else "'…'"
    error = f"A row of {table.name} is named by its key: {table.name}({example})."
    return InvalidParameter(error, [Finding(error, InvalidParameter.code, _ADDRESS)])
