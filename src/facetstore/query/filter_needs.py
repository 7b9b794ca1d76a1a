"""What filters and orders need of an element, so that no more of it is read than they compare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from facetstore.query.filter_tree import (
    And,
    AnyAttribute,
    AttributeField,
    Condition,
    Not,
    Or,
    RelatedContext,
    RelatedField,
    Tree,
)
from facetstore.query.ordering import OrderKey


@dataclass(frozen=True, slots=True)
class Needs:
    """Names of attributes and contexts that are compared."""

    attributes: frozenset[str] = frozenset()
    contexts: frozenset[str] = frozenset()
    of_targets: frozenset[str] = frozenset()
    """Attributes of the elements that contexts refer to."""
    every_attribute: bool = False

    @property
    def all_attributes(self) -> frozenset[str]:
        return self.attributes | self.of_targets

    @property
    def is_nothing(self) -> bool:
        return not (self.all_attributes or self.contexts or self.every_attribute)


def conditions_of(tree: Tree | None) -> Iterator[Condition]:
    """All conditions of a filter."""
    match tree:
        case Condition():
            yield tree
        case And(parts) | Or(parts):
            for part in parts:
                yield from conditions_of(part)
        case Not(part):
            yield from conditions_of(part)
        case None:
            return


def needs_of(tree: Tree | None, order: Iterable[OrderKey] = (), contexts: Iterable[str] = ()) -> Needs:
    """What a filter and an order compare, and these contexts."""
    fields = [each.field for each in conditions_of(tree)]
    related = [each for each in fields if isinstance(each, RelatedField | RelatedContext)]
    inner = [each.attribute for each in related if isinstance(each, RelatedField)]
    return Needs(
        frozenset(each.name for each in [*fields, *(key.field for key in order)] if isinstance(each, AttributeField)),
        frozenset([*(each.context for each in related), *contexts]),
        frozenset(each.name for each in inner if isinstance(each, AttributeField)),
        any(isinstance(each, AnyAttribute) for each in fields),
    )
