"""The commit that all changes of a commit group wait for."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field


@dataclass(slots=True, kw_only=True)
class Commit:
    """No change returns before its commit: neither that it is stored nor what it read of others is known until then."""

    is_over: bool = False
    failure: Exception | None = None
    """Why nothing was committed."""
    _waiting: list[asyncio.Future[None]] = field(default_factory=list)

    async def wait(self) -> None:
        """Wait for it; raises what it failed with. Each change waits for a future of its own, so one can be cancelled alone."""
        if not self.is_over:
            told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(told)
            await told
        elif self.failure is not None:
            raise self.failure

    def tell(self, failure: Exception | None) -> None:
        """End the waiting: it is committed, or has failed."""
        self.is_over, self.failure = True, failure
        for told in self._waiting:
            if told.done():  # cancelled meanwhile
                continue
            if failure is None:
                told.set_result(None)
            else:
                told.set_exception(failure)
