"""What no body changes: states, numbers, stamps and all else the server owns, and the caller's own roles (operation 5)."""

from collections.abc import Mapping
from contextlib import closing
from typing import Any, Final

import pytest

from tests.support import company
from tests.support.api import Database, Json
from tests.support.changing import Changing

LONG_AGO: Final = "2001-02-03T04:05:06"

ATTRIBUTES: Final[Mapping[str, Json]] = {
    "state1": {"127": "released"},
    "version": {"127": "9.0"},
    "majorVersion": {"127": 9},
    "minorVersion": {"127": 9},
    "isReleased": {"127": True},
    "isLastInProcessOrReleased": {"127": False},
    "isReleasedOrLastInProcess": {"127": False},
    "relOn": {"127": LONG_AGO},
    "changedOn": {"127": LONG_AGO},
    "createdOn": {"127": LONG_AGO},
    "gotoUrl": {"1033": "https://elsewhere.example/"},
    "authorNote": {"1033": "Released by nobody"},
    "userFirstLogin": {"127": LONG_AGO},
    "userLastLogin": {"127": LONG_AGO},
    "userLoginCount": {"127": 99},
    "lastUsedOn": {"127": LONG_AGO},
    "filterInformation": {"1033": "None"},
    "stereotype": {"127": "supportProcess"},
}
RELATED: Final[Mapping[str, Any]] = {
    "changedBy": [{"id": company.OLGA}],
    "createdBy": [{"id": company.OLGA}],
    "relBy": [{"id": company.OLGA}],
    "releaseHistory": [{"id": company.CHECK, "versionId": company.CHECK_1_0, "state": "released"}],
}
FIELDS: Final[Mapping[str, Any]] = {
    "state": "released",
    "creationId": company.NOWHERE,
    "setReadOnly": True,
    "displayNames": {"1033": "Something else"},
    "expandUri": "https://elsewhere.example/",
    "rootPath": [{"id": company.HOUSE}],
    "children": [{"id": company.RETURNS, "type": "subProcess"}],
    "content": [{"id": company.UNLOAD, "properties": {"shapeId": company.NOWHERE, "predecessors": []}}],
    "versions": [{"id": company.CHECK, "versionId": company.CHECK_1_0}],
    "properties": {"shapeId": company.NOWHERE},
}
ODD: Final[tuple[Any, ...]] = (
    None,
    7,
    True,
    "released",
    [],
    ["released"],
    {},
    {"127": None},
    {"127": {}},
    {"no culture": "x"},
)
"""What no field takes: where a field is passed over, a wrong value of it is not reported either."""

UNCHANGEABLE: Final = {
    "in effect": company.RECEIPT_2_0,
    "released": company.CHECK_1_0,
    "expired": company.RECEIPT_1_0,
    "main process": company.LOGISTICS,
    "flow object of a released diagram": company.UNLOAD,
}
CHANGEABLE: Final = {
    "first draft": company.RETURNS_0_1,
    "later draft": company.RECEIPT_2_1,
    "draft of another facet": company.THEFT_0_1,
    "category": company.OPERATIONS,
    "hidden category": company.ARCHIVE,
    "process house": company.HOUSE,
    "view": company.JOURNEYS,
    "flow object of a draft": company.DRAFT_TASK,
    "tag": company.ISO,
    "user": company.ANNA,
}
ELEMENTS: Final = {**CHANGEABLE, **UNCHANGEABLE}
TOKENS: Final = "rest/facets/automation/views/detail/elements"
FACETS: Final = {company.THEFT_0_1: "risks", company.ISO: "tags", company.ANNA: "users"}


def address(id_: str) -> str:
    return f"rest/facets/{FACETS.get(id_, 'processes')}/views/detail/elements"


def read(changing: Changing, id_: str) -> Json:
    found: Json = changing.read(f"{address(id_)}/{id_}")["elements"][0]
    return found


def lies() -> list[Json]:
    """What the server owns, each alone, with what it could hold and with what it could not."""
    sections = (("attributes", ATTRIBUTES), ("related", RELATED))
    inside = [{place: {name: value}} for place, names in sections for name in names for value in (names[name], *ODD)]
    loud = [{place: {name.upper(): names[name]}} for place, names in sections for name in names]
    return [*({name: value} for name, known in FIELDS.items() for value in (known, *ODD)), *inside, *loud]


@pytest.mark.parametrize("id_", ELEMENTS.values(), ids=ELEMENTS)
def test_nothing_the_server_owns_is_taken_from_a_body(changing: Changing, id_: str) -> None:
    before, revision, body = read(changing, id_), changing.revision, [{"id": id_, **each} for each in lies()]

    answer = changing.update(*body, path=address(id_))

    assert answer == [before] * len(body)
    assert read(changing, id_) == before
    assert changing.revision == revision
    assert {entry["kind"] for entry in changing.history(before["id"], path=address(id_))} == {"imported"}


@pytest.mark.parametrize("id_", CHANGEABLE.values(), ids=CHANGEABLE)
def test_nor_beside_a_change(changing: Changing, id_: str) -> None:
    before = read(changing, id_)
    own, culture = ("lastName", "127") if id_ == company.ANNA else ("name", "1033")
    body = {"attributes": {**ATTRIBUTES, own: {culture: "Another"}}, "related": RELATED}

    (after,) = changing.update({"id": id_, **FIELDS, **body}, path=address(id_))

    changed_on, changed_by = after["attributes"]["changedOn"], after["related"]["changedBy"]
    assert changed_on not in (before["attributes"].get("changedOn"), {"127": LONG_AGO})
    assert [each["type"] for each in changed_by] == ["authToken"]
    renamed = {own: {**before["attributes"][own], culture: "Another"}}
    assert after == {
        **before,
        "attributes": {**before["attributes"], **renamed, "changedOn": changed_on},
        "related": {**before.get("related", {}), "changedBy": changed_by},
    }
    kinds = [entry["kind"] for entry in changing.history(before["id"], path=address(id_))]
    assert sorted(kinds) == ["element.changed", *["imported"] * (len(kinds) - 1)]


@pytest.mark.parametrize(
    ("facet", "type_", "state"),
    [("processes", "subProcess", "inProcess"), ("processes", "subCategory", None), ("tags", "tag", None)],
)
def test_nor_when_an_element_is_made(changing: Changing, facet: str, type_: str, state: str | None) -> None:
    honest: Json = {"type": type_, "attributes": {"name": {"1033": "New"}}}
    lying: Json = {**FIELDS, **honest, "attributes": {**ATTRIBUTES, "name": {"1033": "New"}}, "related": RELATED}

    wanted, made = changing.update(honest, lying, path=f"rest/facets/{facet}/views/detail/elements")

    differ: Json = {name: made[name] for name in ("id", "versionId", "creationId") if name in made}
    attributes = {name: made["attributes"][name] for name in ("gotoUrl", "createdOn", "changedOn")}
    assert made == {**wanted, **differ, "attributes": {**wanted["attributes"], **attributes}}
    assert made.get("state") == state
    assert made.get("creationId", made["id"]) == made["id"]
    assert LONG_AGO not in (attributes["createdOn"]["127"], attributes["changedOn"]["127"])
    assert all(made["id"] in each or made["versionId"] in each for each in attributes["gotoUrl"].values())


def test_nor_in_a_diagram(changing: Changing) -> None:
    lying: Json = {**FIELDS, "attributes": {**ATTRIBUTES, "name": {"1033": "New"}}, "related": RELATED}

    (version,) = changing.drawn(
        company.RETURNS, {"shapeInfo": {"index": 0}, "element": {**lying, "type": "subProcess"}}
    )
    made = read(changing, version)
    (shape,) = changing.shapes(company.RETURNS).values()
    changing.drawn(company.RETURNS, {"shapeInfo": {"index": 0, "id": shape}, "element": lying})

    assert (made["state"], made["attributes"]["version"]["127"]) == ("inProcess", "0.1")
    assert made["attributes"]["createdOn"]["127"] != LONG_AGO
    assert "relBy" not in made["related"]
    assert read(changing, version) == made


def token(changing: Changing, name: str) -> Json:
    """The element of a token."""
    tokens = changing.read(TOKENS)["elements"]
    return next(each for each in tokens if each["attributes"]["name"]["1033"] == name)


@pytest.mark.parametrize("flag", ["roleAdministrator", "roleViewer", "roleInactive"])
def test_no_user_changes_their_own_role_flags(changing: Changing, flag: str) -> None:
    own = token(changing, "administrator")
    other = not own["attributes"][flag]["127"]

    refused = changing.post(TOKENS, {"elements": [{"id": own["id"], "attributes": {flag: {"127": other}}}]})

    assert refused.status_code == 403
    assert [each["path"] for each in refused.json()["data"]] == [f"elements[0].attributes.{flag}"]
    assert changing.update(own, path=TOKENS) == [own]


@pytest.mark.parametrize("role", ["editor", "architect"])
def test_who_is_no_administrator_changes_no_role_flag(database: Database, role: str) -> None:
    raised = {"roleAdministrator": {"127": True}}
    users = address(company.ANNA)
    with closing(Changing(database, roles=(role, "administrator"))) as changing:
        # For those who are no administrators the facet of tokens does not exist.
        for id_, path, status in ((company.ANNA, users, 403), (token(changing, role)["id"], TOKENS, 404)):
            assert changing.post(path, {"elements": [{"id": id_, "attributes": raised}]}, role).status_code == status

        (anna,) = changing.update({"id": company.ANNA, "attributes": raised}, path=users)

        assert anna["attributes"]["roleAdministrator"] == {"127": True}
