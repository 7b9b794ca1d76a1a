"""Tenants as the service creates them, with their languages and stereotypes, and what callers of every role send to them."""

import json
from collections.abc import Iterable
from itertools import count
from typing import Any, Final

import httpx

from facetstore.domain.callers import Role
from facetstore.domain.tenant import Tenant, TenantSettings, parse_address
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tenants.tenant_changes import create_tenant
from facetstore.usecases.tokens.issuing import create_token
from tests.support.api import ROLES, Api, Database, Json

CULTURES: Final = "rest/facets/cultures/views/detail/elements"
STEREOTYPES: Final = "rest/facets/stereotypes/views/detail/elements"
SYSTEMS: Final = "rest/facets/it/views/detail/elements"
TAGS: Final = "rest/facets/tags/views/detail/elements"

BOTH: Final = TenantSettings(mandatory_cultures=(1033,), optional_cultures=(1031,))

_FLAGS: Final = {"default": "cultureIsDefault", "mandatory": "cultureIsMandatory"}
_numbers = count(1)


class Configured:
    """A tenant of a test's own."""

    def __init__(self, database: Database, settings: TenantSettings = BOTH, roles: Iterable[str] = ROLES) -> None:
        self.database, self.api = database, Api(database)
        self.address = f"configured/{next(_numbers)}"
        parsed = parse_address(self.address)
        assert parsed is not None
        database.run(create_tenant(database.storage, parsed, settings))
        for role in roles:
            made = create_token(database.storage, serve(self.tenant), role, Role[role.upper()])
            database.tokens[self.address, role] = database.run(made)

    @property
    def tenant(self) -> Tenant:
        return self.database.tenant(self.address)

    def send(self, method: str, path: str, body: object = None, role: str = "administrator") -> httpx.Response:
        content = None if body is None else json.dumps(body).encode()
        return self.api.send(method, path, role, tenant=self.address, content=content)

    def read(self, path: str, role: str = "administrator") -> Json:
        response = self.send("GET", path, role=role)
        assert response.status_code == 200, response.text
        body: Json = response.json()
        return body

    def post(self, path: str, *elements: Json, role: str = "administrator") -> httpx.Response:
        return self.send("POST", path, {"elements": elements}, role)

    def store(self, path: str, *elements: Json, role: str = "administrator") -> list[Json]:
        response = self.post(path, *elements, role=role)
        assert response.status_code == 200, response.text
        found: list[Json] = response.json()["elements"]
        return found

    def delete(self, path: str, role: str = "administrator") -> httpx.Response:
        return self.send("DELETE", path, role=role)

    @property
    def info(self) -> Json:
        found: Json = self.read("rest/info")
        return found["values"][0] if "values" in found else found

    @property
    def cultures(self) -> tuple[Any, ...]:
        """The default, the mandatory and the optional cultures of StorageInfo."""
        info = self.info
        assert info["dataCultures"] == sorted({*info["mandatoryCultures"], *info["optionalCultures"]})
        return info["defaultDataCulture"], info["mandatoryCultures"], info["optionalCultures"]

    @property
    def languages(self) -> dict[int, Json]:
        """The elements of the facet of languages, by culture."""
        found = self.read(CULTURES)["elements"]
        return {int(each["attributes"]["lcid"]["127"]): each for each in found}

    def add(self, lcid: int, **flags: bool) -> Json:
        return self.store(CULTURES, language(lcid, **flags))[0]

    def stereotypes(self, facet: str = "it", type_: str = "system", role: str = "administrator") -> dict[str, Json]:
        """What the configuration of a type lists, by key."""
        config = self.read(f"rest/facets/{facet}/views/detail/config/{type_}", role)["values"][0]
        property_ = next(each for each in config["properties"] if each["key"] == "stereotype")
        return {each["key"]: each for each in property_["attribute"]["selectableValues"]}

    def close(self) -> None:
        self.api.close()


def language(lcid: int | str, **flags: bool) -> Json:
    """A language to be created."""
    attributes = {"name": {"1033": f"Language {lcid}"}, "lcid": {"127": str(lcid)}}
    return {
        "type": "configCulture",
        "attributes": {**attributes, **{_FLAGS[name]: {"127": value} for name, value in flags.items()}},
    }


def flags(id_: str, **given: bool) -> Json:
    """A change of a language."""
    return {"id": id_, "attributes": {_FLAGS[name]: {"127": value} for name, value in given.items()}}


def system(name: str = "ERP", culture: int = 1033, **more: Any) -> Json:
    return {"type": "system", "attributes": {"name": {str(culture): name}}, **more}
