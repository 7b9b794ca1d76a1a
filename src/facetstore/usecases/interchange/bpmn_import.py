"""Importing a BPMN file into the diagram of a process: all of it or nothing, as one change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from facetstore.bpmn.bpmn_model import BpmnFile, BpmnFinding, BpmnShape, NotBpmn
from facetstore.bpmn.bpmn_names import Names, bpmn_names
from facetstore.bpmn.called_ends import without_calls
from facetstore.bpmn.file_parsing import parse_bpmn
from facetstore.bpmn.hardened import MOST_LINES, MOST_SHAPES
from facetstore.domain.element import Version
from facetstore.domain.errors import Failure, Finding, InvalidBody
from facetstore.domain.values import equality_key
from facetstore.flow_script.script_steps import NamedElement
from facetstore.regional import culture
from facetstore.usecases.changes.hidden import Hidden, without_hidden
from facetstore.usecases.diagrams.diagram_content import change_content
from facetstore.usecases.diagrams.script_flow import FlowReader
from facetstore.usecases.diagrams.script_names import ElementNames, WantedName
from facetstore.usecases.diagrams.script_writing import check_has_flow
from facetstore.usecases.editing.element_updates import update_elements
from facetstore.usecases.interchange.bpmn_bodies import BpmnBodies, FoundTargets
from facetstore.usecases.interchange.bpmn_matching import KnownShape, match_shapes
from facetstore.usecases.ports.job_runner import Jobs
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.reading.accessing import list_views
from facetstore.usecases.release.releasing import access_stored
from facetstore.usecases.writing import Writing, shown_in

_MOST_ITEMS: Final = 2 * (MOST_SHAPES + MOST_LINES)
"""Of the file, and of the diagram before."""
_MOST_NAMED: Final = 10


@dataclass(frozen=True, slots=True)
class BpmnImported:
    """What an import has done: the shapes of the file with the ids of what they show here, and what it could not map."""

    shapes: Sequence[tuple[str, str]]
    """The id in the file, and that of the element or version here; none if nothing has changed."""
    created: Sequence[str]
    """The roles and data that it has created: the ids of their versions."""
    removed: int
    """How many shapes are gone, since the file has none for them."""
    findings: Sequence[BpmnFinding]
    warnings: Sequence[Finding] = ()


async def read_bpmn(data: bytes, jobs: Jobs, tenant: int) -> BpmnFile:
    """What a file says, read in a job process. Raises InvalidBody with the reason for a file that is no BPMN."""
    found = await jobs.run(tenant, _read, data)
    if isinstance(found, str):
        raise InvalidBody(found, [Finding(found, "not-bpmn")])
    return found


def _read(data: bytes) -> BpmnFile | str:
    try:
        return parse_bpmn(data)
    except NotBpmn as wrong:
        return str(wrong)


async def import_bpmn(writing: Writing, element_id: str, file: BpmnFile, lcid: int) -> BpmnImported:
    """Make the diagram of an element say what a file says. Raises what `change_content` raises, by the ids of the file."""
    diagram = (await access_stored(writing, element_id)).version
    check_has_flow(writing.offered.types[diagram.type])
    if not file.shapes:
        error = f"The file has no shapes that a diagram here can have.{_what_it_has(file)}"
        raise InvalidBody(error, [Finding(error, "no-shapes")])
    languages = _languages(writing.settings.data_cultures, lcid)
    plan = _BpmnPlan(writing, diagram, file, lcid, languages)
    await plan.find()
    values = plan.items()
    try:
        change = await change_content(
            writing,
            diagram.facet,
            element_id,
            {"values": values},
            in_order=True,
            most=_MOST_ITEMS,
            own=plan.bodies.diagram(plan.diagram),
        )
    except Failure as failure:
        failure.findings = tuple(_by_shape(each, file) for each in failure.findings)
        raise
    shapes = [(file.shapes[each.index].key, each.id) for each in change.answers if each.index < len(file.shapes)]
    return BpmnImported(
        shapes if writing.changed else (),
        plan.created,
        len(values) - len(file.shapes),
        (*plan.file.findings, *_unknown_languages(file, {*languages, *_of(lcid)})),
        tuple(_by_shape(each, file) for each in change.warnings),
    )


def _what_it_has(file: BpmnFile) -> str:
    """What stands in a file without shapes, such as a choreography."""
    names = list(dict.fromkeys(each.element for each in file.findings if each.kind == "carried"))
    return f" It has: {', '.join(names[:_MOST_NAMED])}." if names else ""


def _by_shape(finding: Finding, file: BpmnFile) -> Finding:
    """The finding with the id of a shape in the file instead of the item that was made of it."""
    start, _, rest = finding.path.partition("]")
    number = start.removeprefix("values[")
    if not number.isdecimal() or int(number) >= len(file.shapes):
        return finding
    return replace(finding, path=f"{file.shapes[int(number)].key}{rest}")


def _of(lcid: int) -> tuple[str, ...]:
    """The names by which a file may call a culture: `de-DE` and `de`."""
    known = culture(lcid)
    return (known.name, known.name.partition("-")[0]) if known is not None else ()


def _languages(cultures: Iterable[int], lcid: int) -> Mapping[str, int]:
    """By the language in a file, the culture of the tenant; without that of the import."""
    found: dict[str, int] = {}
    for each in cultures:
        if each != lcid:
            for name in _of(each):
                found.setdefault(name, each)
    return {name: each for name, each in found.items() if name not in _of(lcid)}


def _unknown_languages(file: BpmnFile, known: Iterable[str]) -> Iterator[BpmnFinding]:
    spoken = set(known)
    for shape in file.shapes:
        for language in shape.names.keys() - spoken:
            yield BpmnFinding(
                "carried", "translation", f"{shape.key} ({language})", 1, "The storage has no such culture."
            )


class _BpmnPlan:
    """What a file asks for while the elements behind its names are looked up."""

    def __init__(
        self, writing: Writing, diagram: Version, file: BpmnFile, lcid: int, languages: Mapping[str, int]
    ) -> None:
        self.writing, self.diagram, self.file, self.lcid = writing, diagram, file, lcid
        self.names: Names = bpmn_names()
        self.created: list[str] = []
        self.bodies: BpmnBodies
        self.matches: Mapping[str, KnownShape] = {}
        self._languages = languages
        self._seen: Mapping[str, Version] = {}

    async def find(self) -> None:
        """Look up what the diagram shows and what the file names, and create the roles and data that are missing."""
        shown = await self.writing.load(shown_in(self.diagram))
        self._seen = await self._without_hidden(shown)
        offered = self.writing.offered
        self.matches = match_shapes(self.file.shapes, self.diagram, self._seen, offered, self.names)
        self.file = without_calls(self.file, {key for key, each in self.matches.items() if each.is_call})
        types = self.names.types
        performers = {each.performer for each in self.file.shapes if each.performer}
        data = {name for each in self.file.shapes for name in (*each.inputs, *each.outputs)}
        found = await self._elements(performers, types["performer"]), await self._elements(data, types["data"])
        self.bodies = BpmnBodies(self.file, offered, self.names, self.lcid, self._languages, FoundTargets(*found))

    async def _without_hidden(self, shown: Mapping[str, StoredVersion]) -> Mapping[str, Version]:
        targets = {id_ for each in shown.values() for found in each.version.related.values() for id_ in found}
        unseen = targets - (await self.writing.existing(targets)).keys()
        hidden = Hidden(self.writing.offered.hidden, frozenset(unseen))
        return {id_: without_hidden(each.version, hidden) for id_, each in shown.items()}

    async def _elements(self, names: set[str], type_: str) -> Mapping[str, Sequence[str]]:
        """The elements of these names that the caller sees, and new ones where there is none."""
        known = self.writing.offered.types.get(type_)
        if not names or known is None:
            return {}
        opened = await self.writing.writer.reader(self.writing.caller.audience)
        reader = FlowReader(opened, opened.naming(), self.writing.offered, self.writing.settings, self.lcid)
        finder = ElementNames(reader, self.writing.caller.audience.opens_all)
        wanted = {name: WantedName(NamedElement(name), (type_,)) for name in sorted(names)}
        await finder.look_up(wanted.values())
        found = {name: finder.elements(each) for name, each in wanted.items()}
        missing = [name for name, each in found.items() if not each]
        made = await self._created(missing, type_) if missing else {}
        return {name: each or (made[equality_key(name)],) for name, each in found.items()}

    async def _created(self, names: Sequence[str], type_: str) -> Mapping[str, str]:
        """New elements, one for all names that are equal."""
        facet = self.writing.offered.facets[self.writing.offered.types[type_].facet]
        label, once = self.writing.metamodel.roles.name, {equality_key(each): each for each in reversed(names)}
        bodies = [{"type": type_, "attributes": {label: {str(self.lcid): each}}} for each in once.values()]
        if_match, self.writing.if_match = self.writing.if_match, None  # it is about the diagram
        try:
            made = await update_elements(self.writing, facet.name, list_views(facet)[0].name, {"elements": bodies})
        finally:
            self.writing.if_match = if_match
        self.created += made.versions
        return dict(zip(once, made.versions, strict=True))

    def items(self) -> list[object]:
        """The items: one for each shape of the file, then the deletion of all others that the caller sees."""
        index = {each.key: place for place, each in enumerate(self.file.shapes)}
        values: list[object] = [self._item(each, index) for each in self.file.shapes]
        kept = {each.id for each in self.matches.values()}
        gone = [each.id for each in self.diagram.content if each.id not in kept and each.element in self._seen]
        return values + [
            {"shapeInfo": {"index": place, "id": id_}, "delete": True} for place, id_ in enumerate(gone, len(values))
        ]

    def _item(self, shape: BpmnShape, index: Mapping[str, int]) -> object:
        before = [index[each] for each in dict.fromkeys(shape.before) if each in index and each != shape.key]
        info: dict[str, object] = {"index": index[shape.key], "predecessors": before}
        known = self.matches.get(shape.key)
        if known is not None:
            info["id"] = known.id
            if known.is_call:
                return {"shapeInfo": info}
        return {"shapeInfo": info, "element": self.bodies.body(shape, known)}
