"""What is brought back: a side of a comparison, with the references to elements that were deleted since."""

from __future__ import annotations

from typing import Final, NamedTuple

from facetstore.domain.errors import Conflict, Finding, NotFound
from facetstore.domain.values import parse_guid
from facetstore.usecases.ports.selections import TheseElements
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.reading.sides import Earlier, Path, Side, access, ids_in, read_side
from facetstore.usecases.tenancy import Reading

NOTHING_TO_UNDO: Final = "nothing-to-undo"


class RevertedSides(NamedTuple):
    """The side to bring back, and the side that it is compared with."""

    restored: Side
    base: Side | None = None
    """None: what the draft began with."""
    hidden: frozenset[str] = frozenset()
    """The properties that were hidden from this caller then, and that do not exist any more."""
    undone: int | None = None
    """The revision that is undone."""


async def read_origin(reading: Reading, earlier: Earlier, path: Path, from_: str, to: str | None) -> RevertedSides:
    """The sides that texts name, as for a comparison. Raises NotFound, Forbidden, InvalidParameter."""
    restored = await _with_deleted(reading, earlier, await read_side(reading, earlier, path, "from", from_), from_)
    base = await read_side(reading, earlier, path, "to", to) if to is not None else None
    return RevertedSides(restored, base, await _hidden_then(reading, earlier, restored))


async def read_own_change(reading: Reading, storage: Storage, earlier: Earlier, path: Path) -> RevertedSides:
    """The sides before and after the last change of an element by the caller. Raises NotFound, Forbidden, Conflict."""
    element = await access(reading, path)
    revision = await storage.last_change(reading.served.tenant.key, element, reading.caller.principal)
    if revision is None:
        raise nothing_to_undo("You have not changed this element.")
    by_element = path[0], path[1], element
    try:
        origin = await read_origin(reading, earlier, by_element, str(revision - 1), str(revision))
    except NotFound:
        raise nothing_to_undo("Your last change created this element. Delete it if you do not need it.") from None
    assert origin.base is not None
    old, new = origin.restored.version, origin.base.version
    if old.id != new.id or old.state != new.state:
        raise nothing_to_undo("Your last change of this element was a new version or a step of its release.")
    return origin._replace(undone=revision)


def nothing_to_undo(error: str) -> Conflict:
    return Conflict(error, [Finding(error, NOTHING_TO_UNDO)])


async def _with_deleted(reading: Reading, earlier: Earlier, side: Side, text: str) -> Side:
    """A side with what its version refers to and what was deleted since, if the caller would see it. A moment has it already."""
    if parse_guid(text) is None:
        return side
    async with reading.storage.snapshot(reading.served.tenant) as snapshot:
        versions = await snapshot.stored.versions_of([side.version.element], gone=True)
    stored = next((each for each in versions if each.version.id == side.version.id), None)
    if stored is None or not (gone := ids_in([stored.version]) - ids_in([side.version])):
        return side
    then = await earlier(str(stored.revision), "from")
    seen = {row.element for row in await then.names.names(TheseElements(tuple(sorted(gone))))}
    return side._replace(version=stored.version, seen={*side.seen, *seen})


async def _hidden_then(reading: Reading, earlier: Earlier, side: Side) -> frozenset[str]:
    version, known = side.version, reading.metamodel.whole.types.get(side.version.type)
    names = {*version.attributes, *version.related}
    if side.revision is None or known is None or names <= known.properties.keys():
        return frozenset()
    then = await earlier(str(side.revision), "from")
    return frozenset(then.metamodel.hidden)
