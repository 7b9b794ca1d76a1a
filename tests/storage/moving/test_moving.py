"""A tenant moves to another pool with everything, while it is in use, and comes back."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from facetstore.bootstrap.settings import Settings
from facetstore.domain.audit import NewAuditRow
from facetstore.domain.errors import Conflict, InvalidValues, NotFound, Unavailable
from facetstore.domain.tenant import TenantAddress, parse_address
from facetstore.storage.capture.tenant_tables import tenant_tables
from facetstore.storage.capture.triggers import Capture, end_captures
from facetstore.storage.engines.engine import Session
from facetstore.storage.moving.copied_rows import Progress, RowCopy
from facetstore.storage.moving.move import MoveResult
from facetstore.storage.moving.moves import move_tenant, settle_moves
from facetstore.storage.pools.pooled_store import PooledStorage
from facetstore.usecases.tenants.tenant_administration import delete_tenant
from tests.storage.moving.contents import contents, differences, faults
from tests.storage.pools.installations import MIXED, PROCESSES, add_process, add_tenant, names, pooled_settings, served
from tests.support.api import Api
from tests.support.storages import ENGINES

HERE, OTHER = "acme/here", "acme/other"


@pytest.fixture(params=ENGINES)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    return pooled_settings(request, tmp_path, request.param)


def pools(api: Api) -> PooledStorage:
    storage = api.database.storage
    assert isinstance(storage, PooledStorage)
    return storage


def where(address: str = HERE) -> TenantAddress:
    parsed = parse_address(address)
    assert parsed is not None
    return parsed


def move(api: Api, pool: str, address: str = HERE) -> MoveResult | None:
    """As the command does it: through a storage of its own."""

    async def work(storage: object) -> MoveResult | None:
        assert isinstance(storage, PooledStorage)
        return await move_tenant(storage, where(address), pool, lambda *_: None)

    return api.database.elsewhere(work)


def held(api: Api, pool: str, address: str = HERE) -> Mapping[str, Sequence[object]]:
    key = api.database.tenant(address).key
    return api.database.run(contents(pools(api).places.named(pool).engine, key))


def use(api: Api, address: str = HERE) -> None:
    """Leave something in many tables."""
    made = [add_process(api, address, name).json()["elements"][0]["id"] for name in ("Sales", "Purchase", "Old")]
    hidden = b'{"grants": [], "excludes": false, "inherits": false}'
    assert api.post(f"{PROCESSES}/{made[0]}/permissions", tenant=address, content=hidden).status_code == 200
    assert api.send("DELETE", f"{PROCESSES}/{made[2]}", tenant=address).status_code == 200
    change = {"elements": [{"id": made[1], "type": "subProcess", "attributes": {"name": {"1033": "Purchasing"}}}]}
    assert api.post(PROCESSES, tenant=address, content=json.dumps(change).encode()).status_code == 200


def test_everything_of_a_tenant_moves_and_nothing_else(settings: Settings) -> None:
    with served(settings) as api:
        add_tenant(api, HERE)
        add_tenant(api, OTHER)
        use(api)
        use(api, OTHER)
        before, others = held(api, "main"), held(api, "main", OTHER)
        listed = names(api, HERE)

        moved = move(api, "north")

        assert moved is not None
        assert differences(before, held(api, "north")) == {}
        assert differences(others, held(api, "main", OTHER)) == {}
        # The token from before works in a process that knew the tenant in its old pool, for reads and for writes.
        assert names(api, HERE) == listed
        assert add_process(api, HERE, "Later").status_code == 200
        assert pools(api).pool_of(api.database.tenant(HERE)) == "north"
        assert api.database.run(faults(api.database.storage, HERE)) == []
        assert add_process(api, OTHER, "Untouched").status_code == 200


@pytest.mark.postgres
def test_what_changes_during_a_move_arrives_in_the_other_engine(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every row of a tenant is changed behind the copy, so that all of them are caught up with."""
    copied = RowCopy.copy

    async def changed(copy: RowCopy, session: Session, progress: Progress) -> int:
        rows = await copied(copy, session, progress)
        async with copy._source.transaction() as there:
            for table in copy.tables:
                if table.name not in ("audit", "history"):  # nothing changes their rows
                    await there.fetch(
                        f"UPDATE {table.name} SET tenant = tenant WHERE tenant = :tenant", {"tenant": key}
                    )
        return rows

    with served(pooled_settings(request, tmp_path, MIXED)) as api:
        add_tenant(api, HERE)
        use(api)
        key, before = api.database.tenant(HERE).key, names(api, HERE)
        monkeypatch.setattr(RowCopy, "copy", changed)
        for pool in ("north", "main"):
            moved = move(api, pool)
            assert moved is not None
            assert moved.rows > 100
            assert names(api, HERE) == before
            assert api.database.run(faults(api.database.storage, HERE)) == []


def test_a_request_from_before_the_switch_writes_in_the_new_pool_or_gets_503(settings: Settings) -> None:
    with served(settings) as api:
        add_tenant(api, HERE)
        storage, tenant = pools(api), api.database.tenant(HERE)
        audit = storage.audit(tenant)
        move(api, "north")

        with pytest.raises(Unavailable):
            api.database.run(audit.add(NewAuditRow("signed-in", None, {}), None, None))

        async def write() -> None:
            async with storage.writer(tenant, actor=None):
                pass

        assert storage.pool_of(tenant) == "main"
        api.database.run(write())
        assert storage.pool_of(tenant) == "north"


def test_a_tenant_comes_back_and_its_old_rows_are_purged(settings: Settings) -> None:
    with served(settings) as api:
        add_tenant(api, HERE)
        use(api)
        move(api, "north")
        assert add_process(api, HERE, "Made in north").status_code == 200
        before = held(api, "north")

        assert move(api, "main") is not None
        assert differences(before, held(api, "main")) == {}
        assert add_process(api, HERE, "Made in main").status_code == 200
        assert move(api, "main") is None

        north = pools(api).places.named("north").engine
        key = api.database.tenant(HERE).key
        due = "UPDATE tenant SET purge_at = 0 WHERE key = :key AND moved_to = 'main' AND purge_at > 0 RETURNING key"
        assert api.database.run(north.fetch(due, {"key": key}))
        assert api.database.run(pools(api).purge()) == []
        assert not any(api.database.run(contents(north, key)).values())
        assert "Made in main" in names(api, HERE)
        assert api.database.run(faults(api.database.storage, HERE)) == []


def test_numbers_are_not_given_again_when_rows_left(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    with served(pooled_settings(request, tmp_path, "sqlite")) as api:
        add_tenant(api, HERE)
        add_tenant(api, OTHER)
        add_process(api, HERE, "The last number")
        main = pools(api).places.main.engine
        newest = "SELECT max(key) FROM version"
        ((before,),) = api.database.run(main.fetch(newest, {}))
        move(api, "north")
        key = api.database.tenant(HERE).key
        api.database.run(main.fetch("UPDATE tenant SET purge_at = 0 WHERE key = :key", {"key": key}))
        api.database.run(pools(api).purge())

        add_process(api, OTHER, "A new number")
        ((after,),) = api.database.run(main.fetch(newest, {}))
        assert int(str(after)) > int(str(before))


def test_triggers_are_removed_some_minutes_after_the_move(settings: Settings) -> None:
    with served(settings) as api:
        add_tenant(api, HERE)
        move(api, "north")
        storage, main = pools(api), pools(api).places.main.engine
        count = {
            "sqlite": "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'moving%'",
            "postgres": "SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'moving%'",
        }[main.dialect.name]

        api.database.run(settle_moves(storage.parts, 30))
        ((kept,),) = api.database.run(main.fetch(count, {}))
        api.database.run(main.fetch("UPDATE tenant SET deleted_at = 1 WHERE moved_to = 'north'", {}))
        api.database.run(settle_moves(storage.parts, 30))
        ((left,),) = api.database.run(main.fetch(count, {}))
        assert int(str(kept)) > 0
        assert left == 0


def test_only_a_tenant_in_use_moves_and_only_to_a_pool(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    with served(pooled_settings(request, tmp_path, "sqlite")) as api:
        add_tenant(api, HERE)
        with pytest.raises(InvalidValues, match="There is no pool nort"):
            move(api, "nort")
        with pytest.raises(NotFound, match="There is no tenant acme/nothing"):
            move(api, "north", "acme/nothing")
        api.database.run(delete_tenant(api.database.storage, where()))
        with pytest.raises(NotFound, match="or it is deleted"):
            move(api, "north")


def test_two_runs_remove_triggers_at_the_same_time(settings: Settings) -> None:
    with served(settings) as api:
        add_tenant(api, HERE)
        engine, tenant = pools(api).places.main.engine, api.database.tenant(HERE).key

        async def both() -> list[object]:
            async with engine.transaction() as session:
                tables = await tenant_tables(session, engine.dialect.name, derived=False)
            capture = Capture(engine, tenant, tables)
            await capture.start()
            ends = (capture.end(), end_captures(engine, tenant))
            return [*await asyncio.gather(*ends, return_exceptions=True)]

        assert api.database.run(both()) == [None, None]


def test_two_runs_do_not_mix(settings: Settings) -> None:
    with served(settings) as api:
        add_tenant(api, HERE)
        use(api)
        before = held(api, "main")

        async def both() -> list[object]:
            storage = pools(api)
            runs = (move_tenant(storage, where(), "north", lambda *_: None) for _ in range(2))
            return [*await asyncio.gather(*runs, return_exceptions=True)]

        ended = api.database.run(both())
        assert sum(isinstance(each, MoveResult) for each in ended) <= 1
        assert all(isinstance(each, MoveResult | Conflict | None) for each in ended), ended
        move(api, "north")
        assert differences(before, held(api, "north")) == {}
