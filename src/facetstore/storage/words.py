"""The index of words, in the spelling of each engine: every three letters in a row of an element's texts.

SQLite keeps one index for all tenants. A tenant is named in it by three letters of no language, which make one entry, so that
other tenants' texts are left out by the index itself. The words of names stand in it a second time, in letters of their own: what
is looked for in names alone is not held up by the many texts that have the same letters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from facetstore.storage.dialect import Dialect, holding_pattern
from facetstore.storage.engine import Session

SHORTEST: Final = 3
"""How many letters in a row the index needs."""
_MOST_TRIPLES: Final = 5
_MOST_TOGETHER: Final = 6
"""Of how many three letters in a row a version must have all: of one text, and of several texts together."""
_OWN_LETTERS: Final = 0xE0000
_OWN_LETTERS_MANY: Final = 0x20000
SEARCHED: Final = r"(w.name || E'\x1f' || w.text)"
"""What is searched, as PostgreSQL has indexed it: only in the words of the migration does it take the index."""

_STALE = "SELECT key FROM version{by_element} WHERE tenant = :tenant AND newest = 0 AND published = 0 AND {among}"
DELETE_STALE = {
    "sqlite": f"DELETE FROM words WHERE rowid IN ({_STALE})",
    "postgres": f"DELETE FROM words WHERE tenant = :tenant AND version IN ({_STALE})",
}
INDEXED = {
    "sqlite": "SELECT words.rowid FROM (SELECT value FROM json_each(:keys)) k CROSS JOIN words WHERE words.rowid = k.value",
    "postgres": "SELECT version FROM words WHERE tenant = :tenant AND version = ANY(CAST(:keys AS bigint[]))",
}
"""Which of some versions are indexed: each that is has its words, if only none."""
DELETE = {
    "sqlite": "DELETE FROM words WHERE rowid IN (SELECT value FROM json_each(:keys))",
    "postgres": "DELETE FROM words WHERE tenant = :tenant AND version = ANY(CAST(:keys AS bigint[]))",
}

_COLUMNS: Final = ("name", "text", "rest", "names")

Words = tuple[int, str, str, str, str]
"""The key of a version, its names, what else is searched, the rest, and the words of its names alone."""


async def insert_words(session: Session, dialect: Dialect, tenant: int, rows: Iterable[Words]) -> None:
    if dialect.name == "sqlite":
        first, columns = _scope(tenant), ("scope", "called", "rowid", *_COLUMNS)
        await session.insert("words", columns, [(first, _own_letters(row[-1]), *row) for row in rows])
    else:
        await session.insert("words", ("tenant", "version", *_COLUMNS), [(tenant, *row) for row in rows])


def _own_letters(text: str) -> str:
    return "".join(chr(_OWN_LETTERS + ord(letter) % _OWN_LETTERS_MANY) for letter in text)


def holding(dialect: Dialect, tenant: int, clauses: Sequence[Sequence[str]], bind: Callable[[object], str]) -> str:
    """A statement that gives at least the versions whose words hold, of each clause, one of its texts."""
    if dialect.name == "sqlite":
        most = max(2, min(_MOST_TRIPLES, _MOST_TOGETHER // len(clauses)))
        wanted = " AND ".join(f"({' OR '.join(_all_triples(text, most) for text in texts)})" for texts in clauses)
        match = f"scope : {_phrase(_scope(tenant))} AND {{name text rest}} : ({wanted})"
        return f"SELECT words.rowid AS version FROM words WHERE words MATCH {bind(match)}"
    tests = (f"({like_any(SEARCHED, texts, bind)} OR {like_any('w.rest', texts, bind)})" for texts in clauses)
    return f"SELECT w.version FROM words w WHERE w.tenant = :tenant AND {' AND '.join(tests)}"


def _all_triples(text: str, most: int) -> str:
    return f"({' AND '.join(map(_phrase, _triples(text, most)))})"


def match_words(tenant: int, searched: Iterable[Sequence[str]], names: Iterable[Sequence[str]] = ()) -> str:
    """What SQLite is told to find: versions of a tenant that hold, of each clause, one of its texts, in what is searched or in the
    words of their names. Each of these has a blank before it."""
    wanted = [f"scope : {_phrase(_scope(tenant))}"]
    wanted += [f"called : ({_one_of(map(_own_letters, texts))})" for texts in names if min(map(len, texts)) >= SHORTEST]
    wanted += [f"{{name text}} : ({_one_of(texts)})" for texts in searched]
    return " AND ".join(wanted)


def _one_of(texts: Iterable[str]) -> str:
    return " OR ".join(map(_phrase, texts))


def like_any(column: str, texts: Iterable[str], bind: Callable[[object], str]) -> str:
    """A test, for PostgreSQL, that a column holds one of some texts."""
    return f"({' OR '.join(f'{column} LIKE {bind(holding_pattern(text))}' for text in texts)})"


def _scope(tenant: int) -> str:
    return "".join(chr(0xE000 + (tenant >> shift) % 4096) for shift in (24, 12, 0))


def _triples(text: str, most: int) -> list[str]:
    """Some of the three letters in a row that a text has: each is one more walk through the index, and few tell enough."""
    last = len(text) - SHORTEST
    places = range(last + 1) if last < most else [last * n // (most - 1) for n in range(most)]
    return [text[place : place + SHORTEST] for place in places]


def _phrase(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
