"""The statement of a search: the hits, their rank, how many there are, and the best of them.

The rank of a hit depends on its name: it equals the search text, begins with it, has words that begin with the words of the
search, contains these words, or contains what is found in their place; else they are in other texts. If there are too many hits to
rank them all, those whose names have words that begin with the words of the search are looked up separately, so that none of the
best is missed. Of equally good hits, what is released comes first, then what is used more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, cast

from facetstore.domain.access import Audience
from facetstore.query.search_text import SearchText, Word, at_boundaries
from facetstore.storage.access.sight import Sight
from facetstore.storage.engines.dialect import POSTGRES, SQLITE, Dialect, next_text
from facetstore.storage.engines.engine import Row
from facetstore.storage.finding.filtering import Values
from facetstore.storage.rows.letters import NAMES, has_letters
from facetstore.storage.rows.words import match_words, searched_holds
from facetstore.usecases.ports.finding import Hits, Sought

_FEW: Final = "LIMIT :most + 1"
_IF_MANY: Final = "(SELECT 1 WHERE (SELECT count(*) FROM found) > :most) many"
_FEW_BETTER: Final = "(SELECT count(*) <= :most FROM better)"
_IF_NAMED: Final = "(EXISTS (SELECT 1 FROM better) OR EXISTS ({}))"
"""Whether a name has the word, at the beginning of a word or within one."""
# Not `=`: PostgreSQL would conclude it from the row security of the version too, and then use no index for letters, whose operator it
# does not trust with rows of others. And no bare column, or it would walk all texts of the tenant by the primary key.
_OF_TENANT: Final = "w.tenant + 0 BETWEEN :tenant AND :tenant"
_SAMPLE: Final = 100
_DENSE: Final = 4
"""How many texts are a sample. If one in `_DENSE` of these is a hit, the newest texts are searched first, without the index."""
_PLACE: Final = "v.facet, v.type, v.state, v.published, v.sort_name, v.element"
_LISTED: Final = "v.facet, v.type, v.state, v.sort_name, v.element"
_COUNTED: Final = 50
"""Of so many of the best hits, references to them are counted: to count those of all would take longer than the search."""
_MOST_USES: Final = 10
"""More references than this count as this many."""

# Three kinds of rows in one result: how many were found, how many there are of each kind, and the page.
_ANSWER: Final = """
    SELECT 0 AS part, count(*) AS number, '' AS facet, '' AS type, '' AS state, '' AS element,
           (SELECT min(rank) FROM placed) AS best FROM found
     UNION ALL
    SELECT 1, count(*), facet, type, state, '', NULL FROM placed GROUP BY facet, type, state
     UNION ALL
    SELECT 2, row_number() OVER ({order}), '', '', '', element, NULL
      FROM (SELECT * FROM {ranked} {order} LIMIT :limit OFFSET :offset) page
     ORDER BY 1, 2, 3, 4, 5
"""
_BY_NAME: Final = "ORDER BY rank, sort_name, element"
# Of what is equally good, what is released comes first, then what is referred to more often.
_USED: Final = """,
        best AS MATERIALIZED (
            SELECT * FROM placed ORDER BY rank, published DESC, sort_name, element LIMIT {counted}),
        used AS MATERIALIZED (
            SELECT best.*, (SELECT count(*) FROM (
                       SELECT 1 FROM reference r CROSS JOIN version u{by_place}
                        WHERE r.tenant = :tenant AND r.target = best.element
                          AND u.tenant = :tenant AND u.key = r.version AND {seen}
                        LIMIT {most}) several) AS uses
              FROM best
             UNION ALL
            SELECT placed.*, 0 FROM placed WHERE key NOT IN (SELECT key FROM best))
"""
_BY_USE: Final = "ORDER BY rank, published DESC, uses DESC, sort_name, element"


def searched_by(audience: Audience, sight: Sight, sought: Sought) -> tuple[Sight, Sought]:
    """What an audience sees in a search, and where it looks."""
    if audience.opens_all:
        return sight._replace(named=None), sought
    # An element that is in no list, such as a token, is not found by its name either.
    return sight, sought if sought.facets else replace(sought, facets=sought.every_facet)


def search_statement(dialect: Dialect, tenant: int, sight: Sight, sought: Sought, values: Values) -> str:
    """The statement; its rows are those of `_ANSWER`."""
    values.bound["most"] = sought.most
    values.bound["hidden_contexts"] = dialect.pack(sought.hidden_contexts)
    return f"{_placed(dialect, tenant, sight, sought, values)} {_answer(dialect, sight, sought)}"


def names_statement(dialect: Dialect, tenant: int, sight: Sight, sought: Sought, values: Values) -> str:
    """A statement for the words of the names that have, of each word, one of its texts: of at most as many elements as `most` says."""
    values.bound["most"] = sought.most
    clauses, among = clauses_of(sought.text), among_sought(sought, values)
    if dialect.name == "sqlite":
        match = values.bind(match_words(tenant, (), clauses))
        return (
            f"SELECT names FROM words {_seen(dialect, sight, 'words.rowid', among)} AND words MATCH {match} LIMIT :most"
        )
    tests = [_any(dialect, each, values) for each in clauses]
    if looked_up := has_letters(tenant, clauses, values.bind, NAMES):
        tests.insert(0, looked_up)
    seen = f"{_seen(dialect, sight, 'w.version', among)} AND {_OF_TENANT}"
    return f"SELECT names FROM searched_words w {seen} AND {' AND '.join(tests)} LIMIT :most"


def called_statement(dialect: Dialect, sight: Sight, but: Sequence[str], values: Values) -> str:
    """A statement for the keys of the versions that are shown in lists, and the words of their names: `most` of them, none of some types."""
    others = "".join(f" AND v.type <> {values.bind(each)}" for each in but)
    table, key = ("words", "w.rowid") if dialect.name == "sqlite" else ("searched_words", "w.version")
    tenant = "" if dialect.name == "sqlite" else " AND w.tenant = :tenant"
    return (
        f"SELECT v.key, w.names FROM version v CROSS JOIN {table} w WHERE v.tenant = :tenant AND {sight.current('v')}"
        f" AND v.flow = 0{others} AND {key} = v.key{tenant} ORDER BY v.key LIMIT :most"
    )


def named_statement(dialect: Dialect, sight: Sight, but: Sequence[str], values: Values) -> str:
    """A statement for the versions behind a key that are shown in lists, with their cards: `most` of them, none of some types."""
    others = "".join(f" AND v.type <> {values.bind(each)}" for each in but)
    return (
        f"SELECT v.key, v.type, {dialect.as_bytes('v.card')} FROM version v WHERE v.tenant = :tenant AND v.key > :after"
        f" AND {sight.current('v')} AND v.flow = 0{others} ORDER BY v.key LIMIT :most"
    )


def seen_statement(dialect: Dialect, sight: Sight, sought: Sought, values: Values) -> str:
    """A statement for those of some versions, `keys`, that the audience sees among what is searched."""
    seen = f"{sight.naming.current('v')} AND v.flow = 0{among_sought(sought, values)}"
    among = dialect.among("v.key", "keys", "bigint")
    return f"SELECT v.key, v.element, v.facet, v.type, v.state FROM version v WHERE v.tenant = :tenant AND {among} AND {seen}"


def _answer(dialect: Dialect, sight: Sight, sought: Sought) -> str:
    """The end of the statement: the counts, and the page in its order."""
    if sought.is_past or sought.text.is_short:
        return _ANSWER.format(order=_BY_NAME, ranked="placed")
    # What may only be named does not show what it refers to, so it must not decide the order either.
    seen = sight.current("u")
    if sought.hidden_contexts:
        seen += f" AND NOT ({dialect.among('r.context', 'hidden_contexts')})"
    used = _USED.format(counted=_COUNTED, most=_MOST_USES, by_place=dialect.by_place, seen=seen)
    return used + _ANSWER.format(order=_BY_USE, ranked="used")


def _placed(dialect: Dialect, tenant: int, sight: Sight, sought: Sought, values: Values) -> str:
    """The subqueries up to `placed`: the best hits with their ranks."""
    if sought.text.is_short:
        return _by_beginning(dialect, sight, sought, values)
    seen = _seen(
        dialect, sight, "words.rowid" if dialect.name == "sqlite" else "w.version", among_sought(sought, values)
    )
    if sight.named is not None:
        seen += f" AND ((1 = 1{sight.hidden('v')}) OR {_in_name(dialect, tenant, sought.text, values)})"
    found = (_sqlite if dialect.name == "sqlite" else _postgres)(tenant, sought, seen, values)
    return f"""
        WITH {found},
             placed AS MATERIALIZED (
                 SELECT * FROM (
                     SELECT * FROM better UNION ALL SELECT * FROM found WHERE key NOT IN (SELECT key FROM better)) every
                  ORDER BY rank, key LIMIT :most)
    """


def _seen(dialect: Dialect, sight: Sight, key: str, among: str) -> str:
    """The join of a hit with its version, and the beginning of its conditions.

    Versions that the caller does not see are left out before hits are counted: they must neither displace other hits nor show
    in the count. Versions that may only be named are included.
    """
    version = f"CROSS JOIN version v{dialect.by_place} WHERE v.tenant = :tenant AND v.key = {key}"
    return f"{version} AND {sight.naming.current('v')} AND v.flow = 0{among}"


def _in_name(dialect: Dialect, tenant: int, text: SearchText, values: Values) -> str:
    """A test that a version is a hit by its name alone: the column `name` fulfils all clauses, whatever other texts hold."""
    if dialect.name == "sqlite":
        match = match_words(tenant, clauses_of(text), columns="name")
        return f"v.key IN (SELECT words.rowid FROM words WHERE words MATCH {values.bind(match)})"
    return f"({searched_holds(clauses_of(text), values.bind, columns=('w.name',))})"


def read_hits(rows: Sequence[Row], most: int) -> Hits:
    """The hits in the rows of the statement."""
    facets, types, states, page, found, rank = Counter[str](), Counter[str](), Counter[str](), list[str](), 0, None
    for part, number, facet, type_, state, element, best in cast(
        "Sequence[tuple[int, int, str, str, str | None, str, int | None]]", rows
    ):
        if part == 0:
            found, rank = number, best
        elif part == 1:
            facets[facet] += number
            types[type_] += number
            states.update({state: number} if state is not None else {})
        else:
            page.append(element)
    return Hits(page, facets, types, states, more=found > most, best=rank)


def among_sought(sought: Sought, values: Values) -> str:
    """Conditions that a version has one of the facets and types that are searched. Each name is a parameter of its own: a test
    against a list bound as one would cost more than all the rest."""
    wanted = {"v.facet": sought.facets, "v.type": sought.types}
    tests = {column: ", ".join(map(values.bind, names)) for column, names in wanted.items() if names}
    return "".join(f" AND {column} IN ({bound})" for column, bound in tests.items())


def _sqlite(tenant: int, sought: Sought, seen: str, values: Values) -> str:
    """The subqueries of the hits, `found`, and of the best of them, `better`.

    Several words together have few hits, and names seldom begin with what means the same, so the best are looked up only if there are too
    many. One word alone is often in hundreds of names: then the best come first, and if they are too many, nothing else is searched."""
    text = sought.text
    clauses = clauses_of(text)
    hits = values.bind(match_words(tenant, clauses))
    begun = text.begun
    # Names in which the words begin have them: not asked for twice.
    best = values.bind(match_words(tenant, () if begun and set(clauses) == set(text.best) else clauses, begun))
    rows = f"SELECT words.rowid AS key, {_rank(SQLITE, text, values)} AS rank, {_PLACE} FROM"
    if len(clauses) > 1 or not begun or (text.wider and not text.replaces):
        return f"""
            found AS MATERIALIZED ({rows} words {seen} AND words MATCH {hits} {_FEW}),
            better AS MATERIALIZED ({rows} {_IF_MANY} CROSS JOIN words {seen} AND words MATCH {best} {_FEW})
        """
    others = _FEW_BETTER
    if sought.names_first:
        named = f"SELECT 1 FROM words WHERE words MATCH {values.bind(match_words(tenant, (), text.words))}"
        others += f" AND {_IF_NAMED.format(named)}"
    return f"""
        better AS MATERIALIZED ({rows} words {seen} AND words MATCH {best} {_FEW}),
        found AS MATERIALIZED (
            SELECT * FROM better WHERE NOT {_FEW_BETTER}
             UNION ALL
            SELECT * FROM (
                {rows} (SELECT 1 WHERE {others}) few CROSS JOIN words {seen} AND words MATCH {hits} {_FEW}))
    """


def _postgres(tenant: int, sought: Sought, seen: str, values: Values) -> str:
    """The same for PostgreSQL. The best hits by name are found first: if they are too many, nothing else is searched.

    The index collects every hit before it returns the first. So if a sample shows that many texts are hits, the newest texts
    are searched without it, and their hits are taken if they are enough.
    """
    text = sought.text
    clauses = clauses_of(text)
    rows = f"SELECT w.version AS key, {_rank(POSTGRES, text, values)} AS rank, {_PLACE} FROM"
    every, hit = f"searched_words w {seen} AND {_OF_TENANT}", searched_holds(clauses, values.bind)
    newest = "SELECT * FROM searched_words w WHERE w.tenant = :tenant ORDER BY w.version DESC"
    few = "(SELECT count(*) <= :most FROM {})".format
    dense = f"(SELECT count(*) * {_DENSE} >= {_SAMPLE} FROM ({newest} LIMIT {_SAMPLE}) w WHERE {hit})"
    looked_up = has_letters(tenant, clauses, values.bind) or "TRUE"
    if sought.names_first and (letters := has_letters(tenant, text.words, values.bind, NAMES)):
        tests = " AND ".join((letters, *(_any(POSTGRES, each, values) for each in text.words)))
        looked_up += f" AND {_IF_NAMED.format(f'SELECT 1 FROM searched_words w WHERE {_OF_TENANT} AND {tests}')}"
    return f"""
        better AS MATERIALIZED ({rows} {every} AND {_best_names(tenant, text, hit, values)} {_FEW}),
        newest AS MATERIALIZED (
            {rows} ({newest} LIMIT CASE WHEN {few("better")} AND {dense} THEN :most * {2 * _DENSE} ELSE 0 END) w
            {seen} AND {hit} {_FEW}),
        found AS MATERIALIZED (
            SELECT * FROM better WHERE NOT {few("better")}
             UNION ALL
            SELECT * FROM newest WHERE NOT {few("newest")}
             UNION ALL
            ({rows} {every} AND {few("better")} AND {few("newest")} AND {looked_up} AND {hit} {_FEW}))
    """


def _best_names(tenant: int, text: SearchText, hit: str, values: Values) -> str:
    """A test, for PostgreSQL, that a version is among the best hits by its names."""
    if not (names := text.begun):
        return "FALSE"
    tests = [has_letters(tenant, names, values.bind, NAMES), *(_any(POSTGRES, each, values) for each in names)]
    if set(clauses_of(text)) != set(text.best):
        tests.append(hit)
    return " AND ".join(test for test in tests if test)


def clauses_of(text: SearchText) -> list[Word]:
    """The clauses of a search: a hit contains, of each, one text."""
    return [*text.parts, *map(at_boundaries, text.beginnings)]


def _rank(dialect: Dialect, text: SearchText, values: Values) -> str:
    """The rank of a hit by the words of its names; 0 is the best.

    A name that passes the test of a better rank passes those of worse ones, too; so the worst, which most hits have, is first.
    """
    if not text.by_name:
        return "0"
    cases = (" AND ".join(_any(dialect, word, values) for word in test) for test in text.by_name)
    number = len(text.by_name)
    ranks = [f"WHEN NOT ({case}) THEN {number - n}" for n, case in enumerate(cases)]
    if text.wider_in_name:
        wider = " AND ".join(_any(dialect, word, values) for word in text.wider_in_name)
        ranks[0] = ranks[0].replace(f"THEN {number}", f"THEN CASE WHEN {wider} THEN {number} ELSE {text.in_texts} END")
    return f"CASE {' '.join(ranks)} ELSE 0 END"


def _any(dialect: Dialect, texts: Sequence[str], values: Values) -> str:
    return f"({' OR '.join(dialect.holds('names', text, values.bind) for text in texts)})"


def _by_beginning(dialect: Dialect, sight: Sight, sought: Sought, values: Values) -> str:
    """The subqueries for a letter or two: names that begin with them, found in the indexes of lists."""
    listed = f"v.tenant = :tenant AND v.facet = wanted.value AND {sight.naming.current('v')} AND v.flow = 0"
    values.bound["facets"] = dialect.pack(sought.facets or sought.every_facet)
    among, spellings = among_sought(sought, values), sought.text.spellings
    whole = f"v.sort_name IN ({', '.join(map(values.bind, spellings))})"
    selects = [
        f"SELECT CASE WHEN {whole} THEN 0 ELSE 1 END AS rank, {_LISTED} FROM {dialect.each_of('facets')}"
        f" CROSS JOIN version v WHERE {listed}{among} AND {_begins(spelling, values)}"
        for spelling in spellings
        if not any(spelling != other and spelling.startswith(other) for other in spellings)
    ]
    found = f"SELECT * FROM ({' UNION ALL '.join(selects)}) begun {_BY_NAME.replace('rank, ', '')} {_FEW}"
    return f"""
        WITH found AS MATERIALIZED ({found}),
             placed AS MATERIALIZED (SELECT * FROM found ORDER BY sort_name, element LIMIT :most)
    """


def _begins(text: str, values: Values) -> str:
    behind = next_text(text)
    until = f" AND v.sort_name < {values.bind(behind)}" if behind is not None else ""
    return f"v.sort_name >= {values.bind(text)}{until}"
