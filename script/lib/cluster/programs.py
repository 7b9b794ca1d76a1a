"""Where the programs of a cluster are: installed ones first, else installed here and now."""

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.support.postgres_binaries import PostgresUnavailable, find_binaries

PATRONI: Final = "patroni[etcd3,psycopg3]==4.1.5"
"""In an environment of its own: nothing of the service needs it."""
_PATH: Final = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])
_PACKAGES: Final = {"etcd": "etcd-server", "haproxy": "haproxy"}


class ProgramMissing(Exception):
    """A program is neither installed nor can it be installed; the message says how to get it."""


def postgres_programs(folder: Path) -> Path:
    """The folder with PostgreSQL's programs. Raises ProgramMissing."""
    try:
        return find_binaries(folder)
    except PostgresUnavailable as error:
        raise ProgramMissing(str(error)) from error


def program(name: str) -> str:
    """The path of etcd or haproxy. Raises ProgramMissing."""
    found = shutil.which(name, path=_PATH)
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        _apt_get(_PACKAGES[name])
        found = shutil.which(name, path=_PATH)
    if found is None:
        raise ProgramMissing(f"There is no {name} on PATH. Install it (Debian: apt-get install {_PACKAGES[name]}).")
    return found


def _apt_get(package: str) -> None:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    apt_get = ["apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=120"]
    for arguments in (["update"], ["install", "--no-install-recommends", package]):
        subprocess.run([*apt_get, *arguments], env=environment, capture_output=True, check=False)


def patroni(folder: Path, owner: int | None) -> Path:
    """The Python of an environment in this folder with Patroni in it, made when it is not there; `owner` can run it.

    Raises ProgramMissing.
    """
    folder.mkdir(parents=True, exist_ok=True)
    python = folder / "bin" / "python"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "bin" / "patroni").exists():
            _run(_python_for(owner), "-m", "venv", "--without-pip", folder)
            _run(sys.executable, "-m", "pip", "--python", python, "install", "-qq", "--no-input", PATRONI)
    return python


def _python_for(owner: int | None) -> str:
    """A Python that this user can run: that of another user's folder cannot be."""
    for candidate in (sys.executable, "/usr/bin/python3"):
        with contextlib.suppress(OSError):
            real = Path(candidate).resolve()
            command = [str(real), "-c", "import sys; sys.exit(sys.version_info < (3, 10))"]
            if subprocess.run(command, user=owner, cwd="/", capture_output=True, check=False).returncode == 0:
                return str(real)
    raise ProgramMissing("There is no Python 3.10 or later that the user of PostgreSQL can run, for Patroni.")


def _run(*command: object) -> None:
    ended = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if ended.returncode:
        raise ProgramMissing(f"Patroni could not be installed:\n{ended.stdout}{ended.stderr}")
