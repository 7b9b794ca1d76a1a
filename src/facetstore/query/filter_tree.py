"""A filter after its check: every name is known, every value stands in the form in which stored ones are compared.

What a tree means, for whoever turns it into a statement; `filter_evaluate` says the same as code.

- A condition holds if any value its field offers fits any of its values. A missing value fits nothing, so what the
  caller wrote as "not equal" is a Not around an EQ, and holds for what is missing.
- IS_NULL holds if its field offers nothing but blanks, or nothing at all.
- Blank texts (empty, or white space alone) are stored and compared as "", whatever they were.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

Cultures = tuple[int, ...] | None
"""None: the values of all cultures are offered. A chain: the first value that is not blank is, or else the first blank."""

Value = str | float | int
"""A text in its equality or ordering form, a number (booleans are 1.0 and 0.0), or microseconds since 1970 in UTC."""


class Kind(StrEnum):
    """As what the values of an attribute are compared."""

    TEXT = "text"
    NUMBER = "number"
    """Numbers and booleans."""
    INSTANT = "instant"


class Operator(StrEnum):
    """How a condition compares. The order operators compare the ordering form of texts, all others the equality form."""

    EQ = "eq"
    LT = "lt"
    LE = "le"
    GT = "gt"
    GE = "ge"
    LIKE = "like"
    """% is any run of characters, _ any one; a backslash takes both their meaning, and its own."""
    CONTAINS = "contains"
    STARTS_WITH = "startsWith"
    ENDS_WITH = "endsWith"
    IS_NULL = "isNull"


ORDER_OPERATORS = frozenset({Operator.LT, Operator.LE, Operator.GT, Operator.GE})
TEXT_OPERATORS = frozenset({Operator.LIKE, Operator.CONTAINS, Operator.STARTS_WITH, Operator.ENDS_WITH})


@dataclass(frozen=True, slots=True)
class AttributeField:
    """An attribute of the element."""

    name: str
    kind: Kind
    cultures: Cultures = None


@dataclass(frozen=True, slots=True)
class AnyAttribute:
    """All attributes of the element that hold texts; a chain of cultures is followed in each of them."""

    cultures: Cultures = None
    but: tuple[str, ...] = ()
    """The attributes that are left out: who asks may not read them."""


@dataclass(frozen=True, slots=True)
class IdentityField:
    """What stands beside the attributes: id, versionId, type, state, stereotype, facetName. Compared as a text."""

    name: str


@dataclass(frozen=True, slots=True)
class RelatedField:
    """A field of the elements that a context refers to; it offers the values of all of them."""

    context: str
    attribute: AttributeField | IdentityField


@dataclass(frozen=True, slots=True)
class RelatedContext:
    """A context itself, under IS_NULL only: it refers to nothing."""

    context: str


Field = AttributeField | AnyAttribute | IdentityField | RelatedField | RelatedContext


@dataclass(frozen=True, slots=True)
class Condition:
    """One comparison. Several values mean any of them; IS_NULL has none, every other operator at least one."""

    field: Field
    operator: Operator
    values: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class And:
    parts: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Or:
    parts: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Not:
    part: Tree


Tree = And | Or | Not | Condition
