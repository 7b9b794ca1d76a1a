"""Permissions on elements and facets: reading, setting and removing them. Only administrators may call these operations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from facetstore.domain.access import Level, judge
from facetstore.domain.errors import Conflict, Finding, InvalidBody, InvalidValues
from facetstore.metamodel.model import Facet
from facetstore.usecases.changes.body import check_findings, id_of, shown
from facetstore.usecases.editing.edit_locking import access_in
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import Parts
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.principals import Given, PermissionRows, resolve
from facetstore.usecases.reading.accessing import access_element, access_facet, access_view
from facetstore.usecases.tenancy import Reading
from facetstore.usecases.writing import Writing, name_of

_FIELDS: Final = ("grants", "inherits", "excludes")
_MOST_GRANTS: Final = 1000
_FORCE: Final = "force=true does it anyway."
_ALL: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class ElementPermissions:
    """The permissions of an element, or those of a facet for elements outside all zones."""

    element: str | None
    """The element that they are set on: itself or one above it; None: there is no such setting."""
    own: bool
    inherits: bool
    excludes: bool
    grants: Sequence[Given]


async def element_permissions(
    reading: Reading, storage: Storage, path: tuple[str, str, str]
) -> tuple[ElementPermissions, ElementRow]:
    facet_name, view_name, element_id = path
    facet, _ = access_view(reading.metamodel, facet_name, view_name)
    row = await access_element(reading, facet, element_id, Parts())
    return permissions_of(await storage.permissions(reading.served.tenant), row.element, row.zone), row


def permissions_of(rows: PermissionRows, element: str, zone: int) -> ElementPermissions:
    found = next((each for each in rows.settings if each.zone == zone), None)
    if found is None:
        return ElementPermissions(None, own=False, inherits=False, excludes=False, grants=())
    return ElementPermissions(found.element, found.element == element, found.inherits, found.excludes, found.grants)


async def facet_permissions(reading: Reading, storage: Storage, facet_name: str) -> ElementPermissions:
    facet = access_facet(reading.metamodel, facet_name)
    rows = await storage.permissions(reading.served.tenant)
    grants = next((each.grants for each in rows.facets if each.facet == facet.name), ())
    return ElementPermissions(None, own=bool(grants), inherits=False, excludes=False, grants=grants)


async def set_permissions(writing: Writing, facet: str, element_id: str, body: object, *, force: bool) -> StoredVersion:
    """Set permissions on an element, for it and all below it. Raises NotFound, InvalidBody, InvalidValues, Conflict."""
    stored = await access_in(writing, facet, element_id)
    given = _fields(body, _FIELDS)
    grants = await _grants(writing, given.get("grants"))
    flags = {name: _flag(given, name, default) for name, default in (("inherits", False), ("excludes", True))}
    _check_root(writing, stored)
    await writing.writer.zones.set(
        stored.version.element, grants, inherits=flags["inherits"], excludes=flags["excludes"]
    )
    await _check_still_seen(writing, stored, force=force)
    await _note(writing, "permission.set", stored, {"to": _to(grants)})
    return stored


async def drop_permissions(writing: Writing, facet: str, element_id: str, *, force: bool) -> StoredVersion:
    """Remove the permissions set on an element, so that those above it apply. Raises NotFound, Conflict."""
    stored = await access_in(writing, facet, element_id)
    await writing.writer.zones.drop(stored.version.element)
    await _check_still_seen(writing, stored, force=force)
    await _note(writing, "permission.dropped", stored, {})
    return stored


async def set_facet_permissions(writing: Writing, facet_name: str, body: object) -> Facet:
    """Set the permissions of a facet for elements outside all zones; an empty list removes them.

    Raises NotFound, InvalidBody, InvalidValues.
    """
    facet = access_facet(writing.offered, facet_name)
    grants = await _grants(writing, _fields(body, ("grants",)).get("grants"))
    await writing.writer.zones.set_facet(facet.name, grants)
    details = {"facet": facet.name, "to": _to(grants)}
    await _note(writing, "permission.facet", None, details)
    return facet


async def _note(writing: Writing, kind: str, about: StoredVersion | None, details: Mapping[str, str]) -> None:
    element = about.version.element if about is not None else None
    # In the audit an id does not show where to find the element; the type does.
    audited = {"type": about.version.type, **details} if about is not None else details
    await writing.writer.history.note(kind, element, None, details)
    await writing.writer.history.audit(kind, element or details.get("facet"), audited)
    writing.changed = True


def _to(grants: Iterable[Given]) -> str:
    return ", ".join(each.principal for each in grants)


def _fields(body: object, known: Sequence[str]) -> Mapping[str, object]:
    if not isinstance(body, dict) or not isinstance(body.get("grants"), list):
        raise InvalidBody(
            'The body needs a list of grants: {"grants": [{"principal": "<id>", "permissionSets": ["<id>"]}]}.'
        )
    wrong = [
        Finding(f"There is no field {shown(name)} here, but: {', '.join(known)}.", "unknown-field", name)
        for name in body
        if name not in known
    ]
    check_findings(wrong)
    return body


def _flag(given: Mapping[str, object], name: str, default: bool) -> bool:
    value = given.get(name, default)
    if not isinstance(value, bool):
        error = f"{name} takes true or false, not {shown(value)}."
        raise InvalidValues(error, [Finding(error, "wrong-form", name)])
    return value


async def _grants(writing: Writing, given: object) -> tuple[Given, ...]:
    """The grants in a body. Raises InvalidBody for too many, InvalidValues with everything that is wrong with them."""
    assert isinstance(given, list), "checked with the body"
    if len(given) > _MOST_GRANTS:
        raise InvalidBody(f"The body has {len(given)} grants; at most {_MOST_GRANTS} are taken.")
    named = [_named(each) for each in given]
    ids = {id_ for principal, sets in named for id_ in (principal, *sets) if id_ is not None}
    types = {id_: each.type for id_, each in (await writing.existing(ids)).items()}
    actors = {key for key, each in writing.metamodel.types.items() if each.principal}
    findings: list[Finding] = []
    for number, (principal, sets) in enumerate(named):
        path = f"grants[{number}]"
        findings += _wrong(types, [principal], actors, f"{path}.principal")
        findings += _wrong(types, sets, {writing.metamodel.roles.permission_set}, f"{path}.permissionSets")
    check_findings(findings)
    return tuple(Given(principal, tuple(filter(None, sets))) for principal, sets in named if principal is not None)


def _named(grant: object) -> tuple[str | None, list[str | None]]:
    if not isinstance(grant, dict):
        return None, []
    sets = grant.get("permissionSets")
    return id_of(grant.get("principal")), [id_of(each) for each in sets] if isinstance(sets, list) else [None]


def _wrong(types: Mapping[str, str], ids: Iterable[str | None], wanted: set[str], path: str) -> Iterable[Finding]:
    for id_ in ids:
        if id_ is None or types.get(id_) not in wanted:
            yield Finding(f"This needs the id of one of: {', '.join(sorted(wanted))}.", "wrong-reference", path)


def _check_root(writing: Writing, stored: StoredVersion) -> None:
    """Raise Conflict for the root of a hierarchy, which is always accessible (D2.8)."""
    version = stored.version
    if version.parent is None and writing.metamodel.types[version.type].root:
        error = f"{name_of(version)} is the root of a hierarchy and takes no permissions: set them below it."
        raise Conflict(error, [Finding(error, "root")])


async def _check_still_seen(writing: Writing, stored: StoredVersion, *, force: bool) -> None:
    """Raise Conflict, unless forced, if the caller would not see the element any more and so could not undo this."""
    element, caller = str(stored.version.element), writing.caller
    zone = (await writing.writer.stored.existing([element]))[element].zone
    settings = resolve(await writing.writer.zones.permissions()).settings_in(zone)
    verdict = judge(settings, frozenset(map(str, caller.principals)), caller.access.default)
    if not verdict.levels & Level.SHOW and not force:
        error = f"You would not see {name_of(stored.version)} yourself any more. {_FORCE}"
        raise Conflict(error, [Finding(error, "lock-out", "grants")])


async def list_holders(reading: Reading, id_: str) -> tuple[str, Sequence[bytes]]:
    """The id of a permission set, and references to all its holders, by name. Raises NotFound, Forbidden."""
    metamodel, roles = reading.metamodel, reading.metamodel.roles
    facet = metamodel.facets[metamodel.types[roles.permission_set].facet]
    async with reading.opened.snapshot():
        row = await access_element(reading, facet, id_, Parts())
        usages = await reading.opened.usages(row.element, [roles.permission_sets], _ALL, 0)
    return row.element, [each.reference for each in usages.page]
