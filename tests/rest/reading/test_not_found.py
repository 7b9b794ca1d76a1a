"""What is not there, not here or not for the caller: one answer for all of it, at the same cost."""

import pytest

from tests.rest.reading.reads import ELEMENT_READS, READS
from tests.support import company
from tests.support.api import Api, element

UNKNOWN = {"facets": "nothing", "views": "nothing", "config": "nothing"}


def refused(api: Api, path: str, role: str = "administrator") -> tuple[str, dict[str, str], int]:
    """The answer without what is every request's own, and how many statements it took."""
    response = api.get(path, role)
    assert response.status_code == 404, path
    headers = {
        name: value for name, value in response.headers.items() if name not in ("x-request-id", "content-length")
    }
    return response.text.replace(response.json()["requestId"], ""), headers, api.statements


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("rest/facets/nothing/views", "There is no such facet."),
        ("rest/facets/nothing/views/tree/elements", "There is no such facet."),
        ("rest/facets/nothing/reporting", "There is no such facet."),
        ("rest/facets/tenants/views", "There is no such facet."),
        ("rest/facets/processs/views", "There is no such facet. Did you mean processes?"),
        ("rest/facets/Processs/views/tree/elements", "There is no such facet. Did you mean processes?"),
        ("rest/facets/processes/views/unknown/elements", "The facet processes has no such view."),
        ("rest/facets/processes/views/tre/config", "The facet processes has no such view. Did you mean tree?"),
        (
            "rest/facets/processes/views/tree/config/subProces",
            "The view tree of the facet processes has no such type. Did you mean subProcess?",
        ),
        (f"{element(company.RECEIPT)}/related/ownr", "There is no such related context. Did you mean owner?"),
        (f"{element(company.RECEIPT)}/attributes/purpo", "There is no such attribute. Did you mean purp?"),
        ("rest/facets/users/views/tree/elements", "The facet users has no such view."),
        ("rest/facets/users/views/diagram/config", "The facet users has no such view."),
        ("rest/facets/processes/views/tree/config/nothing", "The view tree of the facet processes has no such type."),
        ("rest/facets/processes/views/tree/config/task", "The view tree of the facet processes has no such type."),
        ("rest/facets/processes/views/tree/config/user", "The view tree of the facet processes has no such type."),
        (f"{element(company.RECEIPT)}/related/nothing", "There is no such related context."),
        (f"{element(company.RECEIPT)}/attributes/nothing", "There is no such attribute."),
        (element(company.NOWHERE), "There is no such element."),
        (element("not-a-guid"), "There is no such element."),
        (element(company.RECEIPT + "0"), "There is no such element."),
        (element(f"{{{company.RECEIPT}}}"), "There is no such element."),
        (element(company.RECEIPT.replace("-", "")), "There is no such element."),
    ],
)
def test_every_unknown_part_of_an_address_is_not_found(api: Api, path: str, message: str) -> None:
    response = api.get(path)

    assert response.status_code == 404
    body = response.json()
    assert body == {
        "message": message,
        "output": "volatile",
        "type": "error",
        "data": [{"error": message, "code": "not-found"}],
        "requestId": response.headers["x-request-id"],
    }


@pytest.mark.parametrize(
    "path",
    [
        "",
        "rest",
        "rest/nothing",
        "rest/facets/processes",
        "rest/facets//views",
        "rest//facets",
        "rest/facets/processes/views/tree",
        f"{element(company.RECEIPT)}/nothing",
        f"{element(company.RECEIPT)}/related/author/more",
        "release",
        f"release/{company.RECEIPT}",
        f"rest/rest/release/{company.RECEIPT}/transitions",
        "facets",
        "rest/facets/..%2Finfo",
        "rest/facets/%00",
    ],
)
def test_an_address_that_is_none_is_not_found(api: Api, path: str) -> None:
    for method in ("GET", "POST", "PUT", "HEAD"):
        assert api.send(method, path).status_code == 404


def test_what_a_caller_may_not_see_is_not_suggested(api: Api) -> None:
    seen = {
        role: {each["name"] for each in api.read("rest/facets", role)["values"]} for role in ("viewer", "administrator")
    }
    hidden = seen["administrator"] - seen["viewer"]
    assert hidden

    for name in hidden:
        assert f"Did you mean {name}?" in api.get(f"rest/facets/{name}x/views").json()["message"]
        assert f"mean {name}?" not in api.get(f"rest/facets/{name}x/views", "viewer").json()["message"]


@pytest.mark.parametrize("suffix", ELEMENT_READS.values(), ids=ELEMENT_READS)
@pytest.mark.parametrize(
    ("hidden", "role"),
    [
        (company.RETURNS, "viewer"),
        (company.RETURNS_0_1, "viewer"),
        (company.RECEIPT_2_1, "viewer"),
        (company.RECEIPT_1_0, "viewer"),
        (company.ARCHIVE, "viewer"),
        (company.DRAFT_TASK, "viewer"),
        (company.OLD_START, "viewer"),
        (company.RIVAL_HOUSE, "administrator"),
        (company.RIVAL_SYSTEM_1_0, "administrator"),
        (company.ERP, "administrator"),
        (company.ANNA, "administrator"),
    ],
    ids=[
        "a draft",
        "a draft by its version",
        "the draft of a released element",
        "an expired version",
        "a hidden category",
        "a flow object of a draft",
        "a flow object of an expired version",
        "a stranger's element",
        "a stranger's version",
        "an element of another facet",
        "a person",
    ],
)
def test_what_is_hidden_cannot_be_distinguished_from_what_does_not_exist(
    forgetful_api: Api, hidden: str, role: str, suffix: str
) -> None:
    """Byte for byte but for the id of the request, and by the same number of statements."""
    forgetful_api.get("rest/info", role)

    unknown = refused(forgetful_api, element(company.NOWHERE) + suffix, role)

    assert refused(forgetful_api, element(hidden) + suffix, role) == unknown


@pytest.mark.parametrize("address", ["rest/facets/processes/reporting/{}", "release/{}/transitions"])
@pytest.mark.parametrize("hidden", [company.RETURNS, company.RECEIPT_2_1, company.DRAFT_TASK, company.RIVAL_HOUSE])
def test_reports_and_transitions_do_not_show_it_either(forgetful_api: Api, hidden: str, address: str) -> None:
    forgetful_api.get("rest/info", "viewer")

    unknown = refused(forgetful_api, address.format(company.NOWHERE), "viewer")

    assert refused(forgetful_api, address.format(hidden), "viewer") == unknown


@pytest.mark.parametrize("query", ["$resources=rootPath,stereotype", "$expandRelated=author", "$select=name"])
def test_what_is_asked_for_beside_it_makes_no_difference(forgetful_api: Api, query: str) -> None:
    forgetful_api.get("rest/info", "viewer")

    unknown = refused(forgetful_api, f"{element(company.NOWHERE)}?{query}", "viewer")

    assert refused(forgetful_api, f"{element(company.RETURNS)}?{query}", "viewer") == unknown


@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_a_viewer_finds_no_trace_of_drafts_in_any_answer(api: Api, path: str) -> None:
    text = api.get(path, "viewer").text

    for hidden in (
        company.RECEIPT_1_0,
        company.RECEIPT_2_1,
        company.RETURNS,
        company.ARCHIVE,
        company.ERP_1_1,
        company.THEFT,
        company.DRAFT_TASK,
        company.OLD_START,
        company.shape_id(6, "2.1", 1),
        "Weigh the truck",
    ):
        assert hidden not in text


@pytest.mark.parametrize("role", ["editor", "approver", "analyzer", "architect", "administrator"])
def test_all_roles_above_the_viewers_find_the_drafts(api: Api, role: str) -> None:
    for id_ in (company.RETURNS, company.RECEIPT_2_1, company.RECEIPT_1_0, company.ARCHIVE, company.DRAFT_TASK):
        assert api.get(element(id_), role).status_code == 200


def test_a_flow_object_of_the_released_version_is_found_by_viewers(api: Api) -> None:
    (task,) = api.read(element(company.UNLOAD), "viewer")["elements"]

    assert task["attributes"]["name"]["1033"] == "Unload"
    assert [each["id"] for each in task["related"]["systems"]] == [company.SCANNER]
