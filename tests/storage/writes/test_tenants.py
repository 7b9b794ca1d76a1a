"""Tenants: made once, found by an address in any letter case, kept with all their settings."""

import dataclasses
from uuid import uuid4

import msgspec
import pytest

from facetstore.domain.errors import Conflict
from facetstore.domain.tenant import Tenant, TenantSettings, address_of
from facetstore.metamodel.loader import parse_additions
from facetstore.storage.store import SqlStorage
from tests.storage.builders import SETTINGS, add, new_tenant, plain, reread, user, version

pytestmark = pytest.mark.anyio

FULL = TenantSettings(
    title='Überschrift "mit" \\ Zeichen 🏭',
    description="Zwei\nZeilen",
    default_data_culture=1031,
    mandatory_cultures=(1031, 1033),
    optional_cultures=(1036, 1040),
    fallback_cultures=(1036, 1033),
    removed_cultures=(1029,),
    region="DE",
    time_zone="Europe/Berlin",
    base_tenant="base/one",
    template="standard",
    expire_predecessor="whenValid",
    deactivated_features=("CommentsFeature",),
    synonyms=(("car", "automobile"),),
)
"""Every setting another one than the default."""

ADDITIONS = """
properties:
  colour:
    names: {1031: "Farbe", 1033: "Colour “quoted” 🎨"}
    descriptions: {1031: "Welche.", 1033: "Which one."}
    dataType: SingleLineText
    invariant: true
types:
  subProcess: {properties: {colour: }}
"""


async def test_a_new_tenant_is_at_revision_zero_with_the_settings_given(storage: SqlStorage) -> None:
    address, id_ = address_of("Test", uuid4().hex), str(uuid4())

    made = await storage.create_tenant(address, id_, FULL)

    assert made == Tenant(made.key, id_, address, FULL, "{}", revision=0, definition=0, access=0)
    assert await storage.tenant(address) == made
    assert await storage.population(made.key) == {}


def test_the_full_settings_leave_no_default() -> None:
    default, full = TenantSettings(), dataclasses.asdict(FULL)

    same = [name for name, value in full.items() if getattr(default, name) == value]

    assert same == []


async def test_an_address_is_found_ignoring_letter_case_and_kept_as_it_was_written(storage: SqlStorage) -> None:
    name = f"MiXed-{uuid4().hex}"
    made = await storage.create_tenant(address_of("Test", name), str(uuid4()), SETTINGS)

    found = await storage.tenant(address_of("tEST", name.upper()))

    assert found == made
    assert str(found.address) == f"Test/{name}"


async def test_an_address_that_is_taken_in_any_letter_case_is_a_conflict(storage: SqlStorage) -> None:
    taken = await new_tenant(storage)
    again = address_of(taken.address.collection.spelled.upper(), taken.address.storage.spelled.upper())

    with pytest.raises(Conflict, match=f"There is a tenant {again} already"):
        await storage.create_tenant(again, str(uuid4()), FULL)

    assert await reread(storage, taken) == taken


async def test_an_unknown_address_is_no_tenant(storage: SqlStorage) -> None:
    assert await storage.tenant(address_of("no", "where")) is None
    assert await storage.revisions(-1) is None
    assert await storage.credential(-1, "digest") is None


async def test_tenants_are_listed_by_address(storage: SqlStorage) -> None:
    made = [await new_tenant(storage) for _ in range(3)]

    listed = await storage.tenants()

    assert [each for each in listed if each in made] == sorted(made, key=lambda each: each.address.folded)
    assert [each.address.folded for each in listed] == sorted(each.address.folded for each in listed)


async def test_settings_and_additions_come_back_as_they_were_set(storage: SqlStorage, tenant: Tenant) -> None:
    additions = msgspec.json.encode(parse_additions(ADDITIONS, "own.yaml")).decode()

    async with storage.writer(tenant, actor=None) as writer:
        await writer.set_definition(FULL, additions)

    found = await reread(storage, tenant)
    assert found.settings == FULL
    assert found.additions == additions


async def test_what_is_set_of_one_tenant_changes_no_other(storage: SqlStorage, tenant: Tenant) -> None:
    other = await new_tenant(storage)

    async with storage.writer(tenant, actor=None) as writer:
        await writer.set_definition(FULL, "{}")

    assert await reread(storage, other) == other


async def test_population_counts_the_elements_of_each_type(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, version("p", "1.0", "expired"), version("p", "2.0"), plain("c"), plain("d"), user("u"))

    assert await storage.population(tenant.key) == {"subProcess": 1, "subCategory": 2, "user": 1}


async def test_the_database_answers_when_checked(storage: SqlStorage) -> None:
    await storage.check()
