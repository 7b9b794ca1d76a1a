"""The index of words, in the spelling of each engine: every three letters in a row of an element's texts.

SQLite keeps one index for all tenants. A tenant is named in it by three letters of no language, which make one entry, so that
other tenants' texts are left out by the index itself. The words of names stand in it a second time, in letters of their own: what
is looked for in names alone is not held up by the many texts that have the same letters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import prod
from typing import Final

from facetstore.storage.dialect import Dialect, holding_pattern
from facetstore.storage.engine import Session

SHORTEST: Final = 3
"""How many letters in a row the index needs."""
_MOST_TRIPLES: Final = 5
_MOST_TOGETHER: Final = 6
"""Of how many three letters in a row a version must have all: of one text, and of several texts together."""
_ENDS: Final = 5
"""How many letters of either end of a word PostgreSQL is told to find: every three in a row are one more walk through the index."""
_MOST_WALKS: Final = 4
"""How often an index of PostgreSQL is walked for texts that must be there together, in different spellings."""
_OWN_LETTERS: Final = 0xE0000
_OWN_LETTERS_MANY: Final = 0x20000
SEARCHED: Final = r"(w.name || E'\x1f' || w.text)"
"""What is searched, as PostgreSQL has indexed it: only in the words of the migration does it take the index."""

_STALE = "SELECT key FROM version{by_element} WHERE tenant = :tenant AND newest = 0 AND published = 0 AND {among}"
DELETE_STALE = {
    "sqlite": f"DELETE FROM words WHERE rowid IN ({_STALE})",
    "postgres": f"DELETE FROM words WHERE tenant = :tenant AND version IN ({_STALE})",
}
_DELETE = {
    "sqlite": "DELETE FROM words WHERE rowid = :version",
    "postgres": "DELETE FROM words WHERE tenant = :tenant AND version = :version",
}
_REPLACE = {
    "sqlite": """
        REPLACE INTO words (rowid, scope, called, name, text, rest, names)
        VALUES (:version, :scope, :called, :name, :text, :rest, :names)
    """,
    "postgres": """
        INSERT INTO words (tenant, version, name, text, rest, names)
        VALUES (:tenant, :version, :name, :text, :rest, :names)
        ON CONFLICT (tenant, version) DO UPDATE
           SET name = excluded.name, text = excluded.text, rest = excluded.rest, names = excluded.names
    """,
}

_COLUMNS: Final = ("version", "name", "text", "rest", "names")

Words = tuple[int, str, str, str, str]
"""The key of a version, its names, what else is searched, the rest, and the words of its names alone."""


async def insert_words(session: Session, dialect: Dialect, tenant: int, rows: Iterable[Words]) -> None:
    """Write the words of versions that have none."""
    if dialect.name == "sqlite":
        await replace_words(session, dialect, tenant, rows)
    else:
        await session.insert("words", ("tenant", *_COLUMNS), [(tenant, *row) for row in rows])


async def replace_words(session: Session, dialect: Dialect, tenant: int, rows: Iterable[Words]) -> None:
    """Write the words of versions, also of those that have some."""
    values: list[dict[str, object]] = [{"tenant": tenant, **dict(zip(_COLUMNS, row, strict=True))} for row in rows]
    if dialect.name == "sqlite":
        scope = _scope(tenant)
        values = [{**row, "scope": scope, "called": _own_letters(str(row["names"]))} for row in values]
    await session.run_last(_REPLACE[dialect.name], values)


async def delete_words(session: Session, dialect: Dialect, tenant: int, versions: Iterable[int]) -> None:
    await session.run_last(_DELETE[dialect.name], [{"tenant": tenant, "version": key} for key in versions])


def _own_letters(text: str) -> str:
    return text.translate(_own)


class _Own(dict[int, str]):
    """By letter the one that stands for it among words of names."""

    def __missing__(self, letter: int) -> str:
        return self.setdefault(letter, chr(_OWN_LETTERS + letter % _OWN_LETTERS_MANY))


_own: Final = _Own()


def holding(dialect: Dialect, tenant: int, clauses: Sequence[Sequence[str]], bind: Callable[[object], str]) -> str:
    """A statement that gives at least the versions whose words hold, of each clause, one of its texts."""
    if dialect.name == "sqlite":
        most = max(2, min(_MOST_TRIPLES, _MOST_TOGETHER // len(clauses)))
        wanted = " AND ".join(f"({' OR '.join(_all_triples(text, most) for text in texts)})" for texts in clauses)
        match = f"scope : {_phrase(_scope(tenant))} AND {{name text rest}} : ({wanted})"
        return f"SELECT words.rowid AS version FROM words WHERE words MATCH {bind(match)}"
    return _anywhere(clauses, bind)


def _anywhere(clauses: Sequence[Sequence[str]], bind: Callable[[object], str]) -> str:
    """A statement, for PostgreSQL, that gives the versions whose words hold one text of each clause. All of them in what is searched
    is one walk of its index; else one of them is in the rest, and what else its row holds is not looked up, but read."""
    patterns = [[bind(_thinned(text)) for text in texts] for texts in clauses]
    ways = [_like_all(SEARCHED, patterns)]
    for one in patterns:
        others = (_like_any(f"({SEARCHED} || w.rest)", each) for each in patterns if each is not one)
        ways.append(" AND ".join([_like_any("w.rest", one), *others]))
    return " UNION ALL ".join(
        f"SELECT w.version FROM searched_words w WHERE w.tenant = :tenant AND ({way})" for way in ways
    )


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


def held(column: str, clauses: Sequence[Sequence[str]], bind: Callable[[object], str]) -> str:
    """A test, for PostgreSQL, that a column holds, of each clause, one of its texts."""
    return _like_all(column, [[bind(holding_pattern(text)) for text in texts] for texts in clauses])


def _thinned(text: str) -> str:
    """The pattern of texts that hold a text; of a long word, at least of those that hold its ends so far apart."""
    between = len(text) - 2 * _ENDS
    if between <= 0 or not text.isalnum():
        return holding_pattern(text)
    return f"%{text[:_ENDS]}{'_' * between}{text[-_ENDS:]}%"


def _like_all(column: str, clauses: Sequence[Sequence[str]]) -> str:
    """A test that a column is, of each clause, like one of its patterns. What must be there together is one walk of an index, so that
    every combination is named, where they are few."""
    if prod(map(len, clauses)) > _MOST_WALKS:
        return " AND ".join(_like_any(column, each) for each in clauses)
    ways = (" AND ".join(f"{column} LIKE {each}" for each in together) for together in product(*clauses))
    return f"({' OR '.join(f'({way})' for way in ways)})"


def _like_any(column: str, patterns: Iterable[str]) -> str:
    return f"({' OR '.join(f'{column} LIKE {pattern}' for pattern in patterns)})"


def _scope(tenant: int) -> str:
    return "".join(chr(0xE000 + (tenant >> shift) % 4096) for shift in (24, 12, 0))


def _triples(text: str, most: int) -> list[str]:
    """Some of the three letters in a row that a text has: each is one more walk through the index, and few tell enough."""
    last = len(text) - SHORTEST
    places = range(last + 1) if last < most else [last * n // (most - 1) for n in range(most)]
    return [text[place : place + SHORTEST] for place in places]


def _phrase(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
