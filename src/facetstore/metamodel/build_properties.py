"""Properties as values: shared definitions, what differs in a type, and the values of a selection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from facetstore.domain.callers import Role
from facetstore.metamodel.composition import properties_of
from facetstore.metamodel.model import Attribute, DataType, Property, Related, SelectableValue, Texts
from facetstore.metamodel.plain import Plain, entries, entry, flag, items, number, section, word, words
from facetstore.metamodel.reference_checks import SELF

MANY = 1000
"""The default maximum of references of a context; clients read 0 as "none", so there is no "unlimited"."""


def build_texts(value: Plain) -> Texts:
    return {int(culture): str(text) for culture, text in value.items()}


def role(value: Plain, key: str) -> Role | None:
    """The role named under a key; None if there is none."""
    name = word(value, key)
    return None if name is None else Role[name.upper()]


def roles(whole: Plain, key: str) -> Mapping[str, Role]:
    """The role that each property names under a key, the lowest that is enough; without the properties that name none."""
    found = ((name, role(each, key)) for name, each in entries(whole, "properties").items())
    return {name: least for name, least in found if least is not None}


class PropertyBuilder:
    """Builds the properties of types; definitions that many types share are built once."""

    def __init__(self, whole: Plain) -> None:
        self._whole = whole
        self._shared = entries(whole, "properties")
        self._types = entries(whole, "types")
        self._runtime_types = section(whole, "runtimeTypes")
        self._built: dict[str, Property] = {}

    def properties(self, type_key: str) -> Mapping[str, Property]:
        uses = properties_of(self._types[type_key], self._whole)
        return {key: self._property(key, override, type_key) for key, override in uses.items()}

    def _property(self, key: str, override: Plain, type_key: str) -> Property:
        shared = self._shared[key]
        if override or "valuesFrom" in shared or SELF in words(shared, "relatedTypes"):
            return self._build(key, {**shared, **override}, type_key)
        if key not in self._built:
            self._built[key] = self._build(key, shared, type_key)
        return self._built[key]

    def _build(self, key: str, each: Plain, type_key: str) -> Property:
        descriptions = section(each, "descriptions")
        return Property(
            key=key,
            names=build_texts(section(each, "names")),
            descriptions=build_texts(descriptions),
            tooltips=build_texts(section(each, "tooltips") or descriptions),
            attribute=self._attribute(each, type_key) if "dataType" in each else None,
            related=self._related(each, type_key) if "relatedTypes" in each else None,
            readable_by=role(each, "readableBy"),
            writable_by=role(each, "writableBy"),
        )

    def _attribute(self, each: Plain, type_key: str) -> Attribute:
        data_type = DataType(str(each["dataType"]))
        return Attribute(
            data_type=data_type,
            runtime_type=str(self._runtime_types[data_type.value]),
            invariant=flag(each, "invariant"),
            mandatory=flag(each, "mandatory"),
            selectable_values=_selectable_values(self._value_entries(each, type_key)),
            searchable=flag(each, "searchable"),
            derived=flag(each, "derived"),
            counted=word(each, "counted"),
            always=build_texts(section(each, "always")),
            personal=flag(each, "personal"),
            for_programs=flag(each, "forPrograms"),
        )

    def _value_entries(self, each: Plain, type_key: str) -> Iterable[Plain]:
        """The values listed here, by another property, or by the type's lifecycle or stereotypes."""
        if other := word(each, "valuesOf"):
            return items(self._shared[other], "selectableValues")
        match word(each, "valuesFrom"):
            case "stereotypes":
                return items(self._whole.get("stereotypes"), type_key)
            case "lifecycle":
                return self._state_entries(type_key)
            case _:
                return items(each, "selectableValues")

    def _state_entries(self, type_key: str) -> Iterable[Plain]:
        lifecycle = word(self._types[type_key], "lifecycle")
        states = entries(entry(self._whole, "lifecycles", lifecycle), "states")
        return [{"key": key, **each} for key, each in states.items()]

    def _related(self, each: Plain, type_key: str) -> Related:
        types = tuple(type_key if name == SELF else name for name in words(each, "relatedTypes"))
        return Related(
            types=types,
            facet=word(each, "facet") or str(self._types[types[0]]["facet"]),
            max_occurrence=number(each, "maxOccurrence", default=MANY),
            can_add_new=flag(each, "canAddNew"),
            read_only=flag(each, "readOnly"),
            derived=flag(each, "derived"),
        )


def _selectable_values(values: Iterable[Plain]) -> tuple[SelectableValue, ...]:
    return tuple(_selectable_value(each) for each in values)


def _selectable_value(each: Plain) -> SelectableValue:
    descriptions = section(each, "descriptions")
    return SelectableValue(
        key=word(each, "key"),
        names=build_texts(section(each, "names")),
        descriptions=build_texts(descriptions),
        tooltips=build_texts(section(each, "tooltips") or descriptions),
        icon=word(each, "icon"),
    )
