"""Regions: the name, currency and measurement system of a storage's country."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from facetstore.regional.cultures import INVARIANT_ID, culture, locale_of
from facetstore.regional.data_files import data_file
from facetstore.regional.unknown_names import UnknownRegionalName, nearest_names

if TYPE_CHECKING:
    from babel import Locale

NOT_METRIC: Final = frozenset({"LR", "MM", "US"})


class UnknownRegion(UnknownRegionalName):
    """No known country or territory has this two-letter code."""

    def __init__(self, code: str) -> None:
        super().__init__("region", code, _nearest_codes(code))


@dataclass(frozen=True, slots=True)
class Region:
    """A country or territory, by its ISO 3166 codes and its Windows GEOID."""

    code: str
    alpha3: str
    geo_id: int

    @property
    def is_metric(self) -> bool:
        return self.code not in NOT_METRIC


def region(code: str) -> Region:
    """The region with this two-letter code, ignoring letter case.

    Raises UnknownRegion.
    """
    entry = _entries().get(code.strip().upper())
    if entry is None:
        raise UnknownRegion(code)
    return Region(code.strip().upper(), entry["alpha3"], entry["geo"])


def render_region(region: Region, culture: int) -> dict[str, Any]:
    """Render StorageInfo.region, with displayName in the language of a culture id (English if it is not known)."""
    english, native = _english(), _native_locale(region.code)
    currency = _currency(region.code)
    return {
        "name": region.code,
        "englishName": _territory_name(region, english),
        "displayName": _territory_name(region, _display_locale(culture)),
        "nativeName": _territory_name(region, native),
        "twoLetterISORegionName": region.code,
        "threeLetterISORegionName": region.alpha3,
        "threeLetterWindowsRegionName": region.alpha3,
        "isMetric": region.is_metric,
        "geoId": region.geo_id,
        "currencyEnglishName": english.currencies.get(currency, currency),
        "currencyNativeName": native.currencies.get(currency, currency),
        "currencySymbol": native.currency_symbols.get(currency, currency),
        "isoCurrencySymbol": currency,
    }


def _territory_name(region: Region, locale: "Locale") -> str:
    # Small languages lack the names of far countries; English has them all.
    name: str = locale.territories.get(region.code) or _english().territories[region.code]
    return name


def _currency(code: str) -> str:
    """The current currency of a region."""
    from babel.numbers import get_territory_currencies

    own: str | None = _entries()[code].get("currency")
    return own or str(get_territory_currencies(code)[0])


def _english() -> "Locale":
    return locale_of("en")


def _display_locale(lcid: int) -> "Locale":
    known = culture(lcid)
    return locale_of(known.name) if known and lcid != INVARIANT_ID else _english()


@lru_cache(maxsize=256)
def _native_locale(code: str) -> "Locale":
    """The locale of a region's main language according to CLDR; English if babel has no data for it."""
    from babel import UnknownLocaleError

    try:
        return locale_of(f"und-{code}")
    except UnknownLocaleError:
        return _english()


def _nearest_codes(code: str) -> tuple[str, ...]:
    """The codes that CLDR uses instead of this one (UK, DEU), then those of regions with a similar code or English name."""
    from babel.core import get_global

    wanted = code.strip().upper()
    replaced = [each for each in get_global("territory_aliases").get(wanted, ()) if each in _entries()]
    if len(wanted) == 2:
        sharing = [each for each in _entries() if each[0] == wanted[0] or each[1] == wanted[1]]
        like = sorted(sharing, key=lambda each: each[0] != wanted[0])
    else:
        by_name = {_english().territories[each]: each for each in _entries()}
        like = [by_name[each] for each in nearest_names(wanted, by_name)]
    return tuple(dict.fromkeys(replaced + like))[:3]


@lru_cache(maxsize=1)
def _entries() -> Mapping[str, Mapping[str, Any]]:
    return data_file("regions.yaml")
