"""How many elements there are, by facet, type, state and stereotype."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from facetstore.query.parameters import Parameters
from facetstore.usecases.finding import Count
from facetstore.usecases.tenancy import Reading

FIELDS: Final = ("facet", "type", "state", "stereotype")


class Stats(NamedTuple):
    """The fields that were counted by, and a count for each combination of their values."""

    by: Sequence[str]
    counts: Sequence[Count]


async def count_elements(reading: Reading, given: Mapping[str, str]) -> Stats:
    """Counts of the elements the caller sees, flow objects left out. Raises InvalidParameter or UnknownName."""
    parameters = Parameters(given)
    parameters.require("by", f"the fields to count by, of {', '.join(FIELDS)}")
    by = parameters.names("by", FIELDS)
    facets = parameters.names("facets", reading.metamodel.facets)
    parameters.check()
    assert by is not None
    counts = await reading.reader.stats(by, facets)
    return Stats(by, sorted(counts, key=_place))


def _place(count: Count) -> list[tuple[bool, str]]:
    """The order of counts: by their values, missing ones last."""
    return [(value is None, value or "") for value in count.values]
