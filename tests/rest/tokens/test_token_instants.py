"""A change of the time zone of a tenant: tokens begin and end when they did before, elements keep their local texts."""

from typing import Any, Final

from facetstore.regional.time_zones import time_zone, to_instant
from facetstore.usecases.tenants.tenant_changes import access_tenant, set_tenant
from tests.rest.tokens.test_tokens_api import ELEMENTS, TOKENS, call, listed, made
from tests.support import company
from tests.support.api import element
from tests.support.changing import Changing

BERLIN: Final = "Europe/Berlin"
HONOLULU: Final = "Pacific/Honolulu"
AUCKLAND: Final = "Pacific/Auckland"
MINUTE: Final = 60 * 10**6


def move(changing: Changing, zone: str) -> None:
    """Set the time zone of the tenant, as `facetstore tenant set` does."""

    async def work(storage: Any) -> None:
        await set_tenant(storage, await access_tenant(storage, changing.address), {"timeZone": zone})

    changing.database.elsewhere(work)


def test_a_token_that_was_just_made_works_in_every_time_zone(changing: Changing) -> None:
    token = made(changing, days=1)

    for zone in (HONOLULU, AUCKLAND, BERLIN):
        move(changing, zone)
        assert call(changing, token["secret"]).status_code == 200, zone
        now = listed(changing, "Robot")
        for name in ("validFrom", "validUntil"):
            before, after = to_instant(token[name], time_zone(BERLIN)), to_instant(now[name], time_zone(zone))
            assert abs(before - after) < MINUTE, (zone, name)


def test_a_token_that_is_over_stays_over(changing: Changing) -> None:
    token = made(changing)
    changing.update({"id": token["id"], "attributes": {"validUntil": {"127": "2026-01-01T12:00:00"}}}, path=ELEMENTS)
    assert call(changing, token["secret"]).status_code == 401

    move(changing, HONOLULU)

    assert call(changing, token["secret"]).status_code == 401
    assert listed(changing, "Robot")["validUntil"] == "2026-01-01T01:00:00"


def test_what_has_no_end_has_none_anywhere(changing: Changing) -> None:
    token = made(changing)
    end = {"validUntil": {"127": "9999-12-31T00:00:00"}}
    changing.update({"id": token["id"], "attributes": end}, path=ELEMENTS)

    move(changing, HONOLULU)

    (found,) = changing.read(f"{ELEMENTS}/{token['id']}")["elements"]
    assert found["attributes"]["validUntil"] == {"127": "9999-12-31T00:00:00"}
    assert call(changing, token["secret"]).status_code == 200


def test_elements_keep_their_local_texts(changing: Changing) -> None:
    def texts() -> list[Any]:
        found = [changing.read(element(id_))["elements"][0] for id_ in (company.RECEIPT_2_0, company.RETURNS)]
        return [{name: each["attributes"].get(name) for name in ("validFrom", "validUntil")} for each in found]

    before = texts()
    move(changing, AUCKLAND)

    assert texts() == before
    assert before[0]["validUntil"] == {"127": "9999-12-31T00:00:00"}


def test_all_tokens_keep_their_instants_in_a_few_statements(changing: Changing) -> None:
    for number in range(12):
        made(changing, f"Robot {number}")
    before = {each["name"]: each["validUntil"] for each in changing.read(TOKENS)["values"]}

    move(changing, HONOLULU)

    after = {each["name"]: each["validUntil"] for each in changing.read(TOKENS)["values"]}
    assert before.keys() == after.keys()
    for name, text in before.items():
        moved = to_instant(after[name], time_zone(HONOLULU)) - to_instant(text, time_zone(BERLIN))
        assert abs(moved) < MINUTE, name
    (row, *_) = changing.history(next(each["id"] for each in changing.read(TOKENS)["values"]), path=ELEMENTS)
    assert row["kind"] == "element.changed"
