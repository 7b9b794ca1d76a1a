"""Versions that are written again after they were loaded: the rows that differ change, and those alone."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from facetstore.domain.access import EDITORS
from facetstore.domain.element import Version
from facetstore.domain.tenant import Tenant, TenantSettings
from facetstore.query.filter_forms import words_of
from facetstore.query.search_text import parse_search_text
from facetstore.storage.rows.attribute_rows import attribute_rows, compared_values, words_of_rows
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.finding import Sought
from facetstore.usecases.ports.selections import ListOf
from tests.storage.builders import METAMODEL, add, elements, ids, new_tenant, read, user, version
from tests.storage.finding.filter_tenants import ZONE, FilterTenant

pytestmark = pytest.mark.anyio

ROWS = "SELECT name, culture, equality, ordering, number, instant FROM attribute WHERE tenant = :tenant"
GIVEN: Mapping[str, Mapping[int, object]] = {
    "description": {1031: "<p>Apfel</p>", 1033: "<p>Apple</p>"},
    "purp": {1033: "<p>Breakfast</p>"},
    "costs": {127: 2.5},
    "changedOn": {127: "2024-05-06T07:08:09"},
}
CHANGES: Mapping[str, Mapping[str, Mapping[int, object] | None]] = {
    "another text": {"description": {1031: "<p>Birne</p>", 1033: "<p>Apple</p>"}},
    "another text in all cultures": {"description": {1031: "<p>Birne</p>", 1033: "<p>Pear</p>"}},
    "a culture less": {"description": {1033: "<p>Apple</p>"}},
    "a culture more": {"purp": {1031: "<p>Frühstück</p>", 1033: "<p>Breakfast</p>"}},
    "a text less": {"purp": None},
    "a text of nothing": {"purp": {1033: "<p> </p>"}},
    "a long text": {"purp": {1033: f"<p>{'Ärger ' * 80}</p>"}},
    "another number": {"costs": {127: 3}},
    "another time": {"changedOn": {127: "2025-05-06T07:08:09"}},
    "nothing": {},
}


def before() -> Version:
    return version("p", "0.1", "inProcess", attributes=GIVEN, related={"owner": ["somebody"]})


def after(changes: Mapping[str, Mapping[int, object] | None]) -> Version:
    attributes: dict[str, Any] = {**before().attributes, **changes}
    return before()._replace(attributes={name: values for name, values in attributes.items() if values is not None})


async def rows_of(storage: SqlStorage, tenant: Tenant) -> list[tuple[object, ...]]:
    return sorted((tuple(row) for row in await storage.engine.fetch(ROWS, {"tenant": tenant.key})), key=repr)


async def found(storage: SqlStorage, tenant: Tenant, text: str) -> Sequence[str]:
    sought = Sought(parse_search_text(text), tuple(METAMODEL.facets))
    return (await storage.reader(tenant, EDITORS).search(sought, 10, 0)).elements


async def change(storage: SqlStorage, tenant: Tenant, *versions: Version) -> None:
    """Load a version once, and store one after the other in its place."""
    async with storage.writer(tenant, actor=None) as writer:
        loaded = await writer.stored.version(versions[0].id)
        assert loaded is not None
        for each in versions:
            await writer.versions.replace([loaded._replace(version=each)], "changed")


async def revision(storage: SqlStorage, tenant: Tenant) -> int:
    async with storage.writer(tenant, actor=None) as writer:
        loaded = await writer.stored.version(before().id)
        assert loaded is not None
        return loaded.revision


@pytest.mark.parametrize("name", CHANGES)
async def test_rows_are_those_of_a_version_that_was_never_another(
    storage: SqlStorage, tenant: Tenant, name: str
) -> None:
    fresh = await new_tenant(storage)
    await add(storage, tenant, before(), user("somebody"))
    await add(storage, fresh, after(CHANGES[name]), user("somebody"))

    await change(storage, tenant, after(CHANGES[name]))

    assert await rows_of(storage, tenant) == await rows_of(storage, fresh)
    for text in ("Apfel", "Apple", "Birne", "Pear", "Frühstück", "Breakfast", "Ärger"):
        assert await found(storage, tenant, text) == await found(storage, fresh, text), text


async def test_one_that_was_loaded_once_can_be_written_twice(storage: SqlStorage, tenant: Tenant) -> None:
    fresh = await new_tenant(storage)
    first, second = after(CHANGES["another text"]), after(CHANGES["a text less"])
    await add(storage, tenant, before(), user("somebody"))
    await add(storage, fresh, second, user("somebody"))

    await change(storage, tenant, first, second)

    assert await rows_of(storage, tenant) == await rows_of(storage, fresh)
    assert await found(storage, tenant, "Birne") == []
    assert await revision(storage, tenant) == 3


async def test_what_another_user_changed_since_it_was_loaded_is_seen(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, before(), user("somebody"))
    async with storage.writer(tenant, actor=None) as writer:
        loaded = await writer.stored.version(before().id)
    assert loaded is not None
    await change(storage, tenant, after(CHANGES["another text in all cultures"]))

    async with storage.writer(tenant, actor=None) as writer:
        await writer.versions.replace([loaded._replace(version=before())], "changed back")

    assert (await found(storage, tenant, "Pear"), len(await found(storage, tenant, "Apple"))) == ([], 1)
    assert await revision(storage, tenant) == 3


@pytest.mark.parametrize("seed", range(4))
def test_words_written_again_are_those_of_all_rows_whatever_the_texts_are(seed: int) -> None:
    content = FilterTenant(Random(seed))
    content.fill(150)
    for each in content.versions.values():
        element_type, compared = METAMODEL.types[each.type], compared_values(each, METAMODEL)
        rows = attribute_rows(0, 0, compared, element_type, ZONE)
        assert words_of(compared, element_type, ZONE) == words_of_rows(rows, element_type)


async def test_names_follow_a_definition_that_changed_after_they_were_loaded(
    storage: SqlStorage, tenant: Tenant
) -> None:
    named = version("p", "0.1", "inProcess", names={1031: "Z", 1033: "A"})
    await add(storage, tenant, named, version("q", "0.1", "inProcess", names={1031: "M", 1033: "M"}))
    async with storage.writer(tenant, actor=None) as writer:
        loaded = await writer.stored.version(named.id)
        assert loaded is not None
        await writer.set_definition(TenantSettings(default_data_culture=1031, mandatory_cultures=(1031, 1033)), "{}")
        moved = named._replace(attributes={**named.attributes, "createdOn": {127: "2025-01-02T03:04:05"}})
        await writer.versions.replace([loaded._replace(version=moved)], "changed")

    assert elements(await read(storage, tenant, ListOf("processes"))) == ids("q", "p")
