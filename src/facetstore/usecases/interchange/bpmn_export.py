"""Exporting the diagram of a process as a BPMN file, with what the caller sees of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from facetstore.bpmn.bpmn_model import WrittenDiagram, WrittenShape
from facetstore.bpmn.bpmn_names import Names, bpmn_names
from facetstore.domain.element import Attributes
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import ElementType
from facetstore.regional import culture
from facetstore.usecases.diagrams.flow_rows import predecessors_of
from facetstore.usecases.diagrams.script_writing import check_has_flow
from facetstore.usecases.labels import first_name, names_of, stored_attributes
from facetstore.usecases.ports.rows import ElementRow, NamedRow
from facetstore.usecases.ports.selections import Parts, TargetsOf
from facetstore.usecases.reading.accessing import access_row
from facetstore.usecases.reading.element_reads import content_of, with_names
from facetstore.usecases.reading.narrowing import culture_chain
from facetstore.usecases.reading.presentation import Shown
from facetstore.usecases.tenancy import Reading

_WHOLE = Parts(attributes=True)


@dataclass(frozen=True, slots=True)
class BpmnExport:
    """What is to be written, the version that has it, and the elements that it names."""

    row: ElementRow
    diagram: WrittenDiagram
    elements: Sequence[str]


async def export_bpmn(reading: Reading, element_id: str, lcid: int) -> BpmnExport:
    """The diagram of a version with its names in a culture, others beside them. Raises NotFound, Forbidden."""
    async with reading.opened.snapshot():
        row = await access_row(reading, element_id, _WHOLE)
        check_has_flow(reading.metamodel.types[row.type])
        content = content_of(reading, row)
        opened = await reading.opened.elements(content, _WHOLE)
        shown = await with_names(reading, content, opened) or opened
        targets = await _performers(reading, opened)
    writer = _DiagramToWrite(reading, lcid, bpmn_names())
    named = (row, *shown, *(each for rows in targets.values() for each in rows))
    return BpmnExport(row, writer.diagram(row, shown, targets), tuple(dict.fromkeys(each.element for each in named)))


async def _performers(reading: Reading, opened: Sequence[ElementRow]) -> Mapping[int, Sequence[NamedRow]]:
    """The performers of the shapes that the caller may open, by the key of the version."""
    context, keys = bpmn_names().contexts["performer"], tuple(dict.fromkeys(row.key for row in opened))
    found: dict[int, list[NamedRow]] = {}
    if keys and context not in reading.metamodel.hidden:
        for each in await reading.names.names(TargetsOf(keys, (context,))):
            assert isinstance(each.group, int)
            found.setdefault(each.group, []).append(each)
    return found


class _DiagramToWrite:
    """Makes a diagram to write from what was read."""

    def __init__(self, reading: Reading, lcid: int, names: Names) -> None:
        self._metamodel, self._lcid, self._names = reading.metamodel, lcid, names
        self._chain = culture_chain(reading.served.settings, lcid)
        self._languages = dict(_languages([each for each in reading.served.settings.data_cultures if each != lcid]))

    def diagram(
        self, row: ElementRow, shown: Sequence[Shown], targets: Mapping[int, Sequence[NamedRow]]
    ) -> WrittenDiagram:
        values = self._values(row)
        return WrittenDiagram(
            row.version,
            self._name(row),
            tuple(self._shape(each, targets.get(each.key, ())) for each in shown),
            self._text(values, "description"),
            self._invariant(values, "place"),
            self._invariant(values, "details"),
        )

    def _shape(self, row: Shown, performers: Sequence[NamedRow]) -> WrittenShape:
        """A shape; of one that the caller may not open only the name."""
        values = self._values(row)
        parts = (self._names.attributes[each] for each in ("trigger", "throwing", "interrupting", "marker"))
        type_ = self._type(row)
        own = type_.flow and isinstance(row, ElementRow)
        return WrittenShape(
            row.label or row.element,
            row.element,
            row.type,
            self._name(row),
            dict(self._others(row)),
            self._text(values, "description") if own else "",
            {each: values[each].get(INVARIANT) for each in parts if each in values},
            row.stereotype if isinstance(row, ElementRow) else None,
            tuple(map(self._name, performers)),
            predecessors_of(row),
            type_.drawn_as,
            self._invariant(values, "place") if own else "",
            self._invariant(values, "details") if own else "",
        )

    def _type(self, row: Shown) -> ElementType:
        return self._metamodel.whole.types[row.type]

    def _values(self, row: Shown) -> Attributes:
        """The attributes that the caller may open and read."""
        if isinstance(row, NamedRow) or not row.attributes:
            return {}
        found = stored_attributes(row.attributes)
        return {name: values for name, values in found.items() if name not in self._metamodel.hidden}

    def _text(self, values: Attributes, part: str) -> str:
        found = values.get(self._names.attributes[part], {}).get(self._lcid)
        return found if isinstance(found, str) else ""

    def _invariant(self, values: Attributes, part: str) -> str:
        found = values.get(self._names.attributes[part], {}).get(INVARIANT)
        return found if isinstance(found, str) else ""

    def _labels(self, row: Shown) -> Mapping[int, str]:
        found = {
            name: values for name, values in stored_attributes(row.brief).items() if name not in self._metamodel.hidden
        }
        return names_of(found, self._type(row))

    def _name(self, row: Shown) -> str:
        labels = self._labels(row)
        return first_name(labels, self._chain) or next(iter(labels.values()), "")

    def _others(self, row: Shown) -> Iterator[tuple[str, str]]:
        labels = self._labels(row)
        return ((name, labels[lcid]) for name, lcid in self._languages.items() if lcid in labels)


def _languages(cultures: Sequence[int]) -> Iterator[tuple[str, int]]:
    """What a file calls cultures: their language, or the whole name where two have the same."""
    named = [(known.name, lcid) for lcid in cultures if (known := culture(lcid)) is not None]
    short = [name.partition("-")[0] for name, _ in named]
    for language, (name, lcid) in zip(short, named, strict=True):
        yield (language if short.count(language) == 1 else name), lcid
