"""The same client for programs that do other things while they wait: every method is awaited, every iterator is async."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

import httpx

from facetstore_client import operations
from facetstore_client.models import Element, Event, Facet, File, Hit, Me, Proposal, Task, Transition, View
from facetstore_client.operations import Operation, Received
from facetstore_client.refusals import RETRIED, refusal_of, seconds_before
from facetstore_client.tables import rows_of

if TYPE_CHECKING:
    import pandas
    import polars

T = TypeVar("T")


class AsyncClient:
    """A storage, for one token. Requests that the server is too busy for are sent again, as it asks for."""

    def __init__(
        self,
        address: str,
        token: str,
        *,
        attempts: int = 5,
        timeout: float = 60,
        transport: httpx.AsyncBaseTransport | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`address` is that of the storage: https://HOST/COLLECTION/STORAGE."""
        headers = {"authorization": f"Bearer {token}", "accept": "application/json"}
        base = f"{address.rstrip('/')}/_api/"
        self._http = httpx.AsyncClient(base_url=base, headers=headers, timeout=timeout, transport=transport)
        self._attempts = attempts
        self._sleep = sleep

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def send(self, operation: Operation[T]) -> T:
        """The answer of an operation. Raises FacetstoreError, and what httpx raises when the server is not reached."""
        for attempt in range(self._attempts):
            is_last = attempt == self._attempts - 1
            try:
                response = await self._http.request(
                    operation.method,
                    operation.path,
                    params=operation.parameters or None,
                    json=operation.body,
                    content=operation.content,
                    headers=dict(operation.headers),
                )
            except httpx.TransportError:
                if is_last or not operation.is_safe_twice:
                    raise
                await self._sleep(seconds_before(attempt, None))
                continue
            if response.is_success:
                return operation.read(Received(response.content, response.headers))
            if is_last or response.status_code not in RETRIED:
                raise refusal_of(response.status_code, response.content)
            await self._sleep(seconds_before(attempt, response.headers.get("retry-after")))
        raise AssertionError("at least one attempt is made")

    async def me(self) -> Me:
        return await self.send(operations.ME)

    async def facets(self) -> list[Facet]:
        return await self.send(operations.FACETS)

    def facet(self, name: str) -> AsyncFacetClient:
        """The elements of one facet."""
        return AsyncFacetClient(self, name)

    async def search(self, words: str, *, size: int = 20, **more: Any) -> list[Hit]:
        """Elements with these words, best first; `more` are other parameters, such as `types`."""
        return await self.send(operations.search(words, {"$pageSize": size, **more}))

    async def new_version(self, element: str) -> Element:
        """A new draft of a released element."""
        return await self.send(operations.new_version(element))

    async def transitions(self, element: str) -> list[Transition]:
        """The steps that the state offers, and what keeps you from each."""
        return await self.send(operations.transitions(element))

    async def take(self, element: str, transition: str, *, ignore_warnings: bool = False, **given: str) -> Element:
        """Take a step; `given` are texts that go with it, such as `reason` and `message`."""
        return await self.send(operations.take(element, transition, given, ignore_warnings=ignore_warnings))

    async def tasks(self, *, states: Sequence[str] = (), size: int = 100) -> AsyncIterator[Task]:
        """Your tasks: the open ones, or those in these states."""
        number, found = 1, await self.send(operations.tasks(1, size, states))
        while found:
            for each in found:
                yield each
            number += 1
            found = await self.send(operations.tasks(number, size, states)) if len(found) == size else []

    async def accept(self, task: str) -> Task:
        return await self.send(operations.decide(task, "accept", None))

    async def decline(self, task: str, reason: str) -> Task:
        return await self.send(operations.decide(task, "decline", {"reason": reason}))

    async def proposals(self) -> list[Proposal]:
        """What agents propose."""
        return await self.send(operations.PROPOSALS)

    async def events(self, after: str = "0", *, size: int = 500, **more: Any) -> AsyncIterator[Event]:
        """What changed since a cursor, until now. Keep the id of the last event: it is the cursor behind it."""
        while True:
            found = await self.send(operations.events(after, {"$pageSize": size, **more}))
            for each in found.values:
                yield each
            if found.next == after:
                return
            after = found.next


class AsyncFacetClient:
    """The elements of one facet."""

    def __init__(self, client: AsyncClient, name: str) -> None:
        self._client = client
        self.name = name

    async def views(self) -> list[View]:
        return await self._client.send(operations.views(self.name))

    async def elements(
        self,
        *,
        view: str = "list",
        filter: str | None = None,  # noqa: A002 (the word of the interface)
        order: str | None = None,
        select: Sequence[str] | None = None,
        size: int = 500,
        **more: Any,
    ) -> AsyncIterator[Element]:
        """The elements of a view, a page at a time; `more` are other parameters, such as `asOf`."""
        query = {"$filter": filter, "$orderby": order, "$select": select, "$pageSize": size, **more}
        page = await self._client.send(operations.page(self.name, view, query))
        for each in page.elements:
            yield each
        while page.next is not None:
            page = await self._client.send(operations.page_at(page.next))
            for each in page.elements:
                yield each

    async def get(self, id_: str, **more: Any) -> Element:
        """One element; the id of a version selects that version."""
        return await self._client.send(operations.element(self.name, id_, more))

    async def create(self, type_: str, attributes: Mapping[str, Any], **more: Any) -> Element:
        """A new element; `more` may have `parent` and `related`."""
        return (await self.write([{"type": type_, "attributes": attributes, **more}]))[0]

    async def update(
        self, id_: str, *, if_match: str | None = None, reason: str | None = None, **changes: Any
    ) -> Element:
        """Change an element: `attributes`, `related`. What is not given stays. With `if_match` only if it is as it was read."""
        return (await self.write([{"id": id_, **changes}], if_match=if_match, reason=reason))[0]

    async def write(
        self,
        elements: Sequence[Mapping[str, Any]],
        *,
        if_match: str | None = None,
        reason: str | None = None,
        dry_run: bool = False,
    ) -> list[Element]:
        """Change and create up to 1,000 elements, all or none of them."""
        return await self._client.send(
            operations.write(self.name, elements, if_match=if_match, reason=reason, dry_run=dry_run)
        )

    async def delete(self, id_: str, *, if_match: str | None = None, reason: str | None = None) -> None:
        await self._client.send(operations.delete(self.name, id_, if_match=if_match, reason=reason))

    async def files(self, id_: str) -> list[File]:
        return await self._client.send(operations.files(self.name, id_))

    async def upload(self, id_: str, name: str, content: bytes) -> File:
        return await self._client.send(operations.upload(self.name, id_, name, content))

    async def download(self, id_: str, file: str) -> bytes:
        return await self._client.send(operations.download(self.name, id_, file))

    async def rows(self, *, culture: int, **more: Any) -> list[dict[str, Any]]:
        """A row for each element: ids, type, state, every attribute in one culture, and the ids of what it refers to."""
        return rows_of([each async for each in self.elements(**more)], culture)

    async def to_pandas(self, *, culture: int, **more: Any) -> pandas.DataFrame:
        """The rows as a table of pandas."""
        import pandas

        return pandas.DataFrame(await self.rows(culture=culture, **more))

    async def to_polars(self, *, culture: int, **more: Any) -> polars.DataFrame:
        """The rows as a table of polars."""
        import polars

        return polars.DataFrame(await self.rows(culture=culture, **more), infer_schema_length=None)
