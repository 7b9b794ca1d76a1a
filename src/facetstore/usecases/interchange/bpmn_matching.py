"""Which shape of a diagram a shape of a BPMN file stands for: an imported one keeps its id of the file, an exported one was given one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from facetstore.bpmn.bpmn_model import BpmnShape
from facetstore.bpmn.bpmn_names import Names
from facetstore.bpmn.stored_json import parsed, text_in
from facetstore.bpmn.xml_elements import ncname
from facetstore.domain.element import Version
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import Metamodel

_MADE: Final = "shape_"


@dataclass(frozen=True, slots=True)
class KnownShape:
    """A shape of the diagram, and the version of the element that it shows."""

    id: str
    version: Version
    is_call: bool
    """It shows an element that lives elsewhere, and says nothing of its own."""


def match_shapes(
    wanted: Sequence[BpmnShape],
    diagram: Version,
    seen: Mapping[str, Version],
    metamodel: Metamodel,
    names: Names,
) -> Mapping[str, KnownShape]:
    """By the key of a shape of the file, the shape of the diagram that it stands for. All others are new."""
    known: dict[str, KnownShape] = {}
    for each in _known(diagram, seen, metamodel):
        for key in (_key(each.version, names), f"{_MADE}{ncname(each.id)}"):
            if key:
                known.setdefault(key, each)
    taken: set[str] = set()
    found: dict[str, KnownShape] = {}
    for shape in wanted:
        match = known.get(shape.key)
        if match is not None and match.id not in taken and _fits(shape, match, names):
            taken.add(match.id)
            found[shape.key] = match
    return found


def _known(diagram: Version, seen: Mapping[str, Version], metamodel: Metamodel) -> Iterator[KnownShape]:
    for shape in diagram.content:
        version = seen.get(shape.element)
        if version is not None:
            yield KnownShape(shape.id, version, not metamodel.whole.types[version.type].flow)


def _key(version: Version, names: Names) -> str:
    stored = version.attributes.get(names.attributes["details"], {}).get(INVARIANT)
    return text_in(parsed(stored), "key") if isinstance(stored, str) else ""


def _fits(shape: BpmnShape, known: KnownShape, names: Names) -> bool:
    if not known.is_call:
        return known.version.type == shape.type
    written = names.node_for(known.version.type, None, throws=False)
    return written is not None and written.type == shape.type
