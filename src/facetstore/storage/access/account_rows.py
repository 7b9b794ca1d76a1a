"""Accounts, sessions, links and sign-ins of one tenant, and the sign-in attempts of the whole service."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from typing import cast

from facetstore.domain.audit import LINK_MADE, SIGNED_IN, NewAuditRow
from facetstore.domain.folded_names import Name
from facetstore.domain.throttling import LONGEST_MEMORY, SECOND, Patience
from facetstore.storage.access.agent_rows import END_GRANTS_OF, END_SECRETS_OF
from facetstore.storage.access.audit_rows import COLUMNS, audit_row
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Engine, Fetch, Row, Session
from facetstore.usecases.ports.accounts import Account, Binding, SignInFrom, UserSession

BY_LOGIN = "SELECT element, login, password FROM account WHERE tenant = :tenant AND login = :login"
BY_ELEMENT = "SELECT element, login, password FROM account WHERE tenant = :tenant AND element = :element"
ALL = "SELECT element, login, password FROM account WHERE tenant = :tenant ORDER BY login"
ADD = "INSERT INTO account (tenant, element, login, password) VALUES (:tenant, :element, :login, :password)"
SET_PASSWORD = "UPDATE account SET password = :password WHERE tenant = :tenant AND element = :element"  # noqa: S105  # no secret
DROP = "DELETE FROM account WHERE tenant = :tenant AND element = :element"
REHASH = SET_PASSWORD + " AND password = :before"

SESSION = "SELECT hash, element, created, expires FROM session WHERE tenant = :tenant AND hash = :hash"
ADD_SESSION = """
    INSERT INTO session (tenant, hash, element, created, expires) VALUES (:tenant, :hash, :element, :created, :expires)
"""
FORGOTTEN_AFTER = 24 * 3600 * SECOND
"""Microseconds after which an expired session is deleted: by then that is no change of access, see migration 0023."""
RENEW_SESSION = "UPDATE session SET expires = :expires WHERE tenant = :tenant AND hash = :hash"
FORGET_SESSIONS = "DELETE FROM session WHERE tenant = :tenant AND expires <= :now"
END_SESSION = "DELETE FROM session WHERE tenant = :tenant AND hash = :hash"
END_SESSIONS = "DELETE FROM session WHERE tenant = :tenant AND {among}"
END_LINKS = "DELETE FROM sign_in_link WHERE tenant = :tenant AND {among}"

ADD_LINK = "INSERT INTO sign_in_link (tenant, hash, element, expires) VALUES (:tenant, :hash, :element, :expires)"
LINK = "SELECT element, expires FROM sign_in_link WHERE tenant = :tenant AND hash = :hash"
TAKE_LINK = "DELETE FROM sign_in_link WHERE tenant = :tenant AND hash = :hash RETURNING element, expires"
FORGET_LINKS = "DELETE FROM sign_in_link WHERE tenant = :tenant AND expires <= :now"

KNOWS_DEVICE = """
    SELECT 1 FROM account a JOIN known_device d ON d.tenant = a.tenant AND d.element = a.element
     WHERE a.tenant = :tenant AND a.login = :login AND d.hash = :hash
"""
NOTE_DEVICE = """
    INSERT INTO known_device (tenant, element, hash, at) VALUES (:tenant, :element, :hash, :now)
    ON CONFLICT (tenant, element, hash) DO UPDATE SET at = excluded.at
"""
MOST_DEVICES = 20
"""How many browsers of one user are remembered: those used last."""
FORGET_DEVICES = f"""
    DELETE FROM known_device WHERE tenant = :tenant AND element = :element
       AND hash NOT IN (SELECT hash FROM known_device WHERE tenant = :tenant AND element = :element
                         ORDER BY at DESC, hash LIMIT {MOST_DEVICES})
"""
DROP_DEVICES = "DELETE FROM known_device WHERE tenant = :tenant AND element = :element"

BOUND = """
    SELECT b.element FROM openid_binding b JOIN element e ON e.tenant = b.tenant AND e.id = b.element
     WHERE b.tenant = :tenant AND b.issuer = :issuer AND b.subject = :subject
"""
BINDING_OF = (
    "SELECT issuer, subject FROM openid_binding WHERE tenant = :tenant AND element = :element AND issuer = :issuer"
)
# A person whose user was deleted may be bound to another user.
BIND = """
    INSERT INTO openid_binding (tenant, issuer, subject, element) VALUES (:tenant, :issuer, :subject, :element)
    ON CONFLICT (tenant, issuer, subject) DO UPDATE SET element = excluded.element
     WHERE openid_binding.element = excluded.element
        OR NOT EXISTS (SELECT 1 FROM element e WHERE e.tenant = openid_binding.tenant AND e.id = openid_binding.element)
    RETURNING element
"""
UNBIND = "DELETE FROM openid_binding WHERE tenant = :tenant AND element = :element AND issuer = :issuer AND subject <> :subject"
DROP_BINDINGS = "DELETE FROM openid_binding WHERE tenant = :tenant AND element = :element"

BEGIN_OPENID = "INSERT INTO openid_sign_in (tenant, hash, back, expires) VALUES (:tenant, :hash, :back, :expires)"
END_OPENID = "DELETE FROM openid_sign_in WHERE tenant = :tenant AND hash = :hash RETURNING back, expires"
FORGET_OPENID = "DELETE FROM openid_sign_in WHERE tenant = :tenant AND expires <= :now"

COUNT_SIGN_IN = """
    INSERT INTO sign_in_count (tenant, element, first_on, last_on, number) VALUES (:tenant, :element, :on, :on, 1)
    ON CONFLICT (tenant, element) DO UPDATE SET last_on = excluded.last_on, number = sign_in_count.number + 1
"""

# A row that exists is not changed, but locked until the transaction ends.
HOLD_ATTEMPT = """
    INSERT INTO sign_in_attempt (subject, failed, at) VALUES (:subject, 0, 0)
    ON CONFLICT (subject) DO UPDATE SET failed = sign_in_attempt.failed RETURNING failed, at
"""
COUNT_ATTEMPT = "UPDATE sign_in_attempt SET failed = :failed, at = :now WHERE subject = :subject"
FORGET_ATTEMPTS = "DELETE FROM sign_in_attempt WHERE at <= :since"
TAKE_BACK = "UPDATE sign_in_attempt SET failed = failed - 1 WHERE subject = :subject AND failed > 0"
FORGET_ATTEMPT = "DELETE FROM sign_in_attempt WHERE subject = :subject"
ADD_TOKEN = "INSERT INTO token (tenant, hash, element, expires) VALUES (:tenant, :hash, :element, :expires)"  # noqa: S105  # a statement, no secret
DELETE_TOKEN = "DELETE FROM token WHERE tenant = :tenant AND element = :element RETURNING hash"  # noqa: S105  # a statement, no secret


class SqlAccounts:
    """The accounts of one tenant."""

    def __init__(self, engine: Engine, tenant: int) -> None:
        self._engine = engine
        self._tenant = tenant

    async def find(self, login: Name) -> Account | None:
        return _account(await self._engine.fetch(BY_LOGIN, {"tenant": self._tenant, "login": login.folded}))

    async def of(self, element: str) -> Account | None:
        return _account(await self._engine.fetch(BY_ELEMENT, {"tenant": self._tenant, "element": element}))

    async def list(self) -> Sequence[Account]:
        rows = await self._engine.fetch(ALL, {"tenant": self._tenant})
        return [_read_account(row) for row in rows]

    async def rehash(self, account: Account, password: str) -> None:
        named = {"tenant": self._tenant, "element": account.element}
        async with self._engine.transaction() as session:
            await session.fetch(REHASH, {**named, "password": password, "before": account.password})

    async def session(self, digest: str) -> UserSession | None:
        rows = await self._engine.fetch(SESSION, {"tenant": self._tenant, "hash": digest})
        return UserSession._make(cast("tuple[str, str, int, int]", tuple(rows[0]))) if rows else None

    async def open_session(self, session: UserSession, sign_in: SignInFrom | None) -> None:
        named = {"tenant": self._tenant, "element": session.element}
        times = {"hash": session.digest, "created": session.created, "expires": session.expires}
        async with self._engine.transaction() as connection:
            await connection.fetch(FORGET_SESSIONS, {"tenant": self._tenant, "now": session.created - FORGOTTEN_AFTER})
            await connection.fetch(ADD_SESSION, {**named, **times})
            if sign_in is not None:
                await connection.fetch(COUNT_SIGN_IN, {**named, "on": sign_in.on})
                entry = NewAuditRow(SIGNED_IN, session.element, {"by": sign_in.by})
                row = audit_row(self._tenant, entry, session.created, session.element, sign_in.address)
                await connection.insert("audit", COLUMNS, [row])

    async def renew_session(self, digest: str, expires: int) -> None:
        async with self._engine.transaction() as connection:
            await connection.fetch(RENEW_SESSION, {"tenant": self._tenant, "hash": digest, "expires": expires})

    async def add_link(self, digest: str, element: str, expires: int) -> None:
        values = {"tenant": self._tenant, "hash": digest, "element": element, "expires": expires}
        now = time.time_ns() // 1000
        async with self._engine.transaction() as connection:
            await connection.fetch(FORGET_LINKS, {"tenant": self._tenant, "now": now})
            await connection.fetch(ADD_LINK, values)
            row = audit_row(self._tenant, NewAuditRow(LINK_MADE, element, {}), now, None, None)
            await connection.insert("audit", COLUMNS, [row])

    async def take_link(self, digest: str, now: int) -> str | None:
        async with self._engine.transaction() as connection:
            rows = await connection.fetch(TAKE_LINK, {"tenant": self._tenant, "hash": digest})
        return _unexpired(rows, now)

    async def link(self, digest: str, now: int) -> str | None:
        return _unexpired(await self._engine.fetch(LINK, {"tenant": self._tenant, "hash": digest}), now)

    async def knows_device(self, login: Name, digest: str) -> bool:
        values = {"tenant": self._tenant, "login": login.folded, "hash": digest}
        return bool(await self._engine.fetch(KNOWS_DEVICE, values))

    async def note_device(self, element: str, digest: str, now: int) -> None:
        named = {"tenant": self._tenant, "element": element}
        async with self._engine.transaction() as connection:
            await connection.fetch(NOTE_DEVICE, {**named, "hash": digest, "now": now})
            await connection.fetch(FORGET_DEVICES, named)

    async def bound(self, binding: Binding) -> str | None:
        rows = await self._engine.fetch(BOUND, {"tenant": self._tenant, **binding._asdict()})
        return str(rows[0][0]) if rows else None

    async def begin_openid(self, digest: str, back: str, now: int, expires: int) -> None:
        values = {"tenant": self._tenant, "hash": digest, "back": back, "expires": expires}
        async with self._engine.transaction() as connection:
            await connection.fetch(FORGET_OPENID, {"tenant": self._tenant, "now": now})
            await connection.fetch(BEGIN_OPENID, values)

    async def end_openid(self, digest: str, now: int) -> str | None:
        async with self._engine.transaction() as connection:
            rows = await connection.fetch(END_OPENID, {"tenant": self._tenant, "hash": digest})
        return _unexpired(rows, now)


class SqlAccountChanges:
    """Changes of accounts in an open transaction. A trigger raises `tenant.access` when a session ends (decision 0054)."""

    def __init__(self, fetch: Fetch, dialect: Dialect, tenant: int) -> None:
        self._fetch = fetch
        self._dialect = dialect
        self._tenant = tenant

    async def find(self, login: Name) -> Account | None:
        return _account(await self._fetch(BY_LOGIN, {"tenant": self._tenant, "login": login.folded}))

    async def of(self, element: str) -> Account | None:
        return _account(await self._fetch(BY_ELEMENT, {"tenant": self._tenant, "element": element}))

    async def add_link(self, digest: str, element: str, expires: int) -> None:
        values = {"tenant": self._tenant, "hash": digest, "element": element, "expires": expires}
        await self._fetch(FORGET_LINKS, {"tenant": self._tenant, "now": time.time_ns() // 1000})
        await self._fetch(ADD_LINK, values)

    async def take_link(self, digest: str, now: int) -> str | None:
        return _unexpired(await self._fetch(TAKE_LINK, {"tenant": self._tenant, "hash": digest}), now)

    async def add(self, account: Account) -> None:
        values = {"element": account.element, "login": account.login.folded, "password": account.password}
        await self._fetch(ADD, {"tenant": self._tenant, **values})

    async def binding_of(self, element: str, issuer: str) -> Binding | None:
        rows = await self._fetch(BINDING_OF, {"tenant": self._tenant, "element": element, "issuer": issuer})
        return Binding._make(cast("tuple[str, str]", tuple(rows[0]))) if rows else None

    async def bind(self, element: str, binding: Binding) -> bool:
        values = {"tenant": self._tenant, "element": element, **binding._asdict()}
        await self._fetch(UNBIND, values)
        return bool(await self._fetch(BIND, values))

    async def drop(self, element: str) -> None:
        for statement in (DROP, DROP_DEVICES, DROP_BINDINGS):
            await self._fetch(statement, {"tenant": self._tenant, "element": element})
        await self.end_sessions([element])

    async def set_password(self, element: str, password: str) -> None:
        await self._fetch(SET_PASSWORD, {"tenant": self._tenant, "element": element, "password": password})
        await self.end_sessions([element])

    async def end_session(self, digest: str) -> None:
        await self._fetch(END_SESSION, {"tenant": self._tenant, "hash": digest})

    async def end_sessions(self, elements: Collection[str]) -> None:
        for statement in (END_SESSIONS, END_SECRETS_OF, END_GRANTS_OF):
            await self._end(statement, elements)
        await self.end_links(elements)

    async def end_links(self, elements: Collection[str]) -> None:
        await self._end(END_LINKS, elements)

    async def _end(self, statement: str, elements: Collection[str]) -> None:
        values = {"tenant": self._tenant, "elements": self._dialect.pack(sorted(elements))}
        await self._fetch(statement.format(among=self._dialect.among("element", "elements")), values)

    async def set_token(self, element: str, digest: str, expires: int) -> None:
        await self.drop_token(element)
        values = {"tenant": self._tenant, "hash": digest, "element": element, "expires": expires}
        await self._fetch(ADD_TOKEN, values)

    async def drop_token(self, element: str) -> bool:
        return bool(await self._fetch(DELETE_TOKEN, {"tenant": self._tenant, "element": element}))


class SqlAttempts:
    """The sign-in attempts of the whole service."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def count(self, subjects: Mapping[str, Patience], now: int) -> int:
        async with self._engine.transaction() as connection:
            # In a fixed order, so that no two transactions wait for each other.
            known = {each: await self._known(connection, each, subjects[each], now) for each in sorted(subjects)}
            # Clocks of nodes differ: a failure with a time in the future counts as one of now.
            waits = [min(at, now) + subjects[each].wait(failed) - now for each, (failed, at) in known.items()]
            if (longest := max(waits)) > 0:
                return longest
            for each, (failed, _) in known.items():
                await connection.fetch(COUNT_ATTEMPT, {"subject": each, "failed": failed + 1, "now": now})
            await connection.fetch(FORGET_ATTEMPTS, {"since": now - LONGEST_MEMORY})
        return 0

    async def _known(self, connection: Session, subject: str, patience: Patience, now: int) -> tuple[int, int]:
        """How often a subject failed, and when it did last."""
        rows = await connection.fetch(HOLD_ATTEMPT, {"subject": subject})
        failed, at = cast("tuple[int, int]", tuple(rows[0]))
        return (failed, at) if at > now - patience.memory else (0, 0)

    async def succeed(self, *taken_back: str, forgotten: Collection[str] = ()) -> None:
        async with self._engine.transaction() as connection:
            # In a fixed order, so that no two transactions wait for each other.
            for each in sorted({*taken_back, *forgotten}):
                await connection.fetch(FORGET_ATTEMPT if each in forgotten else TAKE_BACK, {"subject": each})


def _unexpired(rows: Sequence[Row], now: int) -> str | None:
    """What the first row has, if it has not expired."""
    found, expires = cast("tuple[str, int]", tuple(rows[0])) if rows else ("", 0)
    return found if expires > now else None


def _account(rows: Sequence[Row]) -> Account | None:
    return _read_account(rows[0]) if rows else None


def _read_account(row: Row) -> Account:
    element, login, password = cast("tuple[str, str, str | None]", tuple(row))
    return Account(element, Name(login), password)
