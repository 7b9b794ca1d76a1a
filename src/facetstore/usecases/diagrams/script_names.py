"""From the names in a script to elements: of which type, by which id, or a new one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from facetstore.domain.values import equality_key
from facetstore.flow_script.script_steps import NamedElement
from facetstore.query.filter_tree import AttributeField, Condition, Kind, Operator
from facetstore.usecases.diagrams.script_flow import FlowReader
from facetstore.usecases.labels import names_of, stored_attributes
from facetstore.usecases.ports.rows import NamedRow
from facetstore.usecases.ports.selections import ListOf, Narrowing, TheseElements


class WantedName(NamedTuple):
    """A name in a line, and the types of elements that it may mean there."""

    named: NamedElement
    types: tuple[str, ...]


@dataclass(slots=True)
class ElementNames:
    """The elements of the names in a script, for what the caller sees of them."""

    reader: FlowReader
    opens_all: bool
    _found: dict[str, list[NamedRow]] = field(default_factory=dict)
    """By the folded name, the elements that have it in any culture."""

    async def look_up(self, wanted: Iterable[WantedName]) -> None:
        """Find the elements of all these names, with two statements for each facet that may have them."""
        by_facet: dict[str, set[str]] = defaultdict(set)
        types = self.reader.metamodel.types
        for each in wanted:
            if each.named.id is None and each.named.name.strip():
                for facet in {types[key].facet for key in each.types if key in types}:
                    by_facet[facet].add(equality_key(each.named.name))
        for facet, names in by_facet.items():
            for row in await self._named(facet, names):
                for name in self._names(row):
                    self._found.setdefault(equality_key(name), []).append(row)

    async def _named(self, facet: str, names: Collection[str]) -> Sequence[NamedRow]:
        reader = self.reader
        called = AttributeField(reader.metamodel.roles.name, Kind.TEXT)
        narrowing = Narrowing(Condition(called, Operator.EQ, tuple(sorted(names))))
        lists = reader.opened.lists if self.opens_all else reader.names.lists
        listing = await lists.listing(ListOf(facet), narrowing=narrowing)
        return await reader.names.names(TheseElements(tuple(listing.elements)))

    def _names(self, row: NamedRow) -> Collection[str]:
        known: Mapping[int, str] = names_of(stored_attributes(row.brief), self.reader.metamodel.whole.types[row.type])
        return set(known.values())

    def elements(self, wanted: WantedName) -> Sequence[str]:
        """The elements that a name may mean: those whose name in this culture is the same, or else the others."""
        if wanted.named.id is not None:
            return (wanted.named.id,)
        name = wanted.named.name
        fitting = {each.element: each for each in self._found.get(equality_key(name), ()) if each.type in wanted.types}
        exact = [id_ for id_, each in fitting.items() if self.reader.name_of(each) == name]
        return exact or list(fitting)
