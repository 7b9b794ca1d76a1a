"""The related contexts of an element as storage hands them over: written out, by name, references in their order."""

import pytest

from facetstore.domain.tenant import Tenant
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.selections import ListOf, Parts
from tests.storage.builders import add, element_id, ids, plain, read, read_one, user, version, version_id
from tests.storage.reads.documents import parsed_map

pytestmark = pytest.mark.anyio


async def test_references_of_each_kind_of_identity_written_out(storage: SqlStorage, tenant: Tenant) -> None:
    await add(
        storage,
        tenant,
        version("s", type_="system", stereotype="robot"),
        user("u"),
        plain("c"),
        version("p", related={"systems": ["s"], "author": ["u"], "capabilities": ["c"]}),
    )

    row = await read_one(storage, tenant, element_id("p"), Parts(contexts=None))

    system, person, category = ids("s", "u", "c")
    assert parsed_map(row.related) == {
        "author": [
            {
                "facetName": "users",
                "id": person,
                "creationId": person,
                "type": "user",
                "expandUri": f"<facets>users<detail>{person}",
            }
        ],
        "capabilities": [
            {
                "facetName": "processes",
                "id": category,
                "type": "subCategory",
                "expandUri": f"<facets>processes<detail>{category}",
            }
        ],
        "systems": [
            {
                "facetName": "it",
                "id": system,
                "versionId": version_id("s", "1.0"),
                "type": "system",
                "state": "released",
                "expandUri": f"<facets>it<detail>{version_id('s', '1.0')}",
                "stereotype": "robot",
            }
        ],
    }


async def test_a_version_is_referred_to_as_its_own_reference_says(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, version("s", type_="system"), version("p", related={"systems": ["s"]}))

    system = await read_one(storage, tenant, element_id("s"), Parts(reference=True))
    row = await read_one(storage, tenant, element_id("p"), Parts(contexts=("systems",)))

    assert row.related == b'"systems":[' + (system.reference or b"") + b"]"


async def test_contexts_come_by_name_and_references_in_the_order_given(storage: SqlStorage, tenant: Tenant) -> None:
    related = {"systems": ["s3", "s1", "s2"], "risks": ["r"], "author": ["u2", "u1"], "requirements": []}
    others = [
        *(version(f"s{n}", type_="system") for n in (1, 2, 3)),
        version("r", type_="risk"),
        user("u1"),
        user("u2"),
    ]
    await add(storage, tenant, *others, version("p", related=related))

    row = await read_one(storage, tenant, element_id("p"), Parts(contexts=None))

    found = parsed_map(row.related)
    assert list(found) == ["author", "risks", "systems"]
    assert [each["id"] for each in found["author"]] == ids("u2", "u1")
    assert [each["id"] for each in found["systems"]] == ids("s3", "s1", "s2")


async def test_only_the_contexts_wanted_are_read(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, user("u"), version("p", related={"author": ["u"], "owner": ["u"], "relBy": ["u"]}))

    some = await read_one(storage, tenant, element_id("p"), Parts(contexts=("relBy", "author", "systems")))
    none = await read_one(storage, tenant, element_id("p"), Parts(contexts=("systems",)))

    assert list(parsed_map(some.related)) == ["author", "relBy"]
    assert none.related is None


@pytest.mark.parametrize("drafts", [True, False])
async def test_two_hundred_references_in_one_context_keep_their_order(
    storage: SqlStorage, tenant: Tenant, drafts: bool
) -> None:
    """SQLite gets no order for them: it reads them by their key."""
    names = [f"u{n * 77 % 200}" for n in range(200)]
    more = {context: list(reversed(names)) for context in ("zz", "aa", "author")}
    await add(storage, tenant, *map(user, names), version("p", related={"owner": names, **more}), version("q"))

    row = await read_one(storage, tenant, element_id("p"), Parts(contexts=None), drafts=drafts)
    (listed, _) = await read(storage, tenant, ListOf("processes"), Parts(contexts=("owner", "zz")), drafts=drafts)

    found = parsed_map(row.related)
    assert list(found) == ["aa", "author", "owner", "zz"]
    assert [each["id"] for each in found["owner"]] == ids(*names)
    assert [each["id"] for each in found["zz"]] == ids(*reversed(names))
    assert parsed_map(listed.related) == {name: found[name] for name in ("owner", "zz")}


async def test_the_order_holds_after_references_were_written_again_in_between(
    storage: SqlStorage, tenant: Tenant
) -> None:
    names = [f"u{n}" for n in range(60)]
    await add(storage, tenant, *map(user, names), *(version(f"p{n}", related={"owner": names}) for n in range(5)))
    for n in (3, 1, 3):
        async with storage.writer(tenant, actor=None) as writer:
            before = await writer.stored.version(version_id(f"p{n}", "1.0"))
            assert before is not None
            turned = {
                "owner": tuple(reversed(before.version.related["owner"])),
                "author": before.version.related["owner"],
            }
            await writer.versions.replace([before._replace(version=before.version._replace(related=turned))], "changed")

    rows = await read(storage, tenant, ListOf("processes"), Parts(contexts=None))

    owners = [[each["id"] for each in parsed_map(row.related)["owner"]] for row in rows]
    assert owners == [ids(*(reversed(names) if n == 1 else names)) for n in range(5)]


async def test_viewers_find_no_reference_to_what_they_may_not_see(storage: SqlStorage, tenant: Tenant) -> None:
    await add(
        storage,
        tenant,
        version("s", "1.0", type_="system"),
        version("s", "1.1", "inProcess", type_="system"),
        version("draft", "0.1", "inProcess", type_="risk"),
        version("p", related={"systems": ["s", "missing"], "risks": ["draft"]}),
    )

    editors = await read_one(storage, tenant, element_id("p"), Parts(contexts=None))
    viewers = await read_one(storage, tenant, element_id("p"), Parts(contexts=None), drafts=False)

    assert {name: [each["versionId"] for each in found] for name, found in parsed_map(editors.related).items()} == {
        "risks": [version_id("draft", "0.1")],
        "systems": [version_id("s", "1.1")],
    }
    assert {name: [each["versionId"] for each in found] for name, found in parsed_map(viewers.related).items()} == {
        "systems": [version_id("s", "1.0")]
    }
