"""Asking: worlds one after the other, many questions each, until something differs or enough was asked."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Final

from facetstore.domain.callers import Role
from tests.support.api import Api
from tests.walls.oracle.comparing import difference
from tests.walls.oracle.questions import Asker, followed
from tests.walls.oracle.stopped import Stopped
from tests.walls.oracle.worlds import Answer, Question, Worlds

A_WORLD: Final = 100
SOME_OPERATIONS: Final = 25
"""How many questions are asked of one pair of worlds: of all operations, or of some."""
_WARMED: Final = 0.05
"""How often the administrator asks first, who sees all: nothing of that answer may come to the caller."""
_REFUSED: Final = 400


@dataclass
class Asked:
    """What a run has asked: how often each operation, what was answered, and the first answers that differed."""

    pairs: int = 0
    operations: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    leak: str | None = None

    def note(self, question: Question, answer: Answer) -> None:
        self.pairs += 1
        self.operations[question.route.name] += 1
        self.statuses[answer.status] += 1


def ask(
    apis: tuple[Api, Api],
    stopped: Stopped,
    seed: str,
    pairs: int,
    only: frozenset[str] | None = None,
    role: Role | None = None,
) -> Asked:
    """Ask pairs of worlds made from a seed, of all operations or of some, as callers of one role or of all; stops at the first
    difference."""
    asked = Asked()
    while asked.pairs < pairs:
        random = Random(f"{seed} {asked.pairs}")
        worlds = Worlds(apis, f"{seed}-{asked.pairs}", random, stopped, role)
        asker = Asker(worlds, random, only)
        for _ in range(A_WORLD if only is None else SOME_OPERATIONS):
            asked.leak = _pursue(worlds, asker.question(), random, asked)
            if asked.leak is not None:
                return asked
    return asked


def _pursue(worlds: Worlds, question: Question, random: Random, asked: Asked) -> str | None:
    """Ask, and go on from the answer; returns the first difference."""
    if random.random() < _WARMED:
        worlds.warm(question)
    one, other = worlds.ask(question)
    asked.note(question, one)
    if (found := difference(worlds, question, one, other)) is not None:
        return found
    for further in followed(question, one, random) if one.status == other.status else ():
        one, other = worlds.ask(further)
        asked.note(further, one)
        if further.route.writes and min(one.status, other.status) < _REFUSED:
            return f"A dry run was refused, and the same in earnest was not:\n{further}"
        if (found := difference(worlds, further, one, other)) is not None:
            return found
    return None
