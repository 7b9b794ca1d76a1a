"""api-version by header or parameter: what it changes, and what it leaves alone."""

import pytest

from tests.rest.reading.reads import READS
from tests.support import company
from tests.support.api import API, Api, Json, element, golden

pytestmark = pytest.mark.one_engine

DEFAULTS = {
    "1": "4.0", "2": "4.0", "3": "4.0", "4": "4.0", "6": "1.0", "7": "1.0", "8": "1.0", "9": "4.0", "10": "2.0",
    "12": "1.0", "13": "4.0", "14": "1.0", "15": "4.0", "16": "1.0", "17": "1.0", "+": "4.0", "+ diagram": "2.0",
}  # fmt: skip
OLD = {"1", "2", "3", "4", "9", "10"}
"""The operations that have a 1.0 form."""


@pytest.mark.spec("versioning.labels")
@pytest.mark.parametrize(("operation", "path"), READS.items(), ids=READS)
def test_without_a_version_an_operation_answers_in_that_of_its_label(api: Api, operation: str, path: str) -> None:
    label = DEFAULTS.get(operation) or DEFAULTS[operation.split()[0]]

    assert api.get(path).headers["api-version"] == label


@pytest.mark.parametrize("path", READS.values(), ids=READS)
@pytest.mark.parametrize("version", ["1.0", "2.0", "3.0", "4.0"])
def test_the_answer_shows_the_version_that_was_asked_for(api: Api, path: str, version: str) -> None:
    by_header = api.get(path, headers={"api-version": version})
    by_parameter = api.get(f"{path}{'&' if '?' in path else '?'}api-version={version}")

    assert by_header.headers["api-version"] == by_parameter.headers["api-version"] == version
    assert by_header.content == by_parameter.content


@pytest.mark.parametrize(("operation", "path"), READS.items(), ids=READS)
def test_only_version_1_0_differs_and_only_where_it_has_a_form_of_its_own(api: Api, operation: str, path: str) -> None:
    bodies = {
        version: api.get(path, headers={"api-version": version}).json() for version in ("1.0", "2.0", "3.0", "4.0")
    }

    assert bodies["2.0"] == bodies["3.0"] == bodies["4.0"]
    assert (bodies["1.0"] != bodies["4.0"]) == (operation.split()[0] in OLD)


def test_the_header_wins_over_the_parameter(api: Api) -> None:
    response = api.get("rest/facets?api-version=4.0", headers={"api-version": "1.0"})

    assert response.headers["api-version"] == "1.0"


@pytest.mark.parametrize("version", ["5.0", "1", "4.0.0", "v4.0", "latest", ""])
@pytest.mark.parametrize("how", ["header", "parameter"])
def test_an_unknown_version_is_refused_with_the_four_there_are(api: Api, version: str, how: str) -> None:
    if how == "header":
        response = api.get("rest/facets", headers={"api-version": version})
    else:
        response = api.get(f"rest/facets?api-version={version}")

    assert response.status_code == 400
    assert response.json()["message"] == f"There is no api-version {version!r}. There are: 1.0, 2.0, 3.0, 4.0."


@pytest.mark.spec("versioning.1.0")
def test_an_element_in_version_1_0(api: Api) -> None:
    assert api.read(element(company.RECEIPT), headers={"api-version": "1.0"}) == golden("receipt-2.1-1.0")


def test_a_list_in_version_1_0(api: Api) -> None:
    answer = api.read("rest/facets/processes/views/orphaned/elements?api-version=1.0", "viewer")

    assert answer == {
        "count": 1,
        "values": [
            {
                "id": company.ORPHAN,
                "versionId": company.ORPHAN_1_0,
                "type": "subProcess",
                "setReadOnly": True,
                "attributes": {
                    "name": {"1031": "Verwaist", "1033": "Orphan"},
                    "state1": {"127": "released"},
                    "version": {"127": "1.0"},
                },
            }
        ],
    }


def test_children_in_version_1_0(api: Api) -> None:
    answer = api.post(
        element(company.HOUSE, view="tree") + "/children", "viewer", headers={"api-version": "1.0"}
    ).json()

    assert answer == {
        "count": 2,
        "values": [
            {
                "id": company.OPERATIONS,
                "type": "subCategory",
                "setReadOnly": True,
                "attributes": {"name": {"1031": "Betrieb", "1033": "Operations"}, "state1": {"127": "show"}},
            },
            {
                "id": company.MANAGEMENT,
                "type": "subCategory",
                "setReadOnly": True,
                "attributes": {"name": {"1031": "Führung", "1033": "Management"}, "state1": {"127": "show"}},
            },
        ],
    }


def test_content_in_version_1_0(api: Api) -> None:
    answer = api.read(element(company.RECEIPT) + "/content", headers={"api-version": "1.0"})

    assert answer["count"] == 4
    assert answer["values"][1]["properties"] == {
        "predecessors": [
            {
                "properties": {"shapeId": company.shape_id(6, "2.1", 1)},
                "id": company.DRAFT_START,
                "type": "evStart",
                "expandUri": f"{API}/rest/facets/processes/views/detail/elements/{company.DRAFT_START}",
            }
        ],
        "shapeId": company.shape_id(6, "2.1", 2),
    }
    assert set(answer["values"][2]) == {"properties", "id", "versionId", "type", "attributes"}


@pytest.mark.parametrize("operation", [each for each in READS if each.split()[0] in {"3", "4", "9", "10"}])
def test_no_element_in_version_1_0_has_a_field_that_came_later(api: Api, operation: str) -> None:
    answer = api.read(READS[operation], headers={"api-version": "1.0"})

    assert "elements" not in answer
    assert not {"facetName", "creationId", "state", "displayNames"} & keys(answer["values"])


def keys(value: object) -> set[str]:
    """Every name of every object, but for attributes, whose names are data."""
    if isinstance(value, list):
        return {name for each in value for name in keys(each)}
    if isinstance(value, dict):
        inside: Json = {name: each for name, each in value.items() if name != "attributes"}
        return set(inside) | {name for each in inside.values() for name in keys(each)}
    return set()


@pytest.mark.spec("errors.1")
def test_errors_have_one_shape_in_every_version(api: Api) -> None:
    for version in ("1.0", "4.0"):
        response = api.get(element(company.NOWHERE), headers={"api-version": version})

        assert set(response.json()) == {"message", "output", "type", "data", "requestId"}
