"""Readers of plain data that return an empty value if the data has the wrong kind.

The shape of a file is checked elsewhere, and every mistake is reported. Later checks must be able to continue with the
rest, so that the author of a file sees all mistakes at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Plain = Mapping[str, object]


def entries(value: object, key: str) -> Mapping[str, Plain]:
    """The mappings under a key, by name; an entry without content is an empty mapping."""
    found = section(value, key)
    return {name: each if isinstance(each, dict) else {} for name, each in found.items()}


def entry(value: object, key: str, name: str | None) -> Plain | None:
    """One of the entries under a key, without reading the others; `None` if there is none of that name."""
    found = section(value, key)
    if name is None or name not in found:
        return None
    each = found[name]
    return each if isinstance(each, dict) else {}


def section(value: object, key: str) -> Plain:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}


def listed(value: object, key: str) -> Sequence[object]:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, list) else ()


def items(value: object, key: str) -> tuple[Plain, ...]:
    """The mappings in the list under a key, each at its index."""
    return tuple(each if isinstance(each, dict) else {} for each in listed(value, key))


def words(value: object, key: str) -> tuple[str, ...]:
    return tuple(each for each in listed(value, key) if isinstance(each, str))


def word(value: object, key: str) -> str | None:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, str) else None


def flag(value: object, key: str, *, default: bool = False) -> bool:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, bool) else default


def number(value: object, key: str, *, default: int) -> int:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, int) and not isinstance(found, bool) else default
