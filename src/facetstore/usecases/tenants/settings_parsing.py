"""Parses and checks the settings of a tenant; all mistakes are reported together."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Final

from facetstore.domain.errors import Finding, Hints, InvalidValues
from facetstore.domain.features import FEATURES
from facetstore.domain.tenant import AT_RELEASE, WHEN_VALID, TenantSettings, parse_address
from facetstore.domain.values import INVARIANT, is_clean_text
from facetstore.query.synonyms import Groups
from facetstore.regional import UnknownRegionalName, culture, culture_id, region, time_zone
from facetstore.usecases.tenants.own_synonyms import groups_of

_LONGEST: Final = 4000


def parse_settings(given: Mapping[str, object], current: TenantSettings) -> TenantSettings:
    """The current settings, changed by the given ones, each as text or as JSON.

    Raises InvalidValues with every finding. Whether the base tenant exists is not checked here.
    """
    changes: dict[str, object] = {}
    findings: list[Finding] = []
    hints = Hints()
    for name, value in given.items():
        field = _FIELDS.get(name.casefold())
        if field is None:
            error = f"{name} cannot be set.{hints.nearest(name, SETTABLE)} What can be set: {', '.join(SETTABLE)}."
            findings.append(_finding(name, error))
            continue
        try:
            changes[field[1]] = field[2](value)
        except _Wrong as wrong:
            findings.append(_finding(field[0], f"{field[0]}: {wrong}"))
    settings = replace(current, **changes)  # type: ignore[arg-type]  # each parser gives what its field holds
    findings += check_cultures(settings)
    if findings:
        raise InvalidValues("The settings are not valid.", findings)
    return settings


def settable(settings: TenantSettings) -> dict[str, object]:
    """The settable fields under the names of StorageInfo, as JSON."""
    return _named(settings, _ALL)


def bundled(settings: TenantSettings) -> dict[str, object]:
    """The fields that only bundles have, without empty ones."""
    return {name: value for name, value in _named(settings, _BUNDLED).items() if value}


def _named(settings: TenantSettings, fields: Sequence[tuple[str, str, object]]) -> dict[str, object]:
    values = asdict(settings)
    return {name: list(value) if isinstance(value := values[field], tuple) else value for name, field, _ in fields}


def check_settings(settings: TenantSettings) -> Sequence[Finding]:
    """Every finding in settings. Stored ones can have findings too: a region or a time zone may no longer be known."""
    try:
        parse_settings(settable(settings), settings)
    except InvalidValues as invalid:
        return invalid.findings
    return ()


def check_cultures(settings: TenantSettings) -> Iterator[Finding]:
    """Every finding about how the cultures of a tenant fit together."""
    known = settings.data_cultures
    listing = ", ".join(map(str, known)) or "none"
    if settings.default_data_culture not in known:
        error = f"The default culture {settings.default_data_culture} is none of the data cultures ({listing}); name it among the mandatory or optional ones."
        yield _finding("defaultDataCulture", error)
    for each in sorted(set(settings.mandatory_cultures) & set(settings.optional_cultures)):
        yield _finding("optionalCultures", f"The culture {each} cannot be both mandatory and optional.")
    for each in settings.fallback_cultures:
        if each not in known:
            yield _finding("fallbackCultures", f"The fallback culture {each} is none of the data cultures ({listing}).")


class _Wrong(Exception):
    """A value that its field does not allow; the message says why."""


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise _Wrong(f"a text is needed, not {value!r}.")
    if not is_clean_text(value) or len(value) > _LONGEST:
        raise _Wrong(f"the text holds characters that cannot be stored, or more than {_LONGEST} characters.")
    return unicodedata.normalize("NFC", value)


def _culture(value: object) -> int:
    lcid = value if isinstance(value, int) else _culture_of(str(value).strip())
    if lcid is None or isinstance(value, bool) or lcid == INVARIANT or culture(lcid) is None:
        raise _Wrong(f"{value!r} is no known culture; give an LCID such as 1033 or a name such as en-US.")
    return lcid


def _culture_of(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else culture_id(text)


def _cultures(value: object) -> tuple[int, ...]:
    if isinstance(value, str):
        value = [each for each in value.split(",") if each.strip()]
    if not isinstance(value, list | tuple):
        raise _Wrong(f"a list of cultures is needed, not {value!r}.")
    return tuple(dict.fromkeys(map(_culture, value)))


def _region(value: object) -> str:
    try:
        return region(_text(value)).code
    except UnknownRegionalName as unknown:
        raise _Wrong(str(unknown)) from unknown


def _time_zone(value: object) -> str:
    name = _text(value).strip()
    try:
        zone = time_zone(name)
    except UnknownRegionalName as unknown:
        raise _Wrong(str(unknown)) from unknown
    return zone.windows_id if name.casefold() == zone.windows_id.casefold() else zone.iana


def _base_tenant(value: object) -> str:
    text = _text(value).strip()
    if text and parse_address(text) is None:
        raise _Wrong(f"{text!r} is no address such as COLLECTION/STORAGE.")
    return text


def _expire_predecessor(value: object) -> str:
    text = _text(value).strip().casefold()
    for known in (AT_RELEASE, WHEN_VALID):
        if text == known.casefold():
            return known
    raise _Wrong(f"{value!r} is neither {AT_RELEASE} nor {WHEN_VALID}.")


def _features(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        value = [each.strip() for each in value.split(",") if each.strip()]
    if not isinstance(value, list | tuple) or not all(each in FEATURES for each in value):
        raise _Wrong(f"{value!r} are no ids of features. There are: {', '.join(FEATURES)}.")
    return tuple(sorted({*value}))


def _synonyms(value: object) -> Groups:
    try:
        return groups_of(value)
    except InvalidValues as invalid:
        raise _Wrong(f"{invalid.findings[0].path}: {invalid.findings[0].error}") from invalid


def _finding(name: str, error: str) -> Finding:
    return Finding(error, InvalidValues.code, name)


_ALL: Final[tuple[tuple[str, str, Callable[[object], object]], ...]] = (
    ("title", "title", _text),
    ("description", "description", _text),
    ("baseTenant", "base_tenant", _base_tenant),
    ("defaultDataCulture", "default_data_culture", _culture),
    ("mandatoryCultures", "mandatory_cultures", _cultures),
    ("optionalCultures", "optional_cultures", _cultures),
    ("fallbackCultures", "fallback_cultures", _cultures),
    ("region", "region", _region),
    ("timeZone", "time_zone", _time_zone),
    ("expirePredecessor", "expire_predecessor", _expire_predecessor),
)
_BUNDLED: Final[tuple[tuple[str, str, Callable[[object], object]], ...]] = (
    ("removedCultures", "removed_cultures", _cultures),
    ("deactivatedFeatures", "deactivated_features", _features),
    ("synonyms", "synonyms", _synonyms),
)
"""Only bundles have them: a tenant removes a culture by removing the language, features are switched one by one, and synonyms have an
operation of their own."""
_FIELDS: Final = {each[0].casefold(): each for each in (*_ALL, *_BUNDLED)}
SETTABLE: Final = tuple(each[0] for each in _ALL)
"""The fields of StorageInfo that can be set, and the fallback order."""
