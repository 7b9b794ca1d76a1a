"""Comments against the history: every one is named by a row of its element, and belongs to a thread on the same element."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from facetstore.storage.engines.engine import Engine
from facetstore.storage.verifying.faults import Fault, Part
from facetstore.usecases.commenting.changing_threads import ADDED

NUMBER: Final = "SELECT count(*) FROM comment WHERE tenant = :tenant"
STRAYS: Final = """
    SELECT c.id FROM comment c
     WHERE c.tenant = :tenant
       AND NOT EXISTS (SELECT 1 FROM comment f
                        WHERE f.tenant = c.tenant AND f.id = c.thread AND f.thread = f.id AND f.element = c.element)
     ORDER BY c.id
"""
UNKNOWN: Final = """
    SELECT c.id FROM comment c
     WHERE c.tenant = :tenant
       AND NOT EXISTS (SELECT 1 FROM history h
                        WHERE h.tenant = c.tenant AND h.element = c.element AND h.kind = :added
                          AND h.change LIKE '%' || c.id || '%')
     ORDER BY c.id
"""


async def check_comments(engine: Engine, tenant: int) -> AsyncIterator[Part]:
    """Check the comments of a tenant. Their texts are in no history, because they can be deleted."""
    named = {"tenant": tenant}
    ((number,),) = await engine.fetch(NUMBER, named)
    strays = await engine.fetch(STRAYS, named)
    unknown = await engine.fetch(UNKNOWN, {**named, "added": ADDED})
    faults = (
        *(Fault(f"comment {id_}", "its thread is not there") for (id_,) in strays),
        *(Fault(f"comment {id_}", "the history does not know it") for (id_,) in unknown),
    )
    yield Part("comments", int(str(number)), faults)
