"""Uploads of the same content, downloads, deletions and collections at the same time."""

import asyncio

from tests.rest.files.cabinet import Cabinet, cabinet
from tests.support.api import element

__all__ = ["cabinet"]

CALLERS = 8
ROUNDS = 6
CONTENTS = [f"the same for two of them: {number}".encode() * 10_000 for number in range(CALLERS // 2)]


def test_a_collection_takes_nothing_that_is_about_to_be_used(cabinet: Cabinet) -> None:
    """Two callers each upload the same content, read it and delete it, while collections without days of grace run all the time."""
    elements = [cabinet.create(f"Process {number}")["versionId"] for number in range(CALLERS)]
    headers = {"symbio-auth-token": cabinet.database.tokens[cabinet.address, "administrator"]}
    client, storage = cabinet.api.client, cabinet.database.storage

    async def call(id_: str, content: bytes) -> None:
        path = f"/{cabinet.address}/_api/{element(id_)}/files"
        for _ in range(ROUNDS):
            added = await client.post(f"{path}?name=a.txt", content=content, headers=headers)
            assert added.status_code == 200, added.text
            file = f"{path}/{added.json()['values'][0]['id']}"
            assert (await client.get(file, headers=headers)).content == content
            assert (await client.delete(file, headers=headers)).status_code == 200

    async def work() -> int:
        done, collected = asyncio.Event(), 0

        async def collect() -> None:
            nonlocal collected
            while not done.is_set():
                collected += await storage.collect_files()
                await asyncio.sleep(0)

        collecting = asyncio.create_task(collect())
        try:
            await asyncio.gather(*map(call, elements, CONTENTS * 2))
        finally:
            done.set()
            await collecting
        return collected

    before, storage._grace_days = storage._grace_days, 0
    try:
        collected = cabinet.database.run(work())
    finally:
        storage._grace_days = before
    # How often the last user of a content has gone is left to chance, but in the end each content was collected.
    assert collected + cabinet.collect() >= len(CONTENTS)
    assert [cabinet.rows(table) for table in ("file_content", "file_chunk", "file_use")] == [0, 0, 0]
