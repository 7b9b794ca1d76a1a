"""Reads a whole tenant of another server: asks until every element that an answer names was asked for.

Lists of every view come first. Elements without versions stand in the lists of the view that shows everything; all others are asked for
one by one, with their versions and diagrams. Every answer is in the log before its elements are looked at, so a copy that was killed
asks only what it has not asked yet. The order of questions does not matter for the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from facetstore.domain.values import parse_guid
from facetstore.exchange.bundle_reading import Progress
from facetstore.exchange.pull import questions
from facetstore.exchange.pull.answer_log import AnswerLog
from facetstore.exchange.pull.earlier_answers import EarlierAnswers
from facetstore.exchange.pull.questions import DETAIL, Question
from facetstore.exchange.pull.remote import Remote, RemoteAnswer, RemoteFailure, RemoteOutcome
from facetstore.exchange.pull.remote_reading import (
    Item,
    Reference,
    RemoteView,
    read_items,
    read_names,
    read_object,
    read_views,
    reference_to,
    references_in,
    related_in,
)
from facetstore.exchange.pull.work_queue import Work, WorkQueue
from facetstore.metamodel.model import Metamodel

MOST_ELEMENTS: Final = 2_000_000
"""A server that names more elements than this is taken for one that never ends."""
_MOST_FACETS: Final = 1_000
_MOST_VIEWS: Final = 100


@dataclass(slots=True)
class Tree:
    """Where elements stand: their parents, and their places among siblings."""

    places: dict[str, tuple[str | None, int]] = field(default_factory=dict)

    def note(self, parent: str, children: Sequence[Reference]) -> None:
        for position, child in enumerate(children):
            known = self.places.get(child.id)
            if known is None or known[0] is None:
                self.places[child.id] = parent, position

    def note_root(self, id_: str, position: int) -> None:
        self.places.setdefault(id_, (None, position))


@dataclass(slots=True)
class FoundElements:
    """What was found on a server, by the questions whose answers hold it."""

    facets: dict[str, Sequence[RemoteView]] = field(default_factory=dict)
    elements: dict[str, Reference] = field(default_factory=dict)
    pages: dict[str, list[Question]] = field(default_factory=dict)
    """By facet, the lists that show elements whole."""
    versions: dict[str, Question] = field(default_factory=dict)
    """By element, the list of its versions."""
    singles: dict[str, Question] = field(default_factory=dict)
    """By element or version, the answer that shows it whole because no list does."""
    contents: dict[str, Question] = field(default_factory=dict)
    """By version, or by element without versions, its diagram."""
    tree: Tree = field(default_factory=Tree)
    not_there: dict[str, Reference] = field(default_factory=dict)
    """Elements that answers name and that the server does not show."""
    unaddressed: int = 0
    """Entries of lists that name no element."""


class Pulling:
    """One reading of one server into one log."""

    def __init__(
        self,
        remote: Remote,
        log: AnswerLog,
        metamodel: Metamodel,
        progress: Progress | None = None,
        earlier: EarlierAnswers | None = None,
    ) -> None:
        self._remote = remote
        self._log = log
        self._metamodel = metamodel
        self._queue = WorkQueue("reading", progress)
        self._whole: dict[str, frozenset[str]] = {}
        """Elements that a list shows whole, with the names of their attributes and contexts."""
        self._names: dict[frozenset[str], frozenset[str]] = {}
        self._walked: set[str] = set()
        self._earlier = earlier
        self._put_off: list[Work] | None = []
        """Single elements, asked for after all lists: those show many of them whole, and what has changed."""
        self.found = FoundElements()

    async def read_all(self) -> FoundElements:
        """Everything that the token may read. Raises RemoteFailure."""
        self._queue.add(self._read_facets)
        await self._queue.run()
        put_off, self._put_off = self._put_off or [], None
        for work in put_off:
            self._queue.add(work)
        await self._queue.run()
        self._log.sync()
        return self.found

    async def ask(self, question: Question, element: str = "") -> RemoteAnswer:
        """The answer from the log; of an element that did not change, the earlier one; else that of the server."""
        answer = self._log.get(question.address)
        if answer is None:
            answer = self._earlier.answer(question, element) if self._earlier is not None else None
            if answer is None:
                answer = await self._remote.ask(question)
                self._drop_secrets(answer)
            self._log.put(question.address, answer)
        return answer

    def _later(self, work: Work) -> None:
        if self._put_off is None:
            self._queue.add(work)
        else:
            self._put_off.append(work)

    def _drop_secrets(self, answer: RemoteAnswer) -> None:
        """Take away what tokens do not show here: some servers show their secrets, which must not reach a disk."""
        body = answer.body if isinstance(answer.body, dict) else {}
        items = body.get("elements", body.get("values"))
        roles = self._metamodel.roles
        known = self._metamodel.types[roles.token].properties
        for item in items if isinstance(items, list) else ():
            attributes = item.get("attributes") if isinstance(item, dict) and item.get("type") == roles.token else None
            if isinstance(attributes, dict):
                item["attributes"] = {name: values for name, values in attributes.items() if name in known}

    # Facets, views and lists

    async def _read_facets(self) -> None:
        for each in (questions.STORAGE_INFO, questions.CALLER, questions.REVISION):
            answer = await self.ask(each)
            if each is questions.STORAGE_INFO:
                read_object(each, answer)
        names = read_names(questions.FACETS, await self.ask(questions.FACETS))
        if len(names) > _MOST_FACETS:
            raise RemoteFailure(f"The server names more than {_MOST_FACETS:,} facets.")
        for name in names:
            self._queue.add(partial(self._read_facet, name))

    async def _read_facet(self, facet: str) -> None:
        question = questions.views(facet)
        views = read_views(question, await self.ask(question))
        if len(views) > _MOST_VIEWS:
            raise RemoteFailure(f"The server names more than {_MOST_VIEWS} views of the facet {facet[:60]!r}.")
        self.found.facets[facet] = views
        if any(each.name == DETAIL for each in views):
            await self.ask(questions.config(facet, DETAIL))
            await self._read_list(facet, RemoteView(DETAIL, False))
        shows_children = any(
            each in self.found.tree.places for each, at in self.found.elements.items() if at.facet == facet
        )
        for view in views:
            if view.name != DETAIL:
                self._queue.add(partial(self._read_view, facet, view, walks=not shows_children))

    async def _read_view(self, facet: str, view: RemoteView, *, walks: bool) -> None:
        roots = await self._read_list(facet, view)
        if not view.is_hierarchical:
            return
        for position, root in enumerate(roots):
            self.found.tree.note_root(root.id, position)
            if walks:
                # Lists of this server do not show who is below whom: the tree has to be walked.
                self._queue.add(partial(self._read_children, facet, view.name, root))

    async def _read_children(self, facet: str, view: str, parent: Reference) -> None:
        question = questions.children(facet, view, parent.id)
        if parent.id in self._walked:
            return
        self._walked.add(parent.id)
        answer = await self.ask(question)
        if answer.outcome is not RemoteOutcome.GIVEN:
            return
        below = [each for item in read_items(question, answer) if (each := reference_to(item, facet)) is not None]
        self.found.tree.note(parent.id, below)
        for child in below:
            self._find(child)
            self._queue.add(partial(self._read_children, facet, view, child))

    async def _read_list(self, facet: str, view: RemoteView) -> Sequence[Reference]:
        """Every page of a list, until one brings nothing new. A server that ignores pages sends the first one again and again."""
        seen: dict[str, Reference] = {}
        page = 0
        while True:
            page += 1
            question = questions.listing(facet, view.name, page, "" if view.name == DETAIL else "children")
            answer = await self.ask(question)
            if answer.outcome is not RemoteOutcome.GIVEN:
                return list(seen.values())
            items = read_items(question, answer)
            fresh = self._read_page(facet, view, question, items, seen)
            if not fresh or len(items) > questions.PAGE_SIZE:
                return list(seen.values())

    def _read_page(
        self, facet: str, view: RemoteView, question: Question, items: Sequence[Item], seen: dict[str, Reference]
    ) -> int:
        before = len(seen)
        if view.name == DETAIL and items:
            self.found.pages.setdefault(facet, []).append(question)
        for item in items:
            reference = reference_to(item, facet)
            if reference is None:
                self.found.unaddressed += 1
                continue
            if view.name == DETAIL and reference.id not in self._whole:
                self._whole[reference.id] = self._named(item)
                if self._earlier is not None:
                    self._earlier.compare(reference.id, item)
            seen.setdefault(reference.id, reference)
            self._find(reference)
            self._look_at(item, reference)
        return len(seen) - before

    # Elements

    def _find(self, reference: Reference) -> None:
        """Note an element, and ask for what its list does not show of it."""
        if reference.id in self.found.elements:
            return
        if len(self.found.elements) >= MOST_ELEMENTS:
            raise RemoteFailure(f"The server names more than {MOST_ELEMENTS:,} elements; its lists may have no end.")
        self.found.elements[reference.id] = reference
        if reference.is_versioned:
            self._later(partial(self._read_versions, reference))
        elif reference.id not in self._whole:
            self._later(partial(self._read_single, reference, reference.id))

    async def _read_versions(self, reference: Reference) -> None:
        question = questions.versions(reference.facet, reference.id)
        answer = await self.ask(question, reference.id)
        items = read_items(question, answer) if answer.outcome is RemoteOutcome.GIVEN else ()
        if not items:
            await self._read_single(reference, reference.id)
            return
        self.found.versions[reference.id] = question
        # Of some servers versions lack what the list shows: then each is asked for by itself.
        is_reduced = not any(self._whole.get(reference.id, frozenset()) <= self._named(each) for each in items)
        for item in items:
            self._look_at(item, reference)
            if is_reduced and (version := _guid(item.get("versionId"))) is not None:
                await self._read_single(reference, version)

    async def _read_single(self, reference: Reference, id_: str) -> None:
        if id_ in self._whole and not reference.is_versioned:
            return  # a list has shown it since
        question = questions.element(reference.facet, id_)
        answer = await self.ask(question, reference.id)
        items = read_items(question, answer) if answer.outcome is RemoteOutcome.GIVEN else ()
        if not items:
            self.found.not_there[reference.id] = reference
            return
        self.found.singles[id_] = question
        for item in items[:1]:
            self._look_at(item, reference)

    def _look_at(self, item: Item, reference: Reference) -> None:
        """Find what an item names: children, the shapes of its diagram, and what it refers to."""
        below = references_in(item, "children")
        if below:
            self.found.tree.note(reference.id, below)
        shown = references_in(item, "content")
        if self._earlier is not None and self._is_settled(item):
            self._earlier.follow(reference.id, [each.id for each in shown])
        for each in (*below, *shown):
            self._find(each)
        for entries in related_in(item).values():
            for entry in entries:
                if (named := reference_to(entry)) is not None:
                    self._find(named)
        if shown or self._has_diagram(reference.type):
            whose = _guid(item.get("versionId")) or reference.id
            if whose not in self.found.contents and not (reference.is_versioned and whose == reference.id):
                self.found.contents[whose] = question = questions.content(reference.facet, whose)
                self._later(partial(self._read_content, question, reference))

    async def _read_content(self, question: Question, reference: Reference) -> None:
        answer = await self.ask(question, reference.id)
        if answer.outcome is not RemoteOutcome.GIVEN:
            return
        for item in read_items(question, answer):
            if (shape := reference_to(item, reference.facet)) is not None:
                self._find(shape)

    def _is_settled(self, item: Item) -> bool:
        """Whether a version is out of drafting: flow objects change with their diagram, and do not show in any list."""
        type_, state = item.get("type"), item.get("state")
        known = (
            self._metamodel.state_of.get((type_, state)) if isinstance(type_, str) and isinstance(state, str) else None
        )
        return known is not None and known.visible

    def _has_diagram(self, type_name: str) -> bool:
        element_type = self._metamodel.type(type_name)
        return element_type is not None and bool(element_type.content) and not element_type.content_is_children

    def _named(self, item: Item) -> frozenset[str]:
        """The names of the attributes and contexts of an item; equal sets are stored once."""
        attributes = item.get("attributes")
        names = frozenset((*(attributes if isinstance(attributes, dict) else ()), *related_in(item)))
        return self._names.setdefault(names, names)


def _guid(value: object) -> str | None:
    return parse_guid(value) if isinstance(value, str) else None
