"""The endpoint table of the groups `_api/v1` and `_api/v2`, whose version is a segment of the address."""

from __future__ import annotations

from typing import Final

from facetstore.domain.callers import Role
from facetstore.rest.operations import data_elements, feature_flags, reporting, short_links, storages
from facetstore.rest.routing.routes import Route
from facetstore.usecases.reading.permalinks import PARAMETERS as OF_LINKS
from facetstore.usecases.tenants.feature_switching import ID, STATE

FEATURES: Final = "FeatureFlags"
DATA: Final = "DataElements"
STORAGES: Final = "Storages"
_GET: Final = ("GET", "HEAD")
_POST: Final = ("POST",)
_DRY_RUN: Final = frozenset({"dryRun"})
_FLAGS: Final = "v1/featureflags"
_LINKS: Final = "v1/permalinks"
_REPORTING: Final = "v1/reporting"
_STORAGES: Final = "v1/storages"
_DATA: Final = "v2/data/elements"

GROUPS: Final[tuple[Route, ...]] = (
    Route(
        "+", "features-list", (_FLAGS,), feature_flags.list_features, "1.0", Role.VIEWER, FEATURES,
        "List what is switched on and off", methods=_GET,
    ),
    Route(
        "+", "feature-set", (_FLAGS,), feature_flags.set_feature, "1.0", Role.ADMINISTRATOR, FEATURES,
        "Switch a feature on or off", methods=_POST, parameters=_DRY_RUN | {ID, STATE}, writes=True,
    ),
    Route(
        "+", "permalinks-list", (_LINKS,), short_links.list_links, "1.0", Role.VIEWER, "Permalinks",
        "List the permalinks of an element", methods=_GET, parameters=OF_LINKS,
    ),
    Route(
        "+", "permalink-get", (_LINKS,), short_links.get_or_create_link, "1.0", Role.VIEWER, "Permalinks",
        "Get or create a permalink", methods=_POST, parameters=OF_LINKS | _DRY_RUN, writes=True, body="PermalinkBody",
    ),
    Route(
        "+", "versions-report", (_REPORTING,), reporting.list_versions_report, "1.0", Role.VIEWER, "VersionsReport",
        "Report on all elements of a facet with their versions", methods=_GET, parameters=reporting.V1_PARAMETERS,
    ),
    Route(
        "+", "any-report", (f"{_REPORTING}/{{elementId}}",), reporting.get_any_report, "1.0", Role.VIEWER, "Report",
        "Report on one element of any facet", methods=_GET,
    ),
    Route(
        "+", "storages-list", (_STORAGES,), storages.list_storages, "1.0", Role.VIEWER, STORAGES,
        "List the storages of an administration", methods=_GET,
        parameters=frozenset({reporting.PAGE, reporting.PAGE_SIZE}),
    ),
    Route(
        "+", "storage-create", (_STORAGES,), storages.create_storage, "1.0", Role.ADMINISTRATOR, STORAGES,
        "Create a storage", methods=_POST, parameters=_DRY_RUN, writes=True, body="StorageBody",
    ),
    Route(
        "+", "data-list", (_DATA,), data_elements.list_data, "1.0", Role.VIEWER, DATA,
        "List elements with their attributes and children", methods=_GET, parameters=data_elements.LIST_PARAMETERS,
    ),
    Route(
        "+", "data-get", (f"{_DATA}/{{elementId}}",), data_elements.get_data, "1.0", Role.VIEWER, "DataElement",
        "Read an element with its attributes and children", methods=_GET,
        parameters=frozenset({data_elements.FACET}),
    ),
)  # fmt: skip
