"""What callers choose the keys of is bounded in bytes, keys included."""

import secrets

from facetstore.rest.wire.bounded_caches import ByteCache, size_of
from facetstore.rest.wire.call import parse_query
from facetstore.rest.wire.packing import chosen_coding
from tests.support import company
from tests.support.api import Api, Database, element

SECRET = secrets.token_hex(8)


def test_the_oldest_go_first_and_keys_count() -> None:
    cache: ByteCache[str, int] = ByteCache(10_000, lambda value: value)

    for number in range(20):
        cache.put(f"{number:0>1000}", 100)

    assert [number for number in range(20) if cache.get(f"{number:0>1000}") is not None] == list(range(12, 20))
    assert cache.size <= 10_000


def test_a_value_put_again_takes_its_room_once_and_one_too_large_none() -> None:
    cache: ByteCache[str, int] = ByteCache(10_000, lambda value: value)

    for _ in range(100):
        cache.put("key", 5_000)
    assert cache.get("key") == 5_000

    cache.put("huge", 20_000)
    assert cache.get("huge") is None
    assert cache.size == 0


def test_a_key_is_as_large_as_its_parts() -> None:
    assert size_of(("a" * 1000, (b"b" * 1000, None, 7))) > 2000


def test_cookies_of_others_do_not_matter(database: Database) -> None:
    """A session does: with another one the request is another."""
    api = Api(database)  # of its own: in a full cache what comes in pushes something out
    path = element(company.HOUSE)
    api.get(path, "viewer")
    front = api.app._front
    alone = len(front._known._entries)
    for number in range(3):
        assert api.get(path, "viewer", headers={"cookie": f"other={number}"}).status_code == 200

        assert len(front._known._entries) == alone

    for number in range(3):
        api.get(path, "viewer", headers={"cookie": f"other={number}; facetstore-session={SECRET}{number}"})
    assert len(front._known._entries) == alone + 3
    api.close()


def test_a_request_with_long_headers_is_answered_and_not_remembered(api: Api) -> None:
    before = len(api.app._front._known._entries)

    assert api.get(element(company.HOUSE), "viewer", headers={"accept": "x/" + "y" * 5_000}).status_code == 200

    assert len(api.app._front._known._entries) == before


def test_long_texts_of_callers_are_not_cached() -> None:
    before = parse_query.__wrapped__, chosen_coding.__wrapped__  # type: ignore[attr-defined]

    assert parse_query(b"a=" + b"b" * 600) == before[0](b"a=" + b"b" * 600)
    assert chosen_coding(b"br" + b" " * 600) == before[1](b"br" + b" " * 600) == "br"
