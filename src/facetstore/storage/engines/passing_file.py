"""A small SQLite file beside the database, for rows that may be lost when the machine stops.

Writes to it wait for no disk, are in no backup, and leave what other workers have cached of the database as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import apsw

from facetstore.storage.engines.engine import Row
from facetstore.storage.engines.private_files import make_private
from facetstore.storage.engines.sqlite_connection import prepare, rows_of
from facetstore.storage.engines.sqlite_errors import translated

_BUSY_MILLISECONDS: Final = 500
_PRAGMAS: Final = f"""
    PRAGMA busy_timeout = {_BUSY_MILLISECONDS};
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = OFF;
    PRAGMA secure_delete = ON;
    PRAGMA trusted_schema = OFF;
"""
_TABLES: Final = """
    CREATE TABLE IF NOT EXISTS presence (
        tenant  INTEGER NOT NULL,
        holder  TEXT    NOT NULL,
        person  TEXT    NOT NULL,
        element TEXT    NOT NULL,
        shape   TEXT    NOT NULL,
        editing INTEGER NOT NULL,
        until   INTEGER NOT NULL,
        PRIMARY KEY (tenant, holder)
    ) STRICT, WITHOUT ROWID
"""


class PassingFile:
    """The file, opened when it is needed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: apsw.Connection | None = None

    def fetch(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
        if self._connection is None:
            self._connection = self._opened()
        prepared = prepare(text)
        return rows_of(self._connection, prepared.text, prepared.values(parameters))

    def _opened(self) -> apsw.Connection:
        try:
            try:
                return _open(self._path)
            except (apsw.CorruptError, apsw.NotADBError):  # the machine stopped while it was written
                self._path.unlink()
                return _open(self._path)
        except apsw.Error as error:
            raise translated(error, self._path) from error

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close(True)
            self._connection = None


def _open(path: Path) -> apsw.Connection:
    make_private(path)
    connection = apsw.Connection(str(path))
    connection.execute(_PRAGMAS).fetchall()
    if connection.pragma("quick_check") != "ok":
        connection.close(True)
        raise apsw.CorruptError
    connection.execute(_TABLES)
    return connection
