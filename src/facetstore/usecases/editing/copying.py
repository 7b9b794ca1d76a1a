"""Copying an element: alone or with everything below it, with or without its diagram, to the same place or another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from facetstore.domain.access import NO_ZONE
from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Finding, Forbidden, InvalidBody, InvalidValues
from facetstore.domain.rights import Facts, rights_of
from facetstore.domain.values import ElementId
from facetstore.usecases.changes.body import id_of, shown
from facetstore.usecases.changes.copies import Copies, Copying, is_copyable
from facetstore.usecases.changes.create import Place
from facetstore.usecases.changes.hidden import Hidden, without_hidden
from facetstore.usecases.editing.edit_locking import access_in
from facetstore.usecases.measure import paced
from facetstore.usecases.ports.writes import Taken
from facetstore.usecases.writing import Writing, name_of, new_ids, shown_in

MOST_COPIED: Final = 1000
_KIND: Final = "element.copied"
_FLAGS: Final = ("children", "content")


@dataclass(frozen=True, slots=True)
class _CopyWish:
    """What to copy besides the element itself."""

    children: bool
    content: bool


class _CopyPlace(NamedTuple):
    """Below which element the copy is created, and its zone."""

    parent: ElementId | None
    zone: int


async def copy_element(writing: Writing, facet: str, element_id: str, body: object) -> str:
    """Copy an element and return the id of the copy's version.

    What the caller may not open is neither copied nor counted. Raises InvalidBody, InvalidValues, NotFound, Forbidden, Conflict,
    PreconditionFailed.
    """
    given = _fields(body)
    source = (await access_in(writing, facet, element_id)).version
    _check_copyable(writing, source)
    wish, target = await _read(writing, source, given)
    originals = await _originals(writing, source, wish)
    copies = await _copy(writing, originals, target)
    _check_allowed(writing, originals, copies, target)
    await _store(writing, copies)
    return copies.elements[0].id


def _fields(body: object) -> Mapping[str, object]:
    if body is not None and not isinstance(body, dict):
        raise InvalidBody('A copy takes no body, or one such as {"parent": "<id>", "children": true, "content": true}.')
    return body or {}


def _check_copyable(writing: Writing, source: Version) -> None:
    if not is_copyable(writing.metamodel.types[source.type]):
        error = f"A {source.type} cannot be copied."
        raise Conflict(error, [Finding(error, "not-copyable")])


async def _read(writing: Writing, source: Version, given: Mapping[str, object]) -> tuple[_CopyWish, _CopyPlace]:
    """What a body asks for. Raises InvalidValues with everything that is wrong with it."""
    findings = [
        Finding(f"A copy has no field {shown(name)}; it takes parent, children and content.", "unknown-field", name)
        for name in given
        if name not in ("parent", *_FLAGS)
    ]
    findings += [
        Finding(f"{name} needs true or false, not {shown(given[name])}.", "wrong-form", name)
        for name in _FLAGS
        if not isinstance(given.get(name), bool | None)
    ]
    target, wrong = await _target(writing, source, given)
    findings += wrong
    if findings:
        raise InvalidValues(findings[0].error, findings)
    return _CopyWish(given.get("children") is True, given.get("content") is not False), target


async def _target(
    writing: Writing, source: Version, given: Mapping[str, object]
) -> tuple[_CopyPlace, Sequence[Finding]]:
    """Where the copy is created, or what is wrong with the place. A parent that the caller does not see is as none."""
    value = given.get("parent", source.parent)
    id_ = id_of(value) if value is not None else None
    above = (await writing.existing([id_])).get(id_) if id_ is not None else None
    nowhere = _CopyPlace(None, NO_ZONE)
    if above is not None and "parent" not in given:
        return _CopyPlace(ElementId(above.element), above.zone), ()
    if value is None or "parent" not in given:
        return nowhere, ()
    if above is None:
        return nowhere, [Finding(f"There is no element {shown(value)} to stand below.", "unknown-parent", "parent")]
    if source.type not in writing.metamodel.types[above.type].children:
        error = f"A {source.type} cannot stand below a {above.type}."
        return nowhere, [Finding(error, "wrong-parent", "parent")]
    return _CopyPlace(ElementId(above.element), above.zone), ()


@dataclass(frozen=True, slots=True)
class _Originals:
    """What is copied, without what is hidden from the caller."""

    elements: Sequence[Version]
    """The element first."""
    flow_objects: Sequence[Version]


async def _originals(writing: Writing, source: Version, wish: _CopyWish) -> _Originals:
    stored = writing.writer.stored
    elements = [source, *await _below(writing, source)] if wish.children else [source]
    if not wish.content:
        elements = [each._replace(content=()) for each in elements]
    shown_ids = dict.fromkeys(id_ for each in elements for id_ in shown_in(each))
    taken = await stored.existing({*shown_ids, *_targets(elements)}) if shown_ids or any(_targets(elements)) else {}
    flow = [id_ for id_ in shown_ids if id_ in taken and _is_copied_flow(writing, taken[id_])]
    _check_number(len(elements) + len(flow))
    flow_objects = [each.version for each in (await stored.load(flow)).values()] if flow else []
    taken = {**taken, **await _further(writing, flow_objects, taken)}
    unseen = frozenset(id_ for id_, each in taken.items() if not _is_named(writing, each))
    hidden = Hidden(writing.offered.hidden, unseen)
    return _Originals(
        await paced(without_hidden(each, hidden) for each in elements),
        await paced(without_hidden(each, hidden) for each in flow_objects),
    )


async def _below(writing: Writing, source: Version) -> Sequence[Version]:
    """Everything below an element that the caller may open. Raises InvalidValues, Conflict."""
    ids = await writing.writer.places.below(source.element, writing.caller.audience, MOST_COPIED)
    _check_number(1 + len(ids))
    found = [each.version for each in (await writing.writer.stored.load(ids)).values()] if ids else []
    for each in found:
        _check_copyable(writing, each)
    return found


def _targets(versions: Sequence[Version]) -> set[str]:
    return {id_ for each in versions for targets in each.related.values() for id_ in targets}


async def _further(
    writing: Writing, flow_objects: Sequence[Version], known: Mapping[str, Taken]
) -> Mapping[str, Taken]:
    """What flow objects refer to, besides what is known."""
    ids = _targets(flow_objects) - known.keys()
    return await writing.writer.stored.existing(ids) if ids else {}


def _is_copied_flow(writing: Writing, taken: Taken) -> bool:
    return writing.metamodel.types[taken.type].flow and _may_open(writing, taken)


def _is_named(writing: Writing, taken: Taken) -> bool:
    """Whether a copy may refer to an element. A flow object that is not copied belongs to the original alone."""
    if writing.metamodel.types[taken.type].flow:
        return _may_open(writing, taken)
    return writing.may_name(taken.zone, taken.facet)


def _may_open(writing: Writing, taken: Taken) -> bool:
    return rights_of(writing.caller, Facts(taken.facet, taken.zone)).open is None


def _check_number(number: int) -> None:
    if number > MOST_COPIED:
        error = f"A copy takes at most {MOST_COPIED} elements, those in diagrams counted. Copy its parts one by one."
        raise InvalidValues(error, [Finding(error, "too-many-elements", "children")])


async def _copy(writing: Writing, originals: _Originals, target: _CopyPlace) -> Copies:
    copying = Copying(writing.offered, new_ids(), writing.now, writing.caller.principal)
    position = 0
    if target.parent is not None:
        position = (await writing.writer.places.next_positions([target.parent])).get(target.parent, 0)
    place = Place(parent=target.parent, position=position)
    return copying.copy(originals.elements, originals.flow_objects, place)


def _check_allowed(writing: Writing, originals: _Originals, copies: Copies, target: _CopyPlace) -> None:
    """Raise Forbidden if the caller may not create all of this there, or not give it the name that it has."""
    zones = dict.fromkeys((each.parent or "" for each in copies.elements), target.zone)
    writing.check_creatable([("parent", each) for each in copies.elements], zones)
    for original, copy in zip(originals.elements, copies.elements, strict=True):
        label = writing.metamodel.types[copy.type].label
        if not any(copy.attributes.get(name) for name in label):
            raise Forbidden(f"You may not give {name_of(original)} a name, so you cannot copy it.")


async def _store(writing: Writing, copies: Copies) -> None:
    """Store flow objects first, so that the diagrams can show them: those that viewers see apart from the others."""
    showing = {id_: each for each in copies.elements for id_ in shown_in(each)}
    for seen in (True, False):
        shown_by = [each for each in copies.flow_objects if writing.is_visible(showing[each.element]) is seen]
        await writing.add(shown_by, _KIND, diagram=showing[shown_by[0].element] if shown_by else None)
    await writing.add(copies.elements, _KIND)
