"""The sources of an earlier release, as the history of this repository has them."""

import subprocess
from pathlib import Path

import pytest

from tests.reliability.nodes import ROOT


def sources_of(commit: str, folder: Path) -> Path:
    """What is imported as that release."""
    folder.mkdir()
    archive = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, capture_output=True, check=False)
    if archive.returncode:
        pytest.skip("The earlier release is not in this clone.")
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    return folder / "src"
