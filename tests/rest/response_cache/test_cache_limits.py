"""The cache of responses is bounded: the oldest go first, and what is huge is not cached at all."""

from collections.abc import Callable

from facetstore.rest.response_cache.validity import CachedResponses
from facetstore.rest.wire.answer import Answer
from tests.rest.reading.reads import READS
from tests.rest.response_cache.caching import asked, compared, new_api, tenant
from tests.support import company
from tests.support.api import Api, element

__all__ = ["new_api", "tenant"]

TAG = element(company.ISO, "tags")


def answer_of(size: int) -> Answer:
    return Answer(200, [], bytes(size), b"tag", b'"1-tag"')


def kept_in(answers: CachedResponses, tenant: int, keys: range) -> list[int]:
    return [key for key in keys if answers.find(tenant, key) is not None]


def test_answers_are_cached_within_the_limit_and_the_oldest_go_first() -> None:
    answers = CachedResponses(limit=100_000)

    for key in range(100):
        answers.put(1, 1, key, answer_of(8_000))

    found = kept_in(answers, 1, range(100))
    assert found == list(range(100 - len(found), 100))
    assert 5 <= len(found) <= 100_000 // 8_000


def test_the_limit_holds_for_all_tenants_together() -> None:
    answers = CachedResponses(limit=100_000)

    for key in range(100):
        answers.put(key % 10, 1, key, answer_of(8_000))

    found = [key for key in range(100) if answers.find(key % 10, key) is not None]
    assert found == list(range(100 - len(found), 100))
    assert len(found) <= 100_000 // 8_000


def test_many_small_answers_are_bounded_by_more_than_their_bodies() -> None:
    answers = CachedResponses(limit=1 << 20)

    for key in range(5_000):
        answers.put(1, 1, key, answer_of(1))

    assert len(kept_in(answers, 1, range(5_000))) <= 512


def test_an_answer_cached_again_takes_its_room_once() -> None:
    answers = CachedResponses(limit=100_000)

    for revision in range(100):
        answers.put(1, revision, "key", answer_of(8_000))
        answers.put(1, revision, "other", answer_of(8_000))

    assert answers.find(1, "key") is not None
    for key in range(5):
        answers.put(1, 1, key, answer_of(8_000))
    assert kept_in(answers, 1, range(5)) == list(range(5))


def test_huge_answers_are_not_cached() -> None:
    answers = CachedResponses(limit=64 << 20)

    answers.put(1, 1, "large", answer_of(1 << 20))
    answers.put(1, 1, "huge", answer_of((1 << 20) + 1))

    assert answers.find(1, "large") is not None
    assert answers.find(1, "huge") is None


def test_without_room_nothing_is_cached() -> None:
    answers = CachedResponses(limit=0)

    answers.put(1, 1, "key", answer_of(1))

    assert answers.find(1, "key") is None


def test_an_application_with_little_room_answers_as_one_with_much(
    new_api: Callable[..., Api], forgetful_api: Api, tenant: str
) -> None:
    api = new_api(cache_bytes=20_000)

    for _ in range(3):
        for path in READS.values():
            assert compared(api.get(path, tenant=tenant)) == compared(forgetful_api.get(path, tenant=tenant))
    asked(api, TAG, tenant)
    assert asked(api, TAG, tenant)[0] == 1
