"""Release notes of a period: what was released, and how it differs from the release before the period.

It is the difference of what viewers saw, of the elements whose released version became another one.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any

from facetstore.domain.element import Version
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.changes.pair_difference import MomentPair
from facetstore.usecases.changes.stamps import first_stamps
from facetstore.usecases.ports.change_reads import ChangeReads
from facetstore.usecases.ports.job_runner import Jobs
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.reading.sides import Earlier
from facetstore.usecases.reading.wide_comparing import ComparedOnly, Line, WideComparison, WideScope, compare_all
from facetstore.usecases.tenancy import Reading


class ReleaseNotes:
    """What was released between two moments."""

    def __init__(self, reading: Reading, reads: ChangeReads, comparison: WideComparison) -> None:
        self.comparison = comparison
        self._metamodel = reading.metamodel
        self._reads = reads

    async def lines(self) -> AsyncIterator[Sequence[Line]]:
        """The elements with releases, some at a time: each as a comparison shows it, with its releases."""
        async for some in self.comparison.lines():
            yield await self._with_releases(some)

    async def _with_releases(self, lines: Sequence[Line]) -> Sequence[Line]:
        latest = self.comparison.latest
        versions = await self._reads.versions_then([each["id"] for each in lines], latest.revision)
        releases = {each["id"]: self._releases(each, versions.get(each["id"], ())) for each in lines}
        by = self._metamodel.roles.released_by
        names = await latest.names(
            str(id_) for found in releases.values() for each in found for id_ in each.related.get(by, ())
        )
        return [{**each, "releases": [self._release(one, names) for one in releases[each["id"]]]} for each in lines]

    def _releases(self, line: Line, versions: Sequence[Version]) -> Sequence[Version]:
        """The versions that were released after the one before the period, newest first; of what was withdrawn, none."""
        numbers = {str(each.id): each.major_minor for each in versions}
        if line.get("to") not in numbers:
            return ()
        last, before = numbers[line["to"]], numbers.get(line.get("from") or "", (-1, -1))
        wanted = [each for each in versions if before < each.major_minor <= last and self._was_released(each)]
        return sorted(wanted, key=lambda each: each.major_minor, reverse=True)

    def _was_released(self, version: Version) -> bool:
        state = self._metamodel.whole.state_of.get((version.type, version.state))
        return state is not None and (state.released or state.was_released)

    def _release(self, version: Version, names: Mapping[str, Mapping[str, str]]) -> Mapping[str, Any]:
        roles, hidden = self._metamodel.roles, self._metamodel.hidden
        by = [str(id_) for id_ in version.related.get(roles.released_by, ()) if str(id_) in names]
        reason = version.attributes.get(roles.revision_reason, {}) if roles.revision_reason not in hidden else {}
        release = {
            "versionId": version.id,
            "version": version.number,
            "releasedOn": version.invariant(roles.released_on) if roles.released_on not in hidden else None,
            "releasedBy": {"id": by[0], "name": names[by[0]]} if by and roles.released_by not in hidden else None,
            "reason": {str(culture): text for culture, text in reason.items()},
        }
        return {name: value for name, value in release.items() if value}


async def note_releases(
    reading: Reading, storage: Storage, jobs: Jobs, earlier: Earlier, scope: WideScope, given: tuple[str, str]
) -> ReleaseNotes:
    """The release notes of a period, prepared. Raises InvalidParameter, TooCostly."""
    metamodel = reading.metamodel
    only = ComparedOnly(
        reading.caller.access.audience(drafts=False),
        lambda pair: _is_release(metamodel, pair),
        frozenset(_left_out(metamodel)),
    )
    comparison = await compare_all(reading, storage, jobs, earlier, scope, given, only)
    return ReleaseNotes(reading, storage.changes(reading.served.tenant), comparison)


def _left_out(metamodel: Metamodel) -> Iterable[str]:
    """What every release changes, and what notes show of a release in another place."""
    roles = metamodel.roles
    return (
        *first_stamps(metamodel),
        roles.released_on,
        roles.released_by,
        roles.revision_reason,
        roles.valid_from,
        roles.valid_until,
    )


def _is_release(metamodel: Metamodel, pair: MomentPair) -> bool:
    """Whether another version is released than before, for the first time, or none any more."""
    shown = pair.new or pair.old
    if shown is None or (pair.old is not None and pair.new is not None and pair.old.id == pair.new.id):
        return False
    state = metamodel.whole.state_of.get((shown.type, shown.state))
    return state is not None and (state.released or state.was_released)
