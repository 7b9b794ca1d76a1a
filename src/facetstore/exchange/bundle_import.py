"""Import of a bundle: one pass that checks every line, then one transaction that writes them all, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Final, TypeVar

from facetstore.domain.errors import Conflict, Finding, InvalidValues
from facetstore.domain.tenant import TenantSettings
from facetstore.exchange.bundle_header import Definition, definition_for
from facetstore.exchange.bundle_line import Source
from facetstore.exchange.bundle_placeholders import make_placeholders
from facetstore.exchange.bundle_reading import Progress, header_of, records_of
from facetstore.exchange.bundle_report import BundleReport
from facetstore.exchange.bundle_survey import Survey
from facetstore.usecases.ports import Storage, Tenant
from facetstore.usecases.tenant_elements import show
from facetstore.usecases.write_ports import StoredVersion, Writer

__all__ = ["ImportResult", "Progress", "Source", "fill_tenant", "import_bundle"]

BATCH: Final = 500
_IDS_AT_ONCE: Final = 10_000

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What an import has stored, and what was strange about it."""

    versions: int
    elements: int
    placeholders: int
    """How many of the elements stand for what the bundle does not hold."""
    warnings: tuple[Finding, ...]


async def import_bundle(
    storage: Storage,
    tenant: Tenant,
    source: Source,
    *,
    placeholders: bool = False,
    actor: str | None = None,
    progress: Progress | None = None,
) -> ImportResult:
    """Store every version of a bundle, or nothing. Raises InvalidValues with every finding, each with its line."""
    definition, survey = await _look_through(storage, tenant, source, {}, progress)
    async with storage.writer(tenant, actor=actor, reason="import", tenants=definition.is_new) as writer:
        result = await _store(writer, definition, survey, source, placeholders=placeholders, progress=progress)
        if definition.is_new:
            await show(writer.tenants, tenant.id)
    return result


async def fill_tenant(
    storage: Storage, writer: Writer, tenant: Tenant, source: Source, given: Mapping[str, object]
) -> TenantSettings:
    """Store a bundle in a tenant that was just made, in the same transaction, and return the settings it has then.

    Settings given, under their names in StorageInfo, win over those of the bundle. Raises InvalidValues like `import_bundle`.
    """
    definition, survey = await _look_through(storage, tenant, source, given, None)
    await _store(writer, definition, survey, source)
    return definition.settings


async def _look_through(
    storage: Storage, tenant: Tenant, source: Source, given: Mapping[str, object], progress: Progress | None
) -> tuple[Definition, Survey]:
    """What a bundle is read by, and what its lines hold."""
    report = BundleReport()
    header = header_of(source, report)
    if header is None:
        raise _refusal(report)
    if given:
        header = replace(header, settings={**(header.settings or {}), **given})
    definition = await definition_for(storage, tenant, header, report)
    survey = Survey(definition.metamodel, report)
    _check(source, survey, progress)
    return definition, survey


async def _store(
    writer: Writer,
    definition: Definition,
    survey: Survey,
    source: Source,
    *,
    placeholders: bool = False,
    progress: Progress | None = None,
) -> ImportResult:
    await _check_against_store(writer, survey)
    made = await make_placeholders(writer, survey) if placeholders else ()
    _check_targets(source, survey)
    if survey.report.findings:
        raise _refusal(survey.report)
    if definition.is_new:
        await writer.set_definition(definition.settings, definition.additions)
    await _write(writer, survey, chain(made, _versions(source, survey, progress)))
    return ImportResult(
        versions=len(survey.versions) + len(made),
        elements=len(survey.elements) + len(made),
        placeholders=len(made),
        warnings=survey.report.warnings(),
    )


def _check(source: Source, survey: Survey, progress: Progress | None) -> None:
    """Look at every line, and then at what only all of them together tell."""
    for record in records_of(source, survey.metamodel, survey.report, _teller("checking", None, progress)):
        survey.add(record)
    survey.close()
    for each in survey.elements.values():
        if survey.metamodel.types[each.type].stands_for:
            survey.report.wrong(
                f"A {each.type} stands for a tenant: make it as an element, or by a command.", each.line
            )


async def _check_against_store(writer: Writer, survey: Survey) -> None:
    """Tell which ids are stored already, and forget what the store holds of what is wanted."""
    await _check_versions(writer, survey)
    for ids in _chunks([each for each in survey.elements if each not in survey.versions], _IDS_AT_ONCE):
        for id_, taken in (await writer.existing(ids)).items():
            element = survey.elements[id_]
            if (taken.element, taken.type) == (id_, element.type):
                element.was_stored = element.is_stored = True
            else:
                error = f"The id {id_} is stored for something else, of the type {taken.type}."
                survey.report.wrong(error, element.line)
    for ids in _chunks(list(survey.wanted), _IDS_AT_ONCE):
        for id_, taken in (await writer.existing(ids)).items():
            if taken.element == id_:
                del survey.wanted[id_]


async def _check_versions(writer: Writer, survey: Survey) -> None:
    for ids in _chunks(list(survey.versions), _IDS_AT_ONCE):
        for id_ in await writer.existing(ids):
            survey.report.wrong(f"The version {id_} is stored already.", survey.versions[id_])


def _check_targets(source: Source, survey: Survey) -> None:
    """Tell every line that needs an element which neither the file nor the store holds."""
    if not survey.wanted:
        return
    silent = BundleReport()
    for record in records_of(source, survey.metamodel, silent, again=True):
        for target in record.targets:
            if target.id in survey.wanted:
                error = f"{target.why} refers to {target.id}, which neither the file nor the store holds."
                survey.report.wrong(error, silent.line)


def _versions(source: Source, survey: Survey, progress: Progress | None) -> Iterator[StoredVersion]:
    """Every version as it is to be written; the file is known to be good."""
    total = len(survey.versions)
    tell = _teller("writing", total, progress)
    records = records_of(source, survey.metamodel, BundleReport(), tell, again=True)
    written = 0
    for record in records:
        version, element = record.version, survey.elements.get(record.version.element)
        if element is None:
            break
        written += 1
        if (version.parent, version.position) != (element.parent, element.position):
            version = replace(version, parent=element.parent, position=element.position)
        yield survey.stored(version)
    if written != total:
        raise Conflict("The bundle was changed while it was read; nothing was stored.")
    tell(total)


async def _write(writer: Writer, survey: Survey, versions: Iterable[StoredVersion]) -> None:
    stored = [id_ for id_, each in survey.elements.items() if each.was_stored]
    for ids in _chunks(stored, BATCH):
        await writer.unsettle_versions(ids)
    for batch in _batches(versions):
        await writer.add_versions(batch, "imported")
    for ids in _chunks(stored, BATCH):
        await writer.settle_versions(ids)
    # Diagrams of the file may show flow objects that were stored before.
    for ids in _chunks([id_ for id_ in survey.shown if id_ not in survey.elements], BATCH):
        await writer.settle_flow_objects(ids)


def _teller(what: str, total: int | None, progress: Progress | None) -> Callable[[int], None]:
    def tell(done: int) -> None:
        if progress is not None:
            progress(what, done, total)

    return tell


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
