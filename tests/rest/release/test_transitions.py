"""Operation 17: the transitions that an element's state offers."""

import pytest

from tests.support import company
from tests.support.api import Api

DRAFT = [
    {"transitionId": "InProcessToInReview", "sourceState": "inProcess", "targetState": "inReview"},
    {"transitionId": "InProcessToReadyForQA", "sourceState": "inProcess", "targetState": "readyForQa"},
    {"transitionId": "InProcessToReadyForRelease", "sourceState": "inProcess", "targetState": "readyForRelease"},
    {"transitionId": "InProcessToReleased", "sourceState": "inProcess", "targetState": "released"},
    {"transitionId": "InProcessToReleasedQA", "sourceState": "inProcess", "targetState": "released"},
    {"transitionId": "InProcessToReleasedExternal", "sourceState": "inProcess", "targetState": "released"},
]


@pytest.mark.spec("endpoint.17")
@pytest.mark.parametrize("prefix", ["release", "rest/release"])
def test_a_draft_offers_the_six_transitions_of_the_specification(api: Api, prefix: str) -> None:
    assert api.read(f"{prefix}/{company.RECEIPT}/transitions") == {"count": 6, "values": DRAFT}


@pytest.mark.spec("endpoint.17")
@pytest.mark.parametrize("prefix", ["release", "rest/release"])
def test_by_post_the_list_is_called_transitions(api: Api, prefix: str) -> None:
    response = api.post(f"{prefix}/{company.RECEIPT_2_1}/transitions", "editor")

    assert response.json() == {"count": 6, "transitions": DRAFT}


@pytest.mark.spec("transitions.rule.1")
@pytest.mark.parametrize(
    ("id_", "offered"),
    [
        (company.CHECK_1_0, [("ReleasedToRequestToExpire", "released", "requestToExpire")]),
        (company.RECEIPT_2_0, [("ReleasedToRequestToExpire", "released", "requestToExpire")]),
        (company.RECEIPT_1_0, []),
        (company.LOGISTICS, [("InEffectToHide", "inEffect", "hide"), ("InEffectToExpired", "inEffect", "expired")]),
        (company.OPERATIONS, [("ShowToHide", "show", "hide")]),
        (company.ARCHIVE, [("HideToShow", "hide", "show")]),
        (company.ANNA, []),
        (company.UNLOAD, []),
    ],
    ids=["released", "in effect", "expired", "main process", "category", "hidden category", "person", "flow object"],
)
def test_state_and_type_decide_what_is_offered(api: Api, id_: str, offered: list[tuple[str, str, str]]) -> None:
    answer = api.read(f"release/{id_}/transitions")

    assert answer["count"] == len(offered)
    assert [(each["transitionId"], each["sourceState"], each["targetState"]) for each in answer["values"]] == offered


def test_the_list_does_not_depend_on_what_the_caller_may_do(api: Api) -> None:
    answers = [api.read(f"release/{company.CHECK}/transitions", role) for role in ("viewer", "editor", "administrator")]

    assert answers == [answers[0]] * 3


def test_an_id_stands_for_the_version_the_caller_would_get(api: Api) -> None:
    viewers = api.read(f"release/{company.RECEIPT}/transitions", "viewer")

    assert [each["sourceState"] for each in viewers["values"]] == ["released"]


@pytest.mark.parametrize(
    ("id_", "role"),
    [
        (company.NOWHERE, "administrator"),
        ("no-guid", "administrator"),
        (company.RIVAL_SYSTEM, "administrator"),
        (company.RETURNS, "viewer"),
        (company.RECEIPT_2_1, "viewer"),
        (company.RECEIPT_1_0, "viewer"),
        (company.DRAFT_TASK, "viewer"),
    ],
)
@pytest.mark.parametrize("prefix", ["release", "rest/release"])
def test_what_the_caller_cannot_see_is_not_found(api: Api, prefix: str, id_: str, role: str) -> None:
    response = api.get(f"{prefix}/{id_}/transitions", role)

    assert response.status_code == 404
    assert response.json()["message"] == "There is no such element."


@pytest.mark.parametrize("version", ["1.0", "2.0", "3.0", "4.0"])
def test_every_api_version_has_the_same_shape(api: Api, version: str) -> None:
    path = f"release/{company.RECEIPT}/transitions?api-version={version}"

    assert api.read(path) == {"count": 6, "values": DRAFT}
    assert api.post(path).json() == {"count": 6, "transitions": DRAFT}
