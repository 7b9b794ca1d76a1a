"""In which cultures a version has a name, and in which it has everything that must be filled in each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from facetstore.domain.element import Version
from facetstore.metamodel.model import Attribute, ElementType
from facetstore.usecases.lifecycle.validation import is_filled


def named_in(version: Version, element_type: ElementType) -> tuple[int, ...] | None:
    """The cultures in which it has a name; None where names of its type are the same in all."""
    return _cultures(version, element_type.translated_label, any)


def complete_in(version: Version, element_type: ElementType) -> tuple[int, ...] | None:
    """The cultures in which all is filled that its type makes mandatory; None where nothing mandatory depends on a culture."""
    return _cultures(version, element_type.translated_mandatory, all)


def _cultures(
    version: Version, attributes: Mapping[str, Attribute], enough: Callable[[Iterable[bool]], bool]
) -> tuple[int, ...] | None:
    if not attributes:
        return None
    values = [(version.attributes.get(name, {}), each.data_type) for name, each in attributes.items()]
    cultures = sorted({culture for value, _ in values for culture in value})
    return tuple(
        culture for culture in cultures if enough(is_filled(value.get(culture), type_) for value, type_ in values)
    )
