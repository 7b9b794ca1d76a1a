"""Deleting elements, restoring them from the trash, moving them in their hierarchy, and copying them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import msgspec

from facetstore.query.options import DEFAULT_PAGE_SIZE, Page
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.write_requests import read_flag, read_json, write, written
from facetstore.rest.wire.answer import Content
from facetstore.rest.wire.error_responses import render_finding
from facetstore.usecases.editing import copying, deleting, moving, restoring
from facetstore.usecases.ports.writes import Deleted
from facetstore.usecases.reading.accessing import access_view
from facetstore.usecases.writing import Writing

_DELETED: Final = msgspec.json.encode(
    {"message": "Element has been deleted.", "output": "volatile", "type": "success", "data": []}
)


async def delete_element(exchange: Exchange) -> Content:
    facet, _ = named_view(exchange)
    element, force = exchange.parameter("elementId"), read_flag(exchange, "force")

    async def work(writing: Writing) -> Content:
        await deleting.delete_element(writing, facet, element, force=force)
        return Content(_DELETED)

    return await write(exchange, work)


async def move_element(exchange: Exchange) -> Content:
    facet, view = named_view(exchange)
    element, body = exchange.parameter("elementId"), await read_json(exchange)

    async def work(writing: Writing) -> Content:
        version = await moving.move_element(writing, facet, element, body)
        return await written(exchange, writing, facet, view, [version])

    return await write(exchange, work)


async def copy_element(exchange: Exchange) -> Content:
    facet, view = named_view(exchange)
    element, body = exchange.parameter("elementId"), await read_json(exchange)

    async def work(writing: Writing) -> Content:
        version = await copying.copy_element(writing, facet, element, body)
        return await written(exchange, writing, facet, view, [version])

    return await write(exchange, work)


async def list_trash(exchange: Exchange) -> Content:
    page = exchange.options().page or Page(DEFAULT_PAGE_SIZE)
    trash = exchange.storage.trash(exchange.reading.served.tenant)
    total, deleted = await trash.list(exchange.reading.caller.audience, page.size, (page.number - 1) * page.size)
    values = [_deleted(each) for each in deleted]
    return Content(msgspec.json.encode({"count": len(values), "total": total, "values": values}))


def _deleted(deleted: Deleted) -> dict[str, str]:
    at = datetime.fromtimestamp(deleted.at / 1e6, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    fields = {
        "id": deleted.id,
        "elementId": deleted.element,
        "versionId": deleted.version,
        "type": deleted.type,
        "name": deleted.name,
        "at": at,
        "by": deleted.actor,
    }
    return {name: value for name, value in fields.items() if value is not None}


async def restore_element(exchange: Exchange) -> Content:
    deletion = exchange.parameter("deletionId")

    async def work(writing: Writing) -> Content:
        restored = await restoring.restore(writing, deletion)
        content = await written(exchange, writing, restored.facet, "detail", [restored.version])
        missing = msgspec.json.encode([render_finding(each) for each in restored.missing])
        content.body = content.body[:-1] + b',"data":' + missing + b"}"
        return content

    return await write(exchange, work)


def named_view(exchange: Exchange) -> tuple[str, str]:
    """Facet and view of the path, in their canonical spelling. Raises NotFound."""
    facet, view = access_view(exchange.reading.metamodel, exchange.parameter("facetId"), exchange.parameter("viewId"))
    return facet.name, view.name
