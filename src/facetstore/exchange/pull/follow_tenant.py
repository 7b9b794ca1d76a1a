"""Follows a tenant after its first copy: reads the lists again, asks for what changed, and stores the difference in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, InvalidValues
from facetstore.domain.tenant import Tenant
from facetstore.exchange.bundle_line import Line
from facetstore.exchange.bundle_reading import Progress, records_of
from facetstore.exchange.bundle_report import BundleReport
from facetstore.exchange.bundle_survey import Survey
from facetstore.exchange.pull.answer_log import AnswerLog
from facetstore.exchange.pull.bundle_changes import BundleChanges, compare_bundles
from facetstore.exchange.pull.earlier_answers import EarlierAnswers
from facetstore.exchange.pull.pull_report import PullReport
from facetstore.exchange.pull.pull_tenant import ANSWERS, BUNDLE, DONE, role_in
from facetstore.exchange.pull.pulled_records import PulledRecords
from facetstore.exchange.pull.pulling import Pulling
from facetstore.exchange.pull.remote import Remote
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.transactions import Writer
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.tenants.tenant_changes import load_metamodel

NEXT_ANSWERS: Final = "answers-next.jsonl"
NEXT_BUNDLE: Final = "bundle-next.jsonl"
FEW_DELETED: Final = 20
"""So many versions may be gone in one round, whatever their share."""
_BATCH: Final = 1000
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Followed:
    """The result of one round."""

    changes: BundleChanges
    requests: int
    report: PullReport


async def follow_tenant(
    storage: Storage, tenant: Tenant, remote: Remote, server: str, folder: Path, progress: Progress | None = None
) -> Followed:
    """Store what changed there since the last round. Raises RemoteFailure, Conflict or InvalidValues; then nothing was stored."""
    if not (folder / DONE).exists():
        raise Conflict(f"There is no complete copy in {folder} to follow. Pull without --follow first.")
    additions = msgspec.json.decode(tenant.additions)
    metamodel = load_metamodel(tenant, additions)
    report = PullReport()
    with AnswerLog(folder / ANSWERS, server) as log, AnswerLog(folder / NEXT_ANSWERS, server) as following:
        pulling = Pulling(remote, following, metamodel, progress, EarlierAnswers(log))
        found = await pulling.read_all()
        PulledRecords(found, following, metamodel, report).write(folder / NEXT_BUNDLE, tenant.settings, additions)
        changes = compare_bundles(folder / BUNDLE, folder / NEXT_BUNDLE, _volatile(metamodel))
        if (doubt := doubt_of(role_in(log), role_in(following), changes)) is not None:
            (folder / NEXT_ANSWERS).unlink()  # the next round asks again
            raise Conflict(doubt)
        if changes.settings:
            report.note("The settings of the storage changed there; they are not followed. Set them here.")
        if changes:
            await _store(storage, tenant, metamodel, folder / NEXT_BUNDLE, changes)
        # A crash between these finds the same difference again, or none.
        (folder / NEXT_BUNDLE).replace(folder / BUNDLE)
        (folder / NEXT_ANSWERS).replace(folder / ANSWERS)
    return Followed(changes, remote.requests, report)


def doubt_of(before: str | None, now: str | None, changes: BundleChanges) -> str | None:
    """Why what is gone there may only be hidden, so that nothing must be deleted here; None: it is gone."""
    if before != now:
        return f"The token has the role {now} there, and the copy was made with the role {before}. Use a token of that role."
    if len(changes.deleted) > max(FEW_DELETED, changes.before // 4):
        return (
            f"{len(changes.deleted):,} of {changes.before:,} versions are gone there: more than a quarter. Perhaps the server or the token "
            "does not show them now. If they were really deleted, pull into a new tenant."
        )
    return None


def _volatile(metamodel: Metamodel) -> frozenset[str]:
    """Attributes that move with every use of a token and every sign-in."""
    roles = metamodel.roles
    return frozenset({roles.last_used_on, roles.use_count, roles.last_sign_in, *roles.sign_ins})


async def _store(storage: Storage, tenant: Tenant, metamodel: Metamodel, bundle: Path, changes: BundleChanges) -> None:
    survey = Survey(metamodel, BundleReport())
    for record in records_of(_lines_of(bundle, changes), metamodel, survey.report):
        survey.add(record)
    if survey.report.findings:
        raise InvalidValues("What changed there cannot be stored; nothing was.", survey.report.in_order())
    written = [
        record.version
        for record in records_of(_lines_of(bundle, changes), metamodel, BundleReport(), again=True)
        if record.version.id in changes.written
    ]
    async with storage.writer(tenant, actor=None, reason="follow") as writer:
        await _write(writer, survey, written, changes)


def _lines_of(bundle: Path, changes: BundleChanges) -> Callable[[], Iterator[Line]]:
    """The lines of elements that differ, behind the first line."""

    def lines() -> Iterator[Line]:
        with bundle.open("rb") as file:
            yield next(file)
            for line in file:
                if msgspec.json.decode(line, type=_Id).id in changes.elements:
                    yield line

    return lines


class _Id(msgspec.Struct):
    id: str


async def _write(writer: Writer, survey: Survey, written: Sequence[Version], changes: BundleChanges) -> None:
    elements = sorted(changes.elements)
    stored: dict[str, StoredVersion] = {
        each.version.id: each for ids in _batches(elements) for each in await writer.stored.versions_of(ids, gone=True)
    }
    for ids in _batches(elements):
        await writer.versions.unsettle(ids)
    for each in stored.values():
        if (known := survey.elements.get(each.version.element)) is not None:
            known.was_stored = known.is_stored = True
    for batch in _batches(written):
        ready = [survey.stored(each) for each in batch]
        await writer.versions.add([each for each in ready if each.version.id not in stored], "imported")
        changed = [_onto(stored[each.version.id], each) for each in ready if each.version.id in stored]
        await writer.versions.replace(changed, "imported")
    await _delete(writer, [stored[each] for each in sorted(changes.deleted) if each in stored], survey)
    for ids in _batches(elements):
        await writer.versions.settle(ids)
    flow = [each for each in elements if each in survey.elements and _is_flow(survey, each)]
    for shown in _batches(sorted({*map(str, flow), *survey.shown})):
        await writer.versions.settle_flow_objects(shown)


def _onto(stored: StoredVersion, changed: StoredVersion) -> StoredVersion:
    """A stored version as it is now; the zone whose permissions hold for it stays."""
    return stored._replace(version=changed.version, visible=changed.visible)


async def _delete(writer: Writer, gone: Sequence[StoredVersion], survey: Survey) -> None:
    for batch in _batches(gone):
        await writer.versions.delete(batch, "element.deleted")
    elements = sorted({each.version.element for each in gone} - survey.elements.keys())
    if elements:
        await writer.versions.renew_authored(elements)
        parents = {each.version.parent for each in gone if each.version.parent} - set(elements)
        await writer.history.touch(sorted(parents), "neighbour.gone")


def _is_flow(survey: Survey, element: str) -> bool:
    return bool(survey.metamodel.types[survey.elements[element].type].flow)


def _batches(items: Sequence[T]) -> Iterator[list[T]]:
    iterator = iter(items)
    while batch := list(islice(iterator, _BATCH)):
        yield batch
