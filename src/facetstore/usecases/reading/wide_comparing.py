"""The difference of many elements between two moments: of a subtree, of a facet, or of everything.

Each element is compared as the comparison of one element does it (`comparing.py`). Flow objects are part of the elements whose
diagrams show them. ComparedOnly what the caller may open today is compared and counted.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from facetstore.domain.access import Audience
from facetstore.domain.element import Version
from facetstore.domain.rights import may_see_permissions
from facetstore.usecases.changes.pair_difference import MomentPair, PairDifference, compared_pairs
from facetstore.usecases.changes.stamps import first_stamps, stamps
from facetstore.usecases.ports.change_reads import ChangeReads, SeenThen
from facetstore.usecases.ports.job_runner import Jobs
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.reading.comparing import as_seen, jobs_for
from facetstore.usecases.reading.moments import MomentReader, batches
from facetstore.usecases.reading.sides import Earlier, ids_in
from facetstore.usecases.reading.surveying import ChangeSurvey, Surveyor
from facetstore.usecases.tenancy import Reading

_AT_ONCE: Final = 100
"""How many elements are compared at a time."""
_ALWAYS: Final = ("name", "changed", "difference")
"""What a line has even if it is empty."""

Line = dict[str, Any]
"""The difference of one element, as plain data."""
Rights = Mapping[str, tuple[Sequence[str] | None, Sequence[str] | None]]
"""By element, whom permissions named at both moments; None: none were set."""


class WideScope(NamedTuple):
    """What is compared: a subtree, by its root, or a facet; neither: everything."""

    root: str | None = None
    facet: str | None = None


class ComparedOnly(NamedTuple):
    """What else narrows a comparison: another audience of the caller, which pairs count, and what to leave out."""

    audience: Audience | None = None
    pairs: Callable[[MomentPair], bool] = lambda _: True
    leave_out: frozenset[str] = frozenset()


EVERYTHING: Final = ComparedOnly()


@dataclass(slots=True)
class ChangeTally:
    """How many elements came, went and changed, of those that were looked at and that the caller may open."""

    added: int = 0
    removed: int = 0
    changed: int = 0
    looked_at: int = 0

    def as_json(self) -> dict[str, int]:
        counts = {"added": self.added, "removed": self.removed, "changed": self.changed}
        return {**counts, "lookedAt": self.looked_at}


class _WideSide(NamedTuple):
    """Some elements at one moment, without what is hidden from the caller."""

    versions: Mapping[str, Version]
    flow: Mapping[str, Version]

    def flow_of(self, element: str) -> Mapping[str, Version]:
        version = self.versions.get(element)
        shown = (str(shape.element) for shape in version.content) if version is not None else ()
        return {id_: self.flow[id_] for id_ in shown if id_ in self.flow}


class WideComparison:
    """Compares everything in a scope between two moments."""

    def __init__(
        self,
        reading: Reading,
        reads: ChangeReads,
        jobs: Jobs,
        scope: WideScope,
        moments: tuple[Reading, Reading],
        only: ComparedOnly = EVERYTHING,
    ) -> None:
        self._reading = reading
        self._reads = reads
        self._jobs = jobs
        self._scope = scope
        audience = only.audience or reading.caller.audience
        since = min(each.revisions.revision for each in moments)
        self._old, self._new = (MomentReader(reads, each, audience, reading.served, since) for each in moments)
        self._pairs = only.pairs
        self._leave_out = stamps(reading.metamodel) | reading.metamodel.hidden | only.leave_out
        self._survey: ChangeSurvey | None = None
        self.tally = ChangeTally()

    @property
    def latest(self) -> MomentReader:
        """The later side."""
        return max(self._old, self._new, key=lambda each: each.revision)

    @property
    def revisions(self) -> tuple[int, int]:
        return self._old.revision, self._new.revision

    async def prepare(self) -> None:
        """Find what may differ. Raises TooCostly."""
        self._survey = await Surveyor(self._reads, self._old, self._new).survey()

    async def lines(self) -> AsyncIterator[Sequence[Line]]:
        """The elements that differ, by id, some at a time. `tally` is complete at the end."""
        assert self._survey is not None, "it must be prepared"
        for some in batches(self._survey.elements, _AT_ONCE):
            found = await self._some(some, self._survey)
            self._old.make_room()
            self._new.make_room()
            if found:
                yield found

    async def _some(self, elements: Sequence[str], survey: ChangeSurvey) -> Sequence[Line]:
        before, after = await self._old.load(elements), await self._new.load(elements)
        inside = await self._inside(elements, before, after)
        self.tally.looked_at += len(inside)
        old, new = await self._side(self._old, before, inside), await self._side(self._new, after, inside)
        pairs = {
            each: MomentPair(
                old.versions.get(each),
                new.versions.get(each),
                (old.flow_of(each), new.flow_of(each)),
                survey.children.get(each),
            )
            for each in inside
        }
        pairs = {id_: each for id_, each in pairs.items() if self._pairs(each)}
        versions = [each for side in (old, new) for each in (*side.versions.values(), *side.flow.values())]
        found = await jobs_for(self._jobs, versions).run(
            self._reading.served.tenant.key,
            compared_pairs,
            list(pairs.values()),
            self._leave_out,
            first_stamps(self._reading.metamodel),
        )
        rights = await self._rights(pairs.keys() & set(survey.permitted))
        names = await self._names(found, rights)
        lines = (
            self._line(pair, each, rights.get(element), names)
            for (element, pair), each in zip(pairs.items(), found, strict=True)
        )
        return [each for each in lines if each is not None]

    async def _inside(
        self, elements: Sequence[str], before: Mapping[str, SeenThen], after: Mapping[str, SeenThen]
    ) -> Sequence[str]:
        """Those of these elements that were in the scope at either moment, and that the caller may open."""
        sides = [
            {id_: each for id_, each in seen.items() if self._counts(moment, each)}
            for moment, seen in ((self._old, before), (self._new, after))
        ]
        if self._scope.root is not None:
            below = {
                *await self._old.below(self._scope.root, sides[0]),
                *await self._new.below(self._scope.root, sides[1]),
            }
            return [each for each in elements if each in below]
        return [each for each in elements if each in sides[0] or each in sides[1]]

    def _counts(self, moment: MomentReader, seen: SeenThen) -> bool:
        if not seen.opens or moment.is_flow(seen.version):
            return False
        return self._scope.facet is None or seen.version.facet == self._scope.facet

    async def _side(self, moment: MomentReader, seen: Mapping[str, SeenThen], inside: Collection[str]) -> _WideSide:
        versions = {each: seen[each].version for each in inside if each in seen and seen[each].opens}
        shown = {str(shape.element) for each in versions.values() for shape in each.content}
        # Flow objects that are gone have the permissions of the diagrams that showed them.
        showing = [id_ for id_, each in versions.items() if each.content]
        flow: dict[str, Version] = {}
        for some in batches(sorted(shown)):
            found = await moment.load(list({*some, *showing}))
            flow |= {id_: found[id_].version for id_ in some if id_ in found and moment.is_flow(found[id_].version)}
        known = {*await moment.know(ids_in([*versions.values(), *flow.values()]) - flow.keys()), *flow}
        return _WideSide(
            {id_: as_seen(each, known) for id_, each in versions.items()},
            {id_: as_seen(each, known) for id_, each in flow.items()},
        )

    async def _rights(self, elements: Collection[str]) -> Rights:
        """Whom permissions named at both moments, where that differs. ComparedOnly administrators may see it."""
        if not elements or not may_see_permissions(self._reading.caller):
            return {}
        granted = await self._reads.granted(elements, self.revisions)
        principals = {id_ for each in granted.values() for side in each for id_ in side or ()}
        seen = {*await self._old.know(principals), *await self._new.know(principals)}

        def shown(side: tuple[str, ...] | None) -> Sequence[str] | None:
            return None if side is None else [id_ for id_ in side if id_ in seen]

        return {id_: (shown(each.old), shown(each.new)) for id_, each in granted.items() if each.old != each.new}

    async def _names(self, found: Sequence[PairDifference], rights: Rights) -> Mapping[str, Mapping[str, str]]:
        """The names of all that differences name: the new ones, else the old ones."""
        wanted = {id_ for each in found for id_ in each.mentioned}
        wanted |= {id_ for sides in rights.values() for side in sides for id_ in side or ()}
        new = await self._new.names(wanted)
        return {**await self._old.names(wanted - new.keys()), **new}

    def _line(
        self,
        pair: MomentPair,
        found: PairDifference,
        rights: tuple[Sequence[str] | None, Sequence[str] | None] | None,
        names: Mapping[str, Mapping[str, str]],
    ) -> Line | None:
        shown = pair.new or pair.old
        if shown is None or not (found.difference or rights):
            return None
        kind = "changed" if pair.old and pair.new else "added" if pair.new else "removed"
        setattr(self.tally, kind, getattr(self.tally, kind) + 1)
        old = self._old.known_of(pair.old).names if pair.old else {}
        new = self._new.known_of(pair.new).names if pair.new else {}
        principals = {id_ for side in rights or () for id_ in side or ()}
        line: Line = {
            "id": shown.element,
            "facetName": shown.facet,
            "type": shown.type,
            "name": new or old,
            "kind": kind,
            "renamed": kind == "changed" and old != new,
            "moved": kind == "changed" and "parent" in found.difference,
            "from": pair.old and pair.old.id,
            "to": pair.new and pair.new.id,
            "changed": [*found.changed, *(["permissions"] if rights else [])],
            "difference": found.difference,
            "permissions": rights and {"from": rights[0], "to": rights[1]},
            "flowObjects": found.flow_objects,
            "order": found.order,
            "shapes": found.shapes,
            "names": {id_: names[id_] for id_ in sorted({*found.mentioned, *principals}) if id_ in names},
        }
        return {name: value for name, value in line.items() if value or name in _ALWAYS}


async def compare_all(
    reading: Reading,
    storage: Storage,
    jobs: Jobs,
    earlier: Earlier,
    scope: WideScope,
    given: tuple[str, str],
    only: ComparedOnly = EVERYTHING,
) -> WideComparison:
    """The comparison of a scope between two moments, prepared. Raises InvalidParameter, TooCostly."""
    old, new = [await earlier(text, name) for name, text in zip(("from", "to"), given, strict=True)]
    comparison = WideComparison(reading, storage.changes(reading.served.tenant), jobs, scope, (old, new), only)
    await comparison.prepare()
    return comparison
