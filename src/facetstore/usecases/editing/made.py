"""The plan of one request body: what it changes and creates, before anything is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from facetstore.domain.element import Version
from facetstore.domain.errors import Finding, Forbidden, Hints, InvalidValues, NotFound
from facetstore.domain.rights import Rights
from facetstore.domain.values import parse_guid
from facetstore.usecases.changes.body import NOTHING, check_findings
from facetstore.usecases.changes.create import Place, create
from facetstore.usecases.changes.hidden import Hidden, with_hidden, without_hidden
from facetstore.usecases.changes.merge import merge, referred_ids
from facetstore.usecases.changes.stereotypes import names_another
from facetstore.usecases.measure import Pace
from facetstore.usecases.ports.writes import Stereotype, StoredVersion, Taken
from facetstore.usecases.writing import Writing, name_of, new_ids


class _Referred(NamedTuple):
    """What the ids of a body stand for, if the caller sees it. `Scope` describes the first three fields."""

    known: Mapping[str, str] = NOTHING
    aliases: Mapping[str, str] = NOTHING
    stereotypes: Mapping[str, str] = NOTHING
    zones: Mapping[str, int] = MappingProxyType({})
    """The zones of elements, by id."""
    unseen: frozenset[str] = frozenset()
    """The elements that the caller does not see."""


class Made:
    """Plan of one request body. `find` and `refer` get what is stored, `take_all` plans each element, `check` refuses."""

    def __init__(self, writing: Writing, facet: str, given: Sequence[Mapping[str, object]]) -> None:
        self.writing = writing
        self.named = [_named(each) for each in given]
        """For each element of the body the id of the version or element to change; None: it is to be created."""
        self.referred_ids: set[str] = set()
        self.names_stereotype = False
        self.positions: dict[str, int] = {}
        """The position for the next child, by parent."""
        self.versions: list[str] = []
        self.changed: list[tuple[str, StoredVersion, Version]] = []
        self.created: list[tuple[str, Version]] = []
        self.warnings: list[Finding] = []
        self._facet = facet
        self._given = given
        self._stored: Sequence[StoredVersion | None] = ()
        self._referred = _Referred()
        self._hidden = Hidden(writing.offered.hidden)
        self._findings: list[Finding] = []
        self._hints = Hints()
        self._ids = new_ids()

    async def find(self, found: Mapping[str, StoredVersion]) -> None:
        """Set the stored versions that the body names. Raises NotFound, Forbidden, PreconditionFailed.

        An element that the caller may not open is refused here, before the body is compared with what is stored."""
        unknown, closed, pace = list[Finding](), list[Finding](), Pace()
        stored = [found.get(id_) if id_ is not None else None for id_ in self.named]
        for number, (id_, each) in enumerate(zip(self.named, stored, strict=True)):
            rights = self.writing.rights(each) if each is not None else None
            if id_ is not None and (rights is None or rights.see is not None or not self._is_here(each)):
                unknown.append(Finding("There is no such element.", NotFound.code, f"elements[{number}].id"))
            elif each is not None and _is_closed(rights):
                error = f"You may not change {name_of(each.version)}."
                closed.append(Finding(error, Forbidden.code, f"elements[{number}]"))
            await pace.step()
        if unknown:
            raise NotFound(unknown[0].error, unknown)
        if closed:
            raise Forbidden(closed[0].error, closed)
        self._take(stored)

    def _is_here(self, stored: StoredVersion | None) -> bool:
        return stored is not None and stored.version.facet == self._facet

    def _take(self, stored: Sequence[StoredVersion | None]) -> None:
        self._stored = stored
        if (first := stored[0]) is not None:
            self.writing.check_revision(first)
        for each, before in zip(self._given, stored, strict=True):
            version = before.version if before is not None else None
            self.referred_ids |= referred_ids(each, version)
            if "stereotype" in each:
                self.names_stereotype |= names_another(each, version.stereotype if version is not None else None)

    def refer(self, taken: Mapping[str, Taken], stereotypes: Sequence[Stereotype]) -> None:
        """Set the stored elements and stereotypes that the body refers to."""
        own = {id_: taken[id_] for id_ in self.referred_ids if id_ in taken}
        known = stereotypes if self.names_stereotype else ()
        if own or known:
            self._referred = _seen(self.writing, own, known)
            self._hidden = Hidden(self.writing.offered.hidden, self._referred.unseen)

    @property
    def parents(self) -> set[str]:
        """The parents of the elements to create."""
        created = (each for each, before in zip(self._given, self._stored, strict=True) if before is None)
        return {parent for each in created if (parent := self._parent(each)) is not None}

    def _parent(self, given: Mapping[str, object]) -> str | None:
        parent = given.get("parent")
        named = parse_guid(parent) if isinstance(parent, str) else None
        return None if named is None else self._referred.aliases.get(named, named)

    async def take_all(self) -> None:
        pace = Pace()
        for number, (each, before) in enumerate(zip(self._given, self._stored, strict=True)):
            path = f"elements[{number}]"
            if before is None:
                self._create(path, each, self._position(each))
            else:
                self._merge(path, each, before)
            await pace.step()

    def _merge(self, path: str, given: Mapping[str, object], before: StoredVersion) -> None:
        writing, seen = self.writing, without_hidden(before.version, self._hidden)
        merged = merge(
            seen,
            given,
            writing.offered,
            writing.settings,
            self._referred.known,
            path=path,
            aliases=self._referred.aliases,
            stereotypes=self._referred.stereotypes,
            hints=self._hints,
        )
        self._findings += merged.findings
        self.warnings += merged.warnings
        self.versions.append(before.version.id)
        if merged.version is not seen:
            after = (
                merged.version if seen is before.version else with_hidden(merged.version, before.version, self._hidden)
            )
            self.changed.append((path, before, after))

    def _position(self, given: Mapping[str, object]) -> int:
        """The position after the last child of the parent and after the children planned before; 0 without a parent."""
        parent = self._parent(given)
        if parent is None:
            return 0
        self.positions[parent] = self.positions.get(parent, 0) + 1
        return self.positions[parent] - 1

    def _create(self, path: str, given: Mapping[str, object], position: int) -> None:
        writing = self.writing
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
            hints=self._hints,
        )
        self._findings += created.findings
        self.warnings += created.warnings
        if created.version is not None:
            self.versions.append(created.version.id)
            self.created.append((path, created.version))

    async def check(self) -> None:
        """Raise InvalidValues, Forbidden or Conflict if the body is wrong or the caller may not do all of it."""
        check_findings(self._findings)
        self._check_repeated()
        if self.created:
            self.writing.check_creatable(self.created, self._referred.zones)
        if self.changed:
            await self.writing.check_editable([(path, before) for path, before, _ in self.changed])
            self._check_own_roles()

    def _check_repeated(self) -> None:
        """Refuse two changes of one version in one body: it is not clear which should win."""
        seen: set[str] = set()
        for path, before, _ in self.changed:
            if before.version.id in seen:
                error = "This version is in the body more than once; put all its changes into one element."
                raise InvalidValues(error, [Finding(error, "repeated", path)])
            seen.add(before.version.id)

    def _check_own_roles(self) -> None:
        """Refuse a change of the caller's own roles (D2.13)."""
        error = "You may not change your own roles. Another administrator can."
        wrong = [
            Finding(error, Forbidden.code, f"{path}.attributes.{flag}")
            for path, before, after in self.changed
            if before.version.element == self.writing.caller.principal
            for flag in self.writing.metamodel.roles.access_flags
            if before.version.attributes.get(flag) != after.attributes.get(flag)
        ]
        if wrong:
            raise Forbidden(error, wrong)


def _is_closed(rights: Rights | None) -> bool:
    """Whether the caller may not open an element that it sees."""
    return rights is not None and rights.open is not None


def _named(element: Mapping[str, object]) -> str | None:
    """The id of the version or element to change; `versionId` wins. None without one, empty if it is not an id."""
    given = element.get("versionId") or element.get("id")
    return None if given is None else (parse_guid(given) if isinstance(given, str) else None) or ""


def _seen(writing: Writing, taken: Mapping[str, Taken], stereotypes: Sequence[Stereotype]) -> _Referred:
    seen = {id_: each for id_, each in taken.items() if writing.may_name(each.zone, each.facet)}
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
