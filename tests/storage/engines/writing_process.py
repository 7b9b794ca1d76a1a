"""A process that writes, for tests of several of them at once: `python -m tests.storage.engines.writing_process …`.

many DATA|URL ADDRESS NAME COUNT   adds COUNT elements one by one, printing the number of each when it is committed
titles DATA|URL ADDRESS COUNT      sets the tenant's title to `Title <number>`, likewise
import DATA|URL ADDRESS FILE       imports a bundle, printing how far it is
"""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.exchange.bundle_import import import_bundle
from facetstore.storage.store import SqlStorage
from facetstore.usecases.tenants.tenant_changes import access_tenant, set_tenant
from tests.storage.builders import add, plain


def say(*words: object) -> None:
    print(*words, flush=True)


async def write_many(storage: SqlStorage, address: str, name: str, count: str) -> None:
    tenant = await access_tenant(storage, address)
    say("ready")
    sys.stdin.readline()
    for number in range(int(count)):
        await add(storage, tenant, plain(f"{name} {number}"))
        say(number)


async def write_titles(storage: SqlStorage, address: str, count: str) -> None:
    tenant = await access_tenant(storage, address)
    say("ready")
    sys.stdin.readline()
    for number in range(int(count)):
        await set_tenant(storage, tenant, {"title": f"Title {number:06}"})
        say(number)


async def write_import(storage: SqlStorage, address: str, file: str) -> None:
    def lines() -> Iterator[bytes]:
        with Path(file).open("rb") as opened:
            yield from opened

    tenant = await access_tenant(storage, address)
    await import_bundle(storage, tenant, lines, progress=lambda what, done, _: say(what, done))
    say("committed")


async def main(what: str, place: str, *arguments: str) -> None:
    settings = Settings(database=place) if "://" in place else Settings(data=Path(place))
    async with opened_storage(settings) as storage:
        if what == "many":
            await write_many(storage, *arguments)
        elif what == "titles":
            await write_titles(storage, *arguments)
        else:
            await write_import(storage, *arguments)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
