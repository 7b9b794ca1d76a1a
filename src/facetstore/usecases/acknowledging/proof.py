"""The proof for auditors: who has confirmed which version of an element and when, and who has not confirmed the one in force."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final

from facetstore.regional import culture
from facetstore.regional.time_zones import time_zone, to_local
from facetstore.usecases.acknowledging.who_has_read import Readership, named_people
from facetstore.usecases.labels import first_name
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.table_formats import ElementTable, TableColumn, TableKind, TableLine
from facetstore.usecases.tenancy import Reading

_NAME: Final = "acknowledgements"
_COLUMNS: Final = ("element", "versionId", "number", "person", "personName", "confirmedOn", "inZone", "readIn")
_CHUNK: Final = 500

Proof = Mapping[str, Any]


async def prove(reading: Reading, storage: Storage, found: Readership) -> Sequence[Proof]:
    """One record for each person and version, the oldest first; then those who are asked and have not confirmed the version in force.

    People whom the caller does not see are left out."""
    named = await named_people(reading, {*found.people, *(each.person for each in found.given)})
    async with storage.snapshot(reading.served.tenant) as snapshot:
        versions = await snapshot.stored.versions_of([found.stored.version.element])
    numbers = {str(each.version.id): each.version.number for each in versions}
    settings = reading.served.settings
    zone, element = time_zone(settings.time_zone), found.stored.version.element
    done = [
        {
            **_about(reading, element, each.version, numbers, named[each.person]),
            "confirmedOn": to_local(each.at, zone),
            "inZone": settings.time_zone,
            "readIn": known.name if (known := culture(each.culture)) is not None else str(each.culture),
        }
        for each in found.given
        if each.person in named
    ]
    if found.in_force is None:
        return done
    version = found.in_force.version
    confirmed = {each.person for each in found.given if each.version == version}
    missing = [
        _about(reading, element, version, numbers, named[id_])
        for id_ in found.people
        if id_ in named.keys() - confirmed
    ]
    return [*done, *sorted(missing, key=lambda each: (each["personName"].casefold(), each["person"]))]


def as_table(proof: Sequence[Proof]) -> ElementTable:
    """The same as a table."""
    columns = [TableColumn(name, name) for name in _COLUMNS]
    return ElementTable(_NAME, TableKind.LIST, columns, len(proof), _slices(proof))


async def _slices(proof: Sequence[Proof]) -> AsyncIterator[Sequence[TableLine]]:
    for start in range(0, len(proof), _CHUNK):
        some = proof[start : start + _CHUNK]
        yield [TableLine([str(each.get(name) or "") for name in _COLUMNS]) for each in some]


def _about(
    reading: Reading, element: str, version: str, numbers: Mapping[str, str | None], person: Mapping[str, Any]
) -> dict[str, Any]:
    names = {int(lcid): name for lcid, name in person["name"].items()}
    order = (reading.served.settings.default_data_culture, *names)
    number = {"number": numbers[version]} if numbers.get(version) else {}
    return {
        "element": element,
        "versionId": version,
        **number,
        "person": person["id"],
        "personName": first_name(names, order) or "",
    }
