"""Errors of SQLite in words that a caller can understand."""

from __future__ import annotations

import apsw

from facetstore.domain.errors import Unavailable


class Interrupted(Exception):
    """A statement was interrupted."""


def translated(error: apsw.Error) -> Exception:
    """The error for the caller: Unavailable or Interrupted; an error of any other kind stays as it is."""
    match error:
        case apsw.BusyError() | apsw.LockedError():
            return Unavailable("The database is busy. Try again in a moment.")
        case apsw.NotADBError() | apsw.CorruptError():
            return Unavailable(
                "The file is not an SQLite database, or it is damaged. To find out more, run: facetstore doctor"
            )
        case apsw.FullError() | apsw.IOError() | apsw.ReadOnlyError() | apsw.CantOpenError():
            return Unavailable("The database cannot be written or read at the moment.")
        case apsw.InterruptError():
            return Interrupted()
        case _:
            return error
