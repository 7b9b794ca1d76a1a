"""The command line on an empty SQLite database of its own for each test."""

from pathlib import Path

import pytest

from facetstore.bootstrap.settings import Settings
from tests.cli.command_line import Commands


@pytest.fixture
def commands(tmp_path: Path) -> Commands:
    return Commands(Settings(data=tmp_path / "data"), tmp_path)
