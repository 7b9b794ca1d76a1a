"""A made-up tenant behind a server with the habits of the reference product.

Pages hold 3 elements whatever is asked for. Lists of `detail` show no children: the tree has to be walked. Versions show less than the
element itself. Ids are in upper case here and there, enumerations of errors in Pascal case, tokens show their secrets, and some types,
attributes, states and contexts are unknown to Facetstore. Every seventh request is throttled.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tests.exchange.pull.small_server import Asked, Given

TOKEN: Final = "t0ken-0f-the-w0rks"
SECRET: Final = "secret-of-the-robot-77"
PAGE: Final = 3

Item = dict[str, Any]


def guid(number: int) -> str:
    return f"0a1b2c3d-0000-4000-8000-{number:012x}"


HOUSE, CATEGORY, MAIN, SUB, USER, START, TASK, END, ROBOT = map(guid, range(1, 10))
MAIN_VERSION, SUB_OLD, SUB_NEW = map(guid, range(101, 104))
SYSTEMS: Final = [guid(1000 + number) for number in range(8)]
MACHINE: Final = guid(3000)


def _texts(german: str, english: str) -> Item:
    return {"1031": german, "1033": english}


def _reference(item: Item) -> Item:
    keys = ("facetName", "id", "versionId", "creationId", "type", "state")
    return {key: item[key] for key in keys if key in item} | {"expandUri": "https://works.example/pilot/works/..."}


def _element(facet: str, id_: str, type_: str, german: str, english: str, **more: Any) -> Item:
    attributes = {"name": _texts(german, english), **more.pop("attributes", {})}
    return {"facetName": facet, "id": id_, "type": type_, "attributes": attributes, "related": {}, **more}


def _flow(id_: str, type_: str, german: str, english: str, **more: Any) -> Item:
    return _element("processes", id_, type_, german, english, creationId=id_, **more)


USER_ITEM: Final = _element(
    "users",
    USER.upper(),
    "user",
    "Erika Muster",
    "Erika Muster",
    creationId=USER,
    attributes={"shoeSize": {"127": "39"}},
)
ROBOT_ITEM: Final = _element("automation", ROBOT, "authToken", "Roboter", "Robot", creationId=ROBOT)
ROBOT_ITEM["attributes"] |= {"id": {"127": SECRET}, "roleViewer": {"127": True}}
SYSTEM_ITEMS: Final = [
    _element(
        "it", id_, "system", f"System {n}", f"System {n}", versionId=guid(2000 + n), state="released",
        attributes={"version": {"127": "1.0"}, "colourOfTheMoon": {"127": "pale"}},
    )
    for n, id_ in enumerate(SYSTEMS)
]  # fmt: skip
MACHINE_ITEM: Final = _element("it", MACHINE, "machineOfTheWorks", "Presse", "Press", creationId=MACHINE)
HOUSE_ITEM: Final = _flow(HOUSE, "processHouse", "Prozesshaus", "Process house", attributes={"state1": {"127": "show"}})
CATEGORY_ITEM: Final = _element("processes", CATEGORY, "subCategory", "Kern", "Core")
MAIN_ITEM: Final = _element(
    "processes", MAIN, "mainProcess", "Bauen", "Build", versionId=MAIN_VERSION, state="released",
    attributes={"version": {"127": "1.0"}},
)  # fmt: skip


def _sub(version: str, state: str, number: str) -> Item:
    attributes = {"version": {"127": number}, "validUntil": {"127": "9999-12-31T00:00:00"}, "state1": {"127": state}}
    attributes["description"] = {"1033": '<?xml version="1.0" encoding="utf-8"?><p>How it is built.</p>'}
    item = _element("processes", SUB, "subProcess", "Montieren", "Assemble", versionId=version, state=state, attributes=attributes)  # fmt: skip
    item["related"] = {
        "author": [_reference(USER_ITEM)],
        "createdBy": [_reference(ROBOT_ITEM)],
        "systems": [_reference(SYSTEM_ITEMS[0]), _reference(MACHINE_ITEM)],
    }
    return item


SUB_VERSIONS: Final = [_sub(SUB_OLD, "expired", "1.0"), _sub(SUB_NEW.upper(), "inProcess", "1.1")]
FLOW: Final = [
    _flow(START, "evStart", "Auftrag", "Order"),
    _flow(TASK, "task", "Schrauben", "Screw", related={"systems": [_reference(SYSTEM_ITEMS[1])]}),
    _flow(END, "evEnd", "Fertig", "Done"),
]
CONTENT: Final = [
    {
        "properties": {
            "shapeId": guid(500 + place),
            "predecessors": [{"properties": {"shapeId": guid(499 + place)}}] if place else [],
        },
        **_reference(each),
        "attributes": {"name": each["attributes"]["name"]},
    }
    for place, each in enumerate(FLOW)
]
CHILDREN: Final = {HOUSE: [CATEGORY_ITEM], CATEGORY: [MAIN_ITEM], MAIN: [SUB_VERSIONS[1]]}
FACETS: Final[Mapping[str, list[Item]]] = {
    "automation": [ROBOT_ITEM],
    "it": [*SYSTEM_ITEMS, MACHINE_ITEM],
    "processes": [HOUSE_ITEM, CATEGORY_ITEM, MAIN_ITEM, SUB_VERSIONS[1]],
    "users": [USER_ITEM],
}
VIEWS: Final = {"processes": ["detail", "list", "tree"]}
INFO: Final = {
    "type": "IStorageContext",
    "tenant": guid(1),
    "title": "Pilot works",
    "description": "A factory",
    "dataCultures": [1031, 1033],
    "defaultDataCulture": 1031,
    "mandatoryCultures": [1031, 1033],
    "optionalCultures": [],
    "isValid": True,
    "region": {"name": "DE"},
    "timeZone": {"Id": "W. Europe Standard Time"},
}
NOT_FOUND: Final = Given(404, {"message": "An error occurred.", "output": "Volatile", "type": "Error", "data": []})


class ReferenceWorks:
    """Answers as the reference product does. `throttled`: every so many requests one is answered with 429."""

    def __init__(self, throttled: int = 7) -> None:
        self._throttled = throttled
        self._refused: set[str] = set()

    def __call__(self, asked: Asked) -> Given:
        if asked.headers.get("symbio-auth-token") != TOKEN:
            return Given(401, {"message": "Unauthorized", "output": "Volatile", "type": "Unauthorized", "data": []})
        key = f"{asked.path} {asked.parameters}"
        if self._throttled and asked.number % self._throttled == 0 and key not in self._refused:
            self._refused.add(key)
            return Given(429, {"message": "Slow down."}, {"Retry-After": "0"})
        if asked.headers.get("api-version", "1.0") not in ("1.0", "2.0", "3.0", "4.0"):
            return Given(400, {"message": "Unknown version."})
        return _answer(asked)


def _answer(asked: Asked) -> Given:
    match asked.path.split("/"):
        case ["rest", "info"]:
            return Given(body=INFO)
        case ["rest", "facets"]:
            return _values([{"name": name, "displayNames": {}, "views": "..."} for name in FACETS])
        case ["rest", "facets", facet, "views"] if facet in FACETS:
            # One entry for each internal view, as the older pages show it.
            names = VIEWS.get(facet, ["detail", "list"])
            return _values([{"name": name, "isHierarchical": name == "tree"} for name in (*names, names[0])])
        case ["rest", "facets", facet, "views", view, "elements"] if facet in FACETS:
            return _page(FACETS[facet] if view != "tree" else [HOUSE_ITEM], asked)
        case ["rest", "facets", "processes", "views", "tree", "elements", id_, "children"]:
            return _elements(CHILDREN.get(id_, []))
        case ["rest", "facets", _, "views", "detail", "elements", id_, *rest]:
            return _of_element(id_, "/".join(rest))
    return NOT_FOUND


def _of_element(id_: str, what: str) -> Given:
    every = [*(each for items in FACETS.values() for each in items), *SUB_VERSIONS, *FLOW]
    versions = [each for each in every if id_ in (each["id"].lower(), each.get("versionId", "").lower())]
    if not versions:
        return NOT_FOUND
    match what:
        case "":
            return _elements(versions[:1])
        case "versions" if "versionId" in versions[0]:
            found = SUB_VERSIONS if versions[0]["id"] == SUB else versions[:1]
            return _elements([_reduced(each) for each in found])
        case "content" if versions[0]["id"] == SUB:
            return _elements(CONTENT)
        case "content":
            return _elements([])
    return NOT_FOUND


def _reduced(item: Item) -> Item:
    """What the list of versions shows: no texts but the name, and no systems."""
    attributes = {name: each for name, each in item["attributes"].items() if name in ("name", "version", "state1")}
    return item | {"attributes": attributes, "related": {}}


def _page(items: list[Item], asked: Asked) -> Given:
    page = int(asked.parameters.get("$page", "1"))
    return _elements(items[(page - 1) * PAGE : page * PAGE])


def _elements(items: list[Item]) -> Given:
    return Given(body={"count": len(items), "elements": items})


def _values(items: list[Item]) -> Given:
    return Given(body={"count": len(items), "values": items})
