"""Every public read of a tenant as one walk: each question goes to one server, and what it says leads to the next ones.

A check compares each answer with that of another server; a conformance report looks at its shape.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, NamedTuple

from facetstore.domain.values import parse_guid
from facetstore.exchange.bundle_reading import Progress
from facetstore.exchange.pull import questions
from facetstore.exchange.pull.questions import Question
from facetstore.exchange.pull.remote import Remote, RemoteAnswer, RemoteOutcome
from facetstore.exchange.pull.remote_reading import (
    Item,
    Reference,
    read_items,
    read_names,
    read_views,
    reference_to,
    references_in,
)
from facetstore.exchange.pull.work_queue import WorkQueue

_MOST_PAGES: Final = 100_000


class Asked(NamedTuple):
    """A question of an operation, and its answer."""

    operation: str
    question: Question
    answer: RemoteAnswer
    facet: str = ""


Visit = Callable[[Asked], Awaitable[None]]


class QuestionKit:
    """Asks one server everything; `visit` gets each answer. `most` elements of each facet are asked for by themselves."""

    def __init__(
        self, remote: Remote, visit: Visit, *, most: int | None = None, progress: Progress | None = None
    ) -> None:
        self._remote = remote
        self._visit = visit
        self._most = most
        self._queue = WorkQueue("asking", progress)
        self._seen: set[str] = set()
        self._by_facet: dict[str, int] = {}
        self.asked = 0

    async def run(self) -> None:
        """Ask everything. Raises RemoteFailure."""
        self._queue.add(self._facets)
        await self._queue.run()

    async def _ask(self, operation: str, question: Question, facet: str = "") -> RemoteAnswer:
        answer = await self._remote.ask(question)
        self.asked += 1
        await self._visit(Asked(operation, question, answer, facet))
        return answer

    async def _facets(self) -> None:
        await self._ask("storage info", questions.STORAGE_INFO)
        for facet in read_names(questions.FACETS, await self._ask("facets", questions.FACETS)):
            self._queue.add(partial(self._facet, facet))

    async def _facet(self, facet: str) -> None:
        question = questions.views(facet)
        for view in read_views(question, await self._ask("views", question, facet)):
            await self._ask("config", questions.config(facet, view.name), facet)
            self._queue.add(partial(self._list, facet, view.name))
        await self._ask("reporting", questions.reporting(facet), facet)

    async def _list(self, facet: str, view: str) -> None:
        known: set[str] = set()
        for page in range(1, _MOST_PAGES):
            question = questions.listing(facet, view, page)
            answer = await self._ask("elements", question, facet)
            items = read_items(question, answer) if answer.outcome is RemoteOutcome.GIVEN else ()
            references = [each for item in items if (each := reference_to(item, facet)) is not None]
            for item in items:
                self._find(item, facet, view)
            before = len(known)
            known.update(each.id for each in references)
            if len(known) == before or len(items) > questions.PAGE_SIZE:
                return

    def _find(self, item: Item, facet: str, view: str = questions.DETAIL) -> None:
        reference = reference_to(item, facet)
        if reference is None or reference.id in self._seen:
            return
        number = self._by_facet.get(reference.facet, 0)
        if self._most is not None and number >= self._most:
            return
        self._by_facet[reference.facet] = number + 1
        self._seen.add(reference.id)
        self._queue.add(partial(self._element, reference, view))

    async def _element(self, reference: Reference, view: str) -> None:
        facet, id_ = reference.facet, reference.id
        question = questions.element(facet, id_)
        answer = await self._ask("element", question, facet)
        await self._ask("attributes", questions.attributes(facet, id_), facet)
        await self._ask("related", questions.related(facet, id_), facet)
        items = read_items(question, answer) if answer.outcome is RemoteOutcome.GIVEN else ()
        for item in items[:1]:
            if references_in(item, "children"):
                await self._ask("children", questions.children(facet, view, id_), facet)
            if reference.is_versioned:
                await self._versions(reference)
            elif references_in(item, "content"):
                await self._content(facet, id_)

    async def _versions(self, reference: Reference) -> None:
        question = questions.versions(reference.facet, reference.id)
        answer = await self._ask("versions", question, reference.facet)
        for item in read_items(question, answer) if answer.outcome is RemoteOutcome.GIVEN else ():
            given = item.get("versionId")
            version = parse_guid(given) if isinstance(given, str) else None
            if version is not None:
                await self._ask("element", questions.element(reference.facet, version), reference.facet)
                if references_in(item, "content"):
                    await self._content(reference.facet, version)

    async def _content(self, facet: str, id_: str) -> None:
        question = questions.content(facet, id_)
        answer = await self._ask("content", question, facet)
        for item in read_items(question, answer) if answer.outcome is RemoteOutcome.GIVEN else ():
            self._find(item, facet)
