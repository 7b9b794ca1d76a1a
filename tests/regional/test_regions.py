"""What regions are called in StorageInfo, and in which language."""

import pytest

from facetstore.regional import Region, UnknownRegion, region, render_region
from facetstore.regional.data_files import data_file

ENGLISH, GERMAN, FRENCH, INVARIANT, NOT_A_CULTURE = 1033, 1031, 1036, 127, 4242


@pytest.mark.spec("endpoint.16")
def test_germany_is_printed_in_full() -> None:
    printed = render_region(region("DE"), ENGLISH)

    assert list(printed.items()) == [
        ("name", "DE"),
        ("englishName", "Germany"),
        ("displayName", "Germany"),
        ("nativeName", "Deutschland"),
        ("twoLetterISORegionName", "DE"),
        ("threeLetterISORegionName", "DEU"),
        ("threeLetterWindowsRegionName", "DEU"),
        ("isMetric", True),
        ("geoId", 94),
        ("currencyEnglishName", "Euro"),
        ("currencyNativeName", "Euro"),
        ("currencySymbol", "€"),
        ("isoCurrencySymbol", "EUR"),
    ]


@pytest.mark.spec("endpoint.16")
def test_the_united_states_are_printed_in_full() -> None:
    printed = render_region(region("US"), GERMAN)

    assert list(printed.items()) == [
        ("name", "US"),
        ("englishName", "United States"),
        ("displayName", "Vereinigte Staaten"),
        ("nativeName", "United States"),
        ("twoLetterISORegionName", "US"),
        ("threeLetterISORegionName", "USA"),
        ("threeLetterWindowsRegionName", "USA"),
        ("isMetric", False),
        ("geoId", 244),
        ("currencyEnglishName", "US Dollar"),
        ("currencyNativeName", "US Dollar"),
        ("currencySymbol", "$"),
        ("isoCurrencySymbol", "USD"),
    ]


@pytest.mark.parametrize(
    ("culture", "shown"),
    [
        (ENGLISH, "Switzerland"),
        (GERMAN, "Schweiz"),
        (FRENCH, "Suisse"),
        (INVARIANT, "Switzerland"),
        (NOT_A_CULTURE, "Switzerland"),
    ],
)
def test_the_display_name_is_in_the_language_of_the_culture(culture: int, shown: str) -> None:
    assert render_region(region("CH"), culture)["displayName"] == shown


@pytest.mark.parametrize(
    ("code", "alpha3", "geo_id"),
    [
        ("DE", "DEU", 94),
        ("US", "USA", 244),
        ("GB", "GBR", 242),
        ("FR", "FRA", 84),
        ("AT", "AUT", 14),
        ("CH", "CHE", 223),
        ("NO", "NOR", 177),
    ],
)
def test_a_region_has_its_codes(code: str, alpha3: str, geo_id: int) -> None:
    assert region(code) == Region(code, alpha3, geo_id)


def test_the_letter_case_of_a_code_does_not_matter() -> None:
    assert region(" de ") == region("DE")


@pytest.mark.parametrize(
    ("code", "currency"),
    [
        ("CH", "CHF"),
        ("HR", "EUR"),
        ("BT", "BTN"),
        ("LS", "LSL"),
        ("NA", "NAD"),
        ("PA", "PAB"),
        ("PS", "ILS"),
        ("GL", "DKK"),
    ],
)
def test_a_region_pays_with_its_own_currency(code: str, currency: str) -> None:
    assert render_region(region(code), ENGLISH)["isoCurrencySymbol"] == currency


@pytest.mark.parametrize("code", sorted(data_file("regions.yaml")))
def test_every_region_can_be_printed(code: str) -> None:
    printed = render_region(region(code), GERMAN)

    assert all(value not in ("", None) for value in printed.values())
    assert len(printed["threeLetterISORegionName"]) == 3
    assert len(printed["isoCurrencySymbol"]) == 3


def test_no_two_regions_share_a_code() -> None:
    regions = [region(code) for code in data_file("regions.yaml")]

    assert len({each.alpha3 for each in regions}) == len(regions)
    assert len({each.geo_id for each in regions}) == len(regions)


@pytest.mark.parametrize(
    ("code", "nearest"),
    [("DX", "DE"), ("UK", "GB"), ("DEU", "DE"), ("germany", "DE"), ("Deutschland", None), ("", None)],
)
def test_an_unknown_region_is_refused_with_the_nearest_known_ones(code: str, nearest: str | None) -> None:
    with pytest.raises(UnknownRegion, match=f'No region is called "{code}"') as refused:
        region(code)

    assert nearest is None or nearest in refused.value.nearest
