"""A fault made small: the fewest requests, with the least in them, that still show it in a new world."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from tests.walls.fuzz.json_tree import parse, places_in, render, value_at
from tests.walls.fuzz.request import Request

MOST_TRIES: Final = 150
"""Each takes a new world."""

Shows = Callable[[Sequence[Request]], bool]


class Shrinking:
    """Tries what can be left out, until nothing can or it has tried long enough."""

    def __init__(self, shows: Shows) -> None:
        self._shows, self._left = shows, MOST_TRIES

    def shrink(self, trail: Sequence[Request], request: Request) -> tuple[Request, ...]:
        """The requests to send one after the other; none if not even all of them show the fault again."""
        before: tuple[Request, ...] = ()
        if not self._try(before, request):
            if not self._try(trail, request):
                return ()
            before = self._shorter(tuple(trail), request)
        return (*before, self._simpler(before, request))

    def _try(self, before: Sequence[Request], request: Request) -> bool:
        self._left -= 1
        return self._left >= 0 and self._shows((*before, request))

    def _shorter(self, before: tuple[Request, ...], request: Request) -> tuple[Request, ...]:
        """What has to come before, found by leaving out halves, quarters and so on."""
        size = len(before) // 2
        while size:
            for start in range(0, len(before), size):
                fewer = before[:start] + before[start + size :]
                if self._try(fewer, request):
                    before = fewer
                    break
            else:
                size //= 2
        return before

    def _simpler(self, before: Sequence[Request], request: Request) -> Request:
        for simpler in _simpler(request):
            if self._try(before, simpler):
                return self._simpler(before, simpler)
        return request


def _simpler(request: Request) -> Iterator[Request]:
    """The request with one thing less."""
    for at in range(len(request.headers)):
        yield replace(request, headers=request.headers[:at] + request.headers[at + 1 :])
    for at in range(len(request.query)):
        yield replace(request, query=request.query[:at] + request.query[at + 1 :])
    if (request.caller, request.by) != ("administrator", "header"):
        yield replace(request, caller="administrator", by="header")
    if request.body is not None:
        yield replace(request, body=None)
        yield from (replace(request, body=body) for body in _smaller(request.body))


def _smaller(body: str) -> Iterator[str]:
    """One of the parts of the body alone, or the body without one of its entries."""
    try:
        count = len(list(places_in(parse(body))))
    except (ValueError, RecursionError):
        yield from (body[: len(body) // 2], body[len(body) // 2 :])
        return
    parts = (value_at(*each) for each in places_in(parse(body)))
    yield from (render(each) for each in parts if isinstance(each, list) and each)
    for number in range(count):
        tree = parse(body)
        node, at = list(places_in(tree))[number]
        del node[at]
        yield render(tree)
