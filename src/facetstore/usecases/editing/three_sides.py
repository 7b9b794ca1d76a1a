"""What was changed since, as a refusal shows it: all three sides of each place."""

from __future__ import annotations

from collections.abc import Sequence

from facetstore.domain.element import Attributes, Version
from facetstore.domain.errors import ChangedSince, ThreeSides
from facetstore.usecases.changes.three_way import RELATED, Clash
from facetstore.usecases.editing.child_order import CHILDREN
from facetstore.usecases.labels import names_of, stored_attributes
from facetstore.usecases.ports.rows import NamedRow
from facetstore.usecases.ports.selections import TheseElements
from facetstore.usecases.writing import Writing, name_of


async def changed_since(writing: Writing, version: Version, clashes: Sequence[Clash]) -> ChangedSince:
    """The refusal that shows the three sides of each place, with names of the elements that they refer to."""
    ids = {id_ for clash in clashes for side in clash[1:] if isinstance(side, tuple) for id_ in side}
    reader = (await writing.writer.reader(writing.caller.audience)).naming()
    rows = await reader.names(TheseElements(tuple(sorted(ids)))) if ids else ()
    types = writing.metamodel.types
    named = {
        row.element: {
            "id": row.element,
            "type": row.type,
            "name": {str(key): text for key, text in names_of(_read(writing, row), types[row.type]).items()},
        }
        for row in rows
    }

    def shown(place: str, value: object) -> object:
        if not (place == CHILDREN or place.startswith(f"{RELATED}.") or f".{RELATED}." in place):
            return value
        return [named[each] for each in value if each in named] if isinstance(value, tuple) else []

    conflicts = [ThreeSides(each.place, *(shown(each.place, side) for side in each[1:])) for each in clashes]
    return ChangedSince(
        f"{name_of(version)} was changed since at {len(conflicts)} of these places. Answer for each of them whether "
        "restored (what is brought back) or current (what is stored now) wins: resolve takes the answers by path.",
        conflicts,
    )


def _read(writing: Writing, row: NamedRow) -> Attributes:
    return {name: each for name, each in stored_attributes(row.brief).items() if name not in writing.offered.hidden}
