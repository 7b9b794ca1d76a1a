"""All that a tenant stores about a person, as one document: for the person, or for an administrator who is asked for it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import msgspec

from facetstore.domain.audit import PERSON_EXPORTED, NewAuditRow
from facetstore.domain.element import Version
from facetstore.domain.errors import Forbidden, NotFound, TooCostly
from facetstore.regional.time_zones import TimeZone, local_now, time_zone, to_local
from facetstore.usecases.people.users import name_of_person
from facetstore.usecases.ports.selections import Parts, VersionsOf
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import Reading, ServedTenant
from facetstore.usecases.tokens.token_list import list_own_tokens

Section = Sequence[Mapping[str, object]]

_INSTANTS: Final = frozenset(("at", "created", "expires", "lastSignIn", "changed", "since"))
_JSON: Final = frozenset(("value", "detail", "change"))
_AT_ONCE: Final = 500
MOST_ROWS: Final = 5_000
"""Of one section, in an export that a request asks for: it is put together in memory, while others wait."""
_ANY_NUMBER: Final = 1 << 40
_TOO_MANY: Final = f"""There are more than {MOST_ROWS} rows of one kind, too many for one request. An administrator can export them \
by a command: facetstore user export"""
_UNKNOWN: Final = "There is no such user."


async def export_own(reading: Reading, storage: Storage, client: str | None) -> bytes:
    """The data of the caller, without rows about elements that the caller does not see. Raises Forbidden for a token."""
    served, person = reading.served, reading.caller.principal
    version = await _stored(storage, served, person)
    if version is None or version.type != served.metamodel.roles.user:
        raise Forbidden("Only users have data of their own.")
    return await _export(storage, served, person, reading, client)


async def export_of(reading: Reading, storage: Storage, person: str, client: str | None) -> bytes:
    """The data of a user whom the caller sees. Raises NotFound."""
    if not (_opens_everything(reading) or await _opened(reading, [person])):
        raise NotFound(_UNKNOWN)
    return await _export(storage, reading.served, person, reading, client)


async def export_person(storage: Storage, served: ServedTenant, person: str) -> bytes:
    """The data of a user, for the command. Raises NotFound."""
    return await _export(storage, served, person, None, None)


async def _export(
    storage: Storage, served: ServedTenant, person: str, reading: Reading | None, client: str | None
) -> bytes:
    """The data of a user, who may be deleted already, as `reading` sees it. Raises NotFound, TooCostly."""
    version = await _stored(storage, served, person)
    most = _ANY_NUMBER if reading is None else MOST_ROWS
    sections = await storage.person_data(served.tenant).sections(person, most + 1)
    if any(len(rows) > most for rows in sections.values()):
        raise TooCostly(_TOO_MANY)
    if not _is_user(served, version, sections):
        raise NotFound(_UNKNOWN)
    if reading is not None and not _opens_everything(reading):
        sections = await _visible(reading, sections, person)
    document = await _document(storage, served, person, version, sections)
    actor = reading.caller.principal if reading is not None else None
    await storage.audit(served.tenant).add(NewAuditRow(PERSON_EXPORTED, person, {}), actor, client)
    return document


def _is_user(served: ServedTenant, version: Version | None, sections: Mapping[str, Section]) -> bool:
    """Whether it is a user, or was one: the history of a deleted element says its type."""
    user = served.metamodel.roles.user
    if version is not None:
        return version.type == user
    changes = (msgspec.json.decode(str(row["change"])) for row in sections["ownHistory"])
    return any(each.get("type") == user for each in changes)


async def _document(
    storage: Storage, served: ServedTenant, person: str, version: Version | None, sections: Mapping[str, Section]
) -> bytes:
    zone = time_zone(served.settings.time_zone)
    tokens = await list_own_tokens(storage, served, person)
    picture = await storage.pictures(served.tenant).of(person)
    document = {
        "id": person,
        "storage": str(served.tenant.address),
        "exported": local_now(zone),
        "profile": None if version is None else _profile(served, version),
        "picture": None if picture is None else _picture(picture.media_type, picture.data),
        "tokens": [
            {"id": each.id, "name": each.name, "isActive": each.is_active, "validUntil": each.valid_until}
            for each in tokens
        ],
        **{name: [_readable(row, zone) for row in rows] for name, rows in sections.items()},
    }
    return msgspec.json.encode(document)


async def _stored(storage: Storage, served: ServedTenant, person: str) -> Version | None:
    async with storage.snapshot(served.tenant) as snapshot:
        stored = (await snapshot.stored.load([person])).get(person)
    return None if stored is None else stored.version


def _profile(served: ServedTenant, version: Version) -> dict[str, object]:
    return {
        "name": name_of_person(served, version),
        "attributes": version.attributes,
        "related": version.related,
        "files": [{"name": each.name, "size": each.size, "sha256": each.hash} for each in version.files],
    }


def _picture(media_type: str, data: bytes) -> dict[str, str]:
    return {"mediaType": media_type, "base64": b64encode(data).decode()}


def _readable(row: Mapping[str, object], zone: TimeZone) -> dict[str, object]:
    return {name: _value(name, value, zone) for name, value in row.items() if value is not None}


def _value(name: str, value: Any, zone: TimeZone) -> object:
    if name in _INSTANTS:
        return to_local(value, zone)
    if name in _JSON:
        return msgspec.Raw(str(value).encode())
    return bool(value) if name == "hasPassword" else value


def _opens_everything(reading: Reading) -> bool:
    """Whether the caller may open every version, drafts included: to see the names of all of them is less."""
    audience = reading.caller.audience
    return audience.opening.sees_all and audience.drafts


async def _visible(reading: Reading, sections: Mapping[str, Section], person: str) -> Mapping[str, Section]:
    """The sections without rows about elements and versions that the caller may not open today."""
    ids = {str(row["element"]) for rows in sections.values() for row in rows if row.get("element") is not None}
    opened = {person, *await _opened(reading, sorted(ids))}
    return {
        name: [row for row in rows if {row.get("element") or person, row.get("version") or person} <= opened]
        for name, rows in sections.items()
    }


async def _opened(reading: Reading, ids: Sequence[str]) -> Collection[str]:
    """Of these elements those that may be opened, and of their versions those that may be seen."""
    found = set[str]()
    for start in range(0, len(ids), _AT_ONCE):
        rows = await reading.opened.elements(VersionsOf(tuple(ids[start : start + _AT_ONCE])), Parts())
        found.update(id_ for each in rows for id_ in (each.element, each.version))
    return found
