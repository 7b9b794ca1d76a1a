"""Trees back to text, so that any tree can be sent through the parser: values are printed as they are compared."""

from datetime import UTC, datetime, timedelta
from typing import assert_never

from facetstore.query.filter_tree import (
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

FUNCTIONS = {Operator.CONTAINS: "Contains", Operator.STARTS_WITH: "StartsWith", Operator.ENDS_WITH: "EndsWith"}


def printed(tree: Tree) -> str:
    match tree:
        case And(parts):
            return " AND ".join(_grouped(part) for part in parts)
        case Or(parts):
            return " OR ".join(_grouped(part) for part in parts)
        case Not(part):
            return f"NOT {_grouped(part)}"
        case Condition():
            return _condition(tree)
        case _:
            assert_never(tree)


def _grouped(tree: Tree) -> str:
    return printed(tree) if isinstance(tree, Condition) else f"({printed(tree)})"


def _condition(condition: Condition) -> str:
    path, values = _path(condition.field), [_value(each, _kind(condition.field)) for each in condition.values]
    if condition.operator is Operator.IS_NULL:
        return f"IsNull({path})"
    if condition.operator in FUNCTIONS:
        return f"{FUNCTIONS[condition.operator]}({path}, {values[0]})"
    return f"{path} -in ({', '.join(values)})" if len(values) > 1 else f"{path} -{condition.operator} {values[0]}"


def _path(field: Field) -> str:
    match field:
        case AttributeField(name, _, cultures):
            return name + _culture(cultures)
        case AnyAttribute(cultures):
            return "attributes" + _culture(cultures)
        case IdentityField(name):
            return name
        case RelatedField(context, attribute):
            return f"{context}/{_path(attribute)}"
        case RelatedContext(context):
            return context
        case _:
            assert_never(field)


def _culture(cultures: Cultures) -> str:
    return f"/{cultures[0]}" if cultures else ""


def _kind(field: Field) -> Kind:
    match field:
        case AttributeField(_, kind) | RelatedField(_, AttributeField(_, kind)):
            return kind
        case _:
            return Kind.TEXT


def _value(value: Value, kind: Kind) -> str:
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    if kind is Kind.INSTANT:
        moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=value)
        return f"'{moment.replace(tzinfo=None).isoformat()}Z'"
    return repr(value)
