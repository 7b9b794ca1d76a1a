"""Time and new ids under control, so that two worlds made one after the other carry the same ones."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final
from uuid import UUID

import pytest

from facetstore.regional.time_zones import local_now
from facetstore.usecases import writing
from facetstore.usecases.tokens import issuing

_START: Final = 1_800_000_000_000_000_000
_SECOND: Final = 1_000_000_000


@dataclass
class Stopped:
    """The clock and the source of ids. Both go by the step: within one, time stands still and ids are counted from one on."""

    step: int = 0
    made: int = 0

    def begin(self, step: int) -> None:
        self.step, self.made = step, 0

    def clock(self) -> int:
        return _START + self.step * _SECOND

    def new_id(self) -> UUID:
        self.made += 1
        return UUID(made_id(self.step, self.made))


def made_id(step: int, number: int) -> str:
    """The id that a step gives to the first, second … thing it makes."""
    return f"1d000000-0000-4000-8000-{step:06d}{number:06d}"


@contextmanager
def stopped() -> Iterator[Stopped]:
    """Everything in this process goes by the clock and the ids that are yielded."""
    found = Stopped()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time_ns", found.clock)
        # Its default was bound when the function was made.
        patch.setattr(local_now, "__kwdefaults__", {"clock": found.clock})
        for module in (writing, issuing):
            patch.setattr(module, "uuid4", found.new_id)
        yield found
