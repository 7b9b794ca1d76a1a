"""Schemas of what is not an element: facets, views, types, what a caller may do, the storage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.metamodel.model import DataType
from facetstore.rest.openapi.schema_words import (
    ADDRESS,
    DATE_TIME,
    FLAG,
    GUID,
    NUMBER,
    SPAN,
    TEXT,
    TEXTS,
    Schema,
    closed,
    list_of,
    map_of,
    ref,
    said,
)
from facetstore.rest.openapi.write_schemas import EXPLAINED

_CULTURES: Final = list_of({"type": "integer", "examples": [1033]})

_FACET: Final[Mapping[str, Schema]] = {
    "name": {"type": "string", "examples": ["processes"]},
    "views": said(ADDRESS, "Returns the views of the facet."),
}
_VIEW: Final[Mapping[str, Schema]] = {
    "name": {"type": "string", "examples": ["tree"]},
    "isHierarchical": said(FLAG, "Lists hold the roots, and children lead on."),
    "elements": said(ADDRESS, "Returns the elements of the view."),
}

CATALOG: Final[Mapping[str, Schema]] = {
    "Facet": closed({**_FACET, "displayNames": TEXTS}, description="A group of element types."),
    "OldFacet": closed({**_FACET, "displayName": TEXT}, description="A facet in the form of api-version 1.0."),
    "View": closed({**_VIEW, "displayNames": TEXTS}, description="A way to look at a facet."),
    "OldView": closed({**_VIEW, "displayName": TEXT}, description="A view in the form of api-version 1.0."),
    "ElementType": closed(
        {
            "key": {"type": "string", "examples": ["subProcess"]},
            "displayNames": TEXTS,
            "descriptions": TEXTS,
            "properties": list_of({"oneOf": [ref("AttributeProperty"), ref("RelatedProperty")]}),
            "layouts": said(list_of(ref("Layout")), "Ways to draw the diagram; only the tree view lists them."),
        },
        description="What elements of one type look like in a view.",
    ),
    "Layout": closed(
        {"key": TEXT, "displayNames": TEXTS},
        {
            "lanes": said(
                list_of(TEXT), "The contexts that say in which lane a shape stands. Only in the answers for pages."
            ),
            "keepsPlaces": said(FLAG, "Shapes stand where users have put them. Only in the answers for pages."),
        },
    ),
    "AttributeProperty": closed(
        {
            "key": TEXT,
            "displayNames": TEXTS,
            "descriptions": TEXTS,
            "tooltips": TEXTS,
            "attribute": ref("AttributeRule"),
        },
        description="A property that holds values.",
    ),
    "RelatedProperty": closed(
        {"key": TEXT, "displayNames": TEXTS, "descriptions": TEXTS, "tooltips": TEXTS, "related": ref("RelatedRule")},
        description="A property that refers to other elements: a related context.",
    ),
    "AttributeRule": closed(
        {
            "type": said(TEXT, "The reference product's runtime name of the value's type."),
            "dataType": {"enum": [each.value for each in DataType]},
            "isInvariantCulture": said(FLAG, "One value for all cultures, under the key 127."),
        },
        {"selectableValues": said(list_of(ref("SelectableValue")), "Only for selections.")},
    ),
    "SelectableValue": closed(
        {"displayNames": TEXTS, "descriptions": TEXTS, "tooltips": TEXTS},
        {"key": said(TEXT, "What is stored; the value without a key means `not relevant`.")},
    ),
    "RelatedRule": closed(
        {
            "relatedTypes": said(list_of(TEXT), "The types that may be referred to."),
            "canAddNew": said(FLAG, "A reference with a type and without an id creates an element here."),
            "maxOccurrence": said(NUMBER, "How many references the context takes."),
            "readOnly": FLAG,
            "facet": said(TEXT, "The facet the targets belong to."),
        }
    ),
}

_READ_ONLY_CONTEXT: Final[Schema] = {"enum": ["None", "Diagram", "Architect", "All", "NotCurrentUser", "Never"]}
_PERMISSIONS: Final = ("NewElement", "EditElement", "DeleteElement", "ShowElement", "ApproveElement", "OpenElement")

INFO: Final[Mapping[str, Schema]] = {
    "ElementInfo": closed(
        {
            "elementTypeName": TEXT,
            "entityIds": said(list_of(TEXT), "The element, its versions and the shapes that show it."),
            "entityTypeName": TEXT,
            "facetTypeName": TEXT,
            "facetViewKey": TEXT,
            "hasDiagram": said(FLAG, "The type may hold content."),
            "hasEditPermission": FLAG,
            "id": GUID,
            "insertableDynamicTypes": map_of(TEXTS, "The types that may be added below, with their names."),
            "isCurrentCopyable": FLAG,
            "isCurrentInsertable": FLAG,
            "isCurrentMovable": FLAG,
            "isCurrentRemovable": FLAG,
            "isReadOnly": said(FLAG, "Cannot be edited now."),
            "isReadOnlyCollection": said(FLAG, "No child may be added."),
            "name": said(TEXT, "In the storage's default culture."),
            "permissions": list_of({"enum": list(_PERMISSIONS)}),
            "readOnlyCollectionContext": said(_READ_ONLY_CONTEXT, "Why no child may be added."),
            "readOnlyContext": said(_READ_ONLY_CONTEXT, "Why it cannot be edited."),
            "rootPath": said(list_of(GUID), "Ids from the element up; in a flat view only its own."),
            "shapeId": said(TEXT, "The shape in its first diagram, else the id."),
            "typeColor": {"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"},
            "uid": said(TEXT, "`_<id>` in a flat view, `<parent>_<id>` in a hierarchical one."),
        },
        description="What the caller may do with an element, and where it stands.",
    ),
    "Transition": closed(
        {
            "transitionId": {"type": "string", "examples": ["InProcessToReleased"]},
            "sourceState": {"type": "string", "examples": ["inProcess"]},
            "targetState": {"type": "string", "examples": ["released"]},
        },
        EXPLAINED,
        description="A step the element's state offers.",
    ),
}

_REGION_TEXTS: Final = (
    *("name", "englishName", "displayName", "nativeName", "twoLetterISORegionName", "threeLetterISORegionName"),
    *(
        "threeLetterWindowsRegionName",
        "currencyEnglishName",
        "currencyNativeName",
        "currencySymbol",
        "isoCurrencySymbol",
    ),
)

STORAGE: Final[Mapping[str, Schema]] = {
    "StorageInfo": closed(
        {
            "type": {"enum": ["IStorageContext", "IStorageCollectionContext", "ISysAdminContext"]},
            "tenant": GUID,
            "title": TEXT,
            "description": TEXT,
            "baseTenant": said(TEXT, "The id of the storage this one builds on; empty without one."),
            "apiUrl": ADDRESS,
            "appUrl": ADDRESS,
            "template": TEXT,
            "dataCultures": _CULTURES,
            "defaultDataCulture": {"type": "integer", "examples": [1033]},
            "mandatoryCultures": _CULTURES,
            "optionalCultures": _CULTURES,
            "isValid": FLAG,
            "region": ref("Region"),
            "timeZone": ref("TimeZone"),
        },
        description="The storage, its languages, its region and its time zone.",
    ),
    "Region": closed({**dict.fromkeys(_REGION_TEXTS, TEXT), "isMetric": FLAG, "geoId": NUMBER}),
    "TimeZone": closed(
        {
            "Id": {"type": "string", "examples": ["W. Europe Standard Time"]},
            "DisplayName": TEXT,
            "StandardName": TEXT,
            "DaylightName": TEXT,
            "BaseUtcOffset": SPAN,
            "SupportsDaylightSavingTime": FLAG,
            "AdjustmentRules": list_of(ref("AdjustmentRule")),
        },
        description="The time zone that date-times of this storage are in, as Windows names it.",
    ),
    "AdjustmentRule": closed(
        {
            "DateStart": DATE_TIME,
            "DateEnd": DATE_TIME,
            "DaylightDelta": SPAN,
            "BaseUtcOffsetDelta": SPAN,
            "DaylightTransitionStart": ref("DaylightTransition"),
            "DaylightTransitionEnd": ref("DaylightTransition"),
        },
        description="When daylight saving time holds in a span of years.",
    ),
    "DaylightTransition": closed(
        {
            "TimeOfDay": DATE_TIME,
            "Month": {"type": "integer", "minimum": 1, "maximum": 12},
            "Week": {"type": "integer", "minimum": 1, "maximum": 5},
            "Day": {"type": "integer", "minimum": 1, "maximum": 31},
            "DayOfWeek": {"enum": ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]},
            "IsFixedDateRule": FLAG,
        }
    ),
}
