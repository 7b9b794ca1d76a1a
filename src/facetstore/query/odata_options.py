"""The system query options of OData as one checked value. The columns that they name are checked where the table is known."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from facetstore.domain.errors import Finding, InvalidParameter, nearest
from facetstore.query.odata_filter import FILTER, UnsupportedQuery
from facetstore.query.row_tree import RowOrder

SELECT: Final = "$select"
EXPAND: Final = "$expand"
ORDER: Final = "$orderby"
SKIP_TOKEN: Final = "$skiptoken"  # noqa: S105  # the name of a parameter
_TOP: Final = "$top"
_SKIP: Final = "$skip"
_COUNT: Final = "$count"
FORMAT: Final = "$format"
OPTIONS: Final = (FILTER, SELECT, EXPAND, ORDER, _TOP, _SKIP, _COUNT, FORMAT, SKIP_TOKEN)
_UNSUPPORTED: Final = ("$search", "$apply", "$compute", "$index", "$levels", "$deltatoken", "$id", "$schemaversion")
_LARGEST: Final = 1_000_000_000
_MOST_NAMES: Final = 200
_MOST_ORDERS: Final = 8
_NAME: Final = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_EXPANDED: Final = re.compile(r"\s*([A-Za-z_]\w*)\s*(?:\(([^()]*)\))?\s*", re.ASCII)


@dataclass(frozen=True, slots=True)
class RowOptions:
    """What a request wants of a table."""

    filter: str | None = None
    select: tuple[str, ...] | None = None
    expand: tuple[tuple[str, tuple[str, ...] | None], ...] = ()
    """The navigation properties to expand, each with the columns that it selects."""
    order: tuple[RowOrder, ...] = ()
    top: int | None = None
    skip: int = 0
    count: bool = False
    format: str | None = None
    token: str | None = None


def parse_row_options(query: Mapping[str, Sequence[str]], allowed: Collection[str] = OPTIONS) -> RowOptions:
    """The options in query parameters. Names without their dollar sign count, as OData 4.01 has it; other names without one are
    those of other parameters. Raises InvalidParameter, UnsupportedQuery."""
    given = _given(query, allowed)
    return RowOptions(
        filter=given.get(FILTER),
        select=_names(given.get(SELECT), SELECT),
        expand=_expanded(given.get(EXPAND)),
        order=_orders(given.get(ORDER)),
        top=_number(given, _TOP),
        skip=_number(given, _SKIP) or 0,
        count=_flag(given),
        format=given.get(FORMAT),
        token=given.get(SKIP_TOKEN),
    )


def _given(query: Mapping[str, Sequence[str]], allowed: Collection[str]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for name, values in query.items():
        option = name if name.startswith("$") else f"${name}"
        option = option.lower() if option.lower() in (*OPTIONS, *_UNSUPPORTED) else option
        if option in _UNSUPPORTED:
            raise UnsupportedQuery(f"{option} is not supported here. There are: {', '.join(OPTIONS)}.", option)
        if option not in allowed:
            _check_other(name, option, allowed)
            continue
        if option in found or len(values) > 1:
            raise _wrong(option, f"{option} is given more than once.")
        found[option] = values[0]
    return found


def _check_other(name: str, option: str, allowed: Collection[str]) -> None:
    """Raise InvalidParameter for an option that is unknown, or not for this resource; also for a name that is close to one."""
    hint = nearest(option, allowed) if len(name) < len(SKIP_TOKEN) * 2 else ""
    if name.startswith("$") or option in OPTIONS or hint:
        there = f" There are: {', '.join(allowed)}." if allowed else ""
        raise _wrong(name[:60], f"{name[:60]} is no query option of this resource.{hint or there}")


def _wrong(path: str, error: str) -> InvalidParameter:
    return InvalidParameter(error, [Finding(error, InvalidParameter.code, path)])


def _names(text: str | None, option: str) -> tuple[str, ...] | None:
    if text is None:
        return None
    names = tuple(dict.fromkeys(each.strip() for each in text.split(",")))
    if "*" in names:
        return None
    wrong = next((each for each in names if not _NAME.fullmatch(each)), None)
    if wrong is not None or len(names) > _MOST_NAMES:
        raise _wrong(
            option, f"{option} takes up to {_MOST_NAMES} names with commas between them, not {(wrong or text)[:60]!r}."
        )
    return names


def _expanded(text: str | None) -> tuple[tuple[str, tuple[str, ...] | None], ...]:
    if text is None:
        return ()
    found: dict[str, tuple[str, ...] | None] = {}
    for part in _parts(text):
        match = _EXPANDED.fullmatch(part)
        if match is None:
            raise UnsupportedQuery(
                f"{EXPAND} takes names of navigation properties, each alone or with ($select=…): {part[:60]!r} is neither.",
                EXPAND,
            )
        found[match[1]] = _nested(match[2])
    return tuple(found.items())


def _parts(text: str) -> Sequence[str]:
    """What stands between commas that are in no parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _nested(text: str | None) -> tuple[str, ...] | None:
    if text is None:
        return None
    name, _, value = text.partition("=")
    if name.strip() not in (SELECT, SELECT[1:]) or ";" in text:
        raise UnsupportedQuery(f"{EXPAND} takes {SELECT} alone in its parentheses, not {text[:60]!r}.", EXPAND)
    return _names(value, SELECT)


def _orders(text: str | None) -> tuple[RowOrder, ...]:
    if text is None:
        return ()
    found: dict[str, RowOrder] = {}
    for part in text.split(","):
        name, _, direction = part.strip().partition(" ")
        direction = direction.strip() or "asc"
        if not _NAME.fullmatch(name) or direction not in ("asc", "desc"):
            raise _wrong(ORDER, f"{ORDER} takes properties, each alone or with asc or desc, not {part[:60]!r}.")
        found.setdefault(name, RowOrder(name, direction == "desc"))
    if len(found) > _MOST_ORDERS:
        raise _wrong(ORDER, f"{ORDER} takes up to {_MOST_ORDERS} properties.")
    return tuple(found.values())


def _number(given: Mapping[str, str], name: str) -> int | None:
    text = given.get(name)
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 10 or int(text) > _LARGEST:
        raise _wrong(name, f"{name} takes a whole number from 0 to {_LARGEST:,}, not {text[:40]!r}.")
    return int(text)


def _flag(given: Mapping[str, str]) -> bool:
    text = given.get(_COUNT, "false")
    if text not in ("true", "false"):
        raise _wrong(_COUNT, f"{_COUNT} takes true or false, not {text[:40]!r}.")
    return text == "true"
