"""`setReadOnly` shows what the next change would meet, for each caller, also where responses are shared."""

import pytest

from tests.rest.editing.archive import HIRING, HIRING_STEP, IDS, OFFERS, PAY, PROCESSES, Archive, open_archive
from tests.support.api import Api, Database

LIST = "rest/facets/processes/views/list/elements"
USERS = "rest/facets/users/views/detail/elements"


@pytest.fixture
def archive(api: Api, database: Database) -> Archive:
    """Hanna is the author of offers."""
    archive = open_archive(api, database)
    archive.change("processes", "adam", {"id": OFFERS, "related": {"author": [{"id": IDS["hanna"]}]}})
    return archive


def read_only(archive: Archive, who: str, path: str, id_: str) -> bool:
    (found,) = (each for each in archive.get(path, who)["elements"] if each["id"] == id_)
    body: bool = found.get("setReadOnly", False)
    return body


@pytest.mark.parametrize(
    "path", [LIST, f"{LIST}?$pageSize=100", PROCESSES, f"{PROCESSES}/{OFFERS}", f"{PROCESSES}/{IDS['sales']}/children"]
)
def test_callers_of_one_role_are_shown_their_own_rights(archive: Archive, path: str) -> None:
    for _ in range(3):
        found = {who: read_only(archive, who, path, OFFERS) for who in ("hanna", "stan", "piet", "adam")}
        assert found == {"hanna": False, "stan": True, "piet": True, "adam": False}


def test_who_creates_something_may_go_on(archive: Archive) -> None:
    made = {"type": "subProcess", "parent": IDS["sales"], "attributes": {"name": {"1033": "Quotes"}}}

    (created,) = archive.change("processes", "stan", made)["elements"]

    assert "setReadOnly" not in created
    archive.change("processes", "stan", {"id": created["id"], "attributes": {"name": {"1033": "Tenders"}}})


def test_a_token_that_may_only_read_an_element_is_shown_so(archive: Archive, database: Database) -> None:
    database.add_token(archive.tenant, "editor", "robot")
    (robot,) = (
        each["id"]
        for each in archive.get("rest/facets/automation/views/list/elements", "adam")["elements"]
        if each["attributes"]["name"].popitem()[1] == "robot"
    )
    grants = [{"principal": robot, "permissionSets": [IDS["read"]]}]
    archive.post(f"{PROCESSES}/{PAY}/permissions", "adam", {"grants": grants, "excludes": False})

    for path in (f"{PROCESSES}/{PAY}", LIST):
        assert read_only(archive, "robot", path, PAY) is True
        assert read_only(archive, "stan", path, PAY) is False
    archive.change("processes", "robot", {"id": PAY, "attributes": {"name": {"1033": "Mine"}}}, status=403)


def test_an_object_of_a_flow_goes_by_its_diagram(archive: Archive) -> None:
    step = f"{PROCESSES}/{HIRING_STEP}"
    assert read_only(archive, "stan", step, HIRING_STEP) is False

    archive.change("processes", "adam", {"id": HIRING, "related": {"author": [{"id": IDS["hanna"]}]}})

    assert read_only(archive, "stan", step, HIRING_STEP) is True
    assert read_only(archive, "hanna", step, HIRING_STEP) is False


def test_authors_who_are_gone_bind_no_one_until_they_are_back(archive: Archive) -> None:
    path = f"{PROCESSES}/{OFFERS}"
    assert read_only(archive, "stan", path, OFFERS) is True

    archive.post(f"{USERS}/{IDS['hanna']}/delete?force=true", "adam")
    (info,) = archive.get(f"{path}/info", "stan")["values"]
    assert (read_only(archive, "stan", path, OFFERS), info["hasEditPermission"]) == (False, True)
    assert read_only(archive, "stan", LIST, OFFERS) is False
    archive.change("processes", "stan", {"id": OFFERS, "attributes": {"name": {"1033": "Bids"}}})

    (deleted,) = archive.get("rest/trash", "adam")["values"]
    archive.post(f"rest/trash/{deleted['id']}/restore", "adam")
    assert read_only(archive, "stan", path, OFFERS) is True
    assert read_only(archive, "stan", LIST, OFFERS) is True
    archive.change("processes", "stan", {"id": OFFERS, "attributes": {"name": {"1033": "Mine"}}}, status=403)


def test_editors_share_answers_where_no_author_makes_a_difference(api: Api, archive: Archive) -> None:
    statements = {}
    for element in (HIRING, PAY, OFFERS):
        archive.get(f"{PROCESSES}/{element}", "hanna")
        archive.get(f"{PROCESSES}/{element}", "stan")
        statements[element] = api.statements

    # The first one took a look at who stan is.
    assert statements[PAY] < statements[OFFERS]
