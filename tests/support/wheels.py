"""A wheel of this checkout, installed into an environment of its own as others install it."""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]


def build_wheel(folder: Path) -> Path:
    """A wheel with the page that is built; it takes a second or two."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path, *, dependencies: bool = False) -> Path:
    """The folder of programs of a fresh environment that has the wheel.

    With `dependencies`, pip fetches what the wheel asks for; else the packages of the tests stand in for it, which costs no download.
    The environment's own packages come first, so that nothing of this checkout is used.
    """
    venv.create(folder, with_pip=False, symlinks=True)
    programs = folder / "bin"
    needs = [] if dependencies else ["--no-deps"]
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "install", "-qq", "--no-input", *needs]
    subprocess.run([*pip, str(wheel)], check=True, capture_output=True, env=clean())
    if not dependencies:
        (site,) = folder.glob("lib/python3.*/site-packages")
        (site / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    return programs


def clean() -> dict[str, str]:
    """Our environment without what would lead a program back to this checkout."""
    left_out = ("FACETSTORE_", "PYTHON", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
