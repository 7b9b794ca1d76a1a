"""Copies a tenant: reads it into a folder, makes a bundle of it there, and imports that in one transaction.

Nothing is visible before the transaction ends. A copy that was killed goes on with the answers in its folder; one that was killed
between the transaction and the note of it finds its versions in the tenant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from facetstore.domain.errors import Conflict
from facetstore.domain.tenant import Tenant
from facetstore.exchange.bundle_header import is_fresh
from facetstore.exchange.bundle_import import import_bundle
from facetstore.exchange.bundle_line import Source, read_line
from facetstore.exchange.bundle_reading import Progress
from facetstore.exchange.pull import questions
from facetstore.exchange.pull.answer_log import AnswerLog
from facetstore.exchange.pull.pull_report import PullReport
from facetstore.exchange.pull.pulled_records import PulledRecords
from facetstore.exchange.pull.pulling import FoundElements, Pulling
from facetstore.exchange.pull.remote import Remote, RemoteAnswer, RemoteOutcome
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenants.tenant_changes import load_metamodel

ANSWERS: Final = "answers.jsonl"
BUNDLE: Final = "bundle.jsonl"
DONE: Final = "done.json"
_CHUNK: Final = 10_000


@dataclass(frozen=True, slots=True)
class Pulled:
    """The result of a copy."""

    versions: int
    elements: int
    requests: int
    repeated: int
    """Requests that were sent again."""
    role: str | None
    """The role of the token there, if the server says it."""
    moved: bool
    """Whether the server says that the tenant changed while it was read."""
    report: PullReport


async def pull_tenant(
    storage: Storage, tenant: Tenant, remote: Remote, server: str, folder: Path, progress: Progress | None = None
) -> Pulled:
    """Copy the tenant behind `remote` into a tenant without elements. Raises RemoteFailure, Conflict or InvalidValues; then nothing
    was stored."""
    if (folder / DONE).exists():
        raise Conflict(
            f"The copy in {folder} was stored already. To start again, use another folder and another tenant."
        )
    additions: Mapping[str, object] = msgspec.json.decode(tenant.additions)
    metamodel = load_metamodel(tenant, additions)
    report = PullReport()
    with AnswerLog(folder / ANSWERS, server) as log:
        fresh = await is_fresh(storage, metamodel, tenant)
        if not fresh and not (folder / BUNDLE).exists():
            raise _not_fresh(tenant)
        pulling = Pulling(remote, log, metamodel, progress)
        found = await pulling.read_all()
        PulledRecords(found, log, metamodel, report).write(folder / BUNDLE, tenant.settings, additions)
        moved = await _has_moved(remote, log)
        versions, elements = await _stored(storage, tenant, folder, fresh=fresh, progress=progress, report=report)
        _note_done(folder / DONE, server, found)
        return Pulled(versions, elements, remote.requests, remote.repeated, role_in(log), moved, report)


async def _stored(
    storage: Storage, tenant: Tenant, folder: Path, *, fresh: bool, progress: Progress | None, report: PullReport
) -> tuple[int, int]:
    def lines() -> Iterator[bytes]:
        with (folder / BUNDLE).open("rb") as file:
            yield from file

    if not fresh:
        return await _stored_before(storage, tenant, lines)
    result = await import_bundle(storage, tenant, lines, progress=progress)
    for each in result.warnings:
        report.note(each.error)
    return result.versions, result.elements


async def _stored_before(storage: Storage, tenant: Tenant, lines: Source) -> tuple[int, int]:
    """The counts of a copy that was killed after its transaction. Raises Conflict if the tenant does not hold all of it."""
    records = [read_line(line, again=True) for line in islice(lines(), 1, None)]
    versions = [str(each.get("versionId") or each["id"]) for each in records]
    found = 0
    async with storage.snapshot(tenant) as snapshot:
        for start in range(0, len(versions), _CHUNK):
            found += len(await snapshot.stored.existing(versions[start : start + _CHUNK]))
    if found < len(versions):
        raise _not_fresh(tenant)
    return len(versions), len({each["id"] for each in records})


async def _has_moved(remote: Remote, log: AnswerLog) -> bool:
    before = log.get(questions.REVISION.address)
    if before is None or before.outcome is not RemoteOutcome.GIVEN:
        return False
    return (await remote.ask(questions.REVISION)).body != before.body


def role_in(log: AnswerLog) -> str | None:
    """The role of the token, if the server said it."""
    answer = log.get(questions.CALLER.address)
    return role_of(answer) if answer is not None else None


def role_of(answer: RemoteAnswer) -> str | None:
    role = answer.body.get("role") if isinstance(answer.body, dict) else None
    return role if isinstance(role, str) else None


def _note_done(path: Path, server: str, found: FoundElements) -> None:
    partial = path.with_suffix(".partial")
    partial.write_bytes(msgspec.json.encode({"server": server, "elements": len(found.elements)}))
    partial.replace(path)


def _not_fresh(tenant: Tenant) -> Conflict:
    return Conflict(
        f"The tenant {tenant.address} holds elements already. Pull into a tenant without any: "
        "facetstore tenant create COLLECTION/STORAGE --no-administrator."
    )
