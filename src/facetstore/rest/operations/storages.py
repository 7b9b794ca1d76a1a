"""`_api/v1/storages`: the storages of an administration, and a new one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from facetstore.query.plain_pages import given_page
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.reporting import PAGE, PAGE_SIZE
from facetstore.rest.operations.write_requests import read_json, write
from facetstore.rest.wire.answer import Content
from facetstore.usecases import administered_storages
from facetstore.usecases.administered_storages import ListedStorage
from facetstore.usecases.writing import Writing


async def list_storages(exchange: Exchange) -> Content:
    page = given_page(exchange.given(), PAGE, PAGE_SIZE)
    return _content(await administered_storages.list_storages(exchange.reading, page))


async def create_storage(exchange: Exchange) -> Content:
    body = await read_json(exchange)

    async def work(writing: Writing) -> Content:
        version = await administered_storages.create_storage(writing, body)
        return _content(await administered_storages.read_storage(writing, version))

    return await write(exchange, work)


def _content(storages: Sequence[ListedStorage]) -> Content:
    values = [_storage(each) for each in storages]
    return Content(msgspec.json.encode({"count": len(values), "values": values}))


def _storage(storage: ListedStorage) -> dict[str, object]:
    fields = {
        "id": storage.id,
        "name": storage.name,
        "displayNames": {str(culture): text for culture, text in storage.titles.items()},
        "collection": storage.collection,
        "template": storage.template,
        "isCreated": storage.is_created,
    }
    return {name: value for name, value in fields.items() if value is not None}
