"""What a run has proven: counts scaled to the kind of run, and a record of them for docs/explanation/proof.md."""

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, TypeVar

T = TypeVar("T")

POSTGRES_SAMPLE: Final = 5
"""Of how many cases that run on SQLite one also runs on PostgreSQL, unless the counts are full."""

POSTGRES_SHARE: Final = 4
"""Of how many tests of a file above storage that run on SQLite one also runs on PostgreSQL, unless the counts are full."""

LONG: Final = os.environ.get("FACETSTORE_LONG") == "1"
SHARE: Final = float(os.environ.get("FACETSTORE_SHARE", "1"))
"""The part of the full counts that a run with them does where a sample is enough: some take an hour."""


def scaled(full: int) -> int:
    """The count an issue names, or a tenth of it in an everyday run."""
    return full if LONG else max(1, full // 10)


def sampled(full: int, everyday: int) -> int:
    """The full count, or a smaller one where a tenth would still take most of an everyday run."""
    return max(everyday, round(full * SHARE)) if LONG else everyday


def one_in(number: int, cases: Iterable[T]) -> list[T]:
    """Every case, or one in so many in an everyday run."""
    return [*cases][:: 1 if LONG else number]


def sampled_on(engine: str, cases: Sequence[T]) -> Sequence[T]:
    """Every case on SQLite; on PostgreSQL, which takes three times as long, one in five in an everyday run."""
    return cases if LONG or engine != "postgres" else cases[::POSTGRES_SAMPLE]


def record(name: str, count: int, outcome: str, **figures: float | str) -> None:
    """Add one line to the file that FACETSTORE_PROOF names; without that name do nothing.

    One write in append mode, so that lines of parallel workers do not mix.
    """
    path = os.environ.get("FACETSTORE_PROOF")
    if path:
        line = json.dumps({"name": name, "count": count, "outcome": outcome, "figures": figures}, ensure_ascii=False)
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")


def advance(name: str, done: int, total: int) -> None:
    """Say how far a long count has come, in the file that FACETSTORE_PROGRESS names; without that name do nothing."""
    path = os.environ.get("FACETSTORE_PROGRESS")
    if path:
        Path(path).write_text(json.dumps({"name": name, "done": done, "total": total}), encoding="utf-8")
