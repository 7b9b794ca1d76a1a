"""Literals of OData in the form in which the cells of a column are compared."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from facetstore.domain.values import is_clean_text
from facetstore.metamodel.model import DataType
from facetstore.query.filter_tree import Operator, Value
from facetstore.query.filter_values import NotOfThisType, is_blank, value_of
from facetstore.query.odata_tokens import ODataToken, odata_mistake
from facetstore.query.row_tree import ColumnType

_FILTER: Final = "$filter"
_WORDS: Final = ("true", "false", "null")
_TAKES: Final = {
    ColumnType.TEXT: "a text in single quotes: 'text'",
    ColumnType.WHOLE: "a number: 12",
    ColumnType.NUMBER: "a number: 0.5",
    ColumnType.FLAG: "true or false",
    ColumnType.DAY: "a day: 2026-01-31",
    ColumnType.INSTANT: "a time with its offset: 2026-01-31T09:30:00Z",
}
_LARGEST: Final = 1 << 62


@dataclass(frozen=True, slots=True)
class ODataLiteral:
    """A literal: its kind, and its text without quotes."""

    kind: str
    text: str

    @property
    def is_blank(self) -> bool:
        return self.kind == "string" and is_blank(self.text)


def read_literal(token: ODataToken) -> ODataLiteral | None:
    """The literal of a word; None if it is none."""
    if token.kind == "string":
        return ODataLiteral("string", token.text[1:-1].replace("''", "'"))
    if token.kind == "name":
        if token.text not in _WORDS:
            return None
        return ODataLiteral("null" if token.text == "null" else "flag", token.text)
    return ODataLiteral(token.kind, token.text) if token.kind in ("guid", "instant", "day", "number") else None


def as_value(literal: ODataLiteral, type_: ColumnType, operator: Operator) -> Value:
    """A literal in the form of a column. Raises InvalidParameter if it is of another type."""
    found = _value(literal, type_, operator)
    if found is None:
        raise odata_mistake(_FILTER, f"{literal.text[:40]!r} in $filter is compared with {_TAKES[type_]}.")
    return found


def _value(literal: ODataLiteral, type_: ColumnType, operator: Operator) -> Value | None:
    match type_:
        case ColumnType.TEXT:
            return _text(literal, operator)
        case ColumnType.WHOLE | ColumnType.NUMBER:
            number = float(literal.text) if literal.kind == "number" else None
            return number if number is not None and abs(number) < _LARGEST else None
        case ColumnType.FLAG:
            return float(literal.text == "true") if literal.kind == "flag" else None
        case ColumnType.DAY:
            return _day(literal.text[:10]) if literal.kind in ("day", "instant") else None
        case ColumnType.INSTANT:
            return _instant(literal)


def _text(literal: ODataLiteral, operator: Operator) -> Value | None:
    if literal.kind not in ("string", "guid") or not is_clean_text(literal.text):
        return None
    found = value_of(literal.text, DataType.SINGLE_LINE_TEXT, operator, _no_zone)
    return None if isinstance(found, NotOfThisType) else found


def _day(text: str) -> str | None:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return None


def _instant(literal: ODataLiteral) -> Value | None:
    """Microseconds of a time. One without an offset, and a day, count as UTC."""
    if literal.kind not in ("day", "instant"):
        return None
    given = literal.text if literal.kind == "instant" else f"{literal.text}T00:00"
    whole = given if given[-1] == "Z" or given[-6:-5] in ("+", "-") else f"{given}Z"
    found = value_of(_short(whole), DataType.DATE_TIME, Operator.EQ, _no_zone)
    return None if isinstance(found, NotOfThisType) else found


def _short(text: str) -> str:
    """A time with at most seven digits of a fraction: no more are stored."""
    begin, dot, rest = text.partition(".")
    digits = len(rest) - len(rest.lstrip("0123456789"))
    return f"{begin}.{rest[: min(digits, 7)]}{rest[digits:]}" if dot else text


def _no_zone(local: str) -> int:
    raise ValueError(local)
