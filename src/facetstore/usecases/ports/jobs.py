"""Job processes as use cases need them: where work is done that would hold up everybody else's requests.

Threads share the interpreter's lock, so anything that takes more than a few milliseconds of Python goes to another process. A job is
a function of a module, without side effects, whose arguments and result can be pickled. A hop costs about a millisecond: what is
small for sure is done in place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Jobs(Protocol):
    """Runs jobs, a bounded number at a time, one at a time of each tenant."""

    async def run(self, tenant: int, job: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
        """The result of a job.

        Raises TooCostly for one that needs more time or memory than a job may have, Unavailable where too many wait or a process was
        killed.
        """
        ...

    async def close(self) -> None: ...


class _InPlace:
    """Runs jobs at once where they are asked for: in commands and tests there is nobody to hold up."""

    async def run(self, tenant: int, job: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
        return job(*arguments, **named)

    async def close(self) -> None:
        pass


IN_PLACE: Final[Jobs] = _InPlace()
