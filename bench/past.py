"""What reads of the past cost, in CPU time of whole requests and by the clock: `python -m bench.past FOLDER|URL [ELEMENTS]`. On PostgreSQL
the CPU time is that of the service alone.

A generated company whose elements were each changed nine times after the import. These changes are written to the history alone, in the form
in which the service writes them: the present does not matter here. A folder or database that is filled already is measured again.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Final

import httpx
import msgspec

from bench.dataset import ADDRESS, make_dataset
from bench.sizes import settle
from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.serve import Serving, make_app
from facetstore.bootstrap.settings import Settings, read_settings
from facetstore.storage.rows.history_rows import COLUMNS
from facetstore.storage.rows.stored_changes import WHOLE_EVERY
from facetstore.storage.store import SqlStorage

ROUNDS: Final = 9
MANY: Final = 1_000
"""Revisions of the one element that is read by itself."""
MOMENTS: Final = 5
_BATCH: Final = 1_000
_LIST: Final = "rest/facets/processes/views/list/elements"
_ELEMENT: Final = "rest/facets/processes/views/detail/elements"
_NO_HASH: Final = "0" * 64

Row = tuple[object, ...]
Cost = tuple[float, float]


def main() -> None:
    place, elements = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    settings = read_settings(database=place) if "://" in place else read_settings(Path(place))
    for name, figures, wanted in asyncio.run(_measured(settings, elements)):
        cpu, clock = zip(*figures, strict=True)
        print(
            f"{name:40} CPU {min(cpu):8.1f} to {max(cpu):8.1f} ms, median {median(cpu):8.1f}; "
            f"clock {min(clock):8.1f} to {max(clock):8.1f} ms, median {median(clock):8.1f}   wanted {wanted}"
        )


async def _measured(settings: Settings, elements: int) -> list[tuple[str, Sequence[Cost], str]]:
    async with opened_storage(settings) as storage:
        assert isinstance(storage, SqlStorage)
        dataset = await make_dataset(storage, elements)
        first, last, one = await _changed(storage)
    app = make_app(Serving(settings, port=8080, cache_megabytes=0))
    moments = [first + (last - first) * number // MOMENTS for number in range(1, MOMENTS + 1)]
    found: list[tuple[str, Sequence[Cost], str]] = []
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://bench") as client:
        client.headers["authorization"] = f"Bearer {dataset.token}"
        for name, path, wanted in _questions(one):
            figures = [await _cost(client, path, moment) for moment in moments]
            found.append((name, figures, wanted))
            print(name, [f"{cpu:.1f} ({clock:.1f})" for cpu, clock in figures], flush=True)
    return found


async def _cost(client: httpx.AsyncClient, path: str, moment: int) -> Cost:
    """Milliseconds of one request: of CPU, by all threads of the process, and by the clock."""
    began, at = time.process_time(), time.perf_counter()
    answer = await client.get(f"/{ADDRESS}/_api/{path}{'&' if '?' in path else '?'}asOf={moment}")
    spent = (time.process_time() - began) * 1000, (time.perf_counter() - at) * 1000
    if answer.status_code != 200:
        print(path, answer.status_code, answer.text[:300], flush=True)
    return spent


def _questions(one: str) -> Iterator[tuple[str, str, str]]:
    element = f"{_ELEMENT}/{one}"
    page = f"{_LIST}?$page=1&$pageSize=100"
    yield "warm up", f"{page}&$resources=attributes", ""
    yield "element, attributes", f"{element}/attributes", "<= 5"
    yield "element, references", f"{element}/related", "<= 5"
    yield "page of 100, attributes", f"{page}&$resources=attributes", "<= 60"
    yield "page of 100, references expanded", f"{page}&$resources=attributes&$expandRelated=owner", ""
    yield "filter on names", f"{page}&$filter=contains(name,'a')&$count=true", "<= 2000"
    yield "filter on descriptions", f"{page}&$filter=contains(description,'round 3')", "<= 2000"
    yield "order by description", f"{page}&$orderby=description desc", "<= 2000"
    yield "search for a word that is nowhere", "rest/search?q=nowherefound", "<= 2000"
    yield "info", f"{element}/info", ""
    yield "usages", f"{element}/usages", ""
    yield "an id that never was", f"{_ELEMENT}/00000000-0000-0000-0000-000000000001", ""
    yield "translations", f"{element}/translations", ""
    yield "stats by type and state", "rest/stats?by=type,state", ""
    yield "stats by owner", "rest/stats?by=owner", ""
    yield "stats by month", "rest/stats?by=month", ""
    yield "stats by missing culture", "rest/stats?by=missingCulture", ""


async def _changed(storage: SqlStorage) -> tuple[int, int, str]:
    """Write the changes unless they are there. Returns the revisions before the first and of the last, and the element with many."""
    tenant = await storage.tenant(ADDRESS)
    assert tenant is not None
    engine, key = storage.engine, tenant.key
    rows = await engine.fetch(
        "SELECT element, id, facet FROM version WHERE tenant = :tenant AND newest = 1 AND flow = 0 ORDER BY element",
        {"tenant": key},
    )
    one = next(str(element) for element, _, facet in rows if facet == "processes")
    ((begun,),) = await engine.fetch(
        "SELECT min(revision) FROM history WHERE tenant = :tenant AND kind = 'element.measured'", {"tenant": key}
    )
    if begun is not None:
        return int(str(begun)) - 1, tenant.revision, one
    revision = tenant.revision
    plan = [list(rows[start : start + _BATCH]) for _ in range(ROUNDS) for start in range(0, len(rows), _BATCH)]
    plan += [[row for row in rows if row[0] == one]] * (MANY - ROUNDS)
    ((whole,),) = await engine.fetch(
        "SELECT change FROM history WHERE tenant = :tenant AND element = :one ORDER BY revision + 0 LIMIT 1",
        {"tenant": key, "one": one},
    )
    for number, batch in enumerate(plan):
        revision += 1
        changes = [_row(key, revision, ordinal, row) for ordinal, row in enumerate(batch)]
        if len(batch) == 1 and number % WHOLE_EVERY == 0:
            changes = [(*changes[0][:9], whole, *changes[0][10:])]
        async with engine.transaction() as session:
            await session.insert("history", COLUMNS, changes)
            await session.fetch("UPDATE tenant SET revision = :at WHERE key = :tenant", {"tenant": key, "at": revision})
    await settle(storage)
    return tenant.revision, revision, one


def _row(tenant: int, revision: int, ordinal: int, row: Sequence[object]) -> Row:
    element, version, _ = row
    text = f"<p>What it is for, as of round {revision % ROUNDS} of {element}, with some words more.</p>"
    change = msgspec.json.encode({"changed": {"attributes": {"description": {"1033": text}}}}).decode()
    at = time.time_ns() // 1000
    return (tenant, revision, ordinal, at, None, "element.measured", element, version, None, change, 0, "", _NO_HASH)


if __name__ == "__main__":
    main()
