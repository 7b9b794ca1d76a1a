"""What comes in the middle of a release, and the tasks that an import opens for it when it is asked to."""

from collections.abc import Mapping

import pytest

from facetstore.domain.callers import Caller, Role
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import ElementId
from facetstore.exchange.bundle_import import ImportResult, import_bundle
from facetstore.exchange.demo_company import demo_records
from facetstore.exchange.templates import find_template
from facetstore.storage.store import SqlStorage
from facetstore.usecases.lifecycle.task_decisions import Task
from facetstore.usecases.release.releasing import accept_task
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tenants.tenant_changes import create_tenant, required_address
from facetstore.usecases.writing import Writing
from tests.support.bundles import guid, process, reference, source, user
from tests.support.storages import Store

PEOPLE = [user(name) for name in ("ben", "clara", "olga")]
ALL_ASKED = {"reviewer": [reference("ben"), reference("clara")]}


def imported(store: Store, *records: Mapping[str, object], with_tasks: bool = True) -> ImportResult:
    store.new_tenant()
    tenant, bundle = store.tenant(), source(*PEOPLE, *records)
    return store.run(lambda storage: import_bundle(storage, tenant, bundle, with_tasks=with_tasks))


def tasks_of(store: Store, *versions: str) -> tuple[Task, ...]:
    tenant = store.tenant()

    async def read(storage: SqlStorage) -> tuple[Task, ...]:
        async with storage.snapshot(tenant) as whole:
            return await whole.tasks.of_versions([guid(each) for each in versions])

    return store.run(read)


@pytest.mark.parametrize(
    ("state", "related", "kind", "asked"),
    [
        ("inReview", ALL_ASKED, "Review", {guid("ben"), guid("clara")}),
        ("inReview", {}, "Review", {None}),
        ("readyForQa", {"qualityManager": [reference("olga")]}, "Approve quality", {guid("olga")}),
        ("readyForRelease", {"owner": [reference("olga")]}, "Approve release", {guid("olga")}),
    ],
)
def test_who_would_decide_is_asked(
    store: Store, state: str, related: dict[str, object], kind: str, asked: set[str | None]
) -> None:
    result = imported(store, process(state=state, related=related))

    tasks = tasks_of(store, "p@0.1")
    assert result.tasks == len(tasks) == len(asked)
    assert {each.kind for each in tasks} == {kind}
    assert {each.assignee for each in tasks} == asked
    assert len({each.group for each in tasks}) == 1
    assert all(each.is_open and each.element == guid("p") for each in tasks)


def test_what_is_accepted_moves_on(store: Store) -> None:
    imported(store, process(state="inReview", related={**ALL_ASKED, "qualityManager": [reference("olga")]}))
    tenant = store.tenant()

    async def accept(storage: SqlStorage) -> None:
        for task in before:
            caller = Caller(tenant.key, ElementId(str(task.assignee)), Role.ADMINISTRATOR, expires=0)
            async with storage.writer(tenant, actor=task.assignee) as writer:
                await accept_task(Writing(serve(tenant), caller, writer), task.id, ignore_warnings=True)

    before = tasks_of(store, "p@0.1")
    store.run(accept)

    after = [(each.kind, each.state) for each in tasks_of(store, "p@0.1")]
    assert sorted(after) == [("Approve quality", "open"), ("Review", "accepted"), ("Review", "accepted")]


def test_no_user_is_asked_about_what_is_not_to_be_decided(store: Store) -> None:
    states = ("inProcess", "released", "inEffect", "requestToExpire", "expired")

    result = imported(store, *(process(state, state=state, number="1.0", related=ALL_ASKED) for state in states))

    assert (result.tasks, tasks_of(store, *(f"{each}@1.0" for each in states))) == (0, ())


def test_no_user_is_asked_unless_that_was_wanted(store: Store) -> None:
    result = imported(store, process(state="inReview", related=ALL_ASKED), with_tasks=False)

    assert (result.tasks, tasks_of(store, "p@0.1")) == (0, ())


def test_only_the_newest_version_is_asked_about(store: Store) -> None:
    older, newer = process(state="inReview", number="0.1"), process(state="inReview", number="0.2")

    imported(store, older, newer)

    assert [each.version for each in tasks_of(store, "p@0.1", "p@0.2")] == [guid("p@0.2")]


def test_a_new_tenant_made_from_the_demo_company_has_its_inboxes_full(store: Store) -> None:
    under_way = {
        str(each["versionId"])
        for each in demo_records()
        if each.get("state") in ("inReview", "readyForQa", "readyForRelease")
    }

    async def made(storage: SqlStorage) -> tuple[Task, ...]:
        address, template = required_address("acme/shown"), find_template(storage, "demo")
        tenant = await create_tenant(storage, address, TenantSettings(title="Shown"), template)
        return await storage.tasks(tenant).of_versions(under_way)

    assert len(under_way) > 20
    assert {each.version for each in store.run(made)} == under_way
