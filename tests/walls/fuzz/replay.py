"""Send printed requests again: `python -m tests.walls.fuzz.replay 'LINE' ['LINE' …]`, in a new world on SQLite.

What came back is printed, what is wrong with it, and where the service failed.
"""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from facetstore.bootstrap.settings import Settings
from tests.support.administration import Installation
from tests.support.api import Database
from tests.walls.fuzz.judge import Judge
from tests.walls.fuzz.request import Request
from tests.walls.fuzz.world import World


def replay(world: World, judge: Judge, lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        request = Request.parse(line)
        answer = world.send(request)
        yield f"{answer.status} {answer.headers.get('content-type', '')} {answer.body[:2000].decode(errors='replace')}"
        yield from (f"  wrong: {each}" for each in judge.faults(request, world.path(request), answer))
        if answer.status >= 500:
            yield world.last_fault


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Database.open(Settings(data=Path(folder)))
        installation = Installation(database)
        world = World(installation)
        for text in replay(world, Judge(), sys.argv[1:]):
            print(text)
        world.close()
        installation.close()
        database.close()


if __name__ == "__main__":
    main()
