"""A tenant as the service creates it."""

from collections.abc import Iterator

import pytest

from tests.rest.configuration.configured import Configured
from tests.support.api import Database


@pytest.fixture
def own(database: Database) -> Iterator[Configured]:
    configured = Configured(database)
    yield configured
    configured.close()
