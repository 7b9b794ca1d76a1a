"""Element info (operation 12): what the caller may do with an element now, and where it is in the hierarchy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from facetstore.domain.access import NO_ZONE
from facetstore.domain.element import Version
from facetstore.domain.rights import Denial, Facts, Rights, rights_of
from facetstore.domain.values import INVARIANT, ElementId, VersionId, parse_guid
from facetstore.metamodel.model import ElementType, Facet, Texts, View
from facetstore.usecases.changes.copies import is_copyable
from facetstore.usecases.judging import BY_AUTHORS, facts_of_mark, is_fixed, was_released
from facetstore.usecases.labels import stored_attributes
from facetstore.usecases.ports.rows import AUTHOR_NOTE_MARK, GOTO_MARK, ElementRow, Surroundings
from facetstore.usecases.ports.selections import Parts
from facetstore.usecases.reading.accessing import access_element, access_view
from facetstore.usecases.tenancy import Reading
from facetstore.usecases.tenants.languages import lcid_of
from facetstore.usecases.tenants.predefined import carried_name, key_of, predefined


@dataclass(frozen=True, slots=True)
class ElementInfo:
    """The fields of the response of operation 12."""

    id: str
    element_type: ElementType
    facet: Facet
    view: View
    entity_ids: tuple[str, ...]
    has_edit_permission: bool
    insertable: dict[str, Texts]
    is_copyable: bool
    is_insertable: bool
    is_movable: bool
    is_removable: bool
    is_read_only: bool
    is_read_only_collection: bool
    name: str
    permissions: tuple[str, ...]
    read_only_context: str
    read_only_collection_context: str
    root_path: tuple[str, ...]
    shape_id: str
    uid: str
    is_locked: bool
    """It, or a diagram that shows it, is being edited: the response must not be cached."""


async def get_info(reading: Reading, facet_name: str, view_name: str, element_id: str) -> ElementInfo:
    facet, view = access_view(reading.metamodel, facet_name, view_name)
    async with reading.opened.snapshot():
        row = await access_element(reading, facet, element_id, Parts(attributes=True, root_path=True))
        around = await reading.opened.surroundings(row.element, reading.metamodel.hidden_contexts)
    alone = parse_guid(element_id) == row.version != row.element and len(around.versions) > 1
    facts = _facts(reading, row, around, alone=alone)
    if reading.metamodel.whole.types[row.type].configuration and rights_of(reading.caller, facts).remove is None:
        facts = replace(facts, used=await _is_kept(reading, row))
    return _info(reading, facet, view, row, around, facts)


async def _is_kept(reading: Reading, row: ElementRow) -> bool:
    """Whether an element is the default language, a language with texts, or a stereotype that is predefined or carried."""
    metamodel = reading.metamodel.whole
    roles, attributes = metamodel.roles, stored_attributes(row.attributes or b"{}")
    version = Version(ElementId(row.element), VersionId(row.version), row.facet, row.type, attributes=attributes)
    if row.type == roles.culture:
        if version.invariant(roles.culture_default) is True:
            return True
        lcid = lcid_of(version, roles)
        types = [key for key, each in metamodel.types.items() if each.for_administrators]
        async with reading.storage.snapshot(reading.served.tenant) as snapshot:
            return lcid is not None and await snapshot.stored.count_texts(lcid, types) > 0
    if row.facet != roles.stereotypes:
        return False
    if key_of(version, metamodel) in predefined(metamodel):
        return True
    types = [key for key, each in metamodel.types.items() if each.stereotype_type == row.type]
    async with reading.storage.snapshot(reading.served.tenant) as snapshot:
        return bool(await snapshot.stored.carriers(carried_name(version, metamodel), types))


def _facts(reading: Reading, row: ElementRow, around: Surroundings, *, alone: bool) -> Facts:
    """The facts about an element; with `alone`, about one version of several, which can be deleted without the others."""
    metamodel, facts = reading.metamodel.whole, facts_of_mark(reading.metamodel.whole, row.mark, row.zone)
    diagrams = (
        replace(
            facts_of_mark(metamodel, each.mark, each.zone),
            fixed=is_fixed(metamodel, _type(each.mark), each.state),
            holder=each.holder,
        )
        for each in around.shown_by
    )
    states = [(row.type, row.state)] if alone else [(each.type, each.state) for each in around.versions]
    return replace(
        facts,
        fixed=is_fixed(metamodel, row.type, row.state),
        holder=around.editing,
        released=was_released(metamodel, states),
        undeletable=any(is_fixed(metamodel, *each) for each in states),
        used=not alone and (around.has_children or around.is_referred_to),
        diagrams=tuple(diagrams) if metamodel.types[row.type].flow else (),
    )


def _type(mark: bytes) -> str:
    return mark.partition(BY_AUTHORS)[0].decode()


def _info(
    reading: Reading, facet: Facet, view: View, row: ElementRow, around: Surroundings, facts: Facts
) -> ElementInfo:
    element_type, rights = reading.metamodel.types[row.type], rights_of(reading.caller, facts)
    insertable = _insertable(reading, element_type, facts) if rights.new is None else {}
    # The root path has no ancestors that are hidden from the caller, so they are left out here, too.
    ancestors = tuple(each for each in around.ancestors if each.encode() in (row.root_path or b""))
    return ElementInfo(
        id=row.version,
        element_type=element_type,
        facet=facet,
        view=view,
        entity_ids=tuple(dict.fromkeys((row.element, *(each.id for each in around.versions), *around.shapes))),
        has_edit_permission=rights.edit is None,
        insertable=insertable,
        is_copyable=_is_copyable(reading, element_type, around),
        is_insertable=bool(insertable),
        is_movable=rights.move is None and facet.hierarchical and not element_type.flow,
        is_removable=rights.remove is None,
        is_read_only=rights.change is not None,
        is_read_only_collection=not insertable,
        name=_name(reading, element_type, row),
        permissions=rights.permissions,
        read_only_context=_CONTEXTS[rights.change],
        read_only_collection_context=_why_closed(element_type, rights, insertable),
        root_path=(row.version, *ancestors) if view.hierarchical else (row.version,),
        shape_id=around.shapes[0] if around.shapes else row.version,
        uid=f"{ancestors[0] if view.hierarchical and ancestors else ''}_{row.version}",
        is_locked=around.editing is not None or any(each.holder for each in around.shown_by),
    )


ONLY_IN_DIAGRAMS: Final = "diagram"
"""Why elements of a flow cannot be created anywhere else."""


def why_not_creatable(reading: Reading, element_type: ElementType) -> str | None:
    """Why the caller may not create elements of a type below nothing, as references without an id do; None where allowed."""
    if element_type.flow:
        return ONLY_IN_DIAGRAMS
    place = Facts(element_type.facet, NO_ZONE, element_type.structural, element_type.for_administrators)
    return rights_of(reading.caller, place).new


def _is_copyable(reading: Reading, element_type: ElementType, around: Surroundings) -> bool:
    """Whether the caller may create such an element beside it. Below a parent that is hidden, a copy has no parent."""
    zone = around.parent_zone
    if rights_of(reading.caller, Facts(element_type.facet, zone)).see is not None:
        zone = NO_ZONE
    place = Facts(element_type.facet, zone, element_type.structural, element_type.for_administrators)
    return is_copyable(element_type) and rights_of(reading.caller, place).new is None


_CONTEXTS: Final[Mapping[Denial | None, str]] = {
    None: "None",
    Denial.STRUCTURE: "Architect",
    Denial.AUTHOR: "NotCurrentUser",
    Denial.LOCK: "NotCurrentUser",
    Denial.DRAFT: "All",
    Denial.PERMISSION: "All",
    Denial.ROLE: "All",
    Denial.ADMINISTRATIVE: "All",
    Denial.STATE: "All",
}
"""The value of the reference for each reason why something is read-only."""


def _insertable(reading: Reading, element_type: ElementType, above: Facts) -> dict[str, Texts]:
    """The types of elements that the caller may create below an element."""
    types = (reading.metamodel.types[key] for key in element_type.children if key in reading.metamodel.types)
    places = ((each, Facts(each.facet, above.zone, each.structural, each.for_administrators)) for each in types)
    return {each.key: each.names for each, place in places if rights_of(reading.caller, place).new is None}


def _why_closed(element_type: ElementType, rights: Rights, insertable: dict[str, Texts]) -> str:
    if insertable:
        return "None"
    if not element_type.children:
        return "Diagram" if element_type.content else "All"
    # A caller that may add elements but none of these types lacks the role for the structure.
    return _CONTEXTS[rights.new or Denial.STRUCTURE]


def _name(reading: Reading, element_type: ElementType, row: ElementRow) -> str:
    """The name: each part invariant, else in the default culture of the tenant, else by its fallback order."""
    document = (
        (row.attributes or b"{}").replace(GOTO_MARK.encode(), b"null").replace(AUTHOR_NOTE_MARK.encode(), b"null")
    )
    attributes = msgspec.json.decode(document, type=dict[str, dict[int, object] | None])
    settings = reading.served.settings
    order = (INVARIANT, settings.default_data_culture, *settings.fallback_cultures, *settings.data_cultures)
    words = []
    for name in element_type.label:
        values = attributes.get(name) or {}
        words.append(next((str(values[culture]) for culture in order if values.get(culture)), ""))
    return " ".join(word for word in words if word)
