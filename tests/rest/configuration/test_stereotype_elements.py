"""Stereotypes are elements: those of the metamodel and those that administrators create."""

from facetstore.metamodel.loader import load_standard
from facetstore.storage.store import SqlStorage
from facetstore.usecases.tenants.tenant_changes import apply_metamodel, check_metamodel
from tests.rest.configuration.configured import STEREOTYPES, SYSTEMS, Configured, system
from tests.support.api import Api, Json

OWN = """
stereotypes:
  system:
    - key: robot
      names: {1031: "Roboter", 1033: "Robot"}
      descriptions: {1031: "Bewegt sich.", 1033: "Moves."}
"""


def new(name: str, key: str | None = None, type_: str = "systemType") -> Json:
    identifier = {"id": {"127": key}} if key else {}
    return {"type": type_, "attributes": {"name": {"1033": name}, **identifier}}


def of(own: Configured, type_: str, key: str) -> Json:
    found = own.read(f"{STEREOTYPES}?$filter=type -eq '{type_}'")["elements"]
    (element,) = [each for each in found if each["attributes"].get("id") == {"127": key}]
    return dict(element)


def carried(own: Configured, id_: str, facet: str = "it") -> Json:
    path = f"rest/facets/{facet}/views/detail/elements/{id_}?$resources=stereotype"
    found: Json = own.read(path)["elements"][0]["stereotype"]
    return found


def test_every_predefined_stereotype_has_an_element(own: Configured) -> None:
    types = load_standard().types.values()
    wanted = {
        (each.stereotype_type, value.key)
        for each in types
        if each.stereotype_type and (declared := each.attributes["stereotype"].attribute)
        for value in declared.selectable_values
    }

    found = own.read(STEREOTYPES)["elements"]

    assert {(each["type"], each["attributes"]["id"]["127"]) for each in found} == wanted
    database = of(own, "systemType", "database")["attributes"]
    assert database["name"] == {"1031": "Datenbank", "1033": "Database"}
    assert "Keeps and delivers data." in database["description"]["1033"]


def test_what_elements_carry_is_always_a_reference(own: Configured) -> None:
    (robot, colour) = own.store(STEREOTYPES, new("Robot", "robot"), new("Colour"))

    for given, wanted in (
        ("database", of(own, "systemType", "database")["id"]),
        ("robot", robot["id"]),
        ({"id": robot["id"]}, robot["id"]),
        (colour["id"], colour["id"]),
    ):
        (made,) = own.store(SYSTEMS, system(stereotype=given))
        reference = carried(own, made["id"])
        assert (reference["facetName"], reference["type"], reference["id"]) == ("stereotypes", "systemType", wanted)
        assert own.send("GET", reference["expandUri"].partition("/_api/")[2]).status_code == 200


def test_two_types_may_have_a_stereotype_of_the_same_name(own: Configured) -> None:
    ids = {}
    for facet, type_ in (("risks", "risk"), ("requirements", "requirement")):
        path = f"rest/facets/{facet}/views/detail/elements"
        (made,) = own.store(path, {"type": type_, "attributes": {"name": {"1033": "X"}}, "stereotype": "legal"})
        ids[type_] = carried(own, made["id"], facet)

    assert {key: each["type"] for key, each in ids.items()} == {"risk": "riskType", "requirement": "requirementType"}


def test_the_configuration_lists_own_ones_at_once(own: Configured) -> None:
    before = own.stereotypes()
    assert list(before) == ["applicationSystem", "database", "platform", "interface", "infrastructure", "machine"]

    (robot, colour) = own.store(STEREOTYPES, new("Robot", "robot"), new("Colour"))

    for role in ("viewer", "editor", "administrator"):
        after = own.stereotypes(role=role)
        assert list(after) == [*before, colour["id"], "robot"]
        assert after["robot"]["displayNames"] == {"1033": "Robot"}
    assert "robot" not in own.stereotypes("risks", "risk")
    own.store(STEREOTYPES, {"id": robot["id"], "attributes": {"name": {"1033": "Automaton"}}})
    assert own.stereotypes()["robot"]["displayNames"] == {"1033": "Automaton"}
    assert own.delete(f"{STEREOTYPES}/{robot['id']}").status_code == 200
    assert "robot" not in own.stereotypes()


def test_everything_that_is_listed_can_be_carried_and_nothing_else(own: Configured) -> None:
    own.store(STEREOTYPES, new("Robot", "robot"), new("Colour"), new("Elsewhere", "elsewhere", "riskType"))

    for key in own.stereotypes():
        own.store(SYSTEMS, system(stereotype=key))
    assert own.post(SYSTEMS, system(stereotype="elsewhere")).status_code == 400


def test_the_name_of_its_element_is_what_the_configuration_shows(own: Configured) -> None:
    id_ = of(own, "systemType", "database")["id"]

    own.store(STEREOTYPES, {"id": id_, "attributes": {"name": {"1031": "Datenspeicher"}}})

    assert own.stereotypes()["database"]["displayNames"] == {"1031": "Datenspeicher", "1033": "Database"}


def test_a_predefined_one_stays_and_keeps_its_key(own: Configured) -> None:
    id_ = of(own, "systemType", "database")["id"]

    answers = [
        own.delete(f"{STEREOTYPES}/{id_}"),
        own.delete(f"{STEREOTYPES}/{id_}?force=true"),
        own.post(STEREOTYPES, {"id": id_, "attributes": {"id": {"127": "other"}}}),
        own.post(STEREOTYPES, new("Another", "database")),
    ]

    assert [each.status_code for each in answers] == [409, 409, 409, 409]
    assert [each.json()["data"][0]["code"] for each in answers] == ["predefined", "predefined", "predefined", "exists"]


def test_one_that_is_carried_keeps_its_key_and_is_deleted_by_force_only(own: Configured) -> None:
    (robot,) = own.store(STEREOTYPES, new("Robot", "robot"))
    (made,) = own.store(SYSTEMS, system(stereotype="robot"))
    path = f"{STEREOTYPES}/{robot['id']}"

    renamed = own.post(STEREOTYPES, {"id": robot["id"], "attributes": {"id": {"127": "other"}}})
    deleted = own.delete(path)

    assert [renamed.status_code, deleted.status_code] == [409, 409]
    assert own.read(f"{path}/info")["values"][0]["isCurrentRemovable"] is False
    assert {renamed.json()["data"][0]["code"], deleted.json()["data"][0]["code"]} == {"still-used"}
    assert own.delete(f"{path}?force=true").status_code == 200
    shown = own.read(f"{SYSTEMS}/{made['id']}?$resources=stereotype")["elements"][0]
    assert "stereotype" not in shown
    assert own.read(f"{SYSTEMS}/{made['id']}")["elements"][0]["stereotype"] == "robot"


def test_one_that_the_metamodel_adds_gets_an_element(own: Configured) -> None:
    tenant = own.tenant

    async def apply(storage: SqlStorage) -> None:
        await apply_metamodel(storage, tenant, check_metamodel(tenant, OWN, "own.yaml"))

    own.database.elsewhere(apply)

    assert of(own, "systemType", "robot")["attributes"]["name"] == {"1031": "Roboter", "1033": "Robot"}
    assert own.stereotypes()["robot"]["displayNames"] == {"1031": "Roboter", "1033": "Robot"}


def test_the_configuration_takes_one_statement_more_at_most(api: Api) -> None:
    path = "rest/facets/it/views/detail/config/system"
    api.read(path)
    api.read("rest/facets/it/views/detail/config")

    assert api.statements <= 1
    api.read(path)
    assert api.statements <= 1


def test_what_a_caller_may_not_see_is_neither_listed_nor_a_reference(own: Configured) -> None:
    (robot,) = own.store(STEREOTYPES, new("Secret robot", "robot"))
    (made,) = own.store(SYSTEMS, system(stereotype="robot"))
    all_of_it = {"name": {"1033": "All"}, "grants": {"127": ["show", "open", "edit", "new", "delete", "approve"]}}
    sets = "rest/facets/permissionsets/views/detail/elements"
    (permissions,) = own.store(sets, {"type": "permissionSet", "attributes": all_of_it})
    tokens = own.read("rest/facets/automation/views/detail/elements")["elements"]
    administrator = next(each["id"] for each in tokens if "administrator" in each["attributes"]["name"].values())
    grants = [{"principal": administrator, "permissionSets": [permissions["id"]]}]
    body = {"grants": grants, "inherits": False, "excludes": True}
    hidden = own.send("POST", f"{STEREOTYPES}/{robot['id']}/permissions", body)
    assert hidden.status_code == 200, hidden.text

    assert "robot" in own.stereotypes()
    assert "robot" not in own.stereotypes(role="editor")
    assert "Secret" not in own.api.send("GET", "rest/facets/it/views/detail/config", "editor", tenant=own.address).text
    path = f"{SYSTEMS}/{made['id']}?$resources=stereotype"
    assert own.read(path)["elements"][0]["stereotype"]["id"] == robot["id"]
    assert "stereotype" not in own.read(path, "editor")["elements"][0]


def test_the_number_of_statements_does_not_grow_with_stereotypes(own: Configured) -> None:
    def statements(*elements: Json) -> tuple[int, list[Json]]:
        stored = own.store(STEREOTYPES, *elements)
        return own.api.statements, stored

    statements(new("Zero", "zero"))  # the first request of a token takes more
    few, (first, second) = statements(new("A", "a"), new("B", "b"))
    many, others = statements(*(new(f"C {number}", f"c{number}") for number in range(30)))

    def renamed(element: Json) -> Json:
        return {"id": element["id"], "attributes": {"id": {"127": f"{element['attributes']['id']['127']}-new"}}}

    few_renamed, _ = statements(renamed(first), renamed(second))
    many_renamed, _ = statements(*map(renamed, others))

    assert (many, many_renamed) == (few, few_renamed)


def test_everything_that_is_wrong_with_names_is_found_at_once(own: Configured) -> None:
    (first, carried_one) = own.store(STEREOTYPES, new("A", "a"), new("B", "b"))
    own.store(SYSTEMS, system(stereotype="b"))

    refused = own.post(
        STEREOTYPES,
        {"id": first["id"], "attributes": {"id": {"127": "database"}}},
        {"id": carried_one["id"], "attributes": {"id": {"127": "bb"}}},
    )

    assert refused.status_code == 409
    assert [(each["code"], each["path"]) for each in refused.json()["data"]] == [
        ("exists", "elements[0].attributes.id"),
        ("still-used", "elements[1].attributes.id"),
    ]
