"""Operation 17 with `explain=true`: for each step whether the caller may take it, and what stands against it."""

import asyncio

import httpx
import pytest

from tests.rest.release import office as people
from tests.rest.release.office import Office, open_office, steady
from tests.support.api import Api, Database, golden

EXPLAINED = f"release/{people.LOOSE}/transitions?explain=true"


@pytest.fixture(scope="module")
def office(api: Api, database: Database) -> Office:
    """Nothing here changes it, but for one who sends the contract to review."""
    opened = open_office(api, database)
    opened.apply(people.CONTRACT, "InProcessToInReview", "anna")
    return opened


@pytest.mark.parametrize("prefix", ["", "rest/"])
def test_every_offered_step_is_explained(office: Office, prefix: str) -> None:
    assert steady(office.get(f"{prefix}{EXPLAINED}", "anna"), office.tenant) == golden("transitions-explain")


def test_by_post_the_list_is_called_transitions(office: Office) -> None:
    body = office.post(EXPLAINED, "anna")

    assert steady(body["transitions"], office.tenant) == golden("transitions-explain")["values"]
    assert body["count"] == 6


def test_it_depends_on_who_asks(office: Office) -> None:
    allowed = {
        who: [each["transitionId"] for each in office.get(EXPLAINED, who)["values"] if each["allowed"]]
        for who in ("anna", "quinn", "olga", "paul", "arno")
    }

    review = ["InProcessToInReview", "InProcessToReadyForQA", "InProcessToReadyForRelease"]
    direct = ["InProcessToReleased", "InProcessToReleasedQA", "InProcessToReleasedExternal"]
    assert allowed == {
        "anna": review,
        "quinn": ["InProcessToReleasedQA"],
        "olga": ["InProcessToReleasedExternal"],
        "paul": [],
        "arno": [*review, *direct],
    }


def test_missing_acceptances_of_others_are_shown(office: Office) -> None:
    found = {
        each["transitionId"]: (each["allowed"], [block["error"] for block in each["blocks"]])
        for each in office.get(f"release/{people.CONTRACT}/transitions?explain=true", "ben")["values"]
    }

    missing = (False, ["Acceptances of others are missing: 1."])
    assert found == {
        "InReviewToInProcess": (True, []),
        "InReviewToReadyForQA": missing,
        "InReviewToReadyForRelease": missing,
    }


@pytest.mark.parametrize(("word", "explains"), [("true", True), ("TRUE", True), ("false", False), ("False", False)])
def test_it_is_asked_for_by_a_flag(office: Office, word: str, explains: bool) -> None:
    (first, *_) = office.get(f"release/{people.SOUND}/transitions?explain={word}", "anna")["values"]

    assert ("allowed" in first) == explains


def test_a_flag_is_true_or_false(office: Office) -> None:
    refused = office.get(f"release/{people.SOUND}/transitions?explain=yes", "anna", status=400)

    assert refused["message"] == "explain takes true or false, not 'yes'."


@pytest.mark.parametrize("id_", [people.SOUND, people.SOUND_0_1, "no-guid"])
def test_a_draft_is_not_there_for_viewers(office: Office, id_: str) -> None:
    refused = office.get(f"release/{id_}/transitions?explain=true", "vera", status=404)

    assert refused["message"] == "There is no such element."


def test_viewers_are_shown_that_they_may_nothing(office: Office) -> None:
    (value,) = office.get(f"release/{people.VALID}/transitions?explain=true", "vera")["values"]

    assert (value["transitionId"], value["allowed"]) == ("ReleasedToRequestToExpire", False)


def test_it_waits_for_no_writer(office: Office, api: Api, database: Database) -> None:
    """Another writer holds the tenant's only turn to write for as long as the question takes."""
    tenant, token = database.tenant(office.tenant), database.tokens[office.tenant, "anna"]

    async def asked_meanwhile() -> httpx.Response:
        async with database.storage.writer(tenant, actor=None) as writer:
            await writer.history.note("test.busy", people.VALID, None, {})
            asked = api.client.get(f"/{office.tenant}/_api/{EXPLAINED}", headers={"symbio-auth-token": token})
            return await asyncio.wait_for(asked, timeout=20)

    assert database.run(asked_meanwhile()).status_code == 200


def test_a_longer_diagram_takes_no_more_statements(office: Office, api: Api) -> None:
    counts = set()
    for id_ in (people.SOUND, people.LOOSE, people.VALID):
        office.get(f"release/{id_}/transitions?explain=true", "anna")
        counts.add(api.statements)

    assert counts == {6}
