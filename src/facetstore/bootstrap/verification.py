"""Proof of a whole database: tenant by tenant, with progress, and from where an interrupted run stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import msgspec

from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.errors import Conflict, Invalid, NotFound
from facetstore.domain.tenant import Tenant
from facetstore.storage.engines.engine import Engine
from facetstore.storage.store import SqlStorage
from facetstore.storage.verifying.chains import Anchor, anchor_of, broken_at
from facetstore.storage.verifying.faults import Part
from facetstore.storage.verifying.spans import rebuild_spans
from facetstore.storage.verifying.verify import verify_tenant
from facetstore.storage.verifying.word_index import WordIndex

Progress = Callable[[str, int, int | None], None]


class Proof(NamedTuple):
    """What was checked, how much of it, and what was found."""

    checked: Mapping[str, int]
    faults: Sequence[str]


class _Stopped(msgspec.Struct):
    """Where an interrupted run stopped: the tenants that it had checked, and the last element of the next one."""

    done: list[str] = []
    tenant: str = ""
    after: str = ""
    checked: dict[str, int] = {}
    faults: list[str] = []


async def list_anchors(settings: Settings) -> Sequence[tuple[str, Anchor]]:
    """The end of the chain of every tenant."""
    async with opened_storage(settings) as storage:
        return [
            (str(each.address), await anchor_of(storage.engine_of(each.key), each.key))
            for each in await storage.tenants()
        ]


def read_anchors(text: str) -> Mapping[str, Anchor]:
    """The anchors in what `facetstore anchor` has printed. Raises Invalid."""
    return dict(_anchors(text))


def _anchors(text: str) -> Iterator[tuple[str, Anchor]]:
    for number, line in enumerate(text.splitlines(), 1):
        match line.split():
            case [address, revision, rows, head] if revision.isdecimal() and rows.isdecimal():
                yield address, Anchor(int(revision), int(rows), head)
            case []:
                pass
            case _:
                raise Invalid(
                    f"Line {number} of the anchor is not what facetstore anchor prints: tenant, revision, rows, hash."
                )


async def prove(
    settings: Settings,
    progress: Progress,
    *,
    only: str | None = None,
    anchors: Mapping[str, Anchor] | None = None,
    resume: Path | None = None,
) -> Proof:
    """Check every tenant, or `only` one; `resume` is the file that says where to go on. Raises NotFound."""
    async with opened_storage(settings) as storage:
        tenants = {str(each.address): each for each in await storage.tenants()}
        if only is not None and only not in tenants:
            raise NotFound(f"There is no tenant {only}.")
        run = _ProofRun(storage, anchors or {}, progress, resume, _read(resume))
        run.faults += [f"{each}: it has an anchor, but is not there" for each in run.anchors if each not in tenants]
        run.faults += await _damaged_pages(storage)
        for address, tenant in tenants.items():
            if address not in run.stopped.done and only in (None, address):
                await run.check(address, tenant)
    return run.ended()


async def _damaged_pages(storage: SqlStorage) -> Sequence[str]:
    """What the engine finds when it reads every page of its file: those of indexes and of what is no content, too."""
    faults = []
    for pool in storage.pools or (None,):
        found = (await storage.engine_in(pool).diagnose()).get("integrity", "ok")
        where = "the database" if pool is None else f"the pool {pool}"
        faults += [] if found == "ok" else [f"the pages of {where}: {found}"]
    return faults


async def rebuild(settings: Settings, *, only: str | None = None) -> int:
    """Rebuild what is derived from the history and is not what it says: where elements stood in lists and trees. Returns how many rows
    were wrong. Raises Conflict if a history is not whole: what follows from it would hide that."""
    number = 0
    async with opened_storage(settings) as storage:
        for tenant in await storage.tenants():
            if only in (None, str(tenant.address)):
                if (place := await broken_at(storage.engine_of(tenant.key), tenant.key)) is not None:
                    raise Conflict(f"The history of {tenant.address} is broken at {place}. Nothing of it was rebuilt.")
                number += await rebuild_spans(storage.engine_of(tenant.key), tenant.key)
    return number


@dataclass(slots=True)
class _ProofRun:
    """One run over the tenants of a database."""

    storage: SqlStorage
    anchors: Mapping[str, Anchor]
    progress: Progress
    resume: Path | None
    stopped: _Stopped
    indexes: dict[int, WordIndex] = field(default_factory=dict)
    """By the identity of a database, its index of words."""
    faults: list[str] = field(default_factory=list)

    async def check(self, address: str, tenant: Tenant) -> None:
        engine, stopped, done = self.storage.engine_of(tenant.key), self.stopped, Counter[str]()
        after = stopped.after if stopped.tenant == address else ""
        elements = sum((await self.storage.population(tenant.key)).values())
        totals = {"history rows": (await anchor_of(engine, tenant.key)).rows, "elements": elements}
        async for checked in verify_tenant(engine, tenant, self._index(engine), self.anchors.get(address), after):
            done[checked.what] += checked.number
            self.progress(f"{address}: {checked.what}", done[checked.what], totals.get(checked.what))
            stopped.faults += [f"{address}, {each}" for each in checked.faults]
            if checked.after:
                self._stop_at(address, checked)
        # Elements are counted as they are checked: what comes after them is quick, and is done again by the next run.
        del done["elements"]
        stopped.checked = dict(Counter(stopped.checked) + done)
        stopped.done.append(address)
        self._write()

    def _index(self, engine: Engine) -> WordIndex:
        return self.indexes.setdefault(id(engine), WordIndex(engine))

    def _stop_at(self, address: str, checked: Part) -> None:
        stopped = self.stopped
        stopped.checked[checked.what] = stopped.checked.get(checked.what, 0) + checked.number
        stopped.tenant, stopped.after = address, checked.after
        self._write()

    def _write(self) -> None:
        if self.resume is not None:
            self.resume.write_bytes(msgspec.json.encode(self.stopped))

    def ended(self) -> Proof:
        """All that this run and those before it have found. There is nothing to go on with any more."""
        if self.resume is not None:
            self.resume.unlink(missing_ok=True)
        return Proof(self.stopped.checked, [*self.faults, *self.stopped.faults])


def _read(resume: Path | None) -> _Stopped:
    if resume is None or not resume.exists():
        return _Stopped()
    return msgspec.json.decode(resume.read_bytes(), type=_Stopped)
