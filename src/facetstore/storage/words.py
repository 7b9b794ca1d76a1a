"""The index of words, in the spelling of each engine: every three letters in a row of an element's texts.

SQLite keeps one index for all tenants. A tenant is named in it by three letters of no language, which make one entry, so that
other tenants' texts are left out by the index itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from facetstore.storage.dialect import Dialect
from facetstore.storage.engine import Session

_MOST_TRIPLES: Final = 5
SHORTEST: Final = 3
"""How many letters in a row the index needs."""
INDEXED: Final = r"(w.name || E'\x1f' || w.text || E'\x1f' || w.rest)"
"""What PostgreSQL has indexed, in the words of the migration: only thus does it take the index."""

_STALE = "SELECT key FROM version WHERE tenant = :tenant AND newest = 0 AND published = 0 AND {among}"
DELETE_STALE = {
    "sqlite": f"DELETE FROM words WHERE rowid IN ({_STALE})",
    "postgres": f"DELETE FROM words WHERE tenant = :tenant AND version IN ({_STALE})",
}
DELETE = {
    "sqlite": "DELETE FROM words WHERE rowid IN (SELECT value FROM json_each(:keys))",
    "postgres": "DELETE FROM words WHERE tenant = :tenant AND version = ANY(CAST(:keys AS bigint[]))",
}

Words = tuple[int, str, str, str]
"""The key of a version, its names, what else is searched, and the rest."""


async def insert_words(session: Session, dialect: Dialect, tenant: int, rows: Iterable[Words]) -> None:
    if dialect.name == "sqlite":
        first, columns = _scope(tenant), ("scope", "rowid", "name", "text", "rest")
        await session.insert("words", columns, [(first, *row) for row in rows])
    else:
        await session.insert("words", ("tenant", "version", "name", "text", "rest"), [(tenant, *row) for row in rows])


def holding(dialect: Dialect, tenant: int, texts: Sequence[str], bind: Callable[[object], str]) -> str:
    """A statement that gives the versions whose words hold any of some texts."""
    if dialect.name == "sqlite":
        match = match_words(tenant, "{name text rest}", [texts])
        return f"SELECT words.rowid AS version FROM words WHERE words MATCH {bind(match)}"
    return f"SELECT w.version FROM words w WHERE w.tenant = :tenant AND {like_any(INDEXED, texts, bind)}"


def match_words(tenant: int, columns: str, clauses: Iterable[Iterable[str]]) -> str:
    """What SQLite is told to find: versions of a tenant that hold in some columns, of each clause, one of its texts."""
    wanted = " AND ".join(f"({' OR '.join(map(_phrase, texts))})" for texts in clauses)
    return f"scope : {_phrase(_scope(tenant))} AND {columns} : ({wanted})"


def like_any(column: str, texts: Iterable[str], bind: Callable[[object], str]) -> str:
    """A test, for PostgreSQL, that a column holds one of some texts."""
    return f"({' OR '.join(f'{column} LIKE {bind(_pattern(text))}' for text in texts)})"


def _scope(tenant: int) -> str:
    return "".join(chr(0xE000 + (tenant >> shift) % 4096) for shift in (24, 12, 0))


def _phrase(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _pattern(text: str) -> str:
    """A pattern of texts that contain a text."""
    return "%" + re.sub(r"([\\%_])", r"\\\1", text) + "%"
