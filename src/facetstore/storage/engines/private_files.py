"""Database files that are closed to users outside their group."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from facetstore.domain.errors import Unavailable
from facetstore.storage.engines.disk_causes import cause_of

NO_FOLDER: Final = "The database cannot be opened."
_OTHERS: Final = stat.S_IRWXO
_MAGIC: Final = b"SQLite format 3\0"
_SERVED_AT: Final = "served-at"
"""The file beside a database that holds the address at which it was served last."""
OUR_FILES: Final = ("facetstore.db*", _SERVED_AT)
"""What the folder of a database holds, as patterns of names."""


def make_private(path: Path) -> None:
    """Create folder and file if they are missing; remove the rights of others from a file that exists.

    Raises Unavailable if the folder cannot be made. SQLite gives the files beside it the same rights. Rights of the group stay: it may make backups. Rights that cannot be
    changed are left for SQLite or `facetstore doctor` to report.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable(NO_FOLDER, cause=cause_of(error, str(path.parent))) from error
    with contextlib.suppress(OSError):
        try:
            # Never opens an existing file: closing it would release the locks that this process holds on it.
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except FileExistsError:
            for each in (path, *(path.with_name(path.name + ending) for ending in ("-wal", "-shm"))):
                _close_to_others(each)


def _close_to_others(path: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & _OTHERS:
            path.chmod(mode & ~_OTHERS)


def is_open_to_others(path: Path) -> bool:
    """Whether users outside the group have any right to it."""
    return bool(path.stat().st_mode & _OTHERS)


def is_same_database(path: Path, descriptor: int) -> bool:
    """Whether the file at a path is the one that was opened, and starts as a database does."""
    try:
        is_same = path.stat().st_ino == os.fstat(descriptor).st_ino
        return is_same and os.pread(descriptor, len(_MAGIC), 0) == _MAGIC
    except OSError:
        return False


@contextlib.contextmanager
def turns(folder: Path) -> Iterator[Callable[[], bool]]:
    """A function that returns whether it is this process's turn, which ends with the block or the process: it locks the folder."""
    if sys.platform == "win32":  # there two processes do not share a folder
        yield lambda: True
        return
    import fcntl

    descriptor = os.open(folder, os.O_RDONLY)

    def take() -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    try:
        yield take
    finally:
        os.close(descriptor)


def leave_address(path: Path, address: str) -> None:
    """Write down where a database is served. Only a help for commands: a folder that cannot be written is no failure."""
    file = path.with_name(_SERVED_AT)
    draft = file.with_suffix(f".{os.getpid()}")
    with contextlib.suppress(OSError):
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w", encoding="utf-8") as opened:
            opened.write(address)
        draft.replace(file)


def left_address(path: Path) -> str | None:
    """The address at which a database was served last; None if it was not served yet."""
    with contextlib.suppress(OSError, ValueError):
        return path.with_name(_SERVED_AT).read_text("utf-8").strip() or None
    return None
