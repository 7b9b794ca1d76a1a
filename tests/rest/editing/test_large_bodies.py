"""Large bodies are decoded item by item. The values and the errors are those of decoding at once."""

import asyncio
from typing import Any

import msgspec
import pytest

from facetstore.rest.wire import request_body

pytestmark = pytest.mark.anyio

ELEMENT = {
    "id": "a",
    "attributes": {"name": {"1033": 'Ä " \\ \u2028', "1031": None}, "costs": {"127": 1.5e300}},
    "n": 2**60,
}


def decode_at_once(body: bytes) -> Any:
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return str(error)


async def decode(body: bytes) -> Any:
    try:
        return await request_body._decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return str(error)


@pytest.mark.parametrize(
    "body",
    [
        b'{"elements": [1, {"a": [[], {}]}, "x", null, true], "more": {"a": [1]}, "text": "[1]", "elements2": [ ]}',
        msgspec.json.encode({"elements": [ELEMENT] * 5}),
        b'{"elements": [1], "elements": [2, 3]}',
        b'  [1, 2, {"a": 1}]',
        b'"text"',
        b" 12 ",
        b'{"elements": [1, 2',
        b'{"elements": [1, 2]} trailing',
        b'{"elements": [{"a": 01}]}',
        b'{"elements": [{"a": "\\x"}]}',
        b'{"elements": [{"a": "\xff"}]}',
        b'{"elements": [{"a": }]}',
        b'{"elements": [1,]}',
        b"{1: 2}",
        b"\xef\xbb\xbf{}",
    ],
)
async def test_a_large_body_has_the_values_and_errors_of_a_small_one(
    body: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_body, "_LARGE", 0)

    assert await decode(body) == decode_at_once(body)


async def test_other_requests_are_served_while_a_large_body_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("facetstore.usecases.measure.SLICE_SECONDS", 0.0)
    turns = 0

    async def serve_others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    others = asyncio.create_task(serve_others())
    await request_body._decode(msgspec.json.encode({"elements": [ELEMENT] * 1000}))
    others.cancel()

    assert turns >= 1000
