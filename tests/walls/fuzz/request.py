"""One request as the mutator sees it: text with names where ids belong, and a line of JSON to print and to replay."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, NamedTuple, Self
from urllib.parse import quote

Pair = tuple[str, str]

TENANT: Final = "@tenant@"
_NAME: Final = re.compile(r"@([a-z][a-z ]*)@")
# What a path or a query string may hold as it is; everything else a client has to encode.
_PLAIN: Final = "".join(map(chr, range(0x21, 0x7F)))
_IN_PATH: Final = _PLAIN.replace("?", "").replace("#", "")
_IN_QUERY: Final = _PLAIN.replace("#", "")
# What the parser of the server lets through in the value of a header.
_NOT_IN_HEADER: Final = re.compile(r"[^\t\x20-\x7e\x80-\xff]")
_NOT_IN_NAME: Final = re.compile(r"[^A-Za-z0-9_-]")


class Wire(NamedTuple):
    """A request as bytes."""

    method: str
    path: bytes
    query: bytes
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


@dataclass(frozen=True, slots=True)
class Request:
    """A request to a tenant (`@tenant@`) or to an administration. `@draft@` stands for an id, by what it is of."""

    method: str
    path: str
    query: tuple[Pair, ...] = ()
    """Names and values, encoded."""
    headers: tuple[Pair, ...] = ()
    body: str | None = None
    """Text; bytes that are no UTF-8 stand in it as surrogates."""
    caller: str = "administrator"
    by: str = "header"
    """How the caller shows who is calling: header, bearer, query or cookie."""

    @property
    def line(self) -> str:
        """The request in one line, without what is as usual."""
        usual = asdict(Request("", ""))
        return json.dumps({name: value for name, value in asdict(self).items() if value != usual[name]})

    @classmethod
    def parse(cls, line: str) -> Self:
        fields: dict[str, Any] = json.loads(line)
        pairs = {name: tuple(map(tuple, fields.get(name, ()))) for name in ("query", "headers")}
        return cls(**{**fields, **pairs})

    def named(self, ids: Mapping[str, str]) -> Self:
        """The same with the ids for the names. A name that is not known stays."""
        return replace(
            self,
            path=_filled(self.path, ids),
            query=tuple((name, _filled(value, ids)) for name, value in self.query),
            headers=tuple((name, _filled(value, ids)) for name, value in self.headers),
            body=_filled(self.body, ids) if self.body is not None else None,
        )

    def wire(self) -> Wire:
        """What a client would send: whatever cannot stand where it is, is encoded or left out."""
        query = "&".join(f"{name}={value}" for name, value in self.query)
        body = (self.body or "").encode("utf-8", "surrogateescape" if _is_escaped(self.body) else "replace")
        headers = [(_header_name(name), _header_value(value)) for name, value in self.headers]
        if body or (self.body is not None and self.method != "GET"):
            headers.append((b"content-length", b"%d" % len(body)))
        return Wire(
            self.method,
            quote(self.path, safe=_IN_PATH, errors="replace").encode(),
            quote(query, safe=_IN_QUERY, errors="replace").encode(),
            tuple(headers),
            body,
        )


def _filled(text: str, ids: Mapping[str, str]) -> str:
    return _NAME.sub(lambda found: ids.get(found[1], found[0]), text) if "@" in text else text


def _is_escaped(text: str | None) -> bool:
    """Whether every surrogate in it stands for a byte."""
    return all("\udc80" <= each <= "\udcff" for each in text or "" if "\ud800" <= each <= "\udfff")


def _header_name(name: str) -> bytes:
    return (_NOT_IN_NAME.sub("", name) or "x").lower().encode()


def _header_value(value: str) -> bytes:
    return _NOT_IN_HEADER.sub("?", value).strip(" \t").encode("latin-1")
