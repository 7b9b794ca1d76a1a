"""The port for job processes, which do the work that would delay other requests.

Threads share the interpreter's lock, so anything that takes more than a few milliseconds of Python goes to another process. A
job is a function of a module, without side effects, whose arguments and result can be pickled. Sending it to a process costs
about a millisecond, so work that is certainly small is done in place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Jobs(Protocol):
    """Runs jobs: a bounded number at a time, and one at a time for each tenant."""

    async def run(self, tenant: int, job: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
        """The result of a job.

        Raises TooCostly for one that needs more time or memory than a job may have, Unavailable if too many are waiting or if
        its process ends or does not answer.
        """
        ...

    @property
    def slow(self) -> Jobs:
        """For jobs that may take several times as long: apart from all others, so that none waits for them."""
        ...

    async def close(self) -> None: ...


class _InPlace:
    """Runs jobs at once in the calling process: small ones, and all in commands and tests, where no request is delayed."""

    async def run(self, tenant: int, job: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
        return job(*arguments, **named)

    @property
    def slow(self) -> Jobs:
        return self

    async def close(self) -> None:
        pass


IN_PLACE: Final[Jobs] = _InPlace()
