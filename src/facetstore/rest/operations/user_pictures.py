"""Pictures of users: one's own, and those of the users whom the caller sees."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Mapping
from typing import Final

import msgspec

from facetstore.domain.element_files import ElementFile
from facetstore.domain.pictures import LARGEST_PICTURE
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.write_requests import write
from facetstore.rest.wire.answer import Content
from facetstore.rest.wire.file_answer import file_answer
from facetstore.usecases.people import picturing
from facetstore.usecases.writing import Writing

_ENDINGS: Final = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp"}


async def list_pictures(exchange: Exchange) -> Content:
    return Content(_rendered(await picturing.list_pictures(exchange.reading, exchange.storage)), fleeting=True)


async def get_picture(exchange: Exchange) -> Content:
    found = await picturing.open_picture(exchange.reading, exchange.storage, exchange.parameter("userId"))

    async def stream(start: int, end: int) -> AsyncIterator[bytes]:
        yield found.data[start:end]

    name = f"picture.{_ENDINGS[found.media_type]}"
    file = ElementFile(found.element, name, found.media_type, len(found.data), found.hash, "")
    answer = file_answer(file, exchange.call.headers, exchange.call.api_version, stream)
    return Content(b"", answer=answer, fleeting=True)


async def set_picture(exchange: Exchange) -> Content:
    data = b"".join([piece async for piece in exchange.call.pieces(LARGEST_PICTURE)])
    exchange.call.digest = hashlib.sha256(data).digest()

    async def work(writing: Writing) -> Content:
        picture = await picturing.set_picture(writing, data)
        return Content(_rendered({picture.element: picture.hash}))

    return await write(exchange, work)


async def delete_own_picture(exchange: Exchange) -> Content:
    return await _delete(exchange, exchange.reading.caller.principal)


async def delete_picture(exchange: Exchange) -> Content:
    return await _delete(exchange, exchange.parameter("userId"))


async def _delete(exchange: Exchange, user_id: str) -> Content:
    async def work(writing: Writing) -> Content:
        await picturing.delete_picture(writing, user_id)
        return Content(_rendered({}))

    return await write(exchange, work)


def _rendered(hashes: Mapping[str, str]) -> bytes:
    values = [{"id": element, "sha256": hash_} for element, hash_ in hashes.items()]
    return msgspec.json.encode({"count": len(values), "values": values})
