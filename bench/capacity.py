"""What one worker and one PostgreSQL carry: `python -m bench.capacity [--write]` measures the figures that `script/capacity` takes.

Processor time of the service and of PostgreSQL, disk and memory: those that decide how many machines are needed.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, cast

import asyncpg
import msgspec

from bench.changes import changes
from bench.dataset import ADDRESS, Dataset, make_dataset
from bench.load import Client, check, cpu_seconds, request_bytes
from bench.processes import process
from bench.reads import Case, cases
from bench.sizes import settle
from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import read_settings
from facetstore.domain.callers import Role
from facetstore.domain.tenant import TenantSettings, address_of
from facetstore.storage.store import SqlStorage
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tenants.tenant_changes import create_tenant
from facetstore.usecases.tokens.issuing import create_token
from script.lib.capacity import MEASURED, Cost, Measured
from tests.support.postgres import postgres_cluster

ELEMENTS: Final = 20_000
TENANTS: Final = 100
CHANGES: Final = 400
CACHE: Final = "24"
_SIZE: Final = "SELECT pg_database_size(current_database()), pg_current_wal_lsn() - '0/0'"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.capacity", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"write {MEASURED.name}")
    options = parser.parse_args()
    with postgres_cluster(durable=True) as url:
        measured = _measure(url)
    text = msgspec.json.format(msgspec.json.encode(measured), indent=2).decode()
    print(text)
    if options.write:
        MEASURED.write_text(f"{text}\n", "utf-8")


def _measure(url: str) -> Measured:
    dataset, element_bytes, tenant_bytes, tokens = asyncio.run(_fill(url))
    backends = _postmaster(url)
    kinds = {case.name: case for case in cases(dataset)}
    element, listed = kinds["element by id, 10 references"], kinds["list of 100, attributes"]
    headers = {"symbio-auth-token": dataset.token, "user-agent": "bench", "accept": "*/*"}
    with process("bench.service", "0", url) as (port, pid):
        fresh, fresh_list = (_cost(port, pid, backends, each, headers) for each in (element, listed))
    with process("bench.service", CACHE, url) as (port, pid):
        cached = _cost(port, pid, backends, element, headers)
        change, wal, grown = _changes(url, port, pid, backends, headers)
        base = _memory(pid)
        _ask_each_tenant(port, tokens)
        tenant_memory = (_memory(pid) - base) / TENANTS
    return Measured(cached, fresh, fresh_list, change, element_bytes, tenant_bytes, grown, wal, base, tenant_memory)


async def _fill(url: str) -> tuple[Dataset, float, float, Sequence[tuple[str, str]]]:
    """The measured tenant, bytes of an element and of an empty tenant, and the empty tenants with a token each."""
    async with opened_storage(read_settings(database=url)) as storage:
        empty, _ = await _size(storage)
        dataset = await make_dataset(storage, ELEMENTS)
        await settle(storage)
        filled, _ = await _size(storage)
        tokens = [await _new_tenant(storage, number) for number in range(TENANTS)]
        await settle(storage)
        with_tenants, _ = await _size(storage)
        ((elements,),) = await storage.engine.fetch("SELECT count(*) FROM element", {})
        per_element = (filled - empty) / cast("int", elements)
        return dataset, per_element, (with_tenants - filled) / TENANTS, tokens


async def _new_tenant(storage: SqlStorage, number: int) -> tuple[str, str]:
    address = address_of("bench", f"empty{number}")
    tenant = await create_tenant(storage, address, TenantSettings(title=f"Empty {number}"))
    return str(address), await create_token(storage, serve(tenant), "Bench", Role.ADMINISTRATOR)


async def _size(storage: SqlStorage) -> tuple[int, int]:
    """Bytes of the database, and bytes of its log so far."""
    ((size, log),) = await storage.engine.fetch(_SIZE, {})
    return cast("int", size), int(cast("int", log))


async def _size_at(url: str) -> tuple[int, int]:
    async with opened_storage(read_settings(database=url)) as storage:
        await settle(storage)
        return await _size(storage)


def _postmaster(url: str) -> int:
    """The process that all others of the server are children of."""
    backend = asyncio.run(_backend(url))
    return int(Path(f"/proc/{backend}/stat").read_text().rpartition(")")[2].split()[1])


async def _backend(url: str) -> int:
    connection = await asyncpg.connect(url)
    try:
        return connection.get_server_pid()
    finally:
        connection.terminate()


def _cost(port: int, pid: int, postmaster: int, case: Case, headers: Mapping[str, str]) -> Cost:
    """CPU microseconds of the service and of PostgreSQL for a request."""
    client = Client(port)
    requests = [request_bytes(path, headers, port) for path in case.paths]
    client.many(requests, len(requests) * 2)
    spent = _Spent(pid, postmaster)
    client.many(requests, case.requests)
    cost = spent.each(case.requests)
    client.close()
    return cost


def _changes(url: str, port: int, pid: int, postmaster: int, headers: Mapping[str, str]) -> tuple[Cost, float, float]:
    """What a change costs, with a transaction of its own; bytes of the log, and bytes by which the database grows."""
    client, bodies = Client(port, 1), changes(ADDRESS, "tags", headers)
    _send(client, bodies, CHANGES // 10)
    size, log = asyncio.run(_size_at(url))
    spent = _Spent(pid, postmaster)
    _send(client, bodies, CHANGES)
    cost = spent.each(CHANGES)
    client.close()
    after_size, after_log = asyncio.run(_size_at(url))
    return cost, (after_log - log) / CHANGES, max(after_size - size, 0) / CHANGES


def _send(client: Client, bodies: Iterator[bytes], count: int) -> None:
    for _ in range(count):
        check(client.one(next(bodies)))


class _Spent:
    """CPU seconds of the service and of PostgreSQL since this was made."""

    def __init__(self, pid: int, postmaster: int) -> None:
        self._pid = pid
        self._postmaster = postmaster
        self._before = cpu_seconds(pid), _server_seconds(postmaster)

    def each(self, count: int) -> Cost:
        """Microseconds for each of so many requests."""
        service, before = self._before
        after = _server_seconds(self._postmaster)
        server = sum(seconds - before.get(pid, 0.0) for pid, seconds in after.items())
        return Cost(*(round(each / count * 1e6) for each in (cpu_seconds(self._pid) - service, server)))


def _server_seconds(postmaster: int) -> dict[int, float]:
    """The CPU time of the processes that serve connections. Those that write back and clean up work when they want to: after
    20,000 elements were written, longer than all that is measured here."""
    children = map(int, Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split())
    return {pid: cpu_seconds(pid) for pid in children if b"127.0.0.1(" in Path(f"/proc/{pid}/cmdline").read_bytes()}


def _ask_each_tenant(port: int, tokens: Sequence[tuple[str, str]]) -> None:
    client = Client(port, 1)
    for address, token in tokens:
        path = f"/{address}/_api/rest/facets/processes/views/list/elements"
        check(client.one(request_bytes(path, {"symbio-auth-token": token}, port)))
    client.close()


def _memory(pid: int) -> int:
    """Bytes that a process holds."""
    (line,) = (each for each in Path(f"/proc/{pid}/status").read_text().splitlines() if each.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


if __name__ == "__main__":
    main()
