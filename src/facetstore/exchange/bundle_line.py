"""One line of a bundle as JSON, read strictly: ambiguous JSON is refused."""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

import msgspec

Line = bytes | str | Mapping[str, object]
"""A line of a file, or a record made by a program."""

Source = Callable[[], Iterable[Line]]
"""Returns the lines from the start at each call: the header is read separately, and lines that refer to missing elements are
looked for in a second pass."""

_STRING: Final = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"(\s*+:)?')
"""Matches every string of a text, with the colon after those that are keys."""

_decoder = msgspec.json.Decoder(dict[str, object])
_encoder = msgspec.json.Encoder()


class BadLine(Exception):
    """A line that is not a JSON object, has a key twice, or is not a header where one is expected; the message says why."""


def numbered_lines(source: Source) -> Iterator[tuple[int, Line]]:
    """The lines with their numbers, from 1; empty lines are skipped."""
    for number, line in enumerate(source(), start=1):
        if number == 1 and isinstance(line, bytes):
            line = line.removeprefix(BOM_UTF8)
        if not isinstance(line, bytes | str) or line.strip():
            yield number, line


def read_line(line: Line, *, again: bool = False) -> Mapping[str, object]:
    """The record in a line. With `again`, the line was checked for duplicate keys before. Raises BadLine."""
    if isinstance(line, Mapping):
        return line
    try:
        data = line if isinstance(line, bytes) else line.encode()
        record = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadLine(f"It is not a JSON object: {error}.") from error
    except RecursionError as error:
        raise BadLine("It is nested too deeply.") from error
    if not again and _has_repeated_key(data, record):
        raise BadLine(f"The key {_repeated_key(data)!r} occurs twice in one object.")
    return record


def _has_repeated_key(data: bytes, record: Mapping[str, object]) -> bool:
    """Whether a key occurs twice: the decoder keeps the last of two equal keys, so the record has fewer keys than the line."""
    written = _encoder.encode(record)
    # Most lines have this form: then there is nothing to count.
    return written != data.strip() and _count_keys(data) != _count_keys(written)


def _count_keys(data: bytes) -> int:
    colons = _STRING.findall(data)
    return len(colons) - colons.count(b"")


def _repeated_key(data: bytes) -> str:
    found: list[str] = []

    def look(pairs: list[tuple[str, object]]) -> None:
        names = [name for name, _ in pairs]
        found.extend(name for name in names if names.count(name) > 1)

    json.loads(data, object_pairs_hook=look)
    return found[0] if found else "?"
