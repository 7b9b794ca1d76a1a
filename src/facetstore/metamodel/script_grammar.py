"""How flows are written as scripts: which marks stand for which types and contexts (`standard/script.yaml`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from facetstore.metamodel.plain import Plain, entries, items, section, word, words
from facetstore.metamodel.yaml_source import Problem


@dataclass(frozen=True)
class Grammar:
    """What the marks at the beginning of a line and within it mean."""

    step: str
    """The type of a line without a mark."""
    decision: str
    """The type of a line without a mark that ends in a question mark."""
    answer: str
    """The type of a line without a mark that is the head of a branch of a decision."""
    marks: Mapping[str, str]
    """Type → the mark at the beginning of its lines. A line of any other type names its type."""
    begins: frozenset[str]
    """Types that begin a flow: nothing leads to them by their place."""
    ends: frozenset[str]
    """Types that end a flow: nothing follows them by its place."""
    splits: frozenset[str]
    """Types whose indented lines are branches, also in the first line of a branch."""
    references: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Mark within a line → the contexts it may mean: the first that the type of the line has."""

    @cached_property
    def types(self) -> Mapping[str, str]:
        """Mark at the beginning of a line → its type."""
        return {mark: type_ for type_, mark in self.marks.items()}


def build_grammar(whole: Plain) -> Grammar:
    """The grammar of scripts, from checked plain data."""
    script = section(whole, "script")
    lines = entries(script, "lines")
    return Grammar(
        step=str(script["step"]),
        decision=str(script["decision"]),
        answer=str(script["answer"]),
        marks={type_: str(each["mark"]) for type_, each in lines.items()},
        begins=_placed(lines, "begins"),
        ends=_placed(lines, "ends"),
        splits=_placed(lines, "splits"),
        references={str(each["mark"]): words(each, "contexts") for each in items(script, "references")},
    )


def _placed(lines: Mapping[str, Plain], place: str) -> frozenset[str]:
    return frozenset(type_ for type_, each in lines.items() if word(each, "place") == place)


def check_marks(script: Plain) -> Iterator[Problem]:
    """Check that no mark means two things, and that what has no mark of its own can be written with one."""
    lines = entries(script, "lines")
    at_start = [(("script", "lines", type_, "mark"), word(each, "mark")) for type_, each in lines.items()]
    within = [
        (("script", "references", index, "mark"), word(each, "mark"))
        for index, each in enumerate(items(script, "references"))
    ]
    for marks in (at_start, within):
        seen: set[str | None] = set()
        for path, mark in marks:
            if mark in seen:
                yield Problem(path, f"The mark {mark!r} is used twice.")
            seen.add(mark)
    for key in ("step", "decision", "answer"):
        if script and word(script, key) not in lines:
            yield Problem(("script", key), f"{word(script, key)!r} needs a mark in `lines`, too.")
