"""Commands on an installation with pools: each finds its tenant, and what concerns a database is done in all of them."""

from pathlib import Path

import pytest

from tests.cli.command_line import Ran, run


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {"FACETSTORE_DATA": str(tmp_path / "main"), "FACETSTORE_POOLS": f"north={tmp_path / 'north'}"}


def works(environment: dict[str, str], *arguments: str) -> Ran:
    ran = run(*arguments, environment=environment)
    assert ran.code == 0, ran.err
    return ran


def test_a_tenant_of_a_pool_is_listed_proven_and_backed_up(environment: dict[str, str], tmp_path: Path) -> None:
    works(environment, "tenant", "create", "acme/plant", "--pool", "north", "--no-administrator")
    listed = works(environment, "tenant", "list").out
    assert listed.splitlines()[0].split("\t")[0] == "acme/plant"
    assert listed.splitlines()[0].split("\t")[-1] == "north"
    assert "Nothing to do: the pool north has schema" in works(environment, "migrate").err

    backup = str(tmp_path / "backup")
    said = works(environment, "backup", backup).err
    assert "of the pool main" in said
    assert "Backed up 1 tenant" in said

    # The pool is lost, and restored from its backup: it is the same pool again.
    moved = {**environment, "FACETSTORE_POOLS": f"north={tmp_path / 'restored'}"}
    works(moved, "restore", backup, "--pool", "north")
    assert works(moved, "tenant", "list").out.split("\t")[-1].strip() == "north"
    proven = works(moved, "doctor").out
    assert "north: history of acme/plant" in proven

    unclear = run("restore", backup, environment=environment)
    assert unclear.code == 2
    assert "each has backups of its own" in unclear.err
