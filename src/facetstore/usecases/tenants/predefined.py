"""Stereotypes of the metamodel: each has an element, as those have that administrators create (0073)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from facetstore.domain.element import Version
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import INVARIANT, ElementId, VersionId, equality_key
from facetstore.metamodel.model import ElementType, Metamodel, SelectableValue
from facetstore.regional.time_zones import local_now, time_zone
from facetstore.usecases.changes.stamps import stamp_changed, stamp_created
from facetstore.usecases.changes.value_checks import keep_value
from facetstore.usecases.labels import texts_for
from facetstore.usecases.ports.transactions import Writer
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.tenants.languages import CHANGED, add_unversioned, own_id

STEREOTYPE: Final = "stereotype"

StereotypeKey = tuple[str, str]
"""The type of a stereotype element, and the equality key of the name by which others carry it."""


def predefined(metamodel: Metamodel) -> Mapping[StereotypeKey, SelectableValue]:
    """The stereotypes of the metamodel whose elements are in the facet of stereotypes."""
    found: dict[StereotypeKey, SelectableValue] = {}
    for element_type in metamodel.types.values():
        kind = metamodel.types.get(element_type.stereotype_type or "")
        if kind is not None and kind.facet == metamodel.roles.stereotypes:
            for each in declared(element_type):
                found.setdefault((kind.key, equality_key(each.key or "")), each)
    return found


def declared(element_type: ElementType) -> Sequence[SelectableValue]:
    """The stereotypes that the metamodel has for a type."""
    known = element_type.attributes.get(STEREOTYPE)
    values = known.attribute.selectable_values if known is not None and known.attribute is not None else ()
    return [each for each in values if each.key]


def key_of(version: Version, metamodel: Metamodel) -> StereotypeKey:
    """The key of a stereotype element: others carry it by its own name, or by its id if it has none."""
    return version.type, equality_key(carried_name(version, metamodel))


def carried_name(version: Version, metamodel: Metamodel) -> str:
    return str(version.invariant(metamodel.roles.stereotype_key) or version.element)


async def ensure_stereotypes(writer: Writer, metamodel: Metamodel) -> None:
    """Create the elements of stereotypes of the metamodel that are missing, and name all of them in the languages of the tenant."""
    settings, wanted = writer.current.settings, predefined(metamodel)
    now = local_now(time_zone(settings.time_zone))
    stored: dict[StereotypeKey, StoredVersion] = {}
    for each in await writer.stored.of_facet(metamodel.roles.stereotypes):
        stored.setdefault(key_of(each.version, metamodel), each)
    made = [
        stamp_created(_new(writer, metamodel, key[0], value), metamodel, now, None)
        for key, value in wanted.items()
        if key not in stored
    ]
    await add_unversioned(writer, made)
    named = [
        (each, _named(each.version, wanted[key], metamodel, settings)) for key, each in stored.items() if key in wanted
    ]
    changed = [
        each._replace(version=stamp_changed(after, metamodel, now, None))
        for each, after in named
        if after is not each.version
    ]
    if changed:
        await writer.versions.replace(changed, CHANGED)


def _named(version: Version, value: SelectableValue, metamodel: Metamodel, settings: TenantSettings) -> Version:
    """A stereotype element with its names in the cultures in which it has none; the same object if it has all."""
    name = metamodel.roles.name
    names = version.attributes.get(name, {})
    missing = {culture: text for culture, text in texts_for(value.names, settings).items() if not names.get(culture)}
    if not missing:
        return version
    return version._replace(attributes={**version.attributes, name: {**names, **missing}})


def _new(writer: Writer, metamodel: Metamodel, type_: str, value: SelectableValue) -> Version:
    tenant, roles = writer.current, metamodel.roles
    id_ = own_id(tenant, f"stereotype/{type_}/{value.key}")
    about = metamodel.types[type_].attributes.get(roles.description)
    attributes: dict[str, Mapping[int, object]] = {
        roles.name: dict(texts_for(value.names, tenant.settings)),
        roles.stereotype_key: {INVARIANT: value.key},
    }
    if about is not None:
        texts = texts_for(value.descriptions, tenant.settings)
        attributes[roles.description] = {
            culture: keep_value(text, about.attribute)[0] for culture, text in texts.items()
        }
    known = {
        name: values for name, values in attributes.items() if values and name in metamodel.types[type_].attributes
    }
    return Version(ElementId(id_), VersionId(id_), roles.stereotypes, type_, attributes=known)
