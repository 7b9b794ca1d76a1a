"""The audit: sign-ins, refused attempts, and changes of access.

A row about a change is added in the transaction of that change. A row about a refusal has a transaction of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from facetstore.domain.access import Audience
from facetstore.domain.audit import KINDS, AuditRow, NewAuditRow
from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.domain.values import parse_guid
from facetstore.metamodel.model import Metamodel
from facetstore.query.options import DEFAULT_PAGE_SIZE, Page
from facetstore.query.parameters import Parameters


class AuditWanted(NamedTuple):
    """Which rows are requested; an empty field matches any. Rows about what the audience may not open are left out."""

    audience: Audience

    kinds: tuple[str, ...] = ()
    subject: str | None = None
    actor: str | None = None


class Audit(Protocol):
    """The audit of one tenant. Rows about a change are added in its transaction instead (`Writer.history`)."""

    async def add(self, entry: NewAuditRow, actor: str | None, address: str | None) -> None:
        """Add a row in a transaction of its own. If the tenant does not exist, no row is added, and it takes as long."""
        ...

    async def list(self, wanted: AuditWanted, limit: int, offset: int) -> Sequence[AuditRow]:
        """The rows that match, newest first."""
        ...


async def list_audit(
    audit: Audit, audience: Audience, given: Mapping[str, str], page: Page | None
) -> Sequence[AuditRow]:
    """The rows that a caller requests and may read, newest first. Raises UnknownName, InvalidParameter."""
    parameters = Parameters(given)
    wanted = AuditWanted(
        audience,
        parameters.names("kind", KINDS) or (),
        parameters.read("subject", lambda text: parse_guid(text) or text),
        parameters.read("actor", _parse_actor),
    )
    parameters.check()
    page = page or Page(DEFAULT_PAGE_SIZE)
    return await audit.list(wanted, page.size, (page.number - 1) * page.size)


def _parse_actor(text: str) -> str:
    if (guid := parse_guid(text)) is None:
        error = f"actor takes the id of a person or token, not {text!r}."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, "actor")])
    return guid


@lru_cache(maxsize=1024)
def audited_facets(metamodel: Metamodel) -> frozenset[str]:
    """The facets of the administrative types."""
    return frozenset(each.facet for each in metamodel.types.values() if each.administrative)
