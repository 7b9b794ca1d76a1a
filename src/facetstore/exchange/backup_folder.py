"""A folder of backups: chunks of rows that all backups share, and for each backup a list of its chunks.

    chunks/3f/3f9a…   some rows of a table, packed; the name is the SHA-256 of what is in it
    2026-11-18T003000.000000Z.backup
                      a backup: its tenants, their tables, and the chunks of each, with the SHA-256 of all that in the last line

What two backups have in common is there once. A backup exists once its list has its name, and that is written last.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import tempfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec

from facetstore.domain.errors import Conflict, Invalid, NotFound

_ENDING: Final = ".backup"
_DAMAGED: Final = ".damaged"
_PARTIAL: Final = ".partial"
_SCRATCH: Final = ".scratch-"
_FORMAT: Final = 1
_LEVEL: Final = 1
"""Of compression: higher ones take twice the time for a tenth of the room."""


class StoredTable(msgspec.Struct, frozen=True):
    """The rows of a table: its columns, and the chunks with the rows in their order."""

    columns: Sequence[str]
    chunks: Sequence[str]
    rows: int


class StoredTenant(msgspec.Struct, frozen=True):
    """A tenant: its row, where its history ends, and its tables."""

    address: str
    id: str
    revision: int
    head: str
    row: Mapping[str, object]
    tables: Mapping[str, StoredTable]


class Backup(msgspec.Struct, frozen=True, kw_only=True):
    """What a backup holds. `is_whole`: all tenants of a database; `shared` are the tables that belong to no tenant."""

    format: int = _FORMAT
    at: str
    release: str
    schema: int
    is_whole: bool
    tenants: Sequence[StoredTenant]
    shared: Mapping[str, StoredTable]

    @property
    def rows(self) -> int:
        tables = [table for tenant in self.tenants for table in tenant.tables.values()]
        return sum(each.rows for each in (*tables, *self.shared.values()))


class BackupFolder:
    """The backups in a folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.new_bytes = 0
        """How many bytes this object has written."""

    @contextmanager
    def locked(self) -> Iterator[None]:
        """One command at a time writes to the folder. Raises Conflict if another one does."""
        self.path.mkdir(parents=True, exist_ok=True)
        with (self.path / ".lock").open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Conflict(f"Another command is writing to {self.path}. Wait until it has ended.") from None
            self._clear()
            yield

    def _clear(self) -> None:
        """Remove what a command has left behind that was killed."""
        for each in self.path.glob(f"**/.*{_PARTIAL}"):
            each.unlink()
        for each in self.path.glob(f"{_SCRATCH}*"):
            shutil.rmtree(each)

    @contextmanager
    def scratch(self) -> Iterator[Path]:
        """A place for the time of a block, on the disk of the backups."""
        with tempfile.TemporaryDirectory(prefix=_SCRATCH, dir=self.path) as place:
            yield Path(place)

    def add_chunk(self, content: bytes) -> str:
        """Store a chunk, unless it is there, and return its name."""
        name = hashlib.sha256(content).hexdigest()
        path = self._chunk(name)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._write(path, zlib.compress(content, _LEVEL))
        return name

    def read_chunk(self, name: str) -> bytes:
        """A chunk as it was stored. Raises Invalid if it is missing, or if one bit of it has changed."""
        path = self._chunk(name)
        try:
            content = zlib.decompress(path.read_bytes())
        except FileNotFoundError:
            raise Invalid(f"The backup is not whole: {path} is missing.") from None
        except zlib.error:
            content = b""
        if hashlib.sha256(content).hexdigest() != name:
            raise Invalid(f"The backup is damaged: {path} is not what was stored there.")
        return content

    def set_damaged_aside(self, backup: Backup) -> None:
        """Rename each damaged chunk of a backup, so that the next backup stores it again."""
        for name in sorted(chunks_of(backup)):
            try:
                self.read_chunk(name)
            except Invalid:
                if self._chunk(name).exists():
                    self._chunk(name).rename(self._chunk(name).with_suffix(_DAMAGED))

    def add(self, backup: Backup) -> str:
        """Store a backup whose chunks are all stored, and return its name."""
        text = msgspec.json.encode(backup)
        name = backup.at.replace(":", "")
        self._write(self.path / f"{name}{_ENDING}", text + b"\n" + hashlib.sha256(text).hexdigest().encode() + b"\n")
        return name

    def names(self) -> Sequence[str]:
        """The names of all backups, oldest first."""
        return sorted(each.name.removesuffix(_ENDING) for each in self.path.glob(f"*{_ENDING}"))

    def first_after(self, moment: datetime | None) -> str:
        """The name of the first backup that was taken after a moment, or of the newest one. Raises NotFound."""
        names = self.names()
        if not names:
            raise NotFound(f"There is no backup in {self.path}.")
        if moment is None:
            return names[-1]
        for name in names:
            if datetime.fromisoformat(self.read(name).at) >= moment:
                return name
        raise NotFound(f"The newest backup is {names[-1]}, from before {moment}.")

    def read(self, name: str) -> Backup:
        """A backup. Raises NotFound, and Invalid if its list is damaged or of a later release."""
        try:
            text, _, rest = (self.path / f"{name}{_ENDING}").read_bytes().rpartition(b"\n")[0].rpartition(b"\n")
        except FileNotFoundError:
            known = ", ".join(self.names()[-3:]) or "none"
            raise NotFound(f"There is no backup {name} in {self.path}. The newest ones: {known}.") from None
        if hashlib.sha256(text).hexdigest().encode() != rest:
            raise Invalid(f"The backup is damaged: the list {name} is not what was stored.")
        found = msgspec.json.decode(text, type=Backup)
        if found.format != _FORMAT:
            raise Invalid(f"The backup {name} has the format {found.format}; this release reads {_FORMAT}.")
        return found

    def remove(self, names: Sequence[str]) -> None:
        """Remove backups, and the chunks that no other backup has."""
        for name in names:
            (self.path / f"{name}{_ENDING}").unlink()
        _sync(self.path)
        used = {chunk for name in self.names() for chunk in chunks_of(self.read(name))}
        for path in (self.path / "chunks").glob("*/*"):
            if path.name not in used:
                path.unlink()

    def _chunk(self, name: str) -> Path:
        return self.path / "chunks" / name[:2] / name

    def _write(self, path: Path, content: bytes) -> None:
        """Write a file that has its name only when it is complete and on the disk."""
        partial = path.with_name(f".{path.name}{_PARTIAL}")
        try:
            with partial.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)
        _sync(path.parent)
        self.new_bytes += len(content)


def chunks_of(backup: Backup) -> set[str]:
    """The names of all chunks of a backup."""
    tables = [table for tenant in backup.tenants for table in tenant.tables.values()]
    return {chunk for table in (*tables, *backup.shared.values()) for chunk in table.chunks}


def _sync(folder: Path) -> None:
    """Bring the names of a folder to the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
