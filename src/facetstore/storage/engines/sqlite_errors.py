"""Errors of SQLite in words that a caller can understand."""

from __future__ import annotations

import apsw

from facetstore.domain.errors import Unavailable


class Interrupted(Exception):
    """A statement whose time was up."""


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
        case apsw.InterruptError():
            return Interrupted()
        case _:
            return error
