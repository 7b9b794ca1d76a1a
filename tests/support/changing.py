"""A tenant that one test may change, and what its callers send to it."""

import json
from collections.abc import Iterator
from itertools import count
from typing import Any, Final

import httpx

from facetstore.domain.tenant import TenantSettings
from tests.support import company
from tests.support.api import Api, Database, Json, Records

DIAGRAM: Final = "rest/facets/processes/views/diagram/elements"
DETAIL: Final = "rest/facets/processes/views/detail/elements"
ROLES: Final = ("viewer", "editor", "administrator")

_numbers = count(1)


class Changing:
    """Callers of every kind and the tenant they change."""

    def __init__(
        self,
        database: Database,
        records: Records = company.acme,
        roles: tuple[str, ...] = ROLES,
        settings: TenantSettings = company.SETTINGS,
    ) -> None:
        self.database = database
        self.api = Api(database)
        self.address = database.add_tenant(f"changing/{next(_numbers)}", settings, records, roles=roles)

    @property
    def base(self) -> str:
        """What the addresses in answers begin with."""
        return f"http://test/{self.address}"

    @property
    def revision(self) -> int:
        """How often the tenant has changed."""
        return self.database.tenant(self.address).revision

    def get(self, path: str, role: str | None = "administrator", **headers: str) -> httpx.Response:
        return self.api.get(path, role, tenant=self.address, headers=_named(headers))

    def read(self, path: str, role: str = "administrator") -> Json:
        """The JSON of a read that must succeed."""
        response = self.get(path, role)
        assert response.status_code == 200, response.text
        body: Json = response.json()
        return body

    def post(
        self, path: str, body: object = None, role: str | None = "administrator", **headers: str
    ) -> httpx.Response:
        content = None if body is None else json.dumps(body).encode()
        return self.api.post(path, role, tenant=self.address, content=content, headers=_named(headers))

    def write(self, path: str, body: object = None, role: str = "administrator", **headers: str) -> Json:
        """The JSON of a write that must succeed."""
        response = self.post(path, body, role, **headers)
        assert response.status_code == 200, response.text
        answer: Json = response.json()
        return answer

    def update(self, *elements: Json, role: str = "administrator", path: str = DETAIL, **headers: str) -> list[Json]:
        """What operation 5 answers to these elements."""
        answer: list[Json] = self.write(path, {"elements": elements}, role, **headers)["elements"]
        return answer

    def draw(self, diagram: str, *items: Json, role: str = "administrator", **headers: str) -> httpx.Response:
        return self.post(f"{DIAGRAM}/{diagram}/content", {"values": items}, role, **headers)

    def drawn(self, diagram: str, *items: Json) -> list[str]:
        """The ids that operation 11 answers to these items."""
        answer = self.write(f"{DIAGRAM}/{diagram}/content", {"values": items})
        return [each["id"] for each in answer["values"]]

    def content(self, diagram: str, role: str = "administrator") -> list[Json]:
        found: list[Json] = self.read(f"{DIAGRAM}/{diagram}/content", role)["elements"]
        return found

    def flow(self, diagram: str) -> dict[str, list[str]]:
        """A diagram in short: the names it shows, each with the names before it."""
        shapes = self.content(diagram)
        names = {each["properties"]["shapeId"]: _name(each) for each in shapes}
        return {
            _name(each): [names[before["properties"]["shapeId"]] for before in each["properties"]["predecessors"]]
            for each in shapes
        }

    def shapes(self, diagram: str) -> dict[str, str]:
        """The ids of the shapes by the names of what they show."""
        return {_name(each): each["properties"]["shapeId"] for each in self.content(diagram)}

    def history(self, id_: str, query: str = "", path: str = DETAIL) -> list[Json]:
        found: list[Json] = self.read(f"{path}/{id_}/history{query}")["values"]
        return found

    def release(self, process: str) -> None:
        """Release the draft of a process as it is."""
        texts = {"description": {"1033": "What it is for"}, "reasonForRevision": {"127": "It was time"}}
        self.update({"id": process, "attributes": texts})
        self.write(f"release/{process}/transitions/InProcessToReleased?ignoreWarnings=true")

    def new_version(self, process: str) -> str:
        """The version id of a new draft."""
        made: str = self.write(f"release/{process}/createversion")["elements"][0]["versionId"]
        return made

    def close(self) -> None:
        self.api.close()


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def _name(element: Json) -> str:
    name: str = element["attributes"]["name"]["1033"]
    return name


def new(index: int, type_: str, name: str, *predecessors: int, **more: Any) -> Json:
    """An item that draws a new element."""
    element = {"type": type_, "attributes": {"name": {"1033": name}}, **more}
    return {"shapeInfo": {"index": index, "predecessors": list(predecessors)}, "element": element}


def existing(index: int, id_: str, *predecessors: int, **more: Any) -> Json:
    """An item about a shape that is there: an anchor, or with `element`, `delete` and so on what becomes of it."""
    before = {"predecessors": list(predecessors)} if predecessors else {}
    return {"shapeInfo": {"index": index, "id": id_, **before}, **more}


def line(first: int, *names: str) -> Iterator[Json]:
    """Tasks one after the other."""
    for index, name in enumerate(names, first):
        yield new(index, "task", name, *([index - 1] if index > first else []))
