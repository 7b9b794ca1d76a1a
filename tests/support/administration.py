"""An installation with its administration tenants, and what administrators send to them."""

import json
from typing import Any, Final

import httpx

from facetstore.domain.tenant import Tenant, TenantSettings, parse_address
from facetstore.usecases.tenants.tenant_administration import delete_tenant, restore_tenant, set_quota
from facetstore.usecases.tenants.tenant_changes import create_tenant
from tests.support.api import Api, Database, Json

SYSTEM: Final = "_sysadmin/_admin"
COLLECTIONS: Final = "rest/facets/collections/views/list/elements"
STORAGES: Final = "rest/facets/storages/views/list/elements"
DETAIL: Final = "rest/facets/storages/views/detail/elements"
PROCESSES: Final = "rest/facets/processes/views/detail/elements"


class Installation:
    """A database of its own with a system administration."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.api = Api(database)
        self.create(SYSTEM)
        self.let_in(SYSTEM, "viewer")
        self.let_in(SYSTEM)

    def close(self) -> None:
        self.api.close()

    def create(self, address: str, **settings: Any) -> Tenant:
        """What `facetstore tenant create` does, elsewhere than in the server."""
        where = parse_address(address)
        assert where is not None
        return self.database.elsewhere(lambda storage: create_tenant(storage, where, TenantSettings(**settings)))

    def delete(self, address: str) -> Tenant:
        where = parse_address(address)
        assert where is not None
        return self.database.elsewhere(lambda storage: delete_tenant(storage, where))

    def restore(self, address: str) -> Tenant:
        where = parse_address(address)
        assert where is not None
        return self.database.elsewhere(lambda storage: restore_tenant(storage, where))

    def allow(self, address: str, elements: int | None) -> Tenant:
        where = parse_address(address)
        assert where is not None
        return self.database.elsewhere(lambda storage: set_quota(storage, where, elements))

    def let_in(self, address: str, role: str = "administrator") -> None:
        self.database.add_token(address, role)

    def exists(self, address: str) -> bool:
        where = parse_address(address)
        assert where is not None
        return self.database.run(self.database.storage.tenant(where)) is not None

    def post(self, path: str, body: object = None, at: str = SYSTEM, role: str = "administrator") -> httpx.Response:
        content = None if body is None else json.dumps(body).encode()
        return self.api.post(path, role, tenant=at, content=content)

    def write(self, path: str, body: object = None, at: str = SYSTEM) -> Json:
        """The JSON of a write that must succeed."""
        response = self.post(path, body, at)
        assert response.status_code == 200, response.text
        answer: Json = response.json()
        return answer

    def add(self, path: str, at: str = SYSTEM, **element: Any) -> Json:
        """An element that is made."""
        made: Json = self.write(path, {"elements": [element]}, at)["elements"][0]
        return made

    def add_collection(self, name: str) -> Json:
        return self.add(COLLECTIONS, **collection(name))

    def add_storage(self, name: str, inside: Json, **attributes: str) -> Json:
        return self.add(DETAIL, **storage(name, inside, **attributes))

    def ids(self, path: str, at: str = SYSTEM) -> list[str]:
        """The names by which the elements of a list are part of addresses, in order."""
        found = self.api.read(f"{path}?$select=id", tenant=at)["elements"]
        return [each["attributes"]["id"]["127"] for each in found]


def collection(name: str) -> Json:
    return {"type": "collection", "attributes": {"id": {"127": name}, "name": {"1033": f"The {name}"}}}


def storage(name: str, inside: Json | None = None, **attributes: str) -> Json:
    fields = {"storageTemplate": "empty", **attributes}
    given = {"id": {"127": name}, "name": {"1033": f"The {name}"}} | {
        key: {"127": value} for key, value in fields.items() if value
    }
    related = {} if inside is None else {"inCollection": [{"id": inside["id"]}]}
    return {"type": "storage", "attributes": given, "related": related}


def attributes(element: Json) -> dict[str, object]:
    """The attributes of an element without cultures."""
    return {name: next(iter(values.values())) for name, values in element["attributes"].items() if values}
