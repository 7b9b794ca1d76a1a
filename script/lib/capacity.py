"""How many machines a load needs: `script/capacity` calculates it from measured figures, and writes the tables of the page.

Every formula is a property with its text beside it, so that the page shows what is calculated.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Final

import msgspec

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "docs" / "explanation" / "capacity.md"
MEASURED: Final = ROOT / "bench" / "capacity.json"
CONNECTIONS: Final = 8
"""What a worker opens to a database at most."""
GB: Final = 1e9


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU microseconds of one request."""

    service: float
    database: float


@dataclass(frozen=True, slots=True)
class Measured:
    """What `python -m bench.capacity` measures."""

    cached: Cost
    fresh: Cost
    fresh_list: Cost
    change: Cost
    element_bytes: float
    tenant_bytes: float
    change_bytes: float
    """By which the database grows with a change: its row of history and what indexes leave behind."""
    change_log_bytes: float
    """Of PostgreSQL's write-ahead log, which goes to every standby."""
    worker_memory: float
    tenant_memory: float
    """Of a worker, for each tenant that it has served."""


@dataclass(frozen=True, slots=True)
class Load:
    """What is wanted, and what is assumed about it. Shares are of all requests."""

    tenants: int = 10_000
    elements: int = 100_000_000
    requests: float = 5_000
    changes: float = 0.02
    fresh: float = 0.15
    lists: float = 0.03
    busy_hours: float = 2
    """Hours of such load a day, for what grows with changes."""
    days: int = 365
    cores: int = 16
    """Of one machine, for nodes and databases alike."""
    use: float = 0.6
    """How much of a processor may be used: the rest is for peaks and for the work of a machine that is lost."""
    disk_gb: float = 2_000
    """What one database may hold, so that it can be copied to a new standby within hours."""
    connections: int = 1_000
    """What one PostgreSQL takes."""

    @property
    def cached(self) -> float:
        return 1 - self.changes - self.fresh - self.lists


class Result:
    """What follows from a load and the measured figures."""

    def __init__(self, load: Load, measured: Measured) -> None:
        self.load = load
        self.measured = measured

    def _microseconds(self, of: Callable[[Cost], float]) -> float:
        load, costs = self.load, self.measured
        return (
            load.cached * of(costs.cached)
            + load.fresh * of(costs.fresh)
            + load.lists * of(costs.fresh_list)
            + load.changes * of(costs.change)
        )

    @property
    def service_microseconds(self) -> float:
        return self._microseconds(lambda cost: cost.service)

    @property
    def database_microseconds(self) -> float:
        return self._microseconds(lambda cost: cost.database)

    @property
    def worker_requests(self) -> float:
        return 1e6 * self.load.use / self.service_microseconds

    @property
    def workers(self) -> int:
        return ceil(self.load.requests / self.worker_requests)

    @property
    def nodes(self) -> int:
        return ceil(self.workers / self.load.cores) + 1

    @property
    def database_requests(self) -> float:
        return 1e6 * self.load.use * self.load.cores / self.database_microseconds

    @property
    def history_bytes(self) -> float:
        load = self.load
        changes = load.requests * load.changes * load.busy_hours * 3600 * load.days
        return changes * self.measured.change_bytes

    @property
    def disk_bytes(self) -> float:
        load, measured = self.load, self.measured
        return load.elements * measured.element_bytes + load.tenants * measured.tenant_bytes + self.history_bytes

    @property
    def databases_by_processors(self) -> int:
        return ceil(self.load.requests / self.database_requests)

    @property
    def databases_by_disk(self) -> int:
        return ceil(self.disk_bytes / (self.load.disk_gb * GB))

    @property
    def databases(self) -> int:
        return max(self.databases_by_processors, self.databases_by_disk)

    @property
    def connections(self) -> int:
        """At one database: every worker of every node that runs may come to each."""
        return CONNECTIONS * self.load.cores * self.nodes

    @property
    def node_memory(self) -> float:
        measured = self.measured
        return self.load.cores * (measured.worker_memory + self.load.tenants * measured.tenant_memory)

    @property
    def log_bytes(self) -> float:
        return self.load.requests * self.load.changes * self.measured.change_log_bytes


def measured_lines(measured: Measured) -> list[str]:
    rows = (
        ("element by id, answer cached", measured.cached),
        ("element by id, rendered", measured.fresh),
        ("list of 100, rendered", measured.fresh_list),
        ("change of one attribute, in a commit of its own", measured.change),
    )
    sizes = (
        (
            "an element on the disk of PostgreSQL, indexes and history included",
            f"{measured.element_bytes / 1e3:.1f} kB",
        ),
        ("an empty tenant there", f"{measured.tenant_bytes / 1e3:.1f} kB"),
        ("growth by a change of one attribute", f"{measured.change_bytes / 1e3:.1f} kB"),
        ("write-ahead log of such a change", f"{measured.change_log_bytes / 1e3:.1f} kB"),
        ("memory of a worker", f"{measured.worker_memory / 1e6:.0f} MB"),
        ("memory of a worker for each tenant it has served", f"{measured.tenant_memory / 1e3:.0f} kB"),
    )
    return [
        *table("Request", "Service, CPU µs", "PostgreSQL, CPU µs"),
        *(f"| {name} | {cost.service:,.0f} | {cost.database:,.0f} |" for name, cost in rows),
        "",
        *table("What", "Takes"),
        *(f"| {name} | {size} |" for name, size in sizes),
    ]


def assumed_lines(load: Load) -> list[str]:
    rows = (
        ("answers from the cache", f"{load.cached:.0%}"),
        ("elements rendered", f"{load.fresh:.0%}"),
        ("lists rendered", f"{load.lists:.0%}"),
        ("changes", f"{load.changes:.0%}"),
        ("hours of such load a day", f"{load.busy_hours:g}"),
        ("days of history", f"{load.days}"),
        ("cores of a machine", f"{load.cores}"),
        ("use of a core at most", f"{load.use:.0%}"),
        ("disk of one database", f"{load.disk_gb:,.0f} GB"),
        ("connections that one PostgreSQL takes", f"{load.connections:,}"),
    )
    return [*table("Assumed", "Value"), *(f"| {name} | {value} |" for name, value in rows)]


def result_lines(result: Result) -> list[str]:
    load = result.load
    rows = (
        ("service, CPU µs a request", "Σ share × µs", f"{result.service_microseconds:,.0f}"),
        ("PostgreSQL, CPU µs a request", "Σ share × µs", f"{result.database_microseconds:,.0f}"),
        ("requests a second of a worker", "10⁶ × use ÷ µs", f"{result.worker_requests:,.0f}"),
        ("workers", "requests ÷ those of a worker", f"{result.workers:,}"),
        ("nodes", "workers ÷ cores + 1 spare", f"{result.nodes:,}"),
        ("memory of a node", "cores × (worker + tenants × memory of a tenant)", f"{result.node_memory / GB:,.0f} GB"),
        ("requests a second of one PostgreSQL", "10⁶ × use × cores ÷ µs", f"{result.database_requests:,.0f}"),
        ("databases, by processors", "requests ÷ those of one", f"{result.databases_by_processors:,}"),
        (
            "history of the changes",
            "requests × changes × hours × 3,600 × days × growth",
            terabytes(result.history_bytes),
        ),
        ("disk", "elements × kB + tenants × kB + history", terabytes(result.disk_bytes)),
        ("databases, by disk", "disk ÷ disk of one", f"{result.databases_by_disk:,}"),
        ("**databases**", "the larger one", f"**{result.databases:,}**"),
        ("machines with PostgreSQL", "databases × 3: a primary and two standbys", f"{3 * result.databases:,}"),
        ("connections to each", f"{CONNECTIONS} × cores × nodes", connections(result)),
        ("write-ahead log of all", "requests × changes × kB", f"{result.log_bytes / 1e6:,.1f} MB/s"),
    )
    title = f"{load.tenants:,} tenants, {load.elements:,} elements, {load.requests:,.0f} requests a second"
    return [*table(title, "Formula", "Result"), *(f"| {' | '.join(row)} |" for row in rows)]


def connections(result: Result) -> str:
    count = result.connections
    return f"{count:,}" if count <= result.load.connections else f"{count:,}: too many, raise max_connections"


def terabytes(size: float) -> str:
    return f"{size / 1e12:,.2f} TB"


def table(first: str, *others: str) -> list[str]:
    return [f"| {' | '.join((first, *others))} |", f"| --- |{' ---: |' * len(others)}"]


def read_measured() -> Measured:
    return msgspec.json.decode(MEASURED.read_bytes(), type=Measured)


def render(page: str) -> str:
    """The page with the tables that follow from the measured figures."""
    load, measured = Load(), read_measured()
    parts = {
        "measured": measured_lines(measured),
        "assumed": assumed_lines(load),
        "result": result_lines(Result(load, measured)),
    }
    for mark, lines in parts.items():
        marked = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- end of {mark} -->)", re.DOTALL)
        page = marked.sub(lambda match, lines=lines: "\n".join([match[1] + lines[0], *lines[1:], match[2]]), page)  # type: ignore[misc]
    return page


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="script/capacity", description="Calculates how many machines a load needs.")
    parser.add_argument("--write", action="store_true", help="write the tables of docs/explanation/capacity.md")
    defaults = Load()
    for name in Load.__dataclass_fields__:
        default = getattr(defaults, name)
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(default), default=default, help=f"{default}")
    options = vars(parser.parse_args(arguments))
    if options.pop("write"):
        PAGE.write_text(render(PAGE.read_text("utf-8")), "utf-8")
        return
    result = Result(Load(**options), read_measured())
    print("\n".join([*assumed_lines(result.load), "", *result_lines(result)]))


if __name__ == "__main__":
    main()
