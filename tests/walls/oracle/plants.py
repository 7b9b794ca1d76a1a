"""Leaks put back: each of those that were found by hand before the oracle was there, as a change of the service's own code."""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import pytest

from facetstore.domain.access import EDITORS, Access, Audience, Level
from facetstore.domain.callers import Caller, Role
from facetstore.storage.access import audit_rows
from facetstore.storage.access.sight import sight_of
from facetstore.storage.past.event_rows import SqlFeed
from facetstore.storage.reads.reader import SqlReader
from facetstore.usecases import tenancy
from facetstore.usecases.diagrams import drawings
from facetstore.usecases.diagrams.gaps import Gap, find_gaps
from facetstore.usecases.editing import made
from facetstore.usecases.ports.feed_reads import EventSubject
from facetstore.usecases.ports.selections import ById, Parts
from facetstore.usecases.reading import accessing, element_reads, entries, reports
from facetstore.usecases.release import offered, releasing
from facetstore.usecases.tenancy import Reading

Plant = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True, slots=True)
class Leak:
    """What a leak changes, and the operations by which it is to be found."""

    plant: Plant
    operations: frozenset[str]
    role: Role | None = None
    """Of the callers to whom it shows something; None: of any."""


def _careless(caller: Caller) -> Caller:
    """The same caller who may open all that may be named."""

    def opened(levels: Level) -> Level:
        return levels | Level.OPEN if levels & Level.SHOW else levels

    access = caller.access
    zones = {zone: opened(levels) for zone, levels in access.zones.items()}
    facets = {facet: opened(levels) for facet, levels in access.facets.items()}
    return replace(caller, access=replace(access, default=opened(access.default), zones=zones, facets=facets))


def _carelessly(reading: Reading) -> Reading:
    return replace(reading, caller=_careless(reading.caller))


def _filter_by_what_is_named(patch: pytest.MonkeyPatch) -> None:
    """Finding 4: a filter of versions looks at targets that the caller may not open."""
    right = entries._targets

    async def targets(reading: Reading, *more: Any) -> Any:
        return await right(_carelessly(reading), *more)

    patch.setattr(entries, "_targets", targets)


def _content_of_what_is_named(patch: pytest.MonkeyPatch) -> None:
    """Finding 5: content shows what flows through children that the caller may not open."""
    right = element_reads.list_content

    async def list_content(reading: Reading, *path: str) -> Any:
        await right(reading, *path)
        return await right(_carelessly(reading), *path)

    patch.setattr(element_reads, "list_content", list_content)


def _explain_what_is_hidden(patch: pytest.MonkeyPatch) -> None:
    """Finding 6: what stands against a transition names shapes that the caller does not see."""
    right = offered.surroundings

    async def surroundings(whole: Any, metamodel: Any, settings: Any, caller: Caller, stored: Any) -> Any:
        access = Access(zones=dict.fromkeys(caller.access.zones, Level.ALL))
        return await right(whole, metamodel, settings, replace(caller, access=access), stored)

    for module in (offered, releasing):
        patch.setattr(module, "surroundings", surroundings)


def _write_to_what_is_named(patch: pytest.MonkeyPatch) -> None:
    """Finding 7: a body with stored values is accepted, one with others is not."""
    patch.setattr(made, "_is_closed", lambda rights: False)


def _report_only_what_opens(patch: pytest.MonkeyPatch) -> None:
    """Finding 8: a report fails where a child may not be opened."""
    right = reports._report

    async def report(reading: Reading, rows: Any, *more: Any, **options: Any) -> Any:
        found = await right(reading, rows, *more, **options)
        fields = {child.element for children in found.children.values() for child in children}
        for _, child in (each for row in rows for each in reports._child_references(row)):
            if found.children and child.id not in fields:
                raise KeyError(child.id)
        return found

    patch.setattr(reports, "_report", report)


def _tell_of_tokens(patch: pytest.MonkeyPatch) -> None:
    """Finding 12: all callers read what a token may do."""
    patch.setattr(tenancy, "facets_named_only", lambda metamodel, role: frozenset())


def _count_hidden_children(patch: pytest.MonkeyPatch) -> None:
    """Finding 14: `isCurrentRemovable` goes by children that the caller does not see."""
    right = SqlReader.surroundings

    async def surroundings(reader: SqlReader, element: str, *more: Any) -> Any:
        found = await right(reader, element, *more)
        sight, reader._sight = reader._sight, sight_of(EDITORS, reader._sight.dialect)
        whole = await right(reader, element, *more)
        reader._sight = sight
        return found._replace(has_children=whole.has_children)

    patch.setattr(SqlReader, "surroundings", surroundings)


def _look_twice_for_what_is_hidden(patch: pytest.MonkeyPatch) -> None:
    """An answer that is the same, at the cost of one statement more where there is something hidden."""
    right = accessing.access_row

    async def access_row(reading: Reading, element_id: str, *more: Any, **options: Any) -> Any:
        whole, wanted = reading.storage.reader(reading.served.tenant, EDITORS), ById(element_id)
        if await whole.element(wanted, Parts()) is not None:
            await whole.element(wanted, Parts())
        return await right(reading, element_id, *more, **options)

    patch.setattr(accessing, "access_row", access_row)


def _audit_what_is_hidden(patch: pytest.MonkeyPatch) -> None:
    """The audit shows administrators whose permissions were set."""
    patch.setattr(audit_rows, "whole_sight", lambda dialect: _SAME_AS_ANY)


def _count_placeholders(patch: pytest.MonkeyPatch) -> None:
    """A placeholder for each shape that is not released."""

    def gaps(diagram: str, flow: Any, shown: Any) -> list[Gap]:
        number = len({each.source for each in flow if each.out})
        return [*find_gaps(diagram, flow, shown)] * number

    patch.setattr(drawings, "find_gaps", gaps)


def _place_around_what_is_hidden(patch: pytest.MonkeyPatch) -> None:
    """Drawings leave room for all shapes that users have put somewhere, also for hidden ones."""
    right = element_reads.with_names

    async def with_names(reading: Reading, content: Any, opened: Any) -> Any:
        shown = await right(reading, content, opened) or opened
        whole = await reading.storage.reader(reading.served.tenant, EDITORS).elements(content, Parts())
        farthest = max((json.loads(each.place)[0] for each in whole if each.place), default=0)
        return [each._replace(place=f"[{farthest},{number}]") for number, each in enumerate(shown)]

    patch.setattr(drawings, "with_names", with_names)


def _feed_what_is_hidden(patch: pytest.MonkeyPatch) -> None:
    """Events of elements that the caller may not open."""
    right = SqlFeed.opened_today

    async def opened_today(self: SqlFeed, audience: Audience, elements: Collection[str]) -> Mapping[str, EventSubject]:
        return await right(self, EDITORS, elements)

    patch.setattr(SqlFeed, "opened_today", opened_today)


class _SameAsAny:
    __hash__ = None  # type: ignore[assignment]  # it is compared, and kept nowhere

    def __eq__(self, other: object) -> bool:
        return True


_SAME_AS_ANY: Final = _SameAsAny()


def _leak(plant: Plant, *operations: str, role: Role | None = None) -> Leak:
    return Leak(plant, frozenset(operations), role)


LEAKS: Final[Mapping[str, Leak]] = {
    "filters of versions (4)": _leak(_filter_by_what_is_named, "versions-list"),
    "content of what is named (5)": _leak(_content_of_what_is_named, "content-list"),
    "explained transitions (6)": _leak(_explain_what_is_hidden, "transitions-list", role=Role.EDITOR),
    "stored values confirmed (7)": _leak(_write_to_what_is_named, "elements-update"),
    "reports that fail (8)": _leak(_report_only_what_opens, "reporting-get", "reporting-list"),
    "tokens (12)": _leak(_tell_of_tokens, "search", "elements-list", "element-get"),
    "isCurrentRemovable (14)": _leak(_count_hidden_children, "element-info", role=Role.ARCHITECT),
    "numbers of statements": _leak(_look_twice_for_what_is_hidden, "element-get"),
    "placeholders counted": _leak(_count_placeholders, "diagram-render", role=Role.VIEWER),
    "places of hidden shapes": _leak(_place_around_what_is_hidden, "diagram-render"),
    "the audit": _leak(_audit_what_is_hidden, "audit-list", role=Role.ADMINISTRATOR),
    "the feed": _leak(_feed_what_is_hidden, "events", role=Role.EDITOR),
}
