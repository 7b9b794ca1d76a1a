"""Callers of a tenant of their own who delete, restore, move and lock, and know which answer they want."""

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest

from tests.support import company
from tests.support.api import RIVAL, Database, Json, element
from tests.support.changing import DETAIL, Changing

ROLES: Final = ("viewer", "editor", "architect", "administrator")
DELETED: Final = {"message": "Element has been deleted.", "output": "volatile", "type": "success", "data": []}
NOT_FOUND: Final = {
    "message": "There is no such element.",
    "output": "volatile",
    "type": "error",
    "data": [{"error": "There is no such element.", "code": "not-found"}],
}
"""The error for an id that nothing has, or that stands in another facet."""


class Owner(Changing):
    """A tenant to itself, with callers of four roles."""

    def answer(
        self,
        method: str,
        path: str,
        body: object = None,
        role: str | None = "administrator",
        status: int = 200,
        **headers: str,
    ) -> Json:
        """The JSON of an answer with this status, without the id of the request."""
        content = None if body is None else json.dumps(body).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        response = self.api.send(method, path, role, tenant=self.address, content=content, headers=named)
        assert response.status_code == status, response.text
        answer: Json = response.json()
        answer.pop("requestId", None)
        return answer

    def delete(self, id_: str, query: str = "", facet: str = "processes", **more: Any) -> Json:
        return self.answer("DELETE", element(id_, facet) + query, **more)

    def element(self, id_: str, facet: str = "processes", role: str = "administrator") -> Json:
        found: Json = self.read(element(id_, facet), role)["elements"][0]
        return found

    def exists(self, id_: str, facet: str = "processes", role: str = "administrator") -> bool:
        return self.get(element(id_, facet), role).status_code == 200

    def etag(self, id_: str, facet: str = "processes") -> str:
        return str(self.get(element(id_, facet)).headers["etag"])

    def children(self, id_: str, facet: str = "processes") -> list[str]:
        return [str(each["id"]) for each in self.read(f"{element(id_, facet, 'tree')}/children")["elements"]]

    def kinds(self, id_: str, facet: str = "processes") -> list[str]:
        """What happened to an element, the last first."""
        return [str(each["kind"]) for each in self.history(id_, "?$pageSize=1000", DETAIL.replace("processes", facet))]

    def create(self, name: str, parent: str | None = None, role: str = "administrator", **more: Any) -> Json:
        """A new sub process, or what else is said."""
        made = {"type": "subProcess", "parent": parent, "attributes": {"name": {"1033": name}}, **more}
        return self.update(made, role=role)[0]

    def diagram(self, number: int, *tasks: int) -> str:
        """A draft whose diagram shows tasks that others may show, too: only an import makes such."""
        record = company.versioned("subProcess", number, "0.1", "inProcess", {1033: f"Process {number}"})
        record["content"] = [
            {
                "id": company.element_id(each),
                "properties": {"shapeId": company.shape_id(number, "0.1", place), "predecessors": []},
            }
            for place, each in enumerate(tasks)
        ]
        fresh = [each for each in tasks if not self.exists(company.element_id(each))]
        made = [company.plain("task", company.element_id(each), {1033: f"Task {each}"}) for each in fresh]
        self.database.add_elements(self.address, lambda: [company.header(), record, *made])
        return company.element_id(number)

    def trash(self) -> list[Json]:
        found: list[Json] = self.read("rest/trash?$pageSize=1000")["values"]
        return found

    def restore(self, element_id: str, **more: Any) -> Json:
        """Bring back what was deleted last of an element."""
        deletion = next(each["id"] for each in self.trash() if each["elementId"] == element_id)
        return self.answer("POST", f"rest/trash/{deletion}/restore", **more)

    def principal(self, role: str) -> str:
        """The id of who acts with the token of a role."""
        tokens = self.read("rest/facets/automation/views/detail/elements")["elements"]
        return next(str(each["id"]) for each in tokens if each["attributes"]["name"]["1033"] == role)


@pytest.fixture
def own(database: Database) -> Iterator[Owner]:
    owner = Owner(database, roles=ROLES)
    yield owner
    owner.close()


@pytest.fixture(scope="module")
def still(database: Database) -> Iterator[Owner]:
    """A tenant for requests that change nothing, which is made sure of in the end."""
    owner = Owner(database, roles=ROLES)
    revision = owner.revision
    yield owner
    assert owner.revision == revision
    owner.close()


def deletions(id_: str, query: str = "") -> list[tuple[str, str]]:
    """Both ways to delete an element of the processes."""
    return [("POST", f"{element(id_)}/delete{query}"), ("DELETE", f"{element(id_)}{query}")]


def refuses_strangers(own: Owner, method: str, path: str, body: object = None) -> None:
    """No token, an unknown one and one of another tenant get the same response."""
    content = None if body is None else json.dumps(body).encode()
    stranger = own.database.tokens[RIVAL, "administrator"]
    for token in (None, "aaaaaaaaaaaaaaaaaaaaaaaaaa", stranger):
        response = own.api.send(method, path, None, tenant=own.address, token=token, content=content)
        assert response.status_code == 401, response.text
        assert response.json()["message"] == "A valid token of this storage is needed."


def refused(message: str, *data: Json, output: str = "dialog", type_: str = "error") -> Json:
    """An error as a response holds it."""
    return {"message": message, "output": output, "type": type_, "data": list(data)}


def forbidden(message: str) -> Json:
    return refused(message, {"error": message, "code": "forbidden"}, output="volatile", type_="unauthorized")
