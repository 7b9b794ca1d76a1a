"""A tenant's settings as stored JSON, and its definition as the history holds it."""

from __future__ import annotations

import msgspec

from facetstore.domain.tenant import TenantSettings

_decoder = msgspec.json.Decoder(TenantSettings)


class StoredDefinition(msgspec.Struct):
    """What a row of the history holds about the definition of a tenant."""

    settings: str
    additions: str


_definition = msgspec.json.Decoder(StoredDefinition)


def dump_settings(settings: TenantSettings) -> str:
    return msgspec.json.encode(settings).decode()


def load_settings(text: str) -> TenantSettings:
    return _decoder.decode(text)


def load_definition(change: str) -> StoredDefinition:
    return _definition.decode(change)


def name_order(settings: TenantSettings) -> tuple[object, ...]:
    """What decides which of its names an element is listed by."""
    return settings.default_data_culture, settings.fallback_cultures, settings.data_cultures, settings.removed_cultures
