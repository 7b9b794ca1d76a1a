"""Deleting, restoring, moving and locking elements."""

from __future__ import annotations

import time
from typing import Final

import msgspec

from facetstore.domain.callers import Role
from facetstore.domain.errors import Conflict, Finding, Forbidden, InvalidParameter, NotFound
from facetstore.query.options import DEFAULT_PAGE_SIZE
from facetstore.rest.answer import Content
from facetstore.rest.handlers import Exchange
from facetstore.rest.updates import written
from facetstore.rest.writes import read_json, write
from facetstore.usecases import removal
from facetstore.usecases.catalog import access_view
from facetstore.usecases.releasing import access_stored
from facetstore.usecases.write_ports import EditLock
from facetstore.usecases.writing import Writing

_DELETED: Final = msgspec.json.encode(
    {"message": "Element has been deleted.", "output": "volatile", "type": "success", "data": []}
)
_LOCK_SECONDS: Final = 15 * 60


async def delete_element(exchange: Exchange) -> Content:
    facet, _ = _view(exchange)
    element, force = exchange.parameter("elementId"), _flag(exchange, "force")

    async def work(writing: Writing) -> Content:
        await removal.delete_element(writing, facet, element, force=force)
        return Content(_DELETED)

    return await write(exchange, work)


async def move_element(exchange: Exchange) -> Content:
    facet, view = _view(exchange)
    element, body = exchange.parameter("elementId"), await read_json(exchange)

    async def work(writing: Writing) -> Content:
        version = await removal.move_element(writing, facet, element, body)
        return await written(exchange, writing, facet, view, [version])

    return await write(exchange, work)


async def list_trash(exchange: Exchange) -> Content:
    page = exchange.options().page
    size, number = (page.size, page.number) if page is not None else (DEFAULT_PAGE_SIZE, 1)
    trash = exchange.storage.trash(exchange.reading.served.tenant)
    total, deleted = await trash.list(size, (number - 1) * size)
    values = [each._asdict() for each in deleted]
    return Content(msgspec.json.encode({"count": len(values), "total": total, "values": values}))


async def restore_element(exchange: Exchange) -> Content:
    deletion = exchange.parameter("deletionId")

    async def work(writing: Writing) -> Content:
        version = await removal.restore_element(writing, deletion)
        stored = await writing.writer.version(version)
        assert stored is not None, "it was just written"
        return await written(exchange, writing, stored.version.facet, "detail", [version])

    return await write(exchange, work)


async def lock_element(exchange: Exchange) -> Content:
    """Keep others from changing an element for a while; `takeOver=true` takes the lock from whoever has it, and says so."""
    element, take_over = exchange.parameter("elementId"), _flag(exchange, "takeOver")

    async def work(writing: Writing) -> Content:
        stored = await access_stored(writing, element)
        if not writing.may_edit(stored.version):
            raise Forbidden("You may not edit this element.")
        held = await writing.writer.locks.find(stored.version.element)
        foreign = held is not None and held.holder != writing.caller.principal
        if held is not None and foreign and not take_over:
            error = f"The element is being edited by {held.holder}. takeOver=true takes it over."
            raise Conflict(error, [Finding(error, "locked", "lock")])
        now = time.time_ns() // 1000
        lock = EditLock(writing.caller.principal, now, now + _LOCK_SECONDS * 1_000_000)
        await writing.writer.locks.take(stored.version.element, lock)
        if foreign:
            await writing.writer.note("lock.taken", stored.version.element, None, {"from": held.holder if held else ""})
        writing.changed = True
        told = {"holder": lock.holder, "seconds": _LOCK_SECONDS, "takenFrom": held.holder if held and foreign else None}
        return Content(msgspec.json.encode({"count": 1, "values": [told]}))

    return await write(exchange, work)


async def unlock_element(exchange: Exchange) -> Content:
    element = exchange.parameter("elementId")

    async def work(writing: Writing) -> Content:
        stored = await access_stored(writing, element)
        held = await writing.writer.locks.find(stored.version.element)
        if held is None:
            raise NotFound("The element is not locked.")
        if held.holder != writing.caller.principal and writing.caller.role < Role.ADMINISTRATOR:
            raise Forbidden("The lock is not yours.")
        await writing.writer.locks.drop(stored.version.element)
        writing.changed = True
        return Content(msgspec.json.encode({"count": 0, "values": []}))

    return await write(exchange, work)


def _view(exchange: Exchange) -> tuple[str, str]:
    facet, view = access_view(exchange.reading.metamodel, exchange.parameter("facetId"), exchange.parameter("viewId"))
    return facet.name, view.name


def _flag(exchange: Exchange, name: str) -> bool:
    given = exchange.call.query.get(name, ["false"])[-1].casefold()
    if given not in ("true", "false"):
        raise InvalidParameter(f"{name} takes true or false, not {given!r}.")
    return given == "true"
