"""Disks that are small, for tests that fill them, and folders that cannot be written: real ones, where this user may mount."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def _mount(*arguments: str) -> None:
    ended = subprocess.run(["mount", *arguments], capture_output=True, text=True, check=False)
    if ended.returncode:
        pytest.skip(f"This user may not mount: {ended.stderr.strip()}")


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A disk of this size at a folder, for the time of a block."""
    folder.mkdir(exist_ok=True)
    _mount("-t", "tmpfs", "-o", f"size={megabytes}m,mode=700", "tmpfs", str(folder))
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """A folder that cannot be written for the time of a block, not even by root."""
    _mount("--bind", str(folder), str(folder))
    try:
        _mount("-o", "remount,bind,ro", str(folder))
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Write until nothing fits any more; returns the file that takes the room."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1):
            while True:
                try:
                    if file.write(b"\0" * size) < size:
                        break
                except OSError:
                    break
        os.fsync(file.fileno())
    return ballast
