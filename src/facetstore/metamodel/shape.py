"""Checks of the kind of a value: text, texts, flags, lists and entries with known keys.

A check takes a value and its path and yields a problem for everything that is wrong. vocabulary.py composes them.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from facetstore.metamodel.source import Path, Problem

Check = Callable[[object, Path], Iterator[Problem]]

LANGUAGES = (1031, 1033)
"""Every text of the method must exist in these cultures; others may be added."""

_KEY = re.compile(r"[a-z][A-Za-z0-9]*\Z")
_COLOR = re.compile(r"#[0-9A-Fa-f]{6}\Z")


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint with the nearest known name, or an empty text if none is near."""
    by_folded = {each.casefold(): each for each in known}
    match = difflib.get_close_matches(name.casefold(), list(by_folded), n=1, cutoff=0.6)
    return f" Did you mean {by_folded[match[0]]!r}?" if match else ""


def word(value: object, path: Path) -> Iterator[Problem]:
    if not isinstance(value, str) or not value.strip():
        yield Problem(path, f"Expected a text, found {_shown(value)}.")


def key(value: object, path: Path) -> Iterator[Problem]:
    if not isinstance(value, str) or not _KEY.match(value):
        yield Problem(path, f"Expected a key of letters and digits such as `costCentre`, found {_shown(value)}.")


def flag(value: object, path: Path) -> Iterator[Problem]:
    if not isinstance(value, bool):
        yield Problem(path, f"Expected true or false, found {_shown(value)}.")


def positive(value: object, path: Path) -> Iterator[Problem]:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        yield Problem(path, f"Expected a whole number of at least 1, found {_shown(value)}.")


def color(value: object, path: Path) -> Iterator[Problem]:
    if not isinstance(value, str) or not _COLOR.match(value):
        yield Problem(path, f'Expected a colour such as "#007ACC", found {_shown(value)}.')


def anything(_value: object, _path: Path) -> Iterator[Problem]:
    yield from ()


def texts(value: object, path: Path) -> Iterator[Problem]:
    """Check texts by culture id: all required languages, none of them empty."""
    if not isinstance(value, dict):
        yield Problem(path, f"Expected a text per culture id, found {_shown(value)}.")
        return
    for language in LANGUAGES:
        if str(language) not in value:
            yield Problem(path, f"The text for culture {language} is missing.")
    for culture, text in value.items():
        if not str(culture).isdecimal():
            yield Problem((*path, culture), f"Expected a culture id such as 1033, found {culture!r}.")
        elif not isinstance(text, str) or not text.strip():
            yield Problem((*path, culture), f"Expected a text for culture {culture}, found {_shown(text)}.")


def one_of(known: Collection[str]) -> Check:
    def check(value: object, path: Path) -> Iterator[Problem]:
        if not isinstance(value, str) or value not in known:
            hint = nearest(value, known) if isinstance(value, str) else ""
            yield Problem(path, f"Expected one of {', '.join(known)}; found {_shown(value)}.{hint}")

    return check


def either(first: Check, second: Check) -> Check:
    """A check that uses the first check for lists and the second for other values."""

    def check(value: object, path: Path) -> Iterator[Problem]:
        yield from (first if isinstance(value, list) else second)(value, path)

    return check


def list_of(item: Check) -> Check:
    def check(value: object, path: Path) -> Iterator[Problem]:
        if not isinstance(value, list):
            yield Problem(path, f"Expected a list, found {_shown(value)}.")
            return
        for index, each in enumerate(value):
            yield from item(each, (*path, index))

    return check


def map_of(item: Check, *, name: Check = key) -> Check:
    def check(value: object, path: Path) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield Problem(path, f"Expected entries by name, found {_shown(value)}.")
            return
        for each, below in value.items():
            yield from name(each, (*path, each))
            yield from item(below, (*path, each))

    return check


def entry(fields: Mapping[str, Check], *, required: Collection[str] = ()) -> Check:
    """A check for an entry with known keys; unknown and missing keys are problems."""

    def check(value: object, path: Path) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield Problem(path, f"Expected an entry with {', '.join(fields)}; found {_shown(value)}.")
            return
        for each in required:
            if each not in value:
                yield Problem(path, f"The key {each!r} is missing.")
        for each, below in value.items():
            if each in fields:
                yield from fields[each](below, (*path, each))
            else:
                yield Problem((*path, each), f"Unknown key {each!r}.{nearest(each, fields)}")

    return check


def _shown(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "entries"
    return "a list" if isinstance(value, list) else repr(value)
