"""The questions a copy asks: one address for each read of the specification, below `{collection}/{storage}/_api/`.

Names come from the server itself, so each is one segment of a path, quoted, or it is refused.
"""

from __future__ import annotations

from typing import Final, NamedTuple
from urllib.parse import quote

from facetstore.domain.errors import Failure

DETAIL: Final = "detail"
"""The view that shows every attribute and context."""
PAGE_SIZE: Final = 200
_LONGEST_NAME: Final = 200


class BadName(Failure):
    """A name from a server that cannot be a part of an address."""

    code = "bad-name"


class Question(NamedTuple):
    """One read: its address, and the api-version that the specification documents it for."""

    address: str
    version: str = ""


FACETS: Final = Question("rest/facets", "4.0")
STORAGE_INFO: Final = Question("rest/info", "1.0")
CALLER: Final = Question("rest/me")
"""Who is calling and with which role. Facetstore alone knows it."""
REVISION: Final = Question("rest/revision")
"""A number that moves with every change. Facetstore alone knows it."""


def views(facet: str) -> Question:
    return Question(f"rest/facets/{segment(facet)}/views", "1.0")


def config(facet: str, view: str) -> Question:
    return Question(f"{_view(facet, view)}/config", "1.0")


def listing(facet: str, view: str, page: int, resources: str = "") -> Question:
    asked = f"&$resources={resources}" if resources else ""
    return Question(f"{_view(facet, view)}/elements?$page={page}&$pageSize={PAGE_SIZE}{asked}", "4.0")


def element(facet: str, id_: str) -> Question:
    return Question(_element(facet, id_), "4.0")


def versions(facet: str, id_: str) -> Question:
    return Question(f"{_element(facet, id_)}/versions", "4.0")


def content(facet: str, id_: str) -> Question:
    return Question(f"{_element(facet, id_)}/content", "2.0")


def attributes(facet: str, id_: str) -> Question:
    return Question(f"{_element(facet, id_)}/attributes", "1.0")


def related(facet: str, id_: str) -> Question:
    return Question(f"{_element(facet, id_)}/related", "1.0")


def children(facet: str, view: str, id_: str) -> Question:
    return Question(f"{_view(facet, view)}/elements/{segment(id_)}/children", "4.0")


def reporting(facet: str) -> Question:
    return Question(f"rest/facets/{segment(facet)}/reporting", "4.0")


def files(facet: str, id_: str) -> Question:
    """The files of a version. Facetstore alone knows them."""
    return Question(f"{_element(facet, id_)}/files")


def segment(name: str) -> str:
    """A name as one segment of a path. Raises BadName for what is not one."""
    if not name or len(name) > _LONGEST_NAME or not name.isprintable() or name.strip(".") == "":
        raise BadName(f"The server gives the name {name[:60]!r}, which cannot be a part of an address.")
    return quote(name, safe="")


def _view(facet: str, view: str) -> str:
    return f"rest/facets/{segment(facet)}/views/{segment(view)}"


def _element(facet: str, id_: str) -> str:
    return f"{_view(facet, DETAIL)}/elements/{segment(id_)}"
