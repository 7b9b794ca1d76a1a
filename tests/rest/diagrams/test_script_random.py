"""Random flows as scripts through the service and back: what was written is read, in three cultures, whatever stood there before."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

import pytest

from facetstore.flow_script.script_reader import read_script
from facetstore.flow_script.script_steps import FlowStep, NamedElement
from facetstore.flow_script.script_writer import write_script
from tests.flow_script.flows import GRAMMAR
from tests.support import company
from tests.support.api import Database
from tests.support.changing import DIAGRAM, Changing
from tests.support.proof import record, sampled

CULTURES: Final = (1033, 1031, 1036)
SETTINGS: Final = replace(company.SETTINGS, optional_cultures=(1031, 1036))
FLOWS: Final = sampled(2000, 12)
NAMES: Final = (
    "A", "B?", "yes", "?", "@x", "a @b", "b #c !d", "- x", "-> y", "---", "1. z", "•  b", "[[q]]", "x]]y|z", "^l", "%foo bar",
    "(p", "( x", "a\\b", "\\", "é", "|00000000000000000000000000000000", "Ärger", "a  b",
)  # fmt: skip
_STEPS: Final = (*GRAMMAR.marks, *3 * (GRAMMAR.step,))
_SYSTEM: Final = "#"
"""A mark whose elements are of one type alone, so that a name means one element."""


def any_flow(random: Random, called: str) -> list[FlowStep]:
    """A flow without any order: loops, several beginnings, steps that nothing leads to, and a process that is called."""
    size = random.randint(1, 14)
    density = random.choice((0.5, 1, 2, 4)) / size
    return [_step(random, number, size, density, called if number == size // 2 else None) for number in range(size)]


def _step(random: Random, number: int, size: int, density: float, called: str | None) -> FlowStep:
    before = tuple(str(other) for other in range(size) if other != number and random.random() < density)
    if called is not None and random.random() < 0.5:
        return FlowStep(str(number), None, "Called", before, {}, called)
    type_ = random.choice(_STEPS)
    named = {_SYSTEM: (NamedElement(random.choice(NAMES)),)} if type_ == GRAMMAR.step and random.random() < 0.3 else {}
    return FlowStep(str(number), type_, random.choice(NAMES), before, named)


class Process:
    """A process of a tenant with three cultures."""

    def __init__(self, changing: Changing) -> None:
        self.changing = changing
        self.called = self._made("Called")
        self.address = f"{DIAGRAM}/{self._made('Written')}/content?format=script&create=true"

    def _made(self, name: str) -> str:
        (made,) = self.changing.update({"type": "subProcess", "attributes": {"name": {"1033": name}}})
        return str(made["id"])

    def read(self, culture: int) -> str:
        return self.changing.get(f"{self.address}&culture={culture}").text

    def write(self, script: str, culture: int) -> None:
        self.changing.write(f"{self.address}&culture={culture}", {"script": script})


@pytest.fixture
def process(database: Database) -> Iterator[Process]:
    changing = Changing(database, settings=SETTINGS)
    yield Process(changing)
    changing.close()


def translated(script: str, word: str) -> str:
    """The same flow with the steps that are not called named as none was before: a line that is called as another one was would be that."""
    steps = read_script(script, GRAMMAR).steps
    return write_script(
        [each if each.is_called else replace(each, name=f"{word} {each.name}") for each in steps], GRAMMAR
    )


@pytest.mark.one_engine
def test_a_script_becomes_a_flow_and_the_flow_the_same_script(process: Process) -> None:
    for seed in range(FLOWS):
        script = write_script(any_flow(Random(seed), process.called), GRAMMAR)
        process.write(script, 1033)
        printed = process.read(1033)
        assert (seed, printed) == (seed, without_ids(script, process.called))
        others = {culture: translated(process.read(culture), f"{culture}.{seed}") for culture in CULTURES[1:]}
        for culture, text in others.items():
            process.write(text, culture)
        assert (seed, process.read(1033)) == (seed, printed)
        for culture, text in others.items():
            assert (seed, culture, process.read(culture)) == (seed, culture, text)
    record("Scripts to flows and back, in three cultures", FLOWS, "equal")


def without_ids(script: str, called: str) -> str:
    """A script says the id of what is called only where it is needed; it is printed without."""
    return script.replace(f"|{called}", "")
