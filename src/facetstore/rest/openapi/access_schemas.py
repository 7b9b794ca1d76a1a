"""Schemas of permissions: what is set on elements and facets, what a user may do and why, and the audit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.domain.access import LEVELS
from facetstore.domain.audit import KINDS
from facetstore.domain.callers import ROLE_NAMES
from facetstore.rest.openapi.schema_words import (
    DATE_TIME,
    FLAG,
    GUID,
    TEXT,
    Schema,
    closed,
    counted,
    list_of,
    map_of,
    ref,
    said,
)

_INHERITS: Final = said(FLAG, "Those who are named also get what they would have without it.")
_EXCLUDES: Final = said(FLAG, "Those who are not named get nothing; otherwise what they would have without it.")
_GRANTS: Final = list_of(ref("PermissionGrant"))

ACCESS: Final[Mapping[str, Schema]] = {
    "Audit": counted("values", list_of(ref("AuditEntry"))),
    "AuditEntry": closed(
        {"at": DATE_TIME, "kind": {"enum": list(KINDS)}},
        {
            "actor": said(GUID, "The person or token that did it; the command line has none."),
            "subject": said(TEXT, "The id of the element that it is about, or the name of the facet."),
            "address": said(TEXT, "The IP address that it came from."),
            "detail": map_of(TEXT, "Details: what was set, or how the user signed in."),
        },
        description="A sign-in, a refused sign-in, or a change of permissions.",
    ),
    "PermissionsBody": closed({"grants": _GRANTS}, {"inherits": _INHERITS, "excludes": _EXCLUDES}),
    "FacetPermissionsBody": closed({"grants": _GRANTS}),
    "PermissionGrant": closed(
        {
            "principal": said(GUID, "A user group, a person or a token."),
            "permissionSets": said(list_of(GUID), "What it gets."),
        },
        description="The permission sets of one principal.",
    ),
    "Permissions": counted("values", list_of(ref("PermissionSetting"))),
    "PermissionSetting": closed(
        {
            "element": said(
                {"anyOf": [GUID, {"type": "null"}]}, "On which they are set; null: nothing is set above it."
            ),
            "own": said(FLAG, "They are set on the element itself."),
            "inherits": _INHERITS,
            "excludes": _EXCLUDES,
            "grants": _GRANTS,
        }
    ),
    "FacetPermissions": counted("values", list_of(closed({"grants": _GRANTS}))),
    "Access": counted("values", list_of(ref("AccessExplanation"))),
    "AccessExplanation": closed(
        {
            "user": GUID,
            "element": GUID,
            "role": {"enum": [*ROLE_NAMES, None]},
            "visible": said(FLAG, "This user sees the element."),
            "levels": said(list_of({"enum": list(LEVELS)}), "What permissions leave, whatever the role."),
            "permissions": said(list_of(TEXT), "What role and permissions leave together, as element info lists it."),
            "because": list_of(ref("AccessReason")),
        }
    ),
    "AccessReason": closed(
        {"code": TEXT, "text": TEXT},
        {"element": said(GUID, "Where it is set.")},
        description="One step of the decision.",
    ),
}
