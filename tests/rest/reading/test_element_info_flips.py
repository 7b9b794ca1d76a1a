"""No field of operation 12 is a constant: each has one value here and another there, by element, by caller, by permission."""

from typing import Any, Final, NamedTuple

import pytest

from tests.rest.editing.archive import HIRING, PAY, open_archive
from tests.support import company
from tests.support.api import Api, Database, Json, element


class Asked(NamedTuple):
    """Whom operation 12 is asked about, by whom, and where."""

    id: str
    role: str = "administrator"
    view: str = "tree"
    facet: str = "processes"


DRAFT: Final = Asked(company.RETURNS, "editor")
RELEASED: Final = Asked(company.CHECK, "editor")
VIEWED: Final = Asked(company.CHECK, "viewer")
STRUCTURE: Final = Asked(company.OPERATIONS, "architect")
STRUCTURE_OF_OTHERS: Final = Asked(company.OPERATIONS, "editor")
STEP: Final = Asked(company.UNLOAD, "architect", "diagram")
SYSTEM: Final = Asked(company.ERP, "editor", facet="it")
EDITS: Final = ["NewElement", "EditElement", "DeleteElement", "ShowElement", "OpenElement"]

FLIPS: Final[dict[str, tuple[tuple[Asked, Any], tuple[Asked, Any]]]] = {
    "elementTypeName": ((DRAFT, "SubProcessDiagram"), (STRUCTURE, "SubCategoryDiagram")),
    "entityIds": ((DRAFT, [company.RETURNS, company.RETURNS_0_1]), (STRUCTURE, [company.OPERATIONS])),
    "entityTypeName": ((DRAFT, "MTX_SUB_PROCESS"), (STEP, "OT_FUNC")),
    "facetTypeName": ((DRAFT, "Processes"), (SYSTEM, "ITArchitecture")),
    "facetViewKey": ((DRAFT, "TreeAndDiagram"), (SYSTEM, "PersonalizedArchitecture")),
    "hasDiagram": ((DRAFT, True), (STEP, False)),
    "hasEditPermission": ((STRUCTURE, True), (STRUCTURE_OF_OTHERS, False)),
    "id": ((DRAFT, company.RETURNS_0_1), (STRUCTURE, company.OPERATIONS)),
    "insertableDynamicTypes": (
        (Asked(company.OPERATIONS, "viewer"), {}),
        (
            Asked(company.HOUSE, "architect"),
            {
                "subCategory": {"1031": "Kategorie", "1033": "Category"},
                "mainProcess": {"1031": "Hauptprozess", "1033": "Main process"},
            },
        ),
    ),
    "isCurrentCopyable": ((DRAFT, True), (VIEWED, False)),
    "isCurrentInsertable": ((STRUCTURE, True), (STRUCTURE_OF_OTHERS, False)),
    "isCurrentMovable": ((DRAFT, True), (STEP, False)),
    "isCurrentRemovable": ((Asked(company.RECEIPT_2_1), True), (Asked(company.RECEIPT), False)),
    "isReadOnly": ((RELEASED, True), (DRAFT, False)),
    "isReadOnlyCollection": ((STRUCTURE_OF_OTHERS, True), (STRUCTURE, False)),
    "name": ((DRAFT, "Returns"), (STRUCTURE, "Operations")),
    "permissions": ((DRAFT, EDITS), (VIEWED, ["ShowElement", "OpenElement"])),
    "readOnlyCollectionContext": ((STRUCTURE_OF_OTHERS, "Architect"), (STRUCTURE, "None")),
    "readOnlyContext": ((RELEASED, "All"), (DRAFT, "None")),
    "rootPath": (
        (STRUCTURE, [company.OPERATIONS, company.HOUSE]),
        (Asked(company.OPERATIONS, view="detail"), [company.OPERATIONS]),
    ),
    "shapeId": ((VIEWED, company.shape_id(6, "2.0", 7)), (DRAFT, company.RETURNS_0_1)),
    "typeColor": ((DRAFT, "#007ACC"), (STRUCTURE, "#1F5C99")),
    "uid": ((DRAFT, f"{company.LOGISTICS}_{company.RETURNS_0_1}"), (STEP, f"_{company.UNLOAD}")),
}
"""By field: two requests, and the value that each gets."""

READER: Final = {
    "hasEditPermission": False,
    "insertableDynamicTypes": {},
    "isCurrentInsertable": False,
    "isCurrentMovable": False,
    "isCurrentRemovable": False,
    "isReadOnly": True,
    "isReadOnlyCollection": True,
    "permissions": ["ShowElement", "OpenElement"],
    "readOnlyCollectionContext": "All",
    "readOnlyContext": "All",
}
CHANGER: Final = {
    "insertableDynamicTypes": {},
    "isCurrentInsertable": False,
    "isCurrentRemovable": False,
    "isReadOnlyCollection": True,
    "permissions": ["EditElement", "ShowElement", "OpenElement"],
    "readOnlyCollectionContext": "All",
}
"""What changes for an editor who may now only open, or only change, what this editor could add to and delete before."""


def info(api: Api, asked: Asked) -> Json:
    (found,) = api.read(f"{element(asked.id, asked.facet, asked.view)}/info", asked.role)["values"]
    return dict(found)


def test_every_field_is_in_the_table(api: Api) -> None:
    assert info(api, DRAFT).keys() == FLIPS.keys()


@pytest.mark.spec("endpoint.12")
@pytest.mark.parametrize("field", FLIPS)
def test_every_field_is_one_thing_here_and_another_there(api: Api, field: str) -> None:
    (here, one), (there, another) = FLIPS[field]

    assert one != another
    assert (info(api, here)[field], info(api, there)[field]) == (one, another)


@pytest.mark.parametrize(("set_", "otherwise"), [("read", READER), ("change", CHANGER)])
def test_permissions_alone_flip_what_an_editor_is_shown(
    api: Api, database: Database, set_: str, otherwise: Json
) -> None:
    archive = open_archive(api, database)
    before = archive.info(PAY, "stan")

    archive.permit(PAY, {"stan": set_, "staff": "full"})

    after = archive.info(PAY, "stan")
    assert {name: value for name, value in after.items() if value != before[name]} == otherwise
    assert archive.info(HIRING, "stan")["permissions"] == before["permissions"]


def test_a_lock_alone_flips_what_others_are_shown(api: Api, database: Database) -> None:
    archive = open_archive(api, database)
    before = archive.info(PAY, "stan")

    archive.post(f"{element(PAY)}/lock", "hanna")

    after = archive.info(PAY, "stan")
    assert {name: value for name, value in after.items() if value != before[name]} == {
        "isCurrentMovable": False,
        "isCurrentRemovable": False,
        "isReadOnly": True,
        "readOnlyContext": "NotCurrentUser",
    }
    assert archive.info(PAY, "hanna") == before
