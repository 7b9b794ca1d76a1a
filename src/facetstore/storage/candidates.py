"""Which versions can fulfil a filter at all, found by an index: at least those that do, as far as they are few.

A filter can be answered in two ways: walk a list in its order and test each element until the page is full, which is best
when many fit, or find the few that fit by their values and put those in order. How many there are is not known before
somebody looks; so the indexes are asked for the keys of what may fit, up to a bound, for all conditions in one statement.
"""

from __future__ import annotations

import re
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
from facetstore.storage.dialect import Dialect
from facetstore.storage.filtering import STEREOTYPE, FilterText, Values
from facetstore.storage.words import SHORTEST, holding

MOST: Final = 4_000
"""Beyond these many keys of a condition, walking is taken to be better."""
MOST_LEAVES: Final = 8
"""How many conditions are looked up; the others are tested on what these leave."""
_SIGNS: Final = {Operator.EQ: "=", Operator.LT: "<", Operator.LE: "<=", Operator.GT: ">", Operator.GE: ">="}
_WILD: Final = re.compile(r"(?<!\\)(?:\\\\)*[%_]")


@dataclass(frozen=True, slots=True)
class Lookups:
    """The statements that find keys, each for a condition, and their parameters."""

    texts: tuple[str, ...]
    leaves: tuple[Condition, ...]
    values: dict[str, object]

    def keys(self, tree: Tree, found: dict[Condition, frozenset[int] | None]) -> frozenset[int] | None:
        """The versions that may fulfil a tree, out of what was found for its conditions; None: unknown, or many."""
        match tree:
            case Condition():
                return found.get(tree)
            case And(parts):
                known = [keys for part in parts if (keys := self.keys(part, found)) is not None]
                return frozenset.intersection(*known) if known else None
            case Or(parts):
                all_known = [self.keys(part, found) for part in parts]
                return None if None in all_known else frozenset().union(*(each for each in all_known if each))
            case _:
                return None


def look_up(dialect: Dialect, tenant: int, current: str, tree: Tree) -> Lookups:
    """The look-ups of a tree: of the conditions that an index can answer, the most telling first."""
    values = Values("k")
    writer = _Lookup(dialect, tenant, current, values)
    leaves = list(dict.fromkeys(_leaves(tree)))
    leaves.sort(key=_rank)
    written: list[tuple[Condition, str]] = []
    for leaf in leaves:
        if len(written) < MOST_LEAVES and (text := writer.text(leaf)) is not None:
            written.append((leaf, text))
    return Lookups(tuple(text for _, text in written), tuple(leaf for leaf, _ in written), values.bound)


def _leaves(tree: Tree) -> list[Condition]:
    match tree:
        case Condition():
            return [tree]
        case And(parts) | Or(parts):
            return [leaf for part in parts for leaf in _leaves(part)]
        case _:
            return []


def _rank(leaf: Condition) -> int:
    order = (Operator.EQ, Operator.STARTS_WITH, Operator.CONTAINS, Operator.ENDS_WITH, Operator.LIKE)
    return order.index(leaf.operator) if leaf.operator in order else len(order)


class _Lookup:
    """Writes the look-up of a condition: a statement that gives keys in a column `version`."""

    def __init__(self, dialect: Dialect, tenant: int, current: str, values: Values) -> None:
        self._dialect = dialect
        self._tenant = tenant
        self._current = current
        self._values = values

    def text(self, leaf: Condition) -> str | None:
        field = leaf.field
        if isinstance(field, RelatedField):
            inner = self.text(Condition(field.attribute, leaf.operator, leaf.values))
            return None if inner is None else self._referring(field.context, inner)
        if isinstance(field, AttributeField):
            return self._by_value(leaf, field.name, field.kind)
        if isinstance(field, AnyAttribute):
            return self._by_words(leaf)
        if isinstance(field, IdentityField) and leaf.operator is Operator.EQ:
            return self._by_identity(leaf, field.name)
        return None

    def _referring(self, context: str, targets: str) -> str:
        return (
            f"SELECT r.version FROM ({targets}) c CROSS JOIN version t CROSS JOIN reference r"
            f" WHERE t.tenant = :tenant AND t.key = c.version AND t.{self._current} = 1"
            f" AND r.tenant = :tenant AND r.target = t.element AND r.context = {self._values.bind(context)}"
        )

    def _by_value(self, leaf: Condition, name: str, kind: Kind) -> str | None:
        rows = f"SELECT a.version FROM attribute a WHERE a.tenant = :tenant AND a.name = {self._values.bind(name)}"
        if kind is not Kind.TEXT:
            column = f"a.{kind.value}"
            tests = [f"{column} {_SIGNS[leaf.operator]} {self._values.bind(value)}" for value in leaf.values]
            return f"{rows} AND ({' OR '.join(tests)})" if tests else None
        if leaf.operator in (Operator.EQ, Operator.STARTS_WITH):
            tests = [
                self._dialect.begins(str(value), leaf.operator is Operator.EQ, self._values.bind)
                for value in leaf.values
            ]
            return f"{rows} AND a.equality IS NOT NULL AND ({' OR '.join(tests)})"
        return self._by_words(leaf) or self._by_part(leaf, rows)

    def _by_part(self, leaf: Condition, rows: str) -> str | None:
        """Too few letters for the index of words: the values of the attribute are gone through, in their own index."""
        if leaf.operator not in TEXT_OPERATORS:
            return None
        test = FilterText(self._dialect, self._current, self._values).comparison(leaf)
        return f"{rows} AND a.equality IS NOT NULL AND {test('a.')}"

    def _by_words(self, leaf: Condition) -> str | None:
        """Texts that hold all of the letters in a row that fitting values must have."""
        wanted = [_letters(leaf.operator, str(value)) for value in leaf.values]
        if not wanted or any(len(each) < SHORTEST for each in wanted):
            return None
        return holding(self._dialect, self._tenant, wanted, self._values.bind)

    def _by_identity(self, leaf: Condition, name: str) -> str | None:
        if name == STEREOTYPE:
            return self._by_value(leaf, STEREOTYPE, Kind.TEXT)
        column = {"id": "element", "versionId": "id"}.get(name)
        if column is None:
            return None
        bound = ", ".join(self._values.bind(value) for value in leaf.values)
        return f"SELECT i.key AS version FROM version i WHERE i.tenant = :tenant AND i.{column} IN ({bound})"


def _letters(operator: Operator, value: str) -> str:
    """The longest run of letters that every text with this value, or of this pattern, has in it, folded as words are."""
    if operator is Operator.LIKE:
        runs = [re.sub(r"\\(.)", r"\1", run, flags=re.DOTALL) for run in _WILD.split(value)]
        value = max((order_key(run) for run in runs), key=len, default="")
    if operator in (Operator.CONTAINS, Operator.STARTS_WITH, Operator.ENDS_WITH, Operator.EQ, Operator.LIKE):
        return order_key(value)
    return ""
