"""Operation 12, field by field: what a caller may do with an element here and now, and where it stands."""

import pytest

from tests.support import company
from tests.support.api import RIVAL, Api, Json, element

EVERYTHING = ["NewElement", "EditElement", "DeleteElement", "ShowElement", "ApproveElement", "OpenElement"]


def info(
    api: Api, id_: str, role: str, facet: str = "processes", view: str = "detail", tenant: str = "acme/main"
) -> Json:
    answer = api.read(element(id_, facet, view) + "/info", role, tenant=tenant)
    assert answer["count"] == 1
    (found,) = answer["values"]
    return dict(found)


@pytest.mark.spec("endpoint.12")
def test_a_draft_in_a_flat_view_for_an_administrator(api: Api) -> None:
    assert api.read(element(company.RECEIPT) + "/info") == {
        "count": 1,
        "values": [
            {
                "elementTypeName": "SubProcessDiagram",
                "entityIds": [company.RECEIPT, company.RECEIPT_1_0, company.RECEIPT_2_0, company.RECEIPT_2_1],
                "entityTypeName": "MTX_SUB_PROCESS",
                "facetTypeName": "Processes",
                "facetViewKey": "PersonalizedDiagram",
                "hasDiagram": True,
                "hasEditPermission": True,
                "id": company.RECEIPT_2_1,
                "insertableDynamicTypes": {
                    "scenario": {"1031": "Szenario", "1033": "Scenario"},
                    "subProcess": {"1031": "Subprozess", "1033": "Sub process"},
                },
                "isCurrentCopyable": True,
                "isCurrentInsertable": True,
                "isCurrentMovable": True,
                "isCurrentRemovable": False,
                "isReadOnly": False,
                "isReadOnlyCollection": False,
                "name": "Goods receipt",
                "permissions": EVERYTHING,
                "readOnlyCollectionContext": "None",
                "readOnlyContext": "None",
                "rootPath": [company.RECEIPT_2_1],
                "shapeId": company.RECEIPT_2_1,
                "typeColor": "#007ACC",
                "uid": f"_{company.RECEIPT_2_1}",
            }
        ],
    }


@pytest.mark.spec("endpoint.12")
def test_a_released_version_in_a_tree_for_a_viewer(api: Api) -> None:
    assert api.read(element(company.RECEIPT, view="tree") + "/info", "viewer") == {
        "count": 1,
        "values": [
            {
                "elementTypeName": "SubProcessDiagram",
                "entityIds": [company.RECEIPT, company.RECEIPT_2_0],
                "entityTypeName": "MTX_SUB_PROCESS",
                "facetTypeName": "Processes",
                "facetViewKey": "TreeAndDiagram",
                "hasDiagram": True,
                "hasEditPermission": False,
                "id": company.RECEIPT_2_0,
                "insertableDynamicTypes": {},
                "isCurrentCopyable": False,
                "isCurrentInsertable": False,
                "isCurrentMovable": False,
                "isCurrentRemovable": False,
                "isReadOnly": True,
                "isReadOnlyCollection": True,
                "name": "Goods receipt",
                "permissions": ["ShowElement", "OpenElement"],
                "readOnlyCollectionContext": "All",
                "readOnlyContext": "All",
                "rootPath": [company.RECEIPT_2_0, company.LOGISTICS, company.OPERATIONS, company.HOUSE],
                "shapeId": company.RECEIPT_2_0,
                "typeColor": "#007ACC",
                "uid": f"{company.LOGISTICS}_{company.RECEIPT_2_0}",
            }
        ],
    }


@pytest.mark.spec("endpoint.12")
def test_structure_for_an_editor_who_would_have_to_be_an_architect(api: Api) -> None:
    assert info(api, company.OPERATIONS, "editor", view="tree") == {
        "elementTypeName": "SubCategoryDiagram",
        "entityIds": [company.OPERATIONS],
        "entityTypeName": "MTX_SUB_CATEGORY",
        "facetTypeName": "Processes",
        "facetViewKey": "TreeAndDiagram",
        "hasDiagram": True,
        "hasEditPermission": False,
        "id": company.OPERATIONS,
        "insertableDynamicTypes": {},
        "isCurrentCopyable": False,
        "isCurrentInsertable": False,
        "isCurrentMovable": False,
        "isCurrentRemovable": False,
        "isReadOnly": True,
        "isReadOnlyCollection": True,
        "name": "Operations",
        "permissions": ["ShowElement", "OpenElement"],
        "readOnlyCollectionContext": "Architect",
        "readOnlyContext": "Architect",
        "rootPath": [company.OPERATIONS, company.HOUSE],
        "shapeId": company.OPERATIONS,
        "typeColor": "#1F5C99",
        "uid": f"{company.HOUSE}_{company.OPERATIONS}",
    }


def test_structure_for_an_architect(api: Api) -> None:
    found = info(api, company.OPERATIONS, "architect", view="tree")

    assert list(found["insertableDynamicTypes"]) == ["subCategory", "mainProcess", "subProcess"]
    assert (found["hasEditPermission"], found["isReadOnly"], found["isReadOnlyCollection"]) == (True, False, False)
    assert found["permissions"] == EVERYTHING
    assert not found["isCurrentRemovable"]  # it has children


def test_a_released_version_is_read_only_by_its_state_also_for_those_who_may_edit(api: Api) -> None:
    found = info(api, company.RECEIPT_2_0, "administrator")

    assert found["hasEditPermission"]
    assert (found["isReadOnly"], found["readOnlyContext"]) == (True, "All")
    assert not found["isCurrentRemovable"]
    assert found["entityIds"][1:] == [company.RECEIPT_1_0, company.RECEIPT_2_0, company.RECEIPT_2_1]


def test_an_editor_may_not_edit_what_names_other_authors(api: Api) -> None:
    found = info(api, company.RECEIPT, "editor", view="tree")

    assert (found["hasEditPermission"], found["isReadOnly"]) == (False, True)
    assert (found["readOnlyContext"], found["readOnlyCollectionContext"]) == ("NotCurrentUser", "NotCurrentUser")
    assert found["permissions"] == ["ShowElement", "OpenElement"]


def test_an_editor_may_do_everything_but_approve_with_a_draft_that_is_nobodys_own(api: Api) -> None:
    found = info(api, company.RETURNS, "editor", view="tree")

    assert found["permissions"] == ["NewElement", "EditElement", "DeleteElement", "ShowElement", "OpenElement"]
    assert (found["readOnlyContext"], found["readOnlyCollectionContext"]) == ("None", "None")
    assert all(found[f"isCurrent{what}"] for what in ("Copyable", "Insertable", "Movable"))
    assert found["isCurrentRemovable"] is False, "a diagram shows it"


@pytest.mark.spec("endpoints.rule.8")
@pytest.mark.parametrize(
    ("role", "granted"),
    [
        ("viewer", {"ShowElement", "OpenElement"}),
        ("editor", set(EVERYTHING) - {"ApproveElement"}),
        ("approver", set(EVERYTHING)),
        ("analyzer", set(EVERYTHING)),
        ("architect", set(EVERYTHING)),
        ("administrator", set(EVERYTHING)),
    ],
)
def test_the_permissions_are_those_of_the_caller(api: Api, role: str, granted: set[str]) -> None:
    assert set(info(api, company.CHECK, role)["permissions"]) == granted


def test_a_flow_object_has_the_shape_that_shows_it(api: Api) -> None:
    found = info(api, company.UNLOAD, "viewer", view="diagram")

    shape = company.shape_id(6, "2.0", 2)
    assert found["entityIds"] == [company.UNLOAD, shape]
    assert found["shapeId"] == shape
    assert (found["elementTypeName"], found["entityTypeName"], found["hasDiagram"]) == ("Task", "OT_FUNC", False)
    assert (found["isCurrentMovable"], found["isCurrentCopyable"]) == (False, False)


def test_a_viewer_is_not_shown_shapes_in_drafts(api: Api) -> None:
    editors = info(api, company.CHECK, "editor")
    viewers = info(api, company.CHECK, "viewer")

    released, draft = company.shape_id(6, "2.0", 7), company.shape_id(6, "2.1", 3)
    assert set(editors["entityIds"]) == {company.CHECK, company.CHECK_1_0, released, draft}
    assert viewers["entityIds"] == [company.CHECK, company.CHECK_1_0, released]
    assert viewers["shapeId"] == released


@pytest.mark.spec("elementInfo.uid")
@pytest.mark.parametrize("view", ["detail", "list", "orphaned", "diagram"])
def test_in_a_flat_view_the_uid_and_the_root_path_hold_the_element_alone(api: Api, view: str) -> None:
    found = info(api, company.OPERATIONS, "viewer", view=view)

    assert found["uid"] == f"_{found['id']}"
    assert found["rootPath"] == [found["id"]]


@pytest.mark.spec("elementInfo.uid")
@pytest.mark.parametrize(
    ("id_", "parent"),
    [
        (company.HOUSE, ""),
        (company.OPERATIONS, company.HOUSE),
        (company.ORPHAN, ""),
        (company.CHECK, company.LOGISTICS),
    ],
)
def test_in_a_hierarchical_view_the_uid_begins_with_the_parent(api: Api, id_: str, parent: str) -> None:
    for view in ("tree", "reporting"):
        found = info(api, id_, "viewer", view=view)

        assert found["uid"] == f"{parent}_{found['id']}"
        assert found["rootPath"][0] == found["id"]
        assert found["rootPath"][1:2] == ([parent] if parent else [])


def test_a_viewer_is_not_shown_a_hidden_parent(api: Api) -> None:
    editors = info(api, company.INTAKE, "editor", view="tree")
    viewers = info(api, company.INTAKE, "viewer", view="tree")

    assert editors["rootPath"] == [company.INTAKE_1_0, company.ARCHIVE, company.HOUSE]
    assert viewers["rootPath"] == [company.INTAKE_1_0, company.HOUSE]
    assert company.ARCHIVE not in viewers["uid"]


@pytest.mark.parametrize(
    ("facet", "view", "id_", "title", "key"),
    [
        ("processes", "detail", company.CHECK, "Processes", "PersonalizedDiagram"),
        ("processes", "tree", company.CHECK, "Processes", "TreeAndDiagram"),
        ("it", "tree", company.ERP, "ITArchitecture", "PersonalizedArchitecture"),
        ("users", "list", company.ANNA, "Users", "List"),
        ("risks", "detail", company.SPOILAGE, "RiskStructure", "PersonalizedDetail"),
    ],
)
def test_the_names_are_those_of_the_facet_and_the_view(
    api: Api, facet: str, view: str, id_: str, title: str, key: str
) -> None:
    found = info(api, id_, "viewer", facet, view)

    assert (found["facetTypeName"], found["facetViewKey"]) == (title, key)


@pytest.mark.parametrize(
    ("facet", "id_", "name"),
    [("users", company.ANNA, "Anna Amsel"), ("risks", company.SPOILAGE, "Verderb"), ("it", company.ERP, "ERP")],
)
def test_the_name_is_the_one_people_read(api: Api, facet: str, id_: str, name: str) -> None:
    assert info(api, id_, "viewer", facet)["name"] == name


def test_insertable_types_are_named_in_the_cultures_of_the_tenant_only(api: Api) -> None:
    found = info(api, company.RIVAL_HOUSE, "administrator", view="tree", tenant=RIVAL)

    assert found["insertableDynamicTypes"] == {
        "subCategory": {"1033": "Category"},
        "mainProcess": {"1033": "Main process"},
    }


@pytest.mark.parametrize("role", ["editor", "architect"])
def test_people_and_tokens_are_edited_by_administrators_only(api: Api, role: str) -> None:
    assert not info(api, company.ANNA, role, "users")["hasEditPermission"]
