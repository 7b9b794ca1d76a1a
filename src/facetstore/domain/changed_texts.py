"""When each text of a version was last changed: the revision of the tenant, by attribute and culture.

It follows from the history alone. A text keeps its revision as long as its value stays the same, also in a new version that takes
it over from the newest one before. A text that was confirmed counts as changed at that moment.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from facetstore.domain.element import Attributes
from facetstore.domain.values import INVARIANT

CONFIRMED: Final = "translation.confirmed"
"""The kind of history row by which a translation is confirmed, without a change of its text."""
_CULTURE: Final = "culture"
_ATTRIBUTES: Final = "attributes"

Places = Collection[tuple[str, int]]
"""Texts by attribute and culture."""


class ChangedTexts(NamedTuple):
    """The revisions at which the texts of a version were last changed."""

    since: int
    """That of every text that is not in `later`."""
    later: Mapping[str, Mapping[int, int]] = {}

    def at(self, name: str, culture: int) -> int:
        return self.later[name].get(culture, self.since) if name in self.later else self.since


def follow(
    changed: ChangedTexts, before: Attributes, after: Attributes, revision: int, confirmed: Places = ()
) -> ChangedTexts:
    """The revisions after a change from `before` to `after`."""
    fresh = _fresh(before, after)
    fresh.update((name, culture) for name, culture in confirmed if culture in after.get(name, {}))
    if not fresh and (not changed.later or before == after):
        return changed
    later: dict[str, dict[int, int]] = {}
    for name, values in after.items():
        for culture in values:
            at = revision if (name, culture) in fresh else changed.at(name, culture)
            if at != changed.since and culture != INVARIANT:
                later.setdefault(name, {})[culture] = at
    return ChangedTexts(changed.since, later)


def _fresh(before: Attributes, after: Attributes) -> set[tuple[str, int]]:
    """The texts of `after` that `before` does not have."""
    found: set[tuple[str, int]] = set()
    if before is after:
        return found
    for name, values in after.items():
        known = before.get(name)
        if known == values:
            continue
        for culture, value in values.items():
            if culture != INVARIANT and (known is None or culture not in known or known[culture] != value):
                found.add((name, culture))
    return found


def confirming(culture: int, attributes: Collection[str]) -> Mapping[str, str]:
    """The details of a history row that confirms the texts of these attributes in a culture."""
    return {_CULTURE: str(culture), _ATTRIBUTES: ",".join(sorted(attributes))}


def confirmed_by(kind: str, details: Mapping[str, str] | None) -> Places:
    """The texts that a history row confirms."""
    if kind != CONFIRMED or not details:
        return ()
    return [(name, int(details[_CULTURE])) for name in details[_ATTRIBUTES].split(",")]
