"""Reading the diagram of a process as a script, and changing it by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from facetstore.domain.element import Version
from facetstore.domain.errors import Failure, Finding, InvalidValues, NotFound, PreconditionFailed
from facetstore.flow_script.script_reader import read_script
from facetstore.flow_script.script_steps import FlowStep, NamedElement, ReadScript
from facetstore.flow_script.script_writer import write_script
from facetstore.metamodel.model import ElementType
from facetstore.usecases.changes.content_change import ItemResult
from facetstore.usecases.diagrams.diagram_content import change_content
from facetstore.usecases.diagrams.script_changes import Matches, ScriptItems, match_steps
from facetstore.usecases.diagrams.script_flow import FlowReader, ShownStep, context_of
from facetstore.usecases.diagrams.script_names import ElementNames, WantedName
from facetstore.usecases.editing.edit_locking import access_in
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import NOTHING, ById
from facetstore.usecases.reading.accessing import access_element, access_view
from facetstore.usecases.tenancy import Reading
from facetstore.usecases.writing import Writing

_CREATE: Final = "Write it as it is called, or send create=true to create it."


@dataclass(frozen=True, slots=True)
class GivenScript:
    """A script as a caller sends it."""

    text: str
    culture: int
    create: bool | frozenset[str] = False
    """Whether names that nothing has become new elements; or which of them do."""

    is_seen: Callable[[str], bool] | None = None
    """Whether the caller has seen a script; None: whatever is stored may be replaced."""

    def creates(self, name: str) -> bool:
        """Whether a name that nothing has becomes a new element."""
        return self.create if isinstance(self.create, bool) else name in self.create


@dataclass(frozen=True, slots=True)
class ScriptResult:
    """What a script has changed: the ids of what was changed or looked at, the flow that it was understood as, and warnings."""

    answers: Sequence[ItemResult]
    flow: Sequence[FlowStep]
    warnings: Sequence[Finding] = ()


async def show_flow(
    reading: Reading, facet_name: str, view_name: str, element_id: str, culture: int
) -> tuple[ElementRow, Sequence[FlowStep]]:
    """The version that has the diagram, and its flow. Raises NotFound, Forbidden."""
    facet, _ = access_view(reading.metamodel, facet_name, view_name)
    async with reading.opened.snapshot():
        row = await access_element(reading, facet, element_id, NOTHING)
        shown = await read_flow(reading, row, culture)
    return row, [each.step for each in shown]


async def read_flow(reading: Reading, row: ElementRow, culture: int, *, described: bool = False) -> Sequence[ShownStep]:
    """The flow of a version. Raises NotFound for a type whose diagram has none."""
    check_has_flow(reading.metamodel.types[row.type])
    reader = FlowReader(reading.opened, reading.names, reading.metamodel, reading.served.settings, culture)
    return await reader.flow(row, described=described)


def check_has_flow(element_type: ElementType) -> None:
    """Raise NotFound for a type whose diagram has no flow."""
    if not element_type.content or element_type.content_is_children:
        raise NotFound(f"An element of the type {element_type.key} has no flow that a script could describe.")


async def apply_script(writing: Writing, facet: str, element_id: str, given: GivenScript) -> ScriptResult:
    """Change the diagram of an element so that it says what a script says, all of it or nothing.

    Raises PreconditionFailed if the caller has seen another script, InvalidValues with a finding for each line that is wrong, and what
    `change_content` raises.
    """
    script = read_script(given.text, writing.offered.grammar)
    _check(Finding(each.error, each.code, f"line {each.line}") for each in script.problems)
    diagram = (await access_in(writing, facet, element_id)).version
    check_has_flow(writing.offered.types[diagram.type])
    opened = await writing.writer.reader(writing.caller.audience)
    reader = FlowReader(opened, opened.naming(), writing.offered, writing.settings, given.culture)
    shown = await _shown(reader, diagram)
    if given.is_seen is not None and not given.is_seen(
        write_script([each.step for each in shown], writing.offered.grammar)
    ):
        raise PreconditionFailed("The script was changed meanwhile. Read it again.")
    planning = _ScriptPlan(writing, reader, script, shown, diagram, given)
    items = await planning.items()
    values = items.values()
    if not values:
        return ScriptResult((), [each.step for each in shown])
    try:
        change = await change_content(
            writing, facet, element_id, {"values": values}, in_order=items.in_order, equal_once=True
        )
    except Failure as failure:
        raise _by_lines(failure, script, values) from failure
    return ScriptResult(change.answers, script.steps, tuple(_in_line(each, script, values) for each in change.warnings))


async def _shown(reader: FlowReader, diagram: Version) -> Sequence[ShownStep]:
    row = await reader.opened.element(ById(diagram.id), NOTHING)
    if row is None:
        raise NotFound("There is no such element.")
    return await reader.flow(row)


def _check(findings: Iterator[Finding]) -> None:
    wrong = list(findings)
    if wrong:
        raise InvalidValues("The script cannot be understood. See the findings.", wrong)


def _by_lines(failure: Failure, script: ReadScript, values: Sequence[Mapping[str, object]]) -> Failure:
    """The same failure, with the lines of the script instead of the items that were made of them."""
    failure.findings = tuple(_in_line(each, script, values) for each in failure.findings)
    return failure


def _in_line(finding: Finding, script: ReadScript, values: Sequence[Mapping[str, object]]) -> Finding:
    start, _, rest = finding.path.partition("]")
    number = start.removeprefix("values[")
    if not number.isdecimal() or int(number) >= len(values):
        return finding
    info = values[int(number)]["shapeInfo"]
    assert isinstance(info, dict)
    place = info["index"]
    if place >= len(script.steps):
        return replace(finding, path=f"shape {info['id']}")
    return replace(finding, path=f"line {script.steps[place].key}{rest}")


@dataclass(slots=True)
class _ScriptPlan:
    """What a script asks for while the elements behind its names are looked up."""

    writing: Writing
    reader: FlowReader
    script: ReadScript
    shown: Sequence[ShownStep]
    diagram: Version
    given: GivenScript
    _matches: Matches = field(init=False)
    _names: ElementNames = field(init=False)
    _findings: list[Finding] = field(default_factory=list)

    async def items(self) -> ScriptItems:
        """The items that change the diagram. Raises InvalidValues."""
        grammar = self.reader.metamodel.grammar
        self._matches = match_steps(self.script.steps, self.shown, grammar)
        self._names = ElementNames(self.reader, self.writing.caller.audience.opens_all)
        await self._names.look_up(self._wanted())
        bodies = {each.key: body for each in self.script.steps if (body := self._body(each)) is not None}
        _check(iter(self._findings))
        return ScriptItems(self.script.steps, self.shown, self._matches, bodies, grammar)

    def _wanted(self) -> Iterator[WantedName]:
        """Every name whose element is not known from the diagram."""
        for step in self.script.steps:
            if step.is_called and step.key not in self._matches:
                yield WantedName(NamedElement(step.name, step.called_id), self._callable)
            for mark, names in step.references.items():
                known = self._known(step, mark)
                for each in names:
                    if each.id is None and each.name not in known and (types := self._types(step, mark)):
                        yield WantedName(each, types)

    @property
    def _callable(self) -> tuple[str, ...]:
        """The types of elements that this diagram can call."""
        types = self.reader.metamodel.types
        content = types[self.diagram.type].content
        return tuple(key for key in content if key in types and not types[key].flow)

    def _types(self, step: FlowStep, mark: str) -> tuple[str, ...]:
        """The types that a mark may refer to in a line; none if the type of the line has no such context."""
        context = self._context(step, mark)
        related = self.reader.metamodel.types[step.type or ""].contexts[context].related if context else None
        return related.types if related is not None else ()

    def _context(self, step: FlowStep, mark: str) -> str | None:
        return context_of(self.reader.metamodel, step.type, mark) if step.type is not None else None

    def _known(self, step: FlowStep, mark: str) -> Mapping[str, Sequence[str]]:
        """By name, the elements that the shape of a line refers to by a mark."""
        found: dict[str, list[str]] = {}
        match = self._matches.get(step.key)
        for each in match.targets.get(mark, ()) if match is not None else ():
            found.setdefault(each.name, []).append(each.element)
        return found

    def _body(self, step: FlowStep) -> Mapping[str, object] | None:
        """What the element of a line gets; None if it stays as it is."""
        match = self._matches.get(step.key)
        if step.is_called:
            if step.references:
                error = "What is called has its own roles, systems, inputs and outputs: write them there."
                self._wrong(step, "marks-at-call", error)
            return None if match is not None else self._called(step)
        related = {context: found for context, found in self._related(step, match) if found is not None}
        named = match is not None and match.step.name == step.name
        if match is not None and named and not related:
            return None
        body: dict[str, object] = {} if match is not None else {"type": step.type}
        if not named and (step.name or match is not None):
            body["attributes"] = self._name(step.name or None)
        if related:
            body["related"] = related
        return body

    def _name(self, name: str | None) -> Mapping[str, object]:
        return {self.reader.metamodel.roles.name: {str(self.reader.culture): name}}

    def _called(self, step: FlowStep) -> Mapping[str, object]:
        """The body of a line that calls an element."""
        if not self._callable:
            self._wrong(step, "no-calls", f"The diagram of a {self.diagram.type} calls no other elements.")
            return {}
        return self._reference(step, WantedName(NamedElement(step.name, step.called_id), self._callable))

    def _related(self, step: FlowStep, match: ShownStep | None) -> Iterator[tuple[str, list[object] | None]]:
        """By context, the references that a line has; None for those that are as they were."""
        marks = {*step.references, *(match.targets if match is not None else ())}
        for mark in self.reader.metamodel.grammar.references:
            if mark not in marks:
                continue
            context = self._context(step, mark)
            if context is None:
                self._wrong(step, "no-such-context", f"A line of the type {step.type} takes no {mark}.")
                continue
            yield context, self._references(step, mark, match)

    def _references(self, step: FlowStep, mark: str, match: ShownStep | None) -> list[object] | None:
        were = [each.element for each in match.targets.get(mark, ())] if match is not None else []
        known = {name: list(elements) for name, elements in self._known(step, mark).items()}
        found: list[object] = []
        for each in step.references.get(mark, ()):
            if each.id is None and known.get(each.name):
                found.append({"id": known[each.name].pop(0)})
            else:
                found.append(self._reference(step, WantedName(each, self._types(step, mark))))
        return None if found == [{"id": each} for each in were] else found

    def _reference(self, step: FlowStep, wanted: WantedName) -> Mapping[str, object]:
        """A reference to the one element of a name, or to a new one; with a finding if there are none or several."""
        found = self._names.elements(wanted)
        if len(found) == 1:
            return {"id": found[0]}
        name = wanted.named.name
        if len(found) > 1:
            several = ", ".join(f"{name}|{each}" for each in found[:5])
            self._wrong(step, "several-elements", f"Several elements are called “{name}”. Write which: {several}.")
        elif not name.strip():
            self._wrong(step, "no-name", "A name is missing here.")
        elif not self.given.creates(name):
            self._wrong(step, "unknown-name", f"No {wanted.types[0]} is called “{name}”. {_CREATE}")
        return {"type": wanted.types[0], "attributes": self._name(name)}

    def _wrong(self, step: FlowStep, code: str, error: str) -> None:
        self._findings.append(Finding(error, code, f"line {step.key}"))
