"""`facetstore backup` and `restore`: what comes back is what was there, on either engine; what is damaged is refused."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest

from facetstore.bootstrap.backing_up import back_up
from facetstore.bootstrap.database import opened_engine
from facetstore.bootstrap.settings import Settings
from facetstore.domain.callers import Role
from facetstore.domain.element import Version
from facetstore.domain.tenant import Tenant
from facetstore.domain.values import ElementId, VersionId
from facetstore.metamodel.model import Metamodel
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tenants.tenant_changes import access_tenant
from facetstore.usecases.tokens.issuing import create_token
from tests.cli.command_line import Commands
from tests.storage.engines.taking_back import take_back
from tests.support.proof import record, scaled
from tests.support.storages import ENGINES, Store, new_store

ADDRESS = "acme/plant"


@pytest.fixture(params=ENGINES)
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Commands:
    """A tenant on each engine, with a token."""
    store = new_store(request, tmp_path / "source", request.param)
    commands = Commands(store.settings, tmp_path)
    commands.add_tenant(ADDRESS)
    commands.add_elements(120)
    store.run(_add_token)
    return commands


async def _add_token(storage: SqlStorage) -> None:
    await create_token(storage, serve(await access_tenant(storage, ADDRESS)), "caller", Role.EDITOR)


@pytest.fixture
def target(tmp_path: Path) -> Commands:
    return Commands(Settings(data=tmp_path / "target"), tmp_path)


def rows(commands: Commands, table: str) -> int:
    async def count() -> int:
        async with opened_engine(commands.settings) as engine:
            ((number,),) = await engine.fetch(f"SELECT count(*) FROM {table}", {})
            return int(str(number))

    return asyncio.run(count())


def test_what_comes_back_is_what_was_there(source: Commands, target: Commands, tmp_path: Path) -> None:
    folder = str(tmp_path / "backups")
    ran = source.run("backup", folder)
    assert ran.code == 0, ran.err
    assert "It was restored to a scratch place" in ran.err

    target.works("restore", folder)

    assert target.works("export", ADDRESS) == source.works("export", ADDRESS)
    assert target.works("anchor") == source.works("anchor"), "also the history is the same, to its last hash"
    assert target.run("verify").code == 0
    assert rows(target, "token") == rows(source, "token") == 1


@pytest.mark.postgres
def test_a_backup_goes_from_sqlite_to_postgresql(
    commands: Commands, new_postgres_database: Callable[[], str], tmp_path: Path
) -> None:
    commands.add_tenant(ADDRESS)
    commands.add_elements(60)
    folder = str(tmp_path / "backups")
    commands.works("backup", folder)
    moved = Commands(Settings(database=new_postgres_database()), tmp_path)

    moved.works("restore", folder)

    assert moved.works("export", ADDRESS) == commands.works("export", ADDRESS)
    assert moved.works("anchor") == commands.works("anchor")
    assert moved.run("verify").code == 0
    moved.works("generate", ADDRESS, "--elements", "10", "--seed", "2")
    assert moved.run("verify").code == 0, "keys go on behind those that were restored"


def test_one_tenant_comes_back_beside_others(source: Commands, tmp_path: Path) -> None:
    folder = str(tmp_path / "backups")
    source.add_tenant("acme/other")
    source.works("backup", folder, "--tenant", ADDRESS)
    assert "There is a tenant acme/plant already" in source.run("restore", folder, "--tenant", ADDRESS).err

    source.works("restore", folder, "--tenant", ADDRESS, "--as", "acme/second")

    assert source.run("verify").code == 0
    heads = {line.split()[0]: line.split()[3] for line in source.works("anchor").splitlines()}
    assert heads["acme/second"] == heads[ADDRESS]
    Store(source.settings).run(_change_second)
    assert source.run("verify").code == 0, "the history of the copy goes on"


async def _change_second(storage: SqlStorage) -> None:
    await create_token(storage, serve(await access_tenant(storage, "acme/second")), "another", Role.EDITOR)


def test_the_second_backup_stores_what_changed(commands: Commands, tmp_path: Path) -> None:
    commands.add_tenant(ADDRESS)
    commands.add_elements(400)
    folder = tmp_path / "backups"
    first = asyncio.run(back_up(commands.settings, folder, _no_progress))
    Store(commands.settings).run(_add_token)

    second = asyncio.run(back_up(commands.settings, folder, _no_progress, keep=1))

    assert second.new_bytes < first.new_bytes / 2
    assert commands.works("restore", str(folder), "--list").count("\n") == 1, "the first one was removed"
    restored = Commands(Settings(data=tmp_path / "target"), tmp_path)
    restored.works("restore", str(folder))
    assert restored.run("verify").code == 0, "and took no chunk of the second with it"


def _no_progress(_what: str, _done: int, _total: int | None) -> None: ...


def test_one_changed_byte_is_found(commands: Commands, target: Commands, tmp_path: Path) -> None:
    commands.add_tenant(ADDRESS)
    commands.add_elements(60)
    folder, chance = tmp_path / "backups", Random(7)
    commands.works("backup", str(folder))
    files = sorted(each for each in folder.rglob("*") if each.is_file() and each.stat().st_size)
    trials = scaled(200)
    for _ in range(trials):
        path = chance.choice(files)
        content = path.read_bytes()
        place, bit = chance.randrange(len(content)), 1 << chance.randrange(8)
        path.write_bytes(content[:place] + bytes([content[place] ^ bit]) + content[place + 1 :])

        ran = target.run("restore", str(folder))

        assert ran.code == 1, path
        assert "damaged" in ran.err, path
        path.write_bytes(content)
    assert target.works("tenant", "list") == "", "and nothing of it was stored"
    record("backups with one changed bit", trials, "all refused")


def test_a_damaged_chunk_is_stored_again_by_a_later_backup(commands: Commands, tmp_path: Path) -> None:
    commands.add_tenant(ADDRESS)
    commands.add_elements(60)
    folder = tmp_path / "backups"
    commands.works("backup", str(folder))
    chunk = max((folder / "chunks").glob("*/*"), key=lambda each: each.stat().st_size)
    chunk.write_bytes(b"something else")

    refused = commands.run("backup", str(folder))
    again = commands.run("backup", str(folder))

    assert refused.code == 1
    assert "The backup is damaged" in refused.err
    assert again.code == 0, again.err


def test_a_database_of_an_earlier_release_is_backed_up_and_restored(
    source: Commands, target: Commands, tmp_path: Path
) -> None:
    expected = source.works("export", ADDRESS)
    asyncio.run(_make_older(source.settings))
    assert "Run: facetstore migrate" in source.run("verify").err
    folder = str(tmp_path / "backups")
    source.works("backup", folder)

    target.works("restore", folder)

    assert target.works("export", ADDRESS) == expected
    assert target.run("verify").code == 0


async def _make_older(settings: Settings) -> None:
    async with opened_engine(settings) as engine, engine.transaction() as session:
        await take_back(session, "definitions")


def test_mistakes_are_explained(commands: Commands, tmp_path: Path) -> None:
    folder = str(tmp_path / "backups")
    assert "There is nothing in this database" in commands.run("backup", folder).err
    commands.add_tenant(ADDRESS)
    assert "There is no tenant acme/other" in commands.run("backup", folder, "--tenant", "acme/other").err
    assert "There is no backup in" in commands.run("restore", folder).err
    commands.works("backup", folder)
    assert "There are tenants in this database" in commands.run("restore", folder).err
    assert "name it by --tenant" in commands.run("restore", folder, "--as", "acme/other").err
    assert "There is no tenant acme/other in this backup, but: acme/plant." in (
        commands.run("restore", folder, "--tenant", "acme/other").err
    )
    assert "There is no backup monday in" in commands.run("restore", folder, "--backup", "monday").err


def test_the_content_goes_back_to_a_moment(source: Commands, target: Commands, tmp_path: Path) -> None:
    store, chance = Store(source.settings), Random(11)
    tenant = store.run(lambda storage: access_tenant(storage, ADDRESS))
    expected, moment = source.works("export", ADDRESS), datetime.now(UTC)
    for _ in range(6):
        store.run(lambda storage: _shuffle(storage, tenant, chance))
    folder = str(tmp_path / "backups")
    assert "There is no backup in" in target.run("restore", folder, "--at", f"{moment:{_FORMAT}}").err
    source.works("backup", folder)
    assert source.works("export", ADDRESS) != expected

    target.works("restore", folder, "--at", f"{moment:{_FORMAT}}")

    assert target.works("export", ADDRESS) == expected
    assert target.run("verify").code == 0, "the history has gone on: what was undone is in it"
    later = datetime.now(UTC) + timedelta(days=1)
    assert "from before" in target.run("restore", folder, "--at", f"{later:{_FORMAT}}").err


async def _shuffle(storage: SqlStorage, tenant: Tenant, chance: Random) -> None:
    """Delete some elements, change some, move some, and add a few."""
    exported = [each async for some in storage.export(tenant) for each in some]
    metamodel = serve(tenant).metamodel
    content = [each.version for each in exported if not metamodel.types[each.version.type].for_administrators]
    async with storage.writer(tenant, actor=None, reason="test") as writer:
        elements = chance.sample(sorted({str(each.element) for each in content}), 12)
        stored = await writer.stored.versions_of(elements[:8], gone=True)
        await writer.versions.delete(
            [each for each in stored if each.version.element in elements[:4]], "element.deleted"
        )
        changed = [each for each in stored if each.version.element in elements[4:8] and each.newest]
        await writer.versions.replace(
            [each._replace(version=_renamed(each.version, chance)) for each in changed], "element.changed"
        )
        made = [_copy(each) for each in content if str(each.element) in elements[8:]][:4]
        await writer.versions.add([_seen(each, metamodel) for each in made], "element.created")
        await writer.versions.settle_flow_objects([str(shape.element) for each in content for shape in each.content])


def _seen(version: Version, metamodel: Metamodel) -> StoredVersion:
    state = metamodel.state_of.get((version.type, version.state))
    visible = state is None or state.visible
    return StoredVersion(version, newest=True, visible=visible, published=visible)


def _renamed(version: Version, chance: Random) -> Version:
    attributes = {**version.attributes, "name": {1031: f"Neu {chance.random()}", 1033: f"New {chance.random()}"}}
    return version._replace(attributes=attributes, parent=None if chance.random() < 0.5 else version.parent)


def _copy(version: Version) -> Version:
    id_ = str(uuid4())
    return version._replace(element=ElementId(id_), id=VersionId(id_), content=())


_FORMAT = "%Y-%m-%dT%H:%M:%S.%f"
