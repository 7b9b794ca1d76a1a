"""Errors of SQLite: a sentence for callers, and the cause for the operator."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import apsw

from facetstore.domain.errors import Unavailable
from facetstore.storage.engines.disk_causes import (
    damaged,
    disk_error,
    disk_full,
    look_at_folder,
    read_only,
    write_to_folder,
)
from facetstore.storage.engines.engine import MOVED

NOT_NOW: Final = "The database cannot be written or read at the moment."
_FOLDER: Final = "the data folder"
_CHECKSUM: Final = apsw.SQLITE_IOERR_DATA


class Interrupted(Exception):
    """A statement was interrupted."""


def translated(error: apsw.Error, path: Path | None = None) -> Exception:
    """The error for the caller: Unavailable or Interrupted; an error of any other kind stays as it is.

    With the path of the database, its folder is looked at: SQLite itself does not say why a file cannot be made larger.
    """
    match error:
        case apsw.BusyError() | apsw.LockedError():
            return Unavailable("The database is busy. Try again in a moment.")
        case apsw.ConstraintError() if MOVED in str(error):
            return Unavailable("This tenant has just moved to another database. Try again in a moment.")
        case apsw.NotADBError() | apsw.CorruptError():
            return Unavailable(NOT_NOW, cause=damaged(str(path or "The database file")))
        case apsw.IOError() if getattr(error, "extendedresult", 0) == _CHECKSUM:
            return Unavailable(NOT_NOW, cause=damaged(str(path or "The database file")))
        case apsw.FullError():
            return Unavailable(NOT_NOW, cause=disk_full(str(path.parent if path else _FOLDER)))
        case apsw.IOError() | apsw.ReadOnlyError() | apsw.CantOpenError():
            found = (look_at_folder(path.parent) or write_to_folder(path.parent)) if path else None
            if found is None and isinstance(error, apsw.ReadOnlyError):
                found = read_only(str(path or "The data folder"))
            return Unavailable(NOT_NOW, cause=found or disk_error(str(path or _FOLDER), str(error)))
        case apsw.InterruptError():
            return Interrupted()
        case _:
            return error
