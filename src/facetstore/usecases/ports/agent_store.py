"""The port for agents that persons have signed in: grants, and the secrets that belong to them.

Times are microseconds since 1970 UTC. Secrets are passed only as digests.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol


class SecretKind(StrEnum):
    """What a secret is for."""

    CODE = "code"
    ACCESS = "access"
    REFRESH = "refresh"


class AgentGrant(NamedTuple):
    """What a user has allowed a program to do."""

    id: str
    element: str
    client: str
    name: str
    scope: str
    created: int
    used: int
    expires: int


class AgentSecret(NamedTuple):
    """A secret of a grant. A code has a challenge and the address that it was sent to."""

    digest: str
    kind: SecretKind
    expires: int
    challenge: str = ""
    redirect: str = ""


class Exchanged(NamedTuple):
    """A code or a refresh token that was presented, with its grant."""

    secret: AgentSecret
    grant: AgentGrant


class AgentGrants(Protocol):
    """The grants of one tenant."""

    async def holder(self, digest: str, now: int) -> tuple[AgentGrant, int] | None:
        """The grant of an access token, and when the token expires; None if there is none, or if it has expired."""
        ...

    async def add(self, grant: AgentGrant, code: AgentSecret, most: int) -> None:
        """Store a grant in the place of an earlier one of the same user and program. Of a user's grants the newest stay."""
        ...

    async def exchange(
        self,
        presented: tuple[SecretKind, str],
        fits: Callable[[Exchanged], bool],
        new: Sequence[AgentSecret],
        now: int,
    ) -> AgentGrant | None:
        """Put new secrets in the place of one that works once. None: there is none that fits.

        A secret that was used before, or does not fit, ends its grant: another program has it.
        """
        ...

    async def of(self, element: str, now: int) -> Sequence[AgentGrant]:
        """The grants of a user, the newest first."""
        ...

    async def end(self, element: str, id_: str) -> AgentGrant | None:
        """End a grant of a user, and return it; None if there is no such grant."""
        ...

    async def end_by(self, digest: str) -> AgentGrant | None:
        """End the grant that a secret belongs to, and return it; None if there is none."""
        ...
