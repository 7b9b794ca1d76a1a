"""Content codings: the caller's choice, for answers that are worth it."""

import gzip

import brotli
import pytest
import zstandard

from tests.support import company
from tests.support.api import ACME, Api, element

pytestmark = pytest.mark.one_engine

LONG = "rest/facets"
SHORT = element(company.CHECK) + "/attributes/name"


def decoded(coding: str, body: bytes) -> bytes:
    match coding:
        case "gzip":
            return gzip.decompress(body)
        case "br":
            return bytes(brotli.decompress(body))
        case "zstd":
            return zstandard.ZstdDecompressor().decompress(body)
        case _:
            return body


def raw(api: Api, path: str, accepted: str | None, method: str = "GET") -> tuple[dict[str, str], bytes]:
    """Headers and body as they go over the wire, which httpx would decode."""
    headers = [(b"symbio-auth-token", api.database.tokens[ACME, "viewer"].encode())]
    headers += [(b"accept-encoding", accepted.encode())] if accepted is not None else []
    address, _, query = path.partition("?")
    _, answer_headers, body = api.wire(f"/{ACME}/_api/{address}".encode(), query.encode(), headers, method)
    return answer_headers, body


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        (None, None),
        ("", None),
        ("identity", None),
        ("gzip", "gzip"),
        ("br", "br"),
        ("zstd", "zstd"),
        ("GZIP", "gzip"),
        ("deflate", None),
        ("compress, deflate", None),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, zstd", "zstd"),
        ("gzip, deflate", "gzip"),
        ("br;q=0.5, gzip;q=0.9", "gzip"),
        ("br; q=0.5, gzip; q=0.9, zstd ; q=0.7", "gzip"),
        ("gzip;q=0, br;q=0.1", "br"),
        ("gzip;q=0", None),
        ("gzip;q=0.000, identity", None),
        ("gzip;q=nonsense", None),
        ("identity;q=1, gzip;q=0.5", None),
        ("identity;q=0.5, gzip;q=1", "gzip"),
        ("*", "br"),
        ("*;q=0.5, br;q=0", "zstd"),
        ("*;q=0", None),
    ],
)
def test_the_coding_is_the_one_the_caller_wants_most(api: Api, accepted: str | None, coding: str | None) -> None:
    _, plain = raw(api, LONG, None)

    headers, body = raw(api, LONG, accepted)

    assert headers.get("content-encoding") == coding
    assert decoded(coding or "", body) == plain
    assert int(headers["content-length"]) == len(body)
    assert coding is None or len(body) < len(plain) / 2


@pytest.mark.parametrize("coding", ["gzip", "br", "zstd"])
def test_a_short_answer_is_sent_as_it_is(api: Api, coding: str) -> None:
    headers, body = raw(api, SHORT, coding)

    assert len(body) < 1024
    assert "content-encoding" not in headers


@pytest.mark.parametrize("coding", ["gzip", "br", "zstd"])
def test_the_tag_names_the_coding_and_holds_for_it_alone(api: Api, coding: str) -> None:
    plain = api.get(LONG, "viewer").headers["etag"]
    packed, _ = raw(api, LONG, coding)

    assert packed["etag"] == f'{plain[:-1]}-{coding}"'
    assert packed["vary"].startswith("Accept-Encoding")
    known = {"accept-encoding": coding, "if-none-match": packed["etag"]}
    assert api.get(LONG, "viewer", headers=known).status_code == 304
    assert api.get(LONG, "viewer", headers={"accept-encoding": coding, "if-none-match": plain}).status_code == 200
    assert api.get(LONG, "viewer", headers={"if-none-match": packed["etag"]}).status_code == 200


def test_the_answer_to_head_shows_what_get_would_send(api: Api) -> None:
    got, body = raw(api, LONG, "gzip")

    asked, nothing = raw(api, LONG, "gzip", "HEAD")

    assert nothing == b""
    assert asked["content-length"] == got["content-length"] == str(len(body))
    assert asked["etag"] == got["etag"]


def test_a_packed_answer_is_cached_apart_from_the_plain_one(api: Api) -> None:
    for accepted in ("gzip", None, "br", "gzip", None):
        headers, body = raw(api, LONG, accepted)

        assert headers.get("content-encoding") == accepted
        assert decoded(accepted or "", body).startswith(b'{"count":40')


def test_a_refusal_is_not_packed(api: Api) -> None:
    headers, _ = raw(api, "rest/facets?$nothing=" + "x" * 3000, "gzip")

    assert "content-encoding" not in headers
