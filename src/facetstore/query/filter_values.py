"""Values of a filter in the form in which stored values are compared, by the data type of the attribute."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from facetstore.domain.values import equality_key, order_key
from facetstore.metamodel.model import DataType
from facetstore.query.filter_tree import ORDER_OPERATORS, Operator, Value

ORDER_LENGTH: Final = 200
"""How many characters of a text decide its order; stored texts are cut to the same length."""

ToInstant = Callable[[str], int]
"""Microseconds since 1970 in UTC of an ISO local date-time of the tenant; raises ValueError."""

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
_DATE_TIME = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d)(T(?P<time>([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,7})?)?)(?P<offset>Z|[+-]\d\d:[0-5]\d)?)?",
    re.ASCII,
)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class NotOfThisType:
    """What kind of value was expected, and a hint why this one does not fit."""

    takes: str
    hint: str = ""


def is_blank(text: str) -> bool:
    """Whether a text counts as missing: empty, or white space alone."""
    return not text or text.isspace()


def equality_form(text: str) -> str:
    """A text as it is compared for equality; all blank texts are equal."""
    return "" if is_blank(text) else equality_key(text)


def ordering_form(text: str) -> str:
    """A text as it is compared by order. It is derived from the equality form, so that equal texts are also ordered as equal,
    and cut last, so that a short form is always complete."""
    return order_key(equality_form(text))[:ORDER_LENGTH]


def is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


def value_of(text: str, data_type: DataType, operator: Operator, to_instant: ToInstant) -> Value | NotOfThisType:
    """The value in its form, or what was expected instead."""
    if data_type is DataType.DATE_TIME:
        return _instant(text, to_instant)
    read = _READERS.get(data_type)
    return read(text) if read else _text(text, operator)


def _text(text: str, operator: Operator) -> Value | NotOfThisType:
    if operator in ORDER_OPERATORS:
        return ordering_form(text)
    if operator is Operator.LIKE and _escapes_nothing(text):
        return NotOfThisType("a pattern in which each backslash stands before the character it escapes")
    # A part of a text may be a blank: a text that contains ' ' need not be blank.
    return equality_form(text) if operator in (Operator.EQ, Operator.LIKE) else equality_key(text)


def _escapes_nothing(pattern: str) -> bool:
    """Whether the last backslash escapes nothing. Engines treat it differently."""
    return (len(pattern) - len(pattern.rstrip("\\"))) % 2 == 1


def _boolean(text: str) -> Value | NotOfThisType:
    known = {"true": 1.0, "1": 1.0, "false": 0.0, "0": 0.0}
    return known.get(text.casefold(), NotOfThisType("true or false"))


def _integer(text: str) -> Value | NotOfThisType:
    number = _number(text)
    if isinstance(number, float) and number.is_integer():
        return number
    return NotOfThisType("a whole number, such as 12")


def _number(text: str) -> Value | NotOfThisType:
    if is_number(text) and math.isfinite(number := float(text)):
        return number
    return NotOfThisType("a number, such as 12 or 0.5")


_READERS: Final[Mapping[DataType, Callable[[str], Value | NotOfThisType]]] = {
    DataType.BOOLEAN: _boolean,
    DataType.INTEGER: _integer,
    DataType.DECIMAL: _number,
}


def _instant(text: str, to_instant: ToInstant) -> Value | NotOfThisType:
    match = _DATE_TIME.fullmatch(text)
    if match is None:
        return _no_date_time(text)
    try:
        local = f"{match['day']}T{match['time'] or '00:00'}"
        return _with_offset(local, match["offset"]) if match["offset"] else to_instant(local)
    except ValueError:
        return _no_date_time(text)


def _with_offset(local: str, offset: str) -> int:
    wall = datetime.fromisoformat(local).replace(tzinfo=UTC)
    hours, minutes = (0, 0) if offset == "Z" else (int(offset[1:3]), int(offset[4:]))
    ahead = timedelta(hours=hours, minutes=minutes) * (-1 if offset.startswith("-") else 1)
    # Plain arithmetic, because a date-time with its offset overflows at both ends of the calendar.
    return (wall - _EPOCH - ahead) // _MICROSECOND


def _no_date_time(text: str) -> NotOfThisType:
    takes = "a date-time, such as '2024-05-31', '2024-05-31T13:45:00' or '2024-05-31T11:45:00Z'"
    # The plus of an offset arrives as a blank if it was not encoded.
    broken_plus = " " in text and _DATE_TIME.fullmatch(text.replace(" ", "+", 1)) is not None
    return NotOfThisType(takes, " A + in an address is written %2B." if broken_plus else "")
