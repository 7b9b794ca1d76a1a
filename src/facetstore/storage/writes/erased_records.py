"""Takes personal data out of what is stored beside elements and history: the audit, tasks, proposals, comments, preferences, deletions, stored answers, files."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, cast

import msgspec

from facetstore.storage.writes.redaction import Redaction
from facetstore.storage.writes.transaction import Transaction
from facetstore.usecases.ports.erasing import Erasure

_BATCH: Final = 500

AUDIT: Final = f"""
    SELECT number, actor, subject, address, detail FROM audit
     WHERE tenant = :tenant AND number > :after ORDER BY number LIMIT {_BATCH}
"""
SET_AUDIT: Final = "UPDATE audit SET address = :address, detail = :detail WHERE tenant = :tenant AND number = :number"
TASKS: Final = """
    SELECT id, reason, message FROM task WHERE tenant = :tenant AND (reason IS NOT NULL OR message IS NOT NULL)
"""
SET_TASK: Final = "UPDATE task SET reason = :reason, message = :message WHERE tenant = :tenant AND id = :id"
PROPOSALS: Final = "SELECT id, agent, title, reason, note FROM proposal WHERE tenant = :tenant"
SET_PROPOSAL: Final = """
    UPDATE proposal SET agent = :agent, title = :title, reason = :reason, note = :note WHERE tenant = :tenant AND id = :id
"""
PREFERENCES: Final = "SELECT owner, kind, key, value FROM preference WHERE tenant = :tenant"
SET_PREFERENCE: Final = """
    UPDATE preference SET value = :value WHERE tenant = :tenant AND owner = :owner AND kind = :kind AND key = :key
"""
TRASH: Final = "SELECT id, element, name, versions FROM trash WHERE tenant = :tenant"
SET_TRASH: Final = "UPDATE trash SET name = :name, versions = :versions WHERE tenant = :tenant AND id = :id"
FORGET_TRASHED: Final = """
    DELETE FROM trash_file
     WHERE tenant = :tenant
       AND deletion IN (SELECT id FROM trash WHERE tenant = :tenant AND element = :element AND version IS NULL)
"""
WEBHOOKS: Final = "SELECT id, settings FROM webhook WHERE tenant = :tenant"
SET_WEBHOOK: Final = "UPDATE webhook SET settings = :settings WHERE tenant = :tenant AND id = :id"
ANSWERS: Final = "SELECT principal, key, body FROM given_answer WHERE tenant = :tenant"
FORGET_ANSWER: Final = "DELETE FROM given_answer WHERE tenant = :tenant AND principal = :principal AND key = :key"
# What belongs to the person alone.
FORGOTTEN: Final = (
    "DELETE FROM picture WHERE tenant = :tenant AND element = :element",
    "DELETE FROM preference WHERE tenant = :tenant AND owner = :element",
    "DELETE FROM edit_lock WHERE tenant = :tenant AND holder = :element",
    "DELETE FROM sign_in_count WHERE tenant = :tenant AND element = :element",
    "DELETE FROM given_answer WHERE tenant = :tenant AND principal = :element",
    "DELETE FROM subscription WHERE tenant = :tenant AND person = :element",
    "DELETE FROM notice WHERE tenant = :tenant AND person = :element",
    "DELETE FROM mail WHERE tenant = :tenant AND person = :element",
    "DELETE FROM mail_choice WHERE tenant = :tenant AND person = :element",
    "DELETE FROM acknowledgement_request WHERE tenant = :tenant AND whom = :element",
    # The replies of others stay, and so does the place of what they reply to.
    "UPDATE comment SET text = '', mentions = '[]' WHERE tenant = :tenant AND author = :element",
    # Of all users: a file may name the person, and what a plan would undo as well.
    "DELETE FROM import_plan WHERE tenant = :tenant",
    # What was sent names those who made the changes.
    "UPDATE webhook_delivery SET request = '', answer = '' WHERE tenant = :tenant",
)
COMMENTS: Final = "SELECT id, text, mentions FROM comment WHERE tenant = :tenant AND text <> ''"
SET_COMMENT: Final = "UPDATE comment SET text = :text, mentions = :mentions WHERE tenant = :tenant AND id = :id"
CONTENTS: Final = """
    SELECT id FROM file_content c
     WHERE c.tenant = :tenant AND {among}
       AND NOT EXISTS (SELECT 1 FROM file_use u WHERE u.tenant = :tenant AND u.hash = c.hash)
       AND NOT EXISTS (SELECT 1 FROM trash_file f WHERE f.tenant = :tenant AND f.hash = c.hash)
"""
DELETE_CHUNKS: Final = "DELETE FROM file_chunk WHERE tenant = :tenant AND {among}"
DELETE_CONTENTS: Final = "DELETE FROM file_content WHERE tenant = :tenant AND {among}"


class ErasedRecords:
    """The records of one tenant, while a person is erased from them."""

    def __init__(self, transaction: Transaction, redaction: Redaction, erasure: Erasure) -> None:
        self._session = transaction.session
        self._dialect = transaction.dialect
        self._tenant = transaction.key
        self._redaction = redaction
        self._erasure = erasure
        self._number = 0

    async def erase(self) -> int:
        """Erase the person from all records; returns how many others than the person's own were changed."""
        named = {"tenant": self._tenant, "element": self._erasure.element}
        for statement in (*FORGOTTEN, FORGET_TRASHED):
            await self._session.fetch(statement, named)
        await self._audit()
        await self._tasks()
        await self._comments()
        await self._proposals()
        await self._preferences()
        await self._trash()
        await self._answers()
        await self._webhooks()
        return self._number

    async def drop_files(self, hashes: Collection[str]) -> int:
        """Delete the contents of files that nothing uses any more; returns how many."""
        values = {"tenant": self._tenant, "hashes": self._dialect.pack(sorted(hashes))}
        rows = await self._session.fetch(CONTENTS.format(among=self._dialect.among("c.hash", "hashes")), values)
        if rows:
            gone = {"tenant": self._tenant, "ids": self._dialect.pack([str(id_) for (id_,) in rows])}
            await self._session.fetch(DELETE_CHUNKS.format(among=self._dialect.among("content", "ids")), gone)
            await self._session.fetch(DELETE_CONTENTS.format(among=self._dialect.among("id", "ids")), gone)
        return len(rows)

    async def _audit(self) -> None:
        """The address that the person came from goes, and what the audit says about the person."""
        after, person = 0, self._erasure.element
        while rows := await self._session.fetch(AUDIT, {"tenant": self._tenant, "after": after}):
            changed = []
            for number, actor, subject, address, detail in cast("list[tuple[int, str, str, str, str]]", rows):
                after = number
                now = None if person in (actor, subject) else address, self._detail(subject, detail)
                if now != (address, detail):
                    changed.append({"number": number, "address": now[0], "detail": now[1]})
            await self._set(SET_AUDIT, changed)

    def _detail(self, subject: str | None, detail: str) -> str:
        values = msgspec.json.decode(detail)
        personal = values.keys() & self._erasure.personal if subject == self._erasure.element else ()
        now = self._erasure.records.replaced_in({**values, **dict.fromkeys(personal, self._erasure.pseudonym)})
        return detail if now == values else msgspec.json.encode(now).decode()

    async def _tasks(self) -> None:
        rows = await self._session.fetch(TASKS, {"tenant": self._tenant})
        changed = []
        for id_, *texts in cast("list[tuple[str, str | None, str | None]]", rows):
            reason, message = (self._redaction.record(each) for each in texts)
            if [reason, message] != texts:
                changed.append({"id": id_, "reason": reason, "message": message})
        await self._set(SET_TASK, changed)

    async def _comments(self) -> None:
        """The person is mentioned no more, and what others say does not name the person."""
        rows = await self._session.fetch(COMMENTS, {"tenant": self._tenant})
        changed = []
        for id_, text, mentions in cast("list[tuple[str, str, str]]", rows):
            named = msgspec.json.decode(mentions, type=list[str])
            left = [each for each in named if each != self._erasure.element]
            now = self._redaction.record(text)
            if (now, left) != (text, named):
                changed.append({"id": id_, "text": now, "mentions": msgspec.json.encode(left).decode()})
        await self._set(SET_COMMENT, changed)

    async def _proposals(self) -> None:
        rows = await self._session.fetch(PROPOSALS, {"tenant": self._tenant})
        changed = []
        for id_, *texts in cast("list[tuple[str, str | None, str | None, str | None, str | None]]", rows):
            now = [self._redaction.record(each) for each in texts]
            if now != texts:
                changed.append({"id": id_, **dict(zip(("agent", "title", "reason", "note"), now, strict=True))})
        await self._set(SET_PROPOSAL, changed)

    async def _preferences(self) -> None:
        rows = await self._session.fetch(PREFERENCES, {"tenant": self._tenant})
        changed = []
        for owner, kind, key, value in cast("list[tuple[str, str, str, str]]", rows):
            if self._redaction.concerns(None, value) and (now := self._redaction.json(value)) != value:
                changed.append({"owner": owner, "kind": kind, "key": key, "value": now})
        await self._set(SET_PREFERENCE, changed)

    async def _trash(self) -> None:
        rows = await self._session.fetch(TRASH, {"tenant": self._tenant})
        changed = []
        for id_, element, name, versions in cast("list[tuple[str, str, str, str]]", rows):
            now = self._trashed(versions)
            label = self._erasure.pseudonym if element == self._erasure.element else self._erasure.words.replaced(name)
            if (label, now) != (name, versions):
                changed.append({"id": id_, "name": label, "versions": now})
        await self._set(SET_TRASH, changed)

    def _trashed(self, versions: str) -> str:
        kept = msgspec.json.decode(versions, type=list[list[msgspec.Raw]])
        found = []
        for element, id_, whole, *rest in kept:
            text = self._redaction.change(msgspec.json.decode(element), bytes(whole).decode())
            found.append([element, id_, msgspec.Raw(text.encode()), *rest])
        return msgspec.json.encode(found).decode()

    async def _answers(self) -> None:
        """Answers that name the person are forgotten: they are stored for a day, for requests that are repeated."""
        rows = await self._session.fetch(ANSWERS, {"tenant": self._tenant})
        gone = [
            {"tenant": self._tenant, "principal": principal, "key": key}
            for principal, key, body in rows
            if self._erasure.records.are_in(bytes(cast("bytes", body)).decode("utf-8", "replace"))
        ]
        if gone:
            await self._session.run_for_each(FORGET_ANSWER, gone)

    async def _webhooks(self) -> None:
        rows = await self._session.fetch(WEBHOOKS, {"tenant": self._tenant})
        changed = [
            {"id": id_, "settings": now}
            for id_, settings in cast("list[tuple[str, str]]", rows)
            if self._redaction.concerns(None, settings) and (now := self._redaction.json(settings)) != settings
        ]
        await self._set(SET_WEBHOOK, changed)

    async def _set(self, statement: str, rows: Sequence[Mapping[str, object]]) -> None:
        self._number += len(rows)
        if rows:
            await self._session.run_for_each(statement, [{"tenant": self._tenant, **each} for each in rows])
