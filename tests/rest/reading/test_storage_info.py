"""Operation 16: the storage described, its region and time zone as Windows names them."""

from itertools import pairwise

import pytest

from facetstore.domain.tenant import TenantSettings
from tests.support.api import ACME_ID, Api, Json, golden

NO_CHANGE = "00:00:00"
SOUTH = TenantSettings(region="AU", time_zone="Australia/Sydney", base_tenant="acme/main")


def transition(month: int, week: int, hour: int) -> Json:
    return {
        "TimeOfDay": f"0001-01-01T{hour:02d}:00:00",
        "Month": month,
        "Week": week,
        "Day": 1,
        "DayOfWeek": "Sunday",
        "IsFixedDateRule": False,
    }


@pytest.mark.spec("endpoint.16")
@pytest.mark.parametrize("role", ["viewer", "administrator"])
def test_a_german_storage(api: Api, role: str) -> None:
    assert api.read("rest/info", role) == golden("storage-info")


@pytest.mark.spec("endpoint.16")
def test_a_storage_in_california(api: Api) -> None:
    settings = TenantSettings(title="West", region="US", time_zone="Pacific Standard Time")
    tenant = api.database.add_tenant("acme/west", settings, id_="3e570000-0000-0000-0000-000000000000")

    assert api.read("rest/info", "viewer", tenant=tenant) == {
        "type": "IStorageContext",
        "tenant": "3e570000-0000-0000-0000-000000000000",
        "title": "West",
        "description": "",
        "baseTenant": "",
        "apiUrl": "http://test/acme/west/_api/",
        "appUrl": "http://test/acme/west/",
        "template": "empty",
        "dataCultures": [1033],
        "defaultDataCulture": 1033,
        "mandatoryCultures": [1033],
        "optionalCultures": [],
        "isValid": True,
        "region": {
            "name": "US",
            "englishName": "United States",
            "displayName": "United States",
            "nativeName": "United States",
            "twoLetterISORegionName": "US",
            "threeLetterISORegionName": "USA",
            "threeLetterWindowsRegionName": "USA",
            "isMetric": False,
            "geoId": 244,
            "currencyEnglishName": "US Dollar",
            "currencyNativeName": "US Dollar",
            "currencySymbol": "$",
            "isoCurrencySymbol": "USD",
        },
        "timeZone": {
            "Id": "Pacific Standard Time",
            "DisplayName": "(UTC-08:00) Pacific Time (US & Canada)",
            "StandardName": "Pacific Standard Time",
            "DaylightName": "Pacific Daylight Time",
            "BaseUtcOffset": "-08:00:00",
            "AdjustmentRules": [
                {
                    "DateStart": "0001-01-01T00:00:00",
                    "DateEnd": "2006-12-31T00:00:00",
                    "DaylightDelta": "01:00:00",
                    "DaylightTransitionStart": transition(4, 1, 2),
                    "DaylightTransitionEnd": transition(10, 5, 2),
                    "BaseUtcOffsetDelta": NO_CHANGE,
                },
                {
                    "DateStart": "2007-01-01T00:00:00",
                    "DateEnd": "9999-12-31T00:00:00",
                    "DaylightDelta": "01:00:00",
                    "DaylightTransitionStart": transition(3, 2, 2),
                    "DaylightTransitionEnd": transition(11, 1, 2),
                    "BaseUtcOffsetDelta": NO_CHANGE,
                },
            ],
            "SupportsDaylightSavingTime": True,
        },
    }


@pytest.mark.spec("endpoint.16")
def test_a_storage_on_universal_time_has_no_adjustment_rules(api: Api) -> None:
    tenant = api.database.add_tenant("acme/utc", TenantSettings())

    assert api.read("rest/info", tenant=tenant)["timeZone"] == {
        "Id": "UTC",
        "DisplayName": "(UTC) Coordinated Universal Time",
        "StandardName": "Coordinated Universal Time",
        "DaylightName": "Coordinated Universal Time",
        "BaseUtcOffset": "00:00:00",
        "AdjustmentRules": [],
        "SupportsDaylightSavingTime": False,
    }


@pytest.mark.spec("endpoint.16")
def test_a_storage_in_sydney_where_summer_ends_in_april(api: Api) -> None:
    tenant = api.database.add_tenant("acme/south", SOUTH)

    answer = api.read("rest/info", tenant=tenant)

    zone = answer["timeZone"]
    assert zone["Id"] == "AUS Eastern Standard Time"
    assert zone["DisplayName"] == "(UTC+10:00) Canberra, Melbourne, Sydney"
    assert zone["BaseUtcOffset"] == "10:00:00"
    assert zone["AdjustmentRules"][-1] == {
        "DateStart": "2008-01-01T00:00:00",
        "DateEnd": "9999-12-31T00:00:00",
        "DaylightDelta": "01:00:00",
        "DaylightTransitionStart": transition(10, 1, 2),
        "DaylightTransitionEnd": transition(4, 1, 3),
        "BaseUtcOffsetDelta": NO_CHANGE,
    }
    assert answer["region"]["twoLetterISORegionName"] == "AU"
    assert answer["baseTenant"] == ACME_ID


def test_the_adjustment_rules_follow_each_other_without_a_gap(api: Api) -> None:
    tenant = api.database.add_tenant("acme/south", SOUTH)

    rules = api.read("rest/info", tenant=tenant)["timeZone"]["AdjustmentRules"]

    assert rules[0]["DateStart"] == "0001-01-01T00:00:00"
    assert rules[-1]["DateEnd"] == "9999-12-31T00:00:00"
    for earlier, later in pairwise(rules):
        assert int(later["DateStart"][:4]) == int(earlier["DateEnd"][:4]) + 1


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("acme/main", "IStorageContext"),
        ("acme/_admin", "IStorageCollectionContext"),
        ("_sysadmin/_admin", "ISysAdminContext"),
    ],
)
def test_the_type_shows_what_the_address_is_for(api: Api, address: str, kind: str) -> None:
    tenant = api.database.add_tenant(address, TenantSettings())

    assert api.read("rest/info", tenant=tenant)["type"] == kind


def test_the_answer_has_no_count_around_it(api: Api) -> None:
    assert "count" not in api.read("rest/info")


def test_the_addresses_lead_to_the_api_and_to_the_page(api: Api) -> None:
    answer = api.read("rest/info")

    assert api.at("GET", f"{answer['apiUrl']}rest/facets").status_code == 401
    assert api.at("GET", answer["appUrl"]).status_code == 200
