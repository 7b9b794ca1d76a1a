"""Operation 11: the content of a diagram changed, all of one request or none of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from facetstore.domain.errors import InvalidBody, InvalidValues, NotFound
from facetstore.domain.values import ElementId, VersionId
from facetstore.usecases.changes.content import Answer, ContentChange, ContentScope, Existing, apply_content, wanted_ids
from facetstore.usecases.changes.content_items import parse_content
from facetstore.usecases.releasing import access_stored
from facetstore.usecases.write_ports import StoredVersion
from facetstore.usecases.writing import Writing, new_ids, shown_in


async def change_content(writing: Writing, facet: str, element_id: str, body: object) -> Sequence[Answer]:
    """Apply the items of a request to a diagram; returns an id for each of them, in their order."""
    values = body.get("values") if isinstance(body, dict) else None
    if not isinstance(values, list) or not values:
        raise InvalidBody('The body needs a list of items: {"values": [{"index": 0, "element": …, "shapeInfo": …}]}.')
    stored = await access_stored(writing, element_id)
    diagram = stored.version
    if diagram.facet != facet:
        raise NotFound("There is no such element.")
    items = parse_content(values)
    shown = await writing.writer.load(shown_in(diagram))
    elements = {id_: each.version for id_, each in shown.items()}
    known = await writing.writer.load(wanted_ids(diagram, elements, items))
    scope = ContentScope(
        writing.metamodel,
        writing.settings,
        {id_: _existing(each) for id_, each in known.items()},
        new_ids(),
        writing.now,
        writing.caller.principal,
        next_position=await writing.writer.next_position(diagram.element),
    )
    change = apply_content(diagram, elements, items, scope)
    if change.findings:
        raise InvalidValues(change.findings[0].error, change.findings)
    if change.diagram is not diagram or change.created or change.changed:
        await writing.check_editable([("values", stored)])
    await _store(writing, stored, shown, change)
    return change.answers


def _existing(stored: StoredVersion) -> Existing:
    version = stored.version
    return Existing(ElementId(version.element), VersionId(version.id), version.type)


async def _store(
    writing: Writing, stored: StoredVersion, shown: Mapping[str, StoredVersion], change: ContentChange
) -> None:
    """New elements first, so that the diagram finds what it shows; what no diagram shows any more goes."""
    await writing.add(change.created, "element.created")
    await writing.check_editable([("values", shown[each.element]) for each in change.changed])
    for version in change.changed:
        await writing.store(shown[version.element], version, "element.changed", stamped=False)
    if change.diagram is not stored.version:
        await writing.store(stored, change.diagram, "diagram.changed", stamped=False)
    if change.removed:
        await writing.writer.delete_versions([shown[each.element] for each in change.removed], "element.deleted")
        writing.changed = True
    if change.created:
        await writing.writer.settle_flow_objects([each.element for each in change.created])
