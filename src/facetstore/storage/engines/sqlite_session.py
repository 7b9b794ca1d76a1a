"""Statements on one connection to SQLite, and its errors in words that a caller can understand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import apsw

from facetstore.domain.errors import Unavailable
from facetstore.storage.engines.dialect import SQLITE, Prepared
from facetstore.storage.engines.engine import Row
from facetstore.usecases.measure import count_statement

MOST_HELD: Final = 500
"""How many rows wait for the commit at most."""


class Held(NamedTuple):
    """A statement with the values of each time it is run."""

    text: str
    rows: Sequence[Row]
    number: int
    """How many rows these are, with those of the statements before."""


class SqliteSession:
    """Statements on one connection."""

    def __init__(self, connection: apsw.Connection, held: tuple[Held, ...] = ()) -> None:
        self.connection = connection
        self.left: dict[int, object] = {}
        self.held = held
        """What those before left for the commit, and this one does: in this order, so that the last one wins."""

    async def fetch(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
        return fetch_on(self.connection, text, parameters)

    async def run_for_each(self, text: str, parameters: Sequence[Mapping[str, object]]) -> None:
        prepared = prepare(text)
        count_statement()
        try:
            self.connection.executemany(prepared.text, map(prepared.values, parameters)).fetchall()
        except apsw.Error as error:
            raise translated(error) from error

    async def run_last(self, text: str, parameters: Sequence[Mapping[str, object]]) -> None:
        prepared = prepare(text)
        count_statement()
        number = len(parameters) + (self.held[-1].number if self.held else 0)
        self.held = (*self.held, Held(prepared.text, list(map(prepared.values, parameters)), number))
        if number > MOST_HELD:
            run_held(self.connection, self.held)
            self.held = ()

    async def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        try:
            self.connection.executemany(_insert(table, tuple(columns)), rows).fetchall()
        except apsw.Error as error:
            raise translated(error) from error

    async def allocate_keys(self, count: int) -> Sequence[int]:
        # Inside BEGIN IMMEDIATE nobody else can take them meanwhile.
        last = int(str(self.connection.execute("SELECT coalesce(max(key), 0) FROM version").fetchall()[0][0]))
        return range(last + 1, last + 1 + count)

    async def execute_script(self, text: str) -> None:
        self.connection.execute(text).fetchall()


@lru_cache(maxsize=4096)
def prepare(text: str) -> Prepared:
    return SQLITE.prepare(text)


@lru_cache(maxsize=256)
def _insert(table: str, columns: Sequence[str]) -> str:
    marks = ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"


def fetch_on(connection: apsw.Connection, text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
    prepared = prepare(text)
    count_statement()
    try:
        return connection.execute(prepared.text, prepared.values(parameters)).fetchall()
    except apsw.Error as error:
        raise translated(error) from error


def execute(connection: apsw.Connection, statement: str) -> None:
    try:
        connection.execute(statement)
    except apsw.Error as error:
        raise translated(error) from error


def run_held(connection: apsw.Connection, held: Iterable[Held]) -> None:
    try:
        for text, rows, _ in held:
            connection.executemany(text, rows).fetchall()
    except apsw.Error as error:
        raise translated(error) from error


def translated(error: apsw.Error) -> Exception:
    """What a caller can understand of a driver's error; anything else stays a fault of ours."""
    match error:
        case apsw.BusyError() | apsw.LockedError():
            return Unavailable("The database is busy. Try again in a moment.")
        case apsw.NotADBError() | apsw.CorruptError():
            return Unavailable(
                "The file is no SQLite database, or damaged. What is wrong is told by: facetstore doctor"
            )
        case apsw.FullError() | apsw.IOError() | apsw.ReadOnlyError() | apsw.CantOpenError():
            return Unavailable("The database cannot be written or read at the moment.")
        case _:
            return error
