"""The versions that may match a filter, found by indexes: at least those that do match, if they are few.

A filter can be answered in two ways: walk a list in its order and test each element until the page is full, which is best
if many match, or find the few that match by their values and sort those. How many match is not known in advance, so one
statement reads the keys of what may match from the indexes, for all conditions, each up to a limit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from facetstore.domain.values import order_key
from facetstore.query.filter_tree import (
    TEXT_OPERATORS,
    And,
    AnyAttribute,
    AttributeField,
    Condition,
    IdentityField,
    Kind,
    Operator,
    Or,
    RelatedField,
    Tree,
)
from facetstore.storage.access.sight import Sight
from facetstore.storage.engines.dialect import Dialect, next_text
from facetstore.storage.finding.filtering import STEREOTYPE, Values
from facetstore.storage.rows.letters import SHORTEST
from facetstore.storage.rows.words import beginning, holding

FEWEST: Final = 1_000
SHARE: Final = 200
"""The keys of a condition are few up to `FEWEST` plus the highest key of the tenant divided by `SHARE`. Beyond that, walking
the list is better."""
MOST_KEYS: Final = f"{FEWEST} + (SELECT coalesce(max(key), 0) FROM version WHERE tenant = :tenant) / {SHARE}"
MOST_LEAVES: Final = 8
"""How many conditions are looked up at most; the others are tested on what these find."""
_SIGNS: Final = {Operator.EQ: "=", Operator.LT: "<", Operator.LE: "<=", Operator.GT: ">", Operator.GE: ">="}
_MOST_SELECTIVE: Final = (Operator.EQ, Operator.STARTS_WITH, Operator.CONTAINS, Operator.ENDS_WITH, Operator.LIKE)
_SURE: Final = 100
"""Ordering forms are compared up to this length: stored ones are cut at twice as many letters."""
_PARTS: Final = TEXT_OPERATORS - {Operator.STARTS_WITH}
_WILD: Final = re.compile(r"(?<!\\)(?:\\\\)*[%_]")


@dataclass(frozen=True, slots=True)
class JoinedConditions:
    """Conditions on parts of texts that must all hold: they share one lookup in the word index."""

    conditions: tuple[Condition, ...]


Leaf = Condition | JoinedConditions
Found = Mapping[Leaf, frozenset[int] | None]
"""The keys of versions that may fulfil a condition, or several together; None: they are many."""


@dataclass(frozen=True, slots=True)
class Lookups:
    """The statements that find keys, and their parameters."""

    texts: tuple[str, ...]
    leaves: tuple[Leaf, ...]
    values: dict[str, object]


def keys_in(tree: Tree | JoinedConditions, found: Found) -> frozenset[int] | None:
    """The keys of versions that may match a tree, from those found for its conditions; None: unknown, or many."""
    match tree:
        case Condition() | JoinedConditions():
            return found.get(tree)
        case And(parts):
            known = [keys for part in _grouped(parts) if (keys := keys_in(part, found)) is not None]
            return frozenset.intersection(*known) if known else None
        case Or(parts):
            all_known = [keys_in(part, found) for part in parts]
            return None if None in all_known else frozenset().union(*(each for each in all_known if each))
        case _:
            return None


def look_up(dialect: Dialect, tenant: int, sight: Sight, tree: Tree) -> Lookups:
    """The lookups of a tree: for conditions that an index can answer, the most selective operators first."""
    values = Values("k")
    writer = _Lookup(dialect, tenant, sight, values)
    written: list[tuple[Leaf, str]] = []
    for leaf in sorted(dict.fromkeys(_leaves(tree)), key=_rank):
        if len(written) < MOST_LEAVES and (text := writer.text(leaf)) is not None:
            written.append((leaf, text))
    return Lookups(tuple(text for _, text in written), tuple(leaf for leaf, _ in written), values.bound)


def found_by_parts(tree: Tree) -> bool:
    """Whether there are conditions, but none on whole values or their beginnings, which an index finds at once."""
    leaves = _leaves(tree)
    return bool(leaves) and all(_rank(leaf) >= _rank_of(Operator.CONTAINS) for leaf in leaves)


def _leaves(tree: Tree | JoinedConditions) -> list[Leaf]:
    match tree:
        case Condition() | JoinedConditions():
            return [tree]
        case And(parts):
            return [leaf for part in _grouped(parts) for leaf in _leaves(part)]
        case Or(parts):
            return [leaf for part in parts for leaf in _leaves(part)]
        case _:
            return []


def _grouped(parts: Sequence[Tree]) -> list[Tree | JoinedConditions]:
    """The parts of an And; several conditions on parts of texts are joined into one."""
    worded = [part for part in parts if isinstance(part, Condition) and _wanted(part)]
    if len(worded) < 2:
        return list(parts)
    return [*(part for part in parts if part not in worded), JoinedConditions(tuple(worded))]


def _wanted(leaf: Condition) -> list[str] | None:
    """Runs of letters, one of which a text must contain to fulfil a condition; None: it is not on parts of texts, or one is
    short."""
    of_text = isinstance(leaf.field, AttributeField) and leaf.field.kind is Kind.TEXT
    if not (isinstance(leaf.field, AnyAttribute) or (of_text and leaf.operator in _PARTS)):
        return None
    wanted = [_letters(leaf.operator, str(value)) for value in leaf.values]
    return wanted if wanted and all(len(each) >= SHORTEST for each in wanted) else None


def _rank(leaf: Leaf) -> int:
    return _rank_of(Operator.CONTAINS if isinstance(leaf, JoinedConditions) else leaf.operator)


def _rank_of(operator: Operator) -> int:
    return _MOST_SELECTIVE.index(operator) if operator in _MOST_SELECTIVE else len(_MOST_SELECTIVE)


class _Lookup:
    """Writes the lookup of a condition: a statement that returns keys in a column `version`."""

    def __init__(self, dialect: Dialect, tenant: int, sight: Sight, values: Values) -> None:
        self._dialect = dialect
        self._tenant = tenant
        self._sight = sight
        self._values = values

    def text(self, leaf: Leaf) -> str | None:
        if isinstance(leaf, JoinedConditions):
            clauses = [_wanted(each) or [] for each in leaf.conditions]
            return holding(self._dialect, self._tenant, clauses, self._values.bind)
        field = leaf.field
        if isinstance(field, RelatedField):
            inner = self.text(Condition(field.attribute, leaf.operator, leaf.values))
            return None if inner is None else self._referring(field.context, inner)
        if isinstance(field, AttributeField):
            return self._by_value(leaf, field.name, field.kind)
        if isinstance(field, AnyAttribute):
            return self._by_words(leaf) or self._by_beginning(leaf)
        if isinstance(field, IdentityField) and leaf.operator is Operator.EQ:
            return self._by_identity(leaf, field.name)
        return None

    def _referring(self, context: str, targets: str) -> str:
        return (
            f"SELECT r.version FROM ({targets}) c CROSS JOIN version t CROSS JOIN reference r"
            f" WHERE t.tenant = :tenant AND t.key = c.version AND {self._sight.current('t')}"
            f" AND r.tenant = :tenant AND r.target = t.element AND r.context = {self._values.bind(context)}"
        )

    def _by_value(self, leaf: Condition, name: str, kind: Kind) -> str | None:
        of = f"a.tenant = :tenant AND a.name = {self._values.bind(name)}"
        rows = f"SELECT a.version FROM attribute a WHERE {of}"
        if kind is not Kind.TEXT:
            column = f"a.{kind.value}"
            if leaf.operator is Operator.EQ:
                return f"{rows} AND {column} IS NOT NULL AND {column} IN ({self._bound(leaf.values)})"
            tests = [f"{column} {_SIGNS[leaf.operator]} {self._values.bind(value)}" for value in leaf.values]
            return f"{rows} AND {column} IS NOT NULL AND ({' OR '.join(tests)})" if tests else None
        if leaf.operator in (Operator.EQ, Operator.STARTS_WITH):
            whole = leaf.operator is Operator.EQ
            folded = list(dict.fromkeys(order_key(str(value)) for value in leaf.values))
            exact = [each for each in folded if whole and len(each) <= _SURE]
            tests = [self._begins(each) for each in folded if not whole or len(each) > _SURE]
            if exact:
                tests.append(f"a.ordering IN ({self._bound(exact)})")
            return f"{rows} AND a.ordering IS NOT NULL AND ({' OR '.join(tests)})"
        return self._by_words(leaf) or self._by_part(leaf, of)

    def _bound(self, values: Sequence[object]) -> str:
        return ", ".join(map(self._values.bind, values))

    def _begins(self, folded: str) -> str:
        """A test that the ordering form of a value begins with that of a text, or with the first `_SURE` letters of it."""
        behind = next_text(folded[:_SURE])
        until = f" AND a.ordering < {self._values.bind(behind)}" if behind is not None else ""
        return f"(a.ordering >= {self._values.bind(folded[:_SURE])}{until})"

    def _by_part(self, leaf: Condition, of: str) -> str | None:
        """A lookup by letters that are too few for the word index as such. If many versions have them, or they cannot be
        looked up at all, the values of the attribute (`of`) are scanned in their own index."""
        letters = _short(leaf)
        if letters is None:
            return None
        tests = [self._dialect.holds("a.ordering", each, self._values.bind) for each in letters]
        # Of a long text only the beginning is in this index.
        tests.append(f"octet_length(a.ordering) >= {_SURE}")
        values = f"attribute a WHERE {of} AND a.ordering IS NOT NULL AND ({' OR '.join(tests)})"
        if (begun := self._by_beginning(leaf)) is None:
            return f"SELECT a.version FROM {values}"
        few = f"(SELECT count(*) <= {MOST_KEYS} FROM begun)"
        # Whether there are few is a row to join from: as a condition, SQLite would test it for every value.
        return f"""
            WITH begun AS MATERIALIZED (SELECT every.version FROM ({begun}) every LIMIT 1 + {MOST_KEYS})
            SELECT version FROM begun WHERE {few}
             UNION ALL
            SELECT a.version FROM (SELECT 1 WHERE NOT {few}) many CROSS JOIN {values}
        """

    def _by_beginning(self, leaf: Condition) -> str | None:
        letters = _short(leaf)
        return None if letters is None else beginning(self._dialect, self._tenant, letters, self._values.bind)

    def _by_words(self, leaf: Condition) -> str | None:
        """A lookup in the word index; None if it cannot find the values that fulfil a condition."""
        wanted = _wanted(leaf)
        return None if wanted is None else holding(self._dialect, self._tenant, [wanted], self._values.bind)

    def _by_identity(self, leaf: Condition, name: str) -> str | None:
        if name == STEREOTYPE:
            return self._by_value(leaf, STEREOTYPE, Kind.TEXT)
        column = {"id": "element", "versionId": "id"}.get(name)
        if column is None:
            return None
        among = f"i.{column} IN ({self._bound(leaf.values)})"
        return f"SELECT i.key AS version FROM version i WHERE i.tenant = :tenant AND {among}"


def _short(leaf: Condition) -> list[str] | None:
    """Runs of letters, one of which a text must contain to fulfil a condition, however short; None if a value requires none."""
    letters = [_letters(leaf.operator, str(value)) for value in leaf.values]
    return letters if letters and leaf.operator in TEXT_OPERATORS and all(letters) else None


def _letters(operator: Operator, value: str) -> str:
    """The longest run of letters in every text that fulfils a condition, folded as words are; empty if there is none."""
    if operator is Operator.LIKE:
        runs = [re.sub(r"\\(.)", r"\1", run, flags=re.DOTALL) for run in _WILD.split(value)]
        value = max((order_key(run) for run in runs), key=len, default="")
    if operator in (Operator.CONTAINS, Operator.STARTS_WITH, Operator.ENDS_WITH, Operator.EQ, Operator.LIKE):
        return order_key(value)
    return ""
