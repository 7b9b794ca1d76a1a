"""A disk below SQLite that records what is written to it and fails where a harness wants it to.

It is a VFS of APSW below the one with the checksums, so that the service runs on it unchanged, in this process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

import apsw
import apsw.sqlite_extra

BASE: Final = "unix"
NAME: Final = "faulty"


class Kind(StrEnum):
    """What SQLite asks of a disk, and a mark of ours among it."""

    OPEN = "open"
    READ = "read"
    SIZE = "size"
    WRITE = "write"
    TRUNCATE = "truncate"
    SYNC = "sync"
    DELETE = "delete"
    ACKNOWLEDGED = "acknowledged"


CHANGING: Final = frozenset({Kind.WRITE, Kind.TRUNCATE, Kind.SYNC})
"""What needs room on the disk, or a disk that works."""

_CODES: Final = {
    Kind.OPEN: apsw.SQLITE_IOERR_ACCESS,
    Kind.READ: apsw.SQLITE_IOERR_READ,
    Kind.SIZE: apsw.SQLITE_IOERR_FSTAT,
    Kind.WRITE: apsw.SQLITE_IOERR_WRITE,
    Kind.TRUNCATE: apsw.SQLITE_IOERR_TRUNCATE,
    Kind.SYNC: apsw.SQLITE_IOERR_FSYNC,
    Kind.DELETE: apsw.SQLITE_IOERR_DELETE,
}


class Operation(NamedTuple):
    """One step of the record."""

    kind: Kind
    file: str
    place: int = 0
    """Where a write begins; the size after a truncation; whether a deletion is synchronous; the number that was acknowledged."""
    data: bytes = b""


Fault = Callable[[Kind], Exception | None]
"""Says by which error an operation fails, if it does."""


class Disk:
    """What happened on the disk, and what happens next."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log: list[Operation] = []
        self.calls = 0
        self.fault: Fault | None = None
        self.failed: list[Kind] = []

    def acknowledge(self, series: str, number: int) -> None:
        """Mark in the record that a write was answered."""
        self.log.append(Operation(Kind.ACKNOWLEDGED, series, number))

    def meet(self, kind: Kind) -> None:
        """Count an operation, and raise what it fails by."""
        self.calls += 1
        if self.fault is not None and (error := self.fault(kind)) is not None:
            self.failed.append(kind)
            raise error

    def note(self, kind: Kind, file: str, place: int = 0, data: bytes = b"") -> None:
        self.log.append(Operation(kind, file, place, data))


def broken(kind: Kind) -> Exception:
    """The error of a disk that does not do what it is asked for."""
    error = apsw.IOError(f"simulated: {kind}")
    setattr(error, "extendedresult", _CODES[kind])  # noqa: B010  # APSW reads it, but does not declare it
    return error


def full(kind: Kind) -> Exception | None:
    """The error of a disk without room: nothing grows, but everything can be read, and synced."""
    return apsw.FullError("simulated: no room") if kind is Kind.WRITE else None


class Nth:
    """Fails the n-th operation that an error is for, and none after it."""

    def __init__(self, number: int, error: Fault) -> None:
        self._left = number
        self._error = error

    def __call__(self, kind: Kind) -> Exception | None:
        error = self._error(kind)
        if error is not None:
            self._left -= 1
        return error if self._left == 0 else None

    @property
    def has_struck(self) -> bool:
        return self._left <= 0


class _File(apsw.VFSFile):
    """A file that asks the disk first."""

    def __init__(self, disk: Disk, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._disk, self._name = disk, Path(path or "").name
        disk.meet(Kind.OPEN)
        super().__init__(BASE, name, flags)

    def xRead(self, amount: int, offset: int) -> bytes:
        self._disk.meet(Kind.READ)
        return super().xRead(amount, offset)

    def xFileSize(self) -> int:
        self._disk.meet(Kind.SIZE)
        return super().xFileSize()

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.meet(Kind.WRITE)
        super().xWrite(data, offset)
        self._disk.note(Kind.WRITE, self._name, offset, bytes(data))

    def xTruncate(self, newsize: int) -> None:
        self._disk.meet(Kind.TRUNCATE)
        super().xTruncate(newsize)
        self._disk.note(Kind.TRUNCATE, self._name, newsize)

    def xSync(self, flags: int) -> None:
        self._disk.meet(Kind.SYNC)
        super().xSync(flags)
        self._disk.note(Kind.SYNC, self._name)

    def excepthook(self, *_: object) -> bool:
        """Print nothing: what fails is meant to."""
        return True


class _Vfs(apsw.VFS):
    """Opens files on a disk."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        super().__init__(NAME, BASE, makedefault=True)

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        return _File(self._disk, name, flags) if self._has(path) else apsw.VFSFile(BASE, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        if not self._has(filename):
            return super().xDelete(filename, syncdir)
        self._disk.meet(Kind.DELETE)
        super().xDelete(filename, syncdir)
        return self._disk.note(Kind.DELETE, Path(filename).name, int(syncdir))

    def _has(self, path: str | None) -> bool:
        """Whether a file is on this disk: what else this process has open is left alone."""
        return path is not None and Path(path).is_relative_to(self._disk.folder)

    def excepthook(self, *_: object) -> bool:
        """Print nothing: what fails is meant to."""
        return True


@contextmanager
def faulty_disk(folder: Path) -> Iterator[Disk]:
    """Let databases of a folder that are opened in this block be on a disk of ours. All must be closed at its end."""
    disk = Disk(folder)
    vfs = _Vfs(disk)
    _put_checksums_on_top()
    try:
        yield disk
    finally:
        disk.fault = None
        apsw.set_default_vfs(BASE)
        _put_checksums_on_top()
        vfs.unregister()


def _put_checksums_on_top() -> None:
    """Registering it once more puts it above the VFS that is the default now."""
    with suppress(ValueError):  # it was not loaded yet
        apsw.unregister_vfs("cksmvfs")
    apsw.sqlite_extra.load(apsw.Connection(":memory:", vfs=BASE), "cksumvfs")
