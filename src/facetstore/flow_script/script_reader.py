"""From a text to a flow: indented lines are branches, and a line that is not indented follows all that is open before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from facetstore.flow_script.script_line import BLANK, ScriptLine, plain, read_line
from facetstore.flow_script.script_signs import ARROW, BREAK, LABEL, QUESTION
from facetstore.flow_script.script_steps import FlowStep, ReadScript, ScriptProblem
from facetstore.metamodel.script_grammar import Grammar

MOST_LINES: Final = 1000
MOST_LEVELS: Final = 100
LONGEST_SCRIPT: Final = 200_000
"""Characters of a script: it is read in one go, while other requests wait."""
MOST_REFERENCES: Final = 2000
MOST_CONNECTIONS: Final = 4000
"""Few lines can say many connections: each arrow behind some branches connects all of them."""
_TAB: Final = 4

Open = tuple[str, ...]
"""The steps that what comes next follows."""


@dataclass(slots=True)
class _IndentedLine:
    """A line with its number and the lines that are indented below it."""

    number: int
    text: str
    below: list[_IndentedLine] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Arrow:
    number: int
    target: str
    before: Open


def read_script(text: str, grammar: Grammar) -> ReadScript:
    """The flow that a text describes. With problems, the flow is only what could be understood."""
    if len(text) > LONGEST_SCRIPT:
        error = f"A script has at most {LONGEST_SCRIPT:,} characters, not {len(text):,}."
        return ReadScript((), [ScriptProblem(1, "script-too-long", error)])
    rows, problems = _rows(text)
    return _ScriptReading(grammar, problems).read(rows)


def _rows(text: str) -> tuple[list[_IndentedLine], list[ScriptProblem]]:
    """The lines as a tree by their indentation."""
    top: list[_IndentedLine] = []
    levels: list[tuple[int, list[_IndentedLine]]] = [(0, top)]
    problems: list[ScriptProblem] = []
    lines = text.replace("\r\n", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        problem = _too_much(number, len(levels))
        if problem is not None:
            problems.append(problem)
            break
        _hang(levels, _column(line), _IndentedLine(number, line.strip(BLANK)))
    return top, problems


def _too_much(number: int, levels: int) -> ScriptProblem | None:
    if number > MOST_LINES:
        return ScriptProblem(number, "too-many-lines", f"A script has at most {MOST_LINES} lines.")
    if levels > MOST_LEVELS:
        return ScriptProblem(number, "too-deep", f"Lines are indented at most {MOST_LEVELS} times.")
    return None


def _column(line: str) -> int:
    lead = line[: len(line) - len(line.lstrip(BLANK))]
    return len(lead.expandtabs(_TAB))


def _hang(levels: list[tuple[int, list[_IndentedLine]]], column: int, row: _IndentedLine) -> None:
    """Put a line where its column says. One between two levels belongs to the deeper one."""
    while len(levels) > 1 and column < levels[-1][0] and column <= levels[-2][0]:
        levels.pop()
    siblings = levels[-1][1]
    if column > levels[-1][0] and siblings:
        siblings = siblings[-1].below
        levels.append((column, siblings))
    siblings.append(row)


class _ScriptReading:
    """A script while it is read."""

    def __init__(self, grammar: Grammar, problems: list[ScriptProblem]) -> None:
        self._grammar = grammar
        self._problems = problems
        self._steps: dict[str, FlowStep] = {}
        self._before: dict[str, list[str]] = {}
        self._labels: dict[str, list[str]] = {}
        self._jumps: list[_Arrow] = []

    def read(self, rows: Sequence[_IndentedLine]) -> ReadScript:
        self._sequence(rows, ())
        if not self._is_too_much():
            for each in self._jumps:
                self._join(each)
        steps = [
            FlowStep(each.key, each.type, each.name, tuple(self._before[each.key]), each.references, each.called_id)
            for each in self._steps.values()
        ]
        return ReadScript(steps, sorted(self._problems))

    def _is_too_much(self) -> bool:
        """Whether few lines say more than can be stored soon, with a problem for each limit."""
        connections = sum(map(len, self._before.values())) + sum(len(each.before) for each in self._jumps)
        references = sum(len(each) for step in self._steps.values() for each in step.references.values())
        found = []
        if connections > MOST_CONNECTIONS:
            found.append(
                ("too-many-connections", f"A script has at most {MOST_CONNECTIONS:,} connections between steps.")
            )
        if references > MOST_REFERENCES:
            found.append(("too-many-references", f"A script has at most {MOST_REFERENCES:,} references."))
        self._problems += [ScriptProblem(1, code, error) for code, error in found]
        return bool(found)

    def _sequence(self, rows: Sequence[_IndentedLine], open_: Open) -> Open:
        """Read lines that follow each other; returns what is open after the last one."""
        jumped = False
        for row in rows:
            if row.text == BREAK:
                self._refuse_below(row)
                open_ = ()
            elif (target := _target(row.text)) is not None:
                self._jump(row, target, open_)
                jumped = True
                continue
            else:
                open_ = self._step(row, () if jumped else open_)
            jumped = False
        return () if jumped else open_

    def _step(self, row: _IndentedLine, open_: Open) -> Open:
        """Read a line in a sequence, and its branches; returns what is open after them."""
        step = self._add(row, open_, self._grammar.step)
        return self._branches(row.below, step) if row.below else self._after(step)

    def _branches(self, rows: Sequence[_IndentedLine], step: FlowStep) -> Open:
        found = [each for row in rows for each in self._branch(row, step)]
        return tuple(dict.fromkeys(found))

    def _branch(self, row: _IndentedLine, step: FlowStep) -> Open:
        """Read one branch, whose first line is its head; returns what is open after it."""
        if row.text == BREAK:
            self._refuse_below(row)
            return ()
        target = _target(row.text)
        if target == "":
            return self._sequence(row.below, (step.key,))
        if target is not None:
            self._jump(row, target, (step.key,))
            return ()
        unmarked = self._grammar.answer if step.type == self._grammar.decision else self._grammar.step
        head = self._add(row, (step.key,), unmarked)
        if head.type in self._grammar.splits and row.below:
            return self._branches(row.below, head)
        return self._sequence(row.below, self._after(head))

    def _after(self, step: FlowStep) -> Open:
        return () if step.type in self._grammar.ends else (step.key,)

    def _add(self, row: _IndentedLine, open_: Open, unmarked: str) -> FlowStep:
        line = read_line(row.text, self._grammar)
        key = str(row.number)
        step = FlowStep(key, self._type(line, unmarked), line.name, (), line.references, line.called_id)
        self._steps[key] = step
        self._before[key] = [] if step.type in self._grammar.begins else list(open_)
        for label in line.labels:
            self._label(row.number, label, key)
        return step

    def _type(self, line: ScriptLine, unmarked: str) -> str | None:
        if line.called or line.type is not None:
            return line.type
        return self._grammar.decision if line.name.endswith(QUESTION) else unmarked

    def _label(self, number: int, label: str, key: str) -> None:
        keys = self._labels.setdefault(label, [])
        keys.append(key)
        if len(keys) > 1:
            error = f"The label {LABEL}{label} is in line {keys[0]} already: each label belongs to one line."
            self._problems.append(ScriptProblem(number, "label-taken", error))

    def _jump(self, row: _IndentedLine, target: str, open_: Open) -> None:
        if not target:
            error = f"An arrow needs the name or the label of a step, such as “{ARROW} Check the order”."
            self._problems.append(ScriptProblem(row.number, "no-target", error))
            return
        self._refuse_below(row)
        self._jumps.append(_Arrow(row.number, target, open_))

    def _refuse_below(self, row: _IndentedLine) -> None:
        """Report lines that would be lost: they stand below one that is no step."""
        if row.below:
            error = f"Nothing can be indented below “{row.text[:60]}”: it is no step."
            self._problems.append(ScriptProblem(row.below[0].number, "below-no-step", error))

    def _join(self, jump: _Arrow) -> None:
        """Connect what is open at an arrow to the step that it names."""
        key = self._named(jump)
        if key is None:
            return
        for each in jump.before:
            if each == key:
                error = "A step cannot come before itself."
                self._problems.append(ScriptProblem(jump.number, "precedes-itself", error))
            elif each not in self._before[key]:
                self._before[key].append(each)

    def _named(self, jump: _Arrow) -> str | None:
        """The step that an arrow names, by its label or by its name; None, with a problem, if there is none or several."""
        by_label = jump.target.startswith(LABEL)
        if by_label:
            found = self._labels.get(plain(jump.target[1:]), [])
        else:
            name = plain(jump.target)
            found = [key for key, each in self._steps.items() if each.name == name]
        if len(found) == 1:
            return found[0]
        if found:
            lines = ", ".join(found)
            error = f"Several lines are called so ({lines}): write a label such as {LABEL}1 at the end of one, and {ARROW} {LABEL}1 here."
        else:
            error = f"No line has {'this label' if by_label else 'this name'}."
        self._problems.append(ScriptProblem(jump.number, "several-targets" if found else "unknown-target", error))
        return None


def _target(text: str) -> str | None:
    """What an arrow names, still escaped; "" for an arrow alone, None for any other line."""
    return text[len(ARROW) :].strip(BLANK) if text.startswith(ARROW) else None
