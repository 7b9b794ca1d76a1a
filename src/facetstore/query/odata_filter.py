"""$filter of OData: its text as a checked tree of conditions on columns.

It has `and`, `or`, `not`, parentheses, `eq ne gt ge lt le` between a column and a literal, `in`, `contains`, `startswith`, `endswith` and
`year`. Texts are compared without regard to letter case, so `tolower` and `toupper` around a column change nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final, NamedTuple

from facetstore.domain.budget import FILTER_WEIGHT
from facetstore.domain.errors import Failure, Finding, InvalidParameter, TooCostly, nearest
from facetstore.query.filter_tree import Operator, Value
from facetstore.query.odata_literals import ODataLiteral, as_value, read_literal
from facetstore.query.odata_tokens import ODataToken, odata_mistake, odata_tokens
from facetstore.query.row_tree import (
    NO_ROW,
    ColumnCondition,
    ColumnType,
    RowsAll,
    RowsAny,
    RowsNot,
    RowTree,
    conditions_in,
)

FILTER: Final = "$filter"
_DEEPEST: Final = 50
"""Parentheses and `not` inside each other."""
_INSIDE: Final = 4
"""How many times as much a condition weighs that searches inside texts."""
_SIGNS: Final = {"eq": Operator.EQ, "gt": Operator.GT, "ge": Operator.GE, "lt": Operator.LT, "le": Operator.LE}
_MIRRORED: Final = {"gt": "lt", "ge": "le", "lt": "gt", "le": "ge"}
_SEARCHES: Final = {
    "contains": Operator.CONTAINS,
    "startswith": Operator.STARTS_WITH,
    "endswith": Operator.ENDS_WITH,
}
_FOLDS: Final = ("tolower", "toupper", "trim")
_YEAR: Final = "year"


class UnsupportedQuery(Failure):
    """What the standard has and this service does not."""

    code = "not-supported"

    def __init__(self, error: str, parameter: str) -> None:
        super().__init__(error, [Finding(error, self.code, parameter)])


class _Operand(NamedTuple):
    """One side of a comparison: a column, or a literal."""

    column: str | None
    literal: ODataLiteral | None
    token: ODataToken
    of_year: bool = False


def parse_odata_filter(text: str, columns: Mapping[str, ColumnType]) -> RowTree:
    """The conditions of a text. Raises InvalidParameter, UnsupportedQuery, TooCostly."""
    parser = _ODataParser(text, columns)
    tree = parser.any_of(0)
    if parser.here.kind != "end":
        raise parser.wrong("and, or, or the end")
    _check_weight(tree)
    return tree


def _check_weight(tree: RowTree) -> None:
    searching = _SEARCHES.values()
    weight = sum(_INSIDE if each.operator in searching else len(each.values) or 1 for each in conditions_in(tree))
    if weight > FILTER_WEIGHT:
        error = (
            f"The conditions of $filter weigh {weight}, and at most {FILTER_WEIGHT} are run. A condition weighs 1, one that searches "
            f"inside texts {_INSIDE}. Leave out some."
        )
        raise TooCostly(error, FILTER)


class _ODataParser:
    """Reads one expression from left to right; each method reads one level of it."""

    def __init__(self, text: str, columns: Mapping[str, ColumnType]) -> None:
        self._tokens = odata_tokens(text, FILTER)
        self._columns = columns
        self._at = 0
        self._wrapped_by = 0

    @property
    def here(self) -> ODataToken:
        return self._tokens[self._at]

    def wrong(self, expected: str) -> InvalidParameter:
        here = self.here
        shown = f"{here.text[:40]!r}" if here.text else "the end"
        return odata_mistake(FILTER, f"At position {here.position} of $filter stands {shown}, expected: {expected}.")

    def _take(self, *words: str) -> bool:
        if not self.here.says(*words):
            return False
        self._at += 1
        return True

    def _expect(self, sign: str) -> None:
        if not self._take(sign):
            raise self.wrong(sign)

    def any_of(self, depth: int) -> RowTree:
        if depth > _DEEPEST:
            raise odata_mistake(FILTER, f"$filter has more than {_DEEPEST} levels inside each other.")
        parts = [self._all_of(depth)]
        while self._take("or"):
            parts.append(self._all_of(depth))
        return parts[0] if len(parts) == 1 else RowsAny(tuple(parts))

    def _all_of(self, depth: int) -> RowTree:
        parts = [self._one(depth)]
        while self._take("and"):
            parts.append(self._one(depth))
        return parts[0] if len(parts) == 1 else RowsAll(tuple(parts))

    def _one(self, depth: int) -> RowTree:
        if self.here.says("not") and not self._is_compared():
            self._at += 1
            return RowsNot(self._deeper(depth))
        if self._take("("):
            found = self.any_of(depth + 1)
            self._expect(")")
            return found
        if self.here.text in _SEARCHES and self._tokens[self._at + 1].says("("):
            return self._search()
        return self._comparison()

    def _deeper(self, depth: int) -> RowTree:
        if depth >= _DEEPEST:
            raise odata_mistake(FILTER, f"$filter has more than {_DEEPEST} levels inside each other.")
        return self._one(depth + 1)

    def _is_compared(self) -> bool:
        """Whether a word that could be an operator is the name of a column that is compared."""
        return self.here.text in self._columns and self._tokens[self._at + 1].says("eq", "ne", *_MIRRORED, "in")

    def _search(self) -> RowTree:
        operator = _SEARCHES[self.here.text]
        self._at += 1
        self._expect("(")
        column = self._side()
        self._expect(",")
        part = self._side()
        self._expect(")")
        if column.column is None or part.literal is None or self._columns[column.column] is not ColumnType.TEXT:
            raise odata_mistake(FILTER, f"{operator.value} takes a column of texts and a text: contains(name,'part').")
        found: RowTree = ColumnCondition(column.column, operator, (as_value(part.literal, ColumnType.TEXT, operator),))
        if part.literal.text == "":
            found = RowsNot(ColumnCondition(column.column, Operator.IS_NULL))
        return self._as_flag(found)

    def _as_flag(self, tree: RowTree) -> RowTree:
        """What `… eq true` and `… eq false` behind a function mean."""
        negates = self.here.says("ne")
        if not self._take("eq", "ne"):
            return tree
        if not self.here.says("true", "false"):
            raise self.wrong("true or false")
        holds = self.here.text == "true"
        self._at += 1
        return tree if holds != negates else RowsNot(tree)

    def _comparison(self) -> RowTree:
        left = self._side()
        if left.column is not None and self._take("in"):
            return self._among(left.column)
        operator = self.here.text if self.here.says("eq", "ne", *_MIRRORED) else ""
        if not operator:
            if left.column is not None and self._columns[left.column] is ColumnType.FLAG:
                return ColumnCondition(left.column, Operator.EQ, (1.0,))
            raise self.wrong("eq, ne, gt, ge, lt, le or in")
        self._at += 1
        right = self._side()
        if left.column is None:
            left, right, operator = right, left, _MIRRORED.get(operator, operator)
        if left.column is None or right.literal is None:
            raise UnsupportedQuery("$filter compares a column with a literal: type eq 'x'.", FILTER)
        return self._compared(left, operator, right.literal)

    def _compared(self, left: _Operand, operator: str, literal: ODataLiteral) -> RowTree:
        if left.of_year:
            return self._of_year(left, operator, literal)
        assert left.column is not None
        column = left.column
        return compared(column, self._columns[column], operator, literal)

    def _of_year(self, left: _Operand, operator: str, literal: ODataLiteral) -> RowTree:
        """A comparison of a year: one of the days or instants at its beginning and its end."""
        assert left.column is not None
        type_ = self._columns[left.column]
        if literal.kind != "number" or not literal.text.isdigit() or not 1 <= int(literal.text) <= 9998:
            raise odata_mistake(FILTER, "year is compared with a whole number: year(day) eq 2026.")
        first, after = (_beginning(int(literal.text) + more, type_) for more in (0, 1))
        bounds: Mapping[str, tuple[tuple[Operator, Value], ...]] = {
            "eq": ((Operator.GE, first), (Operator.LT, after)),
            "ne": ((Operator.GE, first), (Operator.LT, after)),
            "lt": ((Operator.LT, first),),
            "le": ((Operator.LT, after),),
            "gt": ((Operator.GE, after),),
            "ge": ((Operator.GE, first),),
        }
        tree = RowsAll(tuple(ColumnCondition(left.column, sign, (value,)) for sign, value in bounds[operator]))
        return RowsNot(tree) if operator == "ne" else tree

    def _among(self, column: str) -> RowTree:
        self._expect("(")
        parts = [compared(column, self._columns[column], "eq", self._literal())]
        while self._take(","):
            parts.append(compared(column, self._columns[column], "eq", self._literal()))
        self._expect(")")
        plain = [each for each in parts if isinstance(each, ColumnCondition) and each.operator is Operator.EQ]
        others = [each for each in parts if each not in plain]
        if not plain:
            return RowsAny(tuple(others))
        together = ColumnCondition(column, Operator.EQ, tuple(value for each in plain for value in each.values))
        return together if not others else RowsAny((together, *others))

    def _literal(self) -> ODataLiteral:
        found = read_literal(self.here)
        if found is None:
            raise self.wrong("a literal, such as 'text', 12, true, null, 2026-01-31")
        self._at += 1
        return found

    def _side(self) -> _Operand:
        token = self.here
        is_called = self._tokens[self._at + 1].says("(") if token.kind == "name" else False
        if is_called and token.text in (*_FOLDS, _YEAR):
            return self._wrapped(token)
        if is_called:
            raise UnsupportedQuery(f"$filter has no function {token.text[:40]} here.", FILTER)
        if token.kind == "name" and (token.text in self._columns or read_literal(token) is None):
            return self._column(token)
        return _Operand(None, self._literal(), token)

    def _wrapped(self, token: ODataToken) -> _Operand:
        self._at += 2
        self._wrapped_by += 1
        if self._wrapped_by > FILTER_WEIGHT:
            raise TooCostly(f"$filter calls more than {FILTER_WEIGHT} functions.", FILTER)
        inner = self._side()
        self._expect(")")
        if token.text != _YEAR:
            return inner
        if inner.column is None or self._columns[inner.column] not in (ColumnType.DAY, ColumnType.INSTANT):
            raise odata_mistake(FILTER, "year takes a column of days or of times.")
        return inner._replace(of_year=True)

    def _column(self, token: ODataToken) -> _Operand:
        if token.text not in self._columns:
            hint = nearest(token.text, self._columns)
            raise odata_mistake(FILTER, f"There is no property {token.text[:60]} in $filter.{hint}")
        self._at += 1
        if self.here.says("/"):
            raise UnsupportedQuery("$filter uses properties of the rows themselves, not of what they lead to.", FILTER)
        return _Operand(token.text, None, token)


def compared(column: str, type_: ColumnType, operator: str, literal: ODataLiteral) -> RowTree:
    """A comparison of a column with a literal. Raises InvalidParameter for one of another type."""
    missing = ColumnCondition(column, Operator.IS_NULL)
    if literal.kind == "null" or (type_ is ColumnType.TEXT and literal.is_blank):
        found: Mapping[str, RowTree] = {"eq": missing, "ne": RowsNot(missing)}
        return found.get(operator, NO_ROW)
    sign = _SIGNS.get(operator, Operator.EQ)
    condition = ColumnCondition(column, sign, (as_value(literal, type_, sign),))
    return RowsNot(condition) if operator == "ne" else condition


def _beginning(year: int, type_: ColumnType) -> Value:
    if type_ is ColumnType.DAY:
        return f"{year:04}-01-01"
    return int((datetime(year, 1, 1, tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds()) * 1_000_000
