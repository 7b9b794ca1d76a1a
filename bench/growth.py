"""How finding grows: the same questions of a quarter, of the whole, and of four times as many elements."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit, urlunsplit

import asyncpg

from bench.finding import Finding, Found

Growth = Mapping[int, Finding]
"""What was found, by number of elements; the fewest first."""

_STEP: Final = 4


def measure_growth(place: str, elements: int, measure: Callable[[str, int], Finding]) -> Growth:
    """Measure in databases of their own, since an index may be shared by the tenants of one."""
    return {each: measure(_own(place, each), each) for each in (elements // _STEP, elements, elements * _STEP)}


def _own(place: str, elements: int) -> str:
    """A folder below a folder, or a database beside a database; both stay, to be measured again, if the place does."""
    if "://" not in place:
        return str(Path(place) / str(elements))
    name = f"growth_{elements}"
    asyncio.run(_make(place, name))
    return urlunsplit(urlsplit(place)._replace(path=f"/{name}"))


async def _make(place: str, name: str) -> None:
    connection = await asyncpg.connect(place)
    try:
        if not await connection.fetchval("SELECT count(*) FROM pg_database WHERE datname = $1", name):
            await connection.execute(f"CREATE DATABASE {name}")
    finally:
        await connection.close()


def growth_lines(measured: Mapping[str, Growth]) -> list[str]:
    """A table: milliseconds by engine and size, and how many times as long the most elements take as the fewest."""
    sizes = list(next(iter(measured.values())))
    heads = [f"{engine}: {' | '.join(f'{size:,}' for size in sizes)} | times" for engine in measured]
    return [
        f"The same questions of {', '.join(f'{size:,}' for size in sizes[:-1])} and {sizes[-1]:,} elements, in milliseconds, and how "
        f"many times as long the last takes as the first. Elements are {sizes[-1] // sizes[0]} times as many, and so are hits.",
        "",
        f"| Question | {' | '.join(heads)} |",
        f"|---|{'---:|' * len(measured) * (len(sizes) + 1)}",
        *(_row(answers) for answers in zip(*map(_answers, measured.values()), strict=True)),
    ]


def _answers(growth: Growth) -> Iterator[tuple[Found, ...]]:
    """The answers to each question."""
    return zip(*(finding.answers for finding in growth.values()), strict=True)


def _row(engines: Sequence[tuple[Found, ...]]) -> str:
    cells = [f"{' | '.join(f'{each.took:.2f}' for each in row)} | {row[-1].took / row[0].took:.1f}" for row in engines]
    return f"| {engines[0][-1].question} | {' | '.join(cells)} |"
