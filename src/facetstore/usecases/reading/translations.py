"""The cultures in which a version has a name, and those in which its mandatory texts are filled."""

from __future__ import annotations

from facetstore.domain.element import Version
from facetstore.metamodel.model import Attribute, ElementType
from facetstore.usecases.lifecycle.validation import is_filled


def named_in(version: Version, element_type: ElementType) -> list[int] | None:
    """The cultures in which a version has a name; None if names of its type do not depend on the culture."""
    names = element_type.translated_label
    if not names:
        return None
    return sorted(set().union(*(_filled(version, name, each) for name, each in names.items())))


def complete_in(version: Version, element_type: ElementType) -> list[int] | None:
    """The cultures in which all mandatory attributes that depend on the culture are filled; None if there are none."""
    mandatory = element_type.translated_mandatory
    if not mandatory:
        return None
    return sorted(set.intersection(*(_filled(version, name, each) for name, each in mandatory.items())))


def _filled(version: Version, name: str, attribute: Attribute) -> set[int]:
    values = version.attributes.get(name, {})
    return {culture for culture, value in values.items() if is_filled(value, attribute.data_type)}
