"""Rules of who reads and writes a property must fit: what others look at cannot be hidden from anybody.

A name is read by everybody. What a validation rule looks at, and what must be filled before a release, is told of by findings and
counts, so that neither can have `readableBy`.
"""

from __future__ import annotations

from collections.abc import Iterator

from facetstore.domain.callers import ROLE_NAMES
from facetstore.metamodel.plain import Plain, entry, flag, word, words
from facetstore.metamodel.source import Path, Problem


def check_property_rules(each: Plain, path: Path) -> Iterator[Problem]:
    """Check what a property itself says of who reads and writes it."""
    readers, writers = word(each, "readableBy"), word(each, "writableBy")
    known = readers in ROLE_NAMES and writers in ROLE_NAMES
    if known and ROLE_NAMES.index(str(writers)) < ROLE_NAMES.index(str(readers)):
        yield Problem((*path, "writableBy"), f"Who writes it must read it: {writers!r} is less than {readers!r}.")
    if readers is not None and flag(each, "mandatory"):
        yield Problem(
            (*path, "mandatory"), "What must be filled is told of to everybody, so it cannot have 'readableBy'."
        )


def is_hidden(name: str, whole: Plain) -> bool:
    """Whether a property is hidden from anybody."""
    return word(entry(whole, "properties", name), "readableBy") is not None


def check_openness(name: str, path: Path, whole: Plain) -> Iterator[Problem]:
    """Check that what everybody is told of is read by everybody."""
    if is_hidden(name, whole):
        yield Problem(path, f"Everybody is told of it, but {name!r} has 'readableBy'.")


def check_looks(check: object, path: Path, whole: Plain) -> Iterator[Problem]:
    """Check what a validation rule looks at."""
    for index, name in enumerate(words(check, "properties")):
        yield from check_openness(name, (*path, "properties", index), whole)
    for key in ("earlier", "later"):
        yield from check_openness(word(check, key) or "", (*path, key), whole)
