"""The operations of the interface as values: what is sent, and how the answer is read. The sync and the async client send them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar
from urllib.parse import quote
from uuid import uuid4

import msgspec

from facetstore_client.models import (
    Element,
    Events,
    Facet,
    File,
    Hit,
    Me,
    Proposal,
    Task,
    Transition,
    View,
)

T = TypeVar("T")
_M = TypeVar("_M")
_NEXT: Final = re.compile(r'<([^>]+)>;\s*rel="next"')


@dataclass(frozen=True, slots=True)
class Received:
    """An answer that is a success."""

    body: bytes
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Operation(Generic[T]):
    """A request, and what its answer means. The path stands behind `_api/`."""

    method: str
    path: str
    read: Callable[[Received], T]
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    content: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def parameters(self) -> dict[str, str]:
        """The query as it is sent; what is None is left out."""
        return {name: _text(value) for name, value in self.query.items() if value is not None}

    @property
    def is_safe_twice(self) -> bool:
        """Whether sending it again after a lost answer changes nothing: reads, and writes with a key."""
        return self.method == "GET" or "Idempotency-Key" in self.headers


@dataclass(frozen=True, slots=True)
class ElementPage:
    """A page of a list; `next` is the address of the one behind it."""

    elements: Sequence[Element]
    next: str | None = None


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _values(of: type[_M]) -> Callable[[Received], list[_M]]:
    holder = msgspec.defstruct("Values", [("values", list[of])])  # type: ignore[valid-type]
    decoder = msgspec.json.Decoder(holder)
    return lambda received: list(decoder.decode(received.body).values)  # type: ignore[attr-defined]


def _first(of: type[_M]) -> Callable[[Received], _M]:
    listed = _values(of)
    return lambda received: listed(received)[0]


def _whole(of: type[_M]) -> Callable[[Received], _M]:
    decoder = msgspec.json.Decoder(of)
    return lambda received: decoder.decode(received.body)


class _Elements(msgspec.Struct):
    elements: list[Element]


_elements: Final = msgspec.json.Decoder(_Elements)


def _page(received: Received) -> ElementPage:
    following = _NEXT.search(received.headers.get("link", ""))
    return ElementPage(_elements.decode(received.body).elements, following[1] if following is not None else None)


def _element(received: Received) -> Element:
    (found,) = _elements.decode(received.body).elements
    return msgspec.structs.replace(found, etag=received.headers.get("etag"))


def _written(received: Received) -> list[Element]:
    return _elements.decode(received.body).elements


def _nothing(received: Received) -> None:
    return None


def _at(facet: str, element: str = "", view: str = "detail") -> str:
    path = f"rest/facets/{quote(facet, safe='')}/views/{quote(view, safe='')}/elements"
    return f"{path}/{quote(element, safe='')}" if element else path


def _sent(if_match: str | None = None, reason: str | None = None) -> dict[str, str]:
    given = {"If-Match": if_match, "X-Reason": reason and quote(reason, safe=" ,.;:!?()'")}
    return {"Idempotency-Key": uuid4().hex, **{name: value for name, value in given.items() if value}}


ME: Final = Operation("GET", "rest/me", _whole(Me))
FACETS: Final = Operation("GET", "rest/facets", _values(Facet))


def views(facet: str) -> Operation[list[View]]:
    return Operation("GET", f"rest/facets/{quote(facet, safe='')}/views", _values(View))


def page(facet: str, view: str, query: Mapping[str, Any]) -> Operation[ElementPage]:
    return Operation("GET", _at(facet, view=view), _page, query)


def page_at(address: str) -> Operation[ElementPage]:
    """The page at an address that the server gave. It is asked for where the storage is: the token goes to no other host."""
    return Operation("GET", address.partition("/_api/")[2], _page)


def element(facet: str, id_: str, query: Mapping[str, Any]) -> Operation[Element]:
    return Operation("GET", _at(facet, id_), _element, query)


def write(
    facet: str, elements: Sequence[Mapping[str, Any]], *, if_match: str | None, reason: str | None, dry_run: bool
) -> Operation[list[Element]]:
    query = {"dryRun": True} if dry_run else {}
    return Operation("POST", _at(facet), _written, query, {"elements": list(elements)}, headers=_sent(if_match, reason))


def delete(facet: str, id_: str, *, if_match: str | None, reason: str | None) -> Operation[None]:
    return Operation("DELETE", _at(facet, id_), _nothing, headers=_sent(if_match, reason))


def new_version(id_: str) -> Operation[Element]:
    path = f"release/{quote(id_, safe='')}/createversion"
    return Operation("POST", path, lambda received: _written(received)[0], headers=_sent())


def transitions(id_: str) -> Operation[list[Transition]]:
    return Operation("GET", f"release/{quote(id_, safe='')}/transitions", _values(Transition), {"explain": True})


def take(id_: str, transition: str, given: Mapping[str, str], *, ignore_warnings: bool) -> Operation[Element]:
    path = f"release/{quote(id_, safe='')}/transitions/{quote(transition, safe='')}"
    query = {"ignoreWarnings": True} if ignore_warnings else {}
    return Operation("POST", path, lambda received: _written(received)[0], query, dict(given) or None, headers=_sent())


def tasks(number: int, size: int, states: Sequence[str]) -> Operation[list[Task]]:
    query = {"$page": number, "$pageSize": size, "state": list(states) or None}
    return Operation("GET", "rest/tasks", _values(Task), query)


def decide(id_: str, decision: str, body: Mapping[str, str] | None) -> Operation[Task]:
    return Operation("POST", f"rest/tasks/{quote(id_, safe='')}/{decision}", _first(Task), body=body, headers=_sent())


def files(facet: str, id_: str) -> Operation[list[File]]:
    return Operation("GET", f"{_at(facet, id_)}/files", _values(File))


def upload(facet: str, id_: str, name: str, content: bytes) -> Operation[File]:
    path = f"{_at(facet, id_)}/files"
    return Operation("POST", path, _first(File), {"name": name}, content=content, headers=_sent())


def download(facet: str, id_: str, file: str) -> Operation[bytes]:
    return Operation("GET", f"{_at(facet, id_)}/files/{quote(file, safe='')}", lambda received: received.body)


def search(words: str, query: Mapping[str, Any]) -> Operation[list[Hit]]:
    return Operation("GET", "rest/search", _values(Hit), {"q": words, **query})


def events(after: str, query: Mapping[str, Any]) -> Operation[Events]:
    return Operation("GET", "rest/events", _whole(Events), {"after": after, **query})


PROPOSALS: Final = Operation("GET", "rest/proposals", _values(Proposal))
