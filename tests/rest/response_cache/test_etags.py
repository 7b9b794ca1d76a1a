"""ETag and If-None-Match: nothing is sent twice to those who have it, and nothing old is taken for new."""

import re

import pytest

from tests.rest.reading.reads import READS
from tests.support import company
from tests.support.api import ACME, Api, element
from tests.support.changing import DIAGRAM, Changing, existing

ETAG = re.compile(r'"\d+-[0-9a-f]{32}"\Z')
RECEIPT = element(company.RECEIPT_2_0)
NEVER_KEPT = ("rest/tasks", f"release/{company.RECEIPT_2_0}/transitions?explain=true")
"""Reads that depend on the caller, not on the role alone."""


@pytest.mark.parametrize("path", [*READS.values(), *NEVER_KEPT], ids=[*READS, *NEVER_KEPT])
def test_every_read_has_a_tag_by_which_it_is_not_sent_again(api: Api, path: str) -> None:
    first = api.get(path)

    again = api.get(path, headers={"if-none-match": first.headers["etag"]})

    assert ETAG.match(first.headers["etag"])
    assert again.status_code == 304
    assert again.content == b""
    assert again.headers["etag"] == first.headers["etag"]
    assert not {"content-type", "content-length", "content-encoding"} & set(again.headers)
    for name in ("cache-control", "vary", "api-version", "access-control-allow-origin"):
        assert again.headers[name] == first.headers[name]


@pytest.mark.parametrize("method", ["HEAD", "POST"])
def test_head_and_post_are_answered_the_same_way(api: Api, method: str) -> None:
    tag = api.get(RECEIPT).headers["etag"]

    assert api.send(method, RECEIPT, headers={"if-none-match": tag}).status_code == 304


@pytest.mark.parametrize(
    "form",
    ["{}", "W/{}", '"1-x", {}', '{}, "2-y"', ' W/"x" ,  {}  ', "*"],
    ids=["itself", "weak", "last of two", "first of two", "with spaces", "any"],
)
def test_every_form_of_the_header_is_understood(api: Api, form: str) -> None:
    tag = api.get(RECEIPT).headers["etag"]

    assert api.get(RECEIPT, headers={"if-none-match": form.format(tag)}).status_code == 304


@pytest.mark.parametrize("known", ["", '""', '"x"', '"1-"', '"1-00000000000000000000000000000000"', "-", ",", '"'])
def test_another_tag_gets_the_whole_answer(api: Api, known: str) -> None:
    response = api.get(RECEIPT, headers={"if-none-match": known})

    assert response.status_code == 200
    assert response.json()["count"] == 1


def test_without_a_version_only_the_part_that_follows_from_the_body_is_compared(api: Api) -> None:
    tag = api.get("rest/facets").headers["etag"].strip('"').partition("-")[2]
    known = f'"999999-{tag}"'

    again = api.get("rest/facets", headers={"if-none-match": f'"1-x", W/{known}'})

    assert (again.status_code, again.headers["etag"]) == (304, known), "browsers keep the ETag that they have"


def test_a_304_never_repeats_what_is_no_revision(api: Api) -> None:
    etag = api.get("rest/facets").headers["etag"]
    tag = etag.strip('"').partition("-")[2]

    again = api.get("rest/facets", headers={"if-none-match": f'"<b>-{tag}"'})

    assert (again.status_code, again.headers["etag"]) == (304, etag)


def test_of_a_version_the_revision_is_compared_too(changing: Changing) -> None:
    """A browser keeps the ETag it has when it gets a 304: with an older revision, every If-Match would be refused."""
    draft = f"{DIAGRAM}/{company.RECEIPT_2_1}/content"
    before = changing.get(draft)
    changing.update({"id": company.RECEIPT_2_1, "attributes": {"description": {"1033": "Not shown in the diagram"}}})

    after = changing.get(draft, if_none_match=before.headers["etag"])

    assert after.status_code == 200
    assert after.json() == before.json()
    again = changing.get(draft, if_none_match=after.headers["etag"])
    assert (again.status_code, again.headers["etag"]) == (304, after.headers["etag"])
    renamed = existing(0, company.DRAFT_TASK, element={"attributes": {"name": {"1033": "Weigh"}}})
    refused = changing.draw(company.RECEIPT_2_1, renamed, if_match=before.headers["etag"])
    made = changing.draw(company.RECEIPT_2_1, renamed, if_match=again.headers["etag"])
    assert (refused.status_code, made.status_code) == (412, 200)


def test_roles_that_see_different_things_have_different_tags(api: Api) -> None:
    tags = {role: api.get(RECEIPT, role).headers["etag"] for role in ("viewer", "editor", "administrator")}

    assert len(set(tags.values())) == 3
    for role, tag in tags.items():
        for other in set(tags) - {role}:
            assert api.get(RECEIPT, other, headers={"if-none-match": tag}).status_code == 200


def test_roles_that_see_the_same_share_a_tag(api: Api) -> None:
    assert api.get("rest/facets", "viewer").headers["etag"] == api.get("rest/facets", "editor").headers["etag"]


def test_versions_bases_and_parameters_have_tags_of_their_own(api: Api) -> None:
    answers = [
        api.get(RECEIPT),
        api.get(RECEIPT, headers={"api-version": "1.0"}),
        api.get(RECEIPT, headers={"host": "elsewhere"}),
        api.get(f"{RECEIPT}?$select=name"),
    ]

    assert len({each.headers["etag"] for each in answers}) == 4


def test_a_refusal_is_never_not_modified(api: Api) -> None:
    for path in (element(company.NOWHERE), "rest/facets?$nothing=1"):
        assert api.get(path, headers={"if-none-match": "*"}).status_code in (400, 404)
    assert api.get("rest/facets", None, headers={"if-none-match": "*"}).status_code == 401


def test_a_cached_answer_is_tagged_as_it_was_when_made(api: Api, forgetful_api: Api) -> None:
    for path in READS.values():
        made = forgetful_api.get(path)

        assert [api.get(path).headers["etag"] for _ in range(2)] == [made.headers["etag"]] * 2


def test_answers_may_be_stored_by_the_caller_alone_and_must_be_asked_for_again(api: Api) -> None:
    response = api.get(RECEIPT)

    assert response.headers["cache-control"] == "private, no-cache"
    varies = {each.strip().lower() for each in response.headers["vary"].split(",")}
    assert {"accept-encoding", "api-version", "symbio-auth-token", "authorization"} <= varies


def test_a_tag_does_not_replace_a_token(api: Api) -> None:
    tag = api.get(RECEIPT).headers["etag"]

    assert api.at("GET", f"/{ACME}/_api/{RECEIPT}", headers={"if-none-match": tag}).status_code == 401
