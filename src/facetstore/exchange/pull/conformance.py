"""Whether a server speaks this interface: every answer is held against the shape that the specification gives it.

A server may show more than the specification names; that is listed, and is no fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from facetstore.exchange.bundle_reading import Progress
from facetstore.exchange.pull.question_kit import Asked, QuestionKit
from facetstore.exchange.pull.remote import Remote, RemoteOutcome

MOST_SHOWN: Final = 50
"""How many different findings of an operation are listed."""


class ShapeFinding(NamedTuple):
    """Where an answer has another shape. Places are the same for all entries of a list: `elements/*/id`."""

    place: str
    problem: str
    is_more: bool
    """Whether it is only more than the specification names."""


Look = Callable[[str, object], Sequence[ShapeFinding]]
"""Finds what is wrong with the answer at an address."""


@dataclass(slots=True)
class OperationReport:
    """What became of the questions of one operation."""

    asked: int = 0
    absent: int = 0
    """How many had no answer: the server does not have the operation, or nothing for this token."""
    wrong: int = 0
    findings: Counter[ShapeFinding] = field(default_factory=Counter)
    examples: dict[ShapeFinding, str] = field(default_factory=dict)
    """The first address at which each was found."""

    def add(self, address: str, found: Sequence[ShapeFinding]) -> None:
        self.wrong += any(not each.is_more for each in found)
        for each in dict.fromkeys(found):
            if each in self.findings or len(self.findings) < MOST_SHOWN:
                self.findings[each] += 1
                self.examples.setdefault(each, address)


class Conformance:
    """Asks a server everything, and reports by operation."""

    def __init__(self, remote: Remote, look: Look) -> None:
        self._remote = remote
        self._look = look
        self.operations: dict[str, OperationReport] = {}
        self.asked = 0

    async def run(self, *, most: int, progress: Progress | None = None) -> None:
        """Ask for the lists of all views, and for `most` elements of each facet by themselves. Raises RemoteFailure."""
        kit = QuestionKit(self._remote, self._visit, most=most, progress=progress)
        await kit.run()
        self.asked = kit.asked

    @property
    def wrong(self) -> int:
        """How many answers have another shape."""
        return sum(each.wrong for each in self.operations.values())

    async def _visit(self, asked: Asked) -> None:
        report = self.operations.setdefault(asked.operation, OperationReport())
        report.asked += 1
        if asked.answer.outcome is not RemoteOutcome.GIVEN:
            report.absent += 1
            return
        report.add(asked.question.address, self._look(asked.question.address, asked.answer.body))

    def page(self, base: str) -> Iterator[str]:
        """The report in Markdown, line by line."""
        yield f"# Conformance of {base}"
        yield ""
        yield f"{self.asked:,} questions, {self.wrong:,} answers of another shape than the specification gives them."
        yield ""
        yield "| Operation | Asked | No answer | Another shape |"
        yield "|---|---:|---:|---:|"
        for name, each in sorted(self.operations.items()):
            yield f"| {name} | {each.asked:,} | {each.absent:,} | {each.wrong:,} |"
        for name, each in sorted(self.operations.items()):
            yield from _findings(name, each)


def _findings(name: str, report: OperationReport) -> Iterator[str]:
    if not report.findings:
        return
    yield ""
    yield f"## {name}"
    yield ""
    for finding, count in sorted(report.findings.items(), key=lambda each: (each[0].is_more, -each[1], each[0])):
        more = "more than specified: " if finding.is_more else ""
        yield f"- `{finding.place or '(whole)'}`: {more}{finding.problem} ({count:,} ×, first at `{report.examples[finding]}`)"
