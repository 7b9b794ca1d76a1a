"""A filter after its check: every name is known, every value has the form in which stored values are compared.

The meaning of a tree, for code that turns it into a statement; `filter_evaluate` is the same as code.

- A condition holds if any value of its field matches any of its values. A missing value matches nothing, so "not equal"
  is a Not around an EQ, and holds for missing values.
- IS_NULL holds if its field has only blank values, or none.
- Blank texts (empty, or white space alone) are stored and compared as "".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

Cultures = tuple[int, ...] | None
"""None: the values of all cultures count. A chain: only the first value that is not blank, or else the first blank one."""

Value = str | float | int
"""A text in its equality or ordering form, a number (booleans are 1.0 and 0.0), or microseconds since 1970 in UTC."""


class Kind(StrEnum):
    """The form in which the values of an attribute are compared."""

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
    """% matches any run of characters, _ any single one; a backslash escapes both, and itself."""
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
    """All attributes of the element that hold texts; a chain of cultures applies to each of them."""

    cultures: Cultures = None
    but: tuple[str, ...] = ()
    """The attributes that are left out, because the caller may not read them."""


@dataclass(frozen=True, slots=True)
class IdentityField:
    """A field that is not an attribute: id, versionId, type, state, stereotype, facetName. Compared as a text."""

    name: str


@dataclass(frozen=True, slots=True)
class RelatedField:
    """A field of the elements that a context refers to; the values of all of them count."""

    context: str
    attribute: AttributeField | IdentityField


@dataclass(frozen=True, slots=True)
class RelatedContext:
    """A context itself, with IS_NULL only: true if it refers to nothing."""

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
