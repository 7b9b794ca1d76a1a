"""Two walls stand between tenants on PostgreSQL, and either of them is enough: statements name their tenant, and the database
lets them reach no other. Two tenants hold the same ids; a word in all names of one shows whose row it was."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace

import httpx
import pytest

from facetstore.bootstrap.settings import Settings
from tests.rest.reading.reads import READS
from tests.support import company
from tests.support.api import ACME, RIVAL, Api, Database, element
from tests.support.proof import record
from tests.support.walls import CANARY, contents, forget_tenants, twin

pytestmark = pytest.mark.postgres

PATHS = {
    **READS,
    "+ search for the word": f"rest/search?q={CANARY}",
    "+ filter": f"rest/facets/processes/views/list/elements?$filter=Contains(name,'{CANARY[3:]}')",
    "+ filter any": f"rest/facets/processes/views/list/elements?$filter=Contains(attributes,'{CANARY[3:]}')",
    "+ ordered": "rest/facets/processes/views/list/elements?$orderby=name desc&$page=1&$pageSize=5",
    "+ people": "rest/facets/users/views/list/elements?$filter=lastName -eq 'Lovelace'",
    "+ history": element(company.RECEIPT) + "/history",
    "+ trash": "rest/trash",
    "+ tasks": "rest/tasks",
}
ROLES = ("viewer", "administrator")
Answers = dict[tuple[str, str], tuple[int, str | None, bytes]]


@pytest.fixture(scope="module")
def settings(new_postgres_database: Callable[[], str]) -> Settings:
    """A database with two tenants, filled behind both walls."""
    return Settings(database=new_postgres_database(), row_security=True)


@pytest.fixture(scope="module")
def database(settings: Settings) -> Iterator[Database]:
    database = Database.open(settings)
    database.add_tenant(ACME, company.SETTINGS, company.acme, roles=ROLES)
    database.add_tenant(RIVAL, company.SETTINGS, twin, roles=ROLES)
    yield database
    database.close()


@pytest.fixture(scope="module")
def expected(database: Database) -> Answers:
    """The answers between both walls."""
    return answers(database)


@pytest.fixture
def opened(database: Database) -> Iterator[Callable[[bool], Database]]:
    """Opens the same database once more, with or without the second wall."""
    others: list[Database] = []

    def open_(row_security: bool) -> Database:
        settings = replace(database.settings, row_security=row_security)
        others.append(Database.open(settings))
        others[-1].tokens = database.tokens
        return others[-1]

    yield open_
    for each in others:
        each.close()


def answers(database: Database) -> Answers:
    """What the first tenant answers to everything, without anything that is kept."""
    api = Api(database, cache_bytes=0)
    try:
        return {(name, role): comparable(api.get(path, role)) for name, path in PATHS.items() for role in ROLES}
    finally:
        api.close()


def comparable(response: httpx.Response) -> tuple[int, str | None, bytes]:
    body = response.content
    if response.status_code != 200:
        body = json.dumps({**response.json(), "requestId": ""}).encode()
    return response.status_code, response.headers.get("etag"), body


def test_every_read_is_answered_and_shows_nothing_of_others(expected: Answers) -> None:
    refused = {each for each, (status, _, _) in expected.items() if status != 200}

    assert refused == {("+ trash", "viewer"), ("+ history", "viewer")}
    assert not [name for (name, _), (_, _, body) in expected.items() if CANARY.encode() in body]


def test_the_database_alone_keeps_tenants_apart(
    expected: Answers, opened: Callable[[bool], Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = forget_tenants(monkeypatch)

    found = answers(opened(True))

    assert len(set(changed)) > 30
    assert found == expected
    record("Answers of a tenant with row level security alone", len(found), "as with both walls")


def test_the_statements_alone_keep_tenants_apart(expected: Answers, opened: Callable[[bool], Database]) -> None:
    found = answers(opened(False))

    assert found == expected
    record("Answers of a tenant with the service's own predicate alone", len(found), "as with both walls")


def test_without_either_wall_tenants_are_mixed(
    opened: Callable[[bool], Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    """That the two tests before can fail."""
    other = opened(False)
    forget_tenants(monkeypatch)
    api = Api(other, cache_bytes=0)

    found = [comparable(api.get(path)) for path in ("rest/facets/processes/views/list/elements", READS["+ search"])]
    api.close()

    assert any(CANARY.encode() in body or status == 500 for status, _, body in found)


@pytest.mark.parametrize("row_security", [True, False], ids=["by the database alone", "by the statements alone"])
def test_writes_reach_no_other_tenant(
    database: Database, opened: Callable[[bool], Database], monkeypatch: pytest.MonkeyPatch, row_security: bool
) -> None:
    address = f"walls/{'database' if row_security else 'statements'}"
    database.add_tenant(address, company.SETTINGS, company.acme, roles=ROLES)
    other, rival = opened(row_security), database.tenant(RIVAL).key
    before = database.run(contents(database.storage, rival))
    if row_security:
        forget_tenants(monkeypatch)

    statuses = write_everything(Api(other), address)
    monkeypatch.undo()

    assert statuses == [200] * len(statuses)
    assert database.run(contents(database.storage, rival)) == before
    assert int(before["version"].partition(" ")[0]) > 30


def write_everything(api: Api, address: str) -> list[int]:
    """Change, release, draft again, add and delete."""

    def post(path: str, body: object = None) -> httpx.Response:
        content = None if body is None else json.dumps(body).encode()
        return api.post(path, tenant=address, content=content)

    detail = "rest/facets/processes/views/detail/elements"
    texts = {"description": {"1033": "What it is for"}, "reasonForRevision": {"127": "It was time"}}
    done = [
        post(detail, {"elements": [{"id": company.RECEIPT, "attributes": texts}]}),
        post(f"release/{company.RECEIPT}/transitions/InProcessToReleased?ignoreWarnings=true"),
        post(f"release/{company.RECEIPT}/createversion"),
        post(detail, {"elements": [{"type": "subProcess", "attributes": {"name": {"1033": "New"}}}]}),
        api.send("DELETE", f"{element(company.RETURNS)}?force=true", tenant=address),
    ]
    api.close()
    return [each.status_code for each in done]
