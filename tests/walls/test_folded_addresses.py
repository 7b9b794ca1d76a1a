"""Finding 2: a provider for the storages of a collection signs nobody in to its administration, however that is spelled."""

import http.client
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from facetstore.domain.tenant import parse_address
from facetstore.usecases.tenants.tenants import create_tenant
from tests.rest.conftest import settings_of
from tests.support import company
from tests.walls.conftest import SERVICES
from tests.walls.served import Served, serving

_FILE: Final = """
providers:
  - title: Talwind
    issuer: https://sign-in.example
    clientId: facetstore
    tenants: [folded/*]
"""


@pytest.fixture(scope="module", params=SERVICES)
def provided(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service with a provider for all storages of a collection."""
    engine, _, workers = request.param.partition("-")
    folder: Path = tmp_path_factory.mktemp("folded")
    (folder / "openid.yaml").write_text(_FILE, encoding="utf-8")
    settings = replace(settings_of(request, folder, engine), openid=folder / "openid.yaml")
    yield from serving(settings, folder, int(workers))


def _session(served: Served, address: str) -> dict[str, object]:
    connection = http.client.HTTPConnection("127.0.0.1", served.node.port, timeout=60)
    connection.request("GET", f"/{address}/_api/rest/session")
    told: dict[str, object] = json.loads(connection.getresponse().read())
    connection.close()
    return told


def test_no_spelling_of_the_administration_is_offered_to_a_provider_of_its_storages(provided: Served) -> None:
    database = provided.database
    for text in ("folded/one", "folded/_admin"):
        address = parse_address(text)
        assert address is not None
        database.run(create_tenant(database.storage, address, company.SETTINGS))

    assert "openId" in _session(provided, "folded/one")
    assert "openId" in _session(provided, "FOLDED/One")
    for spelled in ("_admin", "_ADMIN", "_Admin", "_aDmIn"):
        assert "openId" not in _session(provided, f"folded/{spelled}"), spelled
        assert "openId" not in _session(provided, f"Folded/{spelled}"), spelled
