"""Counts for dashboards: elements by fields or owner, releases by month, and missing translations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.metamodel.model import Metamodel
from facetstore.query.parameters import Parameters
from facetstore.usecases.labels import first_name, names_of, stored_attributes
from facetstore.usecases.ports.finding import Among, Count, CulturesCount
from facetstore.usecases.reading.narrowing import culture_chain
from facetstore.usecases.tenancy import Reading

OWNER: Final = "owner"
MONTH: Final = "month"
MISSING_CULTURE: Final = "missingCulture"
FIELDS: Final = ("facet", "type", "state", "stereotype")
"""The fields that can be combined."""
ALONE: Final = (OWNER, MONTH, MISSING_CULTURE)
"""The fields that cannot be combined, but for a missing culture with the facet."""
GAPS_BY_FACET: Final = frozenset(("facet", MISSING_CULTURE))


class Counted(NamedTuple):
    """The fields to count by, and the elements to count."""

    by: tuple[str, ...]
    among: Among


class OwnerCount(NamedTuple):
    """How many elements an owner has; None: elements without an owner, or with one that the caller does not see."""

    owner: str | None
    name: str | None
    number: int


class CultureGaps(NamedTuple):
    """How many elements, of a facet if it is named, lack texts in a culture."""

    facet: str | None
    culture: int
    mandatory: bool
    without_name: int
    incomplete: int
    """Elements without a name or without another mandatory value."""


def plan_stats(reading: Reading, given: Mapping[str, str]) -> Counted:
    """What to count, from the parameters of a request. Raises InvalidParameter or UnknownName."""
    parameters = Parameters(given)
    known = [name for name in ALONE if _shown_by(reading.metamodel).get(name) not in reading.metamodel.hidden]
    parameters.require("by", f"the fields to count by, of {', '.join(FIELDS)}; or one of {', '.join(known)}")
    by = parameters.names("by", (*FIELDS, *known))
    facets = parameters.names("facets", reading.metamodel.facets)
    types = parameters.names("types", reading.metamodel.types)
    parameters.check()
    assert by is not None
    if len(by) > 1 and frozenset(by) != GAPS_BY_FACET and (alone := [name for name in by if name in ALONE]):
        error = f"by takes {alone[0]} alone: ask for the other fields in another request."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, "by")])
    return Counted(by, Among(facets, types))


async def count_elements(reading: Reading, wanted: Counted) -> Sequence[Count]:
    """How many elements there are for each combination of values, sorted by the values, missing ones last."""
    counts = await reading.opened.stats(wanted.by, wanted.among)
    return sorted(counts, key=lambda count: [(value is None, value or "") for value in count.values])


async def count_by_owner(reading: Reading, among: Among) -> Sequence[OwnerCount]:
    """How many elements each owner has, sorted by name, those without an owner last. Types without owners are left out."""
    settings, types = reading.served.settings, reading.metamodel.types
    owner = reading.metamodel.roles.owner
    owned = [key for key in among.types or types if owner in types[key].contexts]
    chain, unowned, found = culture_chain(settings), 0, list[OwnerCount]()
    for each in await reading.opened.target_counts(owner, Among(among.facets, owned)):
        if each.target is None or each.type is None or each.attributes is None:
            unowned += each.number
        else:
            names = names_of(stored_attributes(each.attributes), types[each.type])
            found.append(OwnerCount(each.target, first_name(names, chain) or "", each.number))
    found.sort(key=lambda each: (each.name, each.owner))
    return [*found, OwnerCount(None, None, unowned)] if unowned else found


async def count_releases(reading: Reading, among: Among) -> Sequence[tuple[str, int]]:
    """How many versions were released in each month, the newest month last."""
    return sorted((await reading.opened.release_counts(among)).items())


async def count_missing_cultures(reading: Reading, among: Among, *, by_facet: bool = False) -> Sequence[CultureGaps]:
    """How many elements lack a name or another mandatory value, for each culture of the tenant, mandatory ones first.

    By facet, those where nothing is missing are left out.
    """
    counts = await reading.opened.culture_counts(among)
    if not by_facet:
        return _gaps(reading, None, counts)
    facets = sorted({each.facet for each in counts})
    gaps = (_gaps(reading, facet, [each for each in counts if each.facet == facet]) for facet in facets)
    return [each for of_facet in gaps for each in of_facet if each.incomplete]


def _gaps(reading: Reading, facet: str | None, counts: Sequence[CulturesCount]) -> Sequence[CultureGaps]:
    settings = reading.served.settings
    gaps = []
    for culture in (*settings.mandatory_cultures, *settings.optional_cultures):
        unnamed = [each for each in counts if _lacks(each.named, culture)]
        either = [each for each in counts if _lacks(each.named, culture) or _lacks(each.complete, culture)]
        mandatory = culture in settings.mandatory_cultures
        gaps.append(CultureGaps(facet, culture, mandatory, _total(unnamed), _total(either)))
    return gaps


def _shown_by(metamodel: Metamodel) -> Mapping[str, str]:
    """The property that a count shows, which the caller must be allowed to read."""
    return {OWNER: metamodel.roles.owner, MONTH: metamodel.roles.released_on}


def _lacks(cultures: frozenset[int] | None, culture: int) -> bool:
    return cultures is not None and culture not in cultures


def _total(counts: Iterable[CulturesCount]) -> int:
    return sum(each.number for each in counts)
