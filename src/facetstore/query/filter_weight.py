"""The cost of a filter, computed before it runs.

A condition weighs 1; one that searches inside texts (contains, endsWith, like) weighs 4 for each of its texts. On attributes of
related elements, and on all attributes at once, it weighs 4 times as much.
"""

from __future__ import annotations

from typing import Final

from facetstore.domain.budget import FILTER_WEIGHT
from facetstore.domain.errors import TooCostly
from facetstore.query.filter_tree import (
    And,
    AnyAttribute,
    AttributeField,
    Condition,
    Field,
    IdentityField,
    Not,
    Operator,
    Or,
    RelatedContext,
    RelatedField,
    Tree,
)

_INSIDE: Final = frozenset({Operator.CONTAINS, Operator.ENDS_WITH, Operator.LIKE})
_TIMES: Final = 4


def check_weight(tree: Tree) -> None:
    """Raise TooCostly for a filter that weighs too much."""
    conditions = _conditions(tree)
    weight = sum(map(weight_of, conditions))
    if weight <= FILTER_WEIGHT:
        return
    heaviest = max(conditions, key=weight_of)
    error = (
        f"The conditions of $filter weigh {weight:,}, and at most {FILTER_WEIGHT} are run. A condition weighs 1, {_TIMES} for each text "
        f"that may stand anywhere in a value, and {_TIMES} times as much on related elements or on all attributes. Leave out some "
        f"conditions, first of all those on {_called(heaviest.field)} with {heaviest.operator.value}, each of which weighs "
        f"{weight_of(heaviest)}."
    )
    raise TooCostly(error, "$filter")


def weight_of(condition: Condition) -> int:
    weight = _TIMES * len(condition.values) if condition.operator in _INSIDE else 1
    return weight * _TIMES if isinstance(condition.field, RelatedField | AnyAttribute) else weight


def _conditions(tree: Tree) -> list[Condition]:
    match tree:
        case Condition():
            return [tree]
        case And(parts) | Or(parts):
            return [condition for part in parts for condition in _conditions(part)]
        case Not(part):
            return _conditions(part)


def _called(field: Field) -> str:
    match field:
        case AttributeField(name) | IdentityField(name):
            return name
        case RelatedField(context, attribute):
            return f"{context}/{attribute.name}"
        case RelatedContext(context):
            return context
        case AnyAttribute():
            return "all attributes"
