"""An office in which people work on processes, each with a name and a way to call: authors, reviewers, owners and others."""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, Final

import httpx

from facetstore.domain.callers import Role
from facetstore.metamodel.loader import load_standard
from facetstore.regional.time_zones import local_now, time_zone
from tests.support import company
from tests.support.api import Api, Database, Json

ROLES: Final = {
    "anna": Role.EDITOR,
    "ben": Role.EDITOR,
    "clara": Role.EDITOR,
    "dora": Role.EDITOR,
    "quinn": Role.EDITOR,
    "olga": Role.EDITOR,
    "paul": Role.APPROVER,
    "arno": Role.ARCHITECT,
    "vera": Role.VIEWER,
}
"""Anna writes, Ben, Clara and Dora review, Quinn checks quality, Olga is responsible; the others are who they are."""

IDS: Final = {name: company.element_id(300 + number) for number, name in enumerate((*ROLES, "ida"))}
"""Ida has left: she is inactive, and cannot call."""

SOUND: Final = company.element_id(401)
"""A draft with which nothing is wrong, of Anna, with two reviewers."""
SOUND_0_1: Final = company.version_id(401, "0.1")
GAPS: Final = company.element_id(402)
"""A draft without a description, whose diagram ends nowhere: errors and warnings."""
LOOSE: Final = company.element_id(403)
"""A draft whose diagram ends nowhere: warnings only."""
LOOSE_0_1: Final = company.version_id(403, "0.1")
CONTRACT: Final = company.element_id(404)
"""A draft with three reviewers, of whom two are enough, of a type that prohibits direct release."""
CONTRACT_0_1: Final = company.version_id(404, "0.1")
VALID: Final = company.element_id(405)
"""In effect, with a diagram."""
VALID_1_0: Final = company.version_id(405, "1.0")
WITHDRAWN: Final = company.element_id(406)
"""Imported while its expiry was requested."""

_OWN_TYPE: Final = {
    "facet": "stakeholders",
    "identity": "versioned",
    "lifecycle": "release",
    "directRelease": False,
    "approvals": {"Review": 2},
    "names": {"1031": "Vertrag", "1033": "Contract"},
    "descriptions": {"1031": "Was vereinbart ist.", "1033": "What is agreed."},
    "color": "#6E4A7E",
    "include": ["named", "tracked", "versioned"],
}
_numbers = count(1)


class Office:
    """The tenant, asked by people by their names, or by its administrator."""

    def __init__(self, api: Api, tenant: str) -> None:
        self.api = api
        self.tenant = tenant

    def send(
        self, method: str, path: str, who: str | None, body: object = None, headers: Mapping[str, str] | None = None
    ) -> httpx.Response:
        content = None if body is None else json.dumps(body).encode()
        return self.api.send(method, path, who, tenant=self.tenant, content=content, headers=headers)

    def post(self, path: str, who: str, body: object = None, *, status: int = 200, **headers: str) -> Any:
        """The JSON of the answer, which must have this status; names of headers are written with underscores."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        response = self.send("POST", path, who, body, named)
        assert response.status_code == status, response.text
        return response.json()

    def get(self, path: str, who: str = "administrator", *, status: int = 200) -> Any:
        response = self.send("GET", path, who)
        assert response.status_code == status, response.text
        return response.json()

    def apply(self, element: str, transition: str, who: str, body: object = None, *, status: int = 200) -> Any:
        """The response to a caller who takes a step."""
        return self.post(f"release/{element}/transitions/{transition}", who, body, status=status)

    def tasks(self, who: str, query: str = "") -> list[Json]:
        listed: list[Json] = self.get(f"rest/tasks{query}", who)["values"]
        return listed

    def element(self, id_: str, who: str = "administrator") -> Json:
        facet = "stakeholders" if id_ in (CONTRACT, CONTRACT_0_1) else "processes"
        (found,) = self.get(f"rest/facets/{facet}/views/detail/elements/{id_}", who)["elements"]
        shown: Json = found
        return shown

    def state(self, id_: str) -> str:
        state: str = self.element(id_)["state"]
        return state

    def etag(self, id_: str) -> str:
        response = self.send("GET", f"rest/facets/processes/views/detail/elements/{id_}", "administrator")
        return str(response.headers["etag"])

    def history(self, id_: str) -> list[Json]:
        """The history of an element, the last change first, without its import."""
        body = self.get(f"rest/facets/processes/views/detail/elements/{id_}/history")["values"]
        return [each for each in body if each["kind"] != "imported"]


def open_office(api: Api, database: Database) -> Office:
    """An office of one's own, with all people who can call."""
    tenant = database.add_tenant(f"office/{next(_numbers)}", company.SETTINGS, _records, roles=("administrator",))
    database.let_in(tenant, {name: IDS[name] for name in ROLES})
    return Office(api, tenant)


def steady(answer: Any, tenant: str) -> Any:
    """An answer with what differs from run to run named by words: ids made by the service, today, now, and the tenant."""
    if isinstance(answer, dict):
        return {name: steady(value, tenant) for name, value in answer.items() if name != "requestId"}
    if isinstance(answer, list):
        return [steady(value, tenant) for value in answer]
    if not isinstance(answer, str):
        return answer
    today = local_now(time_zone(company.SETTINGS.time_zone))[:10]
    answer = re.sub(rf"^{today}T(00:00:00)?.*$", lambda moment: "<today>" if moment[1] else "<now>", answer)
    return re.sub(r"\b(?!e1e0|7e00|5a00)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", "<new id>", answer).replace(
        tenant, "<tenant>"
    )


def _records() -> Iterator[company.Record]:
    yield {**company.header(), "storage": {"metamodel": {"types": {"contract": _OWN_TYPE}}}}
    yield company.plain("configCulture", company.GERMAN, {1033: "German"})
    yield company.plain("configCulture", company.ENGLISH, {1033: "English"})
    yield company.plain("userGroup", company.READERS, {1033: "Readers"})
    for name, role in {**ROLES, "ida": Role.EDITOR}.items():
        flags = load_standard().roles.flags_of(role)
        yield company.person(IDS[name], name.title(), "Example", **flags, roleInactive=name == "ida")
    yield _process(401, "0.1", "inProcess", reviewer=["ben", "clara"])
    yield {**_process(402, "0.1", "inProcess", ends=False), "attributes": {"name": {1033: "Process 402"}}}
    yield _process(403, "0.1", "inProcess", ends=False, reviewer=["ben"])
    yield company.versioned("contract", 404, "0.1", "inProcess", {1033: "Contract"}, **_people(reviewer=_REVIEWERS))
    yield _process(405, "1.0", "inEffect")
    yield _process(406, "1.0", "requestToExpire")
    for process in (401, 402, 403, 405, 406):
        yield company.flow("evStart", 10 * process + 1, "Begin")
        yield company.flow("task", 10 * process + 2, "Work")
        yield company.flow("evEnd", 10 * process + 3, "Done")


_REVIEWERS: Final = ["ben", "clara", "dora"]


def _people(**more: list[str]) -> dict[str, Any]:
    named = {"author": ["anna"], "owner": ["olga"], "qualityManager": ["quinn"], **more}
    return {context: [IDS[name] for name in names] for context, names in named.items()}


def _process(number: int, version: str, state: str, *, ends: bool = True, **more: list[str]) -> company.Record:
    """A described process of Anna's; one that does not end has no end event."""
    made = company.versioned("subProcess", number, version, state, {1033: f"Process {number}"}, **_people(**more))
    made["attributes"]["description"] = {1033: f"{company.XML}<p>How it is done</p>"}
    return {**made, "content": [_shape(number, place) for place in (1, 2, 3) if ends or place < 3]}


def _shape(process: int, place: int) -> company.Record:
    before = [{"properties": {"shapeId": company.shape_id(process, "1.0", place - 1)}}] if place > 1 else []
    properties = {"shapeId": company.shape_id(process, "1.0", place), "predecessors": before}
    return {"id": company.element_id(10 * process + place), "properties": properties}


def as_steps_show(element: Json) -> Json:
    """An element as operations 18 and 19 answer with it."""
    left_out = ("gotoUrl", "isReleased", "version")
    return {**element, "attributes": {n: v for n, v in element["attributes"].items() if n not in left_out}}
