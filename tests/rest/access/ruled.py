"""A tenant with rules of who reads and who writes some properties, and its twin that lacks what is hidden from editors."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import httpx

from tests.support import company
from tests.support.api import Records, element
from tests.support.changing import Changing

READ_BY_ARCHITECTS: Final = ("codeWord", "patron", "reserve")
HIDDEN: Final = (*READ_BY_ARCHITECTS, "verdict")
"""What editors may not read: attributes and a related context."""

PROCESS: Final = company.element_id(501)
"""In effect as 1.0, with a draft 1.1; it has a value of every property with a rule."""
PROCESS_1_0: Final = company.version_id(501, "1.0")
PROCESS_1_1: Final = company.version_id(501, "1.1")
TASK: Final = company.element_id(511)
"""In both diagrams, and with a code word, too."""
VIEW: Final = company.element_id(502)
"""Refers to the process."""

VALUES: Final[Mapping[str, Any]] = {
    "codeWord": {127: "Zinnober"},
    "openWord": {127: "Karmin"},
    "reserve": {127: 4711},
    "verdict": {1031: "Fraglich", 1033: "Doubtful"},
    "ceiling": {127: 100},
}
DRAFT: Final = element(PROCESS_1_1)
SECRETS: Final = ("Zinnober", "4711", "Fraglich", "Doubtful", "Indigo", company.OLGA, *HIDDEN)
"""What no answer to an editor holds."""
EVERY_ROLE: Final = ("viewer", "editor", "approver", "analyzer", "architect", "administrator")


def _property(name: str, **more: object) -> dict[str, object]:
    return {"names": {"1031": name, "1033": name}, "descriptions": {"1031": name, "1033": name}, **more}


PROPERTIES: Final = {
    "codeWord": _property(
        "Code word", dataType="SingleLineText", invariant=True, searchable=True, readableBy="architect"
    ),
    "openWord": _property("Open word", dataType="SingleLineText", invariant=True, searchable=True),
    "reserve": _property("Reserve", dataType="Integer", invariant=True, readableBy="architect"),
    "verdict": _property("Verdict", dataType="MultiLineText", readableBy="administrator", writableBy="administrator"),
    "patron": _property("Patron", relatedTypes=["user"], readableBy="architect"),
    "ceiling": _property("Ceiling", dataType="Integer", invariant=True, writableBy="architect"),
    "sponsor": _property("Sponsor", relatedTypes=["user"], writableBy="architect"),
}
_USED: Final = {"subProcess": tuple(PROPERTIES), "task": ("codeWord", "ceiling")}


def additions(but: tuple[str, ...] = (), unused: tuple[str, ...] = ()) -> dict[str, Any]:
    """The metamodel of the tenant, without some properties, or with some that no type has."""
    left_out = (*but, *unused)
    return {
        "properties": {name: each for name, each in PROPERTIES.items() if name not in but},
        "types": {
            type_: {"properties": {name: None for name in names if name not in left_out}}
            for type_, names in _USED.items()
        },
    }


def records(but: tuple[str, ...] = ()) -> Records:
    """The bundle of the tenant, without some properties."""

    def made() -> Iterator[company.Record]:
        yield {**company.header(), "storage": {"metamodel": additions(but)}}
        yield company.plain("configCulture", company.GERMAN, {1033: "German"})
        yield company.plain("configCulture", company.ENGLISH, {1033: "English"})
        yield company.plain("userGroup", company.READERS, {1033: "Readers"})
        yield company.person(company.ANNA, "Anna", "Amsel", userLoginCount=7, userLastLogin="2024-05-06T07:08:09")
        yield company.person(company.OLGA, "Olga", "Otter")
        for number, state in (("1.0", "inEffect"), ("1.1", "inProcess")):
            yield _without(but, _process(number, state))
        task = company.flow("task", 511, "Work")
        yield _without(but, {**task, "attributes": {**task["attributes"], "codeWord": {127: "Indigo"}}})
        yield company.plain("view", VIEW, {1033: "Journeys"}, 1, processes=[PROCESS])

    return made


def _process(number: str, state: str) -> company.Record:
    people: dict[str, Any] = {"owner": [company.ANNA], "patron": [company.OLGA], "sponsor": [company.ANNA]}
    made = company.versioned("subProcess", 501, number, state, {1031: "Prozess", 1033: "Process"}, **people)
    properties = {"shapeId": company.shape_id(501, number, 1), "predecessors": []}
    made["attributes"] |= VALUES
    return {**made, "content": [{"id": TASK, "properties": properties}]}


def _without(names: tuple[str, ...], made: company.Record) -> company.Record:
    parts = {part: {n: v for n, v in made[part].items() if n not in names} for part in ("attributes", "related")}
    return {**made, **parts}


_OWN_ID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
"""The id of what the service itself creates in a tenant."""


def comparable(response: httpx.Response, tenant: Changing) -> tuple[int, Any]:
    """An answer without what differs from tenant to tenant and from request to request."""
    body = json.loads(_OWN_ID.sub("", response.text.replace(tenant.address, "tenant")))
    body.pop("requestId", None)
    return response.status_code, body
