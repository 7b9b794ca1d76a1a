"""Bringing back what an element was, as a draft: all of it or single changes, and undoing one's own last change (0086).

What others changed since is reported with all three sides, and nothing is stored until the caller answers which side wins.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from facetstore.domain.element import Version
from facetstore.domain.errors import Failure, Finding, Forbidden, InvalidValues, NotFound
from facetstore.metamodel.plain import section, words
from facetstore.usecases.changes.body import is_owned
from facetstore.usecases.changes.reverted_shapes import CONTENT
from facetstore.usecases.changes.stamps import first_stamps, stamps
from facetstore.usecases.changes.three_way import (
    RELATED,
    Clash,
    Resolution,
    Values,
    body_of,
    different,
    three_way,
    values_of,
    without_refused,
)
from facetstore.usecases.editing.child_order import CHILDREN, ChildOrder, plan_child_order, store_child_order
from facetstore.usecases.editing.element_updates import plan_updates, store_updates
from facetstore.usecases.editing.made import Made
from facetstore.usecases.editing.reverting_content import ContentPlan, plan_content, store_content
from facetstore.usecases.editing.three_sides import changed_since
from facetstore.usecases.lifecycle.new_version import is_draft
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.reading.origins import RevertedSides, nothing_to_undo
from facetstore.usecases.reading.sides import ids_in
from facetstore.usecases.release.offered import find_stored
from facetstore.usecases.release.releasing import new_version
from facetstore.usecases.writing import Writing, name_of

UNKNOWN_CHANGE: Final = "unknown-change"
_BODY_PATH: Final = "elements[0]."


@dataclass(frozen=True, slots=True)
class RevertWish:
    """What a request wants to bring back."""

    changes: tuple[str, ...] | None = None
    """The places; None: everything that differs."""
    resolution: Resolution = field(default_factory=Resolution)


@dataclass(frozen=True, slots=True)
class Reverted:
    """The version that has it back, and what could not come back."""

    version: str
    missing: tuple[Finding, ...] = ()


@dataclass(slots=True)
class _RevertPlan:
    """What is to be set, and what stands in the way of it."""

    values: dict[str, object]
    content: ContentPlan
    children: ChildOrder
    clashes: list[Clash]
    missing: list[Finding]
    differs: bool
    """Whether the two sides differ in anything that can be brought back."""

    @property
    def is_empty(self) -> bool:
        return not self.values and self.content.is_empty


class Revertible(NamedTuple):
    """An element that the caller may change: its newest version, and whether a change needs a new draft."""

    newest: StoredVersion
    makes_draft: bool


async def access_revertible(writing: Writing, facet: str, element_id: str) -> Revertible:
    """The element that an id names. Raises NotFound, Forbidden, Conflict, PreconditionFailed."""
    newest = await _access_newest(writing, facet, element_id)
    return Revertible(newest, await _check_editable(writing, newest))


async def revert(
    writing: Writing, view: str, revertible: Revertible, origin: RevertedSides, wish: RevertWish
) -> Reverted:
    """Bring back a side of an element into its draft, which is created if there is none.

    Raises Forbidden, Conflict, ChangedSince, InvalidValues.
    """
    newest, makes_draft = revertible
    facet = newest.version.facet
    plan = await _RevertPlanning(writing, origin, wish, newest).plan(makes_draft=makes_draft)
    if plan.clashes:
        raise await changed_since(writing, newest.version, plan.clashes)
    if origin.undone is not None and not plan.differs:
        raise nothing_to_undo("Your last change of this element was a move or a file, which cannot be undone here.")
    if plan.children.children is not None:
        await store_child_order(writing, plan.children.children)
    if plan.is_empty:
        return Reverted(newest.version.id, tuple(plan.missing))
    writing.if_match = None  # it was checked, and a draft that is created now has another revision
    target = newest
    if makes_draft:
        draft = await new_version(writing, newest.version.id)
        target = (await writing.writer.stored.load([draft.id]))[draft.id]
        plan.content = await _RevertPlanning(writing, origin, wish, target).plan_content()
    await _store(writing, facet, view, target, plan, origin, is_whole=wish.changes is None)
    return Reverted(target.version.id, tuple(dict.fromkeys(plan.missing)))


async def _access_newest(writing: Writing, facet: str, element_id: str) -> StoredVersion:
    """The newest version of the element that an id names: the draft, if there is one."""
    named = await find_stored(writing.writer, writing.metamodel, writing.caller, element_id)
    if named.version.facet != facet:
        raise NotFound("There is no such element.")
    newest = named
    if not named.newest:
        newest = await find_stored(writing.writer, writing.metamodel, writing.caller, named.version.element)
    writing.check_revision(newest)
    return newest


async def _check_editable(writing: Writing, newest: StoredVersion) -> bool:
    """Raise Forbidden or Conflict unless the caller may change the element now; returns whether that needs a new draft."""
    version = newest.version
    if (await writing.rights_on(newest)).edit is not None:
        raise Forbidden(f"You may not change {name_of(version)}.")
    if writing.metamodel.types[version.type].versioned and not is_draft(writing.metamodel, version.type, version.state):
        return True
    await writing.check_editable([("", newest)])
    return False


@dataclass(slots=True)
class _RevertPlanning:
    """The sides of one request, as the caller sees them."""

    writing: Writing
    origin: RevertedSides
    wish: RevertWish
    target: StoredVersion
    seen: Collection[str] = ()
    """The elements that exist and that the caller sees, among those that the sides name."""
    base: Version | None = None

    async def plan(self, *, makes_draft: bool) -> _RevertPlan:
        restored, current = self.origin.restored, self.target.version
        base = self.origin.base.version if self.origin.base is not None else None
        if base is None:
            base = current if makes_draft or restored.version.id == current.id else await self._predecessor()
        self.base = base
        found = await self.writing.existing(ids_in([restored.version, base, current]))
        self.seen = {each.element for each in found.values()}
        sides = {
            "base": self._values(base),
            "restored": self._values(restored.version),
            "current": self._values(current),
        }
        missing = [] if self.wish.changes is not None else list(self._gone())
        merged = three_way(
            self._places(sides), sides["base"], sides["restored"], sides["current"], self.wish.resolution
        )
        content, children = await self.plan_content(), await self._plan_children()
        self._check_named(sides, content)
        missing += content.missing
        clashes = [*merged.clashes, *content.clashes, *([children.clash] if children.clash is not None else [])]
        differs = bool(self._differing(sides) or content.places)
        return _RevertPlan(merged.values, content, children, clashes, missing, differs)

    async def _plan_children(self) -> ChildOrder:
        """The order of the children, if it is named: they belong to the element, not to its versions."""
        if CHILDREN not in (self.wish.changes or ()) or self.origin.restored.revision is None:
            return ChildOrder()
        return await plan_child_order(self.writing, self.target.version.element, self.origin, self.wish.resolution)

    async def plan_content(self) -> ContentPlan:
        return await plan_content(self.writing, self.target, self.origin, self.wish.changes, self.wish.resolution)

    async def _predecessor(self) -> Version:
        """The version that the draft began with: the one before it. Without one, the draft itself."""
        versions = await self.writing.writer.stored.versions_of([self.target.version.element])
        before = [each.version for each in versions if each.version.id != self.target.version.id]
        return before[-1] if before else self.target.version

    def _values(self, version: Version) -> Values:
        return values_of(version, self._is_left_out, self.seen)

    def _is_left_out(self, name: str) -> bool:
        """Whether a property is not brought back: it is hidden, owned by the server, or, unless it is named, of one version only."""
        writing, offered = self.writing, self.writing.offered
        metamodel = writing.metamodel
        if name in offered.hidden or name in self.origin.hidden or name in stamps(metamodel) | first_stamps(metamodel):
            return True
        declared = metamodel.types[self.target.version.type].properties.get(name)
        if declared is not None and is_owned(declared):
            return True
        return self.wish.changes is None and (name in offered.fixed or name in self._of_one_version())

    def _of_one_version(self) -> Collection[str]:
        """What a new version clears and sets: it says something about one version, so it does not go to another one."""
        version = self.target.version
        lifecycle = self.writing.metamodel.lifecycle_of.get(version.type)
        if lifecycle is None or self.origin.restored.version.id == version.id:
            return ()
        return {*words(lifecycle.new_version, "clears"), *section(lifecycle.new_version, "sets")}

    def _places(self, sides: Mapping[str, Values]) -> Sequence[str]:
        found = self._differing(sides)
        return found if self.wish.changes is None else [each for each in found if each in self.wish.changes]

    def _differing(self, sides: Mapping[str, Values]) -> Sequence[str]:
        """Where the side to bring back differs from the other one: from that given, else from what is stored now."""
        return different(sides["restored"], sides["base" if self.origin.base is not None else "current"])

    def _check_named(self, sides: Mapping[str, Values], content: ContentPlan) -> None:
        """Raise InvalidValues for named changes that are not in the difference, as the caller sees it."""
        known = {*self._differing(sides), *content.places, *([CONTENT] if content.places else [])}
        known |= {CHILDREN} if self.origin.restored.revision is not None else set()
        wrong = [
            Finding(f"The difference has no change {each} that could be brought back.", UNKNOWN_CHANGE, f"changes[{n}]")
            for n, each in enumerate(self.wish.changes or ())
            if each not in known
        ]
        if wrong:
            raise InvalidValues(wrong[0].error, wrong)

    def _gone(self) -> Sequence[Finding]:
        """A finding for each reference to an element that was deleted since and that the caller saw."""
        restored = self.origin.restored
        return [
            Finding(f"{context} referred to {target}, which is gone.", "target-gone", f"{RELATED}.{context}")
            for context, targets in restored.version.related.items()
            if not self._is_left_out(context)
            for target in targets
            if target in restored.seen and target not in self.seen
        ]


async def _store(
    writing: Writing,
    facet: str,
    view: str,
    target: StoredVersion,
    plan: _RevertPlan,
    origin: RevertedSides,
    *,
    is_whole: bool,
) -> None:
    kind, details = _recorded(origin)
    if plan.values:
        made, refused = await _planned(writing, facet, view, target, plan.values, is_whole=is_whole)
        plan.missing += refused
        if made is not None:
            await store_updates(writing, made, kind, details)
            plan.missing += made.warnings
    if not plan.content.is_empty:
        again = (await writing.writer.stored.load([target.version.id]))[target.version.id]
        await store_content(writing, again, plan.content, kind, details)


def _recorded(origin: RevertedSides) -> tuple[str, Mapping[str, str]]:
    """The kind of the change, and what the history says about it."""
    if origin.undone is not None:
        return "element.undone", {"revision": str(origin.undone)}
    side = origin.restored
    return "element.reverted", {"revision": str(side.revision)} if side.revision is not None else {
        "number": side.version.number or ""
    }


async def _planned(
    writing: Writing, facet: str, view: str, target: StoredVersion, values: Mapping[str, object], *, is_whole: bool
) -> tuple[Made | None, Sequence[Finding]]:
    """The update that sets these values. Of a whole side, what today's rules refuse is left out and returned."""
    left, refused = dict(values), list[Finding]()
    while left:
        body = {"elements": [{"versionId": target.version.id, **body_of(left)}]}
        try:
            return await plan_updates(writing, facet, view, body), refused
        except (InvalidValues, Forbidden) as failure:
            findings = [_at_place(each) for each in failure.findings]
            if not is_whole or not isinstance(failure, InvalidValues):
                raise _with(failure, findings) from None
            smaller = left
            for each in reversed(findings):  # from behind, so that the numbers of references stay right
                smaller = without_refused(smaller, each.path) or smaller
            if smaller == left:
                raise _with(failure, findings) from None
            left, refused = smaller, [*refused, *findings]
    return None, refused


def _with(failure: Failure, findings: Sequence[Finding]) -> Failure:
    return type(failure)(failure.message, findings)


def _at_place(finding: Finding) -> Finding:
    return Finding(finding.error, finding.code, finding.path.removeprefix(_BODY_PATH))
