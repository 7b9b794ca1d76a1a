"""Placeholders in templates: `[name]`, `[name|regex]` for a part of it, `[name:yyyy-MM-dd]` for a date in another form.

What a regex may cost is not known before it runs, so templates that have one are filled in a job process.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from facetstore.domain.errors import Finding

MOST_PLACEHOLDERS: Final = 50
LONGEST_REGEX: Final = 200
LONGEST_VALUE: Final = 4000
"""Characters of a value that goes into a template."""

_NAME: Final = re.compile(r"\[([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*){0,2})(?=[\]|:])")
_FORM: Final = re.compile(r"yyyy|MM|dd|HH|mm|ss")
_DATE: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d))?")

Values = Mapping[str, str]
"""The values of placeholders, by name."""


class Placeholder(NamedTuple):
    """A placeholder and where it stands."""

    start: int
    end: int
    name: str
    regex: str | None = None
    form: str | None = None


def placeholders_in(text: str) -> Iterator[Placeholder]:
    """The placeholders of a text. What does not end is no placeholder."""
    place = 0
    while (found := _NAME.search(text, place)) is not None:
        end = _end(text, found.end())
        if end is None:
            place = found.end()
            continue
        rest = text[found.end() : end]
        regex = rest[1:] if rest.startswith("|") else None
        form = rest[1:] if rest.startswith(":") else None
        yield Placeholder(found.start(), end + 1, found[1], regex, form)
        place = end + 1


def _end(text: str, place: int) -> int | None:
    """The closing bracket, past those that a regex opens itself."""
    depth = 0
    while place < len(text):
        match text[place]:
            case "\\":
                place += 1
            case "[":
                depth += 1
            case "]" if depth:
                depth -= 1
            case "]":
                return place
        place += 1
    return None


def template_findings(path: str, text: str, *, is_json: bool = False) -> list[Finding]:
    """What is wrong with a template."""
    if is_json:
        try:
            texts = list(_strings(json.loads(text)))
        except (ValueError, RecursionError):
            return [Finding(f"{path} is no JSON. Placeholders stand inside its texts.", "wrong-form", path)]
    else:
        texts = [text]
    found = [each for part in texts for each in placeholders_in(part)]
    if len(found) > MOST_PLACEHOLDERS:
        return [Finding(f"{path} has more than {MOST_PLACEHOLDERS} placeholders.", "wrong-form", path)]
    return [finding for each in found if (finding := _finding(path, each)) is not None]


def _finding(path: str, placeholder: Placeholder) -> Finding | None:
    if placeholder.regex is None:
        return None
    try:
        if len(placeholder.regex) <= LONGEST_REGEX:
            re.compile(placeholder.regex)
            return None
    except (re.error, RecursionError, OverflowError):
        pass
    error = f"[{placeholder.name}|…] takes a regular expression of up to {LONGEST_REGEX} characters."
    return Finding(error, "wrong-form", path)


def has_regex(*texts: str) -> bool:
    return any(each.regex is not None for text in texts for each in placeholders_in(text))


def names_in(*texts: str) -> frozenset[str]:
    return frozenset(each.name for text in texts for each in placeholders_in(text))


def fill(url: str, headers: Mapping[str, str], body: str | None, values: Values) -> tuple[str, dict[str, str], str]:
    """A request with its placeholders filled. What has no value becomes an empty text. A function that can run in a job process."""
    filled = {name: _filled(text, values, _header) for name, text in headers.items()}
    text = "" if body is None else json.dumps(_in_json(json.loads(body), values), ensure_ascii=False)
    return _filled(url, values, lambda value: quote(value, safe="")), filled, text


def _filled(text: str, values: Values, escape: Callable[[str], str]) -> str:
    parts, place = list[str](), 0
    for each in placeholders_in(text):
        parts += [text[place : each.start], escape(_value(each, values))]
        place = each.end
    return "".join([*parts, text[place:]])


def _value(placeholder: Placeholder, values: Values) -> str:
    value = values.get(placeholder.name, "")[:LONGEST_VALUE]
    if placeholder.regex is not None:
        found = re.search(placeholder.regex, value)
        return "" if found is None else (found[1] or "" if found.re.groups else found[0])
    if placeholder.form is not None and (date := _DATE.match(value)) is not None:
        parts = dict(zip(("yyyy", "MM", "dd", "HH", "mm", "ss"), (part or "00" for part in date.groups()), strict=True))
        return _FORM.sub(lambda found: parts[found[0]], placeholder.form)
    return value


def _header(value: str) -> str:
    """A value that cannot begin another header."""
    return "".join(each if each.isascii() and each.isprintable() else "?" for each in value)


def _in_json(part: Any, values: Values) -> Any:
    match part:
        case str():
            return _filled(part, values, str)
        case list():
            return [_in_json(each, values) for each in part]
        case dict():
            return {name: _in_json(each, values) for name, each in part.items()}
        case _:
            return part


def _strings(part: Any) -> Iterator[str]:
    match part:
        case str():
            yield part
        case list():
            for each in part:
                yield from _strings(each)
        case dict():
            for each in part.values():
                yield from _strings(each)
