"""Ways to ask wrongly that are refused with what would have worked, and never with a fault of ours."""

import json

import pytest

from tests.rest.reading.reads import READS, methods_at
from tests.support import company
from tests.support.api import ACME, Api, element

pytestmark = pytest.mark.one_engine

LIST = "rest/facets/processes/views/list/elements"
READING = "$culture, $expandRelated, $filter, $resources, $select"
REPORT = "$culture, $cursor, $expandRelated, $filter, $flat, $orderby, $page, $pageSelectionKey, $pageSize, $resources, $select"
TAKES = {
    "3": "$count, $culture, $cursor, $expandRelated, $facetCounts, $filter, $orderby, $page, $pageSelectionKey, $pageSize, "
    "$resources, $select",
    "4": READING,
    "6 attributes": "$culture, $filter, $select",
    "7": "$expandRelated, $filter, $select",
    "8": "$expandRelated, $filter",
    "9 children": "$resources",
    "13 versions": f"{READING}, approvals",
    "15 report": REPORT,
    "15 flat report": REPORT,
    "15 report on one": READING,
    "10": "culture, format, shapes",
    "17": "explain",
    "+ search": "$page, $pageSize, culture, facets, q, types",
    "+ usages": "$page, $pageSize, context",
    "+ stats": "by, facets, types",
    "+ diagram": "described, detailed, format, script",
}
"""The parameters of each operation besides `asOf`, as an error lists them; operations that are not here take no others."""
OF_THE_PRESENT = ("17",)
"""The operations that do not take `asOf`."""


@pytest.mark.parametrize(("operation", "path"), READS.items(), ids=READS)
def test_an_unknown_dollar_parameter_is_refused_with_those_the_operation_takes(
    api: Api, operation: str, path: str
) -> None:
    known = TAKES.get(operation) or TAKES.get(operation.split()[0])
    moments = ["asOf"] if operation.split()[0] not in OF_THE_PRESENT else []
    taken = ", ".join(sorted([*(known.split(", ") if known else ()), *moments])) or "none"

    response = api.get(f"{path}{'&' if '?' in path else '?'}$nonsense=1")

    assert response.status_code == 400
    assert response.json()["data"] == [
        {
            "error": f"$nonsense is not a parameter of this operation. It takes: {taken}.",
            "code": "invalid-parameter",
            "path": "$nonsense",
        }
    ]


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("$selct=name", "$select"),
        ("$resource=attributes", "$resources"),
        ("select=name", "$select"),
        ("PageSize=5", "$pageSize"),
        ("pagesiz=5", "$pageSize"),
        ("ordrby=name", "$orderby"),
        ("selext=name", "$select"),
        ("slect=name", "$select"),
        ("fitler=name eq 'x'", "$filter"),
        ("FILTER=name eq 'x'", "$filter"),
    ],
)
def test_a_mistyped_parameter_is_refused_with_the_one_that_was_probably_meant(api: Api, query: str, meant: str) -> None:
    response = api.get(f"{LIST}?{query}")

    assert response.status_code == 400
    assert f"Did you mean {meant}?" in response.json()["message"]


@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_what_a_shell_leaves_of_a_parameter_in_double_quotes_is_refused(api: Api, path: str) -> None:
    mark = "&" if "?" in path else "?"

    response = api.get(f"{path}{mark}=name -eq 'Order'")

    assert response.status_code == 400
    assert "single quotes" in response.json()["message"]
    assert api.get(f"{path}{mark}&&=").status_code == 200


def test_the_message_about_a_value_without_a_name_shows_a_parameter_of_the_operation(api: Api) -> None:
    response = api.get(f"{LIST}?=name -eq 'Order'")

    assert response.json()["message"] == (
        "The query string has the value \"name -eq 'Order'\" without a name. In double quotes a shell takes $filter for a variable of "
        "its own: put the address into single quotes, or write %24filter. This operation takes: $count, $culture, $cursor, "
        "$expandRelated, $facetCounts, $filter, $orderby, $page, $pageSelectionKey, $pageSize, $resources, $select, asOf."
    )


@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_the_bare_name_of_a_parameter_of_another_operation_is_refused(api: Api, path: str) -> None:
    mark = "&" if "?" in path else "?"

    assert api.get(f"{path}{mark}expandrelated=author").status_code == 400
    assert api.get(f"{path}{mark}_=1731800000&utm_source=x&p=1&lang=de").status_code == 200


@pytest.mark.parametrize("given", ["$PAGESIZE=3", "$pagesize=3", "%24PageSize=3"])
def test_names_of_parameters_match_without_letter_case(api: Api, given: str) -> None:
    assert api.read(f"{LIST}?{given}&$orderBy=name desc") == api.read(f"{LIST}?$pageSize=3&$orderby=name desc")


def test_a_parameter_given_in_two_spellings_is_given_twice(api: Api) -> None:
    response = api.get(f"{LIST}?$pageSize=1&$PageSize=2")

    assert response.json()["message"] == "$pageSize is given 2 times; give it once."


def test_the_parameters_of_every_call_match_without_letter_case(api: Api) -> None:
    token = api.database.tokens[ACME, "viewer"]

    response = api.get(f"rest/facets?Symbio-Auth-Token={token}&API-Version=1.0", role=None)

    assert response.headers["api-version"] == "1.0"
    assert "displayName" in response.json()["values"][0]


@pytest.mark.parametrize(
    ("path", "parameter"),
    [
        ("rest/facets", "$select=name"),
        ("rest/facets/processes/views", "$page=1"),
        (element(company.RECEIPT), "$page=1"),
        (f"{element(company.RECEIPT)}/attributes", "$resources=attributes"),
        (f"{element(company.RECEIPT)}/related/author", "$select=author"),
        (f"{element(company.LOGISTICS)}/children", "$pageSize=1"),
        (f"{element(company.RECEIPT)}/content", "$select=name"),
        (f"{element(company.RECEIPT)}/info", "$select=name"),
        ("rest/info", "$count=true"),
        (f"release/{company.RECEIPT}/transitions", "$filter=x"),
        (LIST, "$flat=true"),
    ],
)
def test_a_parameter_of_another_operation_is_refused(api: Api, path: str, parameter: str) -> None:
    response = api.get(f"{path}?{parameter}")

    assert response.status_code == 400
    assert "is not a parameter of this operation" in response.json()["message"]


@pytest.mark.parametrize("name", ["$select", "$resources", "$expandRelated", "$page", "$pageSize", "$count"])
def test_a_parameter_given_twice_is_refused(api: Api, name: str) -> None:
    value = {"$select": "name", "$resources": "attributes", "$expandRelated": "author", "$count": "true"}.get(name, "1")

    response = api.get(f"{LIST}?{name}={value}&{name}={value}")

    assert response.status_code == 400
    assert response.json()["message"] == f"{name} is given 2 times; give it once."


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PROPFIND"])
@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_another_method_is_refused_with_those_that_do(api: Api, path: str, method: str) -> None:
    allowed = methods_at(path)
    if method in allowed:
        return

    response = api.send(method, path)

    assert response.status_code == 405
    assert response.headers["allow"] == allowed
    assert response.json()["message"] == f"{method} is not possible here. Possible: {allowed}."


def test_a_query_string_of_32_kb_is_read_and_a_longer_one_refused(api: Api) -> None:
    longest = "x=" + "y" * (32768 - 2)

    assert api.get(f"rest/facets?{longest}").status_code == 200
    response = api.get(f"rest/facets?{longest}y")
    assert response.status_code == 400
    assert response.json()["message"] == "The query string has 32769 bytes; at most 32768 are read."


def test_more_parameters_than_needed_are_refused(api: Api) -> None:
    response = api.get("rest/facets?" + "&".join(f"p{n}=1" for n in range(201)))

    assert response.status_code == 400
    assert response.json()["message"] == "The query string has more than 200 parameters."


@pytest.mark.parametrize(
    "query", [b"x=%ff", b"$select=%C3%28", b"x=\xff", "x=ä".encode(), b"%ff=1", b"$page=%ED%A0%80"]
)
def test_a_query_string_that_is_no_text_is_refused(api: Api, query: bytes) -> None:
    token = api.database.tokens[ACME, "viewer"].encode()

    status, body = api.raw(b"/acme/main/_api/rest/facets", query, [(b"symbio-auth-token", token)])

    assert status == 400
    assert body["message"] == "The query string cannot be read: it is not percent-encoded UTF-8."


@pytest.mark.parametrize("query", [b"x=%", b"x=%zz", b"x=%4", b"&&&", b"=", b"?", b";", b"x", b"\x00"])
def test_a_strange_query_string_is_read_as_far_as_it_can_be(api: Api, query: bytes) -> None:
    token = api.database.tokens[ACME, "viewer"].encode()

    status, _ = api.raw(b"/acme/main/_api/rest/facets", query, [(b"symbio-auth-token", token)])

    assert status == 200


@pytest.mark.parametrize("path", [b"/acme/main/_api/rest/facets/%ff/views", b"/acme/main/_api/rest/facets/%00/views"])
def test_a_path_that_is_no_text_is_not_found(api: Api, path: bytes) -> None:
    token = api.database.tokens[ACME, "viewer"].encode()

    status, _ = api.raw(path, headers=[(b"symbio-auth-token", token)])

    assert status == 404


@pytest.mark.parametrize(
    "host", ["", "a b", 'te"st', "test/evil", "user@test", "test:port", "test:123456", "[::1", "<script>", "ä.example"]
)
def test_a_host_that_is_none_is_refused_and_never_repeated(api: Api, host: str) -> None:
    headers = [(b"symbio-auth-token", api.database.tokens[ACME, "viewer"].encode())]

    status, body = api.raw(b"/acme/main/_api/rest/info", headers=[*headers, (b"host", host.encode())])

    assert status == 400
    assert body["message"] == "The Host header is not the name of a host."
    assert not host or host not in json.dumps(body, ensure_ascii=False).replace(body["message"], "")


@pytest.mark.parametrize("host", ["test", "TEST.example:8080", "127.0.0.1", "[::1]:8443", "my_host"])
def test_every_real_host_is_answered_with_its_own_name(api: Api, host: str) -> None:
    response = api.get("rest/info", headers={"host": host})

    assert response.json()["apiUrl"] == f"http://{host}/{ACME}/_api/"


def test_names_that_try_to_be_more_than_names_are_refused(api: Api) -> None:
    for text in ("name' OR '1'='1", "name;DROP TABLE version", "na%00me", "name\u202e", "𝓃𝒶𝓂𝑒", "n" * 2000):
        assert api.get(f"{LIST}?$select={text}").status_code == 400
        assert api.get(f"{LIST}?$expandRelated={text}").status_code == 400
        assert api.get(f"{LIST}?$resources={text}").status_code == 400
        assert api.get(f"{LIST}?$pageSelectionKey={text}").status_code == 400
        assert api.get(element(company.RECEIPT) + f"/related/{text.replace('/', '')}").status_code == 404
