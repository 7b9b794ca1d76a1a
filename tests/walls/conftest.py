"""The services that attacks are tried on: each engine with one worker and with two."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.rest.conftest import settings_of
from tests.support.openid_provider import OpenIdServer, openid_server_or_skip
from tests.walls.provided import CALLBACKS, Provided, providing
from tests.walls.served import Served, serving

SERVICES: Final = (
    "sqlite-1",
    pytest.param("postgres-2", marks=pytest.mark.postgres),
    pytest.param("sqlite-2", marks=pytest.mark.long),
    pytest.param("postgres-1", marks=[pytest.mark.postgres, pytest.mark.long]),
)
"""Everyday runs have both engines, one with one worker and one with two."""


@pytest.fixture(scope="session", params=SERVICES)
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A running service; each test works in tenants of its own."""
    engine, _, workers = request.param.partition("-")
    folder: Path = tmp_path_factory.mktemp("walls")
    yield from serving(settings_of(request, folder, engine), folder, int(workers))


@pytest.fixture(scope="session")
def openid() -> Iterator[OpenIdServer]:
    with openid_server_or_skip(CALLBACKS, secret=None, method="none") as server:
        yield server


@pytest.fixture(scope="session", params=SERVICES)
def provided(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, openid: OpenIdServer
) -> Iterator[Provided]:
    """A running service, and a provider that signs people in to it."""
    engine, _, workers = request.param.partition("-")
    folder: Path = tmp_path_factory.mktemp("provided")
    yield from providing(settings_of(request, folder, engine), folder, int(workers), openid)
