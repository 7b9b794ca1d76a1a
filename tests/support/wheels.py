"""A wheel of this checkout, and what an environment needs that it is installed into."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]


def build_wheel(folder: Path) -> Path:
    """A wheel with the page that is built; it takes a second or two."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def add_dependencies(folder: Path) -> None:
    """Let an environment use the packages of the tests, behind its own."""
    (site,) = folder.glob("lib/python3.*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")


def clean() -> dict[str, str]:
    """Our environment without what would lead a program back to this checkout."""
    left_out = ("FACETSTORE_", "PYTHON", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
