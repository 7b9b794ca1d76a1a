"""A tenant that has one of everything an address or a body can name, and a caller of every role."""

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import count
from typing import Any, Final

import httpx

from facetstore.domain.pictures import Picture
from facetstore.domain.tenant import Tenant
from tests.rest.mcp.asking import data
from tests.support import company
from tests.support.api import ROLES, Api, Json
from tests.support.people import add_link, add_person
from tests.support.pictures import webp

PROCESSES: Final = "rest/facets/processes/views/detail/elements"
USERS: Final = "rest/facets/users/views/detail/elements"
LOGIN: Final = "somebody"
"""A user who can sign in here; in the other tenant the name has another mark before it."""

_NUMBERS: Final = {
    "house": 1, "structure": 2, "draft": 10, "released": 11, "authored": 12, "reviewed": 13, "others": 14,
    "gone": 16, "task shown": 20, "set": 31, "file": 60,
}  # fmt: skip
_SET: Final = ["show", "open", "edit", "new", "delete", "approve"]

_made = count(1)


def unknown(id_: str) -> str:
    """An id that nothing has, of the same form. No vowel goes or comes: an ae in it is searched for as ä as well."""
    return re.sub("[0-9b-df]", lambda found: "c" if found[0] == "b" else "b", id_, count=1)


class Premises:
    """The tenant, and the ids of what it has by what they are of."""

    def __init__(self, api: Api, address: str, mark: str) -> None:
        # Another one each time: who runs tests beside others may come back to a file whose premises were given up.
        self.api, self.address, self.mark = api, f"{address}-{next(_made)}", mark
        api.database.add_tenant(self.address, company.SETTINGS, self._records, roles=("administrator",))
        self.ids = {name: self._id(company.element_id(number)) for name, number in _NUMBERS.items()}
        self._name_elements()
        self._add_callers()
        self.api.database.run(self._add_picture(api.database.tenant(self.address)))
        self._open_tasks()
        self._delete()
        self._plan()
        self._comment()
        self._ask()
        self._propose()
        found = self._write("rest/tokens", {"name": "another", "role": "viewer"})
        self.ids["token"] = found["values"][0]["id"]
        hook = {"name": "Hook", "url": "http://127.0.0.1:9/hook", "paused": True}
        self.ids["webhook"] = self._write("rest/webhooks", hook)["values"][0]["id"]

    def send(self, method: str, path: str, who: str | None = "administrator", body: object = None) -> httpx.Response:
        content = None if body is None else json.dumps(body).encode()
        return self.api.send(method, path, who, tenant=self.address, content=content)

    def _name_elements(self) -> None:
        """What stands for any element, and what belongs to those that stand for a state."""
        ids, draft = self.ids, _NUMBERS["draft"]
        for name in ("draft", "released", "authored"):
            number = "1.0" if name == "released" else "0.1"
            ids[f"version of {name}"] = self._id(company.version_id(_NUMBERS[name], number))
            ids[f"parent of {name}"] = ids["structure"]
        ids |= {"version of structure": ids["structure"], "parent of structure": ids["house"]}
        ids |= {"element": ids["draft"], "version": ids["version of draft"], "parent": ids["structure"]}
        ids["shape"] = self._id(company.shape_id(draft, "0.1", 1))

    def _add_callers(self) -> None:
        """A user of each role, an inactive one, one for tasks of others, and one who signs in by a link."""
        database, ids = self.api.database, self.ids
        for name in (*ROLES, "inactive", "user"):
            ids[name] = add_person(database, self.address, name, name if name in ROLES else "editor")
        ids["delegate"] = ids["user"]
        ids["login"] = f"{self.mark}-{LOGIN}"
        ids["link"] = add_link(database, self.address, add_person(database, self.address, ids["login"]))
        gone: Json = {"id": ids["inactive"], "attributes": {"roleInactive": {"127": True}}}
        self._write(USERS, {"elements": [gone]})
        authored: Json = {"id": ids["authored"], "related": {"author": [{"id": ids["user"]}]}}
        self._write(PROCESSES, {"elements": [authored]})
        database.let_in(self.address, {name: ids[name] for name in (*ROLES, "inactive")})

    async def _add_picture(self, tenant: Tenant) -> None:
        """A picture of the user whose id stands for users."""
        data = webp()
        async with self.api.database.storage.writer(tenant, actor=None) as writer:
            picture = Picture(self.ids["user"], "image/webp", sha256(data).hexdigest(), data)
            await writer.pictures.put(picture)

    def _open_tasks(self) -> None:
        """One for each active caller, by role, and one of another user."""
        reviewers: dict[str, tuple[str, ...]] = {"reviewed": ROLES, "others": ("user",)}
        self._write(PROCESSES, {"elements": [self._reviewed(*each) for each in reviewers.items()]})
        for name in reviewers:
            self._write(f"release/{self.ids[name]}/transitions/InProcessToInReview?ignoreWarnings=true")
            found = self._read(f"rest/tasks?element={self.ids[name]}")["values"]
            tasks = {each["assignee"]: each["id"] for each in found}
            self.ids |= {f"task of {who}": tasks[self.ids[who]] for who in reviewers[name]}
        self.ids["task"] = self.ids["task of administrator"]

    def _reviewed(self, name: str, reviewers: Iterable[str]) -> Json:
        return {"id": self.ids[name], "related": {"reviewer": [{"id": self.ids[who]} for who in reviewers]}}

    def _plan(self) -> None:
        """A plan of an administrator, which no other caller finds."""
        table = f"elementId,name.1033\n{self.ids['draft']},Planned\n".encode()
        response = self.api.send("POST", "rest/imports?facet=processes", tenant=self.address, content=table)
        self.ids["import"] = _body_of(response)["values"][0]["id"]

    def _ask(self) -> None:
        """Everyone is asked to confirm what is released."""
        self._write(f"{PROCESSES}/{self.ids['released']}/acknowledgements/request", {"roles": ["viewer"]})

    def _comment(self) -> None:
        """A comment of an administrator on the element that stands for all."""
        found = self._write(f"{PROCESSES}/{self.ids['draft']}/comments", {"text": f"A comment {self.mark}"})
        self.ids["comment"] = found["values"][0]["id"]

    def _propose(self) -> None:
        """A proposal of an agent that has the credential of the editor."""
        draft = {"type": "subProcess", "parent": self.ids["structure"], "attributes": {"name": {"1033": "Proposed"}}}
        arguments = {"title": "A draft", "reason": "To try it", "changes": [draft]}
        found = data(self.api, "propose", "editor", tenant=self.address, **arguments)
        self.ids["proposal"] = found["proposal"]

    def _delete(self) -> None:
        self._write(f"{PROCESSES}/{self.ids['gone']}/delete")
        self.ids["deletion"] = self._read("rest/trash")["values"][0]["id"]

    def _write(self, path: str, body: object = None) -> Json:
        return _body_of(self.send("POST", path, body=body))

    def _read(self, path: str) -> Json:
        return _body_of(self.send("GET", path))

    def _id(self, id_: str) -> str:
        """The id of an element of the company, as it is here."""
        return self.mark + id_[len(self.mark) :]

    def _records(self) -> Iterator[company.Record]:
        for record in _records(self.mark):
            yield self._marked(record)

    def _marked(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {name: self._marked(each) for name, each in value.items()}
        if isinstance(value, list):
            return [self._marked(each) for each in value]
        return self._id(value) if isinstance(value, str) and value[8:19] == "-0000-0000-" else value


def _body_of(response: httpx.Response) -> Json:
    assert response.status_code == 200, response.text
    body: Json = response.json()
    return body


def _records(mark: str) -> Iterator[company.Record]:
    ids = {name: company.element_id(number) for name, number in _NUMBERS.items()}
    yield company.header()
    made = company.plain("permissionSet", ids["set"], {1033: f"All {mark}"})
    made["attributes"]["grants"] = {127: _SET}
    yield made
    yield company.plain("processHouse", ids["house"], {1033: f"House {mark}"})
    structure = company.plain("subCategory", ids["structure"], {1033: f"Structure {mark}"}, 0, ids["house"])
    yield {**structure, "files": [_file(mark)]}
    yield {**_process("draft", mark), "content": [_shape()]}
    yield company.flow("task", _NUMBERS["task shown"], f"Work {mark}")
    for name in ("authored", "reviewed", "others", "gone"):
        yield _process(name, mark)
    yield _process("released", mark, "1.0", "released")
    content = _content(mark)
    yield {"kind": "file", "sha256": sha256(content).hexdigest(), "number": 0, "data": b64encode(content).decode()}


def _process(name: str, mark: str, number: str = "0.1", state: str = "inProcess") -> company.Record:
    parent = company.element_id(_NUMBERS["structure"])
    names = {1033: f"{name.title()} {mark}"}
    made = company.versioned("subProcess", _NUMBERS[name], number, state, names, parent)
    made["attributes"]["description"] = {1033: f"{company.XML}<p>How it is done</p>"}
    return {**made, "files": [_file(mark)]}


def _file(mark: str) -> company.Record:
    """A file that elements of every state have, under the same id."""
    content = _content(mark)
    size, hash_ = len(content), sha256(content).hexdigest()
    known = {"id": company.element_id(_NUMBERS["file"]), "name": f"{mark}.txt", "mimeType": "text/plain; charset=utf-8"}
    return {**known, "size": size, "sha256": hash_, "addedOn": "2026-01-02T03:04:05"}


def _content(mark: str) -> bytes:
    return f"A file of {mark}".encode()


def _shape() -> company.Record:
    properties = {"shapeId": company.shape_id(_NUMBERS["draft"], "0.1", 1), "predecessors": []}
    return {"id": company.element_id(_NUMBERS["task shown"]), "properties": properties}
