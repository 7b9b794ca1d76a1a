"""The stored JSON documents of a version, rendered once when it is written so that a read only joins them.

Addresses are never stored: marks (see `usecases/ports.py`) stand where an answer puts its own. Keys of maps ascend, so a
document is sent as it is.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import NamedTuple

import msgspec

from facetstore.domain.element import Attributes, Version
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import INVARIANT, order_key
from facetstore.metamodel.model import ElementType, Identity, Lifecycle, Metamodel, State
from facetstore.usecases.selections import AUTHOR_NOTE_MARK, CARD_MARK, DETAIL_MARK, FACETS_MARK, GOTO_MARK
from facetstore.usecases.translations import complete_in, named_in

_SORT_LENGTH = 200
"""How much of a name takes part in the order of lists: index entries have a bounded size on both engines."""

_AUTHOR_CONTEXTS = ("author", "secondaryAuthors")

_DERIVED = frozenset({"authorNote", "isReleased", "state1", "stereotype", "version"})
"""What `_derived` adds to the attributes of types that have it."""


# A mark stands in a document as it is, not as a text in quotes.
_GOTO = msgspec.Raw(GOTO_MARK.encode())
_AUTHOR_NOTE = msgspec.Raw(AUTHOR_NOTE_MARK.encode())


class Documents(NamedTuple):
    """Everything of a version that is rendered when writing."""

    card: str
    attributes: str
    reference: str
    sort_name: str
    authored: bool
    released_on: object
    """When it was released, also of what has expired since."""
    named: str | None
    """The cultures in which it has a name, and those in which all is filled that must be; None: it depends on none."""
    complete: str | None


def render_documents(version: Version, metamodel: Metamodel, settings: TenantSettings) -> Documents:
    element_type = metamodel.types[version.type]
    lifecycle = metamodel.lifecycle_of(version.type)
    authored = any(version.related.get(context) for context in _AUTHOR_CONTEXTS)
    state = metamodel.state(version.type, version.state) if version.state else None
    attributes = _attributes(version, element_type, lifecycle, state, authored)
    shown = _brief_names(metamodel, element_type)
    identity = _identity(version, element_type, lifecycle)
    stereotype = f',"stereotype":{_json(version.stereotype)}' if version.stereotype else ""
    address = version.id if element_type.versioned else version.element
    brief = _json({name: values for name, values in attributes.items() if name in shown})
    return Documents(
        card=f"{identity}{stereotype}{card_mark(version.type, authored)}"
        + (f',"attributes":{brief}' if brief != "{}" else ""),
        attributes=_json(attributes),
        reference=f'{identity},"expandUri":"{FACETS_MARK}{version.facet}{DETAIL_MARK}{address}"{stereotype}}}',
        sort_name=sort_name(version, element_type, settings),
        authored=authored,
        released_on=version.invariant("relOn") if state and state.was_released else None,
        named=_listed(named_in(version, element_type)),
        complete=_listed(complete_in(version, element_type)),
    )


def _listed(cultures: Iterable[int] | None) -> str | None:
    return None if cultures is None else ",".join(map(str, cultures))


def card_mark(type_: str, authored: bool) -> str:
    """Where a card depends on the caller: what is said of the type, and whether he may edit."""
    return f"{CARD_MARK}{type_}{'+' if authored else '-'}{CARD_MARK}"


def derived_values(version: Version, metamodel: Metamodel) -> Iterable[tuple[str, object]]:
    """The values that follow from the rest of a version, by name, whether or not its type shows them."""
    state = metamodel.state(version.type, version.state) if version.state else None
    return _derived(version, metamodel.lifecycle_of(version.type), state, authored=False)


def given_attributes(document: str, element_type: ElementType) -> Attributes:
    """The attributes of a stored document without those that rendering added."""
    values = _decoder.decode(document.replace(GOTO_MARK, "null").replace(AUTHOR_NOTE_MARK, "null"))
    return {
        name: each
        for name, each in values.items()
        if each and not (name in _DERIVED and name in element_type.properties)
    }


def sort_name(version: Version, element_type: ElementType, settings: TenantSettings) -> str:
    """What lists are ordered by."""
    return order_key(label(version, element_type, settings))[:_SORT_LENGTH]


def label(version: Version, element_type: ElementType, settings: TenantSettings) -> str:
    """The name people read: its attributes in the default culture, else by the fallback order."""
    order = (INVARIANT, settings.default_data_culture, *settings.fallback_cultures, *settings.data_cultures)
    words = (_first(version.attributes.get(name, {}), order) for name in element_type.label)
    return " ".join(word for word in words if word)


def _first(values: Mapping[int, object], order: Iterable[int]) -> str:
    return next((text for culture in order if isinstance(text := values.get(culture), str) and text), "")


def _identity(version: Version, element_type: ElementType, lifecycle: Lifecycle | None) -> str:
    parts = [f'{{"facetName":"{version.facet}","id":"{version.element}"']
    if element_type.identity is Identity.VERSIONED:
        parts.append(f'"versionId":"{version.id}"')
    elif element_type.identity is Identity.CREATION_ID:
        parts.append(f'"creationId":"{version.creation_id or version.element}"')
    parts.append(f'"type":"{version.type}"')
    if lifecycle is not None and lifecycle.wire_state and version.state:
        parts.append(f'"state":"{version.state}"')
    return ",".join(parts)


def _attributes(
    version: Version, element_type: ElementType, lifecycle: Lifecycle | None, state: State | None, authored: bool
) -> dict[str, object]:
    """The attributes, derived ones among them, by name in ascending order."""
    found: dict[str, object] = {name: _by_culture(values) for name, values in version.attributes.items() if values}
    properties = element_type.properties
    found |= {name: value for name, value in _derived(version, lifecycle, state, authored) if name in properties}
    found["gotoUrl"] = _GOTO
    return dict(sorted(found.items()))


def _by_culture(values: Mapping[int, object]) -> Mapping[int, object]:
    return values if len(values) == 1 else dict(sorted(values.items()))


def _derived(
    version: Version, lifecycle: Lifecycle | None, state: State | None, authored: bool
) -> Iterable[tuple[str, object]]:
    """What follows from the rest (FACTS 11), except what depends on the answer's address or the tenant's cultures."""
    if lifecycle is not None and state is not None:
        yield "state1", {INVARIANT: state.key}
        if lifecycle.wire_state:
            yield "isReleased", {INVARIANT: state.released}
    if version.number:
        yield "version", {INVARIANT: version.number}
    if version.stereotype:
        yield "stereotype", {INVARIANT: version.stereotype}
    if authored:
        yield "authorNote", _AUTHOR_NOTE


def _brief_names(metamodel: Metamodel, element_type: ElementType) -> Container[str]:
    shows = metamodel.facets[element_type.facet].views["list"].shows
    return element_type.attributes if shows is None else shows


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(dict[str, dict[int, object] | None])


def _json(value: object) -> str:
    return _encoder.encode(value).decode()
