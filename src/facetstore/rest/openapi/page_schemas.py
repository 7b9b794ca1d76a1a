"""Schemas of what pages ask for: the revision of the storage, all types in brief, and what is remembered for a user."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.domain.callers import ROLE_NAMES
from facetstore.domain.preference_kinds import LARGEST_VALUE, OF_PAGES
from facetstore.domain.rights import Denial
from facetstore.metamodel.loader import load_standard
from facetstore.metamodel.roles import ROLES, Form, RoleKind
from facetstore.metamodel.vocabulary import FIGURES, ICONS
from facetstore.rest.openapi.schema_words import (
    COUNT,
    FLAG,
    GUID,
    TEXT,
    TEXTS,
    Schema,
    closed,
    counted,
    list_of,
    ref,
    said,
)
from facetstore.usecases.reading.element_info import ONLY_IN_DIAGRAMS

_FORMS: Final[Mapping[Form, Schema]] = {
    Form.ONE: TEXT,
    Form.MANY: list_of(TEXT),
    Form.BY_ROLE: closed(dict.fromkeys(ROLE_NAMES, TEXT)),
}
_KINDS: Final = {
    RoleKind.ATTRIBUTE: "An attribute.",
    RoleKind.CONTEXT: "A related context.",
    RoleKind.TYPE: "A type.",
    RoleKind.FACET: "A facet.",
}

_DENIALS: Final = (Denial.ROLE, Denial.ADMINISTRATIVE, Denial.STRUCTURE, Denial.PERMISSION)
"""Why a caller may not create elements of a type."""

_VALUE: Final[Schema] = {"type": "object", "additionalProperties": {"description": "Any JSON."}}

_ROLES: Final = {each.key: said(_FORMS[each.form], _KINDS[each.kind]) for each in ROLES.values()}
_MAY_BE_HIDDEN: Final = frozenset(
    each.key
    for name, each in ROLES.items()
    if each.form is Form.ONE and (each.open or getattr(load_standard().roles, name) in load_standard().readers)
)

FOR_PAGES: Final[Mapping[str, Schema]] = {
    "Revision": closed(
        {"revision": said({"type": "integer", "minimum": 0}, "Grows with every change of the storage.")},
        description="How far the storage has come.",
    ),
    "Period": closed(
        {
            "revision": said({"type": "integer", "minimum": 0}, "Of now, or with `asOf` of that moment."),
            "now": said(TEXT, "The time in the storage's time zone. `asOf` takes none after it."),
        },
        {
            "began": said(TEXT, "When the history begins; missing before the first change."),
            "at": said(TEXT, "When the storage came to the revision; missing before the first change."),
        },
        description="The time that `asOf` covers, and one moment of it.",
    ),
    "TypeState": closed(
        {
            "key": TEXT,
            "displayNames": TEXTS,
            "isEditable": said(FLAG, "Whether versions in it change."),
            "isReleased": said(FLAG, "Whether versions in it are released."),
            "startsVersion": said(FLAG, "Whether a new version can be made from one in it."),
        }
    ),
    "TypeSummary": closed(
        {
            "key": {"type": "string", "examples": ["subProcess"]},
            "facet": said(TEXT, "The facet its elements belong to."),
            "facetTypeName": said(TEXT, "What links to elements call the facet."),
            "displayNames": TEXTS,
            "color": {"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"},
            "figure": said({"enum": list(FIGURES)}, "What stands for it in diagrams."),
            "icon": said({"enum": list(ICONS)}, "The sign on that."),
            "isVersioned": FLAG,
            "isRoot": said(FLAG, "Stands at the top of a hierarchy."),
            "isFlow": said(FLAG, "Lives in diagrams alone."),
            "isCreatable": said(FLAG, "The caller may create elements of it that stand below nothing."),
            "hasDiagram": said(FLAG, "May hold content."),
            "content": said(
                list_of(TEXT), "The types that may be added to its diagram; none where that shows its children."
            ),
            "layouts": said(
                list_of(ref("Layout")), "Ways to draw the diagram, by the key that the rendering address takes."
            ),
            "children": said(list_of(TEXT), "The types that may stand below it."),
            "label": said(list_of(TEXT), "The attributes that make up the name people read."),
            "mandatory": said(list_of(TEXT), "Attributes that a release needs in every mandatory culture."),
            "translatedLabel": said(list_of(TEXT), "Those of `label` that have a value for each culture."),
            "translatedMandatory": said(list_of(TEXT), "Those of `mandatory` that have a value for each culture."),
            "forPrograms": said(list_of(TEXT), "Attributes with texts for programs, which forms leave out."),
            "readOnly": said(list_of(TEXT), "Properties that no body of this caller changes."),
            "states": said(list_of(ref("TypeState")), "Of its lifecycle; none where it has none."),
        },
        {
            "whyNotCreatable": said(
                {"enum": [ONLY_IN_DIAGRAMS, *_DENIALS]}, "Where it is not creatable: what stands in the way."
            ),
        },
        description="What there is to know of a type to show its elements.",
    ),
    "MethodRoles": closed(
        {key: schema for key, schema in _ROLES.items() if key not in _MAY_BE_HIDDEN},
        {key: schema for key, schema in _ROLES.items() if key in _MAY_BE_HIDDEN},
        description="What the metamodel calls the things that a page itself needs, by the role each plays; without names of "
        "properties that the caller may not read.",
    ),
    "FacetGroup": closed(
        {"key": TEXT, "displayNames": TEXTS, "facets": said(list_of(TEXT), "Those that the caller sees.")},
        description="Facets that menus show together.",
    ),
    "TypeSummaries": closed(
        {
            "count": COUNT,
            "values": list_of(ref("TypeSummary")),
            "roles": ref("MethodRoles"),
            "facetGroups": list_of(ref("FacetGroup")),
        },
    ),
    "PreferenceBody": closed(
        {"value": said(_VALUE, f"Anything that a page wants to remember; up to {LARGEST_VALUE:,} bytes as JSON.")}
    ),
    "Preferences": counted("values", list_of(ref("Preference"))),
    "Pictures": counted("values", list_of(ref("UserPicture"))),
    "UserPicture": closed(
        {"id": said(GUID, "The user."), "sha256": said(TEXT, "Of the content of the picture.")},
        description="That a user has a picture.",
    ),
    "Preference": closed(
        {
            "kind": {"enum": list(OF_PAGES)},
            "key": TEXT,
            "shared": said(FLAG, "Whether it belongs to all users of the storage."),
            "mayChange": said(FLAG, "Whether the caller may change and delete it."),
            "value": said(_VALUE, "As it was stored."),
        },
        {"element": said(ref("PreferredElement"), "What a favourite, a recently viewed element or a template names.")},
        description="Something that a page remembers.",
    ),
    "PreferredElement": closed(
        {"facetName": TEXT, "id": GUID, "type": TEXT, "name": said(TEXTS, "The name by culture.")},
        description="An element that a preference names, as the caller sees it.",
    ),
}
