"""The endpoint table as data: the operations of the API, what each takes and what it returns.

Both release prefixes and the GET and POST forms of a read are one row with one handler, so there is no second path to secure.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Final

from facetstore.domain.callers import Role
from facetstore.query.options import AS_OF, PARAMETERS
from facetstore.rest.operations import (
    catalog,
    diagrams,
    elements,
    for_pages,
    info,
    release,
    reporting,
    search,
    session,
    stats,
    translations,
)
from facetstore.rest.operations.handlers import Handler
from facetstore.rest.operations.scripts import PLAIN
from facetstore.rest.wire.media import CSV

READ: Final = ("GET", "HEAD", "POST")
MOVED: Final = "Moved"
"""Instead of a schema: the response is a redirect without a body."""
WITH_BODY: Final = "POST with a body"
"""A write at the address of a read, which has no body (D1.3)."""

ELEMENTS: Final = "rest/facets/{facetId}/views/{viewId}/elements"
ELEMENT: Final = ELEMENTS + "/{elementId}"
_LIST_OPTIONS: Final = PARAMETERS - {"$flat"}
_PAGES: Final = frozenset({"$page", "$pageSize"})
TRANSLATIONS: Final = "Translations"
_TRANSLATIONS: Final = frozenset({"culture", "state"})
_GET_OPTIONS: Final = frozenset({"$resources", "$select", "$expandRelated", "$filter", "$culture"})


class Public(Enum):
    """Instead of a role: no authentication is needed."""

    PUBLIC = 0


PUBLIC: Final = Public.PUBLIC


@dataclass(frozen=True)
class Route:
    """One operation. `permission` is the lowest role that may call it. Without one the service does not start."""

    number: str
    """The operation's number in the specification; `+` marks our own."""
    name: str
    paths: tuple[str, ...]
    """Under `/{collectionId}/{storageId}/_api/`."""
    handler: Handler
    api_version: str
    """The version of the response when the caller names none."""
    permission: Role | Public
    answer: str
    """The schema of the answer, by its name in the OpenAPI document."""
    summary: str
    options: frozenset[str] = frozenset()
    methods: tuple[str, ...] = READ
    parameters: frozenset[str] = frozenset()
    """Query parameters without a dollar sign, which are additions of our own; unknown ones are ignored."""

    picture: bool = False
    """It returns SVG unless JSON is asked for."""
    download: bool = False
    """It returns the content of a file."""
    streams: bool = False
    """Its body is a file, which is read while it arrives."""
    also: tuple[str, ...] = ()
    """Other media types in which it returns the same, besides JSON."""
    media: tuple[str, ...] = ()
    """The media types of its response where that is a document and never JSON."""
    writes: bool = False
    body: str | None = None
    """The schema of the body, by its name in the OpenAPI document."""
    optional_body: bool = False

    @cached_property
    def allowed(self) -> frozenset[str]:
        return self.options | self.parameters


_READS: Final[tuple[Route, ...]] = (
    Route("1", "facets-list", ("rest/facets",), catalog.list_facets, "4.0", Role.VIEWER, "Facets", "List the facets"),
    Route(
        "2", "views-list", ("rest/facets/{facetId}/views",), catalog.list_views, "4.0", Role.VIEWER, "Views",
        "List the views of a facet",
    ),
    Route(
        "3", "elements-list", (ELEMENTS,), elements.list_elements, "4.0", Role.VIEWER, "Elements",
        "List the elements of a view", _LIST_OPTIONS, also=(CSV,),
    ),
    Route(
        "4", "element-get", (ELEMENT,), elements.get_element, "4.0", Role.VIEWER, "Elements",
        "Read an element", _GET_OPTIONS,
    ),
    Route(
        "6", "attributes-list", (f"{ELEMENT}/attributes",), elements.list_attributes, "1.0", Role.VIEWER, "Attributes",
        "List the attributes of an element", frozenset({"$select", "$filter", "$culture"}),
    ),
    Route(
        "6+", "attribute-get", (f"{ELEMENT}/attributes/{{attributeId}}",), elements.get_attribute, "1.0", Role.VIEWER,
        "Attributes", "Read one attribute of an element",
    ),
    Route(
        "7", "related-list", (f"{ELEMENT}/related",), elements.list_related, "1.0", Role.VIEWER, "Related",
        "List the related contexts of an element", frozenset({"$select", "$expandRelated", "$filter"}),
    ),
    Route(
        "8", "related-get", (f"{ELEMENT}/related/{{relatedId}}",), elements.get_related, "1.0", Role.VIEWER, "Related",
        "Read one related context of an element", frozenset({"$expandRelated", "$filter"}),
    ),
    Route(
        "9", "children-list", (f"{ELEMENT}/children",), elements.list_children, "4.0", Role.VIEWER, "Elements",
        "List the children of an element", frozenset({"$resources"}),
    ),
    Route(
        "10", "content-list", (f"{ELEMENT}/content",), elements.list_content, "2.0", Role.VIEWER, "ContentElements",
        "List the shapes of an element's diagram", parameters=frozenset({"format", "culture", "shapes"}), also=(PLAIN,),
    ),
    Route(
        "12", "element-info", (f"{ELEMENT}/info",), info.get_info, "1.0", Role.VIEWER, "ElementInfos",
        "Show what you may do with an element",
    ),
    Route(
        "13", "versions-list", (f"{ELEMENT}/versions",), elements.list_versions, "4.0", Role.VIEWER, "Versions",
        "List the versions of an element", _GET_OPTIONS, parameters=frozenset({"approvals"}),
    ),
    Route(
        "+", "version-record", (f"{ELEMENT}/versions/{{versionId}}/record",), release.get_record, "4.0", Role.EDITOR,
        "ReleaseRecord", "Export the signed release record of a version",
    ),
    Route(
        "14", "config-list", ("rest/facets/{facetId}/views/{viewId}/config",), catalog.list_types, "1.0", Role.VIEWER,
        "ElementTypes", "List the types that may stand in a view",
    ),
    Route(
        "14", "config-get", ("rest/facets/{facetId}/views/{viewId}/config/{type}",), catalog.get_type, "1.0", Role.VIEWER,
        "ElementTypes", "Read the configuration of one type",
    ),
    Route(
        "15", "reporting-list", ("rest/facets/{facetId}/reporting",), reporting.list_report, "4.0", Role.VIEWER, "Report",
        "Report on the elements of a facet",
        PARAMETERS - {"$count", "$facetCounts"},
    ),
    Route(
        "15", "reporting-get", ("rest/facets/{facetId}/reporting/{elementId}",), reporting.get_report, "4.0", Role.VIEWER,
        "Report", "Report on one element", _GET_OPTIONS,
    ),
    Route("16", "storage-info", ("rest/info",), info.get_storage_info, "1.0", Role.VIEWER, "StorageInfo", "Describe the storage"),
    Route(
        "17", "transitions-list", ("release/{elementId}/transitions", "rest/release/{elementId}/transitions"),
        release.list_transitions, "1.0", Role.VIEWER, "Transitions", "List the transitions an element offers",
        parameters=frozenset({"explain"}),
    ),
    Route("+", "me", ("rest/me",), session.get_me, "4.0", Role.VIEWER, "Me", "Show who is calling"),
    Route(
        "+", "search", ("rest/search",), search.search, "4.0", Role.VIEWER, "SearchHits", "Search all facets",
        _PAGES, parameters=frozenset({"q", "facets", "types", "culture"}),
    ),
    Route(
        "+", "diagram-render", ("rest/diagram/{elementId}/render/{cultureId}/{layoutKey}",), diagrams.render_diagram,
        "2.0", Role.VIEWER, "Diagrams", "Draw the diagram of an element",
        parameters=frozenset({"format", "script", "described", "detailed"}), picture=True,
    ),
    Route(
        "+", "usages-list", (f"{ELEMENT}/usages",), search.list_usages, "4.0", Role.VIEWER, "Usages",
        "List where an element is used", _PAGES, parameters=frozenset({"context"}),
    ),
    Route(
        "+", "stats", ("rest/stats",), stats.count_elements, "4.0", Role.VIEWER, "Stats", "Count elements",
        parameters=frozenset({"by", "facets", "types"}),
    ),
    Route(
        "+", "translations-get", (f"{ELEMENT}/translations",), translations.get_translations, "4.0", Role.VIEWER,
        "ElementTranslations", "Show which translations of an element are current",
    ),
    Route(
        "+", "translations-of-facet", ("rest/facets/{facetId}/translations",), translations.count_in_facet, "4.0",
        Role.VIEWER, TRANSLATIONS, "Count translations of a facet", _PAGES, parameters=_TRANSLATIONS,
    ),
    Route(
        "+", "translations-count", ("rest/translations",), translations.count_in_tenant, "4.0", Role.VIEWER,
        TRANSLATIONS, "Count translations", _PAGES, parameters=_TRANSLATIONS,
    ),
    Route(
        "+", "revision", ("rest/revision",), for_pages.get_revision, "4.0", Role.VIEWER, "Revision",
        "Show the revision of the storage",
    ),
    Route(
        "+", "period", ("rest/period",), for_pages.get_period, "4.0", Role.VIEWER, "Period",
        "Show the period that `asOf` covers",
    ),
    Route(
        "+", "types-list", ("rest/types",), for_pages.list_all_types, "4.0", Role.VIEWER, "TypeSummaries",
        "List all types in brief",
    ),
)  # fmt: skip

_PRESENT: Final = frozenset({"me", "transitions-list", "version-record"})
"""Reads of the present only: who is calling, what may be done now, and what is signed."""

ROUTES: Final = tuple(
    each if each.name in _PRESENT else replace(each, parameters=each.parameters | {AS_OF}) for each in _READS
)
