"""Cards: references of lists kept ready, but only where they cannot change unless the version does."""

import pytest

from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.element import Version
from facetstore.domain.tenant import Tenant
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.selections import ListOf, Parts
from facetstore.usecases.ports.writes import StoredVersion
from tests.storage.builders import (
    add,
    element_id,
    ids,
    new_tenant,
    plain,
    read,
    stored,
    task,
    unmarked,
    user,
    version,
    version_id,
)

pytestmark = pytest.mark.anyio

CARD = Parts(attributes=True, brief=True, contexts=("author", "owner"))


async def kept(storage: SqlStorage, tenant: Tenant) -> dict[str, str]:
    """What is kept ready, by version id."""
    statement = """SELECT v.id, k.related
                     FROM card_related k JOIN version v ON v.tenant = k.tenant AND v.key = k.version
                    WHERE k.tenant = :tenant"""
    rows = await storage.engine.fetch(statement, {"tenant": tenant.key})
    return {str(id_): str(related) for id_, related in rows}


async def check_lists(storage: SqlStorage, tenant: Tenant, facet: str = "processes") -> None:
    """Cards must show what rows show, which are always put together from scratch."""
    for drafts in (True, False):
        reader = storage.reader(tenant, EDITORS if drafts else VIEWERS)
        rows = await reader.elements(ListOf(facet), CARD)
        expected = [row.card + (b',"related":{%b}' % row.related if row.related else b"") + b"}" for row in rows]
        assert await reader.cards(ListOf(facet), CARD) == expected


async def test_references_to_people_are_stored_rendered(storage: SqlStorage, tenant: Tenant) -> None:
    related = {"author": ["u", "v"], "owner": ["u"], "relBy": ["u"]}
    await add(storage, tenant, user("u"), user("v"), version("p", related=related), version("q"))

    found = await kept(storage, tenant)

    assert list(found[version_id("p", "1.0")].split("\x07")) == [
        f'"author":[{_reference("u")},{_reference("v")}]',
        f'"owner":[{_reference("u")}]',
    ]
    assert found[version_id("q", "1.0")] == ""
    await check_lists(storage, tenant)


def _reference(name: str) -> str:
    id_ = element_id(name)
    identity = f'"facetName":"users","id":"{id_}","creationId":"{id_}","type":"user"'
    return f'{{{identity},"expandUri":"\x01users\x02{id_}"}}'


@pytest.mark.parametrize(
    "target",
    [
        version("x", "1.0", type_="role"),
        version("x", "0.1", "inProcess", type_="role"),
        plain("x", state="hide"),
        plain("x", state="show"),
        task("x", stereotype="robot"),
    ],
    ids=["versioned", "draft", "hidden", "may be hidden", "flow object"],
)
async def test_nothing_is_stored_rendered_where_a_target_may_look_different_one_day(
    storage: SqlStorage, tenant: Tenant, target: Version
) -> None:
    related = {"author": ["u"], "owner": ["u", "x"]}
    await add(storage, tenant, user("u"), target, version("p", related=related), version("q", related={"owner": ["u"]}))

    found = await kept(storage, tenant)

    assert version_id("p", "1.0") not in found
    assert version_id("q", "1.0") in found
    await check_lists(storage, tenant)


async def test_references_that_lists_do_not_show_do_not_matter(storage: SqlStorage, tenant: Tenant) -> None:
    related = {"author": ["u"], "systems": ["s"]}
    await add(storage, tenant, user("u"), version("s", type_="system"), version("p", related=related))

    assert version_id("p", "1.0") in await kept(storage, tenant)
    await check_lists(storage, tenant)


async def test_a_new_version_of_a_target_shows_in_lists_at_once(storage: SqlStorage, tenant: Tenant) -> None:
    role = version("r", "1.0", type_="role")
    await add(storage, tenant, user("u"), role, version("p", related={"owner": ["u", "r"]}))
    await check_lists(storage, tenant)

    async with storage.writer(tenant, actor=None) as writer:
        await writer.versions.unsettle(ids("r"))
        (ready,) = stored([version("r", "2.0", "inEffect", type_="role")])
        await writer.versions.add([ready._replace(first=False)], "added")
        await writer.versions.settle(ids("r"))

    (card,) = await storage.reader(tenant, VIEWERS).cards(ListOf("processes"), CARD)
    assert version_id("r", "2.0").encode() in card
    await check_lists(storage, tenant)


async def test_a_target_that_appears_later_shows_in_lists(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, version("p", related={"owner": ["u"]}))
    await check_lists(storage, tenant)

    await add(storage, tenant, user("u"))

    await check_lists(storage, tenant)


async def test_a_person_who_changes_looks_the_same_in_lists(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, user("u"), version("p", related={"owner": ["u"]}))
    before = await kept(storage, tenant)

    async with storage.writer(tenant, actor=None) as writer:
        await writer.versions.replace([StoredVersion(user("u", names="Another"), True, True, True)], "changed")

    assert await kept(storage, tenant) == before
    await check_lists(storage, tenant)


async def test_a_version_written_again_is_rendered_again(storage: SqlStorage, tenant: Tenant) -> None:
    role = version("r", type_="role")
    await add(storage, tenant, user("u"), user("v"), role, version("p", related={"owner": ["u"]}))

    for owners in (["v"], ["r"], ["u", "v"], []):
        async with storage.writer(tenant, actor=None) as writer:
            (ready,) = stored([version("p", related={"owner": owners})])
            await writer.versions.replace([ready], "changed")
        await check_lists(storage, tenant)
        assert (version_id("p", "1.0") in await kept(storage, tenant)) == ("r" not in owners)


async def test_an_import_in_any_order_keeps_the_same_cards(storage: SqlStorage, tenant: Tenant) -> None:
    """References may come before what they refer to; cards are made when everything is there."""
    given = [version("p", related={"owner": ["u"], "author": ["r"]}), version("q", related={"owner": ["u"]})]
    others = [user("u"), version("r", type_="role")]
    other = await new_tenant(storage)
    for place, versions in ((tenant, [*given, *others]), (other, [*others, *given])):
        async with storage.writer(place, actor=None) as writer:
            for each in stored(versions):
                await writer.versions.add([each], "added")

    assert await kept(storage, tenant) == await kept(storage, other)
    assert version_id("p", "1.0") not in await kept(storage, tenant)
    await check_lists(storage, tenant)
    rows = await read(storage, tenant, ListOf("processes"), CARD)
    assert b"<detail>" in unmarked(rows[0].related or b"")
