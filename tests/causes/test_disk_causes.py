"""What can be wrong with the disk of an SQLite database: said on the console at start, in the log and by readiness while it runs."""

import os
import time
from pathlib import Path

import pytest

from facetstore.bootstrap.place import check_place, late_clock
from facetstore.bootstrap.settings import Settings
from facetstore.storage.store import SqlStorage
from tests.causes.patients import Patient, patient
from tests.causes.small_disks import fill, read_only, small_disk
from tests.cli.command_line import Ran, run_here
from tests.support.api import Api
from tests.support.storages import Store


def start(data: Path) -> Ran:
    """A server that must not start."""
    return run_here("serve", "--port", "0", "--data", str(data))


def test_a_full_disk_stops_writes_until_there_is_room_again(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 8) as disk, patient(Settings(data=disk)) as sick:
        assert (sick.write(), sick.readiness) == (200, (200, ""))

        ballast = fill(disk)
        assert sick.write("much " * 2000) == 503
        assert sick.read() == 200
        assert sick.readiness == (503, "disk-full")

        ballast.unlink()
        assert sick.readiness == (200, "")
        assert sick.write() == 200
        assert [(each["event"], each["cause"]) for each in sick.outages] == [
            ("outage", "disk-full"),
            ("outage.over", "disk-full"),
        ]
        assert "Free some space" in sick.outages[0]["advice"]


def test_a_disk_that_is_full_before_anyone_writes_is_noticed(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 8) as disk, patient(Settings(data=disk)) as sick:
        fill(disk)

        assert sick.readiness == (503, "disk-full")
        assert sick.outages[0]["message"] == f"The disk of {disk} is full."


def test_a_server_does_not_start_on_a_full_disk(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 1) as disk:
        fill(disk)

        ran = start(disk / "data")
        assert ran.code == 1
        assert ran.err.startswith(f"Error: The disk of {disk / 'data'} is full.\n  Free some space"), ran.err


def test_a_folder_that_became_read_only_is_noticed(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with patient(Settings(data=folder)) as sick:
        with read_only(folder):
            assert sick.readiness == (503, "read-only")
        assert sick.readiness == (200, "")
        assert [each["cause"] for each in sick.outages] == ["read-only"] * 2


@pytest.mark.parametrize("is_new", [True, False])
def test_a_server_does_not_start_in_a_folder_that_is_read_only(tmp_path: Path, is_new: bool) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    if not is_new:
        Store(Settings(data=folder)).new_tenant()
    with read_only(folder):
        ran = start(folder)

    assert ran.code == 1
    assert ran.err.startswith(f"Error: {folder} cannot be written.\n  Make it writable"), ran.err


def test_a_file_in_place_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")

    ran = start(tmp_path / "data")

    assert (ran.code, ran.err.splitlines()[0]) == (
        1,
        f"Error: {tmp_path / 'data'} is no folder for data, or something on the way to it is none.",
    )


def test_damaged_pages_are_noticed_and_stay_so_until_the_server_is_started_again(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    with patient(settings) as sick:
        sick.api.database.reopen()  # what SQLite has in memory, it does not read again
        size = settings.file.stat().st_size
        with settings.file.open("r+b") as file:
            file.seek(8192)  # behind the header, which says that this is a database
            file.write(os.urandom(size - 8192))
        worse = Patient(Api(sick.api.database, cache_bytes=0))

        assert worse.read() == 503
        assert worse.readiness == (503, "damaged")
        assert worse.readiness == (503, "damaged")
        assert [each["cause"] for each in worse.outages] == ["damaged"]
        assert "put back the last backup" in worse.outages[0]["advice"]
        worse.api.close()
    ran = start(tmp_path)
    assert ran.code == 1
    assert "is damaged, or not an SQLite database.\n  Stop the service" in ran.err


def test_a_file_that_was_replaced_is_noticed(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    with patient(settings) as sick:
        settings.file.rename(tmp_path / "elsewhere")
        assert sick.readiness == (503, "folder")
        (tmp_path / "elsewhere").rename(settings.file)
        assert sick.readiness == (200, "")


def test_a_clock_that_stands_years_ago_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with patient(Settings(data=tmp_path)) as sick:
        with monkeypatch.context() as patch:
            patch.setattr(time, "time", lambda: 86_400.0)
            assert sick.readiness == (503, "clock")
        assert sick.readiness == (200, "")
        assert "timedatectl" in sick.outages[0]["advice"]


def test_a_clock_behind_the_newest_change_is_a_warning_only(tmp_path: Path) -> None:
    store = Store(Settings(data=tmp_path))
    store.new_tenant()
    assert store.run(check_place) is None

    async def move(storage: SqlStorage) -> None:
        async with storage.engine.transaction() as session:
            await session.execute_script("UPDATE history SET at = at + 86400000000")

    store.run(move)
    warning = store.run(check_place)

    assert warning is not None
    assert "seconds after the time that the clock of this machine shows" in warning.message
    assert late_clock(None, time.time()) is None
