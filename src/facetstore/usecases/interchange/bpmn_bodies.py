"""What the element of a shape gets from a BPMN file, as an item of operation 11 has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from facetstore.bpmn.bpmn_model import BpmnFile, BpmnShape
from facetstore.bpmn.bpmn_names import Names
from facetstore.bpmn.xml_elements import plain_of
from facetstore.domain.element import Version
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.usecases.interchange.bpmn_matching import KnownShape

Values = dict[str, dict[str, object]]


@dataclass(frozen=True, slots=True)
class FoundTargets:
    """The elements behind the names in a file."""

    performers: Mapping[str, Sequence[str]]
    """By the name of a lane, the roles that it may mean; one of them is right."""
    data: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class BpmnBodies:
    """Makes bodies from the shapes of a file."""

    file: BpmnFile
    metamodel: Metamodel
    """As the caller sees it."""
    names: Names
    culture: int
    languages: Mapping[str, int]
    """By the language in a file, the culture of the tenant; without that of the import."""
    targets: FoundTargets

    def body(self, shape: BpmnShape, known: KnownShape | None) -> Mapping[str, object]:
        type_ = self.metamodel.types.get(shape.type)
        if type_ is None:
            return {"type": shape.type}  # hidden from the caller, which is a finding
        stored = known.version if known is not None else None
        body: dict[str, object] = {"attributes": self._attributes(shape, type_, stored)}
        if stored is None:
            body["type"] = shape.type
        if (stereotype := self._stereotype(shape, stored)) is not None:
            body["stereotype"] = stereotype
        if related := dict(self._related(shape, type_, stored)):
            body["related"] = related
        return body

    def diagram(self, stored: Version) -> Mapping[str, object]:
        """What the element of the diagram gets. Its name is its own: that of the file is carried along."""
        type_, file = self.metamodel.types[stored.type], self.file
        values: Values = {
            name: {str(INVARIANT): text or None}
            for name, text in ((self._named("place"), file.place), (self._named("details"), file.details))
        }
        if file.description:
            values |= self._description(file.description, stored)
        return {"attributes": _known_to(type_, values)}

    def _named(self, part: str) -> str:
        return self.names.attributes[part]

    def _attributes(self, shape: BpmnShape, type_: ElementType, stored: Version | None) -> Values:
        values: Values = {self._named("name"): self._names(shape, stored)}
        values |= self._description(shape.description, stored)
        for part in ("trigger", "throwing", "interrupting", "marker"):
            values[self._named(part)] = {str(INVARIANT): shape.values.get(self._named(part))}
        values[self._named("details")] = {str(INVARIANT): shape.details or None}
        values[self._named("place")] = {str(INVARIANT): shape.place or None}
        return _known_to(type_, values if stored is not None else _said(values))

    def _names(self, shape: BpmnShape, stored: Version | None) -> dict[str, object]:
        others = {
            str(self.languages[each]): name for each, name in shape.names.items() if each in self.languages and name
        }
        own = shape.name or None
        before = stored.attributes.get(self._named("name"), {}).get(self.culture) if stored is not None else None
        if isinstance(before, str) and own is not None and " ".join(before.split()) == " ".join(own.split()):
            own = before
        return {str(self.culture): own, **others}

    def _description(self, description: str, stored: Version | None) -> Values:
        """The description, unless it says the same as the stored one: a file has no bold letters."""
        before = stored.attributes.get(self._named("description"), {}).get(self.culture) if stored is not None else None
        if plain_of(str(before or "")) == plain_of(description):
            return {}
        return {self._named("description"): {str(self.culture): description or None}}

    def _stereotype(self, shape: BpmnShape, stored: Version | None) -> str | None:
        """The stereotype to set; the empty text removes one that BPMN knows, None leaves everything else."""
        known = {each.stereotype for each in self.names.nodes.values() if each.stereotype}
        if stored is not None and shape.stereotype is None:
            return "" if stored.stereotype in known else None
        return shape.stereotype

    def _related(
        self, shape: BpmnShape, type_: ElementType, stored: Version | None
    ) -> Iterator[tuple[str, list[Mapping[str, str]]]]:
        contexts = self.names.contexts
        lanes = [shape.performer] if shape.performer else []
        for context, names, found in (
            (contexts["performer"], lanes, self.targets.performers),
            (contexts["input"], shape.inputs, self.targets.data),
            (contexts["output"], shape.outputs, self.targets.data),
        ):
            before = tuple(stored.related.get(context, ())) if stored is not None else ()
            if context not in type_.contexts or not names:
                continue
            wanted = [_one(found.get(each, ()), before) for each in names]
            after = list(dict.fromkeys(each for each in wanted if each is not None))
            if context != contexts["performer"]:
                after = [*before, *(each for each in after if each not in before)]
            elif after and after[0] in before:
                continue
            if tuple(after) != before:
                yield context, [{"id": each} for each in after]


def _one(found: Sequence[str], before: Sequence[str]) -> str | None:
    """One of several elements of the same name: the one that is there already, else the first."""
    return next((each for each in found if each in before), next(iter(found), None))


def _known_to(type_: ElementType, values: Values) -> Values:
    return {name: each for name, each in values.items() if name in type_.attributes}


def _said(values: Values) -> Values:
    said = {name: {at: each for at, each in found.items() if each is not None} for name, found in values.items()}
    return {name: each for name, each in said.items() if each}
