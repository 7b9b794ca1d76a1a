"""Filters and orders made from their grammar, and such that are nearly of it."""

from random import Random
from typing import Final

from tests.rest.finding.hostile_filters import PAYLOADS, quoted
from tests.walls.fuzz.words import CULTURES, FIELDS, IDS, NUMBERS, PROPERTIES, STATES, TIMES, TYPES

_OPERATORS: Final = (
    "-eq", "-ne", "-gt", "-ge", "-lt", "-le", "-like", "eq", "ne", "Equal", "-EQ", "-xx", "=", "-in", "NotEqual",
)  # fmt: skip
_FUNCTIONS: Final = ("Contains", "StartsWith", "EndsWith", "contains", "Matches")
_JOINTS: Final = ("AND", "OR", "and", "or", "AND NOT", "OR NOT", "XOR", "")
_DEPTHS: Final = (2, 31, 32, 33, 80)
_ODD: Final = ("'", "(", ")", ",", "-", "/", "''", "NOT", "\x00", "\t", "%27", "\u200b", "1033", "name", "--", "{", "$")


def filter_text(rng: Random, depth: int = 0) -> str:
    """A filter; one in five has a mistake in it."""
    made = _clause(rng) if depth > 2 or rng.random() < 0.5 else _joined(rng, depth)
    return broken(rng, made) if depth == 0 and rng.random() < 0.2 else made


def order_text(rng: Random) -> str:
    made = ",".join(f"{_left(rng)}{rng.choice(('', ' asc', ' desc', ' DESC'))}" for _ in range(rng.randint(1, 4)))
    return broken(rng, made) if rng.random() < 0.2 else made


def broken(rng: Random, text: str) -> str:
    """The text with a piece lost, doubled or put in."""
    at, end = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
    return rng.choice((text[:at] + text[end:], text[:end] + text[at:], text[:at] + rng.choice(_ODD) + text[at:]))


def _joined(rng: Random, depth: int) -> str:
    match rng.randint(0, 9):
        case 0:
            count = rng.choice(_DEPTHS)
            return "(" * count + _clause(rng) + ")" * count
        case 1:
            return "NOT " * rng.choice(_DEPTHS) + _clause(rng)
        case 2:
            return f" {rng.choice(('AND', 'OR'))} ".join(_clause(rng) for _ in range(rng.choice((3, 20, 99, 101))))
        case 3:
            return f"NOT ({filter_text(rng, depth + 1)})"
        case _:
            return f"({filter_text(rng, depth + 1)}) {rng.choice(_JOINTS)} {filter_text(rng, depth + 1)}"


def _clause(rng: Random) -> str:
    match rng.randint(0, 9):
        case 0:
            return f"IsNull({_left(rng)})"
        case 1 | 2 | 3:
            return f"{rng.choice(_FUNCTIONS)}({_left(rng)},{_value(rng)})"
        case 4:
            return f"{_left(rng)} -in ({','.join(_value(rng) for _ in range(rng.choice((1, 2, 5, 200))))})"
        case _:
            return f"{_left(rng)} {rng.choice(_OPERATORS)} {_value(rng)}"


def _left(rng: Random) -> str:
    match rng.randint(0, 9):
        case 0 | 1 | 2:
            return rng.choice(FIELDS)
        case 3:
            return f"{rng.choice(PROPERTIES)}/{rng.choice(CULTURES)}"
        case 4 | 5:
            return f"{rng.choice(PROPERTIES)}/{rng.choice((*PROPERTIES, *FIELDS))}"
        case 6:
            return "name"
        case _:
            return rng.choice(PROPERTIES)


def _value(rng: Random) -> str:
    match rng.randint(0, 7):
        case 0:
            return rng.choice(NUMBERS)
        case 1:
            return rng.choice(("true", "false", "null", "TRUE"))
        case 2:
            return quoted(rng.choice(TIMES))
        case 3:
            return quoted(rng.choice((*IDS, *STATES, *TYPES)))
        case 4:
            return quoted(rng.choice(NUMBERS))
        case _:
            return quoted(rng.choice(PAYLOADS))
