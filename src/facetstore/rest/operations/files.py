"""Files of elements: upload, list, download and delete."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from facetstore.domain.element_files import ElementFile, WrongName, parse_name
from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.removal import named_view
from facetstore.rest.operations.write_requests import rehearse, write
from facetstore.rest.wire.answer import About, Content
from facetstore.rest.wire.file_answer import file_answer
from facetstore.usecases.changes.linked_files import link_to
from facetstore.usecases.files import attaching, opening
from facetstore.usecases.files.receiving import received
from facetstore.usecases.writing import Writing

_DELETED: Final = msgspec.json.encode(
    {"message": "File has been deleted.", "output": "volatile", "type": "success", "data": []}
)


async def list_files(exchange: Exchange) -> Content:
    row, files = await opening.list_files(exchange.reading, exchange.storage, _path(exchange))
    return Content(_listed(exchange, row.facet, row.version, files), row.revision, About((row.element,)))


async def upload_file(exchange: Exchange) -> Content:
    """Receive the content first, then add the file in one short transaction. What would refuse it is found before."""
    facet, _ = named_view(exchange)
    element, name = exchange.parameter("elementId"), _name(exchange)
    await rehearse(exchange, lambda writing: attaching.access_attachable(writing, facet, element))
    pieces = exchange.call.pieces(exchange.largest_file)
    async with received(exchange.storage.staging(exchange.reading.served.tenant), pieces) as staged:
        exchange.call.digest = staged.hash.encode()

        async def work(writing: Writing) -> Content:
            version, file = await attaching.add_file(writing, facet, element, name, staged)
            return Content(_listed(exchange, facet, version, [file]))

        return await write(exchange, work)


async def download_file(exchange: Exchange) -> Content:
    opened = await opening.open_file(exchange.reading, exchange.storage, _path(exchange), exchange.parameter("fileId"))
    answer = file_answer(opened.file, exchange.call.headers, exchange.call.api_version, opened.stream)
    return Content(b"", answer=answer, fleeting=True)


async def delete_file(exchange: Exchange) -> Content:
    facet, _ = named_view(exchange)
    element, file = exchange.parameter("elementId"), exchange.parameter("fileId")

    async def work(writing: Writing) -> Content:
        await attaching.delete_file(writing, facet, element, file)
        return Content(_DELETED)

    return await write(exchange, work)


def _path(exchange: Exchange) -> opening.Path:
    return exchange.parameter("facetId"), exchange.parameter("viewId"), exchange.parameter("elementId")


def _name(exchange: Exchange) -> str:
    try:
        return parse_name(exchange.given().get("name", ""))
    except WrongName as wrong:
        error = str(wrong)
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, "name")]) from wrong


def _listed(exchange: Exchange, facet: str, version: str, files: Sequence[ElementFile]) -> bytes:
    base = f"{exchange.texts.api.decode()}/rest/facets/{facet}/views/detail/elements/{version}/files"
    values = [_rendered(each, f"{base}/{each.id}") for each in files]
    return msgspec.json.encode({"count": len(values), "values": values})


def _rendered(file: ElementFile, address: str) -> dict[str, Any]:
    return {
        "id": file.id,
        "name": file.name,
        "mimeType": file.media_type,
        "size": file.size,
        "sha256": file.hash,
        "addedOn": file.added_on,
        "link": {**link_to(file), "fullAddress": address},
    }
