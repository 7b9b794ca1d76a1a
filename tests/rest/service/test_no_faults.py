"""Whatever is asked, however oddly, is answered or refused; it never ends in a fault of ours."""

from urllib.parse import quote

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support import company
from tests.support.api import ACME, Api
from tests.support.proof import scaled

WORDS = (
    "rest", "facets", "processes", "it", "views", "tree", "list", "reporting", "elements", company.RECEIPT,
    company.RECEIPT_2_0, company.NOWHERE, "attributes", "name", "related", "author", "children", "content", "info",
    "versions", "config", "subProcess", "release", "transitions", "",
)  # fmt: skip
NAMES = (
    "$select", "$resources", "$expandRelated", "$page", "$pageSize", "$pageSelectionKey", "$count", "$flat", "$filter",
    "api-version", "asOf", "symbio-auth-token",
)  # fmt: skip
VALUES = ("name", "author,owner", "attributes,rootPath", "1", "1000", "true", company.RECEIPT, "4.0", "1.0", "")

paths = st.one_of(
    st.sampled_from(WORDS[:24]).map(lambda word: ["rest", "facets", "processes", "views", "tree", word]),
    st.sampled_from(WORDS).map(
        lambda word: ["rest", "facets", "processes", "views", "detail", "elements", company.RECEIPT, word]
    ),
    st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=12)), max_size=9),
)
queries = st.dictionaries(
    st.one_of(st.sampled_from(NAMES), st.text(max_size=8)),
    st.one_of(st.sampled_from(VALUES), st.text(max_size=24)),
    max_size=4,
)
headers = st.dictionaries(
    st.sampled_from([b"api-version", b"if-none-match", b"accept", b"accept-encoding", b"content-length", b"host"]),
    st.one_of(st.sampled_from([b"1.0", b"*", b"gzip", b"0", b"test"]), st.binary(max_size=20)),
    max_size=2,
)


@settings(
    max_examples=scaled(3000),
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(
    method=st.sampled_from(["GET", "GET", "POST", "HEAD", "OPTIONS", "DELETE"]),
    segments=paths,
    query=queries,
    more=headers,
)
def test_no_request_ends_in_a_fault(
    api: Api, method: str, segments: list[str], query: dict[str, str], more: dict[bytes, bytes]
) -> None:
    path = f"/{ACME}/_api/" + "/".join(quote(each, safe="", errors="replace") for each in segments)
    parameters = "&".join(
        f"{quote(name, safe='$', errors='replace')}={quote(value, safe=',', errors='replace')}"
        for name, value in query.items()
    )
    token = api.database.tokens[ACME, "viewer"].encode()

    status, headers, _ = api.wire(
        path.encode(), parameters.encode(), [(b"symbio-auth-token", token), *more.items()], method
    )

    assert status < 500
    assert "x-request-id" in headers
