"""Clients of the feed of the hand-made company, one for each role."""

from collections.abc import Callable

import pytest

from tests.rest.odata.validating import Client
from tests.support import company
from tests.support.api import API, Api
from tests.support.changing import Changing

ROOT = f"{API}/rest/odata/"


@pytest.fixture
def client(api: Api) -> Callable[..., Client]:
    """Makes a client of a role, of everything or of a part such as `released/1031/`."""

    def make(role: str = "administrator", part: str = "") -> Client:
        def get(address: str) -> object:
            return api.at("GET", address, headers={"symbio-auth-token": api.database.tokens["acme/main", role]})

        return Client(get, ROOT + part)  # type: ignore[arg-type]

    return make


@pytest.fixture
def changing_named(changing: Changing) -> Callable[[str], Client]:
    """Makes a client of a tenant in which a draft has this name."""

    def make(name: str) -> Client:
        changing.update({"id": company.RETURNS, "attributes": {"name": {"1033": name}}})
        token = changing.database.tokens[changing.address, "administrator"]
        root = f"{changing.base}/_api/rest/odata/"
        return Client(lambda address: changing.api.at("GET", address, headers={"symbio-auth-token": token}), root)

    return make
