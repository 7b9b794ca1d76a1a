"""Operation 19: a new draft that starts from a version which was released."""

import pytest

from tests.rest.release import office as people
from tests.rest.release.office import Office, as_steps_show, open_office, steady
from tests.support import company
from tests.support.api import Api, Database, golden

CREATE = f"release/{people.VALID}/createversion"


@pytest.fixture
def office(api: Api, database: Database) -> Office:
    return open_office(api, database)


@pytest.mark.spec("endpoint.19")
def test_a_new_version_is_a_draft_with_what_was_kept_and_without_what_belongs_to_a_release(office: Office) -> None:
    body = office.post(CREATE, "anna")

    assert steady(body, office.tenant) == golden("version-create")
    assert body["elements"] == [as_steps_show(office.element(people.VALID, "anna"))]


@pytest.mark.spec("endpoint.19")
@pytest.mark.parametrize(
    "path",
    [
        f"release/{people.VALID_1_0}/createversion",
        f"rest/release/{people.VALID}/createversion",
        f"REST/Release/{people.VALID.upper()}/CreateVersion/",
    ],
)
def test_prefix_letter_case_and_slash_make_no_difference(office: Office, path: str) -> None:
    (value,) = office.post(path, "anna")["elements"]

    assert (value["id"], value["state"]) == (people.VALID, "inProcess")
    assert not value["attributes"].keys() & {"gotoUrl", "isReleased", "version"}
    assert office.element(value["versionId"])["attributes"]["version"] == {"127": "1.1"}


def test_the_released_version_stays_and_is_what_readers_see(office: Office) -> None:
    before = office.element(people.VALID_1_0)

    office.post(CREATE, "anna")

    assert office.element(people.VALID_1_0) == before
    assert office.element(people.VALID, "vera")["versionId"] == people.VALID_1_0


def test_flow_objects_are_copied_and_know_what_they_were(office: Office) -> None:
    office.post(CREATE, "anna")
    path = "rest/facets/processes/views/diagram/elements"

    old = office.get(f"{path}/{people.VALID_1_0}/content")["elements"]
    new = office.get(f"{path}/{people.VALID}/content")["elements"]

    assert [each["creationId"] for each in new] == [each["id"] for each in old]
    assert not {each["id"] for each in new} & {each["id"] for each in old}
    shapes = [
        (each["properties"]["shapeId"], [p["properties"]["shapeId"] for p in each["properties"]["predecessors"]])
        for each in new
    ]
    first, second, third = (company.shape_id(405, "1.0", place) for place in (1, 2, 3))
    assert shapes == [(first, []), (second, [first]), (third, [second])]


@pytest.mark.spec("transitions.rule.3")
def test_its_release_expires_the_one_before(office: Office) -> None:
    (draft,) = office.post(CREATE, "anna")["elements"]
    change = {"id": people.VALID, "attributes": {"reasonForRevision": {"127": "New law"}}}
    office.post("rest/facets/processes/views/detail/elements", "anna", {"elements": [change]})

    office.apply(people.VALID, "InProcessToReleased", "arno")

    versions = office.get(f"rest/facets/processes/views/detail/elements/{people.VALID}/versions")["elements"]
    found = [
        (
            each["versionId"],
            each["state"],
            each["attributes"]["version"]["127"],
            steady(each["attributes"]["validUntil"]["127"], office.tenant),
            [entry["versionId"] for entry in each["related"]["releaseHistory"]],
        )
        for each in versions
    ]
    both = [people.VALID_1_0, draft["versionId"]]
    assert found == [
        (people.VALID_1_0, "expired", "1.0", "<today>", both),
        (draft["versionId"], "released", "2.0", "9999-12-31T00:00:00", both),
    ]


def test_a_second_version_is_not_released_without_its_reason(office: Office) -> None:
    office.post(CREATE, "anna")

    refused = office.apply(people.VALID, "InProcessToReleased", "arno", status=409)

    assert [(each["code"], each["path"]) for each in refused["data"]] == [
        ("reasonForRevision", "attributes/reasonForRevision/127")
    ]


def test_there_is_one_draft_at_a_time(office: Office) -> None:
    office.post(CREATE, "anna")

    refused = office.post(CREATE, "anna", status=409)

    sentence = "A version in state inProcess cannot be the start of a new one. Possible: released, inEffect, expired."
    assert (refused["type"], refused["output"], refused["message"]) == ("error", "dialog", sentence)
    refused = office.post(f"release/{people.VALID_1_0}/createversion", "anna", status=409)
    assert refused["data"][0]["code"] == "open-draft"


@pytest.mark.parametrize(
    ("id_", "code"),
    [(people.SOUND, "no-new-version-in-state"), (people.IDS["ben"], "no-versions"), (people.WITHDRAWN, "no-new-version-in-state")],
)  # fmt: skip
def test_drafts_and_what_has_no_versions_are_no_start(office: Office, id_: str, code: str) -> None:
    refused = office.post(f"release/{id_}/createversion", "administrator", status=409)

    assert [each["code"] for each in refused["data"]] == [code]


@pytest.mark.parametrize(("who", "status"), [("ben", 403), ("vera", 403), ("paul", 403), ("arno", 200)])
def test_it_takes_the_right_to_edit(office: Office, who: str, status: int) -> None:
    office.post(CREATE, who, status=status)

    assert office.state(people.VALID) == ("inProcess" if status == 200 else "inEffect")


@pytest.mark.parametrize("id_", [company.NOWHERE, "no-guid"])
def test_what_is_not_there_gets_no_version(office: Office, id_: str) -> None:
    office.post(f"release/{id_}/createversion", "arno", status=404)


def test_a_dry_run_makes_none(office: Office) -> None:
    (value,) = office.post(f"{CREATE}?dryRun=true", "anna")["elements"]

    assert value["state"] == "inProcess"
    assert office.state(people.VALID) == "inEffect"


def test_the_same_key_makes_one(office: Office) -> None:
    first, again = (office.post(CREATE, "anna", idempotency_key="4711") for _ in range(2))

    assert first == again


def test_if_match_is_the_version_it_starts_from(office: Office) -> None:
    revision, _, _ = office.etag(people.VALID).strip('"').partition("-")

    office.post(CREATE, "anna", if_match=f'"{int(revision) + 1}-0"', status=412)
    office.post(CREATE, "anna", if_match=office.etag(people.VALID))
