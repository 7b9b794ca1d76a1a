"""No other user of the machine can read what the service stores."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from facetstore.bootstrap.settings import Settings
from tests.cli.command_line import Commands
from tests.walls.served import Served, serving


@pytest.fixture(params=[1, 2])
def served_in_a_new_folder(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    """A service that creates its folder, started where new files are readable for all; its temporary files are in `tmp`."""
    (tmp_path / "tmp").mkdir()
    before, tempdir = os.umask(0o022), os.environ.get("TMPDIR")
    os.environ["TMPDIR"] = str(tmp_path / "tmp")
    try:
        for served in serving(Settings(data=tmp_path / "a" / "data"), tmp_path, request.param):
            os.umask(before)
            yield served
    finally:
        os.umask(before)
        os.environ.pop("TMPDIR")
        if tempdir is not None:
            os.environ["TMPDIR"] = tempdir


def test_all_that_the_service_stores_is_for_its_user_alone(served_in_a_new_folder: Served, tmp_path: Path) -> None:
    tenant = served_in_a_new_folder.new_tenant()
    for answer in served_in_a_new_folder.ask_all(tenant, "viewer", "rest/facets"):
        assert answer.status == 200

    places = [tmp_path / "a" / "data", *(tmp_path / "tmp").iterdir()]
    found = {path for place in places for path in (place, *place.rglob("*"))}

    names = {path.name for path in found}
    assert {"facetstore.db", "facetstore.db-wal", "facetstore.db-shm"} <= names
    assert _open_to_others(found) == {}


def test_what_commands_write_is_for_their_user_alone(tmp_path: Path) -> None:
    commands = Commands(Settings(data=tmp_path / "data"), tmp_path)
    before = os.umask(0o022)
    try:
        commands.works("tenant", "create", "acme/plant")
        commands.works("export", "acme/plant", str(tmp_path / "out.jsonl"))
    finally:
        os.umask(before)

    found = set(tmp_path.rglob("*"))
    assert {"out.jsonl", "facetstore.db", "data"} <= {path.name for path in found}
    assert _open_to_others(found) == {}


def test_a_file_that_others_could_read_is_closed_to_them_at_the_next_start(tmp_path: Path) -> None:
    commands = Commands(Settings(data=tmp_path / "data"), tmp_path)
    commands.works("tenant", "create", "acme/plant")
    commands.settings.file.chmod(0o644)

    commands.works("tenant", "list")

    assert stat.S_IMODE(commands.settings.file.stat().st_mode) == 0o640


def test_the_doctor_finds_a_folder_that_others_can_read(tmp_path: Path) -> None:
    commands = Commands(Settings(data=tmp_path / "data"), tmp_path)
    commands.works("tenant", "create", "acme/plant")
    commands.works("doctor")
    commands.settings.data.chmod(0o755)

    ran = commands.run("doctor")

    assert ran.code == 1
    assert "0755" in ran.out
    assert "chmod 700" in ran.err


def _open_to_others(paths: set[Path]) -> dict[str, str]:
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in paths}
    return {name: oct(mode) for name, mode in modes.items() if mode & 0o077}
