"""Values of path variables and parameters, by their names in the endpoint tables."""

from collections.abc import Callable, Mapping
from typing import Final

from tests.storage.builders import METAMODEL
from tests.support.company import Record
from tests.walls.oracle.filters import contexts_of, filter_text, order_text, selected
from tests.walls.oracle.plan import CALLER, PEOPLE, SET_IDS, TOKENS, facet_of, type_of
from tests.walls.oracle.pool import Pool

Make = Callable[[Pool, Record], str]

_TRANSITIONS: Final = sorted({each.id for lifecycle in METAMODEL.lifecycles.values() for each in lifecycle.transitions})
_RESOURCES: Final = ("attributes", "children", "content", "displayNames", "related", "rootPath", "stereotype")
_MOMENTS: Final = ("1", "2", "3", "4", "2020-01-01", "2999-01-01", "x")
_BY: Final = ("facet", "type", "state", "stereotype", "owner", "month", "missingCulture", "type,state")


def _one_of(*values: str) -> Make:
    return lambda pool, about: pool.random.choice(values)


def _facet(pool: Pool, about: Record) -> str:
    return facet_of(about) if pool.often(0.95) else pool.random.choice(sorted(METAMODEL.facets))


def _context(pool: Pool, about: Record) -> str:
    return contexts_of(pool.random, about).partition(",")[0]


def _layout(pool: Pool, about: Record) -> str:
    """A way to draw the diagram of an element, or sometimes one that it does not have."""
    known = [each.key for each in type_of(about).layouts]
    return pool.random.choice(known) if known and pool.often(0.9) else "graphic"


VARIABLES: Final[Mapping[str, Make]] = {
    "elementId": lambda pool, about: pool.id_of(about),
    "facetId": _facet,
    "viewId": lambda pool, about: pool.random.choice(sorted(METAMODEL.facets[facet_of(about)].views)),
    "attributeId": lambda pool, about: pool.random.choice(sorted(type_of(about).properties)),
    "relatedId": _context,
    "type": lambda pool, about: str(about["type"]),
    "transitionId": _one_of(*_TRANSITIONS),
    "ignoreWarnings": _one_of("true", "false"),
    "poolId": _one_of("default"),
    "cultureId": _one_of("1031", "1033", "1031", "1033", "127"),
    "layoutKey": _layout,
    "taskId": lambda pool, about: pool.made,
    "deletionId": lambda pool, about: pool.made,
    "fileId": lambda pool, about: pool.made,
    "importId": lambda pool, about: pool.made,
    "commentId": lambda pool, about: pool.made,
    "webhookId": lambda pool, about: pool.made,
    "proposalId": lambda pool, about: pool.made,
    "grantId": lambda pool, about: pool.made,
    "versionId": lambda pool, about: pool.sibling(about) if pool.often(0.7) else pool.id_of(about),
    "permissionSetId": _one_of(*SET_IDS.values()),
    "tokenId": _one_of(*TOKENS),
    "userId": _one_of(*PEOPLE),
    "key": lambda pool, about: str(about["id"]),
    "kind": _one_of("favourite", "template", "filter"),
}
PARAMETERS: Final[Mapping[str, Make]] = {
    "code": lambda pool, about: pool.made,
    "$filter": lambda pool, about: filter_text(pool.random, about, pool.ids),
    "$orderby": lambda pool, about: order_text(pool.random, about),
    "$select": lambda pool, about: selected(pool.random, about),
    "$expandRelated": lambda pool, about: contexts_of(pool.random, about),
    "$resources": lambda pool, about: ",".join(pool.random.sample(_RESOURCES, pool.random.randint(1, 5))),
    "$page": _one_of("1", "2", "3"),
    "$pageSize": _one_of("1", "2", "3", "5"),
    "$pageSelectionKey": lambda pool, about: str(about["id"]),
    "$cursor": _one_of("bm9uZQ"),
    "$count": _one_of("true", "false"),
    "$facetCounts": _one_of("type", "state", "stereotype", "owner", "systems"),
    "$culture": _one_of("1031", "1033"),
    "$flat": _one_of("true", "false"),
    "asOf": _one_of(*_MOMENTS),
    "explain": _one_of("true", "true", "false"),
    "approvals": _one_of("true", "true", "false"),
    "sheet": _one_of("list", "edit", "translations"),
    "bom": _one_of("true", "false"),
    "q": lambda pool, about: pool.word,
    "facets": lambda pool, about: facet_of(about),
    "type": lambda pool, about: str(about["type"]),
    "types": lambda pool, about: str(about["type"]),
    "culture": _one_of("1031", "1033"),
    "format": _one_of("svg", "json", "ndjson", "markdown", "csv"),
    "script": _one_of("true", "true", "false"),
    "described": _one_of("true", "true", "false"),
    "detailed": _one_of("true", "true", "false"),
    "mine": _one_of("true", "false"),
    "released": _one_of("true", "false"),
    "draw": _layout,
    "shapes": lambda pool, about: str(about["id"]),
    "lcid": _one_of("1031", "1033"),
    "create": _one_of("true", "false"),
    "context": _context,
    "by": _one_of(*_BY),
    "from": lambda pool, about: pool.sibling(about) if pool.often(0.7) else pool.random.choice(_MOMENTS),
    "to": lambda pool, about: pool.sibling(about) if pool.often(0.7) else pool.random.choice(_MOMENTS),
    "state": _one_of("open", "all", "stale", "missing,fallback", "current"),
    "kind": _one_of("Review", "permission.set", "token.created", "favourite", "template"),
    "element": lambda pool, about: str(about["id"]),
    "after": lambda pool, about: pool.random.choice(
        (*_MOMENTS, "0", "now", f"1.{about['id']}.1", f"2.{about['id']}.2")
    ),
    "before": _one_of("0", "5", "x"),
    "kinds": _one_of("element.created", "element.changed,element.deleted", "permission.set"),
    "window": lambda pool, about: "window-of-mine",
    "changes": _one_of("true", "true", "false"),
    "user": _one_of(*PEOPLE, CALLER),
    "subject": lambda pool, about: str(about["id"]),
    "actor": _one_of(*PEOPLE),
    "force": _one_of("true", "false"),
    "order": _one_of("oldest", "newest"),
    "shared": _one_of("true", "false"),
    "takeOver": _one_of("true", "false"),
    "ignoreWarnings": _one_of("true", "false"),
    "dryRun": _one_of("true"),
    "return": _one_of("/"),
    "name": _one_of("plan.png", "plan.txt"),
    "facet": _facet,
    "Facet": _facet,
    "Filter": lambda pool, about: filter_text(pool.random, about, pool.ids),
    "Page": _one_of("1", "2"),
    "PageSize": _one_of("1", "2", "5"),
    "page": _one_of("1", "2", "3"),
    "pageSize": _one_of("1", "2", "5"),
    "lastVersions": _one_of("true", "false"),
    "id": _one_of("CommentsFeature", "AgentsFeature", "x"),
    "facetName": _facet,
    "facetViewKey": _one_of("treeanddiagram"),
    "contextKey": lambda pool, about: pool.id_of(about),
    "variantKey": _one_of(""),
    "versionKey": lambda pool, about: pool.sibling(about) if pool.often(0.7) else pool.id_of(about),
    "selectionKey": lambda pool, about: pool.random.choice([*pool.shapes, pool.id]),
    "match": _one_of("elementId", "versionId", "name.1033", "name.1031", "x"),
}
"""What would succeed must not change either world: writes are dry runs. Those that are refused are sent in earnest as well."""
