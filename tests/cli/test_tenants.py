"""`facetstore tenant`: from a template, copied, deleted, restored, purged, and how much a tenant may hold."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from facetstore.bootstrap.settings import Settings
from tests.cli.command_line import Commands, run
from tests.support.bundles import process


def listed(commands: Commands) -> dict[str, list[str]]:
    """What `tenant list` prints, by address."""
    rows = [line.split("\t") for line in commands.works("tenant", "list").splitlines()]
    return {row[0]: row[1:] for row in rows}


def elements(commands: Commands, address: str) -> int:
    return int(listed(commands)[address][2])


CONFIGURATION = 73
"""The stereotypes of the metamodel, which every tenant has beside its languages."""


@pytest.mark.parametrize(("template", "number"), [("empty", 0), ("standard", 6), ("demo", 1000)])
def test_a_tenant_is_made_from_a_template(commands: Commands, template: str, number: int) -> None:
    commands.works("tenant", "create", "acme/plant", "--no-administrator", "--template", template)

    assert elements(commands, "acme/plant") >= CONFIGURATION + 1 + number
    assert (number == 0) == (elements(commands, "acme/plant") == CONFIGURATION + 1)


def test_a_bundle_is_a_template_and_its_settings_give_way_to_those_given(commands: Commands) -> None:
    commands.works(
        "tenant", "create", "acme/plant", "--no-administrator", "--title", "Works", "--cultures", "de-DE,en-US"
    )
    commands.works("import", "acme/plant", commands.bundle(process("a"), process("b")))
    file = str(commands.folder / "works.jsonl")
    commands.works("tenant", "export", "acme/plant", file)

    commands.works("tenant", "create", "acme/second", "--no-administrator", "--template", file)
    commands.works("tenant", "create", "acme/third", "--no-administrator", "--template", file, "--title", "Third")

    found = listed(commands)
    number = str(CONFIGURATION + 2 + 2)
    assert found["acme/second"][:3] == ["Works", "1031,1033", number]
    assert found["acme/third"][:3] == ["Third", "1031,1033", number]


def test_a_template_that_cannot_be_used_leaves_no_tenant(commands: Commands) -> None:
    (commands.folder / "broken.jsonl").write_text('{"facetstore": "bundle", "version": 1}\n{"type": "cat"}\n', "utf-8")

    unknown = commands.run("tenant", "create", "acme/plant", "--no-administrator", "--template", "emtpy")
    broken = commands.run(
        "tenant", "create", "acme/plant", "--no-administrator", "--template", str(commands.folder / "broken.jsonl")
    )

    assert (unknown.code, broken.code) == (1, 1)
    assert "The templates are: demo, empty, standard." in unknown.err
    assert listed(commands) == {}


def test_a_copy_holds_what_the_tenant_holds(commands: Commands) -> None:
    commands.works("tenant", "create", "acme/plant", "--no-administrator", "--template", "standard", "--title", "Works")
    commands.works("import", "acme/plant", commands.bundle(process("a"), process("b")))

    commands.works("tenant", "copy", "acme/plant", "other/plant")
    commands.works("tenant", "copy", "acme/plant", "other/titled", "--title", "Copy")

    first, *rest = commands.works("export", "acme/plant").splitlines()
    copied_first, *copied = commands.works("export", "other/plant").splitlines()
    assert (copied_first, copied) == (first, rest)
    assert listed(commands)["other/titled"][0] == "Copy"
    taken = commands.run("tenant", "copy", "acme/plant", "other/plant")
    assert (taken.code, "There is a tenant other/plant already." in taken.err) == (1, True)


def test_a_deleted_tenant_can_be_restored(commands: Commands) -> None:
    commands.works("tenant", "create", "acme/plant", "--no-administrator", "--template", "standard")
    before = commands.works("export", "acme/plant")

    output = commands.run("tenant", "delete", "acme/plant")

    assert "facetstore tenant restore acme/plant" in output.err
    assert listed(commands)["acme/plant"][5].startswith("deleted, restorable until ")
    gone = commands.run("export", "acme/plant")
    assert (gone.code, "There is no tenant acme/plant." in gone.err) == (1, True)
    assert commands.run("tenant", "delete", "acme/plant").code == 1
    commands.works("tenant", "restore", "acme/plant")
    assert listed(commands)["acme/plant"][5] == "active"
    assert commands.works("export", "acme/plant") == before
    assert commands.run("tenant", "restore", "acme/plant").code == 1


def test_purging_at_once_takes_the_address_typed_again(commands: Commands) -> None:
    commands.works("tenant", "create", "acme/plant", "--no-administrator", "--template", "standard")

    refused = commands.run("tenant", "delete", "acme/plant", "--now", stdin="acme/plan\n")
    assert (refused.code, "nothing was deleted" in refused.err) == (1, True)
    assert listed(commands)["acme/plant"][5] == "active"

    commands.works("tenant", "delete", "acme/plant", "--now", stdin="acme/plant\n")
    assert listed(commands) == {}
    commands.works("tenant", "create", "acme/plant", "--no-administrator")
    commands.works("tenant", "delete", "acme/plant")
    commands.works("tenant", "delete", "acme/plant", "--now", "--yes")
    assert listed(commands) == {}


def test_the_grace_period_is_configured(commands: Commands) -> None:
    commands.works("tenant", "create", "acme/plant", "--no-administrator")
    where = ("--data", str(commands.settings.data))

    wrong = run("tenant", "delete", "acme/plant", *where, environment={"FACETSTORE_GRACE_DAYS": "a month"})
    assert (wrong.code, "FACETSTORE_GRACE_DAYS takes a number of days" in wrong.err) == (1, True)
    run("tenant", "delete", "acme/plant", *where, environment={"FACETSTORE_GRACE_DAYS": "0"})
    late = commands.run("tenant", "restore", "acme/plant")

    assert (late.code, "can no longer be brought back" in late.err) == (1, True)


def test_a_quota_holds_for_imports_and_can_be_lifted(commands: Commands) -> None:
    commands.works("tenant", "create", "acme/plant", "--no-administrator")
    commands.works("tenant", "quota", "acme/plant", "--elements", "1")
    bundle = commands.bundle(process("a"), process("b"))
    assert listed(commands)["acme/plant"][6] == "1"

    refused = commands.run("import", "acme/plant", bundle)

    assert (refused.code, "acme/plant may hold 1 elements; with this it would hold 2." in refused.err) == (1, True)
    commands.works("token", "create", "acme/plant", "--name", "me", "--role", "viewer")
    commands.works("tenant", "quota", "acme/plant")
    commands.works("import", "acme/plant", bundle)
    assert listed(commands)["acme/plant"][6] == "-"


@pytest.mark.parametrize(
    ("first", "second"), [("acme/_ADMIN", "acme/_admin"), ("_SYSADMIN/_admin", "_sysadmin/_ADMIN")]
)
def test_an_administration_has_one_address_in_whatever_letters(commands: Commands, first: str, second: str) -> None:
    commands.works("tenant", "create", first)

    assert commands.run("tenant", "create", second).code == 1


@pytest.mark.parametrize("address", ["_own/plant", "acme/_own"])
def test_names_with_an_underscore_in_front_are_reserved(commands: Commands, address: str) -> None:
    refused = commands.run("tenant", "create", address)

    assert (refused.code, "reserved" in refused.err) == (1, True)


@pytest.mark.postgres
def test_tenants_come_and_go_on_postgres(new_postgres_database: Callable[[], str], tmp_path: Path) -> None:
    commands = Commands(Settings(database=new_postgres_database()), tmp_path)

    commands.works("tenant", "create", "acme/plant", "--no-administrator", "--template", "standard")
    commands.works("tenant", "create", "_sysadmin/_admin", "--no-administrator")
    commands.works("tenant", "copy", "acme/plant", "acme/second")
    commands.works("tenant", "set", "acme/second", "title=Second", "expirePredecessor=whenvalid")
    commands.works("tenant", "quota", "acme/second", "--elements", "9")
    commands.works("tenant", "delete", "acme/plant", "--now", "--yes")
    commands.works("tenant", "delete", "acme/second")
    commands.works("tenant", "restore", "acme/second")

    records = [json.loads(line) for line in commands.works("export", "_sysadmin/_admin").splitlines()[1:]]
    storages = [each["attributes"] for each in records if each["type"] == "storage"]
    assert [(each["name"], each["elementQuota"]) for each in storages] == [({"1033": "Second"}, {"127": 9})]
    assert storages[0]["expirePredecessor"] == {"127": "whenValid"}
    assert sorted(listed(commands)) == ["_sysadmin/_admin", "acme/_admin", "acme/second"]
