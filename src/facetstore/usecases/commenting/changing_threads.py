"""Changes of threads: a comment, a reply, a thread that is resolved or open again, and a comment that is deleted.

Each leaves a row in the history of the element, without the text: what is deleted or erased of a comment is nowhere else.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

from facetstore.domain.errors import Conflict, Finding, Forbidden, InvalidBody, InvalidValues, NotFound
from facetstore.domain.features import COMMENTS, check_activated
from facetstore.domain.values import parse_guid
from facetstore.usecases.commenting.threads import may_delete, may_resolve
from facetstore.usecases.editing.edit_locking import access_in
from facetstore.usecases.ports.comment_store import StoredComment
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.writing import Writing, new_id

LONGEST_COMMENT: Final = 4_000
"""Characters of one comment."""
MOST_MENTIONS: Final = 20
MOST_COMMENTS: Final = 1_000
"""Comments on one element and its shapes."""
ADDED: Final = "comment.added"
RESOLVED: Final = "comment.resolved"
REOPENED: Final = "comment.reopened"
DELETED: Final = "comment.deleted"
_NAMES: Final = ("text", "shape", "replyTo", "mentions")
_NONE: Final = "There is no such comment."


class GivenComment(NamedTuple):
    """A comment as its author gives it."""

    text: str
    shape: str | None
    reply_to: str | None
    mentions: tuple[str, ...]


def parse_comment(body: Any) -> GivenComment:
    """A comment from a body. Raises InvalidBody with every finding."""
    if not isinstance(body, dict):
        raise InvalidBody('A comment needs a text: {"text": "Who checks this?"}.')
    findings = [
        _wrong(f"A comment has no {name}; it takes {', '.join(_NAMES)}.", name) for name in body if name not in _NAMES
    ]
    text = body.get("text")
    if not isinstance(text, str) or not text.strip():
        findings.append(_wrong("A comment needs a text.", "text"))
    elif len(text.strip()) > LONGEST_COMMENT:
        findings.append(_wrong(f"A comment takes up to {LONGEST_COMMENT} characters, not {len(text.strip())}.", "text"))
    elif any(each < " " and each not in "\n\t\r" for each in text):
        findings.append(_wrong("A comment takes no control characters.", "text"))
    ids = {name: body.get(name) for name in ("shape", "replyTo")}
    findings += [
        _wrong(f"{name} takes an id.", name) for name, each in ids.items() if each is not None and _id(each) is None
    ]
    mentions = body.get("mentions") or []
    if not isinstance(mentions, list) or any(_id(each) is None for each in mentions):
        findings.append(_wrong("mentions takes a list of the ids of users.", "mentions"))
    elif len(mentions) > MOST_MENTIONS:
        findings.append(_wrong(f"A comment mentions up to {MOST_MENTIONS} users, not {len(mentions)}.", "mentions"))
    if ids["shape"] is not None and ids["replyTo"] is not None:
        findings.append(_wrong("A reply is about what its thread is about: leave shape out.", "shape"))
    if findings:
        raise InvalidBody(findings[0].error, findings)
    named = tuple(dict.fromkeys(filter(None, map(_id, mentions))))
    return GivenComment(str(text).strip(), _id(ids["shape"]), _id(ids["replyTo"]), named)


async def add_comment(writing: Writing, facet: str, element_id: str, given: GivenComment) -> str:
    """Store a comment and return its id. Raises NotFound, Forbidden, InvalidValues, Conflict."""
    stored = await access_in(writing, facet, element_id)
    check_activated(COMMENTS, writing.settings.deactivated_features)
    version, comments = stored.version, writing.writer.comments
    known = await comments.about(version.element)
    if len(known) >= MOST_COMMENTS:
        raise Conflict(f"An element has up to {MOST_COMMENTS} comments. Delete some that are settled first.")
    first = await _replied_to(writing, stored, known, given) if given.reply_to is not None else None
    if given.shape is not None:
        await _check_shape(writing, stored, given.shape)
    await _check_mentions(writing, given.mentions)
    id_ = new_id()
    comment = StoredComment(
        id_,
        first.id if first is not None else id_,
        version.element,
        version.id,
        first.shape if first is not None else given.shape,
        stored.visible,
        writing.caller.principal,
        given.text,
        given.mentions,
        time.time_ns() // 1000,
    )
    await comments.add(comment)
    await _note(writing, ADDED, comment)
    return id_


async def settle_thread(writing: Writing, facet: str, element_id: str, thread_id: str, *, resolved: bool) -> str:
    """Resolve a thread, or open it again, and return its id; nothing happens where it is so already. Raises NotFound, Forbidden."""
    stored, first = await _access_comment(writing, facet, element_id, thread_id)
    if not first.begins:
        raise NotFound(_NONE)
    if not may_resolve(writing.caller, await writing.rights_on(stored), first):
        raise Forbidden("Only who began this thread, and those who may change or approve the element, may resolve it.")
    if resolved is not (first.resolved != 0):
        at, by = (time.time_ns() // 1000, writing.caller.principal) if resolved else (0, None)
        await writing.writer.comments.resolve(first.id, at, by)
        await _note(writing, RESOLVED if resolved else REOPENED, first)
    return first.id


async def delete_comment(writing: Writing, facet: str, element_id: str, comment_id: str) -> str:
    """Delete a comment, of one with replies its text, and return its id. Raises NotFound, Forbidden."""
    _, comment = await _access_comment(writing, facet, element_id, comment_id)
    if not may_delete(writing.caller, comment):
        raise Forbidden("Only its author, architects and administrators may delete a comment.")
    comments = writing.writer.comments
    others = [each for each in await comments.about(comment.element) if each.thread == comment.id != each.id]
    await (comments.blank(comment.id) if others else comments.drop(comment.id))
    await _note(writing, DELETED, comment)
    return comment.id


async def _access_comment(
    writing: Writing, facet: str, element_id: str, comment_id: str
) -> tuple[StoredVersion, StoredComment]:
    """The element and one of its comments that the caller sees. Raises NotFound, Forbidden."""
    stored = await access_in(writing, facet, element_id)
    guid = parse_guid(comment_id)
    comment = await writing.writer.comments.one(guid) if guid is not None else None
    first = comment
    if comment is not None and not comment.begins:
        first = await writing.writer.comments.one(comment.thread)
    if comment is None or first is None or comment.element != stored.version.element:
        raise NotFound(_NONE)
    if not await _sees(writing, stored, first):
        raise NotFound(_NONE)
    return stored, comment


async def _sees(writing: Writing, stored: StoredVersion, first: StoredComment) -> bool:
    """Whether the caller, who may open the element, sees the thread that a comment has begun."""
    if not first.public and not writing.caller.sees_drafts:
        return False
    return first.shape is None or await _sees_shape(writing, stored, first.shape)


async def _replied_to(
    writing: Writing, stored: StoredVersion, known: Collection[StoredComment], given: GivenComment
) -> StoredComment:
    """The first comment of the thread that is replied to. Raises InvalidValues."""
    by_id = {each.id: each for each in known}
    found = by_id.get(given.reply_to or "")
    first = by_id.get(found.thread) if found is not None else None
    if first is None or not await _sees(writing, stored, first):
        error = "There is no such comment to reply to."
        raise InvalidValues(error, [Finding(error, InvalidValues.code, "replyTo")])
    return first


async def _check_shape(writing: Writing, stored: StoredVersion, shape: str) -> None:
    if shape not in {each.id for each in stored.version.content} or not await _sees_shape(writing, stored, shape):
        error = "The diagram of this element has no such shape."
        raise InvalidValues(error, [Finding(error, InvalidValues.code, "shape")])


async def _sees_shape(writing: Writing, stored: StoredVersion, shape: str) -> bool:
    """Whether the caller sees a shape; one that is gone is seen by callers from whom nothing is hidden."""
    if writing.caller.audience.sees_all:
        return True
    shown = [each.element for each in stored.version.content if each.id == shape]
    return bool(shown) and bool(await writing.load(shown))


async def _check_mentions(writing: Writing, mentions: Collection[str]) -> None:
    found = await writing.existing(mentions)
    user = writing.metamodel.roles.user
    wrong = [each for each in mentions if each not in found or found[each].type != user]
    if wrong:
        findings = [Finding("There is no such user.", InvalidValues.code, "mentions") for _ in wrong]
        raise InvalidValues(findings[0].error, findings)


async def _note(writing: Writing, kind: str, comment: StoredComment) -> None:
    told: Mapping[str, str] = {"comment": comment.id, "thread": comment.thread}
    await writing.writer.history.remark(kind, comment.element, told)
    writing.changed = True


def _id(value: object) -> str | None:
    return parse_guid(value) if isinstance(value, str) else None


def _wrong(error: str, path: str) -> Finding:
    return Finding(error, InvalidBody.code, path)
