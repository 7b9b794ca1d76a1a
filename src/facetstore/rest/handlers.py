"""What every handler gets and gives: a call, a reading, and the content of the answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from facetstore.domain.errors import InvalidBody
from facetstore.query.options import ReadOptions, parse_options
from facetstore.rest.answer import Content
from facetstore.rest.call import Call, parse_query
from facetstore.rest.collection import Collector
from facetstore.rest.rendering import ElementRenderer, TenantTexts
from facetstore.usecases.elements import Elements
from facetstore.usecases.ports import Children, PagedSelection, Slice, Storage
from facetstore.usecases.presentation import Presentation
from facetstore.usecases.tenancy import Reading


@dataclass(frozen=True, slots=True)
class Exchange:
    """One call being answered for one caller of one tenant."""

    call: Call
    reading: Reading
    texts: TenantTexts
    storage: Storage
    collector: Collector
    allowed: frozenset[str]
    """The `$`-parameters the operation takes."""

    def options(self) -> ReadOptions:
        return _options(self.call.query_string, self.allowed) if self.call.query_string else ReadOptions()

    def parameter(self, name: str) -> str:
        return self.call.parameters[name]

    def renderer(self, elements: Elements) -> ElementRenderer:
        return ElementRenderer(self.texts, elements, self.reading.served)

    async def collect(
        self, presentation: Presentation, selection: PagedSelection | Children, slice_: Slice | None
    ) -> Sequence[bytes] | None:
        """The elements of a list, put together from those rendered before; None where it must be read as a whole."""
        if not presentation.is_near:
            return None
        return await self.collector.collect(self.reading, self.texts, presentation, selection, slice_)


@lru_cache(maxsize=4096)
def _options(query_string: bytes, allowed: frozenset[str]) -> ReadOptions:
    return parse_options(parse_query(query_string), allowed)


Handler = Callable[[Exchange], Awaitable[Content]]


def refuse_body(exchange: Exchange) -> None:
    """A read by POST has no body; one that has is meant for another operation, or a mistake (decision 1)."""
    if exchange.call.has_body:
        raise InvalidBody("This operation takes no body.")
