"""Languages that change with the settings of a tenant, by a command or an import; the settings then follow from them (0073)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from uuid import uuid4

from facetstore.domain.errors import Conflict, Finding
from facetstore.domain.tenant import TenantSettings
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.labels import first_name, names_of
from facetstore.usecases.ports.transactions import Writer
from facetstore.usecases.ports.writes import Deleted, StoredVersion, Trashed
from facetstore.usecases.tenants.configuring import count_texts
from facetstore.usecases.tenants.languages import (
    Language,
    adopt,
    ensure_languages,
    languages_in,
    own_id,
    write_languages,
)
from facetstore.usecases.tenants.predefined import StereotypeKey, carried_name, ensure_stereotypes, key_of

_DELETED = "element.deleted"


async def change_languages(writer: Writer, metamodel: Metamodel, wanted: TenantSettings, *, force: bool) -> None:
    """Store settings, and let the languages follow their cultures. Raises Conflict for a culture with texts, unless `force`."""
    current = writer.current.settings
    languages = await languages_in(writer, metamodel)
    gone = [each for each in languages if each.lcid not in wanted.data_cultures]
    if not force:
        await _check_texts(writer, metamodel, sorted(set(current.data_cultures).difference(wanted.data_cultures)))
    await _put_into_trash(writer, metamodel, gone)
    await write_languages(writer, metamodel, wanted, [each for each in languages if each not in gone])
    removed = {*current.removed_cultures, *current.data_cultures}.difference(wanted.data_cultures)
    await adopt(writer, replace(wanted, removed_cultures=tuple(sorted(removed))))
    await ensure_stereotypes(writer, metamodel)


async def _check_texts(writer: Writer, metamodel: Metamodel, cultures: Sequence[int]) -> None:
    numbers = [(lcid, await count_texts(writer, metamodel, lcid)) for lcid in cultures]
    findings = [
        Finding(f"{number} texts exist in {lcid}. They are kept, but not shown until it is added again.", "has-texts")
        for lcid, number in numbers
        if number
    ]
    if findings:
        raise Conflict(f"{findings[0].error} To remove it anyway: --force", findings)


async def _put_into_trash(writer: Writer, metamodel: Metamodel, languages: Sequence[Language]) -> None:
    for each in languages:
        version = each.stored.version
        names = names_of(version.attributes, metamodel.types[version.type])
        name = first_name(names, (writer.current.settings.default_data_culture, *names)) or ""
        versions = await writer.stored.versions_of([version.element], gone=True)
        await writer.versions.delete(versions, _DELETED)
        deleted = Deleted(str(uuid4()), version.element, None, version.type, name, time.time_ns() // 1000, None)
        await writer.trash.add(Trashed(deleted, versions, (), ()))
        referrers = await writer.stored.referrers([version.element])
        await writer.history.touch(referrers, "neighbour.gone", {"element": version.element})


async def settle_imported(writer: Writer, metamodel: Metamodel, *, is_new: bool) -> None:
    """Let the tenant follow the languages of a bundle that was just stored. What the bundle brings replaces what the service
    created itself. `is_new`: the definition of the tenant is that of the bundle."""
    languages = await languages_in(writer, metamodel)
    own = [each for each in languages if _is_own(writer, each.stored, f"culture/{each.lcid}")]
    brought = {each.lcid for each in languages if each not in own}
    # With the definition of the bundle, those that are missing are created again, by its settings.
    await _drop(writer, [each.stored for each in own if is_new or each.lcid in brought], anyway=is_new)
    await _drop_stereotypes(writer, metamodel)
    await ensure_languages(writer, metamodel)
    if is_new:
        await ensure_stereotypes(writer, metamodel)


async def _drop_stereotypes(writer: Writer, metamodel: Metamodel) -> None:
    found: dict[StereotypeKey, list[StoredVersion]] = {}
    for each in await writer.stored.of_facet(metamodel.roles.stereotypes):
        found.setdefault(key_of(each.version, metamodel), []).append(each)
    twice = [each for stored in found.values() if len(stored) > 1 for each in stored]
    names = ((each, f"stereotype/{each.version.type}/{carried_name(each.version, metamodel)}") for each in twice)
    await _drop(writer, [each for each, name in names if _is_own(writer, each, name)])


def _is_own(writer: Writer, stored: StoredVersion, name: str) -> bool:
    return stored.version.element == own_id(writer.current, name)


async def _drop(writer: Writer, stored: Sequence[StoredVersion], *, anyway: bool = False) -> None:
    """Delete elements that the service created, without those that others refer to."""
    unused = [each for each in stored if anyway or not await writer.stored.referrers([each.version.element])]
    if unused:
        await writer.versions.delete(unused, _DELETED)
