"""Import of a bundle: one pass that checks every line, then one transaction that writes them all, or nothing."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import IO, Final, NamedTuple, TypeVar

import msgspec

from facetstore.domain.element import Version
from facetstore.domain.errors import Finding, InvalidValues
from facetstore.domain.tenant import Tenant, TenantSettings
from facetstore.exchange.bundle_files import ContentCheck, store_contents
from facetstore.exchange.bundle_header import Definition, definition_for
from facetstore.exchange.bundle_line import Source
from facetstore.exchange.bundle_placeholders import make_placeholders
from facetstore.exchange.bundle_reading import REPORT_EVERY, Progress, header_of, records_of
from facetstore.exchange.bundle_report import BundleReport
from facetstore.exchange.bundle_survey import Survey
from facetstore.regional.time_zones import local_now, time_zone
from facetstore.usecases.editing.unique_logins import users_of
from facetstore.usecases.lifecycle.task_decisions import Task, tasks_of_state
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.transactions import Writer
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.tenants.language_changes import settle_imported
from facetstore.usecases.tenants.tenant_elements import show
from facetstore.usecases.tenants.token_instants import set_definition
from facetstore.usecases.writing import new_id

__all__ = ["ImportResult", "Progress", "Source", "fill_tenant", "import_bundle"]

BATCH: Final = 1000
_IDS_AT_ONCE: Final = 10_000
_IN_MEMORY: Final = 16 * 1024 * 1024
"""Up to this many bytes of versions stay in memory."""

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Version)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The counts and warnings of an import."""

    versions: int
    elements: int
    placeholders: int
    """How many of the elements are placeholders for what the bundle does not hold."""
    tasks: int
    """How many tasks were opened."""
    warnings: tuple[Finding, ...]


async def import_bundle(
    storage: Storage,
    tenant: Tenant,
    source: Source,
    *,
    placeholders: bool = False,
    with_tasks: bool = False,
    actor: str | None = None,
    progress: Progress | None = None,
) -> ImportResult:
    """Store every version of a bundle, or nothing; on request, versions in the middle of a release get their tasks.

    Raises InvalidValues with every finding, each with its line.
    """
    with open_spool() as spool:
        checked = await _look_through(storage, tenant, source, {}, spool, progress)
        is_new = checked.definition.is_new
        async with storage.writer(tenant, actor=actor, reason="import", tenants=is_new) as writer:
            result = await _store(
                writer, tenant, checked, source, placeholders=placeholders, with_tasks=with_tasks, progress=progress
            )
            if is_new:
                await show(writer.tenants, tenant.id)
    return result


async def fill_tenant(
    storage: Storage,
    writer: Writer,
    tenant: Tenant,
    source: Source,
    given: Mapping[str, object],
    *,
    with_tasks: bool = False,
) -> TenantSettings:
    """Store a bundle in a new tenant, in the same transaction, and return the resulting settings.

    The given settings, by their names in StorageInfo, win over those of the bundle. Raises InvalidValues like `import_bundle`.
    """
    with open_spool() as spool:
        checked = await _look_through(storage, tenant, source, given, spool)
        await _store(writer, tenant, checked, source, with_tasks=with_tasks)
    return writer.current.settings


class _Checked(NamedTuple):
    """A checked bundle: its definition, the facts from all lines together, and its versions."""

    definition: Definition
    survey: Survey
    versions: Spool
    contents: ContentCheck


async def _look_through(
    storage: Storage,
    tenant: Tenant,
    source: Source,
    given: Mapping[str, object],
    spool: Spool,
    progress: Progress | None = None,
) -> _Checked:
    report = BundleReport()
    header = header_of(source, report)
    if header is None:
        raise _refusal(report)
    if given:
        header = replace(header, settings={**(header.settings or {}), **given})
    definition = await definition_for(storage, tenant, header, report)
    survey = Survey(definition.metamodel, report)
    contents = ContentCheck(report)
    _check(source, survey, spool, contents, progress)
    return _Checked(definition, survey, spool, contents)


async def _store(
    writer: Writer,
    tenant: Tenant,
    checked: _Checked,
    source: Source,
    *,
    placeholders: bool = False,
    with_tasks: bool = False,
    progress: Progress | None = None,
) -> ImportResult:
    definition, survey, _, contents = checked
    await _check_against_store(writer, survey)
    made = await make_placeholders(writer, survey) if placeholders else ()
    _check_targets(source, survey)
    if survey.report.findings:
        raise _refusal(survey.report)
    if definition.is_new:
        await set_definition(writer, tenant, definition.settings, definition.additions)
    await store_contents(writer, source, contents, {each.hash for each, _ in survey.files})
    await _write(writer, survey, chain(made, _versions(checked, progress)))
    await settle_imported(writer, definition.metamodel, is_new=definition.is_new)
    opened = _tasks(checked) if with_tasks else ()
    await writer.tasks.add(opened)
    return ImportResult(
        versions=len(survey.versions) + len(made),
        elements=len(survey.elements) + len(made),
        placeholders=len(made),
        tasks=len(opened),
        warnings=survey.report.warnings(),
    )


def _check(source: Source, survey: Survey, versions: Spool, contents: ContentCheck, progress: Progress | None) -> None:
    """Check every line, and then what depends on all of them together; the versions are spooled."""
    report_done = _reporter("checking", None, progress)
    for record in records_of(source, survey.metamodel, survey.report, report_done, contents=contents):
        survey.add(record)
        versions.add(record.version)
    contents.close()
    survey.close()
    for file, line in survey.files:
        contents.check(file, line)
    for each in survey.elements.values():
        if survey.metamodel.types[each.type].stands_for:
            survey.report.wrong(
                f"A {each.type} stands for a tenant: make it as an element, or by a command.", each.line
            )


async def _check_against_store(writer: Writer, survey: Survey) -> None:
    """Report versions that are stored already and ids that are stored for something else; mark elements that are stored, and
    drop wanted ids that the store holds."""
    await _check_versions(writer, survey)
    await _check_logins(writer, survey)
    for ids in _chunks([each for each in survey.elements if each not in survey.versions], _IDS_AT_ONCE):
        for id_, taken in (await writer.stored.existing(ids)).items():
            element = survey.elements[id_]
            if (taken.element, taken.type) == (id_, element.type):
                element.was_stored = element.is_stored = True
            else:
                error = f"The id {id_} is stored for something else, of the type {taken.type}."
                survey.report.wrong(error, element.line)
    for ids in _chunks(list(survey.wanted), _IDS_AT_ONCE):
        for id_, taken in (await writer.stored.existing(ids)).items():
            if taken.element == id_:
                del survey.wanted[id_]


async def _check_versions(writer: Writer, survey: Survey) -> None:
    for ids in _chunks(list(survey.versions), _IDS_AT_ONCE):
        for id_ in await writer.stored.existing(ids):
            survey.report.wrong(f"The version {id_} is stored already.", survey.versions[id_])


async def _check_logins(writer: Writer, survey: Survey) -> None:
    for names in _chunks(list(survey.logins), _IDS_AT_ONCE):
        taken = await users_of(writer.stored, survey.metamodel.roles, names)
        for name in names:
            user, line = survey.logins[name]
            if taken.get(name.folded, set()) - {user}:
                survey.report.wrong(f"A stored user signs in as {name.spelled!r} already.", line)


def _check_targets(source: Source, survey: Survey) -> None:
    """Report every line that needs an element which neither the file nor the store holds."""
    if not survey.wanted:
        return
    silent = BundleReport()
    for record in records_of(source, survey.metamodel, silent, again=True):
        for target in record.targets:
            if target.id in survey.wanted:
                error = f"{target.why} refers to {target.id}, which neither the file nor the store holds."
                survey.report.wrong(error, silent.line)


def _versions(checked: _Checked, progress: Progress | None) -> Iterator[StoredVersion]:
    """Every version to be written; all have been checked."""
    survey, total = checked.survey, len(checked.survey.versions)
    report_done = _reporter("writing", total, progress)
    for done, version in enumerate(checked.versions):
        if done % REPORT_EVERY == 0:
            report_done(done)
        element = survey.elements[version.element]
        if (version.parent, version.position) != (element.parent, element.position):
            version = version._replace(parent=element.parent, position=element.position)
        yield survey.stored(version)
    report_done(total)


def _tasks(checked: _Checked) -> Sequence[Task]:
    """The tasks of versions in the middle of a release."""
    metamodel = checked.definition.metamodel
    now = local_now(time_zone(checked.definition.settings.time_zone))
    newest = (version for version in checked.versions if checked.survey.is_newest(version))
    return [task for version in newest for task in tasks_of_state(metamodel, version, now, new_id)]


async def _write(writer: Writer, survey: Survey, versions: Iterable[StoredVersion]) -> None:
    stored = [id_ for id_, each in survey.elements.items() if each.was_stored]
    for ids in _chunks(stored, BATCH):
        await writer.versions.unsettle(ids)
    for batch in _batches(versions):
        await writer.versions.add(batch, "imported")
    for ids in _chunks(stored, BATCH):
        await writer.versions.settle(ids)
    # Diagrams of the file may show flow objects that were stored before.
    for ids in _chunks([id_ for id_ in survey.shown if id_ not in survey.elements], BATCH):
        await writer.versions.settle_flow_objects(ids)


def _reporter(what: str, total: int | None, progress: Progress | None) -> Callable[[int], None]:
    def report_done(done: int) -> None:
        if progress is not None:
            progress(what, done, total)

    return report_done


def _refusal(report: BundleReport) -> InvalidValues:
    findings = report.in_order()
    lines = len({each.path for each in findings})
    return InvalidValues(f"The bundle has {lines} bad line{'s' if lines > 1 else ''}; nothing was stored.", findings)


def _batches(items: Iterable[T]) -> Iterator[list[T]]:
    iterator = iter(items)
    while batch := list(islice(iterator, BATCH)):
        yield batch


def _chunks(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


class Spool:
    """Takes versions while the rest of a bundle is checked, and returns them in their order at the end, so that they need not be
    parsed twice."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def add(self, version: Version) -> None:
        self._file.write(_encoder.encode(version) + b"\n")

    def __iter__(self) -> Iterator[Version]:
        self._file.seek(0)
        return map(_decoder.decode, self._file)


@contextmanager
def open_spool() -> Iterator[Spool]:
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as file:
        yield Spool(file)
