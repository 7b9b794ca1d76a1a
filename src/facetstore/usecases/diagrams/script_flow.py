"""The flow of a diagram as its script shows it: names in one culture, and what each step refers to by a mark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from facetstore.domain.tenant import TenantSettings
from facetstore.flow_script.script_steps import FlowStep, NamedElement
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.usecases.diagrams.flow_rows import predecessors_of
from facetstore.usecases.labels import names_of, stored_attributes
from facetstore.usecases.ports.reads import NamingReader, Reader
from facetstore.usecases.ports.rows import ElementRow, NamedRow
from facetstore.usecases.ports.selections import NOTHING, ContentOf, Parts, TargetsOf
from facetstore.usecases.reading.narrowing import culture_chain

_WHOLE: Final = Parts(attributes=True)


class ReferencedElement(NamedTuple):
    """An element that a step refers to, as the script names it."""

    element: str
    name: str
    type: str


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A shape of a diagram: its step in the script, and the elements behind the names."""

    step: FlowStep
    element: str
    type: str
    targets: Mapping[str, Sequence[ReferencedElement]]
    """Mark → what the step refers to by it."""
    responsibilities: Mapping[str, Sequence[ReferencedElement]]
    """Context → who does what in the step."""
    description: str = ""
    """Html, if it was wanted and the caller may open the step."""


@dataclass(frozen=True, slots=True)
class FlowReader:
    """Reads the flow of diagrams for one caller, in one culture."""

    opened: Reader
    names: NamingReader
    metamodel: Metamodel
    """As the caller sees it."""
    settings: TenantSettings
    culture: int

    async def flow(self, diagram: ElementRow, *, described: bool = False) -> Sequence[ShownStep]:
        """The steps of a diagram that the caller sees, in the order of its shapes. Of steps that the caller may not open, only the name."""
        content = ContentOf((diagram.key,))
        rows = await self.names.names(content)
        opened = {each.key: each for each in await self.opened.elements(content, _WHOLE if described else NOTHING)}
        targets = await self._targets(tuple(key for key in dict.fromkeys(each.key for each in rows) if key in opened))
        return [self._step(each, targets, opened.get(each.key) if described else None) for each in rows]

    async def _targets(self, keys: tuple[int, ...]) -> Mapping[tuple[int, str], Sequence[ReferencedElement]]:
        """What versions refer to, by key and context."""
        marked = {name for contexts in self.metamodel.grammar.references.values() for name in contexts}
        contexts = tuple(sorted({*marked, *self.metamodel.roles.responsibilities} - self.metamodel.hidden))
        found: dict[tuple[int, str], list[ReferencedElement]] = {}
        if keys and contexts:
            for each in await self.names.names(TargetsOf(keys, contexts)):
                assert isinstance(each.group, int)
                found.setdefault((each.group, each.label or ""), []).append(
                    ReferencedElement(each.element, self.name_of(each), each.type)
                )
        return found

    def _step(
        self,
        row: NamedRow,
        targets: Mapping[tuple[int, str], Sequence[ReferencedElement]],
        opened: ElementRow | None,
    ) -> ShownStep:
        element_type = self.metamodel.whole.types[row.type]
        by_mark = {
            mark: targets[row.key, context_of(self.metamodel, row.type, mark) or ""]
            for mark in self.metamodel.grammar.references
            if element_type.flow and (row.key, context_of(self.metamodel, row.type, mark) or "") in targets
        }
        step = FlowStep(
            key=row.label or row.element,
            type=row.type if element_type.flow else None,
            name=self.name_of(row),
            predecessors=predecessors_of(row),
            references={mark: tuple(NamedElement(each.name) for each in found) for mark, found in by_mark.items()},
        )
        answering = self.metamodel.roles.responsibilities if element_type.flow else ()
        by_context = {name: targets[row.key, name] for name in answering if (row.key, name) in targets}
        return ShownStep(step, row.element, row.type, by_mark, by_context, self._description(opened))

    def _description(self, row: ElementRow | None) -> str:
        """What is said about a step in the culture of the script, or in a fallback."""
        name = self.metamodel.roles.description
        if row is None or not row.attributes or name in self.metamodel.hidden:
            return ""
        values = stored_attributes(row.attributes).get(name, {})
        texts = (values.get(each) for each in culture_chain(self.settings, self.culture))
        return next((each for each in texts if isinstance(each, str) and each), "")

    def name_of(self, row: NamedRow) -> str:
        """The name of an element in the culture of the script, or a fallback."""
        attributes = {
            name: values for name, values in stored_attributes(row.brief).items() if name not in self.metamodel.hidden
        }
        names = names_of(attributes, self.metamodel.whole.types[row.type])
        chain = culture_chain(self.settings, self.culture)
        return next((names[each] for each in chain if each in names), next(iter(names.values()), ""))


def context_of(metamodel: Metamodel, type_: str, mark: str) -> str | None:
    """The context that a mark fills in a line of a type: the first that the type has and the caller sees."""
    known: ElementType | None = metamodel.types.get(type_)
    return next((each for each in metamodel.grammar.references[mark] if known and each in known.contexts), None)
