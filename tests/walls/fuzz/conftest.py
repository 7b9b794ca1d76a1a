"""Where the hunt goes on: an installation on each engine, with nothing else in its database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from facetstore.bootstrap.settings import Settings
from tests.rest.conftest import settings_of
from tests.support.administration import Installation
from tests.support.api import Database


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def installation(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    yield from _installed(settings_of(request, tmp_path_factory.mktemp("fuzz")))


@pytest.fixture
def sqlite_installation(tmp_path: Path) -> Iterator[Installation]:
    yield from _installed(Settings(data=tmp_path))


def _installed(settings: Settings) -> Iterator[Installation]:
    database = Database.open(settings)
    installation = Installation(database)
    yield installation
    installation.close()
    database.close()
