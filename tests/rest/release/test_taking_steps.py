"""Operation 18: a step of the lifecycle taken, and everything that can stand against it."""

from typing import Any

import pytest

from tests.rest.release import office as people
from tests.rest.release.office import Office, as_steps_show, open_office, steady
from tests.support import company
from tests.support.api import Api, Database, golden

STEP = f"release/{people.SOUND}/transitions/InProcessToInReview"


@pytest.fixture
def office(api: Api, database: Database) -> Office:
    return open_office(api, database)


@pytest.fixture(scope="module")
def refusing(api: Api, database: Database) -> Office:
    """An office for everything that is refused, and so changes nothing."""
    return open_office(api, database)


@pytest.mark.spec("endpoint.18")
def test_a_step_is_answered_with_the_element_as_it_then_stands(office: Office) -> None:
    body = office.post(STEP, "anna")

    assert steady(body, office.tenant) == golden("transition-apply")
    assert body["elements"] == [as_steps_show(office.element(people.SOUND, "anna"))]


@pytest.mark.spec("endpoint.18")
@pytest.mark.parametrize(
    "path",
    [
        f"release/{people.SOUND}/transitions/InProcessToInReview",
        f"rest/release/{people.SOUND}/transitions/InProcessToInReview",
        f"Release/{people.SOUND.upper()}/Transitions/INPROCESSTOINREVIEW/",
        f"rest/release/{people.SOUND_0_1}/transitions/inprocesstoinreview/false",
    ],
)
def test_prefix_letter_case_and_slash_make_no_difference(office: Office, path: str) -> None:
    (value,) = office.post(path, "anna")["elements"]

    assert (value["id"], value["versionId"], value["state"]) == (people.SOUND, people.SOUND_0_1, "inReview")


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_a_step_is_taken_by_post_alone(refusing: Office, method: str) -> None:
    response = refusing.send(method, STEP, "anna")

    assert (response.status_code, response.headers["allow"]) == (405, "POST, OPTIONS")
    assert refusing.state(people.SOUND) == "inProcess"


def test_api_version_1_0_has_its_own_names(office: Office) -> None:
    (value,) = office.post(STEP, "anna", api_version="1.0")["values"]

    assert value["attributes"]["state1"] == {"127": "inReview"}
    assert not {"facetName", "state", "displayNames"} & value.keys()


def test_a_step_leaves_one_row_in_the_history(office: Office) -> None:
    office.post(STEP, "anna")

    (row,) = office.history(people.SOUND)
    assert (row["kind"], row["by"], row["versionId"], row["difference"]) == (
        "release.InProcessToInReview",
        people.IDS["anna"],
        people.SOUND_0_1,
        {"state": {"from": "inProcess", "to": "inReview"}},
    )


def test_what_is_given_along_stands_in_that_row(office: Office) -> None:
    given = {"externalReference": "Minutes of 3 May"}

    (value,) = office.apply(people.SOUND, "InProcessToReleasedExternal", "olga", given)["elements"]

    (row,) = office.history(people.SOUND)
    assert (row["kind"], row["told"]) == ("release.InProcessToReleasedExternal", given)
    assert row["difference"]["state"] == {"from": "inProcess", "to": "released"}
    assert not value["attributes"].keys() & {"gotoUrl", "isReleased", "version"}
    assert office.element(value["versionId"])["attributes"]["version"] == {"127": "1.0"}


def test_a_release_sets_what_belongs_to_it(office: Office) -> None:
    (value,) = office.apply(people.SOUND, "InProcessToReleasedQA", "quinn")["elements"]

    attributes = steady(office.element(value["versionId"])["attributes"], office.tenant)
    names = ("changedOn", "relOn", "validFrom", "validUntil", "version", "isReleased", "state1")
    assert {name: attributes[name]["127"] for name in names} == {
        "changedOn": "<now>",
        "relOn": "<now>",
        "validFrom": "<today>",
        "validUntil": "9999-12-31T00:00:00",
        "version": "1.0",
        "isReleased": True,
        "state1": "released",
    }
    assert [each["id"] for each in value["related"]["relBy"]] == [people.IDS["quinn"]]
    assert [each["versionId"] for each in value["related"]["releaseHistory"]] == [people.SOUND_0_1]


@pytest.mark.parametrize("transition", ["ReleasedToRequestToExpire", "InReviewToInProcess", "ToTheMoon"])
def test_what_is_not_offered_is_refused_with_what_is(refusing: Office, transition: str) -> None:
    refused = refusing.apply(people.SOUND, transition, "arno", status=409)

    assert steady(refused, refusing.tenant) == {
        "message": f"An element of type subProcess in state inProcess offers no transition {transition}.",
        "output": "dialog",
        "type": "error",
        "data": [
            {"error": f"Offered: {each}", "code": "transition-not-offered"}
            for each in (
                "InProcessToInReview",
                "InProcessToReadyForQA",
                "InProcessToReadyForRelease",
                "InProcessToReleased",
                "InProcessToReleasedQA",
                "InProcessToReleasedExternal",
            )
        ],
    }
    assert refusing.history(people.SOUND) == []


def test_a_type_that_prohibits_direct_release_does_not_offer_it(refusing: Office) -> None:
    refused = refusing.apply(people.CONTRACT, "InProcessToReleased", "arno", status=409)

    assert [each["error"] for each in refused["data"]] == [
        "Offered: InProcessToInReview",
        "Offered: InProcessToReadyForQA",
        "Offered: InProcessToReadyForRelease",
    ]


def test_what_has_no_lifecycle_offers_nothing(refusing: Office) -> None:
    refused = refusing.apply(people.IDS["ben"], "InProcessToInReview", "arno", status=409)

    assert refused["data"] == [{"error": "It offers none.", "code": "transition-not-offered"}]


def test_who_may_not_is_shown_who_may(refusing: Office) -> None:
    refused = refusing.apply(people.SOUND, "InProcessToReleased", "ben", status=403)

    assert steady(refused, refusing.tenant) == {
        "message": "You may not apply InProcessToReleased.",
        "output": "volatile",
        "type": "unauthorized",
        "data": [
            {"error": "This takes the permission EditElement on the element.", "code": "permission-missing"},
            {
                "error": "This takes the role editor or higher and the same user as author and owner; "
                "or the role architect or higher.",
                "code": "not-allowed",
            },
        ],
    }
    assert refusing.history(people.SOUND) == []


@pytest.mark.parametrize(
    ("id_", "who"),
    [(company.NOWHERE, "arno"), ("no-guid", "arno"), (people.SOUND, "vera"), (people.SOUND_0_1, "vera")],
)
def test_what_the_caller_cannot_see_is_not_there(refusing: Office, id_: str, who: str) -> None:
    refused = refusing.apply(id_, "InProcessToInReview", who, status=404)

    assert refused["message"] == "There is no such element."
    assert refusing.history(people.SOUND) == []


def test_callers_without_token_and_strangers_take_no_step(refusing: Office, api: Api) -> None:
    for response in (refusing.send("POST", STEP, None), api.post(STEP, tenant=refusing.tenant, token="a" * 26)):
        assert (response.status_code, response.json()["type"]) == (401, "unauthorized")

    assert refusing.state(people.SOUND) == "inProcess"


ENDS_NOWHERE = {"error": 'The diagram does not end with an end event: "Work".', "code": "endsWithEndEvent"}


@pytest.mark.spec("errors.2")
def test_warnings_alone_are_a_warning(refusing: Office) -> None:
    refused = refusing.apply(people.LOOSE, "InProcessToReleased", "arno", status=409)

    assert steady(refused, refusing.tenant) == {
        "message": "The rules of the release are not fulfilled. Warnings can be ignored with ignoreWarnings=true.",
        "output": "dialog",
        "type": "warning",
        "data": [{**ENDS_NOWHERE, "path": f"content/{company.shape_id(403, '1.0', 2)}"}],
    }
    assert refusing.history(people.LOOSE) == []


@pytest.mark.spec("endpoints.rule.6")
@pytest.mark.parametrize("how", ["?ignoreWarnings=true", "?ignoreWarnings=TRUE", "/true", "/True/"])
def test_warnings_can_be_ignored(office: Office, how: str) -> None:
    (value,) = office.apply(people.LOOSE, f"InProcessToReleased{how}", "arno")["elements"]

    assert value["state"] == "released"


@pytest.mark.parametrize("how", ["", "?ignoreWarnings=true", "/true"])
def test_errors_are_errors_whatever_is_ignored(refusing: Office, how: str) -> None:
    refused = refusing.apply(people.GAPS, f"InProcessToReleased{how}", "arno", status=409)

    missing = {
        "error": 'The mandatory property "Description" is missing (English).',
        "code": "mandatoryAttributes",
        "path": "attributes/description/1033",
    }
    ends_nowhere = {**ENDS_NOWHERE, "path": f"content/{company.shape_id(402, '1.0', 2)}"}
    assert steady(refused, refusing.tenant) == {
        "message": "The rules of the release are not fulfilled.",
        "output": "dialog",
        "type": "error",
        "data": [missing] if how else [missing, ends_nowhere],
    }
    assert refusing.history(people.GAPS) == []


@pytest.mark.parametrize(
    "how", ["?ignoreWarnings=perhaps", "/perhaps", "?dryRun=1", "?$filter=x", "?dryRun=true&dryRun=true"]
)
def test_a_parameter_that_cannot_be_understood_is_refused(refusing: Office, how: str) -> None:
    refused = refusing.apply(people.LOOSE, f"InProcessToReleased{how}", "arno", status=400)

    assert refused["data"][0]["code"] == "invalid-parameter"
    assert refusing.state(people.LOOSE) == "inProcess"


@pytest.mark.parametrize(
    ("given", "codes"),
    [
        ({"reason": "So."}, ["not-recorded"]),
        (["Minutes"], ["invalid-body"]),
        ({"externalReference": 3}, ["invalid-body"]),
    ],
)
def test_what_is_given_along_must_fit(refusing: Office, given: Any, codes: list[str]) -> None:
    refused = refusing.apply(people.SOUND, "InProcessToReleasedExternal", "olga", given, status=400)

    assert [each["code"] for each in refused["data"]] == codes
    assert refusing.state(people.SOUND) == "inProcess"


def test_a_dry_run_answers_alike_and_stores_nothing(refusing: Office) -> None:
    (value,) = refusing.post(f"{STEP}?dryRun=true", "anna")["elements"]

    assert value["state"] == "inReview"
    assert (refusing.state(people.SOUND), refusing.history(people.SOUND), refusing.tasks("ben")) == (
        "inProcess",
        [],
        [],
    )


def test_a_dry_run_shows_what_stands_against_it(refusing: Office) -> None:
    refused = refusing.apply(people.LOOSE, "InProcessToReleased?dryRun=true", "arno", status=409)

    assert refused["type"] == "warning"


def test_if_match_lets_through_only_what_was_read(office: Office) -> None:
    etag = office.etag(people.SOUND)
    office.post(STEP, "anna", if_match=etag)

    refused = office.post(f"release/{people.SOUND}/transitions/InReviewToInProcess", "anna", if_match=etag, status=412)

    assert (refused["type"], refused["output"]) == ("error", "dialog")
    assert office.state(people.SOUND) == "inReview"


def test_the_same_key_has_one_effect_and_another_request_none(office: Office) -> None:
    first, again = (office.post(STEP, "anna", idempotency_key="4711") for _ in range(2))
    other = f"release/{people.LOOSE}/transitions/InProcessToInReview"

    assert first == again
    assert len(office.history(people.SOUND)) == len(office.tasks("ben")) == 1
    office.post(other, "anna", idempotency_key="4711", status=422)
    assert office.state(people.LOOSE) == "inProcess"


def test_a_version_imported_while_its_expiry_was_requested_can_stay_or_go(office: Office) -> None:
    offered = office.get(f"release/{people.WITHDRAWN}/transitions", "olga")["values"]
    assert [each["transitionId"] for each in offered] == ["RequestToExpireToReleased", "RequestToExpireToExpired"]

    (value,) = office.apply(people.WITHDRAWN, "RequestToExpireToExpired", "olga", {"reason": "Gone."})["elements"]

    assert value["state"] == "expired"
    assert steady(value["attributes"]["validUntil"], office.tenant) == {"127": "<today>"}
