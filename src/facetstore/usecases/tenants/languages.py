"""Languages: the elements that are the cultures of a tenant. Its settings follow from them, in the same transaction (0073)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from facetstore.domain.element import Version
from facetstore.domain.tenant import Tenant, TenantSettings
from facetstore.domain.values import INVARIANT, ElementId, VersionId
from facetstore.metamodel.model import Metamodel
from facetstore.metamodel.roles import MethodRoles
from facetstore.regional import culture
from facetstore.regional.cultures import name_in
from facetstore.regional.time_zones import local_now, time_zone
from facetstore.usecases.changes.stamps import stamp_changed, stamp_created
from facetstore.usecases.ports.transactions import Writer
from facetstore.usecases.ports.writes import StoredVersion

CREATED: Final = "element.created"
CHANGED: Final = "element.changed"


class Language(NamedTuple):
    """An element that is a culture of the tenant."""

    stored: StoredVersion
    lcid: int
    is_default: bool
    is_mandatory: bool


def lcid_of(version: Version, roles: MethodRoles) -> int | None:
    """The culture that an element stands for; None if it names none that is known."""
    text = str(version.invariant(roles.culture_id) or "").strip()
    lcid = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else INVARIANT
    return lcid if lcid != INVARIANT and culture(lcid) is not None else None


async def languages_in(writer: Writer, metamodel: Metamodel) -> Sequence[Language]:
    """The languages of the tenant. Elements that name no known culture are none."""
    roles = metamodel.roles
    stored = await writer.stored.of_facet(metamodel.types[roles.culture].facet)
    found = ((each, lcid_of(each.version, roles)) for each in stored if each.version.type == roles.culture)
    return [_language(each, lcid, roles) for each, lcid in found if lcid is not None]


def _language(stored: StoredVersion, lcid: int, roles: MethodRoles) -> Language:
    version = stored.version
    is_default, is_mandatory = (version.invariant(name) for name in (roles.culture_default, roles.culture_mandatory))
    return Language(stored, lcid, is_default is True, is_mandatory is True)


def settings_from(languages: Iterable[Language], current: TenantSettings) -> TenantSettings:
    """The settings that languages say; the current ones if there are no languages."""
    known = {each.lcid for each in languages}
    if not known:
        return current
    mandatory = {each.lcid for each in languages if each.is_mandatory}
    defaults = sorted({each.lcid for each in languages if each.is_default}) or sorted(known)
    default = current.default_data_culture
    return replace(
        current,
        default_data_culture=default if default in defaults else defaults[0],
        mandatory_cultures=_ordered(mandatory, current.mandatory_cultures),
        optional_cultures=_ordered(known - mandatory, current.optional_cultures),
        fallback_cultures=tuple(each for each in current.fallback_cultures if each in known),
        removed_cultures=tuple(sorted({*current.removed_cultures, *current.data_cultures} - known)),
    )


def _ordered(cultures: Collection[int], before: Sequence[int]) -> tuple[int, ...]:
    """Cultures in the order that they had; new ones after them."""
    kept = [each for each in before if each in cultures]
    return (*kept, *sorted(set(cultures).difference(kept)))


async def adopt(writer: Writer, settings: TenantSettings) -> None:
    """Store settings if they differ. Everything that depends on the cultures of the tenant follows."""
    if settings != writer.current.settings:
        await writer.set_definition(settings, writer.current.additions)


async def ensure_languages(writer: Writer, metamodel: Metamodel) -> None:
    """Let elements and settings agree: a culture of the settings without an element gets one, and the settings know every language.

    Which one is the default, and which are mandatory, is what the elements say, or the settings if no element is a default.
    """
    found, current = await languages_in(writer, metamodel), writer.current.settings
    settings = _agreed(found, current)
    await write_languages(writer, metamodel, settings, found)
    await adopt(writer, settings)


def _agreed(found: Sequence[Language], current: TenantSettings) -> TenantSettings:
    decided = any(each.is_default for each in found)
    missing = set(current.data_cultures).difference(each.lcid for each in found)
    mandatory = set(current.mandatory_cultures)
    if decided:
        mandatory = {each.lcid for each in found if each.is_mandatory} | (mandatory & missing)
    optional = {*missing, *(each.lcid for each in found)} - mandatory
    settings = settings_from(found, current) if decided else current
    return replace(
        settings,
        mandatory_cultures=_ordered(mandatory, current.mandatory_cultures),
        optional_cultures=_ordered(optional, current.optional_cultures),
        fallback_cultures=current.fallback_cultures,
        removed_cultures=tuple(each for each in current.removed_cultures if each not in mandatory | optional),
    )


async def write_languages(
    writer: Writer, metamodel: Metamodel, wanted: TenantSettings, found: Sequence[Language]
) -> None:
    """Create the languages of settings that are missing, and set which is the default and which are mandatory."""
    now = local_now(time_zone(wanted.time_zone))
    changed = [
        each.stored._replace(version=stamp_changed(after, metamodel, now, None))
        for each in found
        if (after := flagged(each, wanted, metamodel.roles)) is not None
    ]
    if changed:
        await writer.versions.replace(changed, CHANGED)
    known = {each.lcid for each in found}
    made = [
        stamp_created(_new_language(writer.current, lcid, wanted, metamodel), metamodel, now, None)
        for lcid in wanted.data_cultures
        if lcid not in known
    ]
    await add_unversioned(writer, made)


def flagged(language: Language, wanted: TenantSettings, roles: MethodRoles) -> Version | None:
    """The element of a language with the flags that settings give it; None if it has them already."""
    flags = _flags(language.lcid, wanted, roles)
    if list(flags.values()) == [language.is_default, language.is_mandatory]:
        return None
    version = language.stored.version
    attributes = {**version.attributes, **{name: {INVARIANT: each} for name, each in flags.items()}}
    return version._replace(attributes=attributes)


def _flags(lcid: int, wanted: TenantSettings, roles: MethodRoles) -> dict[str, bool]:
    return {
        roles.culture_default: lcid == wanted.default_data_culture,
        roles.culture_mandatory: lcid in wanted.mandatory_cultures,
    }


def _new_language(tenant: Tenant, lcid: int, wanted: TenantSettings, metamodel: Metamodel) -> Version:
    roles, id_ = metamodel.roles, own_id(tenant, f"culture/{lcid}")
    names: dict[int, object] = {each: name_in(lcid, each) for each in wanted.data_cultures}
    flags = {name: {INVARIANT: each} for name, each in _flags(lcid, wanted, roles).items()}
    attributes: dict[str, Mapping[int, object]] = {roles.name: names, roles.culture_id: {INVARIANT: str(lcid)}, **flags}
    facet = metamodel.types[roles.culture].facet
    return Version(ElementId(id_), VersionId(id_), facet, roles.culture, attributes=attributes)


def own_id(tenant: Tenant, name: str) -> str:
    """The id of an element that the service creates. Another tenant has another one, so that bundles of one fit into the other."""
    return str(uuid5(NAMESPACE_URL, f"{tenant.id}/{name}"))


async def add_unversioned(writer: Writer, versions: Sequence[Version]) -> None:
    if versions:
        stored = [StoredVersion(each, newest=True, visible=True, published=True) for each in versions]
        await writer.versions.add(stored, CREATED)
