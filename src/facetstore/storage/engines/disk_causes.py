"""What is wrong with a disk or a folder, found out by looking at it and by writing to it."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final

from facetstore.domain import causes
from facetstore.domain.causes import Cause

LEAST_FREE: Final = 1 << 20
"""Bytes that a disk must have left: a commit needs a few pages, a large one more."""
_PROBE: Final = b"\0" * (256 << 10)
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_READ_ONLY: Final = (errno.EROFS, errno.EACCES, errno.EPERM)
_NO_FOLDER: Final = (errno.ENOTDIR, errno.EEXIST, errno.EISDIR, errno.ENOENT, errno.ELOOP, errno.ENAMETOOLONG)


def disk_full(where: str) -> Cause:
    return Cause(
        causes.DISK_FULL,
        f"The disk of {where} is full.",
        "Free some space there, or make the disk or the quota larger: the service goes on by itself.",
    )


def read_only(where: str) -> Cause:
    return Cause(
        causes.READ_ONLY,
        f"{where} cannot be written.",
        "Make it writable for the user of the service (chown, chmod, or mount -o remount,rw), or name another folder by --data.",
    )


def no_folder(where: str) -> Cause:
    return Cause(
        causes.NO_FOLDER,
        f"{where} is no folder for data, or something on the way to it is none.",
        "Name a folder by --data (FACETSTORE_DATA); it is created if it is missing.",
    )


def disk_error(where: str, what: str) -> Cause:
    return Cause(
        causes.DISK_ERROR,
        f"The disk of {where} cannot be read or written ({what}).",
        "Look into the log of the kernel (dmesg) and replace a failing disk; then run: facetstore doctor",
    )


def damaged(where: str) -> Cause:
    return Cause(
        causes.DAMAGED,
        f"{where} is damaged, or not an SQLite database.",
        "Stop the service, keep a copy of the file, and see what is wrong: facetstore doctor. Then put back the last backup, and check the disk.",
        is_final=True,
    )


def replaced(where: str) -> Cause:
    return Cause(
        causes.NO_FOLDER,
        f"{where} is gone, was replaced, or is not an SQLite database any more.",
        "If that was meant, start the service again. Else put the file back, from the last backup if need be.",
    )


def cause_of(error: OSError, where: str) -> Cause:
    """The cause behind an error of the operating system."""
    if error.errno in _FULL:
        return disk_full(where)
    if error.errno in _READ_ONLY:
        return read_only(where)
    if error.errno in _NO_FOLDER:
        return no_folder(where)
    return disk_error(where, error.strerror or str(error))


def look_at_folder(folder: Path) -> Cause | None:
    """What the file system says about a folder; None if nothing is wrong. Cheap: it writes nothing."""
    try:
        found = os.statvfs(folder)
    except OSError as error:
        return cause_of(error, str(folder))
    if found.f_flag & os.ST_RDONLY:
        return read_only(str(folder))
    # A file system that counts nothing says zero of zero.
    is_full = found.f_blocks > 0 and found.f_bavail * found.f_frsize < LEAST_FREE
    return disk_full(str(folder)) if is_full else None


def write_to_folder(folder: Path) -> Cause | None:
    """What is wrong with a folder, by a file that is written there and removed again; None if nothing is."""
    probe = folder / f"probe-{os.getpid()}"
    try:
        descriptor = os.open(probe, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
        try:
            _write_all(descriptor)
        finally:
            os.close(descriptor)
            probe.unlink(missing_ok=True)
    except OSError as error:
        return cause_of(error, str(folder))
    return None


def _write_all(descriptor: int) -> None:
    left = memoryview(_PROBE)
    while left:
        left = left[os.write(descriptor, left) :]
    os.fsync(descriptor)
