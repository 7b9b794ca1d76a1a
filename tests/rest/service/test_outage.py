"""When the database is gone: the service lives, is not ready, and says so to all callers; nothing of ours breaks."""

import os
from collections.abc import Callable

import pytest

from facetstore.domain.tenant import TenantSettings
from tests.support import company
from tests.support.api import Api, Database
from tests.support.postgres import drop_database

TENANT = "acme/main"
LIST = "rest/facets/it/views/list/elements"


@pytest.fixture
def doomed(empty_database: Database) -> Database:
    """A database of its own that has something in it."""
    empty_database.add_tenant(TENANT, TenantSettings(), company.rival)
    return empty_database


@pytest.fixture
def destroy(doomed: Database, request: pytest.FixtureRequest) -> Callable[[], None]:
    """Takes the database away under the running service."""

    def drop() -> None:
        assert doomed.settings.database is not None
        drop_database(request.getfixturevalue("postgres_server"), doomed.settings.database)

    def overwrite() -> None:
        # Opened again first: SQLite remembers what was read before, and would go on to answer with it.
        doomed.reopen()
        with doomed.settings.file.open("r+b") as file:
            file.write(os.urandom(doomed.settings.file.stat().st_size))

    return overwrite if doomed.engine == "sqlite" else drop


def test_every_read_is_refused_as_unavailable_for_now(doomed: Database, destroy: Callable[[], None]) -> None:
    destroy()
    api = Api(doomed)

    responses = [api.get(LIST), api.get("rest/facets"), api.post("rest/info"), api.get(LIST)]
    log = api.log
    api.close()

    for response in responses:
        body = response.json()
        assert response.status_code == 503
        assert response.headers["retry-after"] == "1"
        assert (body["type"], body["output"], body["data"][0]["code"]) == ("error", "volatile", "unavailable")
        assert body["requestId"] == response.headers["x-request-id"]
    assert "fault" not in log


@pytest.mark.postgres
@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_also_a_read_that_was_answered_a_moment_ago_is_refused(doomed: Database, destroy: Callable[[], None]) -> None:
    """Not so on SQLite, which goes on to answer from the pages it has read."""
    api = Api(doomed)
    before = [api.get(LIST).status_code for _ in range(2)]

    destroy()
    after = [api.get(LIST).status_code for _ in range(3)]
    api.close()

    assert (before, after) == ([200] * 2, [503] * 3)


def test_the_service_lives_but_is_not_ready(doomed: Database, destroy: Callable[[], None]) -> None:
    destroy()
    api = Api(doomed)

    live, ready = api.at("GET", "/_health/live"), api.at("GET", "/_health/ready")
    api.close()

    assert live.status_code == 200
    assert ready.status_code == 503
    assert ready.json()["status"] == "not ready"


def test_no_caller_without_a_token_reaches_the_database_at_all(doomed: Database, destroy: Callable[[], None]) -> None:
    destroy()
    api = Api(doomed)

    response = api.get(LIST, None)
    api.close()

    assert response.status_code == 401
