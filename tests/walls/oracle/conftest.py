"""Two databases of one engine, in which the two worlds stand at the same address."""

from collections.abc import Iterator

import pytest

from tests.rest.conftest import settings_of
from tests.support.api import Api, Database
from tests.walls.oracle.stopped import Stopped, stopped


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def apis(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Api, Api]]:
    """A service on each of them."""
    databases = [Database.open(settings_of(request, tmp_path_factory.mktemp("oracle"))) for _ in range(2)]
    both = Api(databases[0]), Api(databases[1])
    yield both
    for api, database in zip(both, databases, strict=True):
        api.close()
        database.close()


@pytest.fixture(scope="module")
def still() -> Iterator[Stopped]:
    """Time and new ids go by steps, in both worlds alike."""
    with stopped() as found:
        yield found
