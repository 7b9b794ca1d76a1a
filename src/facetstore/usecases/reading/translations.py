"""In which cultures a version has a name, and in which it has everything that must be filled in each of them."""

from __future__ import annotations

from facetstore.domain.element import Version
from facetstore.metamodel.model import Attribute, ElementType
from facetstore.usecases.lifecycle.validation import is_filled


def named_in(version: Version, element_type: ElementType) -> list[int] | None:
    """The cultures in which it has a name; None where names of its type are the same in all."""
    names = element_type.translated_label
    if not names:
        return None
    return sorted(set().union(*(_filled(version, name, each) for name, each in names.items())))


def complete_in(version: Version, element_type: ElementType) -> list[int] | None:
    """The cultures in which all is filled that its type makes mandatory; None where nothing mandatory depends on a culture."""
    mandatory = element_type.translated_mandatory
    if not mandatory:
        return None
    return sorted(set.intersection(*(_filled(version, name, each) for name, each in mandatory.items())))


def _filled(version: Version, name: str, attribute: Attribute) -> set[int]:
    values = version.attributes.get(name, {})
    return {culture for culture, value in values.items() if is_filled(value, attribute.data_type)}
