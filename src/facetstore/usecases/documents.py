"""The stored JSON documents of a version, rendered once when it is written so that a read only joins them.

Addresses are never stored: marks (see `usecases/ports/rows.py`) stand where a response puts its own. Keys of maps
are in ascending order, so a document is sent as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping
from typing import Final, NamedTuple

import msgspec

from facetstore.domain.element import Attributes, Version
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import INVARIANT, XML_DECLARATION, order_key
from facetstore.metamodel.lifecycle_model import Lifecycle, State
from facetstore.metamodel.model import Attribute, ElementType, Identity, Metamodel
from facetstore.usecases.changes.html_as_xml import declared
from facetstore.usecases.changes.linked_files import ESCAPED_MARK, with_addresses, without_addresses
from facetstore.usecases.judging import mark_of
from facetstore.usecases.lifecycle.validation import is_filled
from facetstore.usecases.ports.rows import AUTHOR_NOTE_MARK, CARD_MARK, DETAIL_MARK, FACETS_MARK, GOTO_MARK

_ENGLISH: Final = 1033
_SORT_LENGTH = 200  # characters of a name that are stored for the order of lists: index entries have a bounded size

_DERIVED = frozenset({"authorNote", "isReleased", "state1", "stereotype", "version"})
"""Attributes that `_attributes` adds if the type has them."""

STEREOTYPE_FIELD: Final = ',"stereotype":'
RELATED_FIELD: Final = ',"related":'
"""Parts of documents that statements of reads join or leave out."""

# A mark is written as it is, not as a JSON string.
_GOTO = msgspec.Raw(GOTO_MARK.encode())
_AUTHOR_NOTE = msgspec.Raw(AUTHOR_NOTE_MARK.encode())


class NameColumns(NamedTuple):
    """What is derived from the names and the mandatory attributes of a version."""

    sort_name: str
    named: str | None
    """The cultures in which it has a name, and (`complete`) everything mandatory; None: that does not depend on the culture."""
    complete: str | None


class Documents(NamedTuple):
    """Everything that is rendered when a version is written."""

    card: str
    attributes: str
    reference: str
    sort_name: str
    authored: bool
    was_released: bool
    released_on: object
    """When it was released, also if it has expired since."""
    named: str | None
    complete: str | None
    unshown: str | None
    """The texts in cultures that the tenant has removed, as JSON; None: there are none."""


def render_documents(
    version: Version, metamodel: Metamodel, settings: TenantSettings, stored: tuple[Version, NameColumns] | None = None
) -> Documents:
    """The documents of a version. What is derived from names is taken from the stored version if it has the same names."""
    unshown = removed_texts(version, settings.removed_cultures)
    version = shown_version(version, settings.removed_cultures)
    element_type = metamodel.types[version.type]
    lifecycle = metamodel.lifecycle_of.get(version.type)
    mark, authored = mark_of(metamodel, version)
    state = metamodel.state_of.get((version.type, version.state))
    was_released = state is not None and state.was_released
    attributes = _attributes(version, element_type, lifecycle, state, authored, settings)
    shown = _brief_names(metamodel, element_type)
    identity = _identity(version, element_type, lifecycle)
    if stored is not None and _has_same_names(version, stored[0], element_type):
        names = stored[1]
    else:
        names = name_columns(version, element_type, settings)
    brief = _json({name: values for name, values in attributes.items() if name in shown})
    return Documents(
        card=f"{identity}{_stereotype(version)}{CARD_MARK}{mark}{CARD_MARK}"
        + (f',"attributes":{brief}' if brief != "{}" else ""),
        attributes=_json(attributes),
        reference=_reference(version, element_type, identity),
        sort_name=names.sort_name,
        authored=authored,
        was_released=was_released,
        released_on=version.invariant(metamodel.roles.released_on) if was_released else None,
        named=names.named,
        complete=names.complete,
        unshown=_json(unshown) if unshown else None,
    )


def render_reference(version: Version, metamodel: Metamodel, name: str) -> Documents:
    """The documents of a version that is only referred to, and is in lists by this order key: all but the reference are empty."""
    element_type, lifecycle = metamodel.types[version.type], metamodel.lifecycle_of.get(version.type)
    reference = _reference(version, element_type, _identity(version, element_type, lifecycle))
    return Documents("", "{}", reference, name, False, False, None, None, None, None)


def _reference(version: Version, element_type: ElementType, identity: str) -> str:
    address = version.id if element_type.versioned else version.element
    return f'{identity},"expandUri":"{FACETS_MARK}{version.facet}{DETAIL_MARK}{address}"{_stereotype(version)}}}'


def _stereotype(version: Version) -> str:
    return f"{STEREOTYPE_FIELD}{_json(version.stereotype)}" if version.stereotype else ""


def shown_version(version: Version, removed: Collection[int]) -> Version:
    """The version without texts in removed cultures; the same object if it has none."""
    if not removed_texts(version, removed):
        return version
    shown = {
        name: {culture: each for culture, each in values.items() if culture not in removed}
        for name, values in version.attributes.items()
    }
    return version._replace(attributes={name: values for name, values in shown.items() if values})


def removed_texts(version: Version, removed: Collection[int]) -> Attributes:
    """The texts of a version in removed cultures."""
    if not removed:
        return {}
    found = {
        name: {culture: each for culture, each in values.items() if culture in removed}
        for name, values in version.attributes.items()
    }
    return {name: values for name, values in found.items() if values}


def with_unshown(attributes: Attributes, unshown: str) -> Attributes:
    """The attributes of a stored document with those that are not shown."""
    found: dict[str, Mapping[int, object]] = dict(attributes)
    for name, values in _decoder.decode(unshown).items():
        found[name] = {**(values or {}), **found.get(name, {})}
    return found


def name_columns(version: Version, element_type: ElementType, settings: TenantSettings) -> NameColumns:
    named, complete = named_cultures(version, element_type), complete_cultures(version, element_type)
    return NameColumns(sort_name(version, element_type, settings), _listed(named), _listed(complete))


def _has_same_names(version: Version, before: Version, element_type: ElementType) -> bool:
    """Whether type, names and translated mandatory attributes of a version are the same as before."""
    decisive = (*element_type.label, *element_type.translated_mandatory)
    now, then = version.attributes, before.attributes
    return version.type == before.type and all(now.get(name) == then.get(name) for name in decisive)


def _listed(cultures: Iterable[int] | None) -> str | None:
    return None if cultures is None else ",".join(map(str, cultures))


def derived_values(version: Version, metamodel: Metamodel) -> Attributes:
    """The values that are derived from the rest of a version, whether or not its type has attributes for them."""
    state = metamodel.state_of.get((version.type, version.state))
    derived = _derived(version, metamodel.lifecycle_of.get(version.type), state)
    always = metamodel.types[version.type].always
    return {**derived, **always} if always else derived


def given_attributes(document: str, element_type: ElementType) -> Attributes:
    """The attributes of a stored document without those that rendering added."""
    bare = without_addresses(document) if ESCAPED_MARK in document else document
    values = _decoder.decode(bare.replace(GOTO_MARK, "null").replace(AUTHOR_NOTE_MARK, "null"))
    return {
        name: each
        for name, each in values.items()
        if each and name not in element_type.always and not (name in _DERIVED and name in element_type.properties)
    }


def sort_name(version: Version, element_type: ElementType, settings: TenantSettings) -> str:
    """The order key of the label, cut to a bounded length: lists are ordered by it."""
    return order_key(label(version, element_type, settings))[:_SORT_LENGTH]


def label(version: Version, element_type: ElementType, settings: TenantSettings) -> str:
    """The name that people read: of each label attribute the value without a culture, else in the default culture, else by
    the fallback order, else in any culture of the tenant."""
    order = (INVARIANT, settings.default_data_culture, *settings.fallback_cultures, *settings.data_cultures)
    words = [_first(version.attributes.get(name, {}), order) for name in element_type.label]
    return " ".join(filter(None, words))


def _first(values: Mapping[int, object], order: Iterable[int]) -> str:
    for culture in order:
        text = values.get(culture)
        if text and isinstance(text, str):
            return text
    return ""


def _identity(version: Version, element_type: ElementType, lifecycle: Lifecycle | None) -> str:
    own = ""
    if element_type.identity is Identity.VERSIONED:
        own = f',"versionId":"{version.id}"'
    elif element_type.identity is Identity.CREATION_ID:
        own = f',"creationId":"{version.creation_id or version.element}"'
    state = f',"state":"{version.state}"' if version.state and lifecycle is not None and lifecycle.wire_state else ""
    return f'{{"facetName":"{version.facet}","id":"{version.element}"{own},"type":"{version.type}"{state}'


def _attributes(
    version: Version,
    element_type: ElementType,
    lifecycle: Lifecycle | None,
    state: State | None,
    authored: bool,
    settings: TenantSettings,
) -> dict[str, object]:
    """The attributes, derived ones among them, by name in ascending order."""
    given: dict[str, Mapping[int, object]] = {
        name: values if len(values) == 1 else dict(sorted(values.items()))
        for name, values in (with_addresses(version) if version.files else version.attributes).items()
        if values
    }
    for name in element_type.html & given.keys():
        given[name] = as_documents(given[name])
    found: dict[str, object] = {**given}
    derived: dict[str, object] = {**_derived(version, lifecycle, state)}
    if authored:
        derived["authorNote"] = _AUTHOR_NOTE
    found |= {name: value for name, value in derived.items() if name in element_type.properties}
    found |= {name: _in_cultures(texts, settings) for name, texts in element_type.always.items()}
    found["gotoUrl"] = _GOTO
    return {name: found[name] for name in sorted(found)}


def as_documents(values: Mapping[int, object]) -> Mapping[int, object]:
    """The texts of an html attribute as XML documents, which those of earlier releases may not be."""
    if all(map(_is_document, values.values())):
        return values
    return {culture: each if _is_document(each) else declared(str(each)) for culture, each in values.items()}


def _is_document(value: object) -> bool:
    return not isinstance(value, str) or value.startswith(XML_DECLARATION)


def _in_cultures(texts: Mapping[int, str], settings: TenantSettings) -> Mapping[int, str]:
    """The texts in the cultures of the tenant; if there are none, one of them in its default culture."""
    known = {culture: texts[culture] for culture in settings.data_cultures if culture in texts}
    return known or {settings.default_data_culture: texts.get(_ENGLISH) or next(iter(texts.values()))}


def _derived(version: Version, lifecycle: Lifecycle | None, state: State | None) -> Attributes:
    """The derived values (D3.14), except those that depend on the address of the response or the tenant's cultures."""
    found: dict[str, Mapping[int, object]] = {}
    if lifecycle is not None and state is not None:
        found["state1"] = {INVARIANT: state.key}
        if lifecycle.wire_state:
            found["isReleased"] = {INVARIANT: state.released}
    if version.number:
        found["version"] = {INVARIANT: version.number}
    if version.stereotype:
        found["stereotype"] = {INVARIANT: version.stereotype}
    return found


def _brief_names(metamodel: Metamodel, element_type: ElementType) -> Container[str]:
    shows = metamodel.facets[element_type.facet].views["list"].shows
    return element_type.attributes if shows is None else shows


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(dict[str, dict[int, object] | None])


def _json(value: object) -> str:
    return _encoder.encode(value).decode()


def named_cultures(version: Version, element_type: ElementType) -> list[int] | None:
    """The cultures in which a version has a name; None if names of its type do not depend on the culture."""
    names = element_type.translated_label
    if not names:
        return None
    return sorted(set().union(*(_filled_in(version, name, each) for name, each in names.items())))


def complete_cultures(version: Version, element_type: ElementType) -> list[int] | None:
    """The cultures in which all mandatory attributes that depend on the culture are filled; None if there are none."""
    mandatory = element_type.translated_mandatory
    if not mandatory:
        return None
    return sorted(set.intersection(*(_filled_in(version, name, each) for name, each in mandatory.items())))


def _filled_in(version: Version, name: str, attribute: Attribute) -> set[int]:
    values = version.attributes.get(name, {})
    return {each for each, value in values.items() if is_filled(value, attribute.data_type)}
