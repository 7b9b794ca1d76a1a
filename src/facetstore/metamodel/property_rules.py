"""Checks of readableBy and writableBy: what all users see cannot be hidden from some.

All users read names. Findings and counts show what a validation rule checks, and what must be filled before a release, so
neither can have `readableBy`.
"""

from __future__ import annotations

from collections.abc import Iterator

from facetstore.domain.callers import ROLE_NAMES
from facetstore.metamodel.plain import Plain, entry, word, words
from facetstore.metamodel.yaml_source import Path, Problem


def check_property_rules(each: Plain, path: Path) -> Iterator[Problem]:
    """Check the rules of a property for reading and writing it."""
    readers, writers = word(each, "readableBy"), word(each, "writableBy")
    known = readers in ROLE_NAMES and writers in ROLE_NAMES
    if known and ROLE_NAMES.index(str(writers)) < ROLE_NAMES.index(str(readers)):
        yield Problem(
            (*path, "writableBy"),
            f"A role that may write it must be able to read it: {writers!r} is less than {readers!r}.",
        )


def is_hidden(name: str, whole: Plain) -> bool:
    """Whether a property is hidden from some users."""
    return word(entry(whole, "properties", name), "readableBy") is not None


def check_openness(name: str, path: Path, whole: Plain) -> Iterator[Problem]:
    """Check that a property that all users see is not hidden from some."""
    if is_hidden(name, whole):
        yield Problem(path, f"All users see it, but {name!r} has 'readableBy'.")


def check_looks(check: object, path: Path, whole: Plain) -> Iterator[Problem]:
    """Check the properties that a validation rule reads."""
    for index, name in enumerate(words(check, "properties")):
        yield from check_openness(name, (*path, "properties", index), whole)
    for key in ("earlier", "later"):
        yield from check_openness(word(check, key) or "", (*path, key), whole)
