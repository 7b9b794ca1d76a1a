"""The plan of one request body: what it changes and creates, before anything is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Final, NamedTuple

from facetstore.domain.element import Version
from facetstore.domain.errors import Finding, Forbidden, Hints, InvalidValues, NotFound
from facetstore.domain.rights import Rights
from facetstore.domain.values import ElementId, parse_guid
from facetstore.usecases.changes.body import NOTHING, Notes, check_findings
from facetstore.usecases.changes.create import Place, create
from facetstore.usecases.changes.hidden import Hidden, with_hidden, without_hidden
from facetstore.usecases.changes.merge import merge, referred_ids
from facetstore.usecases.changes.new_references import NewReferences, name_a_stereotype
from facetstore.usecases.measure import Pace
from facetstore.usecases.ports.writes import Stereotype, StoredVersion, Taken
from facetstore.usecases.writing import Writing, name_of, new_ids

_UNKNOWN: Final = "There is no such element."


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

    def __init__(self, writing: Writing, facet: str, given: Sequence[Mapping[str, object]], most_new: int) -> None:
        """`most_new` is how many elements the references of the body may create."""
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
        self._most_new = most_new
        self._stored: Sequence[StoredVersion | None] = ()
        self._referred = _Referred()
        self._hidden = Hidden(writing.offered.hidden)
        self._findings: list[Finding] = []
        self._unknown: dict[int, Finding] = {}
        self._closed: dict[int, Finding] = {}
        """By number, the elements of the body that the caller does not see, and those that the caller may only name."""
        self._hints = Hints()
        self._ids = new_ids()

    async def find(self, found: Mapping[str, StoredVersion]) -> None:
        """Set the stored versions that the body names. Raises PreconditionFailed.

        What the caller does not see or may not open is left out: nothing of the body is compared with it. `check` refuses it."""
        stored, pace = list[StoredVersion | None](), Pace()
        for number, id_ in enumerate(self.named):
            stored.append(None if id_ is None else self._open(number, found.get(id_)))
            await pace.step()
        self._take(stored)

    def _open(self, number: int, stored: StoredVersion | None) -> StoredVersion | None:
        """A version of this facet that the caller may open; None for any other, and a note why it is refused."""
        rights = self.writing.rights(stored) if stored is not None and stored.version.facet == self._facet else None
        if stored is None or rights is None or rights.see is not None:
            self._unknown[number] = Finding(_UNKNOWN, NotFound.code, f"elements[{number}].id")
        elif _is_closed(rights):
            error = f"You may not change {name_of(stored.version)}."
            self._closed[number] = Finding(error, Forbidden.code, f"elements[{number}]")
        else:
            return stored
        return None

    def _take(self, stored: Sequence[StoredVersion | None]) -> None:
        self._stored = stored
        if (first := stored[0]) is not None:
            self.writing.check_revision(first)
        for each, before in zip(self._given, stored, strict=True):
            version = before.version if before is not None else None
            self.referred_ids |= referred_ids(each, version)
            if "stereotype" in each or "related" in each:
                self.names_stereotype |= name_a_stereotype(each, version.stereotype if version is not None else None)

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
        created = (each for each, id_ in zip(self._given, self.named, strict=True) if id_ is None)
        return {parent for each in created if (parent := self._parent(each)) is not None}

    def _parent(self, given: Mapping[str, object]) -> str | None:
        parent = given.get("parent")
        named = parse_guid(parent) if isinstance(parent, str) else None
        return None if named is None else self._referred.aliases.get(named, named)

    async def take_all(self) -> None:
        pace = Pace()
        for number, (each, before) in enumerate(zip(self._given, self._stored, strict=True)):
            path = f"elements[{number}]"
            if number in self._unknown:
                self._findings.append(self._unknown[number])
            elif number in self._closed:
                continue
            elif before is None:
                self._create(path, each, self._position(each))
            else:
                self._merge(path, each, before)
            await pace.step()

    def _create_reference(self, given: Mapping[str, object], notes: Notes, path: str) -> ElementId | None:
        return self._new_references.create(given, notes, path)

    @cached_property
    def _new_references(self) -> NewReferences:
        writing, referred = self.writing, self._referred
        return NewReferences(
            writing.offered,
            writing.settings,
            referred.known,
            self._ids,
            writing.now,
            writing.caller.principal,
            self._most_new,
            referred.aliases,
            referred.stereotypes,
            self._hints,
            self.created,
        )

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
            create_reference=self._create_reference,
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
            create_reference=self._create_reference,
        )
        self._findings += created.findings
        self.warnings += created.warnings
        if created.version is not None:
            self.versions.append(created.version.id)
            self.created.append((path, created.version))

    async def check(self) -> None:
        """Raise InvalidValues, NotFound, Forbidden or Conflict if the body is wrong or the caller may not do all of it.

        An unknown id is one finding among others; NotFound where there is nothing else (D5.2)."""
        if self._unknown and len(self._findings) == len(self._unknown):
            raise NotFound(_UNKNOWN, self._findings)
        check_findings(self._findings)
        if self._closed:
            raise Forbidden(next(iter(self._closed.values())).error, tuple(self._closed.values()))
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


def _is_closed(rights: Rights) -> bool:
    """Whether the caller may not open an element that it sees."""
    return rights.open is not None


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
