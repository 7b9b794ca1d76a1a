"""An installation of two pools, on one engine."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import httpx
import pytest

from facetstore.bootstrap.settings import Settings
from facetstore.domain.tenant import TenantSettings, parse_address
from facetstore.usecases.tenants.tenant_changes import create_tenant
from tests.support.api import Api, Database

MIXED: Final = "sqlite to postgres"
PROCESSES = "rest/facets/processes/views/detail/elements"


def pooled_settings(request: pytest.FixtureRequest, folder: Path, engine: str) -> Settings:
    """Settings of two pools without tenants, `main` and `north`, on one engine or on `MIXED`: SQLite and PostgreSQL."""
    if engine == "sqlite":
        return Settings(data=folder / "main", pools={"north": str(folder / "north")})
    new_database: Callable[[], str] = request.getfixturevalue("new_migrated_database")
    if engine == MIXED:
        return Settings(data=folder / "main", pools={"north": new_database()})
    return Settings(database=new_database(), pools={"north": new_database()})


@contextmanager
def served(settings: Settings) -> Iterator[Api]:
    """The service in this process, for the time of a block."""
    database = Database.open(settings)
    api = Api(database)
    try:
        yield api
    finally:
        api.close()
        database.close()


def add_tenant(api: Api, address: str, pool: str | None = None) -> None:
    """A tenant in a pool, with a token for administrators."""
    where = parse_address(address)
    assert where is not None
    storage = api.database.storage
    api.database.run(create_tenant(storage, where, TenantSettings(), pool=pool))
    api.database.add_token(address, "administrator")


def add_process(api: Api, tenant: str, name: str) -> httpx.Response:
    body = {"elements": [{"type": "subProcess", "attributes": {"name": {"1033": name}}}]}
    return api.post(PROCESSES, tenant=tenant, content=json.dumps(body).encode())


def names(api: Api, tenant: str, role: str = "administrator") -> list[str]:
    path = "rest/facets/processes/views/list/elements?$select=name"
    found = api.read(path, role, tenant=tenant)["elements"]
    return sorted(each["attributes"]["name"]["1033"] for each in found)


def without_pools(settings: Settings) -> Settings:
    return replace(settings, pools={})
