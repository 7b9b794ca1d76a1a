"""The word index in the SQL of each engine: every three letters in a row (a triple) of an element's texts.

PostgreSQL stores the texts, and finds them by numbers (`letters.py`). SQLite has one index for all tenants. A tenant is named
in it by three letters of no language, which make one entry, so that the index itself leaves out the texts of other tenants. The
words of names are indexed a second time, in letters of their own: a search in names alone is not slowed down by the many other
texts that have the same letters.
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
"""How many triples are looked up at most for one text; and about how many for several texts together."""
_MOST_BEGINNINGS: Final = 64
"""How many triples are looked up at most for the letters that they begin with; if there are more, none is."""
_LAST: Final = "\U0010ffff" * (SHORTEST + 1)
_MARK: Final = "\x1f"
_SAMPLE: Final = 100
_DENSE: Final = 4
"""How many texts are a sample. Letters are frequent if one in `_DENSE` of these texts has them."""
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
# Many rows in one statement: all values of a column are one parameter. Letters are arrays themselves, and PostgreSQL takes no
# array of arrays that differ in length, so they are sent as texts.
_REPLACE_MANY: Final = """
    INSERT INTO words (tenant, version, name, text, names, letters)
    SELECT CAST(:tenant AS bigint), many.version, many.name, many.text, many.names, CAST(many.letters AS int[])
      FROM unnest(CAST(:version AS bigint[]), CAST(:name AS text[]), CAST(:text AS text[]), CAST(:names AS text[]),
                  CAST(:letters AS text[])) AS many (version, name, text, names, letters)
        ON CONFLICT (tenant, version) DO UPDATE
           SET name = excluded.name, text = excluded.text, names = excluded.names, letters = excluded.letters
"""
_MANY: Final = 8
"""From this number of versions on, one statement writes all of them to PostgreSQL."""

Words = tuple[int, str, str, str, str]
"""The key of a version, its names, other searched texts, the rest, and the words of its names."""


async def replace_words(session: Session, dialect: Dialect, tenant: int, rows: Iterable[Words]) -> None:
    """Write the words of versions, whether or not they have stored ones."""
    row_of = sqlite_row if dialect.name == "sqlite" else postgres_row
    made = [row_of(tenant, *row) for row in rows]
    if dialect.name == "sqlite" or len(made) < _MANY:
        await session.run_last(_REPLACE[dialect.name], made)
    else:
        columns = {column: [each[column] for each in made] for column in made[0]}
        await session.run_last(_REPLACE_MANY, [{**columns, "tenant": tenant}])


def sqlite_row(tenant: int, version: int, name: str, text: str, rest: str, names: str) -> dict[str, object]:
    """A row of the index of SQLite."""
    texts = {"name": name, "text": text, "rest": rest, "names": names}
    return {"version": version, "scope": _scope(tenant), "called": own_letters(names), **texts}


def postgres_row(tenant: int, version: int, name: str, text: str, rest: str, names: str) -> dict[str, object]:
    """A row of the index of PostgreSQL."""
    letters = letters_of(tenant, (name, text, rest), names)
    return {"tenant": tenant, "version": version, "name": name, "text": text, "names": names, "letters": letters}


async def delete_words(session: Session, dialect: Dialect, tenant: int, versions: Iterable[int]) -> None:
    await session.run_last(_DELETE[dialect.name], [{"tenant": tenant, "version": key} for key in versions])


def own_letters(text: str) -> str:
    """A text in the letters in which names are indexed a second time."""
    return text.translate(_own)


class _Own(dict[int, str]):
    """Maps each letter to the one that stands for it in words of names."""

    def __missing__(self, letter: int) -> str:
        return self.setdefault(letter, chr(_OWN_LETTERS + letter % _OWN_LETTERS_MANY))


_own: Final = _Own()


def holding(
    dialect: Dialect, tenant: int, clauses: Sequence[Sequence[str]], bind: Callable[[object], str]
) -> str | None:
    """A statement that finds at least the versions whose words contain, of each clause, one text. None: no index helps."""
    if dialect.name == "sqlite":
        most = max(2, min(_MOST_TRIPLES, _MOST_TOGETHER // len(clauses)))
        wanted = " AND ".join(f"({' OR '.join(_all_triples(text, most) for text in texts)})" for texts in clauses)
        match = f"scope : {_phrase(_scope(tenant))} AND {{name text rest}} : ({wanted})"
        return f"SELECT words.rowid AS version FROM words WHERE words MATCH {bind(match)}"
    found = has_letters(tenant, clauses, bind)
    return found and f"SELECT w.version FROM searched_words w WHERE w.tenant = :tenant AND {found}"


def beginning(dialect: Dialect, tenant: int, texts: Sequence[str], bind: Callable[[object], str]) -> str | None:
    """A statement that finds at least the versions whose words contain one of these texts, which may have two letters only:
    after them there is always another letter or a mark. If there are too many such triples, or texts with them, it finds all
    versions that have words. None: no index helps."""
    if min(map(len, texts)) < SHORTEST - 1:
        return None
    if dialect.name == "sqlite":
        return _by_triples(tenant, texts, bind)
    begun = has_beginnings(tenant, texts, bind)
    return begun and _unless_dense(begun, texts, bind)


def _unless_dense(begun: str, texts: Sequence[str], bind: Callable[[object], str]) -> str:
    """The statement for PostgreSQL, which collects all that an index finds before it returns the first row: if a sample shows
    that the letters are frequent, the index is not used."""
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
    """The statement for SQLite: by all triples in the index that begin with one of the texts. Each is found by a step from
    the one before; to read all entries of a triple would take longer the more there are."""
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
    """The MATCH expression of SQLite for versions of a tenant that contain, of each clause, one text: in the columns, or for
    `names` in the words of their names. Texts of `names` begin with a blank; clauses with a text of fewer than three
    characters are left out."""
    wanted = [f"scope : {_phrase(_scope(tenant))}"]
    wanted += [f"called : ({_one_of(map(own_letters, texts))})" for texts in names if min(map(len, texts)) >= SHORTEST]
    wanted += [f"{{{columns}}} : ({_one_of(texts)})" for texts in searched]
    return " AND ".join(wanted)


def _one_of(texts: Iterable[str]) -> str:
    return " OR ".join(map(_phrase, texts))


def searched_holds(
    clauses: Iterable[Sequence[str]], bind: Callable[[object], str], columns: Sequence[str] = ("w.text", "w.name")
) -> str:
    """A test, for PostgreSQL, that the columns contain, of each clause, one text. In a long text `split_part` takes half as
    long as a comparison with a pattern."""

    def holds(text: str) -> str:
        bound = bind(text)
        return " OR ".join(f"split_part({column}, {bound}, 1) <> {column}" for column in columns)

    return " AND ".join(f"({' OR '.join(map(holds, texts))})" for texts in clauses) or "TRUE"


@lru_cache(maxsize=1024)
def _scope(tenant: int) -> str:
    return "".join(chr(0xE000 + (tenant >> shift) % 4096) for shift in (24, 12, 0))


def _triples(text: str, most: int) -> list[str]:
    """Up to `most` triples of a text: each costs one more walk through the index, and a few narrow the versions down enough."""
    last = len(text) - SHORTEST
    places = range(last + 1) if last < most else [last * n // (most - 1) for n in range(most)]
    return [text[place : place + SHORTEST] for place in places]


def _phrase(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
