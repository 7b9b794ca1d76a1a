"""Requests at random, made from the endpoint tables: a variable, parameter or body that is not known here fails the test.

Ids are those of both worlds, whatever the caller may see of them; so are the words of filters, searches and bodies.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final
from urllib.parse import quote

from facetstore.domain.callers import Role
from facetstore.rest.routing.routes import WITH_BODY
from tests.rest.access.asking import ALL, Variant, variants
from tests.support.company import Record
from tests.walls.oracle.bodies import BODIES
from tests.walls.oracle.parameters import PARAMETERS, VARIABLES
from tests.walls.oracle.plan import type_of
from tests.walls.oracle.pool import Pool
from tests.walls.oracle.worlds import Answer, Question, Worlds

OFTEN: Final[Mapping[str, int]] = {
    "elements-list": 10, "element-get": 6, "versions-list": 8, "content-list": 6, "children-list": 4, "related-list": 5,
    "related-get": 3, "element-info": 8, "reporting-list": 5, "reporting-get": 6, "transitions-list": 6, "search": 6,
    "stats": 5, "usages-list": 5, "diagram-render": 4, "history-list": 5, "version-difference": 3, "difference": 3, "subtree-difference": 3, "events": 4, "tasks-list": 4,
    "elements-update": 12, "content-create": 6, "transition-apply": 4, "element-delete": 5, "element-remove": 4,
    "element-move": 5, "element-copy": 8, "element-lock": 3, "audit-list": 4, "trash-list": 4, "access-explain": 4,
    "element-restore": 8, "element-undo": 3, "comments-list": 6, "subscribers-list": 4,
}  # fmt: skip
"""How often an operation is asked for, where that is not as often as those that nothing is said of."""
SELDOM: Final = frozenset(
    {"facets-list", "views-list", "config-list", "config-get", "storage-info", "types-list", "me", "revision"}
    | {"openid-begin", "openid-finish", "session-get", "maintain"}
)
"""Operations that show little of elements."""
WITHOUT: Final[Mapping[str, str]] = {
    "session-open": "A refused sign-in is counted and slowed down by name and address, and has tests of its own.",
    "webhook-test": "It sends a request to somewhere else, and has no dry run.",
    "session-end": "It ends sessions; callers here have none.",
    "password-change": "It needs a session; callers here have none.",
    "presence-set": "Who is there ends by itself after 30 seconds, at different times in the two worlds. It has tests of its own.",
    "password-recover": "It answers alike for all names, is slowed down by address, and has tests of its own.",
    "agent-request": "It needs a session; callers here have none.",
    "agent-decide": "It needs a session; callers here have none.",
    "period": "It says what time it is, and when a revision was: no more than histories and `asOf` with a time say.",
}
"""Operations that are not asked, and why."""
REFUSED_HERE: Final = frozenset({"maintain", "mail-confirm", "mail-leave", "agent-end"})
"""Writes without a dry run that change nothing here: ordinary tenants refuse them to all callers, or their codes and ids lead nowhere."""
_VARIANTS: Final = [each for each in variants() if each.route.name not in WITHOUT]
_REFUSED: Final = 400

_USUAL: Final[Mapping[str, tuple[str, ...]]] = {
    "search": ("q",),
    "stats": ("by",),
    **dict.fromkeys(
        (f"{scope}{kind}" for scope in ("", "facet-", "subtree-") for kind in ("difference", "release-notes")),
        ("from", "to"),
    ),
    "version-difference": ("from", "to"),
    "events": ("changes",),
    "transitions-list": ("explain",),
    "access-explain": ("user",),
    "versions-list": ("$filter", "approvals"),
    "content-list": ("format",),
    "content-create": ("format",),
    "feature-set": ("id", "state"),
    "permalinks-list": ("contextKey",),
    "permalink-get": ("contextKey",),
    "versions-report": ("facet", "page"),
    "data-list": ("Facet", "Filter"),
    "data-get": ("Facet",),
}
"""Parameters that an operation needs, or is dull without."""
_FORMATS: Final[Mapping[str, tuple[str, ...]]] = {
    "diagram-render": ("svg", "json"),
    "table-get": ("csv", "xlsx"),
    **dict.fromkeys(("content-list", "content-create"), ("script", "json")),
}
"""The formats of operations that refuse all others."""


def _holds_something(pool: Pool, each: Record) -> bool:
    return "content" in each or each["id"] in pool.parents


def _is_no_flow(pool: Pool, each: Record) -> bool:
    return not type_of(each).flow


_FITTING: Final[Mapping[str, Callable[[Pool, Record], bool]]] = {
    "content-list": _holds_something,
    "diagram-render": _holds_something,
    "children-list": lambda pool, each: each["id"] in pool.parents,
    "reporting-get": lambda pool, each: each["id"] in pool.parents,
    "element-info": lambda pool, each: each["id"] in pool.parents,
    "content-create": lambda pool, each: "content" in each,
    "transitions-list": lambda pool, each: "content" in each and each["state"] in ("inProcess", "inReview"),
    "transition-apply": lambda pool, each: each.get("state") == "inProcess",
    "version-create": lambda pool, each: each.get("state") in ("released", "inEffect", "expired"),
    "versions-list": lambda pool, each: "versionId" in each,
    "version-difference": lambda pool, each: "versionId" in each,
    "elements-list": _is_no_flow,
    "elements-update": _is_no_flow,
    "element-delete": _is_no_flow,
    "element-remove": _is_no_flow,
    "history-list": _is_no_flow,
    "element-move": lambda pool, each: each.get("parent") is not None,
    "element-copy": _holds_something,
    "element-restore": lambda pool, each: "versionId" in each,
    "element-undo": _is_no_flow,
}
"""By operation the elements of which it shows more than of others."""


class Asker:
    """Makes questions about a pair of worlds, of all operations or of some."""

    def __init__(self, worlds: Worlds, random: Random, only: frozenset[str] | None = None) -> None:
        self._pool = Pool(worlds, random)
        self._variants = [each for each in _VARIANTS if only is None or each.route.name in only]
        self._weights = [_weight(each, worlds.role) for each in self._variants]
        self._fitting: dict[str, list[Record]] = {}

    def question(self) -> Question:
        pool = self._pool
        (variant,) = pool.random.choices(self._variants, self._weights)
        about = self._about(variant.route.name)
        path = re.sub(r"\{(\w+)\}", lambda found: quote(VARIABLES[found[1]](pool, about), safe=""), variant.path)
        query = "&".join(f"{name}={quote(value)}" for name, value in self._query(variant, about))
        address = f"{path}?{query}" if query else path
        return Question(variant.route, variant.sent, address, self._headers(variant), self._body(variant, about))

    def _about(self, route: str) -> Record:
        """What to ask about: often something of which the operation has something to show."""
        pool = self._pool
        if route not in _FITTING or pool.often(0.3):
            return pool.record()
        if route not in self._fitting:
            self._fitting[route] = [each for each in pool.records if _FITTING[route](pool, each)] or pool.records
        return pool.random.choice(self._fitting[route])

    def _query(self, variant: Variant, about: Record) -> Iterator[tuple[str, str]]:
        for name in sorted(variant.route.allowed):
            usual = name == "dryRun" or name in _USUAL.get(variant.route.name, ())
            if name == "dryRun" or self._pool.often(0.9 if usual else 0.4 if name == "$filter" else 0.2):
                few = _FORMATS.get(variant.route.name) if name == "format" else None
                yield name, self._pool.random.choice(few) if few else PARAMETERS[name](self._pool, about)

    def _headers(self, variant: Variant) -> dict[str, str]:
        pool, found = self._pool, {}
        if pool.often(0.15):
            found["accept-encoding"] = pool.random.choice(("gzip", "br", "zstd"))
        if pool.often(0.1):
            found["api-version"] = pool.random.choice(("1.0", "2.0", "4.0"))
        if variant.route.picture and pool.often(0.5):
            found["accept"] = "application/json"
        if variant.route.writes and pool.often(0.1):
            found["if-match"] = f'"{pool.random.randint(1, 20)}-0"'
        return found

    def _body(self, variant: Variant, about: Record) -> object:
        route = variant.route
        left_out = variant.method != WITH_BODY and route.optional_body and self._pool.often(0.5)
        return None if route.body is None or left_out else BODIES[route.body](self._pool, about)


def _weight(variant: Variant, role: Role) -> float:
    """All ways to call an operation together count as often as the operation; what is above a role is refused soon."""
    route = variant.route
    allowed = not isinstance(route.permission, Role) or role >= route.permission
    often = 0.3 if route.name in SELDOM else OFTEN.get(route.name, 2)
    return often / len(route.paths) / len(route.methods) * (1 if allowed else 0.1)


def followed(question: Question, answer: Answer, random: Random) -> Iterator[Question]:
    """What a caller asks next: the refused write in earnest, the next page, whether the answer still holds."""
    if question.route.writes and answer.status >= _REFUSED:
        earnest = question.path.replace("dryRun=true", "").replace("?&", "?").replace("&&", "&").rstrip("?&")
        yield question._replace(path=earnest)
    if (link := answer.headers.get("link")) is not None and random.random() < 0.5:
        yield question._replace(path=link[1:].partition(">")[0].partition("/_api/")[2])
    if (etag := answer.headers.get("etag")) is not None and not question.route.writes and random.random() < 0.05:
        yield question._replace(headers={**question.headers, "if-none-match": etag})


def unknown_names() -> list[str]:
    """Variables, parameters and bodies of operations for which nothing here knows a value, and writes that cannot be tried."""
    found = []
    for route in (each for each in ALL if each.name not in WITHOUT):
        variables = {name for path in route.paths for name in re.findall(r"\{(\w+)\}", path)}
        found += [
            f"{route.name} {name}" for name in (variables - VARIABLES.keys()) | (route.allowed - PARAMETERS.keys())
        ]
        tried = "dryRun" in route.allowed or route.name in REFUSED_HERE
        found += [f"{route.name} has no dryRun"] if route.writes and not tried else []
        found += [f"{route.name} {route.body}"] if route.body is not None and route.body not in BODIES else []
    return found
