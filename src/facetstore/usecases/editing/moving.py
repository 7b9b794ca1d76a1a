"""Moving an element in its hierarchy: to another parent, or to another place among its siblings (D5.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Finding, Forbidden, InvalidBody, InvalidValues
from facetstore.domain.rights import Denial, Facts, rights_of
from facetstore.domain.values import ElementId
from facetstore.usecases.changes.body import id_of, shown
from facetstore.usecases.editing.edit_locking import access_in, check_unlocked
from facetstore.usecases.ports.writes import Placed
from facetstore.usecases.writing import Writing, name_of

_FIELDS: Final = ("parent", "position")
_WRONG_PLACE: Final = "wrong-place"


@dataclass(frozen=True, slots=True)
class _Wish:
    """Where to move an element: to a place among its siblings (None: after them) below a parent (None: no parent)."""

    parent: ElementId | None
    place: int | None


async def move_element(writing: Writing, facet: str, element_id: str, body: object) -> str:
    """Move an element and return the id of its version.

    Raises InvalidBody, InvalidValues, NotFound, Forbidden, Conflict, PreconditionFailed.
    """
    given = _fields(body)
    stored = await access_in(writing, facet, element_id)
    version = stored.version
    if writing.rights(stored).edit is not None:
        raise Forbidden(f"You may not move {name_of(version)}.")
    _check_movable(writing, version)
    wish = await _wish(writing, version, given)
    await check_unlocked(writing, version)
    if wish.parent is not None and wish.parent != version.parent:
        await _check_circle(writing, version, wish.parent)
    await _move(writing, version, wish)
    return version.id


def _fields(body: object) -> Mapping[str, object]:
    if not isinstance(body, dict) or not body.keys() & set(_FIELDS):
        raise InvalidBody('A move needs a body such as {"parent": "<id>", "position": 0}.')
    return body


def _check_movable(writing: Writing, version: Version) -> None:
    if writing.metamodel.types[version.type].flow or not writing.metamodel.facets[version.facet].hierarchical:
        error = f"{name_of(version)} is in no hierarchy: it cannot be moved."
        raise Conflict(error, [Finding(error, _WRONG_PLACE, "parent")])


async def _wish(writing: Writing, version: Version, given: Mapping[str, object]) -> _Wish:
    """The move that a body asks for. Raises InvalidValues with everything that is wrong with it."""
    findings = [
        Finding(f"A move has no field {shown(name)}; it takes parent and position.", "unknown-field", name)
        for name in given
        if name not in _FIELDS
    ]
    place = given.get("position")
    if place is not None and (not isinstance(place, int) or isinstance(place, bool) or place < 0):
        error = f"position needs a whole number from 0 on, not {shown(place)}."
        findings.append(Finding(error, _WRONG_PLACE, "position"))
    parent = version.parent
    if "parent" in given:
        parent, wrong = await _parent(writing, version.type, given["parent"])
        findings += wrong
    if findings:
        raise InvalidValues(findings[0].error, findings)
    return _Wish(parent, place if isinstance(place, int) else None)


async def _parent(writing: Writing, type_: str, value: object) -> tuple[ElementId | None, Sequence[Finding]]:
    """The new parent, or what is wrong with it."""
    if value is None:
        return None, ()
    id_ = id_of(value)
    above = (await writing.existing([id_])).get(id_) if id_ is not None else None
    if above is None:
        return None, [Finding(f"There is no element {shown(value)} to stand below.", _WRONG_PLACE, "parent")]
    if rights_of(writing.caller, Facts(above.facet, above.zone)).new is Denial.PERMISSION:
        return None, [Finding("You may not put anything below this element.", Forbidden.code, "parent")]
    if type_ not in writing.metamodel.types[above.type].children:
        fitting = [key for key, each in writing.metamodel.types.items() if type_ in each.children]
        error = f"A {type_} cannot stand below a {above.type}, but below: {', '.join(fitting) or 'nothing'}."
        return None, [Finding(error, _WRONG_PLACE, "parent")]
    return ElementId(above.element), ()


async def _check_circle(writing: Writing, version: Version, parent: ElementId) -> None:
    if version.element in (parent, *await writing.writer.places.ancestors(parent)):
        error = f"{name_of(version)} cannot stand below itself."
        raise Conflict(error, [Finding(error, "cycle", "parent")])


async def _move(writing: Writing, version: Version, wish: _Wish) -> None:
    """Store the new place. Of the siblings, only those that must make room get new positions."""
    if wish.parent == version.parent and wish.place is None:
        return
    siblings = await _siblings(writing, version, wish.parent)
    others = [each for each in siblings if each.element != version.element]
    seen = [each for each in siblings if writing.may_name(each.zone, each.facet)]
    if wish.parent == version.parent and _is_there(seen, version, wish.place):
        return
    place = _place(others, [each for each in seen if each.element != version.element], wish.place)
    position = _between(others, place)
    await writing.writer.places.place([version.element], wish.parent, "element.moved", position)
    if pushed := _pushed(others[place:], position):
        await writing.writer.places.shift(pushed, position + 1)
    writing.changed = True


async def _siblings(writing: Writing, version: Version, parent: ElementId | None) -> Sequence[Placed]:
    if parent is not None:
        return await writing.writer.places.children(parent)
    roots = [each.key for each in writing.metamodel.types_of(version.facet) if each.root]
    # An element that has no parent and is not a root is orphaned: it has no siblings.
    return await writing.writer.places.roots(version.facet, roots) if version.type in roots else ()


def _is_there(seen: Sequence[Placed], version: Version, place: int | None) -> bool:
    """Whether an element is at a place already, counted among the siblings that the caller sees."""
    if not seen:
        return True
    last = len(seen) - 1
    return seen[last if place is None else min(place, last)].element == version.element


def _place(others: Sequence[Placed], seen: Sequence[Placed], wanted: int | None) -> int:
    """The place among all siblings for a place among those that the caller sees. The order of the others does not change."""
    if wanted is None or not seen:
        return len(others)
    return others.index(seen[wanted]) if wanted < len(seen) else others.index(seen[-1]) + 1


def _between(others: Sequence[Placed], place: int) -> int:
    """The position after the sibling before the place; for the first place, one before the first sibling, but at least 0."""
    if place > 0:
        return others[place - 1].position + 1
    return max(others[0].position - 1, 0) if others else 0


def _pushed(behind: Sequence[Placed], position: int) -> Sequence[str]:
    """The siblings after the place that have no room left, each pushed by the one before."""
    pushed: list[str] = []
    for each in behind:
        if each.position > position + len(pushed):
            break
        pushed.append(each.element)
    return pushed
