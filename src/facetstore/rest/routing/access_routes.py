"""The endpoint table of administrators: who may do what with an element or in a facet, why, who changed it, and the tenant's own types and synonyms."""

from __future__ import annotations

from typing import Final

from facetstore.domain.callers import Role
from facetstore.rest.operations import administration, permissions
from facetstore.rest.routing.routes import ELEMENT, READ, WITH_BODY, Route

_DRY_RUN: Final = frozenset({"dryRun"})
_PERMISSIONS: Final = f"{ELEMENT}/permissions"
_OF_FACET: Final = "rest/facets/{facetId}/permissions"
_ADDITIONS: Final = "rest/metamodel/additions"
_SYNONYMS: Final = "rest/search/synonyms"

ACCESS: Final[tuple[Route, ...]] = (
    Route(
        "+", "permissions-get", (_PERMISSIONS,), permissions.get_permissions, "4.0", Role.ADMINISTRATOR, "Permissions",
        "Show the permissions that hold for an element", methods=READ,
    ),
    Route(
        "+", "permissions-set", (_PERMISSIONS,), permissions.set_permissions, "4.0", Role.ADMINISTRATOR, "Permissions",
        "Set permissions on an element", methods=(WITH_BODY,), parameters=_DRY_RUN | {"force"}, writes=True,
        body="PermissionsBody",
    ),
    Route(
        "+", "permissions-drop", (_PERMISSIONS,), permissions.drop_permissions, "4.0", Role.ADMINISTRATOR, "Permissions",
        "Remove the own permissions of an element", methods=("DELETE",), parameters=_DRY_RUN | {"force"}, writes=True,
    ),
    Route(
        "+", "facet-permissions-get", (_OF_FACET,), permissions.get_facet_permissions, "4.0", Role.ADMINISTRATOR,
        "FacetPermissions", "Show the permissions that hold in a facet", methods=READ,
    ),
    Route(
        "+", "facet-permissions-set", (_OF_FACET,), permissions.set_facet_permissions, "4.0", Role.ADMINISTRATOR,
        "FacetPermissions", "Set permissions on a facet", methods=(WITH_BODY,), parameters=_DRY_RUN, writes=True,
        body="FacetPermissionsBody",
    ),
    Route(
        "+", "access-explain", (f"{ELEMENT}/access",), permissions.explain_access, "4.0", Role.ADMINISTRATOR, "Access",
        "Explain what a user may do with an element", methods=READ, parameters=frozenset({"user"}),
    ),
    Route(
        "+", "audit-list", ("rest/audit",), administration.list_audit, "4.0", Role.ADMINISTRATOR, "Audit",
        "List sign-ins and changes of permissions", frozenset({"$page", "$pageSize"}), READ,
        frozenset({"kind", "subject", "actor"}),
    ),
    Route(
        "+", "additions-get", (_ADDITIONS,), administration.get_additions, "4.0", Role.ADMINISTRATOR, "OwnMetamodel",
        "Read the own types and properties of the storage", methods=READ,
    ),
    Route(
        "+", "additions-set", (_ADDITIONS,), administration.set_additions, "4.0", Role.ADMINISTRATOR, "OwnMetamodel",
        "Replace the own types and properties of the storage", methods=(WITH_BODY,), parameters=_DRY_RUN, writes=True,
        body="AdditionsBody",
    ),
    Route(
        "+", "synonyms-get", (_SYNONYMS,), administration.get_synonyms, "4.0", Role.ADMINISTRATOR, "Synonyms",
        "Read what means the same to a search", methods=READ,
    ),
    Route(
        "+", "synonyms-set", (_SYNONYMS,), administration.set_synonyms, "4.0", Role.ADMINISTRATOR, "Synonyms",
        "Replace what means the same to a search", methods=(WITH_BODY,), parameters=_DRY_RUN, writes=True,
        body="SynonymsBody",
    ),
)  # fmt: skip
