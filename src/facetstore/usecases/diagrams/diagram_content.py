"""Operation 11: changing the content of a diagram, all items of a request or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from facetstore.domain.errors import InvalidBody
from facetstore.domain.values import ElementId, VersionId
from facetstore.usecases.changes.body import NOTHING, check_findings
from facetstore.usecases.changes.content_change import (
    ContentChange,
    ContentScope,
    Existing,
    apply_content,
    wanted_ids,
)
from facetstore.usecases.changes.content_items import MOST_ITEMS, ContentItems, parse_content
from facetstore.usecases.changes.hidden import Hidden, with_hidden, without_hidden
from facetstore.usecases.changes.new_references import name_a_stereotype
from facetstore.usecases.editing.deleting import remove_unshown
from facetstore.usecases.editing.edit_locking import access_in
from facetstore.usecases.ports.writes import Stereotype, StoredVersion
from facetstore.usecases.writing import Writing, new_ids, shown_in

Stored = Mapping[str, StoredVersion]


async def change_content(
    writing: Writing,
    facet: str,
    element_id: str,
    body: object,
    *,
    in_order: bool = False,
    equal_once: bool = False,
    most: int = MOST_ITEMS,
    own: Mapping[str, object] = NOTHING,
) -> ContentChange:
    """Apply the items of a request to a diagram. `answers` has the id for each item, in their order. With `in_order` the shapes
    are put in the order of the items; with `equal_once` references that describe equal new elements create one; `own` is what the element that has the diagram gets.

    Raises InvalidBody, InvalidValues, NotFound, Forbidden, Conflict, PreconditionFailed.
    """
    values = _values(body)
    diagram = await access_in(writing, facet, element_id)
    items = replace(parse_content(values, most=most), in_order=in_order, equal_once=equal_once, own=own)
    shown, unseen = _seen(writing, await writing.writer.stored.load(shown_in(diagram.version)))
    known, unknown = _seen(writing, await writing.writer.stored.load(_wanted(diagram, shown, items)))
    hidden = Hidden(writing.offered.hidden, unseen | unknown)
    elements = {id_: without_hidden(each.version, hidden) for id_, each in shown.items()}
    scope = await _scope(writing, diagram, known, items)
    seen = without_hidden(diagram.version, hidden)
    change = apply_content(seen, elements, items, scope)
    check_findings(change.findings)
    change = replace(
        change,
        diagram=diagram.version if change.diagram is seen else with_hidden(change.diagram, diagram.version, hidden),
        changed=tuple(with_hidden(each, shown[each.element].version, hidden) for each in change.changed),
    )
    await _check_allowed(writing, diagram, shown, change)
    await _store(writing, diagram, shown, change)
    return change


def _values(body: object) -> list[object]:
    values = body.get("values") if isinstance(body, dict) else None
    if not isinstance(values, list) or not values:
        raise InvalidBody(
            'The body needs a list of items: {"values": [{"shapeInfo": {"index": 0}, "element": {"type": …}}]}.'
        )
    return values


def _seen(writing: Writing, stored: Stored) -> tuple[Stored, frozenset[str]]:
    """The versions that the caller sees, and the elements of the others, which are hidden from the caller."""
    seen = writing.seen(stored, stored)
    return seen, frozenset(each.version.element for id_, each in stored.items() if id_ not in seen)


def _wanted(diagram: StoredVersion, shown: Stored, items: ContentItems) -> frozenset[str]:
    return wanted_ids(diagram.version, {id_: each.version for id_, each in shown.items()}, items)


async def _scope(writing: Writing, diagram: StoredVersion, known: Stored, items: ContentItems) -> ContentScope:
    element = diagram.version.element
    stereotypes = await _stereotypes(writing, items)
    kinds = {
        each.element: Existing(ElementId(each.element), VersionId(each.element), each.type) for each in stereotypes
    }
    return ContentScope(
        writing.offered,
        writing.settings,
        {**kinds, **{id_: _existing(each) for id_, each in known.items()}},
        new_ids(),
        writing.now,
        writing.caller.principal,
        next_position=(await writing.writer.places.next_positions([element])).get(element, 0),
        stereotypes={each.element: each.name for each in stereotypes},
    )


async def _stereotypes(writing: Writing, items: ContentItems) -> Sequence[Stereotype]:
    """All stereotypes, if an item names one; otherwise none."""
    named = any(name_a_stereotype(each.element) for each in items.items)
    return await writing.writer.stored.stereotypes() if named else ()


def _existing(stored: StoredVersion) -> Existing:
    version = stored.version
    return Existing(ElementId(version.element), VersionId(version.id), version.type)


async def _check_allowed(writing: Writing, diagram: StoredVersion, shown: Stored, change: ContentChange) -> None:
    """Raise Forbidden or Conflict unless the caller may do all of this now. For flow objects the diagram decides (0028)."""
    types = writing.metamodel.types
    others = [(change.paths[each.element], shown[each.element]) for each in change.changed if not types[each.type].flow]
    touched = change.diagram is not diagram.version or change.changed
    await writing.check_editable([*([("values", diagram)] if touched else []), *others])
    zones = dict.fromkeys((each.parent or "" for each in change.created), diagram.zone)
    writing.check_creatable([(change.paths[each.element], each) for each in change.created], zones)
    writing.check_creatable(change.new_references, {})


async def _store(writing: Writing, diagram: StoredVersion, shown: Stored, change: ContentChange) -> None:
    """Store new elements first, so that the diagram can show them. Delete flow objects that no diagram shows any more last."""
    created = [*(each for _, each in change.new_references), *change.created]
    await writing.add(created, "element.created", diagram=change.diagram)
    await writing.store_all([(shown[each.element], each) for each in change.changed], "element.changed", stamped=False)
    if change.diagram is not diagram.version:
        await writing.store(diagram, change.diagram, "diagram.changed", stamped=False)
    await remove_unshown(writing, [shown[each.element] for each in change.removed])
