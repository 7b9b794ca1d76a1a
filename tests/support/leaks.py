"""No secret of a test run stays behind: each is noted when it is made, and looked for wherever the run has left something.

A plugin of pytest. Tokens, sessions and links are made of random bits, and passwords go through the hasher: both are listened to
where they come from, so that no test has to name them. Searched are databases, logs, refusals and metrics; at the end of a run
(of each worker) everything that was found is reported, and the run fails.
"""

import asyncio
import functools
import re
import secrets
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import argon2
import asyncpg
import pytest

from tests.support.proof import record

ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"
LENGTH: Final = 26
SHORTEST_PASSWORD: Final = 12
"""Shorter ones are refused, and may stand anywhere by chance."""
DATABASES: Final = ("*.db", "*.db-wal")
LOGS: Final = ("*.log",)

# What a file of SQLite begins with, and one in which it writes first.
_DATABASE: Final = b"SQLite format 3\0"
_LOG_OF_DATABASE: Final = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")

# A byte that a secret may hold becomes an x: a run of them is then found as fast as memory can be read.
_MASK: Final = bytes(ord("x") if chr(byte) in ALPHABET else 0 for byte in range(256))
_RUN: Final = b"x" * LENGTH
# What other processes have made is known by its look alone: digits among the letters, and nothing of the kind around it.
_LOOKS_LIKE_ONE: Final = re.compile(rb"(?<![A-Za-z0-9_-])(?=[a-z2-7]{3,23}[2-7])[a-z2-7]{26}(?![A-Za-z0-9_-])")
# Letters alone may be a name of the method, which stands everywhere: generated requests try such names as passwords.
_WORD: Final = re.compile(rb"[A-Za-z]+")
_TABLES: Final = """
    SELECT schemaname, tablename FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
       AND pg_relation_size(format('%I.%I', schemaname, tablename)::regclass) > 0
"""


class Leaks:
    """The secrets that are known, and where one of them was found."""

    def __init__(self) -> None:
        self.secrets: set[bytes] = set()
        self.passwords: set[bytes] = set()
        self.found: list[str] = []

    def note_bits(self, number: int) -> None:
        """The secret that is made of these random bits."""
        self.secrets.add("".join(ALPHABET[number >> 5 * place & 31] for place in range(LENGTH)).encode())

    def note_password(self, password: str | bytes) -> None:
        text = password.encode("utf-8", "surrogatepass") if isinstance(password, str) else password
        if len(password) >= SHORTEST_PASSWORD and not _WORD.fullmatch(text):
            self.passwords.add(text)

    def look(self, place: str, content: bytes) -> None:
        """Look for every secret in something."""
        for each in _candidates(content):
            if each in self.secrets:
                self.found.append(f"The secret {each[:6].decode()}… in {place}")
        self.found += [f"The password {each!r} in {place}" for each in self.passwords if each in content]

    def look_at_log(self, place: str, content: bytes) -> None:
        """The same of a log, whose lines may come from other processes. What is no line of it was printed for who started them."""
        self.look(place, content)
        lines = b"\n".join(line for line in content.splitlines() if line.startswith(b"{"))
        for each in _alike(lines):
            self.found.append(f"What looks like a secret, {each[:6].decode()}…, in {place}")

    def look_into(self, folder: Path) -> None:
        """Look through the databases and logs below a folder.

        Most databases of a run are copies of a few: a page of one that was looked at before holds nothing new.
        """
        known = set[int]()
        for path in _files(folder, DATABASES):
            self.look(str(path), _new_pages(path.read_bytes(), known))
        for path in _files(folder, LOGS):
            self.look_at_log(str(path), path.read_bytes())

    def look_into_postgres(self, urls: Iterable[str]) -> None:
        """Look through databases of PostgreSQL; one that is gone holds nothing."""

        async def all_of_them() -> None:
            for url in urls:
                await self._look_into_database(url)

        asyncio.run(all_of_them())

    async def _look_into_database(self, url: str) -> None:
        try:
            connection = await asyncpg.connect(url)
        except asyncpg.InvalidCatalogNameError:
            return
        for schema, table in await connection.fetch(_TABLES):
            rows = BytesIO()  # as bytes, which hold texts as they are
            await connection.copy_from_table(table, schema_name=schema, output=rows, format="binary")
            self.look(url.rpartition("/")[2], rows.getvalue())
        await connection.close()


def _new_pages(content: bytes, known: set[int]) -> bytes:
    """The pages of a file of SQLite that are not known yet, and are from now on. What is no such file is one page."""
    found = list[bytes]()
    for page in _pages(content):
        if (digest := hash(page)) not in known:
            known.add(digest)
            found.append(page)
    # SQLite writes no text across the border of two pages: each begins with numbers of its own.
    return b"\0".join(found)


def _pages(content: bytes) -> Iterator[bytes]:
    if content.startswith(_DATABASE):
        first, head, size = 0, 0, int.from_bytes(content[16:18])
    elif content.startswith(_LOG_OF_DATABASE):
        first, head, size = 32, 24, int.from_bytes(content[8:12])
    else:
        first, head, size = 0, 0, len(content)
    for place in range(first, len(content), max(1, head + size)):
        yield content[place + head : place + head + size]


def _candidates(content: bytes) -> Iterator[bytes]:
    """Everything in it that has the form of a secret, also where other letters stand next to it."""
    return (content[place : place + LENGTH] for place in _places(content))


def _alike(content: bytes) -> Iterator[bytes]:
    """Everything that looks like a secret, also one of another process."""
    return (found[0] for place in _places(content) if (found := _LOOKS_LIKE_ONE.match(content, place)))


def _places(content: bytes) -> Iterator[int]:
    mask = content.translate(_MASK)
    place = mask.find(_RUN)
    while place >= 0:
        yield place
        place = mask.find(_RUN, place + 1)


def _files(folder: Path, patterns: Iterable[str]) -> list[Path]:
    return sorted(path for pattern in patterns for path in folder.rglob(pattern) if path.is_file())


LEAKS: Final = Leaks()
"""Those of this run."""


@contextmanager
def listening(leaks: Leaks) -> Iterator[None]:
    """Hear of every secret that is made in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "randbits", _heard_bits(leaks, secrets.randbits))
        for name, place in (("hash", 1), ("verify", 2)):
            heard = _heard_password(leaks, getattr(argon2.PasswordHasher, name), place)
            patch.setattr(argon2.PasswordHasher, name, heard)
        yield


def _heard_bits(leaks: Leaks, randbits: Callable[[int], int]) -> Callable[[int], int]:
    def heard(number: int) -> int:
        bits = randbits(number)
        if number == 5 * LENGTH:
            leaks.note_bits(bits)
        return bits

    return heard


def _heard_password(leaks: Leaks, method: Callable[..., Any], place: int) -> Callable[..., Any]:
    @functools.wraps(method)
    def heard(*given: Any, **named: Any) -> Any:
        leaks.note_password(given[place])
        return method(*given, **named)

    return heard


@pytest.fixture(scope="session", autouse=True)
def no_secret_stays_behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Set up before all others, so it is the last to end: all databases and logs are as they were left."""
    with listening(LEAKS):
        yield
    LEAKS.look_into(tmp_path_factory.getbasetemp())
    assert LEAKS.found == [], "\n".join(LEAKS.found)
    record("Secrets of a whole run", len(LEAKS.secrets), "none left in databases, logs, refusals or metrics")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What a test has written to where logs go."""
    report = yield
    for name, text in report.sections:
        if "stderr" in name or "log" in name:
            LEAKS.look_at_log(f"{name} of {report.nodeid}", text.encode("utf-8", "surrogatepass"))
    return report
