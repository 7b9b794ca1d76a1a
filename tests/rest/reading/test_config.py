"""Operation 14: the configuration of the types that may stand in a view."""

import pytest

from tests.support.api import RIVAL, Api, Json, golden


def types(answer: Json) -> list[str]:
    return [each["key"] for each in answer["values"]]


def properties(answer: Json) -> dict[str, Json]:
    return {each["key"]: each for each in answer["values"][0]["properties"]}


@pytest.mark.spec("endpoint.14")
def test_the_configuration_of_one_type_in_the_tree(api: Api) -> None:
    answer = api.read("rest/facets/processes/views/tree/config/processHouse")

    assert answer == golden("config-tree-processHouse")


@pytest.mark.spec("endpoint.14")
def test_the_type_is_found_ignoring_letter_case(api: Api) -> None:
    answer = api.read("rest/facets/processes/views/tree/config/PROCESSHOUSE", "viewer")

    assert answer == golden("config-tree-processHouse")


@pytest.mark.spec("endpoint.14")
def test_the_configuration_of_all_types_of_a_flat_view(api: Api) -> None:
    text = "System.String, mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089"

    assert api.read("rest/facets/users/views/list/config") == {
        "count": 1,
        "values": [
            {
                "key": "user",
                "displayNames": {"1031": "Benutzer", "1033": "User"},
                "descriptions": {"1031": "Eine Person, die sich anmelden kann.", "1033": "A person who can sign in."},
                "properties": [
                    {
                        "key": "firstName",
                        "displayNames": {"1031": "Vorname", "1033": "First name"},
                        "descriptions": {"1031": "Vorname des Benutzers.", "1033": "First name of the user."},
                        "tooltips": {"1031": "Vorname des Benutzers.", "1033": "First name of the user."},
                        "attribute": {"type": text, "dataType": "SingleLineText", "isInvariantCulture": True},
                    },
                    {
                        "key": "lastName",
                        "displayNames": {"1031": "Nachname", "1033": "Last name"},
                        "descriptions": {"1031": "Nachname des Benutzers.", "1033": "Last name of the user."},
                        "tooltips": {"1031": "Nachname des Benutzers.", "1033": "Last name of the user."},
                        "attribute": {"type": text, "dataType": "SingleLineText", "isInvariantCulture": True},
                    },
                ],
                "layouts": [],
            }
        ],
    }


def test_a_tree_holds_the_types_that_stand_in_it_and_no_flow_objects(api: Api) -> None:
    answer = api.read("rest/facets/processes/views/tree/config")

    assert types(answer) == [
        "mainProcess",
        "midProcess",
        "processHouse",
        "scenario",
        "subCategory",
        "subProcess",
        "view",
    ]


def test_a_view_with_diagrams_also_holds_the_flow_objects(api: Api) -> None:
    answer = api.read("rest/facets/processes/views/diagram/config")

    assert {"task", "evStart", "evEnd", "ruleXor", "condition", "processInterfacePlaceholder"} < set(types(answer))


def test_layouts_come_in_the_tree_only(api: Api) -> None:
    tree = api.read("rest/facets/processes/views/tree/config/subProcess")
    elsewhere = [
        api.read(f"rest/facets/processes/views/{view}/config/subProcess")
        for view in ("detail", "diagram", "documentContent", "lastReleasedProcesses", "list", "orphaned", "reporting")
    ]

    assert [each["key"] for each in tree["values"][0]["layouts"]] == [
        "vertical",
        "horizontal",
        "verticalSwimlane",
        "horizontalSwimlane",
        "detailed",
        "asDrawn",
    ]
    assert [each["values"][0]["layouts"] for each in elsewhere] == [[]] * 7


def test_a_view_shows_its_own_properties_and_the_detail_view_all(api: Api) -> None:
    tree = properties(api.read("rest/facets/processes/views/tree/config/subProcess"))
    detail = properties(api.read("rest/facets/processes/views/detail/config/subProcess"))

    assert set(tree) == {"name", "state1", "version", "author", "owner", "stereotype", "processMaturity", "description"}
    assert set(tree) < set(detail)
    assert {"purp", "scope", "processMaturity", "workshopImages", "releaseHistory", "systems"} < set(detail)


@pytest.mark.spec("elementType.property")
@pytest.mark.parametrize("facet", ["processes", "it", "users", "automation", "stereotypes"])
def test_every_property_is_either_an_attribute_or_a_related_context(api: Api, facet: str) -> None:
    for kind in api.read(f"rest/facets/{facet}/views/detail/config")["values"]:
        for each in kind["properties"]:
            described = set(each) - {"key", "displayNames", "descriptions", "tooltips"}
            assert described in ({"attribute"}, {"related"}), each["key"]
            if "attribute" in each:
                selection = each["attribute"]["dataType"] in ("SelectionValue", "MultiSelection")
                assert ("selectableValues" in each["attribute"]) == selection


def test_a_selection_without_values_keeps_its_empty_list(api: Api) -> None:
    house = properties(api.read("rest/facets/processes/views/detail/config/processHouse"))

    assert house["stereotype"]["attribute"]["selectableValues"] == []


def test_the_maturity_offers_its_six_keys_and_one_entry_without_a_key(api: Api) -> None:
    detail = properties(api.read("rest/facets/processes/views/detail/config/subProcess"))

    values = detail["processMaturity"]["attribute"]["selectableValues"]

    assert [each.get("key") for each in values] == [
        None,
        "defined",
        "implemented",
        "trained",
        "isLived",
        "isMeasured",
        "getsImproved",
    ]
    assert values[0] == {
        "displayNames": {"1031": "Nicht relevant", "1033": "Not relevant"},
        "descriptions": {
            "1031": "Für dieses Element wird kein Reifegrad bestimmt.",
            "1033": "No maturity is assessed for this element.",
        },
        "tooltips": {
            "1031": "Für dieses Element wird kein Reifegrad bestimmt.",
            "1033": "No maturity is assessed for this element.",
        },
    }


@pytest.mark.spec("endpoints.rule.7")
def test_a_related_context_shows_how_many_it_takes_and_whether_new_ones_may_be_made(api: Api) -> None:
    detail = properties(api.read("rest/facets/processes/views/detail/config/subProcess"))

    assert detail["owner"]["related"] == {
        "relatedTypes": ["user"],
        "canAddNew": False,
        "maxOccurrence": 1,
        "readOnly": False,
        "facet": "users",
    }
    assert detail["systems"]["related"] == {
        "relatedTypes": ["system"],
        "canAddNew": True,
        "maxOccurrence": 1000,
        "readOnly": False,
        "facet": "it",
    }
    assert detail["releaseHistory"]["related"] == {
        "relatedTypes": ["subProcess"],
        "canAddNew": False,
        "maxOccurrence": 1000,
        "readOnly": True,
        "facet": "processes",
    }


def test_the_states_of_a_type_are_those_of_its_lifecycle(api: Api) -> None:
    def states(kind: str) -> list[str]:
        tree = properties(api.read(f"rest/facets/processes/views/tree/config/{kind}"))
        return [each["key"] for each in tree["state1"]["attribute"]["selectableValues"]]

    assert states("mainProcess") == ["inProcess", "released", "inEffect", "hide", "expired"]
    assert states("view") == ["show", "hide"]
    assert states("subProcess") == [
        "inProcess",
        "inReview",
        "readyForQa",
        "readyForRelease",
        "released",
        "inEffect",
        "requestToExpire",
        "expired",
    ]


def test_texts_come_in_the_cultures_of_the_tenant_only(api: Api) -> None:
    (kind,) = api.read("rest/facets/processes/views/tree/config/subProcess", tenant=RIVAL)["values"]

    texts = [kind["displayNames"], kind["descriptions"]]
    texts += [each[name] for each in kind["properties"] for name in ("displayNames", "descriptions", "tooltips")]

    assert {tuple(each) for each in texts} == {("1033",)}
    assert [tuple(each["displayNames"]) for each in kind["layouts"]] == [("1033",)] * 6
