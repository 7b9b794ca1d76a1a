"""Kept answers: given again for one statement, never when anything about them may have changed, within bounds."""

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import httpx
import pytest

from facetstore.bootstrap.database import open_storage
from facetstore.domain.callers import Role
from facetstore.rest.answer import Answer
from facetstore.rest.kept import KeptAnswers
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports import Tenant
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tenants import set_tenant
from facetstore.usecases.tokens import create_token
from tests.rest.keeping import asked, changed, new_api, numbers, renamed, tenant
from tests.rest.reads import ELEMENT_READS, READS
from tests.storage.builders import METAMODEL, SETTINGS
from tests.storage.random_tenants import RandomTenant, change, write_all
from tests.support import company
from tests.support.api import ACME, ROLES, Api, Database, element
from tests.support.proof import record, scaled

__all__ = ["new_api", "tenant"]

SYSTEM = element(company.ERP, "it")
TAG = element(company.ISO, "tags")
PROCESS = element(company.RECEIPT_2_0)
LIST = "rest/facets/processes/views/list/elements"


@pytest.mark.parametrize("path", READS.values(), ids=READS)
@pytest.mark.parametrize("role", ["viewer", "administrator"])
def test_a_request_that_comes_again_runs_one_statement(new_api: Callable[..., Api], path: str, role: str) -> None:
    api = new_api()
    first = asked(api, path, ACME, role)

    again = [asked(api, path, ACME, role) for _ in range(3)]

    assert again == [(1, first[1])] * 3


@pytest.mark.parametrize(
    ("fields", "statements"),
    [({"attributes": {"name": {1033: "Elsewhere"}}}, 2), ({"state": "inEffect"}, 3)],
    ids=["what changed", "what changed and what is near it"],
)
def test_an_answer_about_an_element_outlives_changes_elsewhere_once_it_was_found_out(
    new_api: Callable[..., Api], tenant: str, fields: dict[str, object], statements: int
) -> None:
    api = new_api()
    kept = {path: asked(api, path, tenant)[1] for path in (PROCESS, TAG, f"{SYSTEM}/attributes")}

    changed(api, tenant, company.ORPHAN_1_0, **fields)

    # The first to ask finds out for all the others what the change was near to.
    assert asked(api, PROCESS, tenant) == (statements, kept[PROCESS])
    assert [asked(api, path, tenant) for path in kept] == [(1, body) for body in kept.values()]


def test_a_list_outlives_changes_that_leave_its_elements_and_their_order_alone(
    new_api: Callable[..., Api], tenant: str
) -> None:
    api = new_api()
    page = f"{LIST}?$pageSize=2"
    first = asked(api, page, tenant)[1]

    changed(api, tenant, company.ORPHAN_1_0, attributes={"name": {1033: "Zz"}, "description": {1033: "Other"}})
    moved = asked(api, page, tenant)
    changed(api, tenant, company.ORPHAN_1_0, attributes={"name": {1033: "Zz"}, "description": {1033: "Another"}})

    # Somebody may have come in by another name; another description changes no list of names.
    assert moved == (3, first)
    assert asked(api, page, tenant) == (2, first)
    assert asked(api, page, tenant) == (1, first)


def test_lists_are_made_anew_after_a_change_that_touches_them(new_api: Callable[..., Api], tenant: str) -> None:
    api = new_api()
    paths = [LIST, "rest/facets/tags/views/list/elements", "rest/facets/processes/reporting", f"{PROCESS}/children"]
    made = [asked(api, path, tenant) for path in paths]

    renamed(api, tenant, company.ORPHAN_1_0, "Elsewhere")

    anew = [asked(api, path, tenant) for path in paths]
    (_, tags, report, children), (_, _, report_before, _) = anew, made
    assert report[0] == report_before[0], "a report is made anew after any change"
    assert (tags[0], children[0]) == (1, 1), "no element of the facet, and none of the children, was touched"
    assert "Elsewhere" in anew[0][1]
    assert anew[1][1] == made[1][1]


NEAR: dict[str, tuple[str, Callable[[Api, str], None]]] = {
    "itself": (PROCESS, lambda api, tenant: renamed(api, tenant, company.RECEIPT_2_0, "Changed")),
    "a reference of its own": (
        PROCESS,
        lambda api, tenant: changed(api, tenant, company.RECEIPT_2_0, related={"systems": (company.SCANNER,)}),
    ),
    "the state of what it refers to": (
        PROCESS,
        lambda api, tenant: changed(api, tenant, company.SCANNER_1_0, state="inEffect"),
    ),
    "the stereotype of what it refers to": (
        PROCESS,
        lambda api, tenant: changed(api, tenant, company.SCANNER_1_0, stereotype="applicationSystem"),
    ),
    "a child": (
        element(company.LOGISTICS),
        lambda api, tenant: changed(api, tenant, company.CHECK_1_0, state="inEffect"),
    ),
    "an element in its diagram": (
        PROCESS,
        lambda api, tenant: changed(api, tenant, company.CHECK_1_0, state="inEffect"),
    ),
    "a task in its diagram": (
        f"{PROCESS}/content",
        lambda api, tenant: renamed(api, tenant, company.UNLOAD, "Changed"),
    ),
    "an ancestor": (
        f"{PROCESS}?$resources=rootPath",
        lambda api, tenant: changed(api, tenant, company.version_id(5, "1.0"), state="released"),
    ),
    "an expanded target": (
        f"{PROCESS}?$expandRelated=systems",
        lambda api, tenant: renamed(api, tenant, company.SCANNER_1_0, "Changed"),
    ),
    "its stereotype": (
        f"{SYSTEM}?$resources=stereotype",
        lambda api, tenant: changed(api, tenant, company.APPLICATION, attributes={"name": {1033: "Other"}}),
    ),
    "an earlier version": (
        f"{PROCESS}/versions",
        lambda api, tenant: renamed(api, tenant, company.RECEIPT_1_0, "Changed"),
    ),
}
"""A read, and a change that may show in it."""


@pytest.mark.parametrize("name", NEAR)
def test_an_answer_near_a_change_is_made_anew(
    new_api: Callable[..., Api], forgetful_api: Api, tenant: str, name: str
) -> None:
    api = new_api()
    path, change_ = NEAR[name]
    before = asked(api, path, tenant, "administrator")

    change_(api, tenant)

    after = asked(api, path, tenant, "administrator")
    assert after[1] == forgetful_api.get(path, tenant=tenant).text
    assert after[1] != before[1] or name == "its stereotype"


def compared(response: httpx.Response) -> tuple[int, list[tuple[str, str]], bytes]:
    """All of an answer but what differs from request to request, and from when a list was first found to be as it is."""
    given = [(name, value) for name, value in response.headers.multi_items() if name != "x-request-id"]
    headers = [(name, value.partition("-")[2] if name == "etag" else value) for name, value in given]
    body = response.content if response.status_code < 300 else response.content.partition(b'"requestId"')[0]
    return response.status_code, [h for h in headers if h[0] != "content-length" or response.is_success], body


def random_paths(content: RandomTenant, random: Random) -> Iterator[str]:
    """A read of an element, of one of its parts, or of a list."""
    for id_ in random.sample(list(content.versions), 12):
        version = content.versions[id_]
        facet = METAMODEL.types[version.type].facet
        path = element(
            random.choice((id_, version.element)), facet, random.choice(("detail", "detail", "tree", "list"))
        )
        yield path + random.choice(("", "", *ELEMENT_READS.values()))
        yield (
            path
            + "?"
            + random.choice(("$resources=children", "$resources=rootPath", "$expandRelated=systems", "$select=name"))
        )
        yield random.choice((f"rest/facets/{facet}/reporting/{version.element}", f"release/{id_}/transitions"))
    for facet in ("processes", "it"):
        yield f"rest/facets/{facet}/views/{random.choice(('tree', 'list', 'detail', 'orphaned'))}/elements"
    yield "rest/info"


class Other:
    """Another process that changes a tenant at random."""

    def __init__(self, database: Database, address: str, content: RandomTenant) -> None:
        self._database = database
        self._address = address
        self._content = content
        self._storage = database.run(open_storage(database.settings))

    @property
    def _tenant(self) -> Tenant:
        return self._database.tenant(self._address)

    def fill(self) -> None:
        async def write() -> None:
            async with self._storage.writer(self._tenant_then, actor=None) as writer:
                await write_all(writer, self._content)

        self._tenant_then = self._tenant
        self._database.run(write())

    def change(self) -> None:
        random, tenant = self._content.random, self._tenant

        async def work() -> None:
            what = random.random()
            if what < 0.06:
                await set_tenant(self._storage, tenant, {"title": f"Title {random.random()}"})
            elif what < 0.1:
                await set_tenant(self._storage, tenant, {"defaultDataCulture": random.choice(("1031", "1033"))})
            elif what < 0.15:
                role = random.choice((Role.VIEWER, Role.EDITOR))
                secret = await create_token(self._storage, serve(tenant), "changing", role)
                self._database.tokens[self._address, "changing"] = secret
            else:
                async with self._storage.writer(tenant, actor=None) as writer:
                    await change(writer, self._content)

        self._database.run(work())

    def close(self) -> None:
        self._database.run(self._storage.close())


@pytest.mark.parametrize("seed", range(scaled(10)))
def test_whatever_changes_every_answer_is_byte_for_byte_what_a_process_without_kept_answers_gives(
    new_api: Callable[..., Api], database: Database, seed: int
) -> None:
    api, forgetful = new_api(), new_api(kept_bytes=0)
    random = Random(seed)
    address = database.add_tenant(f"kept/random{next(numbers)}", SETTINGS, roles=("viewer", "administrator"))
    database.add_token(address, "viewer", "changing")
    content = RandomTenant(random)
    content.fill(60)
    other = Other(database, address, content)
    other.fill()
    pool = list(random_paths(content, random))
    requests = kept = 0

    for _ in range(scaled(300)):
        for path in random.sample(pool, 8):
            caller = random.choice(("viewer", "administrator", "changing"))
            answer = compared(api.get(path, caller, tenant=address))
            kept += api.statements <= 2 and answer[0] == 200
            assert answer == compared(forgetful.get(path, caller, tenant=address)), (path, caller)
            requests += 1
        other.change()
        pool += list(random_paths(content, random))[:1]
    other.close()

    assert kept > requests // 10
    record("kept answers against none", requests, "identical", engine=database.engine, kept=kept)


def test_no_answer_is_older_than_the_last_write_acknowledged_before_it_was_asked_for(
    new_api: Callable[..., Api], tenant: str
) -> None:
    """Reads and writes at once: every reader remembers what was acknowledged when he asked."""
    api = new_api()
    stored = api.database.tenant(tenant)
    headers = {"symbio-auth-token": api.database.tokens[tenant, "viewer"]}
    paths = [f"/{tenant}/_api/{path}" for path in (PROCESS, f"{PROCESS}/attributes", LIST)]
    acknowledged, done = 0, False

    async def write(storage: SqlStorage, number: int) -> None:
        async with storage.writer(stored, actor=None) as writer:
            version = await writer.version(company.RECEIPT_2_0)
            assert version is not None
            named = replace(version.version, attributes={"name": {1033: f"Number {number:06}"}})
            await writer.replace_version(replace(version, version=named), "changed")

    async def read(path: str) -> int:
        reads = 0
        while not done:
            before = acknowledged
            body = (await api.client.get(path, headers=headers)).text
            assert int(body.partition('"Number ')[2][:6]) >= before
            reads += 1
            await asyncio.sleep(0)
        return reads

    async def story() -> int:
        nonlocal acknowledged, done
        storage = await open_storage(api.database.settings)
        await write(storage, 0)
        readers = [asyncio.create_task(read(path)) for path in paths * 3]
        for number in range(1, scaled(200) + 1):
            await write(storage, number)
            acknowledged = number
            await asyncio.sleep(0)
        done = True
        reads = sum(await asyncio.gather(*readers))
        await storage.close()
        return reads

    assert api.database.run(story()) > 9


@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_roles_never_share_answers_that_differ(new_api: Callable[..., Api], forgetful_api: Api, path: str) -> None:
    api = new_api()
    own = {role: forgetful_api.get(path, role).content for role in ROLES}

    for order in (ROLES, tuple(reversed(ROLES))):
        for role in order:
            assert api.get(path, role).content == own[role]


def test_what_one_role_may_not_see_is_not_given_to_it_because_another_asked_first(
    new_api: Callable[..., Api],
) -> None:
    api = new_api()
    draft = element(company.RETURNS)

    statuses = [api.get(draft, role).status_code for role in ("editor", "viewer", "editor", "viewer")]

    assert statuses == [200, 404, 200, 404]


def test_get_head_and_post_are_kept_apart(new_api: Callable[..., Api], tenant: str) -> None:
    api = new_api()
    path = f"release/{company.RECEIPT_2_1}/transitions"

    answers = [
        (method, api.send(method, path, tenant=tenant)) for method in ("HEAD", "GET", "POST", "GET", "HEAD", "POST")
    ]

    by_method = {method: {each.content for m, each in answers if m == method} for method, _ in answers}
    assert by_method["HEAD"] == {b""}
    assert [len(each) for each in by_method.values()] == [1, 1, 1]
    assert b'"values"' in next(iter(by_method["GET"]))
    assert b'"transitions"' in next(iter(by_method["POST"]))
    assert {each.headers["content-length"] for m, each in answers if m == "HEAD"} == {
        str(len(next(iter(by_method["GET"]))))
    }
    assert api.statements == 1


def test_a_body_is_refused_also_where_the_answer_without_one_is_kept(new_api: Callable[..., Api], tenant: str) -> None:
    api = new_api()
    assert api.post(PROCESS, tenant=tenant).status_code == 200

    refused = api.post(PROCESS, tenant=tenant, content=b"{}")

    assert refused.status_code == 400
    assert api.post(PROCESS, tenant=tenant).status_code == 200


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"host": "one.example"}, {"host": "two.example"}),
        ({"api-version": "4.0"}, {"api-version": "1.0"}),
        ({"accept-encoding": "gzip"}, {"accept-encoding": "identity"}),
    ],
    ids=["host", "api-version", "coding"],
)
def test_answers_for_different_headers_are_kept_apart(
    new_api: Callable[..., Api], forgetful_api: Api, tenant: str, one: dict[str, str], other: dict[str, str]
) -> None:
    api = new_api()
    path = LIST
    expected = [compared(forgetful_api.get(path, tenant=tenant, headers=each)) for each in (one, other)]

    found = [compared(api.get(path, tenant=tenant, headers=each)) for each in (one, other, one, other)]

    assert found == expected * 2
    assert found[0] != found[1]


def test_settings_show_at_once_in_every_answer(new_api: Callable[..., Api], forgetful_api: Api, tenant: str) -> None:
    api = new_api()
    paths = ["rest/info", PROCESS, LIST, f"{SYSTEM}/info"]
    before = [asked(api, path, tenant)[1] for path in paths]
    stored = api.database.tenant(tenant)

    given = {
        "title": "Another",
        "mandatoryCultures": "1031,1033",
        "optionalCultures": "1036",
        "defaultDataCulture": "1031",
    }
    api.database.elsewhere(lambda storage: set_tenant(storage, stored, given))

    after = [asked(api, path, tenant)[1] for path in paths]
    assert after == [forgetful_api.get(path, "viewer", tenant=tenant).text for path in paths]
    assert all(one != other for one, other in zip(before, after, strict=True))


def later(monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    """Let this many days pass."""
    then = time.time_ns() + days * 86_400_000_000_000
    monkeypatch.setattr(time, "time_ns", lambda: then)


def test_an_expired_token_is_refused_although_its_answer_is_kept(
    new_api: Callable[..., Api], tenant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = new_api()
    token = api.database.add_token(tenant, "viewer", "brief", days=1)
    longer = api.database.add_token(tenant, "viewer", "longer", days=30)
    for each in (token, longer, token):
        assert api.get(PROCESS, token=each, tenant=tenant).status_code == 200
    assert api.statements == 1

    later(monkeypatch, 2)

    assert api.get(PROCESS, token=token, tenant=tenant).status_code == 401
    assert api.get(PROCESS, token=longer, tenant=tenant).status_code == 200
    assert api.get(PROCESS, token=token, tenant=tenant).status_code == 401


def test_a_renewed_token_ends_the_old_secret_although_its_answer_is_kept(
    new_api: Callable[..., Api], tenant: str
) -> None:
    api = new_api()
    old = api.database.add_token(tenant, "viewer", "renewed")
    assert [api.get(PROCESS, token=old, tenant=tenant).status_code for _ in range(2)] == [200, 200]

    new = api.database.add_token(tenant, "viewer", "renewed")

    assert api.get(PROCESS, token=old, tenant=tenant).status_code == 401
    assert api.get(PROCESS, token=new, tenant=tenant).status_code == 200


def test_a_token_in_the_query_string_is_recognised_and_refused_like_any_other(
    new_api: Callable[..., Api], tenant: str
) -> None:
    api = new_api()
    viewer, editor = (api.database.add_token(tenant, role, f"query {role}") for role in ("viewer", "editor"))
    draft = f"/{tenant}/_api/{element(company.RETURNS)}"

    def get(token: str) -> int:
        return api.at("GET", f"{draft}?symbio-auth-token={token}").status_code

    assert [get(editor), get(viewer), get(editor)] == [200, 404, 200]
    assert api.statements == 1
    api.database.add_token(tenant, "editor", "query editor")
    assert [get(editor), get(viewer)] == [401, 404]


def test_the_same_secret_in_header_bearer_and_query_gives_the_same_answer(
    new_api: Callable[..., Api], tenant: str
) -> None:
    api = new_api()
    token = api.database.tokens[tenant, "viewer"]
    path = f"/{tenant}/_api/{PROCESS}"

    ways = [
        api.at("GET", path, headers={"symbio-auth-token": token}),
        api.at("GET", path, headers={"authorization": f"Bearer {token}"}),
        api.at("GET", f"{path}?symbio-auth-token={token}"),
    ]

    assert len({each.content for each in ways}) == 1
    assert {each.status_code for each in ways} == {200}


def test_refusals_are_never_kept(new_api: Callable[..., Api], tenant: str) -> None:
    api = new_api()
    missing = company.versioned("system", 400, "1.0", "released", {1033: "New"}, company.DOMAIN)
    path = element(company.element_id(400), "it")
    assert [api.get(path, tenant=tenant).status_code for _ in range(2)] == [404, 404]
    assert api.get(f"{LIST}?$page=0", tenant=tenant).status_code == 400

    api.database.add_elements(tenant, lambda: [company.header(), missing])

    assert api.get(path, tenant=tenant).status_code == 200


def test_a_tenant_never_gets_what_another_was_answered(
    new_api: Callable[..., Api], database: Database, tenant: str
) -> None:
    """The same paths, the same ids, the same roles."""
    api = new_api()
    other = database.add_tenant(f"kept/{next(numbers)}", company.SETTINGS, company.acme)
    renamed(api, other, company.RECEIPT_2_0, "Theirs")

    for _ in range(2):
        assert "Theirs" not in asked(api, PROCESS, tenant)[1]
        assert "Theirs" in asked(api, PROCESS, other)[1]


def answer_of(size: int) -> Answer:
    return Answer(200, [], bytes(size), b"tag", b'"1-tag"')


def kept_in(answers: KeptAnswers, tenant: int, keys: range) -> list[int]:
    return [key for key in keys if answers.find(tenant, key) is not None]


def test_answers_are_kept_within_the_limit_and_the_oldest_go_first() -> None:
    answers = KeptAnswers(limit=100_000)

    for key in range(100):
        answers.keep(1, 1, key, answer_of(8_000))

    found = kept_in(answers, 1, range(100))
    assert found == list(range(100 - len(found), 100))
    assert 5 <= len(found) <= 100_000 // 8_000


def test_the_limit_holds_for_all_tenants_together() -> None:
    answers = KeptAnswers(limit=100_000)

    for key in range(100):
        answers.keep(key % 10, 1, key, answer_of(8_000))

    found = [key for key in range(100) if answers.find(key % 10, key) is not None]
    assert found == list(range(100 - len(found), 100))
    assert len(found) <= 100_000 // 8_000


def test_many_small_answers_are_bounded_by_more_than_their_bodies() -> None:
    answers = KeptAnswers(limit=1 << 20)

    for key in range(5_000):
        answers.keep(1, 1, key, answer_of(1))

    assert len(kept_in(answers, 1, range(5_000))) <= 512


def test_an_answer_kept_again_takes_its_room_once() -> None:
    answers = KeptAnswers(limit=100_000)

    for revision in range(100):
        answers.keep(1, revision, "key", answer_of(8_000))
        answers.keep(1, revision, "other", answer_of(8_000))

    assert answers.find(1, "key") is not None
    for key in range(5):
        answers.keep(1, 1, key, answer_of(8_000))
    assert kept_in(answers, 1, range(5)) == list(range(5))


def test_huge_answers_are_not_kept() -> None:
    answers = KeptAnswers(limit=64 << 20)

    answers.keep(1, 1, "large", answer_of(1 << 20))
    answers.keep(1, 1, "huge", answer_of((1 << 20) + 1))

    assert answers.find(1, "large") is not None
    assert answers.find(1, "huge") is None


def test_without_room_nothing_is_kept() -> None:
    answers = KeptAnswers(limit=0)

    answers.keep(1, 1, "key", answer_of(1))

    assert answers.find(1, "key") is None


def test_an_application_with_little_room_answers_as_one_with_much(
    new_api: Callable[..., Api], forgetful_api: Api, tenant: str
) -> None:
    api = new_api(kept_bytes=20_000)

    for _ in range(3):
        for path in READS.values():
            assert compared(api.get(path, tenant=tenant)) == compared(forgetful_api.get(path, tenant=tenant))
    asked(api, TAG, tenant)
    assert asked(api, TAG, tenant)[0] == 1
