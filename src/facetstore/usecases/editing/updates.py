"""Operation 5: elements changed and created, all of one body or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from facetstore.domain.access import Audience
from facetstore.domain.callers import ROLE_FLAGS
from facetstore.domain.element import Version
from facetstore.domain.errors import Finding, Forbidden, InvalidBody, InvalidParameter, InvalidValues, NotFound
from facetstore.domain.values import parse_guid
from facetstore.usecases.changes.body import NOTHING, check_findings
from facetstore.usecases.changes.create import Place, create
from facetstore.usecases.changes.hidden import Hidden, with_hidden, without_hidden
from facetstore.usecases.changes.merge import merge, referred_ids
from facetstore.usecases.changes.stereotypes import names_another
from facetstore.usecases.ports.writes import Stereotype, StoredVersion, Taken
from facetstore.usecases.reading.catalog import access_view
from facetstore.usecases.tenants.following import follow_changes
from facetstore.usecases.writing import Writing, new_ids

MOST_ELEMENTS: Final = 1000


@dataclass(frozen=True, slots=True)
class Updated:
    """The versions a body named or made, in its order, and what was cleaned on the way."""

    versions: tuple[str, ...]
    warnings: tuple[Finding, ...] = ()


async def update_elements(writing: Writing, facet_name: str, view_name: str, body: object) -> Updated:
    """Merge a body into what is stored. Raises InvalidBody, InvalidValues, NotFound, Forbidden, Conflict, PreconditionFailed."""
    facet, _ = access_view(writing.offered, facet_name, view_name)
    given = _elements(body)
    if writing.if_match is not None and len(given) != 1:
        raise InvalidParameter("If-Match holds for one element; send the elements one by one.")
    stored = await _stored(writing, facet.name, given)
    made = _Made(writing, facet.name, await _referred(writing, given, stored))
    if created := [each for each, before in zip(given, stored, strict=True) if before is None]:
        await made.find_places(created)
    for number, (each, before) in enumerate(zip(given, stored, strict=True)):
        made.take(f"elements[{number}]", each, before)
    return await made.store()


def _elements(body: object) -> Sequence[Mapping[str, object]]:
    """The elements of a body: under `elements` as answers have them, or `values` as those of api-version 1.0 do."""
    given = body.get("elements", body.get("values")) if isinstance(body, dict) else None
    if not isinstance(given, list) or not given:
        raise InvalidBody('The body needs a list of elements: {"elements": [{"id": …, "attributes": …}]}.')
    if len(given) > MOST_ELEMENTS:
        raise InvalidBody(f"The body has {len(given)} elements; at most {MOST_ELEMENTS} are taken at a time.")
    wrong = [
        Finding("An element needs to be an object.", InvalidBody.code, f"elements[{number}]")
        for number, each in enumerate(given)
        if not isinstance(each, dict)
    ]
    if wrong:
        raise InvalidBody(wrong[0].error, wrong)
    return given


async def _stored(
    writing: Writing, facet: str, given: Sequence[Mapping[str, object]]
) -> Sequence[StoredVersion | None]:
    """The version each element names; None for those that name none and are to be created."""
    named = [_named(each) for each in given]
    found = await writing.load([id_ for id_ in named if id_])
    unknown = [
        Finding("There is no such element.", NotFound.code, f"elements[{number}].id")
        for number, id_ in enumerate(named)
        if id_ is not None and (id_ not in found or found[id_].version.facet != facet)
    ]
    if unknown:
        raise NotFound(unknown[0].error, unknown)
    if writing.if_match is not None and named[0]:
        writing.check_revision(found[named[0]])
    return [found[id_] if id_ is not None else None for id_ in named]


def _named(element: Mapping[str, object]) -> str | None:
    """The version to change: its own id wins over that of the element; what is no id stands for nothing."""
    given = element.get("versionId") or element.get("id")
    return None if given is None else (parse_guid(given) if isinstance(given, str) else None) or ""


class _Referred(NamedTuple):
    """What the ids of a body stand for, as far as the caller sees it; `Scope` tells more of the first three."""

    known: Mapping[str, str] = NOTHING
    aliases: Mapping[str, str] = NOTHING
    stereotypes: Mapping[str, str] = NOTHING
    zones: Mapping[str, int] = MappingProxyType({})
    """By element."""
    unseen: frozenset[str] = frozenset()
    """The elements that he does not see."""


async def _referred(
    writing: Writing, given: Sequence[Mapping[str, object]], stored: Sequence[StoredVersion | None]
) -> _Referred:
    """What there is of what a body refers to: most refer to nothing."""
    ids = set[str]()
    stereotyped = False
    for each, before in zip(given, stored, strict=True):
        version = before.version if before is not None else None
        ids |= referred_ids(each, version)
        stereotyped |= names_another(each, version.stereotype if version is not None else None)
    taken = await writing.writer.existing(ids) if ids else {}
    stereotypes = await writing.writer.stereotypes() if stereotyped else ()
    return _seen(writing.caller.audience, taken, stereotypes) if taken or stereotypes else _Referred()


def _seen(audience: Audience, taken: Mapping[str, Taken], stereotypes: Sequence[Stereotype]) -> _Referred:
    seen = {id_: each for id_, each in taken.items() if audience.sees(each.zone, each.facet)}
    zones = {each.element: each.zone for each in seen.values()}
    return _Referred(
        known={
            **{each.element: each.type for each in stereotypes},
            **{each.element: each.type for each in seen.values()},
        },
        aliases={id_: each.element for id_, each in seen.items() if each.element != id_},
        stereotypes={each.element: each.name for each in stereotypes},
        zones=zones,
        unseen=frozenset(each.element for each in taken.values() if each.element not in zones),
    )


class _Made:
    """What a body makes of what is stored, before any of it is stored."""

    def __init__(self, writing: Writing, facet: str, referred: _Referred) -> None:
        self._writing = writing
        self._facet = facet
        self._referred = referred
        self._hidden = Hidden(writing.offered.hidden, referred.unseen)
        self._findings: list[Finding] = []
        self._warnings: list[Finding] = []
        self._versions: list[str] = []
        self._changed: list[tuple[str, StoredVersion, Version]] = []
        self._created: list[tuple[str, Version]] = []
        self._positions: dict[str, int] = {}
        self._ids = new_ids()

    async def find_places(self, created: Sequence[Mapping[str, object]]) -> None:
        """Where children come under the parents that a body names."""
        if parents := {parent for each in created if (parent := self._parent(each)) is not None}:
            self._positions.update(await self._writing.writer.next_positions(parents))

    def _parent(self, given: Mapping[str, object]) -> str | None:
        told = given.get("parent")
        named = parse_guid(told) if isinstance(told, str) else None
        return None if named is None else self._referred.aliases.get(named, named)

    def take(self, path: str, given: Mapping[str, object], before: StoredVersion | None) -> None:
        if before is None:
            self._create(path, given, self._position(given))
        else:
            self._merge(path, given, before)

    def _merge(self, path: str, given: Mapping[str, object], before: StoredVersion) -> None:
        writing, seen = self._writing, without_hidden(before.version, self._hidden)
        merged = merge(
            seen,
            given,
            writing.offered,
            writing.settings,
            self._referred.known,
            path=path,
            aliases=self._referred.aliases,
            stereotypes=self._referred.stereotypes,
        )
        self._findings += merged.findings
        self._warnings += merged.warnings
        self._versions.append(before.version.id)
        if merged.version is not seen:
            after = (
                merged.version if seen is before.version else with_hidden(merged.version, before.version, self._hidden)
            )
            self._changed.append((path, before, after))

    def _position(self, given: Mapping[str, object]) -> int:
        """The place behind the last child of the parent, and behind those made before in the same body."""
        parent = self._parent(given)
        if parent is None:
            return 0
        self._positions[parent] = self._positions.get(parent, 0) + 1
        return self._positions[parent] - 1

    def _create(self, path: str, given: Mapping[str, object], position: int) -> None:
        writing = self._writing
        created = create(
            given,
            writing.offered,
            writing.settings,
            self._referred.known,
            self._ids,
            now=writing.now,
            principal=writing.caller.principal,
            place=Place(self._facet, position=position),
            path=path,
            aliases=self._referred.aliases,
            stereotypes=self._referred.stereotypes,
        )
        self._findings += created.findings
        self._warnings += created.warnings
        if created.version is not None:
            self._versions.append(created.version.id)
            self._created.append((path, created.version))

    async def store(self) -> Updated:
        check_findings(self._findings)
        self._check_repeated()
        if self._created:
            self._writing.check_creatable(self._created, self._referred.zones)
        if self._changed:
            await self._writing.check_editable([(path, before) for path, before, _ in self._changed])
            self._check_own_roles()
            await self._writing.store_all([(before, after) for _, before, after in self._changed], "element.changed")
        if self._created:
            await self._writing.add([version for _, version in self._created], "element.created")
        changed = [(path, after) for path, _, after in self._changed]
        await follow_changes(self._writing, [*changed, *self._created])
        return Updated(tuple(self._versions), tuple(self._warnings))

    def _check_repeated(self) -> None:
        """Two changes of one version in one body: which of them should win?"""
        seen: set[str] = set()
        for path, before, _ in self._changed:
            if before.version.id in seen:
                error = "This version stands in the body before; put both changes into one element."
                raise InvalidValues(error, [Finding(error, "repeated", path)])
            seen.add(before.version.id)

    def _check_own_roles(self) -> None:
        """Nobody changes what he himself may do (decision 2)."""
        error = "Nobody changes his own roles. Another administrator can."
        wrong = [
            Finding(error, Forbidden.code, f"{path}.attributes.{flag}")
            for path, before, after in self._changed
            if before.version.element == self._writing.caller.principal
            for flag in ROLE_FLAGS
            if before.version.attributes.get(flag) != after.attributes.get(flag)
        ]
        if wrong:
            raise Forbidden(error, wrong)
