"""How much a tenant may hold: beyond it nothing is added, by no way, and everything else goes on."""

from collections.abc import Iterator

import pytest

from facetstore.domain.errors import QuotaReached
from tests.support.administration import DETAIL, PROCESSES, SYSTEM, Installation, attributes
from tests.support.api import Database, Json
from tests.support.bundles import HEADER, guid, process

RISKS = "rest/facets/risks/views/detail/elements"
USERS = "rest/facets/users/views/detail/elements"


@pytest.fixture
def installation(empty_database: Database) -> Iterator[Installation]:
    """With one storage, `acme/plant`, that holds one element and may hold two."""
    installation = Installation(empty_database)
    installation.create("acme/plant")
    installation.let_in("acme/plant")
    add(installation, 1)
    installation.allow("acme/plant", 2)
    yield installation
    installation.close()


def body(number: int) -> Json:
    return {"elements": [{"type": "subProcess", "attributes": {"name": {"1033": f"No {n}"}}} for n in range(number)]}


def add(installation: Installation, number: int) -> Json:
    return installation.write(PROCESSES, body(number), at="acme/plant")


def test_beyond_the_quota_nothing_is_added_and_reading_goes_on(installation: Installation) -> None:
    add(installation, 1)

    refused = installation.post(PROCESSES, body(1), at="acme/plant")

    assert (refused.status_code, refused.json()["data"][0]["code"]) == (409, "quota")
    assert installation.api.read(f"{PROCESSES}/{first(installation)}", tenant="acme/plant")["count"] == 1


def test_a_body_that_goes_beyond_is_refused_as_a_whole(installation: Installation) -> None:
    assert installation.post(PROCESSES, body(2), at="acme/plant").status_code == 409

    add(installation, 1)


def test_what_is_there_can_be_changed_deleted_and_only_then_restored(installation: Installation) -> None:
    add(installation, 1)
    known = first(installation)
    change = {"elements": [{"id": known, "attributes": {"name": {"1033": "Changed"}}}]}
    installation.write(PROCESSES, change, at="acme/plant")
    installation.write(f"{PROCESSES}/{known}/delete", at="acme/plant")
    add(installation, 1)
    (deletion,) = installation.api.read("rest/trash", tenant="acme/plant")["values"]

    refused = installation.post(f"rest/trash/{deletion['id']}/restore", at="acme/plant")

    assert (refused.status_code, refused.json()["data"][0]["code"]) == (409, "quota")
    assert installation.api.read("rest/trash", tenant="acme/plant")["count"] == 1


def test_an_import_that_goes_beyond_stores_nothing(installation: Installation) -> None:
    records = [process(guid(number)) for number in range(1, 4)]

    with pytest.raises(QuotaReached):
        installation.database.add_elements("acme/plant", lambda: iter([HEADER, *records]))

    add(installation, 1)


def test_people_and_tokens_do_not_count(installation: Installation) -> None:
    add(installation, 1)

    installation.let_in("acme/plant", "viewer")
    person = {"type": "user", "attributes": {"firstName": {"127": "Anna"}, "lastName": {"127": "Amsel"}}}
    installation.write(USERS, {"elements": [person]}, at="acme/plant")


def test_a_lower_quota_takes_nothing_away(installation: Installation) -> None:
    installation.allow("acme/plant", 0)

    known = first(installation)
    assert installation.post(PROCESSES, body(1), at="acme/plant").status_code == 409
    installation.let_in("acme/plant", "viewer")
    assert installation.api.read(f"{PROCESSES}/{known}", tenant="acme/plant")["count"] == 1
    installation.allow("acme/plant", None)
    add(installation, 5)


def test_the_element_of_a_storage_shows_its_quota_and_does_not_set_it(installation: Installation) -> None:
    element = installation.database.tenant("acme/plant").id
    assert attributes(read(installation, element))["elementQuota"] == 2

    change = {"elements": [{"id": element, "attributes": {"elementQuota": {"127": 9}}}]}
    installation.write(DETAIL, change)

    assert installation.database.tenant("acme/plant").quota == 2
    installation.allow("acme/plant", None)
    assert "elementQuota" not in attributes(read(installation, element))


def read(installation: Installation, element: str) -> Json:
    found: Json = installation.api.read(f"{DETAIL}/{element}", tenant=SYSTEM)["elements"][0]
    return found


def first(installation: Installation) -> str:
    stats = installation.api.read("rest/facets/processes/views/orphaned/elements", tenant="acme/plant")
    return str(stats["elements"][0]["id"])
