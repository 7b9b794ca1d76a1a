"""Random flows: any graph, any type, and names with every mark in them."""

from random import Random
from typing import Final

from facetstore.flow_script.script_steps import FlowStep, NamedElement, References
from facetstore.metamodel.loader import load_standard
from facetstore.metamodel.script_grammar import Grammar

GRAMMAR: Final[Grammar] = load_standard().grammar
_TYPES: Final = (*GRAMMAR.marks, *3 * (GRAMMAR.step,), "noSuchMark", None)
NAMES: Final = (
    "A", "B?", "yes", "", "?", "@x", "a @b", "b #c !d", "- x", "-> y", "---", "1. z", "•  b", "[[q]]", "x]]y|z", "^l", "%foo bar",
    "(p", "( x", "a\\b", "\\", "n\nl", "\r", "\t", " lead ", "tail ", "a  b", "é", "\u00a0n\u2028", "|00000000000000000000000000000000",
)  # fmt: skip
_ID: Final = "6f9619ff-8b86-d011-b42d-00c04fc964ff"


def any_flow(seed: int) -> list[FlowStep]:
    """A flow without any order: loops, several beginnings, steps that nothing leads to."""
    random = Random(seed)
    size = random.randint(1, 16)
    density = random.choice((0.5, 1, 2, 4)) / size
    return [_step(random, number, size, density) for number in range(size)]


def _step(random: Random, number: int, size: int, density: float) -> FlowStep:
    before = tuple(str(other) for other in range(size) if other != number and random.random() < density)
    type_ = random.choice(_TYPES)
    id_ = _ID if type_ is None and random.random() < 0.2 else None
    return FlowStep(str(number), type_, random.choice(NAMES), before, _references(random), id_)


def _references(random: Random) -> References:
    return {mark: _named(random) for mark in GRAMMAR.references if random.random() < 0.1}


def _named(random: Random) -> tuple[NamedElement, ...]:
    names = [each for each in random.choices(NAMES, k=random.randint(1, 2)) if each] or ["A"]
    return tuple(NamedElement(each, random.choice((None, None, _ID))) for each in names)
