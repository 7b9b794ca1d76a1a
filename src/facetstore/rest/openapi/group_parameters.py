"""The parameters of the groups `_api/v1` and `_api/v2`: name, schema and description of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.domain.features import FEATURES, FeatureState
from facetstore.query.filter_tokens import LONGEST_TEXT
from facetstore.query.options import DEFAULT_PAGE_SIZE, LARGEST_PAGE, LARGEST_PAGE_SIZE
from facetstore.rest.openapi.schema_words import FLAG, GUID, TEXT, Schema
from facetstore.rest.routing.group_routes import FEATURES as FEATURE_FLAGS

Parameter = tuple[str, Schema, str]

_PAGE: Final[Schema] = {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE}
_PAGE_SIZE: Final[Schema] = {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE_SIZE}
_NO_TEXT: Final[Schema] = {"type": "string", "maxLength": 0}

OF_GROUPS: Final[tuple[Parameter, ...]] = (
    ("Filter", {"type": "string", "maxLength": LONGEST_TEXT}, "Which elements, as `$filter` says it."),
    ("Page", _PAGE, "The page, from 1."),
    ("PageSize", _PAGE_SIZE, f"How many elements a page has; {DEFAULT_PAGE_SIZE} if it is not given."),
    ("page", _PAGE, "The page, from 1."),
    ("pageSize", _PAGE_SIZE, f"How many entries a page has; {DEFAULT_PAGE_SIZE} if it is not given."),
    ("lastVersions", FLAG, "Of the versions of each element only the last and the released one."),
    ("facetName", TEXT, "The facet of the element."),
    ("facetViewKey", TEXT, "A view. It may be given; links lead to the page of the element."),
    ("variantKey", _NO_TEXT, "Stays empty: elements have no variants here."),
    ("versionKey", GUID, "The id of a version."),
    ("selectionKey", GUID, "The id of a shape in the diagram of the version."),
)

NEEDED_BY_GROUPS: Final[tuple[Parameter, ...]] = (
    ("Facet", TEXT, "The facet, by its name in any letter case."),
    ("id", {"enum": list(FEATURES)}, "The id of a feature."),
    ("contextKey", GUID, "The id of an element."),
)
"""Those that an operation does not do without."""

NEEDED_BY_ANSWER: Final[Mapping[str, tuple[Parameter, ...]]] = {
    FEATURE_FLAGS: (("state", {"enum": list(FeatureState)}, "The state that the feature gets."),),
    "VersionsReport": (
        ("facet", {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9]*$"}, "The facet."),
        ("page", _PAGE, "The page, from 1."),
    ),
}
"""Those that mean something else in other operations, by what is returned."""
