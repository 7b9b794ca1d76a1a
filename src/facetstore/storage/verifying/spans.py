"""The spans of elements against the history."""

from __future__ import annotations

from collections.abc import AsyncIterator

from facetstore.storage.engines.engine import Engine
from facetstore.storage.rows.recorded_spans import RecordedSpans
from facetstore.storage.rows.span_rows import ElementSpan
from facetstore.storage.tenant_rows import TAKE
from facetstore.storage.verifying.faults import Fault, Part


async def check_spans(engine: Engine, tenant: int) -> AsyncIterator[Part]:
    """Check where elements stood in lists and trees, some elements at a time, each time in one state of the data."""
    after = ""
    while True:
        async with engine.snapshot() as session:
            spans = RecordedSpans(session.fetch, engine.dialect, tenant)
            elements = await spans.next_elements(after)
            if not elements:
                return
            checked = await spans.check(elements, await spans.definitions())
        after = elements[-1]
        faults = [_fault(each, is_stored=each in checked.stored) for each in checked.wrong]
        yield Part("spans of elements", len(checked.stored), tuple(faults))


async def rebuild_spans(engine: Engine, tenant: int) -> int:
    """Write those spans again that are not what the history says. Returns how many were not. Changes of the tenant wait meanwhile."""
    own = engine.for_tenant(tenant)
    async with own.change() as session:
        await session.fetch(TAKE[engine.dialect.name], {"tenant": tenant})
        return await RecordedSpans(session.fetch, engine.dialect, tenant).rebuild(session)


def _fault(span: ElementSpan, *, is_stored: bool) -> Fault:
    place = f"span of version {span.version} since revision {span.since}"
    return Fault(place, "it is not what the history says" if is_stored else "it is missing")
