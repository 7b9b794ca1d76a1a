"""Schemas of the groups `_api/v1` and `_api/v2`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.domain.features import FEATURES, FeatureState
from facetstore.rest.openapi.schema_words import (
    ADDRESS,
    FLAG,
    GUID,
    NUMBER,
    TEXT,
    TEXTS,
    Schema,
    closed,
    counted,
    list_of,
    ref,
    said,
)
from facetstore.usecases.reading.permalinks import LinkType

_LINK_TYPE: Final[Schema] = {"enum": list(LinkType)}

GROUP_SCHEMAS: Final[Mapping[str, Schema]] = {
    "FeatureFlags": counted("values", list_of(ref("FeatureFlag"))),
    "FeatureFlag": closed(
        {
            "id": {"enum": list(FEATURES)},
            "state": {"enum": list(FeatureState)},
            "displayNames": TEXTS,
            "descriptions": TEXTS,
        },
        description="A feature of the storage, and whether it is switched on.",
    ),
    "PermalinkBody": closed({"linkType": said(_LINK_TYPE, "What the link is to lead to.")}),
    "Permalinks": counted("values", list_of(ref("Permalink"))),
    "Permalink": closed(
        {
            "linkType": said(_LINK_TYPE, "Whatever version holds, this version, or the shape in it."),
            "key": said(TEXT, "What stands behind `/go/`."),
            "url": ADDRESS,
        },
        description="A short address that never changes its meaning.",
    ),
    "VersionsReport": counted("values", list_of(ref("ReportElement"))),
    "Storages": counted("values", list_of(ref("AdministeredStorage"))),
    "AdministeredStorage": closed(
        {
            "id": said(GUID, "The element that stands for the storage; `tenant` in its storage info."),
            "name": said(TEXT, "Its part of addresses."),
            "displayNames": TEXTS,
            "template": said(TEXT, "What it was made from; empty: it is only planned."),
            "isCreated": FLAG,
        },
        {"collection": said(GUID, "The element of its collection, where the caller sees it.")},
        description="A storage as its administration knows it.",
    ),
    "StorageBody": closed(
        {"id": said(TEXT, "Its part of addresses: up to 63 letters, digits, dots, dashes and underscores.")},
        {
            "name": said(TEXT, "Its title, in the default culture; `id` if it is not given."),
            "template": said(TEXT, "What it is to hold: `empty` if it is not given."),
            "collection": said(GUID, "The element of its collection. Only the system administration needs it."),
        },
    ),
    "DataElements": closed({"values": list_of(ref("DataElement"))}),
    "DataElement": closed(
        {
            "id": GUID,
            "properties": ref("DataProperties"),
            "attributes": list_of(ref("DataAttribute")),
            "children": list_of(ref("DataChild")),
        },
        description="An element in the form of the group v2.",
    ),
    "DataProperties": closed(
        {
            "name": said(TEXT, "In the default culture of the storage, or else by its fallback order."),
            "type": said(TEXT, "The key of the type."),
            "typeName": TEXT,
            "facetName": TEXT,
        },
        {
            "versionId": GUID,
            "state": said(TEXT, "The key of the state."),
            "stateName": TEXT,
            "stereotype": TEXT,
        },
        description="What names an element.",
    ),
    "DataAttribute": closed(
        {"key": said(TEXT, "The name of the attribute."), "values": list_of(ref("DataValue"))},
        description="An attribute with its values.",
    ),
    "DataValue": closed(
        {
            "lcid": said(NUMBER, "The culture; 127: all of them."),
            "value": said({}, "As operation 4 has it."),
        },
        description="The value of an attribute in one culture.",
    ),
    "DataChild": closed(
        {"id": GUID, "type": said(TEXT, "The key of its type."), "facetName": TEXT},
        description="An element below another one.",
    ),
}
