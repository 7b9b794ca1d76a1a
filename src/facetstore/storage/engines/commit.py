"""A commit that several wait for, who made their changes in one transaction."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field


@dataclass(slots=True, kw_only=True)
class Commit:
    """Nobody is told anything before it: not that his change is stored, and not what he found of others'."""

    is_over: bool = False
    failure: Exception | None = None
    """Why nothing was committed."""
    _waiting: list[asyncio.Future[None]] = field(default_factory=list)

    async def wait(self) -> None:
        """Wait for it; raises what it failed with. Each waits by himself: one who is given up disturbs no other."""
        if not self.is_over:
            told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(told)
            await told
        elif self.failure is not None:
            raise self.failure

    def tell(self, failure: Exception | None) -> None:
        """It is over: committed, or failed."""
        self.is_over, self.failure = True, failure
        for told in self._waiting:
            if told.done():  # given up meanwhile
                continue
            if failure is None:
                told.set_result(None)
            else:
                told.set_exception(failure)
