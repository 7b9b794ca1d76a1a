"""One request made from another: a change of its path, parameters, headers, body, method or caller."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Final
from urllib.parse import quote

from tests.support.api import ROLES
from tests.walls.fuzz.filters import filter_text, order_text
from tests.walls.fuzz.json_tree import mutate_body, mutate_text, render, special
from tests.walls.fuzz.request import Pair, Request
from tests.walls.fuzz.seeds import queries_of
from tests.walls.fuzz.words import FACETS, HEADERS, IDS, METHODS, OPTIONS, PROPERTIES, SEGMENTS, TEXTS, TYPES, VIEWS
from tests.walls.fuzz.world import CALLERS, WAYS

_LONGEST_QUERY: Final = 9000
"""A little more than is read."""
_OTHER_CALLER: Final = 0.3
"""How often another caller asks: what a caller may not see is where the odd answers are."""


def mutate(rng: Random, request: Request, others: Sequence[Request]) -> Request:
    """The request with one to four changes; parts may be taken from `others`."""
    for _ in range(rng.choice((1, 1, 1, 1, 2, 2, 3, 4))):
        request = rng.choice(_CHANGES)(rng, request, rng.choice(others))
    return _caller(rng, request, request) if rng.random() < _OTHER_CALLER else request


def _id(rng: Random, request: Request, other: Request) -> Request:
    """Another id in the place of one in the path."""
    segments = request.path.split("/")
    places = [at for at, each in enumerate(segments) if at > 2 and (each.startswith("@") or len(each) == 36)]
    if not places:
        return _segment(rng, request, other)
    segments[rng.choice(places)] = rng.choice(IDS)
    return replace(request, path="/".join(segments))


def _segment(rng: Random, request: Request, other: Request) -> Request:
    """Another segment in the place of one; mostly of the same kind."""
    segments = request.path.split("/")
    at = rng.randrange(1, len(segments))
    segments[at] = rng.choice(_like(segments[at - 1], segments[at]))
    return replace(request, path="/".join(segments))


def _like(before: str, segment: str) -> Sequence[str]:
    """What may stand where this segment stands."""
    match before:
        case "facets":
            return FACETS
        case "views":
            return VIEWS
        case "attributes" | "related":
            return PROPERTIES
        case "config":
            return TYPES
    return IDS if segment.startswith("@") or len(segment) == 36 else SEGMENTS


def _path(rng: Random, request: Request, other: Request) -> Request:
    """A path that is longer, shorter, written otherwise, or another's."""
    path = request.path
    segments = path.split("/")
    at = rng.randrange(1, len(segments))
    changed = (
        path + "/",
        path.replace("/", "//", 1),
        path.swapcase() if "@" not in path else path.replace("facets", "FACETS"),
        "/".join(segments[:at]),
        "/".join([*segments[:at], rng.choice(SEGMENTS), *segments[at:]]),
        "/".join([*segments[:at], *segments[at + 1 :]]),
        "/".join([*segments, rng.choice(SEGMENTS)]),
        "/".join([*segments[:at], *other.path.split("/")[at:]]),
        "/".join([*segments[:at], quote(segments[at], safe="@ ").replace("e", "%65", 1), *segments[at + 1 :]]),
        "/".join([*segments[:at], quote(rng.choice(TEXTS), safe="", errors="replace"), *segments[at + 1 :]]),
    )
    return replace(request, path=rng.choice(changed) or "/")


def _place(rng: Random, request: Request, other: Request) -> Request:
    """The same at another tenant or administration."""
    places = ("@tenant@", "@collection@", "@system@", "rival/main", "no/where", "@tenant@".upper(), "_x/_y")
    path = request.path
    for each in places[:3]:
        path = path.replace(each, rng.choice(places))
    return replace(request, path=path)


def _known_parameter(rng: Random, request: Request, other: Request) -> Request:
    """One more parameter that the operation takes."""
    pair = rng.choice(queries_of(request))
    return _with_query(request, (*(each for each in request.query if each[0] != pair[0]), pair))


def _parameter(rng: Random, request: Request, other: Request) -> Request:
    """A parameter with a value from its list, or any text."""
    name = (
        rng.choice([each for each, _ in request.query] or list(OPTIONS))
        if rng.random() < 0.5
        else rng.choice(list(OPTIONS))
    )
    value = rng.choice(OPTIONS.get(name, TEXTS)) if rng.random() < 0.8 else rng.choice(TEXTS)
    kept = tuple(each for each in request.query if each[0] != name or rng.random() < 0.1)
    return _with_query(request, (*kept, (name, _encoded(rng, value))))


def _filter(rng: Random, request: Request, other: Request) -> Request:
    name, text = ("$filter", filter_text(rng)) if rng.random() < 0.8 else ("$orderby", order_text(rng))
    kept = tuple(each for each in request.query if each[0] != name)
    return _with_query(request, (*kept, (name, _encoded(rng, text))))


def _query(rng: Random, request: Request, other: Request) -> Request:
    """Parameters lost, doubled, renamed, joined with another's, or broken."""
    query = list(request.query)
    if not query:
        return _with_query(request, other.query or (("$page", "1"),))
    at = rng.randrange(len(query))
    name, value = query[at]
    changed: tuple[Sequence[Pair], ...] = (
        query[:at] + query[at + 1 :],
        [*query, query[at]],
        [*query[:at], (rng.choice((name.upper(), name.lstrip("$"), name + "x", quote(name, safe=""), "")), value)],
        [*query, *other.query],
        [*query[:at], (name, mutate_text(rng, value)), *query[at + 1 :]],
        [
            *query[:at],
            (name, value + rng.choice(("%", "%2", "%ZZ", "%00", "%FF", "%ED%A0%80", "+", ";", "&", "%26", "#"))),
        ],
        query * rng.choice((2, 70)),
    )
    return _with_query(request, tuple(rng.choice(changed)))


def _with_query(request: Request, query: tuple[Pair, ...]) -> Request:
    while sum(len(name) + len(value) for name, value in query) > _LONGEST_QUERY and len(query) > 1:
        query = query[: len(query) // 2]
    return replace(request, query=tuple((name, value[:_LONGEST_QUERY]) for name, value in query))


def _encoded(rng: Random, value: str) -> str:
    return quote(value, safe="" if rng.random() < 0.2 else "@ ,/%", errors="replace")


def _header(rng: Random, request: Request, other: Request) -> Request:
    name = rng.choice(list(HEADERS))
    value = rng.choice(HEADERS[name]) if rng.random() < 0.8 else rng.choice(TEXTS)
    kept = tuple(each for each in request.headers if each[0] != name or rng.random() < 0.1)
    return replace(request, headers=(*kept, (name, value)))


def _fewer_headers(rng: Random, request: Request, other: Request) -> Request:
    return replace(request, headers=tuple(each for each in request.headers if rng.random() < 0.5))


def _body(rng: Random, request: Request, other: Request) -> Request:
    """The body with one change; where there is none, one from elsewhere."""
    if request.body is None:
        if rng.random() < 0.7:
            return _filter(rng, request, other)
        return replace(request, body=rng.choice((other.body, "{}", "null", "", " ", "[]", render(special(rng)))))
    return replace(request, body=mutate_body(rng, request.body, other.body))


def _no_body(rng: Random, request: Request, other: Request) -> Request:
    return replace(request, body=rng.choice((None, "", "{}", other.body)))


def _cross(rng: Random, request: Request, other: Request) -> Request:
    """This request with what another one has beside its path."""
    return rng.choice(
        (
            replace(request, headers=(*request.headers, *other.headers)),
            replace(request, query=other.query, headers=other.headers),
            replace(request, caller=other.caller, by=other.by, headers=other.headers),
            replace(request, body=other.body, method=other.method),
        )
    )


def _method(rng: Random, request: Request, other: Request) -> Request:
    return replace(request, method=rng.choice(METHODS))


def _caller(rng: Random, request: Request, other: Request) -> Request:
    caller = rng.choice(ROLES) if rng.random() < 0.9 else rng.choice(CALLERS)
    return replace(request, caller=caller, by=rng.choice(WAYS))


Change = Callable[[Random, Request, Request], Request]

_WEIGHTS: Final[dict[Change, int]] = {
    _id: 8, _segment: 4, _path: 2, _place: 1, _known_parameter: 8, _parameter: 6, _filter: 6, _query: 3, _header: 6,
    _fewer_headers: 1, _body: 18, _cross: 3, _no_body: 1, _method: 2,
}  # fmt: skip
_CHANGES: Final = tuple(change for change, weight in _WEIGHTS.items() for _ in range(weight))
