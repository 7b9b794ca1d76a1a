"""Mail: who wants it, what waits to be sent, and who is sending it. Leases go by the time of the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

import msgspec

from facetstore.storage.engines.engine import Engine, Fetch
from facetstore.usecases.ports.mail_store import MailChoice, MailPace, QueuedMail

_CHOICE: Final = "person, pace, address, leave, proof, asked, proof_until"
_MAIL: Final = "id, person, kind, notices, address, secret, created, attempts"
CHOICE: Final = f"SELECT {_CHOICE} FROM mail_choice WHERE tenant = :tenant AND person = :person"
CHOOSE: Final = f"""
    INSERT INTO mail_choice (tenant, {_CHOICE})
    VALUES (:tenant, :person, :pace, :address, :leave, :proof, :asked, :proof_until)
    ON CONFLICT (tenant, person) DO UPDATE
       SET pace = excluded.pace, address = excluded.address, leave = excluded.leave, proof = excluded.proof,
           asked = excluded.asked, proof_until = excluded.proof_until
"""
LEAVE_OUT: Final = "UPDATE notice SET mailed = 1 WHERE tenant = :tenant AND person = :person AND mailed = 0"
QUEUE: Final = f"""
    INSERT INTO mail (tenant, {_MAIL}, state, next_at, held_until)
    VALUES (:tenant, :id, :person, :kind, :notices, :address, :secret, :created, :attempts, 'waiting', 0, 0)
    ON CONFLICT (tenant, id) DO NOTHING
    RETURNING id
"""
NUMBER: Final = """
    SELECT count(*) FROM mail WHERE tenant = :tenant AND person = :person AND kind = :kind AND created > :since
"""
CONFIRM: Final = """
    UPDATE mail_choice SET address = asked, proof = '', asked = ''
     WHERE tenant = :tenant AND proof = :proof AND proof <> '' AND proof_until > :now
    RETURNING person
"""
LEAVE: Final = """
    UPDATE mail_choice SET pace = 'never', proof = '', asked = '' WHERE tenant = :tenant AND leave = :leave RETURNING person
"""
WANTING: Final = """
    SELECT c.person, c.pace FROM mail_choice c
     WHERE c.tenant = :tenant AND c.address <> ''
       AND EXISTS (SELECT 1 FROM notice n
                    WHERE n.tenant = c.tenant AND n.person = c.person AND n.mailed = 0 AND n.seen = 0 AND n.created > :since)
       AND (c.pace = 'atOnce'
            OR (c.pace = 'daily' AND CAST(:day AS BIGINT) > 0
                AND NOT EXISTS (SELECT 1 FROM mail m
                                 WHERE m.tenant = c.tenant AND m.person = c.person AND m.kind = 'notices' AND m.created >= :day)))
     ORDER BY c.person LIMIT :limit
"""
GATHER: Final = """
    UPDATE notice SET mailed = 1
     WHERE tenant = :tenant AND person = :person AND mailed = 0 AND seen = 0 AND created > :since
    RETURNING id
"""
TAKE: Final = f"""
    UPDATE mail SET holder = :holder, held_until = {{now}} + :span, attempts = attempts + 1
     WHERE tenant = :tenant AND state = 'waiting' AND held_until <= {{now}}
       AND id = (SELECT w.id FROM mail w
                  WHERE w.tenant = :tenant AND w.state = 'waiting' AND w.next_at <= {{now}} AND w.held_until <= {{now}}
                  ORDER BY w.next_at, w.id LIMIT 1)
    RETURNING {_MAIL}
"""
FINISH: Final = """
    UPDATE mail SET state = :state, secret = '', holder = NULL, held_until = 0
     WHERE tenant = :tenant AND id = :id AND holder = :holder
"""
POSTPONE: Final = """
    UPDATE mail SET next_at = {now} + :span, holder = NULL, held_until = 0
     WHERE tenant = :tenant AND id = :id AND holder = :holder
"""
TRIM: Final = "DELETE FROM mail WHERE tenant = :tenant AND state <> 'waiting' AND created < :before"
DUE: Final = """
    (EXISTS (SELECT 1 FROM mail m
              WHERE m.tenant = tenant.key AND m.state = 'waiting' AND m.next_at <= {now} AND m.held_until <= {now})
     OR EXISTS (SELECT 1 FROM mail_choice c JOIN notice n ON n.tenant = c.tenant AND n.person = c.person
                 WHERE c.tenant = tenant.key AND c.pace <> 'never' AND c.address <> '' AND n.mailed = 0 AND n.seen = 0))
"""
"""Whether a tenant has mail to send, or notices to make some of."""


class SqlMailChoices:
    """Who wants mail in one tenant."""

    def __init__(self, fetch: Fetch, tenant: int) -> None:
        self._fetch = fetch
        self._tenant = tenant

    async def choice(self, person: str) -> MailChoice | None:
        rows = await self._fetch(CHOICE, {"tenant": self._tenant, "person": person})
        if not rows:
            return None
        found = MailChoice(*cast("Sequence[Any]", rows[0]))
        return found._replace(pace=MailPace(found.pace))

    async def choose(self, choice: MailChoice) -> None:
        await self._fetch(LEAVE_OUT, {"tenant": self._tenant, "person": choice.person})
        await self._fetch(CHOOSE, {"tenant": self._tenant, **choice._asdict(), "pace": choice.pace.value})

    async def queue(self, mail: QueuedMail) -> None:
        await self._fetch(QUEUE, _values(self._tenant, mail))

    async def number_since(self, person: str, kind: str, since: int) -> int:
        values = {"tenant": self._tenant, "person": person, "kind": kind, "since": since}
        ((number,),) = await self._fetch(NUMBER, values)
        return cast("int", number)

    async def confirm(self, proof: str, now: int) -> str | None:
        rows = await self._fetch(CONFIRM, {"tenant": self._tenant, "proof": proof, "now": now})
        return str(rows[0][0]) if rows else None

    async def leave(self, secret: str) -> str | None:
        rows = await self._fetch(LEAVE, {"tenant": self._tenant, "leave": secret})
        return str(rows[0][0]) if rows else None


class SqlMailWork:
    """The mail of one tenant for processes that send, in transactions of its own."""

    def __init__(self, engine: Engine, tenant: int) -> None:
        self._engine = engine
        self._tenant = tenant

    async def choice(self, person: str) -> MailChoice | None:
        return await SqlMailChoices(self._engine.fetch, self._tenant).choice(person)

    async def wanting(self, since: int, day: int, limit: int) -> Sequence[tuple[str, MailPace]]:
        values = {"tenant": self._tenant, "since": since, "day": day, "limit": limit}
        return [(str(person), MailPace(str(pace))) for person, pace in await self._engine.fetch(WANTING, values)]

    async def gather(self, mail: QueuedMail, since: int) -> bool:
        values = {"tenant": self._tenant, "person": mail.person, "since": since}
        try:
            async with self._engine.transaction() as session:
                ids = [str(id_) for (id_,) in await session.fetch(GATHER, values)]
                gathered = mail._replace(notices=sorted(ids))
                if not ids or not await session.fetch(QUEUE, _values(self._tenant, gathered)):
                    raise _NothingGathered
        except _NothingGathered:
            return False
        return True

    async def take(self, holder: str, seconds: float) -> QueuedMail | None:
        values = {"tenant": self._tenant, "holder": holder, "span": int(seconds * 1e6)}
        async with self._engine.transaction() as session:
            rows = await session.fetch(self._text(TAKE), values)
        if not rows:
            return None
        found = QueuedMail(*cast("Sequence[Any]", rows[0]))
        return found._replace(notices=msgspec.json.decode(cast("str", found.notices), type=list[str]))

    async def finish(self, id_: str, holder: str, state: str) -> None:
        async with self._engine.transaction() as session:
            await session.fetch(FINISH, {"tenant": self._tenant, "id": id_, "holder": holder, "state": state})

    async def postpone(self, id_: str, holder: str, seconds: float) -> None:
        values = {"tenant": self._tenant, "id": id_, "holder": holder, "span": int(seconds * 1e6)}
        async with self._engine.transaction() as session:
            await session.fetch(self._text(POSTPONE), values)

    async def trim(self, before: int) -> None:
        async with self._engine.transaction() as session:
            await session.fetch(TRIM, {"tenant": self._tenant, "before": before})

    def _text(self, text: str) -> str:
        return text.format(now=self._engine.dialect.now)


class _NothingGathered(Exception):
    """Rolls a transaction back in which nothing was to be done."""


def _values(tenant: int, mail: QueuedMail) -> dict[str, object]:
    return {"tenant": tenant, **mail._asdict(), "notices": msgspec.json.encode(mail.notices).decode()}
