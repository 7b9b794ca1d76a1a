"""The service document and $metadata: what tables there are, in CSDL as XML or JSON."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final
from xml.sax.saxutils import quoteattr

import msgspec

from facetstore.query.row_tree import ColumnType
from facetstore.usecases.analysis.star_model import Navigation, Star, StarColumn, StarTable

NAMESPACE: Final = "Facetstore"
_CONTAINER: Final = "Star"
_EDM: Final = {
    ColumnType.TEXT: "Edm.String",
    ColumnType.WHOLE: "Edm.Int64",
    ColumnType.NUMBER: "Edm.Double",
    ColumnType.FLAG: "Edm.Boolean",
    ColumnType.DAY: "Edm.Date",
    ColumnType.INSTANT: "Edm.DateTimeOffset",
}
_DESCRIPTION: Final = "Org.OData.Core.V1.Description"
_CORE: Final = "https://oasis-tcs.github.io/odata-vocabularies/vocabularies/Org.OData.Core.V1"


def render_service(star: Star, root: str) -> bytes:
    sets = [{"name": name, "kind": "EntitySet", "url": name} for name in star.tables]
    return msgspec.json.encode({"@odata.context": f"{root}$metadata", "value": sets})


@lru_cache(maxsize=32)
def render_xml(star: Star, version: str) -> bytes:
    """The tables as CSDL in XML."""
    types = "".join(map(_entity_type, star.tables.values()))
    sets = "".join(map(_entity_set, star.tables.values()))
    return (
        f'<?xml version="1.0" encoding="utf-8"?>'
        f'<edmx:Edmx xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx" Version="{version}">'
        f'<edmx:Reference Uri="{_CORE}.xml"><edmx:Include Namespace="Org.OData.Core.V1" Alias="Core"/></edmx:Reference>'
        f'<edmx:DataServices><Schema xmlns="http://docs.oasis-open.org/odata/ns/edm" Namespace="{NAMESPACE}">'
        f'{types}<EntityContainer Name="{_CONTAINER}">{sets}</EntityContainer>'
        f"</Schema></edmx:DataServices></edmx:Edmx>"
    ).encode()


def _entity_type(table: StarTable) -> str:
    key = "".join(f"<PropertyRef Name={quoteattr(name)}/>" for name in table.key)
    properties = "".join(_property(table, each) for each in table.columns.values())
    ways = "".join(map(_way, table.navigations.values()))
    return f"<EntityType Name={quoteattr(table.name)}><Key>{key}</Key>{properties}{ways}</EntityType>"


def _property(table: StarTable, column: StarColumn) -> str:
    required = ' Nullable="false"' if column.name in table.key else ""
    precision = ' Precision="6"' if column.type is ColumnType.INSTANT else ""
    head = f'<Property Name={quoteattr(column.name)} Type="{_EDM[column.type]}"{required}{precision}'
    if not column.title:
        return f"{head}/>"
    return f'{head}><Annotation Term="{_DESCRIPTION}" String={quoteattr(column.title)}/></Property>'


def _way(way: Navigation) -> str:
    type_ = f"{NAMESPACE}.{way.table}"
    if way.many:
        return f'<NavigationProperty Name={quoteattr(way.name)} Type="Collection({type_})"/>'
    constraint = f"<ReferentialConstraint Property={quoteattr(way.column)} ReferencedProperty={quoteattr(way.target)}/>"
    return f'<NavigationProperty Name={quoteattr(way.name)} Type="{type_}">{constraint}</NavigationProperty>'


def _entity_set(table: StarTable) -> str:
    bindings = "".join(
        f"<NavigationPropertyBinding Path={quoteattr(each.name)} Target={quoteattr(each.table)}/>"
        for each in table.navigations.values()
    )
    return f'<EntitySet Name={quoteattr(table.name)} EntityType="{NAMESPACE}.{table.name}">{bindings}</EntitySet>'


@lru_cache(maxsize=32)
def render_json(star: Star) -> bytes:
    """The tables as CSDL in JSON."""
    types = {name: _json_type(each) for name, each in star.tables.items()}
    sets = {
        name: {
            "$Collection": True,
            "$Type": f"{NAMESPACE}.{name}",
            "$NavigationPropertyBinding": {way.name: way.table for way in each.navigations.values()},
        }
        for name, each in star.tables.items()
    }
    container = {"$Kind": "EntityContainer", **sets}
    found = {
        "$Version": "4.01",
        "$EntityContainer": f"{NAMESPACE}.{_CONTAINER}",
        "$Reference": {f"{_CORE}.json": {"$Include": [{"$Namespace": "Org.OData.Core.V1", "$Alias": "Core"}]}},
        NAMESPACE: {**types, _CONTAINER: container},
    }
    return msgspec.json.encode(found)


def _json_type(table: StarTable) -> Mapping[str, Any]:
    columns = {name: _json_property(table, each) for name, each in table.columns.items()}
    ways = {
        each.name: {
            "$Kind": "NavigationProperty",
            "$Type": f"{NAMESPACE}.{each.table}",
            **(
                {"$Collection": True}
                if each.many
                else {"$Nullable": True, "$ReferentialConstraint": {each.column: each.target}}
            ),
        }
        for each in table.navigations.values()
    }
    return {"$Kind": "EntityType", "$Key": list(table.key), **columns, **ways}


def _json_property(table: StarTable, column: StarColumn) -> Mapping[str, Any]:
    return {
        **({} if column.type is ColumnType.TEXT else {"$Type": _EDM[column.type]}),
        **({} if column.name in table.key else {"$Nullable": True}),
        **({"$Precision": 6} if column.type is ColumnType.INSTANT else {}),
        **({f"@{_DESCRIPTION}": column.title} if column.title else {}),
    }
