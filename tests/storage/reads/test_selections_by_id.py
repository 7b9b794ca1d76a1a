"""Which version an id stands for, for those who see drafts and for viewers."""

import pytest

from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.tenant import Tenant
from facetstore.domain.values import VersionId
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.selections import ById
from tests.storage.builders import NOTHING, add, element_id, new_tenant, plain, user, version, version_id
from tests.storage.reads.audiences import audiences

pytestmark = pytest.mark.anyio


async def by_id(
    storage: SqlStorage, tenant: Tenant, id_: str, facet: str | None = None, *, drafts: bool = True
) -> str | None:
    row = await storage.reader(tenant, EDITORS if drafts else VIEWERS).element(ById(id_, facet), NOTHING)
    return row.version if row else None


class TestById:
    async def test_a_version_id_selects_that_version(self, storage: SqlStorage, tenant: Tenant) -> None:
        await add(
            storage, tenant, version("p", "1.0", "expired"), version("p", "2.0"), version("p", "2.1", "inProcess")
        )

        for number in ("1.0", "2.0", "2.1"):
            assert await by_id(storage, tenant, version_id("p", number)) == version_id("p", number)

    async def test_viewers_get_no_version_they_may_not_see(self, storage: SqlStorage, tenant: Tenant) -> None:
        await add(
            storage, tenant, version("p", "1.0", "expired"), version("p", "2.0"), version("p", "2.1", "inProcess")
        )

        found = [await by_id(storage, tenant, version_id("p", n), drafts=False) for n in ("1.0", "2.0", "2.1")]

        assert found == [None, version_id("p", "2.0"), None]

    async def test_an_element_id_selects_the_newest_version_the_caller_sees(
        self, storage: SqlStorage, tenant: Tenant
    ) -> None:
        await add(
            storage, tenant, version("p", "1.0"), version("p", "1.1", "inProcess"), version("q", "0.1", "inProcess")
        )

        assert await by_id(storage, tenant, element_id("p")) == version_id("p", "1.1")
        assert await by_id(storage, tenant, element_id("p"), drafts=False) == version_id("p", "1.0")
        assert await by_id(storage, tenant, element_id("q"), drafts=False) is None

    @audiences
    async def test_an_unversioned_element_is_its_own_version(
        self, storage: SqlStorage, tenant: Tenant, drafts: bool
    ) -> None:
        await add(storage, tenant, user("u"))

        assert await by_id(storage, tenant, element_id("u"), drafts=drafts) == element_id("u")

    async def test_what_is_hidden_is_not_there_for_viewers(self, storage: SqlStorage, tenant: Tenant) -> None:
        await add(storage, tenant, plain("c", state="hide"))

        assert await by_id(storage, tenant, element_id("c")) == element_id("c")
        assert await by_id(storage, tenant, element_id("c"), drafts=False) is None

    async def test_a_version_id_wins_over_an_element_of_the_same_id(self, storage: SqlStorage, tenant: Tenant) -> None:
        same = version("q")._replace(id=version_id("q", "9.9"), element=element_id("p"))
        other = version("p")._replace(id=VersionId(element_id("p")), element=element_id("q"))
        await add(storage, tenant, same, other)

        assert await by_id(storage, tenant, element_id("p")) == element_id("p")

    async def test_a_facet_narrows_it(self, storage: SqlStorage, tenant: Tenant) -> None:
        await add(storage, tenant, version("p"))

        assert await by_id(storage, tenant, element_id("p"), "processes") == version_id("p", "1.0")
        assert await by_id(storage, tenant, element_id("p"), "it") is None

    @audiences
    async def test_what_another_tenant_holds_is_unknown(
        self, storage: SqlStorage, tenant: Tenant, drafts: bool
    ) -> None:
        other = await new_tenant(storage)
        await add(storage, other, version("p"))

        for id_ in (element_id("p"), version_id("p", "1.0"), "", "nothing"):
            assert await by_id(storage, tenant, id_, drafts=drafts) is None
