"""A node that runs the schedule once, for tests of several of them: `python -m tests.usecases.release.scheduling_process …`.

together DATA|URL   as servers do, one at a time where the database has a lock for it
at-once DATA|URL    without asking whether another node is at it

It says `ready`, waits for a line, and prints how many versions it has moved on.
"""

import asyncio
import sys
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path

from facetstore.bootstrap.database import opened_engine
from facetstore.bootstrap.settings import Settings
from facetstore.storage.store import SqlStorage
from facetstore.usecases.release.scheduling import run_schedule


class Careless(SqlStorage):
    """A storage whose nodes do not ask for each other."""

    def one_scheduler(self) -> AbstractAsyncContextManager[bool]:
        return nullcontext(True)


async def main(how: str, place: str) -> None:
    settings = Settings(database=place) if "://" in place else Settings(data=Path(place))
    async with opened_engine(settings) as engine:
        storage = Careless(engine) if how == "at-once" else SqlStorage(engine)
        await storage.check()
        print("ready", flush=True)
        sys.stdin.readline()
        moved = await run_schedule(storage)
        print(sum(each.versions for each in moved or ()), flush=True)
        assert [each.failure for each in moved or () if each.failure is not None] == []


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
