"""How long to wait after failed attempts: a little at first, then twice as long each time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SECOND: Final = 1_000_000
"""Times are microseconds."""


@dataclass(frozen=True, slots=True)
class Patience:
    """The limits for one kind of failure."""

    free: int
    """Failures before the first wait."""
    longest: int
    """Microseconds of the longest wait."""
    memory: int
    """Microseconds after which the failures are forgotten."""

    def wait(self, failed: int) -> int:
        """Microseconds to wait between the last of some failures and the next attempt."""
        beyond = failed - self.free
        return 0 if beyond < 0 else min(self.longest, SECOND << min(beyond, 40))


OF_PAIR: Final = Patience(free=5, longest=60 * SECOND, memory=24 * 3600 * SECOND)
"""One account name from one address. Others there may try it, too, so the wait is short and does not lock out the owner."""
OF_NAME: Final = Patience(free=100, longest=30 * SECOND, memory=24 * 3600 * SECOND)
"""One account name from any address: many addresses together cannot guess more than twice a minute."""
OF_DEVICE: Final = Patience(free=5, longest=900 * SECOND, memory=24 * 3600 * SECOND)
"""In a browser in which the owner of the account has signed in before: failures elsewhere do not count."""
OF_ADDRESS: Final = Patience(free=50, longest=900 * SECOND, memory=3600 * SECOND)
"""One address, which a whole company may share."""
OF_RECOVERY: Final = Patience(free=5, longest=900 * SECOND, memory=3600 * SECOND)
"""One address that asks for links by mail."""
OF_BEGINNING: Final = Patience(free=300, longest=60 * SECOND, memory=3600 * SECOND)
"""One address, for sign-ins that go to a provider and do not return. Each leaves a row in the database for a while."""
LONGEST_MEMORY: Final = max(
    each.memory for each in (OF_PAIR, OF_NAME, OF_DEVICE, OF_ADDRESS, OF_RECOVERY, OF_BEGINNING)
)
