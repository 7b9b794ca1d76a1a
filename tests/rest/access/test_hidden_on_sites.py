"""A site has what its readers may see, and nothing else: not in a page, a drawing, the index of the search, or the name of a file."""

from collections.abc import Sequence
from contextlib import aclosing

import pytest

from facetstore.domain.callers import Role
from facetstore.usecases.sites.site_writing import chosen_cultures, chosen_facets, site_files
from facetstore.usecases.tenancy import Tenancy
from tests.rest.access.ruled import SECRETS
from tests.rest.editing.archive import HIRING, IDS, OFFERS, PAY, PROCESSES, open_archive
from tests.support import company
from tests.support.api import ACME, Api, Database
from tests.support.changing import Changing

Files = dict[str, str]


def site_of(database: Database, address: str, role: Role | None = None, user: str | None = None) -> Files:
    """The files of a site, as this role or user sees the tenant."""

    where = database.tenant(address).address

    async def read() -> Files:
        tenancy = Tenancy(database.storage)
        reading = await (tenancy.act_as(where, user) if role is None else tenancy.act_in_role(where, role))
        wanted = chosen_cultures(reading, ()), chosen_facets(reading.metamodel, ())
        async with aclosing(site_files(reading, *wanted, lambda *_: None)) as files:
            return {each.path: each.content.decode() async for each in files}

    return database.run(read())


def holding(files: Files, words: Sequence[str]) -> list[str]:
    """The files that hold one of these words, in their name or inside."""
    return sorted(name for name, text in files.items() if any(word in f"{name}\n{text}" for word in words))


def test_viewers_get_released_versions_and_no_word_of_a_draft(changing: Changing) -> None:
    canary = "Zilpzalp"
    draft = {
        "id": company.RECEIPT_2_1,
        "attributes": {"name": {"1033": canary}, "description": {"1033": f"<p>{canary}</p>"}},
    }
    changing.update(
        draft, {"type": "subProcess", "parent": company.LOGISTICS, "attributes": {"name": {"1033": canary}}}
    )
    changing.drawn(
        company.RECEIPT_2_1,
        {"element": {"type": "task", "attributes": {"name": {"1033": canary}}}, "shapeInfo": {"index": 0}},
    )

    shown = site_of(changing.database, changing.address, Role.VIEWER)
    whole = site_of(changing.database, changing.address, Role.EDITOR)

    assert holding(shown, (canary,)) == []
    assert f"1033/{company.RECEIPT}.html" in shown
    assert len(holding(whole, (canary,))) > 3, "the word would be found"


def test_what_permissions_hide_is_nowhere(database: Database) -> None:
    api = Api(database)
    archive = open_archive(api, database)
    hidden = ("Hiring", "Pay", "Interview", "hiring is done", HIRING, PAY, IDS["personnel"])
    before = site_of(database, archive.tenant, Role.EDITOR)
    assert all(holding(before, (each,)) for each in hidden)

    archive.permit(IDS["personnel"], {"staff": "full"})

    assert holding(site_of(database, archive.tenant, Role.EDITOR), hidden) == []
    assert holding(site_of(database, archive.tenant, user=IDS["stan"]), hidden) == []
    assert holding(site_of(database, archive.tenant, user=IDS["hanna"]), ("hiring is done",))
    api.close()


def test_what_may_only_be_named_is_named_and_has_no_page(database: Database) -> None:
    api = Api(database)
    archive = open_archive(api, database)
    shape = {"shapeInfo": {"index": 0}, "element": {"id": HIRING}}
    archive.post(f"{PROCESSES}/{OFFERS}/content", "adam", {"values": [shape]})
    archive.permit(IDS["personnel"], {"staff": "full", "stan": "glance"})

    files = site_of(database, archive.tenant, user=IDS["stan"])

    assert f"1033/{HIRING}.html" not in files
    assert holding(files, ("Hiring",)) == [f"{lcid}/{OFFERS}.html" for lcid in (1031, 1033)]
    assert not holding(files, ("hiring is done", f"{HIRING}.html"))
    api.close()


def test_what_a_role_may_not_read_is_nowhere(fixed: Changing) -> None:
    files = site_of(fixed.database, fixed.address, Role.EDITOR)

    assert holding(files, [each for each in SECRETS if each != company.OLGA]) == []
    whole = site_of(fixed.database, fixed.address, Role.ADMINISTRATOR)
    assert holding(whole, ("Zinnober",))


@pytest.mark.one_engine
def test_no_other_tenant_and_no_secret_is_in_it(database: Database) -> None:
    files = site_of(database, ACME, Role.ADMINISTRATOR)

    assert holding(files, ["Rival", company.RIVAL_HOUSE, *database.tokens.values()]) == []
