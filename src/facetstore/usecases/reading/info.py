"""Element info (operation 12): what the caller may do with an element here and now, and where it stands."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from facetstore.domain.access import Level
from facetstore.domain.callers import Role, Subject, may_edit, permissions
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import ElementType, Facet, Texts, View
from facetstore.usecases.ports.selections import AUTHOR_NOTE_MARK, GOTO_MARK, ElementRow, Parts, ShownBy, Surroundings
from facetstore.usecases.reading.catalog import access_view
from facetstore.usecases.reading.elements import access_element
from facetstore.usecases.tenancy import Reading
from facetstore.usecases.writing import AUTHORS


@dataclass(frozen=True, slots=True)
class ElementInfo:
    """Field by field what operation 12 tells."""

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
    """Somebody is editing it: what is told depends on who asks."""


async def get_info(reading: Reading, facet_name: str, view_name: str, element_id: str) -> ElementInfo:
    facet, view = access_view(reading.metamodel, facet_name, view_name)
    async with reading.reader.snapshot():
        row = await access_element(reading, facet, element_id, Parts(attributes=True, contexts=AUTHORS, root_path=True))
        around = await reading.reader.surroundings(row, reading.caller.principals)
    return _info(reading, facet, view, row, around)


def _info(reading: Reading, facet: Facet, view: View, row: ElementRow, around: Surroundings) -> ElementInfo:
    role = reading.caller.role
    element_type = reading.metamodel.types[row.type]
    subject, changeable = _judged(reading, element_type, row, around)
    edit, allowed = may_edit(role, subject), permissions(role, subject)
    foreign = around.editing not in (None, reading.caller.principal)
    insertable = _insertable(reading, element_type, role) if edit and subject.levels & Level.NEW else {}
    draft = changeable or not (element_type.versioned or element_type.flow)
    # The root path holds what the caller may see: an ancestor that is hidden from him is not named here either.
    ancestors = tuple(each for each in around.ancestors if each.encode() in (row.root_path or b""))
    return ElementInfo(
        id=row.version,
        element_type=element_type,
        facet=facet,
        view=view,
        entity_ids=tuple(dict.fromkeys((row.element, *around.versions, *around.shapes))),
        has_edit_permission=edit,
        insertable=insertable,
        is_copyable=edit and not element_type.flow,
        is_insertable=bool(insertable),
        is_movable=edit and not foreign and facet.hierarchical and not element_type.flow,
        is_removable="DeleteElement" in allowed and not foreign and draft and not around.has_children,
        is_read_only=foreign or not (edit and changeable),
        is_read_only_collection=not insertable,
        name=_name(reading, element_type, row),
        permissions=allowed,
        read_only_context=_why_read_only(role, subject, changeable, foreign),
        read_only_collection_context=_why_closed(element_type, role, subject, insertable),
        root_path=(row.version, *ancestors) if view.hierarchical else (row.version,),
        shape_id=around.shapes[0] if around.shapes else row.version,
        uid=f"{ancestors[0] if view.hierarchical and ancestors else ''}_{row.version}",
        is_locked=around.editing is not None,
    )


def subject_of(element_type: ElementType, authored_by_others: bool, levels: Level = Level.ALL) -> Subject:
    """What a permission decision needs to know."""
    return Subject(element_type.structural, authored_by_others, element_type.administrative, levels)


def _judged(reading: Reading, element_type: ElementType, row: ElementRow, around: Surroundings) -> tuple[Subject, bool]:
    """Who may change an element, and whether its state allows it; a flow object goes by the best of its diagrams (0028)."""
    own = ShownBy(row.type, row.state, bool(row.authored) and not _is_author(reading, row.related))
    types, caller = reading.metamodel.types, reading.caller
    role, levels = caller.role, caller.access.levels(row.zone, row.facet)
    found = [
        (subject_of(types[each.type], each.authored, levels), _is_changeable(reading, each))
        for each in (around.shown_by if element_type.flow and around.shown_by else (own,))
    ]
    return max(found, key=lambda each: (may_edit(role, each[0]), each[1]))


def _is_author(reading: Reading, related: bytes | None) -> bool:
    """Whether the caller, or a group of his, is named among the authors."""
    return any(each.encode() in (related or b"") for each in reading.caller.principals)


def _is_changeable(reading: Reading, version: ShownBy) -> bool:
    """Whether the state allows changes: drafts and what has no lifecycle."""
    state = reading.metamodel.state(version.type, version.state) if version.state else None
    return state is None or state.editable


def _insertable(reading: Reading, element_type: ElementType, role: Role) -> dict[str, Texts]:
    types = (reading.metamodel.types[key] for key in element_type.children if key in reading.metamodel.types)
    return {each.key: each.names for each in types if role >= Role.ARCHITECT or not each.structural}


def _why_read_only(role: Role, subject: Subject, changeable: bool, foreign: bool = False) -> str:
    if may_edit(role, subject):
        if not changeable:
            return "All"
        return "NotCurrentUser" if foreign else "None"
    if subject.administrative or not subject.levels & Level.EDIT:
        return "All"
    if role >= Role.EDITOR and subject.authored_by_others and not subject.structural:
        return "NotCurrentUser"
    return "Architect" if role >= Role.EDITOR else "All"


def _why_closed(element_type: ElementType, role: Role, subject: Subject, insertable: dict[str, Texts]) -> str:
    if insertable:
        return "None"
    if not element_type.children:
        return "Diagram" if element_type.content else "All"
    if not may_edit(role, subject):
        return _why_read_only(role, subject, changeable=True)
    # Whoever may edit here, and add, could add nothing but structure.
    return "Architect" if subject.levels & Level.NEW else "All"


def _name(reading: Reading, element_type: ElementType, row: ElementRow) -> str:
    """The name in the tenant's default culture, else by its fallback order."""
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
