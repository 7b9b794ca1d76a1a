"""Bodies of reads and of calls that take none: what says nothing counts as no body, whatever it is called."""

import gzip
import json
import zlib
from collections.abc import Callable
from typing import Any, Final

import pytest

from tests.rest.reading.reads import READS
from tests.support import company
from tests.support.api import ACME, Api, element
from tests.support.changing import Changing

pytestmark = pytest.mark.one_engine

KINDS: Final = (
    "application/x-www-form-urlencoded",
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/json",
    "",
)
NOTHING: Final = (b"", b" ", b"\r\n\t ", b"{}", b" { } ", b"null", b"null\n")
WRITES: Final = "The body needs a list of elements", "The body needs a list of items"
DETAIL: Final = "rest/facets/processes/views/detail/elements"


def same(answer: bytes) -> Any:
    return {name: value for name, value in json.loads(answer).items() if name != "requestId"}


def sent(kind: str, **more: str) -> dict[str, str]:
    return {**({"content-type": kind} if kind else {}), **more}


@pytest.mark.parametrize("body", NOTHING)
@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_a_post_whose_body_says_nothing_is_a_read(api: Api, path: str, body: bytes) -> None:
    wanted = api.post(path)
    is_write = path.partition("?")[0].endswith(("/elements", "/content")) and body.strip()

    for kind in KINDS:
        response = api.post(path, content=body, headers=sent(kind))
        if is_write:
            assert response.status_code == 400
            assert response.json()["message"].startswith(WRITES)
        else:
            assert (response.status_code, same(response.content)) == (200, same(wanted.content))


@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_a_post_in_chunks_that_ends_at_once_is_a_read(api: Api, path: str) -> None:
    token = api.database.tokens[ACME, "administrator"].encode()
    target, _, query = path.partition("?")
    chunked = [(b"symbio-auth-token", token), (b"transfer-encoding", b"chunked"), (b"content-type", b"text/plain")]

    status, _, answer = api.wire(f"/acme/main/_api/{target}".encode(), query.encode(), chunked, "POST")

    assert (status, same(answer)) == (200, same(api.post(path).content))


@pytest.mark.parametrize("body", [b'{"count": 0}', b"[]", b"0", b"x", b"{", b"nul", b'""'])
@pytest.mark.parametrize("path", [path for path in READS.values() if "/elements" not in path and "?" not in path])
def test_a_read_whose_body_says_something_is_refused(api: Api, path: str, body: bytes) -> None:
    response = api.post(path, content=body)

    assert (response.status_code, response.json()["message"]) == (400, "This operation takes no body.")


@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_a_get_with_a_body_is_answered_as_without(api: Api, path: str) -> None:
    response = api.send("GET", path, content=b'{"count": 1, "elements": []}', headers=sent("text/plain"))

    assert (response.status_code, same(response.content)) == (200, same(api.get(path).content))


def test_a_cached_answer_is_not_given_to_a_read_with_a_body(api: Api) -> None:
    assert api.post("rest/facets").status_code == 200
    assert api.post("rest/facets", content=b"[]").status_code == 400
    assert api.post("rest/facets", content=b"{}").status_code == 200


@pytest.mark.parametrize(("body", "kind"), tuple(zip(NOTHING, (*KINDS, "", "text/plain"), strict=True)))
def test_a_step_and_a_new_version_need_no_body(changing: Changing, kind: str, body: bytes) -> None:
    process = changing.update({"type": "subProcess", "attributes": {"name": {"1033": "Empty"}}})[0]["id"]
    headers = sent(kind)

    step = f"release/{process}/transitions/InProcessToInReview?ignoreWarnings=true"
    given = changing.api.post(step, content=body, headers=headers, tenant=changing.address)

    assert given.status_code == 200, given.text
    assert given.json()["elements"][0]["state"] == "inReview"


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


PACKERS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "Deflate": raw_deflate,
}


@pytest.mark.parametrize("coding", PACKERS)
def test_a_compressed_body_is_read(api: Api, coding: str) -> None:
    body = PACKERS[coding](b'{"elements": [' + b" " * 300_000 + b'{"type": "nothing"}]}')
    headers = {"content-encoding": coding, "content-type": "application/json"}

    response = api.post(f"{DETAIL}?dryRun=true", content=body, headers=headers)

    assert response.status_code == 400
    assert response.json()["data"][0]["path"] == "elements[0].type"


REFUSED: Final[dict[str, tuple[str, Callable[[], bytes], int, str]]] = {
    "another coding": ("br", lambda: b"x", 415, "unsupported-media-type"),
    "two codings": ("gzip, gzip", lambda: b"x", 415, "unsupported-media-type"),
    "not compressed": ("gzip", lambda: b'{"elements": []}', 400, "invalid-body"),
    "cut off": ("gzip", lambda: gzip.compress(b"{}" * 99)[:-9], 400, "invalid-body"),
    "more behind it": ("gzip", lambda: gzip.compress(b"{}") + b"more", 400, "invalid-body"),
    "not deflate": ("deflate", lambda: b"x", 400, "invalid-body"),
    "too large": ("gzip", lambda: gzip.compress(b" " * (11 << 20)), 413, "body-too-large"),
    "compressed twice": ("gzip", lambda: gzip.compress(gzip.compress(b" " * (50 << 20))), 400, "invalid-body"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_a_compressed_body_that_cannot_be_read_is_refused(api: Api, kind: str) -> None:
    coding, body, status, code = REFUSED[kind]

    response = api.post(DETAIL, content=body(), headers={"content-encoding": coding})

    assert (response.status_code, response.json()["data"][0]["code"]) == (status, code)


def test_an_escaped_slash_separates_nothing(api: Api) -> None:
    """Also where the answer to the path with real slashes is cached."""
    path = element(company.RECEIPT)
    assert api.get(path).status_code == 200

    for written in ("%2F", "%2f"):
        response = api.get(path.replace("elements/", f"elements{written}"))
        assert response.status_code == 404
