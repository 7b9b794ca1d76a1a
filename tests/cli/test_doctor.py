"""`facetstore doctor` reports the condition of a database, and finds what was changed, cut off or flipped in it."""

import asyncio
import os

from facetstore.bootstrap.database import opened_engine
from facetstore.bootstrap.doctor import _WANTED
from tests.cli.command_line import Commands


def test_the_doctor_reports_how_a_database_is(commands: Commands) -> None:
    commands.add_tenant("acme/plant")
    commands.add_elements()

    ran = commands.run("doctor")

    lines = dict(line.split("  ", 1) for line in ran.out.splitlines())
    found = {name.strip(): value.strip() for name, value in lines.items()}
    assert found["engine"].startswith("SQLite 3.")
    assert found["schema"].endswith("(up to date)")
    assert found["history of acme/plant"] == "holds up to revision 2"
    assert ran.code == 0
    assert (found["journal_mode"], found["synchronous"], found["integrity"]) == ("wal", "2", "ok")
    assert (found["checksum_verification"], found["reserved bytes"]) == ("1", "8")


def test_the_doctor_finds_a_changed_history(commands: Commands) -> None:
    commands.add_tenant("acme/plant")
    commands.add_elements()
    forge(commands, "UPDATE history SET actor = 'nobody'")

    ran = commands.run("doctor")

    assert ran.code == 1
    assert "broken at revision 1, row 1" in ran.out
    assert "  history of acme/plant: See all that differs: facetstore verify --tenant acme/plant." in ran.err


def test_the_doctor_finds_history_that_was_cut_off(commands: Commands) -> None:
    commands.add_tenant("acme/plant")
    commands.add_elements()
    forge(commands, "DELETE FROM history")

    assert "broken at after revision 2" in commands.run("doctor").out


def test_the_doctor_finds_a_flipped_bit(commands: Commands) -> None:
    commands.add_tenant("acme/plant")
    commands.add_elements(50)
    with commands.settings.file.open("r+b") as file:
        file.seek(20 * 8192 + 5000)
        byte = file.read(1)[0]
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte ^ 4]))

    ran = commands.run("doctor")

    assert ran.code == 1
    assert "  integrity: Stop the service, keep a copy of the data, and put back the last backup" in ran.err


def test_every_finding_has_something_to_do() -> None:
    assert [name for name, wanted in _WANTED.items() if not wanted.advice.endswith((".", "FOLDER", "migrate"))] == []


def forge(commands: Commands, statement: str) -> None:
    """Change the database as no program of ours would."""

    async def change() -> None:
        async with opened_engine(commands.settings) as engine, engine.transaction() as session:
            await session.execute_script(statement)

    asyncio.run(change())
