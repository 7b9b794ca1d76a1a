"""Confirmed reviews against the history: the last one of every version has a row, by the person who has confirmed it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from facetstore.storage.engines.engine import Engine
from facetstore.storage.verifying.faults import Fault, Part
from facetstore.usecases.review_dates.reviewing import CONFIRMED

NUMBER: Final = "SELECT count(*) FROM review_date WHERE tenant = :tenant AND person IS NOT NULL"
UNKNOWN: Final = """
    SELECT r.version, r.person FROM review_date r
     WHERE r.tenant = :tenant AND r.person IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM history h
                        WHERE h.tenant = r.tenant AND h.element = r.element AND h.kind = :confirmed
                          AND h.version = r.version AND h.actor = r.person)
     ORDER BY r.version
"""


async def check_reviews(engine: Engine, tenant: int) -> AsyncIterator[Part]:
    """Check the confirmed reviews of a tenant."""
    ((number,),) = await engine.fetch(NUMBER, {"tenant": tenant})
    unknown = await engine.fetch(UNKNOWN, {"tenant": tenant, "confirmed": CONFIRMED})
    faults = tuple(
        Fault(f"review of {version} by {person}", "the history does not know it") for version, person in unknown
    )
    yield Part("reviews", int(str(number)), faults)
