"""What every handler gets and returns: a call, a reading, and the content of the response."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote, urlencode

from facetstore.domain.callers import Caller
from facetstore.domain.element_files import LARGEST_FILE
from facetstore.domain.errors import Finding, InvalidBody, InvalidParameter
from facetstore.domain.tenant import TenantAddress
from facetstore.query.options import AS_OF, ReadOptions, parse_options, spelled
from facetstore.rest.operations.collection import Collected, Collector, ListWanted
from facetstore.rest.operations.heads import TenantTexts
from facetstore.rest.operations.rendering import ElementRenderer
from facetstore.rest.wire.answer import Content, Header
from facetstore.rest.wire.bounded_caches import cached_if_short
from facetstore.rest.wire.call import TOKEN_NAME, Call, parse_query
from facetstore.usecases.feed.waking import Streams
from facetstore.usecases.people.sign_in import SignIn
from facetstore.usecases.ports.import_formats import NO_FORMATS, Formats
from facetstore.usecases.ports.job_runner import IN_PLACE, Jobs
from facetstore.usecases.ports.receivers import NO_RECEIVERS, Receivers
from facetstore.usecases.ports.signing_keys import NO_SIGNATURES, Signatures
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.table_formats import NO_TABLES, TableFormats
from facetstore.usecases.ports.template_store import NO_TEMPLATES, Templates
from facetstore.usecases.reading.narrowing import in_culture
from facetstore.usecases.reading.presentation import Elements
from facetstore.usecases.reading.sides import Earlier
from facetstore.usecases.tenancy import Reading, ServedTenant, Tenancy

_PLACES: Final = ("$page", "$pageSelectionKey", "$cursor", TOKEN_NAME)
"""Parameters that a link to another page leaves out: the position of this page, and the token."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One call being answered for one caller of one tenant."""

    call: Call
    reading: Reading
    texts: TenantTexts
    storage: Storage
    collector: Collector
    allowed: frozenset[str]
    """The parameters the operation takes."""
    sign_in: SignIn
    batched: Callable[[Hashable, Any], Awaitable[Content]]
    """Stores a small change, as one batch with others of the same key that arrive at once. Returns the response to it."""
    earlier: Earlier
    """Reads the same tenant for the same caller as it was."""
    again: Callable[[], Awaitable[Reading]]
    """Authenticates the same caller again, and reads the tenant as it is now. Raises Unauthenticated, Forbidden."""
    streams: Streams
    """The live responses of this process."""
    templates: Templates = NO_TEMPLATES
    """The templates of new tenants."""
    jobs: Jobs = IN_PLACE
    """Runs work that takes long."""
    largest_file: int = LARGEST_FILE
    """Bytes of a file that is uploaded."""
    signatures: Signatures = NO_SIGNATURES
    """Signs release records."""
    formats: Formats = NO_FORMATS
    """The formats of files that can be imported."""
    tables: TableFormats = NO_TABLES
    """The formats of tables that can be exported."""
    receivers: Receivers = NO_RECEIVERS
    """Sends to the receivers of webhooks."""
    mails: bool = False
    """Whether this service sends mail."""

    def options(self) -> ReadOptions:
        if not self.call.query_string:
            return ReadOptions()
        options = _options(self.call.query_string, self.allowed)
        return options if options.culture is None else in_culture(options, self.reading.served.settings)

    @property
    def query(self) -> Mapping[str, Sequence[str]]:
        """The query parameters, those of the operation under their own spelling."""
        return _spelled(self.call.query_string, self.allowed) if self.call.query_string else {}

    def given(self) -> Mapping[str, str]:
        """The parameters without a dollar sign. `options` refuses those that are given twice."""
        query = self.query
        return {name: query[name][-1] for name in self.allowed & query.keys() if not name.startswith("$")}

    async def note_changes(self, revision: int) -> None:
        """Read at once what this request has changed, if anything is cached, so that the next read need not."""
        tenant, log = self.reading.served.tenant.key, self.collector.log
        if log.is_behind(tenant, revision) and (revisions := await self.storage.revisions(tenant)) is not None:
            await log.until(tenant, revisions)

    def parameter(self, name: str) -> str:
        return self.call.parameters[name]

    def renderer(self, elements: Elements) -> ElementRenderer:
        return ElementRenderer(self.texts, elements, self.reading)

    async def collect(self, wanted: ListWanted) -> Collected | None:
        """The elements of a list, assembled from cached ones; None where the list must be read as a whole."""
        if self.reading.is_past:
            return None  # the cached ones are of today
        return await self.collector.collect(self.reading, self.texts, wanted)

    def link(self, cursor: str | None) -> list[Header]:
        """The Link header of the page after a cursor, as a list; empty without a cursor."""
        if cursor is None:
            return []
        query = {name: values[-1] for name, values in self.query.items() if name not in _PLACES}
        encoded = urlencode({**query, "$cursor": cursor}, safe="$,/:'()", quote_via=quote)
        return [(b"link", f'<{self.call.base}{quote(self.call.path)}?{encoded}>; rel="next"'.encode("ascii"))]


@dataclass(frozen=True, slots=True)
class Entrance:
    """A request that may have no known caller, to a tenant that may not exist."""

    call: Call
    address: TenantAddress
    served: ServedTenant | None
    caller: Caller | None
    storage: Storage
    tenancy: Tenancy
    sign_in: SignIn
    mails: bool = False
    """Whether this service sends mail."""


def may_name_moment(call: Call) -> bool:
    """Whether the query of a request may have the parameter asOf, in any spelling."""
    return b"asof" in call.query_string.lower() or b"%" in call.query_string


def read_flag(exchange: Exchange, name: str) -> bool:
    """A flag of the query, or of the path where that has it. Raises InvalidParameter."""
    given = exchange.query.get(name)
    text = (given[-1] if given else exchange.call.parameters.get(name, "false")).casefold()
    if text not in ("true", "false"):
        raise InvalidParameter(f"{name} takes true or false, not {text!r}.")
    return text == "true"


def given_moment(call: Call, *, reads_past: bool) -> str | None:
    """The moment as of which a request reads; None: the present. Raises InvalidParameter for an operation that has no past."""
    if not may_name_moment(call):
        return None
    given = spelled(parse_query(call.query_string), (AS_OF,)).get(AS_OF)
    if not given:
        return None
    error = None
    if not reads_past:
        error = "asOf is for reads of what the storage held: this operation only knows the present. Leave asOf out."
    elif len(given) > 1:
        error = f"asOf is given {len(given)} times; give it once."
    if error is not None:
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, AS_OF)])
    return given[0]


@cached_if_short(1024)
def _options(query_string: bytes, allowed: frozenset[str]) -> ReadOptions:
    return parse_options(_spelled(query_string, allowed), allowed)


def _spelled(query_string: bytes, allowed: frozenset[str]) -> Mapping[str, Sequence[str]]:
    return spelled(parse_query(query_string), allowed)


Handler = Callable[[Any], Awaitable[Content]]
"""Takes an Exchange; that of a route without authentication takes an Entrance."""


async def refuse_body(call: Call) -> None:
    """Raise InvalidBody for a read whose body says something: it is meant for another operation, or a mistake (D1.3)."""
    if call.has_body and not await call.says_nothing():
        raise InvalidBody("This operation takes no body.")
