"""A filter as SQL: a test of a version `v` that both engines answer as `query/filter_evaluate.py` does.

Only names of columns enter the text; names of attributes, cultures and values are parameters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from facetstore.query.filter_tree import (
    ORDER_OPERATORS,
    And,
    AnyAttribute,
    AttributeField,
    Condition,
    Cultures,
    Field,
    IdentityField,
    Kind,
    Not,
    Operator,
    Or,
    RelatedContext,
    RelatedField,
    Tree,
    Value,
)
from facetstore.storage.access.sight import Sight
from facetstore.storage.engines.dialect import Dialect

_SIGNS = {Operator.EQ: "=", Operator.LT: "<", Operator.LE: "<=", Operator.GT: ">", Operator.GE: ">="}

IDENTITY_COLUMNS = {
    "id": "{v}.element",
    "versionId": "{v}.id",
    "type": "lower({v}.type)",
    "state": "lower({v}.state)",
    "facetName": "lower({v}.facet)",
}
"""Identity fields as they are compared. Ids are stored in lower case; names of types, states and facets are ASCII."""

STEREOTYPE = "stereotype"
"""The identity field whose value may be any text: it is compared by its row of `attribute`."""

_BLANK = "coalesce({a}.equality, '') = '' AND {a}.number IS NULL AND {a}.instant IS NULL"

Test = Callable[[str], str]
"""A test of the value in a column or expression."""


class Values:
    """The parameters of a statement, named by number."""

    def __init__(self, prefix: str = "f") -> None:
        self.bound: dict[str, object] = {}
        self._prefix = prefix

    def bind(self, value: object) -> str:
        name = f"{self._prefix}{len(self.bound)}"
        self.bound[name] = value
        return f":{name}"


class FilterText:
    """Turns trees into tests of versions, for one audience."""

    def __init__(self, dialect: Dialect, sight: Sight, values: Values) -> None:
        self._dialect = dialect
        self._sight = sight
        self._values = values

    def test(self, tree: Tree) -> str:
        match tree:
            case And(parts):
                return f"({' AND '.join(map(self.test, parts))})"
            case Or(parts):
                return f"({' OR '.join(map(self.test, parts))})"
            case Not(part):
                return f"NOT {self.test(part)}"
            case Condition(field, Operator.IS_NULL):
                return f"NOT {self._offers(field, 'v', self._is_filled)}"
            case Condition():
                return self._offers(tree.field, "v", self.comparison(tree))
            case _:
                assert_never(tree)

    def _offers(self, field: Field, v: str, test: Test) -> str:
        """Whether any value that a field of a version offers passes a test."""
        match field:
            case AttributeField(name, _, cultures):
                return self._attribute(v, f"{{a}}.name = {self._values.bind(name)}", cultures, test)
            case AnyAttribute(cultures, but):
                left_out = f" AND {{a}}.name NOT IN ({', '.join(map(self._values.bind, but))})" if but else ""
                return self._attribute(v, f"{{a}}.equality IS NOT NULL{left_out}", cultures, test)
            case IdentityField(name) if name == STEREOTYPE:
                return self._attribute(v, f"{{a}}.name = {self._values.bind(name)}", None, test)
            case IdentityField(name):
                # A missing value passes no test: NULL counts as false.
                return f"coalesce({test(IDENTITY_COLUMNS[name].format(v=v))}, FALSE)"
            case RelatedField(context, attribute):
                return self._related(v, context, self._offers(attribute, "t", test))
            case RelatedContext(context):
                return self._related(v, context, "TRUE")
            case _:
                assert_never(field)

    def _attribute(self, v: str, which: str, cultures: Cultures, test: Test) -> str:
        among, better = "", ""
        if cultures is not None:
            places = [self._values.bind(culture) for culture in cultures]
            among = f" AND {{a}}.culture IN ({', '.join(places)})"
            better = self._better(which, among, places) if len(cultures) > 1 else ""
        rows = f"{which}{among}".format(a="a")
        return (
            f"EXISTS (SELECT 1 FROM attribute a WHERE a.tenant = :tenant AND a.version = {v}.key AND {rows}"
            f" AND {test('a.')}{better.format(v=v)}{self._dialect.kept_apart})"
        )

    def _better(self, which: str, among: str, places: list[str]) -> str:
        """A condition that no other culture of a chain comes first: one with a value, or among equals an earlier one."""

        def rank(a: str) -> str:
            order = " ".join(f"WHEN {place} THEN {n}" for n, place in enumerate(places))
            blank = f"CASE WHEN {_BLANK.format(a=a)} THEN {len(places)} ELSE 0 END"
            return f"({blank} + CASE {a}.culture {order} END)"

        rows = f"{which}{among}".format(a="b")
        return (
            " AND NOT EXISTS (SELECT 1 FROM attribute b WHERE b.tenant = :tenant AND b.version = {v}.key"
            f" AND b.name = a.name AND {rows} AND {rank('b')} < {rank('a')})"
        )

    def _related(self, v: str, context: str, test: str) -> str:
        return (
            "EXISTS (SELECT 1 FROM reference r CROSS JOIN version t"
            f" WHERE r.tenant = :tenant AND r.version = {v}.key AND r.context = {self._values.bind(context)}"
            f" AND t.tenant = :tenant AND t.element = r.target AND {self._sight.current('t')} AND {test}{self._dialect.kept_apart})"
        )

    @staticmethod
    def _is_filled(column: str) -> str:
        if not column.endswith("."):
            return f"{column} <> ''"
        return f"NOT ({_BLANK.format(a=column[:-1])})"

    def comparison(self, condition: Condition) -> Test:
        """The test of a condition. A column that ends in a dot is a row of `attribute`, whose forms differ by kind."""
        kind, operator = _kind(condition.field), condition.operator

        def test(column: str) -> str:
            if column.endswith("."):
                column += _form(kind, operator)
            if operator is Operator.EQ and len(condition.values) > 1:
                # One test of many values: SQLite refuses expressions of hundreds of ORs.
                return f"{column} IN ({', '.join(map(self._values.bind, condition.values))})"
            tests = [self._compare(column, operator, value) for value in condition.values]
            return tests[0] if len(tests) == 1 else f"({' OR '.join(tests)})"

        return test

    def _compare(self, column: str, operator: Operator, value: Value) -> str:
        if operator in _SIGNS:
            return f"{column} {_SIGNS[operator]} {self._values.bind(value)}"
        text = str(value)
        if operator is Operator.CONTAINS:
            return self._dialect.holds(column, text, self._values.bind)
        bound = self._values.bind(text)
        match operator:
            case Operator.STARTS_WITH:
                return f"substr({column}, 1, {len(text)}) = {bound}"
            case Operator.ENDS_WITH:
                length = f"length({column})"
                return f"({length} >= {len(text)} AND substr({column}, {length} - {len(text) - 1}) = {bound})"
            case _:
                return f"{column} LIKE {bound} ESCAPE '\\'"


def _kind(field: Field) -> Kind:
    match field:
        case AttributeField(_, kind) | RelatedField(_, AttributeField(_, kind)):
            return kind
        case _:
            return Kind.TEXT


def _form(kind: Kind, operator: Operator) -> str:
    if kind is not Kind.TEXT:
        return kind.value
    return "ordering" if operator in ORDER_OPERATORS else "equality"
