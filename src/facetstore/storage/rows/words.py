"""The index of words, in the spelling of each engine: every three letters in a row of an element's texts.

PostgreSQL keeps the texts, and finds them by numbers (`letters.py`). SQLite keeps one index for all tenants. A tenant is named in
it by three letters of no language, which make one entry, so that other tenants' texts are left out by the index itself. The words
of names stand in it a second time, in letters of their own: what is looked for in names alone is not held up by the many texts
that have the same letters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final

from facetstore.storage.engines.dialect import Dialect, holding_pattern, next_text
from facetstore.storage.engines.engine import Session
from facetstore.storage.rows.letters import SHORTEST, has_beginnings, has_letters, letters_of

_MOST_TRIPLES: Final = 5
_MOST_TOGETHER: Final = 6
"""Of how many three letters in a row a version must have all: of one text, and of several texts together."""
_MOST_BEGINNINGS: Final = 64
"""How many three letters in a row are looked up for two that they begin with."""
_LAST: Final = "\U0010ffff" * (SHORTEST + 1)
_MARK: Final = "\x1f"
_SAMPLE: Final = 100
_DENSE: Final = 4
"""How many texts are a sample; and letters are everywhere where one in so many has them."""
_OWN_LETTERS: Final = 0xE0000
_OWN_LETTERS_MANY: Final = 0x20000

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
        INSERT INTO words (tenant, version, name, text, names, letters)
        VALUES (:tenant, :version, :name, :text, :names, CAST(CAST(:letters AS text) AS int[]))
        ON CONFLICT (tenant, version) DO UPDATE
           SET name = excluded.name, text = excluded.text, names = excluded.names, letters = excluded.letters
    """,
}
# Many at once: all values of a column as one parameter. Letters are lists themselves, and a list of those PostgreSQL does not take.
_REPLACE_MANY: Final = """
    INSERT INTO words (tenant, version, name, text, names, letters)
    SELECT CAST(:tenant AS bigint), many.version, many.name, many.text, many.names, CAST(many.letters AS int[])
      FROM unnest(CAST(:version AS bigint[]), CAST(:name AS text[]), CAST(:text AS text[]), CAST(:names AS text[]),
                  CAST(:letters AS text[])) AS many (version, name, text, names, letters)
        ON CONFLICT (tenant, version) DO UPDATE
           SET name = excluded.name, text = excluded.text, names = excluded.names, letters = excluded.letters
"""
_MANY: Final = 8
"""From how many versions on they go together; fewer go along with other statements."""

Words = tuple[int, str, str, str, str]
"""The key of a version, its names, what else is searched, the rest, and the words of its names alone."""


async def replace_words(session: Session, dialect: Dialect, tenant: int, rows: Iterable[Words]) -> None:
    """Write the words of versions, whether they have some or not."""
    row_of = _sqlite_row if dialect.name == "sqlite" else _postgres_row
    made = [row_of(tenant, *row) for row in rows]
    if dialect.name == "sqlite" or len(made) < _MANY:
        await session.run_last(_REPLACE[dialect.name], made)
    else:
        columns = {column: [each[column] for each in made] for column in made[0]}
        await session.run_last(_REPLACE_MANY, [{**columns, "tenant": tenant}])


def _sqlite_row(tenant: int, version: int, name: str, text: str, rest: str, names: str) -> dict[str, object]:
    texts = {"name": name, "text": text, "rest": rest, "names": names}
    return {"version": version, "scope": _scope(tenant), "called": _own_letters(names), **texts}


def _postgres_row(tenant: int, version: int, name: str, text: str, rest: str, names: str) -> dict[str, object]:
    letters = letters_of(tenant, (name, text, rest), names)
    return {"tenant": tenant, "version": version, "name": name, "text": text, "names": names, "letters": letters}


async def delete_words(session: Session, dialect: Dialect, tenant: int, versions: Iterable[int]) -> None:
    await session.run_last(_DELETE[dialect.name], [{"tenant": tenant, "version": key} for key in versions])


def _own_letters(text: str) -> str:
    return text.translate(_own)


class _Own(dict[int, str]):
    """By letter the one that stands for it among words of names."""

    def __missing__(self, letter: int) -> str:
        return self.setdefault(letter, chr(_OWN_LETTERS + letter % _OWN_LETTERS_MANY))


_own: Final = _Own()


def holding(
    dialect: Dialect, tenant: int, clauses: Sequence[Sequence[str]], bind: Callable[[object], str]
) -> str | None:
    """A statement that gives at least the versions whose words hold, of each clause, one of its texts. None: no index tells."""
    if dialect.name == "sqlite":
        most = max(2, min(_MOST_TRIPLES, _MOST_TOGETHER // len(clauses)))
        wanted = " AND ".join(f"({' OR '.join(_all_triples(text, most) for text in texts)})" for texts in clauses)
        match = f"scope : {_phrase(_scope(tenant))} AND {{name text rest}} : ({wanted})"
        return f"SELECT words.rowid AS version FROM words WHERE words MATCH {bind(match)}"
    found = has_letters(tenant, clauses, bind)
    return found and f"SELECT w.version FROM searched_words w WHERE w.tenant = :tenant AND {found}"


def beginning(dialect: Dialect, tenant: int, texts: Sequence[str], bind: Callable[[object], str]) -> str | None:
    """A statement that gives at least the versions whose words hold one of some texts that may have two letters only: behind them
    there is always another letter or a mark. Where they are everywhere, it gives any versions. None: no index tells."""
    if min(map(len, texts)) < SHORTEST - 1:
        return None
    if dialect.name == "sqlite":
        return _by_triples(tenant, texts, bind)
    begun = has_beginnings(tenant, texts, bind)
    return begun and _unless_dense(begun, texts, bind)


def _unless_dense(begun: str, texts: Sequence[str], bind: Callable[[object], str]) -> str:
    """PostgreSQL gathers all that an index gives before it gives any: what is everywhere is not looked up, as a sample tells."""
    every = "FROM searched_words w WHERE w.tenant = :tenant"
    patterns = [bind(holding_pattern(text[: SHORTEST - 1])) for text in texts]
    held = " OR ".join(f"w.{column} LIKE {pattern}" for pattern in patterns for column in ("text", "name"))
    dense = f"(SELECT count(*) * {_DENSE} >= {_SAMPLE} FROM sample w WHERE {held})"
    return f"""
        WITH sample AS MATERIALIZED (SELECT w.name, w.text {every} ORDER BY w.version DESC LIMIT {_SAMPLE})
        SELECT w.version {every} AND {dense}
         UNION ALL
        SELECT w.version {every} AND {begun} AND NOT {dense}
    """


def _by_triples(tenant: int, texts: Sequence[str], bind: Callable[[object], str]) -> str:
    """The same for SQLite: by all three letters in a row that the index knows and that begin with a text. Each is found by a step
    to the next one; to go through all entries of one would take as long as there are."""
    bounds = ((text[:SHORTEST], next_text(text[:SHORTEST]) or _LAST) for text in texts)
    wanted = " UNION ALL ".join(f"SELECT {bind(first)} AS first, {bind(behind)} AS behind" for first, behind in bounds)
    scope = bind(f"scope : {_phrase(_scope(tenant))}")
    phrases = f"""coalesce(group_concat('"' || replace(term, '"', '""') || '"', ' OR '), {bind(_phrase(_MARK * 3))})"""
    following = "SELECT t.term FROM words_terms t WHERE t.term >= {} LIMIT 1"
    return f"""
        WITH RECURSIVE begun (term, behind, number) AS (
            SELECT ({following.format("wanted.first")}), wanted.behind, 1 FROM ({wanted}) wanted
             UNION ALL
            SELECT ({following.format("begun.term || char(1)")}), behind, number + 1
              FROM begun WHERE term < behind AND number <= {_MOST_BEGINNINGS})
        SELECT words.rowid AS version FROM words WHERE words MATCH (
            SELECT {scope} || CASE WHEN count(*) > {_MOST_BEGINNINGS} THEN '' ELSE ' AND {{name text rest}} : (' || {phrases} || ')' END
              FROM begun WHERE term < behind)
    """


def _all_triples(text: str, most: int) -> str:
    return f"({' AND '.join(map(_phrase, _triples(text, most)))})"


def match_words(
    tenant: int, searched: Iterable[Sequence[str]], names: Iterable[Sequence[str]] = (), columns: str = "name text"
) -> str:
    """What SQLite is told to find: versions of a tenant that hold, of each clause, one of its texts, in what is searched or in the
    words of their names. Each of these has a blank before it."""
    wanted = [f"scope : {_phrase(_scope(tenant))}"]
    wanted += [f"called : ({_one_of(map(_own_letters, texts))})" for texts in names if min(map(len, texts)) >= SHORTEST]
    wanted += [f"{{{columns}}} : ({_one_of(texts)})" for texts in searched]
    return " AND ".join(wanted)


def _one_of(texts: Iterable[str]) -> str:
    return " OR ".join(map(_phrase, texts))


def searched_holds(
    clauses: Iterable[Sequence[str]], bind: Callable[[object], str], columns: Sequence[str] = ("w.text", "w.name")
) -> str:
    """A test, for PostgreSQL, that what is searched holds, of each clause, one of its texts: where a text is long, looking for what
    stands before another text takes half as long as comparing it with a pattern."""

    def holds(text: str) -> str:
        bound = bind(text)
        return " OR ".join(f"split_part({column}, {bound}, 1) <> {column}" for column in columns)

    return " AND ".join(f"({' OR '.join(map(holds, texts))})" for texts in clauses) or "TRUE"


@lru_cache(maxsize=1024)
def _scope(tenant: int) -> str:
    return "".join(chr(0xE000 + (tenant >> shift) % 4096) for shift in (24, 12, 0))


def _triples(text: str, most: int) -> list[str]:
    """Some of the three letters in a row that a text has: each is one more walk through the index, and few tell enough."""
    last = len(text) - SHORTEST
    places = range(last + 1) if last < most else [last * n // (most - 1) for n in range(most)]
    return [text[place : place + SHORTEST] for place in places]


def _phrase(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
