"""The order that the children of an element had. Which children it has stays as it is: others moved, created or deleted them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from facetstore.domain.errors import Conflict, Finding, Forbidden
from facetstore.domain.rights import Denial
from facetstore.usecases.changes.three_way import RESTORED, Clash, Resolution
from facetstore.usecases.ports.writes import Placed
from facetstore.usecases.reading.origins import RevertedSides
from facetstore.usecases.writing import Writing, name_of

CHILDREN: Final = "children"


class ChildOrder(NamedTuple):
    """All children in their new order; None: it stays as it is."""

    children: Sequence[Placed] | None = None
    clash: Clash | None = None


async def plan_child_order(writing: Writing, element: str, origin: RevertedSides, resolution: Resolution) -> ChildOrder:
    """The order of the children at the moment that is brought back. Raises Forbidden, Conflict."""
    now = await writing.writer.places.children(element)
    seen = {each.element for each in now if writing.may_name(each.zone, each.facet)}
    restored = tuple(each for each in origin.restored.children if each in seen)
    places = {each.element: each for each in now}
    order = iter(restored)
    wanted = [places[next(order)] if each.element in restored else each for each in now]
    if wanted == list(now):
        return ChildOrder()
    current = tuple(each.element for each in now if each.element in restored)
    base = origin.base.children if origin.base is not None else current
    if tuple(each for each in base if each in restored) != current:
        winner = resolution.winner(CHILDREN)
        if winner is None:
            return ChildOrder(
                clash=Clash(CHILDREN, tuple(each for each in base if each in restored), restored, current)
            )
        if winner != RESTORED:
            return ChildOrder()
    await _check_movable(writing, [new.element for new, old in zip(wanted, now, strict=True) if new != old])
    return ChildOrder(wanted)


async def _check_movable(writing: Writing, moved: Sequence[str]) -> None:
    for stored in (await writing.writer.stored.load(moved)).values():
        rights = writing.rights(stored)
        if rights.edit is not None:
            raise Forbidden(f"You may not move {name_of(stored.version)}.")
        if rights.move is Denial.LOCK:
            error = f"{name_of(stored.version)} is being edited by another user."
            raise Conflict(error, [Finding(error, "locked", CHILDREN)])


async def store_child_order(writing: Writing, children: Sequence[Placed]) -> None:
    await writing.writer.places.shift([each.element for each in children], min(each.position for each in children))
    writing.changed = True
