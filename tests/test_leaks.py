"""The search for secrets that a run of tests leaves behind finds those that it does."""

import asyncio
import contextlib
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from facetstore.storage.engines.sqlite import SqliteEngine
from facetstore.usecases.tokens.issuing import new_secret
from tests.support.leaks import LEAKS, Leaks, listening
from tests.support.passwords import quick_passwords
from tests.support.postgres import execute
from tests.support.storages import new_store

ROOT: Final = Path(__file__).parents[1]
PLANTED: Final = '''
"""A test that leaves a secret behind."""
import os
from facetstore.rest.wire.monitoring import RequestLog
from facetstore.usecases.tokens.issuing import new_secret

def test_that_logs_a_token(tmp_path):
    {deed}
'''
DEEDS: Final = {
    "a token in a log of the process": "RequestLog().event('token', secret=new_secret())",
    "a token in a log file": "(tmp_path / 'node.log').write_text('{\"token\":\"' + new_secret() + '\"}')",
    "a token of another process in a log file": (
        "(tmp_path / 'node.log').write_text('{\"token\":\"abcdefghijklm234567nopqrst\"}')"
    ),
    "a token in a database": "(tmp_path / 'facetstore.db').write_bytes(b'glued' + new_secret().encode() + b'together')",
    "nothing": "(tmp_path / 'node.log').write_text('{\"token\":\"' + new_secret()[:20] + '\"}')",
}


@pytest.fixture
def elsewhere() -> Iterator[Path]:
    """A folder that the run itself does not look into: what is left there is meant to be found by another."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.mark.parametrize("deed", DEEDS)
def test_a_run_that_leaves_a_secret_behind_fails(deed: str, elsewhere: Path) -> None:
    planted = elsewhere / "test_planted.py"
    planted.write_text(PLANTED.format(deed=DEEDS[deed]))
    options = ["-q", "-p", "tests.support.leaks", "-c", os.devnull, "--rootdir", str(elsewhere)]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--basetemp", str(elsewhere / "made"), str(planted)],
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "PATH": os.defpath, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
    )

    assert "1 passed" in run.stdout, run.stdout
    assert (run.returncode != 0) == (deed != "nothing"), run.stdout
    assert bool(re.search("AssertionError: .* secret", run.stdout)) == (deed != "nothing"), run.stdout


async def _hashed(password: str) -> None:
    passwords = quick_passwords()
    assert await passwords.fits(password, await passwords.hash(password))


def test_every_secret_and_password_is_heard_of() -> None:
    leaks = Leaks()
    with listening(leaks):
        secret = new_secret()
        asyncio.run(_hashed("a password of some length"))

    assert leaks.secrets == {secret.encode()}
    assert leaks.passwords == {b"a password of some length"}
    assert secret.encode() in LEAKS.secrets, "The run itself is listening as well."


def test_what_a_database_of_postgresql_holds_is_found(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    settings = new_store(request, tmp_path, "postgres").settings
    assert settings.database is not None
    leaks = Leaks()
    with listening(leaks):
        secret = new_secret()
    leaks.note_password("open (sesame) [now]?")
    asyncio.run(execute(settings.database, "CREATE TABLE place (words text)"))
    asyncio.run(execute(settings.database, "INSERT INTO place VALUES ('nothing')"))
    leaks.look_into_postgres([settings.database])
    assert leaks.found == []

    asyncio.run(execute(settings.database, "INSERT INTO place VALUES ('open (sesame) [now]?')"))
    asyncio.run(execute(settings.database, f"INSERT INTO place VALUES ('glued{secret}together')"))
    leaks.look_into_postgres([settings.database])
    assert len(leaks.found) == 2
    asyncio.run(execute(settings.database, "DROP TABLE place"))  # the run itself would find it, too


def test_what_was_deleted_from_a_file_of_sqlite_is_still_found(tmp_path: Path) -> None:
    leaks = Leaks()
    with listening(leaks):
        secret = new_secret()

    async def write() -> None:
        engine = SqliteEngine(tmp_path / "place.sqlite")
        async with engine.session() as session:
            await session.execute_script("CREATE TABLE place (words TEXT)")
            await session.execute_script(f"INSERT INTO place VALUES ('{secret}'); DELETE FROM place")
        await engine.close()

    asyncio.run(write())
    leaks.look("the file", (tmp_path / "place.sqlite").read_bytes())
    assert len(leaks.found) == 1


def test_a_page_is_looked_at_once_and_none_is_left_out(elsewhere: Path) -> None:
    """Copies, what differs in a copy, what is still in the log that is written first, and what is no database at all."""
    leaks = Leaks()
    with listening(leaks):
        first, second, third, fourth = (new_secret() for _ in range(4))
    place, copy = (elsewhere / name for name in ("a.db", "b.db"))
    with contextlib.closing(sqlite3.connect(place)) as database:
        database.execute("CREATE TABLE place (words TEXT)")
        database.executemany("INSERT INTO place VALUES (?)", [(first,), *((f"row {n}",) for n in range(5000))])
        database.commit()
    shutil.copy(place, copy)
    with contextlib.closing(sqlite3.connect(copy)) as database:
        database.execute("INSERT INTO place VALUES (?)", [second])
        database.commit()
        database.execute("PRAGMA journal_mode = wal")
        database.execute("INSERT INTO place VALUES (?)", [f"{third} in a row that is not yet in its place"])
        database.commit()
        assert third.encode() not in copy.read_bytes()
        (elsewhere / "c.db").write_bytes(b"no database" * 1000 + fourth.encode())
        leaks.look_into(elsewhere)

    where = sorted((found[11:17], found.rpartition("/")[2]) for found in leaks.found)
    wanted = [(first, "a.db"), (second, "b.db"), (second, "b.db-wal"), (third, "b.db-wal"), (fourth, "c.db")]
    assert where == sorted((secret[:6], name) for secret, name in wanted)
