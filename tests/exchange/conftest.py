"""An empty database of its own for each test, on both engines."""

from pathlib import Path

import pytest

from tests.support.storages import ENGINES, Store, new_store


@pytest.fixture(params=ENGINES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return new_store(request, tmp_path, request.param)


@pytest.fixture
def tmp_path_store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """A database on SQLite alone, for what is decided before storage is asked."""
    return new_store(request, tmp_path, "sqlite")
