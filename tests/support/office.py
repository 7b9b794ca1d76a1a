"""LibreOffice, which opens what is written for Excel and Word: installed, or else installed here and now as root."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

PACKAGES: Final = ("libreoffice-calc-nogui", "libreoffice-writer-nogui")
SECONDS: Final = 180


class OfficeUnavailable(Exception):
    """LibreOffice cannot be had here; the message says what was tried."""


def converted(file: Path, kind: str, folder: Path) -> bytes:
    """A file as LibreOffice reads it, written again as another kind such as `csv`. Raises OfficeUnavailable."""
    profile = (folder / "profile").as_uri()
    command = [
        _office(),
        f"-env:UserInstallation={profile}",
        "--headless",
        "--convert-to",
        kind,
        "--outdir",
        str(folder),
        str(file),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    found = folder / f"{file.stem}.{kind.partition(':')[0]}"
    assert found.is_file(), f"{done.stdout}{done.stderr}"
    return found.read_bytes()


def _office() -> str:
    if shutil.which("soffice") is None and os.geteuid() == 0 and shutil.which("apt-get") is not None:
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        apt_get = ["apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=120"]
        for command in (["update"], ["install", "--no-install-recommends", *PACKAGES]):
            subprocess.run([*apt_get, *command], env=environment, capture_output=True, check=False)
    found = shutil.which("soffice")
    if found is None:
        raise OfficeUnavailable("There is no soffice on PATH, and apt-get brought none. Install LibreOffice.")
    return found
