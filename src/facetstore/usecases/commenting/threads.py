"""Threads of comments on an element, as far as the caller may see them.

Every caller who may open an element may read its threads, with two exceptions: viewers see no thread that was begun about a draft, and a thread on a
shape is hidden with the shape. Counts are made after that.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from facetstore.domain.callers import Caller
from facetstore.domain.rights import Rights, moderates, rights_of
from facetstore.regional.time_zones import TimeZone, time_zone, to_local
from facetstore.usecases.judging import facts_of_mark
from facetstore.usecases.ports.comment_store import StoredComment
from facetstore.usecases.ports.rows import CARD_MARK, ElementRow, NamedRow
from facetstore.usecases.ports.selections import NOTHING, ContentOf, TheseElements
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.reading.accessing import access_row
from facetstore.usecases.reading.comparing import render_actor
from facetstore.usecases.tenancy import Reading


class Thread(NamedTuple):
    """The comments of a thread, the first one of all at the beginning."""

    comments: Sequence[StoredComment]

    @property
    def first(self) -> StoredComment:
        return self.comments[0]

    @property
    def is_open(self) -> bool:
        return self.first.resolved == 0


async def list_threads(reading: Reading, storage: Storage, facet: str, element_id: str) -> Sequence[Mapping[str, Any]]:
    """The threads of an element and its shapes, the oldest first. Raises NotFound, Forbidden."""
    row = await access_row(reading, element_id, NOTHING, facet)
    comments = await storage.notices(reading.served.tenant).comments.about(row.element)
    seen = threads_of(comments, drafts=reading.caller.sees_drafts)
    shapes = {each.first.shape for each in seen} - {None}
    if shapes and not reading.caller.audience.sees_all:
        shown = {each.label for each in await reading.names.names(ContentOf((row.key,)))}
        seen = [each for each in seen if each.first.shape is None or each.first.shape in shown]
    return await _rendered(reading, row, seen)


def threads_of(comments: Sequence[StoredComment], *, drafts: bool) -> list[Thread]:
    """The threads that these comments are, the oldest first; without `drafts`, those that were begun about what viewers see."""
    found: dict[str, list[StoredComment]] = {
        each.id: [each] for each in comments if each.begins and (drafts or each.public)
    }
    for each in comments:
        if not each.begins and each.thread in found:
            found[each.thread].append(each)
    return [Thread(each) for each in found.values()]


def may_resolve(caller: Caller, rights: Rights, first: StoredComment) -> bool:
    """Whether a caller may resolve a thread and open it again: who began it, and who may change or approve the element."""
    return caller.principal == first.author or rights.edit is None or rights.approve is None


def may_delete(caller: Caller, comment: StoredComment) -> bool:
    return caller.principal == comment.author or moderates(caller)


async def _rendered(reading: Reading, row: ElementRow, seen: Sequence[Thread]) -> Sequence[Mapping[str, Any]]:
    ids = {id_ for thread in seen for each in thread.comments for id_ in (each.author, *each.mentions)}
    ids |= {each.first.resolver for each in seen if each.first.resolver is not None}
    rows = await reading.names.names(TheseElements(tuple(sorted(ids)))) if ids else ()
    people = {each.element: each for each in rows}
    metamodel, zone = reading.served.metamodel, time_zone(reading.served.settings.time_zone)
    mark = row.mark + (CARD_MARK.encode() + row.diagrams if row.diagrams else b"")
    rights = rights_of(reading.caller, facts_of_mark(metamodel, mark, row.zone))
    rendering = _Rendering(reading, people, zone)
    return [rendering.thread(each, rights) for each in seen]


class _Rendering(NamedTuple):
    """How threads are shown to one caller: people that the caller does not see are left out."""

    reading: Reading
    people: Mapping[str, NamedRow]
    zone: TimeZone

    def thread(self, thread: Thread, rights: Rights) -> Mapping[str, Any]:
        first = thread.first
        resolved = {
            "resolvedOn": to_local(first.resolved, self.zone) if first.resolved else None,
            "resolvedBy": self.person(first.resolver),
        }
        return {
            "id": first.id,
            "versionId": first.version,
            **({} if first.shape is None else {"shapeId": first.shape}),
            "isOpen": thread.is_open,
            **{name: value for name, value in resolved.items() if value is not None},
            "mayResolve": may_resolve(self.reading.caller, rights, first),
            "comments": [self.comment(each) for each in thread.comments],
        }

    def comment(self, comment: StoredComment) -> Mapping[str, Any]:
        by, mentions = self.person(comment.author), self.mentioned(comment.mentions)
        return {
            "id": comment.id,
            **({} if by is None else {"by": by}),
            "on": to_local(comment.created, self.zone),
            "text": comment.text,
            "mentions": mentions,
            "mayDelete": bool(comment.text) and may_delete(self.reading.caller, comment),
        }

    def mentioned(self, ids: Collection[str]) -> Sequence[Mapping[str, Any]]:
        return [found for each in ids if (found := self.person(each)) is not None]

    def person(self, id_: str | None) -> Mapping[str, Any] | None:
        row = self.people.get(id_ or "")
        return None if row is None else {"id": row.element, **render_actor(self.reading, row)}
