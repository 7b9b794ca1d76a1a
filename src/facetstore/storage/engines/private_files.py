"""Database files that are closed to users outside their group."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from typing import Final

_OTHERS: Final = stat.S_IRWXO
_SERVED_AT: Final = "served-at"
"""The file beside a database that holds the address at which it was served last."""


def make_private(path: Path) -> None:
    """Create folder and file if they are missing; remove the rights of others from a file that exists.

    SQLite gives the files beside it the same rights. Rights of the group stay: it may make backups. Rights that cannot be
    changed are left for SQLite or `facetstore doctor` to report.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
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
