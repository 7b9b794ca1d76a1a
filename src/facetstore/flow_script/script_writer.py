"""From a flow to its text. The text read again is the same flow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from facetstore.flow_script.script_line import escape_name, write_line
from facetstore.flow_script.script_outline import OutlineEntry, outline
from facetstore.flow_script.script_signs import ARROW, BREAK, LABEL
from facetstore.flow_script.script_steps import FlowStep
from facetstore.metamodel.script_grammar import Grammar

_INDENT: Final = "  "
_SHORT: Final = 8


def write_script(steps: Sequence[FlowStep], grammar: Grammar) -> str:
    """The text of a flow. Every step has one line."""
    return "".join(f"{text}\n" for text, _ in write_lines(steps, grammar))


def write_part(steps: Sequence[FlowStep], keys: Collection[str], grammar: Grammar) -> str:
    """The text of some steps of a flow, as it may be put into another script: arrows name labels, because names may be there already."""
    part = [
        replace(each, predecessors=tuple(key for key in each.predecessors if key in keys))
        for each in steps
        if each.key in keys
    ]
    writing = _ScriptWriting(part, outline(part, grammar), grammar, is_part=True)
    return "".join(f"{text}\n" for text, _ in writing.lines())


def write_lines(steps: Sequence[FlowStep], grammar: Grammar) -> list[tuple[str, str | None]]:
    """The lines of a flow, each with the key of its step. Arrows and breaks have none."""
    entries = outline(steps, grammar)
    return list(_ScriptWriting(steps, entries, grammar).lines())


def order_of(steps: Sequence[FlowStep], grammar: Grammar) -> list[str]:
    """The keys of the steps in the order of their lines."""
    return [each.key for _, each in _walk(outline(steps, grammar)) if each.kind == "step"]


def _walk(entries: Sequence[OutlineEntry], level: int = 0) -> Iterator[tuple[int, OutlineEntry]]:
    for each in entries:
        yield level, each
        yield from _walk(each.below, level + 1)


class _ScriptWriting:
    def __init__(
        self, steps: Sequence[FlowStep], entries: list[OutlineEntry], grammar: Grammar, *, is_part: bool = False
    ) -> None:
        self._steps: Mapping[str, FlowStep] = {each.key: each for each in steps}
        self._entries = entries
        self._grammar = grammar
        order = [each.key for _, each in _walk(entries) if each.kind == "step"]
        self._place = {key: place for place, key in enumerate(order)}
        self._names = Counter(each.name for each in steps)
        self._labels = self._own_labels() if is_part else self._label_targets()

    def lines(self) -> Iterator[tuple[str, str | None]]:
        return self._lines(self._entries, 0, self._grammar.step)

    def _targets(self) -> frozenset[str]:
        """The steps that arrows lead to."""
        return frozenset(each.key for _, each in _walk(self._entries) if each.kind == "arrow")

    def _own_labels(self) -> Mapping[str, str]:
        """Labels for the targets of all arrows, as no other script has them."""
        return {key: key[:_SHORT] for key in self._targets()}

    def _label_targets(self) -> Mapping[str, str]:
        """Labels for the targets of arrows whose names do not say which step is meant."""
        unclear = [
            key for key in self._targets() if not self._steps[key].name or self._names[self._steps[key].name] > 1
        ]
        return {key: str(number) for number, key in enumerate(sorted(unclear, key=self._place.__getitem__), 1)}

    def _lines(self, entries: Sequence[OutlineEntry], level: int, unmarked: str) -> Iterator[tuple[str, str | None]]:
        for each in self._sorted(entries):
            text = _INDENT * level + self._line(each, unmarked if each.is_head else self._grammar.step)
            yield text, each.key if each.kind == "step" else None
            yield from self._lines(each.below, level + 1, self._unmarked_below(each))

    def _unmarked_below(self, entry: OutlineEntry) -> str:
        """The type of a head without a mark below this line."""
        decides = entry.kind == "step" and self._steps[entry.key].type == self._grammar.decision
        return self._grammar.answer if decides else self._grammar.step

    def _sorted(self, entries: Sequence[OutlineEntry]) -> Sequence[OutlineEntry]:
        """Arrows at the end of a block in the order of their targets, so that the text does not depend on anything else."""
        arrows = len(entries)
        while arrows and entries[arrows - 1].kind == "arrow":
            arrows -= 1
        return [*entries[:arrows], *sorted(entries[arrows:], key=lambda each: self._place[each.key])]

    def _line(self, entry: OutlineEntry, unmarked: str) -> str:
        match entry.kind:
            case "path":
                return ARROW
            case "break":
                return BREAK
            case "arrow":
                return f"{ARROW} {self._target(entry.key)}"
            case "step":
                step, label = self._steps[entry.key], self._labels.get(entry.key)
                return write_line(step, self._grammar, unmarked=unmarked, label=label)

    def _target(self, key: str) -> str:
        label = self._labels.get(key)
        return f"{LABEL}{label}" if label is not None else escape_name(self._steps[key].name, self._grammar)
