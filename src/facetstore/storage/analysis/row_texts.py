"""Conditions on rows as SQL, which both engines answer as `query/row_evaluate.py` does, and what rows are ordered by.

Only names of columns that storage knows enter the text; names of attributes and contexts, and all values, are parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Final

from facetstore.domain.values import order_key
from facetstore.query.filter_tree import Condition, Cultures, IdentityField, Kind, Operator, Value
from facetstore.query.row_tree import ColumnCondition, ColumnType, RowsAll, RowsAny, RowsNot, RowTree
from facetstore.storage.access.sight import Sight
from facetstore.storage.analysis.fact_tables import FactTable, FactTables
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.finding.filtering import STEREOTYPE, FilterText, Values
from facetstore.usecases.ports.analysis_reads import (
    AttributeColumn,
    FactSource,
    NameColumn,
    StoredColumn,
    TargetColumn,
)

_SIGNS: Final = {Operator.LT: "<", Operator.LE: "<=", Operator.GT: ">", Operator.GE: ">="}
_NUMBERS: Final = (ColumnType.WHOLE, ColumnType.NUMBER, ColumnType.FLAG)
_TARGET: Final = """
    (SELECT r.target FROM reference r CROSS JOIN version t
      WHERE r.tenant = :tenant AND r.version = v.key AND r.context = {context}
        AND t.tenant = :tenant AND t.element = r.target AND {shown}
      ORDER BY r.position LIMIT 1)
"""
_EPOCH: Final = date(1970, 1, 1)


class RowTexts:
    """The columns of one fact as expressions and tests."""

    def __init__(
        self, dialect: Dialect, sight: Sight, source: FactSource, tables: FactTables, table: FactTable, values: Values
    ) -> None:
        self._dialect = dialect
        self._source = source
        self._tables = tables
        self._table = table
        self._values = values
        self._filters = FilterText(dialect, sight, values)

    def cell(self, name: str) -> str:
        """The cell of a column; NULL for what is read from the stored attributes."""
        match self._source.columns[name]:
            case StoredColumn(column):
                return self._table.columns[column]
            case TargetColumn(context):
                return self._target(context)
            case _:
                return "NULL"

    def order(self, name: str) -> str:
        """What a column is ordered by: the form in which its cells are compared."""
        match self._source.columns[name]:
            case AttributeColumn(field):
                return self._chosen(field.name, field.kind, field.cultures)
            case NameColumn(field, types):
                chosen = self._chosen(field.name, field.kind, field.cultures)
                among = self._of_types(types)
                return f"CASE WHEN {among} THEN v.sort_name ELSE {chosen} END" if types else chosen
            case StoredColumn(column) if column == STEREOTYPE:
                return self._chosen(STEREOTYPE, Kind.TEXT, None)
            case StoredColumn(column) if self._source.types[name] is ColumnType.TEXT:
                return self._folded(column)
            case _:
                return self.cell(name)

    def test(self, tree: RowTree) -> str:
        match tree:
            case RowsAll(parts):
                return f"({' AND '.join(map(self.test, parts))})" if parts else "TRUE"
            case RowsAny(parts):
                return f"({' OR '.join(map(self.test, parts))})" if parts else "FALSE"
            case RowsNot(part):
                return f"NOT {self.test(part)}"
            case ColumnCondition():
                return self._condition(tree)

    def _condition(self, tree: ColumnCondition) -> str:
        match self._source.columns[tree.column]:
            case AttributeColumn(field):
                return self._filters.test(Condition(field, tree.operator, tree.values))
            case NameColumn(field, types):
                return self._name(Condition(field, tree.operator, tree.values), types, tree)
            case TargetColumn(context):
                return self._compare(self._target(context), tree)
            case StoredColumn(column) if column == STEREOTYPE:  # it may be any text
                return self._filters.test(Condition(IdentityField(STEREOTYPE), tree.operator, tree.values))
            case StoredColumn(column):
                if self._source.types[tree.column] is not ColumnType.TEXT:
                    return self._compare(self._table.columns[column], tree)
                return self._compare(self._folded(column), tree)

    def _name(self, condition: Condition, types: tuple[str, ...], tree: ColumnCondition) -> str:
        test = self._filters.test(condition)
        if not types:
            return test
        keys = tuple(order_key(str(each)) for each in tree.values)
        other = self._compare("nullif(v.sort_name, '')", ColumnCondition(tree.column, tree.operator, keys))
        return f"CASE WHEN {self._of_types(types)} THEN {other} ELSE {test} END"

    def _of_types(self, types: tuple[str, ...]) -> str:
        return f"v.type IN ({', '.join(map(self._values.bind, types))})"

    def _folded(self, column: str) -> str:
        text = self._table.columns[column]
        return text if column in self._table.folded else f"lower({text})"

    def _target(self, context: str) -> str:
        return _TARGET.format(context=self._values.bind(context), shown=self._tables.shown("t"))

    def _compare(self, expression: str, tree: ColumnCondition) -> str:
        """A comparison that is true or false, also where the cell is missing."""
        if tree.operator is Operator.IS_NULL:
            return f"({expression} IS NULL)"
        type_ = self._source.types[tree.column]
        if type_ in _NUMBERS:
            # Whole numbers are compared with fractions, too.
            expression = f"CAST({expression} AS DOUBLE PRECISION)"
        given = [self._bound(value, tree) for value in tree.values]
        if tree.operator is Operator.EQ:
            # One test of many values: SQLite refuses expressions of hundreds of ORs.
            return f"coalesce({expression} IN ({', '.join(map(self._values.bind, given))}), FALSE)"
        return f"coalesce({' OR '.join(self._one(expression, tree.operator, value) for value in given)}, FALSE)"

    def _bound(self, value: Value, tree: ColumnCondition) -> Value:
        source = self._source.columns[tree.column]
        if isinstance(source, StoredColumn) and source.name in self._table.days:
            return (date.fromisoformat(str(value)) - _EPOCH).days
        return value

    def _one(self, expression: str, operator: Operator, value: Value) -> str:
        if operator in _SIGNS:
            return f"{expression} {_SIGNS[operator]} {self._values.bind(value)}"
        text = str(value)
        if operator is Operator.CONTAINS:
            return self._dialect.holds(expression, text, self._values.bind)
        if operator is Operator.STARTS_WITH:
            return f"substr({expression}, 1, {len(text)}) = {self._values.bind(text)}"
        length = f"length({expression})"
        ends = f"substr({expression}, {length} - {len(text) - 1}) = {self._values.bind(text)}"
        return f"({length} >= {len(text)} AND {ends})"

    def _chosen(self, name: str, kind: Kind, cultures: Cultures) -> str:
        """The value of an attribute: in the first of some cultures that has one, or in any."""
        column = "ordering" if kind is Kind.TEXT else kind.value
        places = [self._values.bind(culture) for culture in cultures or ()]
        among = f" AND a.culture IN ({', '.join(places)})" if places else ""
        first = f"CASE a.culture {' '.join(f'WHEN {place} THEN {n}' for n, place in enumerate(places))} END"
        filled = "(a.equality <> '' OR a.number IS NOT NULL OR a.instant IS NOT NULL)"
        return (
            f"(SELECT a.{column} FROM attribute a WHERE a.tenant = :tenant AND a.version = v.key"
            f" AND a.name = {self._values.bind(name)}{among} AND {filled} ORDER BY {first if places else 'a.culture'} LIMIT 1)"
        )


def bound_parameters(source: FactSource, dialect: Dialect) -> Mapping[str, object]:
    """The parameters that belong to a source."""
    return {
        "element_type": source.element_type,
        "hidden_contexts": dialect.pack(source.hidden_contexts),
        "cultures": dialect.pack(source.cultures),
    }
