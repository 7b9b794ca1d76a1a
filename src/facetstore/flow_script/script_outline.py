"""Where each step of a flow stands in its script: in a sequence, at the head of a branch, or behind an arrow.

Any graph has an outline. What its lines do not say by their place, arrows say by names.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from facetstore.flow_script.script_steps import FlowStep, successors
from facetstore.metamodel.script_grammar import Grammar

_FAR: Final = 80
"""How many steps of a branch are searched for the place where it meets the others."""
_MOST_LOOKS: Final = 60_000
"""How many connections are looked at in all of these searches. After that, arrows say where branches meet."""
_SHORT: Final = 3
"""A branch of up to so many steps stays indented."""
_DEEP: Final = 40
"""From this depth on, a branch is written at the left margin, and an arrow leads to it."""


@dataclass(slots=True)
class OutlineEntry:
    """A line of a script before it is written."""

    kind: Literal["step", "arrow", "path", "break"]
    key: str = ""
    """The step, or the target of an arrow."""
    below: list[OutlineEntry] = field(default_factory=list)
    is_head: bool = False


def outline(steps: Sequence[FlowStep], grammar: Grammar) -> list[OutlineEntry]:
    """The lines of a flow: what nothing leads to comes first, each with all that follows it."""
    return _OutlineMaking(steps, grammar).entries()


class _OutlineMaking:
    def __init__(self, steps: Sequence[FlowStep], grammar: Grammar) -> None:
        self._steps: Mapping[str, FlowStep] = {each.key: each for each in steps}
        self._order = {each.key: place for place, each in enumerate(steps)}
        self._after = successors(steps)
        self._grammar = grammar
        self._placed: set[str] = set()
        """The steps that have a line, or will have the line after some branches."""
        self._looks = 0
        self._loose = False
        """Whether the last step has nothing after it, though what comes next would follow it by its place."""

    def entries(self) -> list[OutlineEntry]:
        found: list[OutlineEntry] = []
        first = [key for key, each in self._steps.items() if not each.predecessors or self._begins(key)]
        for key in (*first, *self._steps):
            if key not in self._placed:
                if self._loose and not self._begins(key):
                    found.append(OutlineEntry("break"))
                self._loose = False
                self._sequence(key, None, 0, found)
        return found

    def _begins(self, key: str) -> bool:
        return self._steps[key].type in self._grammar.begins

    def _ends(self, key: str) -> bool:
        return self._steps[key].type in self._grammar.ends

    def _sequence(self, first: str, stop: str | None, level: int, into: list[OutlineEntry]) -> None:
        """Write a step and all that follows it, up to `stop`: the step that follows by its place."""
        key: str | None = first
        while key is not None:
            self._placed.add(key)
            entry = OutlineEntry("step", key)
            into.append(entry)
            key = self._go_on(key, stop, level, entry.below, into)

    def _go_on(
        self, key: str, stop: str | None, level: int, below: list[OutlineEntry], into: list[OutlineEntry]
    ) -> str | None:
        """Write what follows a step; returns the step that stands in the next line, if any."""
        after = self._after[key]
        if len(after) > 1 or (after and self._ends(key)):
            meeting = self._meeting(key, stop)
            if meeting is not None:
                self._placed.add(meeting)
            self._branches(key, meeting or stop, level + 1, below)
            return meeting
        if not after:
            self._finish(key, stop, into)
        elif self._can_follow(after[0], stop):
            return after[0]
        elif after[0] != stop:
            into.append(OutlineEntry("arrow", after[0]))
        return None

    def _finish(self, key: str, stop: str | None, into: list[OutlineEntry]) -> None:
        """Say that nothing follows a step, if something would follow it by its place."""
        if self._ends(key):
            return
        if stop is not None:
            into.append(OutlineEntry("break"))
        else:
            self._loose = True

    def _can_follow(self, key: str, stop: str | None) -> bool:
        return key not in self._placed and key != stop and not self._begins(key)

    def _branches(self, key: str, stop: str | None, level: int, into: list[OutlineEntry]) -> None:
        """Write the branches of a step: those with steps of their own, then the empty ones, then arrows."""
        empty: list[OutlineEntry] = []
        arrows: list[OutlineEntry] = []
        for head in self._after[key]:
            if head == stop:
                empty.append(OutlineEntry("path"))
            elif level > _DEEP or not self._can_follow(head, stop):
                arrows.append(OutlineEntry("arrow", head))
            else:
                into.append(self._branch(head, stop, level))
        into += [*empty, *arrows]

    def _branch(self, head: str, stop: str | None, level: int) -> OutlineEntry:
        """One branch. Its first step is its head, unless lines below the head would mean something else."""
        splits = self._steps[head].type in self._grammar.splits
        entry = OutlineEntry("step", head, is_head=True)
        many = len(self._after[head]) > 1 or (self._after[head] and self._ends(head))
        if splits and many and self._meeting(head, stop) is None:
            self._placed.add(head)
            self._branches(head, stop, level + 1, entry.below)
            return entry
        if splits or many:
            path = OutlineEntry("path")
            self._sequence(head, stop, level + 1, path.below)
            return path
        self._placed.add(head)
        following = self._go_on(head, stop, level + 1, [], entry.below)
        if following is not None:
            self._sequence(following, stop, level + 1, entry.below)
        return entry

    def _meeting(self, key: str, stop: str | None) -> str | None:
        """The step at which the branches of a step go on together, in the line after them; None if there is none."""
        heads = [each for each in self._after[key] if self._can_follow(each, stop)]
        reached = {head: self._reach(head, stop, key) for head in heads}
        shared: dict[str, list[int]] = {}
        for distances in reached.values():
            for each, distance in distances.items():
                shared.setdefault(each, []).append(distance)
        met = {each: distances for each, distances in shared.items() if len(distances) > 1}
        if met:
            # Of equal ones the last: it will have the last line, so the text read again has the same outline.
            return min(met, key=lambda each: (-len(met[each]), max(met[each]), sum(met[each]), -self._order[each]))
        return self._main_path(heads, reached, stop)

    def _reach(self, head: str, stop: str | None, splitting: str) -> Mapping[str, int]:
        """The steps that a branch leads to before `stop`, with their distances."""
        found = {head: 0}
        waiting = deque([head])
        while waiting and len(found) < _FAR and self._looks < _MOST_LOOKS:
            key = waiting.popleft()
            self._looks += len(self._after[key])
            for each in self._after[key]:
                if each not in found and each != splitting and self._can_follow(each, stop):
                    found[each] = found[key] + 1
                    waiting.append(each)
        return found

    def _main_path(self, heads: Sequence[str], reached: Mapping[str, Collection[str]], stop: str | None) -> str | None:
        """Where branches never meet, the longest goes on at the margin of its decision, after its head."""
        if stop is not None or not heads:
            return None
        longest = max(heads, key=lambda each: len(reached[each]))
        after = self._after[longest]
        if len(after) != 1 or self._ends(longest) or not self._can_follow(after[0], stop):
            return None
        return after[0] if len(reached[longest]) > _SHORT else None
