"""A server may lie, loop, break or send the caller away: nothing is stored, the token goes nowhere else, and the error says why."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from facetstore.domain.errors import Failure
from facetstore.exchange.pull import pulling, remote
from facetstore.exchange.pull.questions import BadName, segment
from facetstore.exchange.pull.remote import RemoteFailure, tenant_address
from tests.exchange.pull import reference_works as works
from tests.exchange.pull.copying import copy, exported
from tests.exchange.pull.small_server import Asked, Given, Respond, small_server
from tests.support.storages import Store

USERS = "rest/facets/users/views/detail/elements"


Place = Callable[[str, str], None]
Refused = Callable[..., None]


@pytest.fixture
def held() -> list[object]:
    """What the tenant held before a copy, and after each one."""
    return []


@pytest.fixture
def place(tmp_path_store: Store, tmp_path: Path, held: list[object]) -> Place:
    """Copies from a server into one tenant."""
    tenant = tmp_path_store.new_tenant()
    held.append(exported(tmp_path_store, tenant))

    def pulled(address: str, token: str) -> None:
        try:
            copy(tmp_path_store, tenant, address, token, tmp_path / "copy")
        finally:
            held.append(exported(tmp_path_store, tenant))

    return pulled


def works_but(path: str, respond: Respond) -> Respond:
    """The works, with another answer at one address."""
    others = works.ReferenceWorks(0)
    return lambda asked: respond(asked) if asked.path == path else others(asked)


@pytest.fixture
def refused(place: Place, held: list[object]) -> Refused:
    """Asserts that a copy fails, that nothing was stored, and that the error does not name the token."""

    def check(respond: Respond, match: str, token: str = works.TOKEN) -> None:
        with small_server(respond) as server, pytest.raises(Failure, match=match) as failed:
            place(server.address, token)
        assert token not in failed.value.message
        assert held[-1] == held[0]

    return check


def test_a_wrong_token_stores_nothing(refused: Refused) -> None:
    refused(works.ReferenceWorks(0), "refuses the token", "another-token-than-theirs")


def test_a_redirect_takes_the_token_nowhere_else(refused: Refused) -> None:
    with small_server(works.ReferenceWorks(0)) as other:
        origin = other.address.removesuffix("/pilot/works")
        away = works_but(USERS, lambda _: Given(302, {}, {"Location": f"{other.address}/_api/?secret=1"}))

        refused(away, rf"redirects to {origin}, which is not followed")

        assert other.asked == []


def test_a_redirect_on_the_same_server_is_not_followed_either(refused: Refused) -> None:
    refused(works_but(USERS, lambda _: Given(308, {}, {"Location": "/elsewhere"})), "redirects to another address")


def endless() -> Iterator[int]:
    number = 10_000
    while True:
        number += 1
        yield number


def test_pages_without_an_end_have_one_here(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulling, "MOST_ELEMENTS", 200)
    numbers = endless()

    def page(_: Asked) -> Given:
        return Given(body={"elements": [{"id": works.guid(next(numbers)), "type": "user"} for _ in range(50)]})

    refused(works_but(USERS, page), "names more than 200 elements")


def test_a_server_that_repeats_its_first_page_is_read_once(place: Place) -> None:
    asked = list[Asked]()

    def page(request: Asked) -> Given:
        asked.append(request)
        return Given(body={"elements": [works.USER_ITEM]})

    with small_server(works_but(USERS, page)) as server:
        place(server.address, works.TOKEN)

    assert len(asked) == 2


@pytest.mark.parametrize("compressed", [False, True])
def test_a_body_without_an_end_is_cut_off(refused: Refused, monkeypatch: pytest.MonkeyPatch, compressed: bool) -> None:
    import gzip

    monkeypatch.setattr(remote, "LARGEST", 1 << 20)
    body = b'"' + b"x" * (3 << 20) + b'"'
    headers = {"Content-Encoding": "gzip"} if compressed else {}

    refused(
        works_but(USERS, lambda _: Given(body=gzip.compress(body) if compressed else body, headers=headers)),
        "longer than 1 MB",
    )


@pytest.mark.parametrize(
    ("path", "body", "match"),
    [
        ("rest/info", [], "a JSON object"),
        ("rest/facets", {"values": 7}, "a list of objects"),
        ("rest/facets", {"values": [{"title": "users"}]}, "a `name` in every entry"),
        ("rest/facets", {"values": [{"name": ".."}]}, "cannot be a part of an address"),
        ("rest/facets/users/views", {"values": [{"name": "."}]}, "cannot be a part of an address"),
        (USERS, {"elements": ["users"]}, "a list of objects"),
    ],
)
def test_an_answer_of_another_shape_is_named(refused: Refused, path: str, body: object, match: str) -> None:
    refused(works_but(path, lambda _: Given(body=body)), match)


@pytest.mark.parametrize("name", ["../../_sysadmin", "a/b", "a?b#c", "%2e%2e", "ä b"])
def test_a_name_stays_one_segment_of_a_path(name: str) -> None:
    assert not set(segment(name)) & set("/?#")


@pytest.mark.parametrize("name", ["", ".", "..", "a\nb", "x" * 201])
def test_what_is_no_segment_of_a_path_is_refused(name: str) -> None:
    with pytest.raises(BadName):
        segment(name)


def test_strange_values_are_left_out_and_the_rest_is_copied(tmp_path_store: Store, tmp_path: Path) -> None:
    odd = works.USER_ITEM | {
        "attributes": {"lastName": {"127": "Eve"}, "firstName": ["no", "cultures"], "initials": {"127": "\0"}},
        "related": {"userGroups": "everyone", "hasCulture": [{"id": 7}]},
        "creationId": "../../etc/passwd",
        "children": [{"id": "../../etc/passwd", "facetName": "users"}],
    }
    tenant = tmp_path_store.new_tenant()

    with small_server(works_but(USERS, lambda _: Given(body={"elements": [odd, {"id": 7}, {}]}))) as server:
        pulled = copy(tmp_path_store, tenant, server.address, works.TOKEN, tmp_path / "copy")

    user = exported(tmp_path_store, tenant)[works.USER]
    assert user["attributes"] == {"lastName": {"127": "Eve"}}
    lines = "\n".join(pulled.report.lines())
    assert "user: The attribute firstName needs its values by culture" in lines
    assert "An entry in a list of the facet users has no GUID as its id. 4 times." in lines


def test_torn_answers_and_passing_failures_are_asked_again(place: Place) -> None:
    answers = iter([Given(503, {}), Given(body={"elements": []}, torn=True), Given(body=b'{"elements": ['), Given(500)])

    with small_server(works_but(USERS, lambda asked: next(answers, None) or works.ReferenceWorks(0)(asked))) as server:
        place(server.address, works.TOKEN)

    assert next(answers, None) is None


def test_a_server_that_stays_broken_ends_the_copy(refused: Refused) -> None:
    refused(works_but(USERS, lambda _: Given(503, {})), "answers with 503, 8 times. Start the command again")


def test_a_long_pause_is_left_to_the_next_start(refused: Refused) -> None:
    throttled = works_but(USERS, lambda _: Given(429, {}, {"Retry-After": "86400"}))

    refused(throttled, r"asks for a pause of 86,400 s")


@pytest.mark.parametrize(
    "address",
    [
        "",
        "works",
        "ftp://works.example/pilot/works",
        "https://works.example",
        "https://works.example/pilot",
        "https://[/a/b",
    ],
)
def test_an_address_without_a_tenant_is_refused(address: str) -> None:
    with pytest.raises(RemoteFailure, match="Give the address of a tenant"):
        tenant_address(address)


def test_an_address_with_secrets_is_refused_without_repeating_them() -> None:
    with pytest.raises(RemoteFailure, match="has a user, a query or a fragment") as refusal:
        tenant_address("https://eve:hunter2@works.example/pilot/works?symbio-auth-token=hunter2")

    assert "hunter2" not in refusal.value.message


def test_an_address_may_end_in_its_interface() -> None:
    assert tenant_address("https://works.example/x/pilot/works/_api/rest/") == "https://works.example/x/pilot/works"
