"""The words of filters: the spelling of operators and functions, and hints for words of other languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from facetstore.query.filter_tree import Operator


@dataclass(frozen=True, slots=True)
class Infix:
    """The meaning of a word between path and value."""

    operator: Operator
    negated: bool = False
    listed: bool = False


EQUAL: Final = Infix(Operator.EQ)
INFIX: Final[Mapping[str, Infix]] = {
    "eq": EQUAL,
    "equal": EQUAL,
    "ne": Infix(Operator.EQ, negated=True),
    "notequal": Infix(Operator.EQ, negated=True),
    "gt": Infix(Operator.GT),
    "greaterthan": Infix(Operator.GT),
    "ge": Infix(Operator.GE),
    "greaterthanorequal": Infix(Operator.GE),
    "lt": Infix(Operator.LT),
    "lessthan": Infix(Operator.LT),
    "le": Infix(Operator.LE),
    "lessthanorequal": Infix(Operator.LE),
    "in": Infix(Operator.EQ, listed=True),
    "like": Infix(Operator.LIKE),
    "contains": Infix(Operator.CONTAINS),
    "startswith": Infix(Operator.STARTS_WITH),
    "endswith": Infix(Operator.ENDS_WITH),
}
FUNCTION_WORDS: Final[Mapping[str, Operator]] = {
    "contains": Operator.CONTAINS,
    "startswith": Operator.STARTS_WITH,
    "endswith": Operator.ENDS_WITH,
    "isnull": Operator.IS_NULL,
}
OPERATORS: Final = ("-eq", "-ne", "-gt", "-ge", "-lt", "-le", "-in", "-like", "-contains", "-startsWith", "-endsWith")
OPERATOR_WORDS: Final = (
    *OPERATORS,
    "Equal",
    "NotEqual",
    "GreaterThan",
    "GreaterThanOrEqual",
    "LessThan",
    "LessThanOrEqual",
)
FUNCTIONS: Final = ("Contains", "StartsWith", "EndsWith", "IsNull")

# Words that people know from other languages, and how to write them here.
SAID_HERE: Final[Mapping[str, str]] = {
    "=": "Write -eq.",
    "==": "Write -eq.",
    "!=": "Write -ne.",
    "<>": "Write -ne.",
    ">": "Write -gt.",
    ">=": "Write -ge.",
    "<": "Write -lt.",
    "<=": "Write -le.",
    "is": "Write IsNull(name), or name -eq null.",
    "isnull": "Write IsNull(name), or name -eq null.",
    "not": "Write NOT before the whole condition: NOT name -eq 'Purchasing'.",
    "notlike": "Write NOT name -like '%buy%'.",
    "notin": "Write NOT name -in ('Purchasing', 'Sales').",
    "notcontains": "Write NOT name -contains 'buy'.",
    "between": "Write name -ge 'a' AND name -le 'm'.",
}
