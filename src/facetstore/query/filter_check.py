"""Checks a parsed filter against the known names: returns a tree ready to be evaluated, or reports every mistake in it."""

from __future__ import annotations

from typing import Final, assert_never

from facetstore.metamodel.model import DataType
from facetstore.query.filter_fields import FilterScope, Left, field_at
from facetstore.query.filter_mistakes import Mistakes, shown
from facetstore.query.filter_names import FilterNames, kind_of
from facetstore.query.filter_text import PARAMETER, AllOf, Comparison, Literal, Negated, OneOf, Parsed, parse_filter
from facetstore.query.filter_tree import (
    TEXT_OPERATORS,
    And,
    Condition,
    Cultures,
    Kind,
    Not,
    Operator,
    Or,
    RelatedContext,
    Tree,
    Value,
)
from facetstore.query.filter_values import NotOfThisType, ToInstant, value_of
from facetstore.query.filter_weight import check_weight

_NOTHING: Final = Or(())
"""Replaces a wrong condition; never evaluated, because the mistake is raised."""


def read_filter(text: str, names: FilterNames, to_instant: ToInstant, *, chain: Cultures = None) -> Tree:
    """The tree of a filter text. `chain` is the tenant's fallback chain for `$culture`.

    Raises InvalidParameter or UnknownName, with all names and values that are wrong, or TooCostly.
    """
    return checked_filter(parse_filter(text), names, to_instant, chain=chain)


def checked_filter(parsed: Parsed, names: FilterNames, to_instant: ToInstant, *, chain: Cultures = None) -> Tree:
    """The second half of `read_filter`: the first half does not depend on names, so its result can be cached."""
    scope = FilterScope(names, chain, Mistakes(PARAMETER))
    tree = _tree(parsed, scope, to_instant)
    scope.mistakes.refuse()
    check_weight(tree)
    return tree


def _tree(parsed: Parsed, scope: FilterScope, to_instant: ToInstant) -> Tree:
    match parsed:
        case AllOf(parts):
            return And(tuple(_tree(each, scope, to_instant) for each in parts))
        case OneOf(parts):
            return Or(tuple(_tree(each, scope, to_instant) for each in parts))
        case Negated(part):
            return Not(_tree(part, scope, to_instant))
        case Comparison():
            return _condition(parsed, scope, to_instant)
        case _:
            assert_never(parsed)


def _condition(comparison: Comparison, scope: FilterScope, to_instant: ToInstant) -> Tree:
    left = field_at(comparison.path, scope)
    if left is None or not _fits(comparison, left, scope):
        return _NOTHING
    values = [_value(each, comparison, left, scope.mistakes, to_instant) for each in comparison.values]
    # Duplicate values change nothing.
    return Condition(left.field, comparison.operator, tuple(dict.fromkeys(values)))


def _fits(comparison: Comparison, left: Left, scope: FilterScope) -> bool:
    """Whether the operator can be used with the field; adds a mistake if not."""
    if comparison.operator is Operator.IS_NULL:
        return True
    name, written = comparison.path.text, comparison.written
    where = f"{written.text} at position {written.position} of {PARAMETER}"
    if isinstance(left.field, RelatedContext):
        example = scope.names.contexts[left.field.context.casefold()].example
        error = f"{name} refers to elements, which {where} cannot compare."
        scope.mistakes.add(f"{error} Name an attribute of them, such as {name}/{example}, or ask IsNull({name}).")
        return False
    if comparison.operator in TEXT_OPERATORS and kind_of(left.data_type) is not Kind.TEXT:
        error = f"{where} compares texts, but {name} is {_CALLED[left.data_type]}."
        scope.mistakes.add(f"{error} {_INSTEAD[left.data_type].format(name=name)}")
        return False
    return True


_CALLED: Final = {
    DataType.BOOLEAN: "true or false",
    DataType.INTEGER: "a number",
    DataType.DECIMAL: "a number",
    DataType.DATE_TIME: "a date-time",
}
_INSTEAD: Final = {
    DataType.BOOLEAN: "Write {name} -eq true.",
    DataType.INTEGER: "Use -eq, -ne, -gt, -ge, -lt, -le or -in.",
    DataType.DECIMAL: "Use -eq, -ne, -gt, -ge, -lt, -le or -in.",
    DataType.DATE_TIME: "Use -ge and -lt: {name} -ge '2024-05-31' AND {name} -lt '2024-06-01'.",
}


def _value(literal: Literal, comparison: Comparison, left: Left, mistakes: Mistakes, to_instant: ToInstant) -> Value:
    value = value_of(literal.text, left.data_type, comparison.operator, to_instant)
    if not isinstance(value, NotOfThisType):
        return value
    where = f"position {literal.position} of {PARAMETER}"
    mistakes.add(f"{comparison.path.text} takes {value.takes}, not '{shown(literal.text)}' at {where}.{value.hint}")
    return ""
