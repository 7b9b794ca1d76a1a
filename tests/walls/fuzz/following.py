"""What a client sends next, having read an answer: the next page, the same with its ETag, what it read posted back."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

from tests.walls.fuzz.json_tree import mutate_body
from tests.walls.fuzz.request import Pair, Request
from tests.walls.fuzz.world import Answer

_ELEMENT: Final = re.compile(r"(.*/elements)(?:/[^/]+)?$")
_MOST: Final = 3
"""How many entries of a list are taken up."""
_STEPS: Final = {
    "trash": (("restore", None), ("restore", "{}")),
    "tasks": (("accept", None), ("decline", '{"reason":"Not yet"}'), ("delegate", '{"to":"@user@"}')),
    "tokens": (("rotate", None), ("revoke", None), ("rotate", '{"days":1}')),
}
"""By list, what can be done with its entries."""


def following(rng: Random, request: Request, answer: Answer) -> Iterator[Request]:
    """Requests that make sense only after this answer; of what is posted back, one part is changed."""
    if request.method != "GET" or answer.status != 200:
        return
    if (link := answer.headers.get("link")) is not None:
        address = urlsplit(link.partition(">")[0].lstrip("<"))
        yield replace(request, query=_pairs(address.query))
    if (etag := answer.headers.get("etag")) is not None:
        yield replace(request, headers=(*request.headers, ("if-none-match", etag)))
    yield from _taken_up(rng, request, answer)
    for path, body in _posted_back(request, answer):
        matched: tuple[Pair, ...] = (("if-match", etag),) if etag and rng.random() < 0.3 else ()
        written = replace(request, method="POST", path=path, query=(), headers=matched, body=json.dumps(body))
        yield written
        yield replace(written, body=mutate_body(rng, written.body or "", None))


def _taken_up(rng: Random, request: Request, answer: Answer) -> Iterator[Request]:
    """What can be done with an entry of a list: a deletion restored, a task decided, a token changed."""
    name = request.path.rpartition("/")[2]
    for entry in _read(answer).get("values", [])[:_MOST] if name in _STEPS else ():
        step, body = rng.choice(_STEPS[name])
        yield replace(request, method="POST", path=f"{request.path}/{entry['id']}/{step}", query=(), body=body)


def _posted_back(request: Request, answer: Answer) -> Iterator[tuple[str, Any]]:
    """Addresses and bodies that take what was read."""
    read = _read(answer)
    if (found := _ELEMENT.match(request.path)) is not None and "elements" in read:
        yield found[1], {"count": _MOST, "elements": read["elements"][:_MOST]}
    elif request.path.endswith("/content") and read.get("elements"):
        yield request.path, {"values": list(_items(read["elements"]))}


def _read(answer: Answer) -> dict[str, Any]:
    """The JSON of an answer; nothing where it is packed, or something else."""
    if "content-encoding" in answer.headers or "json" not in answer.headers.get("content-type", ""):
        return {}
    read: dict[str, Any] = json.loads(answer.body)
    return read


def _items(shapes: list[Any]) -> Iterator[Any]:
    """The shapes of a diagram, each as the change of one that is there."""
    for index, shape in enumerate(shapes):
        info = {"index": index, "id": shape["properties"]["shapeId"], "predecessors": list(range(index))[-1:]}
        changed = {"attributes": shape.get("attributes", {})}
        yield {"shapeInfo": info, "delete": True} if index % 4 == 3 else {"shapeInfo": info, "element": changed}


def _pairs(query: str) -> tuple[Pair, ...]:
    return tuple((name, value) for name, _, value in (each.partition("=") for each in query.split("&")))
