"""How long somebody has to wait who failed before: a little at first, twice as long each time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SECOND: Final = 1_000_000
"""Times are microseconds."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How much is taken from one who fails."""

    free: int
    """How often he may fail before he has to wait."""
    longest: int
    """Microseconds of the longest wait."""
    memory: int
    """Microseconds after which nothing is known of him any more."""

    def wait(self, failed: int) -> int:
        """Microseconds between the last of some failures and the next attempt."""
        beyond = failed - self.free
        return 0 if beyond < 0 else min(self.longest, SECOND << min(beyond, 40))


OF_PAIR: Final = Patience(free=5, longest=60 * SECOND, memory=24 * 3600 * SECOND)
"""With the name of one account from one address: others there may try it, too, so its owner is not shut out for long."""
OF_NAME: Final = Patience(free=100, longest=30 * SECOND, memory=24 * 3600 * SECOND)
"""With the name of one account from wherever: many addresses together guess no more than twice a minute."""
OF_DEVICE: Final = Patience(free=5, longest=900 * SECOND, memory=24 * 3600 * SECOND)
"""In a browser in which the owner of the account has signed in before: what fails elsewhere does not count."""
OF_ADDRESS: Final = Patience(free=50, longest=900 * SECOND, memory=3600 * SECOND)
"""From one address, behind which a whole company may sit."""
OF_BEGINNING: Final = Patience(free=300, longest=60 * SECOND, memory=3600 * SECOND)
"""From one address, of those who go to a provider and do not come back. Each leaves a row behind for a while."""
LONGEST_MEMORY: Final = max(each.memory for each in (OF_PAIR, OF_NAME, OF_DEVICE, OF_ADDRESS, OF_BEGINNING))
