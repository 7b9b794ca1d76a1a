"""Acknowledgements against the history: every one has a row of its element, by the person who gave it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from facetstore.storage.engines.engine import Engine
from facetstore.storage.verifying.faults import Fault, Part
from facetstore.usecases.acknowledging.read_versions import GIVEN

NUMBER: Final = "SELECT count(*) FROM acknowledgement WHERE tenant = :tenant"
# The text of such a row begins with the version. Joined, not looked up: an element may have thousands of both.
UNKNOWN: Final = """
    SELECT a.version, a.person
      FROM acknowledgement a
           LEFT JOIN (SELECT h.element, h.actor, substr(h.change, :begin, 36) AS version FROM history h
                       WHERE h.tenant = :tenant AND h.kind = :given) g
                  ON g.element = a.element AND g.actor = a.person AND g.version = a.version
     WHERE a.tenant = :tenant AND g.actor IS NULL
     ORDER BY a.version, a.person
"""
_BEGIN: Final = len('{"versionId":"') + 1


async def check_acknowledgements(engine: Engine, tenant: int) -> AsyncIterator[Part]:
    """Check the acknowledgements of a tenant."""
    named = {"tenant": tenant}
    ((number,),) = await engine.fetch(NUMBER, named)
    unknown = await engine.fetch(UNKNOWN, {**named, "given": GIVEN, "begin": _BEGIN})
    faults = tuple(
        Fault(f"acknowledgement of {version} by {person}", "the history does not know it")
        for version, person in unknown
    )
    yield Part("acknowledgements", int(str(number)), faults)
