"""Cursors: where a page begins, as the page before it said; whatever else is given as one is refused."""

import base64
import json
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import parse_qsl, quote, urlsplit

import pytest

from tests.support import company
from tests.support.api import Api, Json, next_page

LIST: Final = "rest/facets/processes/views/list/elements"
TREE: Final = "rest/facets/processes/views/tree/elements"
LAST_RELEASED: Final = "rest/facets/processes/views/lastReleasedProcesses/elements"


def ids(answer: Json) -> list[str]:
    return [each["id"] for each in answer["elements"]]


def refused(api: Api, path: str) -> str:
    """What is said about a cursor that is refused."""
    response = api.get(path)
    assert response.status_code == 400, (path, response.text)
    (finding,) = response.json()["data"]
    assert finding["path"] == "$cursor"
    error: str = finding["error"]
    return error


def cursor_of(api: Api, query: str, path: str = LIST) -> str:
    """The cursor of the second page."""
    address = next_page(api.get(f"{path}?{query}{'&' if query else ''}$pageSize=2"))
    assert address is not None
    return dict(parse_qsl(urlsplit(address).query))["$cursor"]


def opened(cursor: str) -> list[Any]:
    document: list[Any] = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    return document


def packed(document: object) -> str:
    return packed_text(json.dumps(document))


def packed_text(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode("utf-8", "surrogatepass")).rstrip(b"=").decode()


GARBAGE: Final = {
    "empty": "",
    "a letter": "x",
    "no base64": "!!!!",
    "not JSON": packed_text("not json"),
    "a number": packed(1),
    "nothing": packed(None),
    "an object": packed({}),
    "an empty list": packed([]),
    "a list in a list": packed([[]]),
    "another hash": packed(["0000000000000000", "a", "b"]),
    "a number for a hash": packed([0, "a", "b"]),
    "deep": packed_text("[" * 3000),
    "long": "A" * 5000,
    "non-ASCII": "é日本",
    "with blanks": "W10 =",
    "invalid UTF-8": base64.urlsafe_b64encode(b'["\xff"]').decode(),
    "SQL": "' OR 1=1 --",
}

BAD_PLACES: Final[dict[str, Callable[[list[Any]], list[Any]]]] = {
    "none": lambda place: [],
    "one too few": lambda place: place[:-1],
    "one too many": lambda place: [*place, "a"],
    "numbers": lambda place: [1 for _ in place],
    "truth": lambda place: [True for _ in place],
    "nothing": lambda place: [None for _ in place],
    "lists": lambda place: [[each] for each in place],
    "objects": lambda place: [{} for _ in place],
    "floats": lambda place: [0.5 for _ in place],
    "huge": lambda place: [10**30 for _ in place],
    "NUL": lambda place: [*place[:-1], "a\0b"],
    "a lone surrogate": lambda place: [*place[:-1], "\ud800"],
}
SOUND: Final = {
    "as it is": "",
    "by name": "$orderby=name",
    "by number": "$orderby=costs desc",
    "by time": "$orderby=createdOn",
    "by state": "$orderby=state,name",
}


@pytest.mark.parametrize("name", GARBAGE)
@pytest.mark.parametrize("path", [LIST, TREE, LAST_RELEASED])
def test_what_is_no_cursor_is_refused(api: Api, name: str, path: str) -> None:
    error = refused(api, f"{path}?$cursor={quote(GARBAGE[name], safe='')}")

    assert error.endswith("Follow the Link header of a page, or begin again without it.")


@pytest.mark.parametrize("name", BAD_PLACES)
@pytest.mark.parametrize("order", SOUND.values(), ids=SOUND)
def test_a_place_that_no_element_can_have_is_refused(api: Api, name: str, order: str) -> None:
    about, *place = opened(cursor_of(api, order))
    forged = packed([about, *BAD_PLACES[name](place)])

    refused(api, f"{LIST}?{order}{'&' if order else ''}$cursor={forged}")


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**400])
@pytest.mark.parametrize(("path", "order"), [(TREE, ""), (LIST, "$orderby=costs"), (LIST, "$orderby=changedOn")])
def test_numbers_that_no_database_has_are_refused(api: Api, number: int, path: str, order: str) -> None:
    size = "$pageSize=1" if path == TREE else "$pageSize=2"
    address = next_page(api.get(f"{path}?{order}{'&' if order else ''}{size}"))
    assert address is not None
    about, *place = opened(dict(parse_qsl(urlsplit(address).query))["$cursor"])

    refused(api, f"{path}?{order}{'&' if order else ''}$cursor={packed([about, number, *place[1:]])}")


@pytest.mark.parametrize("number", [2**63 - 1, -(2**63), 0])
@pytest.mark.parametrize(("path", "order"), [(TREE, ""), (LIST, "$orderby=costs"), (LIST, "$orderby=changedOn")])
def test_numbers_that_a_database_may_have_are_a_place_like_any(api: Api, number: int, path: str, order: str) -> None:
    size = "$pageSize=1" if path == TREE else "$pageSize=2"
    address = next_page(api.get(f"{path}?{order}{'&' if order else ''}{size}"))
    assert address is not None
    about, *place = opened(dict(parse_qsl(urlsplit(address).query))["$cursor"])
    cursor = packed([about, number, *place[1:]])

    assert api.get(f"{path}?{order}{'&' if order else ''}$cursor={cursor}").status_code == 200


def test_a_number_beyond_all_numbers_is_refused_or_a_place(api: Api) -> None:
    about, _, id_ = opened(cursor_of(api, "$orderby=costs"))
    cursor = packed_text(json.dumps([about, 0, id_]).replace(", 0,", ", 1e999,"))

    assert api.get(f"{LIST}?$orderby=costs&$cursor={cursor}").status_code in (200, 400)


@pytest.mark.parametrize(
    "query",
    [
        "$orderby=name",
        "$orderby=name desc",
        "$filter=Contains(name,'e')",
        "$filter=Contains(name,'a')",
        "$culture=1031",
        "$filter=Contains(name,'e')&$orderby=name",
    ],
)
def test_a_cursor_of_another_filter_order_or_culture_is_refused(api: Api, query: str) -> None:
    others = ["", "$orderby=name", "$filter=Contains(name,'e')", "$culture=1033", "$orderby=id"]
    for other in others:
        if other != query:
            error = refused(api, f"{LIST}?{query}&$cursor={cursor_of(api, other)}")
            assert "belongs to another list, filter or order" in error


@pytest.mark.parametrize("path", ["rest/facets/it/views/list/elements", TREE, LAST_RELEASED])
def test_a_cursor_of_another_list_is_refused(api: Api, path: str) -> None:
    refused(api, f"{path}?$cursor={cursor_of(api, '')}")


@pytest.mark.parametrize("more", ["$page=2", f"$pageSelectionKey={company.RECEIPT}", "$page=1&$pageSize=2"])
def test_a_page_is_found_in_one_way_only(api: Api, more: str) -> None:
    refused(api, f"{LIST}?{more}&$cursor={cursor_of(api, '')}")


def test_a_cursor_goes_on_with_pages_of_any_size(api: Api) -> None:
    whole = ids(api.read(f"{LIST}?$orderby=name desc"))
    cursor = cursor_of(api, "$orderby=name desc")

    for size, expected in (("&$pageSize=1", whole[2:3]), ("&$pageSize=1000", whole[2:]), ("", whole[2:])):
        assert ids(api.read(f"{LIST}?$orderby=name desc{size}&$cursor={cursor}")) == expected


def test_a_cursor_gives_nothing_away_to_a_viewer(api: Api) -> None:
    cursor = cursor_of(api, "$orderby=name")

    assert set(ids(api.read(f"{LIST}?$orderby=name&$cursor={cursor}", "viewer"))) <= set(ids(api.read(LIST, "viewer")))


def test_a_cursor_with_its_padding_is_one(api: Api) -> None:
    cursor = cursor_of(api, "")
    padded = cursor + "=" * (-len(cursor) % 4)

    assert api.read(f"{LIST}?$cursor={quote(padded)}") == api.read(f"{LIST}?$cursor={cursor}")
