"""Limits: processes that share a bucket never let more through together, and a caller within the rate is never refused."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facetstore.domain.buckets import HOLD, ONE, Bucket, Lent, Limit, Loan
from facetstore.domain.errors import TooManyRequests
from facetstore.domain.throttling import SECOND
from facetstore.usecases.tenants.rate_limits import Limits, OwnBuckets

TOKEN: Final = "1/token"
LIMITS: Final = st.builds(Limit, rate=st.integers(1, 50), burst=st.integers(1, 60))
# Mostly close together, now and then long enough for a portion to be taken back.
STEPS: Final = st.one_of(
    st.integers(0, SECOND // 5), st.integers(0, 3 * SECOND), st.integers(HOLD - SECOND, HOLD + SECOND)
)


@dataclass
class Clock:
    """Microseconds that pass only when a test says so."""

    now: int = 1_000 * SECOND

    def seconds(self) -> float:
        return self.now / SECOND

    def nanoseconds(self) -> int:
        return self.now * 1000


class Service:
    """Some processes that share their buckets."""

    def __init__(self, limit: Limit, nodes: int) -> None:
        self.clock = Clock()
        self.buckets = OwnBuckets(self.clock.nanoseconds)
        self.nodes = [Limits(self.buckets, limit, self.clock.seconds) for _ in range(nodes)]

    def lets_through(self, node: int, subject: str = TOKEN) -> bool:
        limits = self.nodes[node % len(self.nodes)]
        with suppress(StopIteration):  # nothing it does has to be waited for
            try:
                limits.spend(subject).send(None)
            except TooManyRequests:
                return False
        return True


def most_in_any_time(limit: Limit, times: Sequence[int]) -> int:
    """By how many millionths of a request the busiest stretch of time is below the limit; negative: above."""
    lowest, least = 0, limit.whole
    for number, time in enumerate(times):
        lowest = max(lowest, time * limit.rate - number * ONE) if number else time * limit.rate
        least = min(least, limit.whole - ((number + 1) * ONE - time * limit.rate + lowest))
    return least


@given(LIMITS, st.integers(1, 5), st.lists(st.tuples(st.integers(0, 4), STEPS, st.integers(1, 30)), max_size=30))
def test_processes_together_never_let_more_through_than_the_limit(
    limit: Limit, nodes: int, story: list[tuple[int, int, int]]
) -> None:
    service = Service(limit, nodes)
    times = []
    for node, step, requests in story:
        service.clock.now += step
        times += [service.clock.now for _ in range(requests) if service.lets_through(node)]

    assert most_in_any_time(limit, times) >= 0


def test_the_check_finds_processes_that_do_not_share() -> None:
    limit = Limit(rate=10, burst=20)
    apart = [Service(limit, 1), Service(limit, 1)]
    times = [1_000 * SECOND for each in apart for _ in range(30) if each.lets_through(0)]

    assert len(times) == 40
    assert most_in_any_time(limit, times) < 0


@given(LIMITS, st.integers(1, 6), st.lists(st.integers(0, 5), min_size=200, max_size=200))
def test_who_keeps_to_the_rate_is_never_refused_wherever_they_call(limit: Limit, nodes: int, places: list[int]) -> None:
    service = Service(limit, nodes)
    interval = -(-SECOND // limit.rate)

    for place in places:
        assert service.lets_through(place)
        service.clock.now += interval


@given(LIMITS)
def test_one_process_lets_the_whole_burst_through_at_once_and_then_the_rate(limit: Limit) -> None:
    service = Service(limit, 1)

    assert [service.lets_through(0) for _ in range(limit.burst + 1)] == [True] * limit.burst + [False]
    service.clock.now += 2 * limit.filling + SECOND
    assert [service.lets_through(0) for _ in range(limit.burst + 1)] == [True] * limit.burst + [False]


@given(LIMITS)
def test_who_waits_as_long_as_asked_is_let_through(limit: Limit) -> None:
    service = Service(limit, 1)
    assert all(service.lets_through(0) for _ in range(limit.burst))
    with pytest.raises(TooManyRequests) as refused:
        asyncio.run(service.nodes[0].spend(TOKEN))

    service.clock.now += refused.value.seconds * SECOND
    assert service.lets_through(0)


def test_one_who_is_refused_takes_nothing_from_another() -> None:
    service = Service(Limit(rate=1, burst=3), 2)

    assert sum(service.lets_through(number) for number in range(20)) == 3
    assert all(service.lets_through(0, "1/another") for _ in range(3))


class Counted(OwnBuckets):
    asked = 0

    async def lend(self, subject: str, node: str, limit: Limit) -> Loan:
        self.asked += 1
        return await super().lend(subject, node, limit)


def test_the_bucket_is_asked_for_portions_and_not_for_each_request() -> None:
    clock = Clock()
    buckets = Counted(clock.nanoseconds)
    limits = Limits(buckets, Limit(rate=100, burst=1000), clock.seconds)

    async def spend() -> int:
        let_through = 0
        for _ in range(100_000):
            clock.now += SECOND // 10_000  # ten seconds at a hundred times the rate
            with suppress(TooManyRequests):
                await limits.spend(TOKEN)
                let_through += 1
        return let_through

    assert 1900 <= asyncio.run(spend()) <= 2000
    assert buckets.asked < 350


def test_many_who_come_at_once_wait_for_one_portion() -> None:
    clock = Clock()
    buckets = Counted(clock.nanoseconds)
    limits = Limits(buckets, Limit(rate=100, burst=400), clock.seconds)

    async def at_once() -> None:
        await asyncio.gather(*(limits.spend(TOKEN) for _ in range(100)))

    asyncio.run(at_once())
    assert buckets.asked == 1


def test_a_clock_that_is_set_back_stops_no_caller_for_long() -> None:
    limit = Limit(rate=10, burst=40)
    bucket, loan = Bucket(limit.whole, 5000 * SECOND).lend("a", limit, 5000 * SECOND)
    assert loan.requests == 10

    bucket, loan = bucket.lend("b", limit, 1000 * SECOND)
    assert (bucket.at, loan.requests) == (1000 * SECOND, 8)
    bucket, _ = bucket.lend("b", limit, 1000 * SECOND + 2 * HOLD)
    assert bucket.lent == {"b": Lent(9, 1000 * SECOND + 3 * HOLD)}
    assert bucket.level == 30 * ONE


def test_a_process_that_is_gone_keeps_nothing_for_long() -> None:
    limit = Limit(rate=10, burst=40)
    bucket, _ = Bucket(limit.whole, 0).lend("gone", limit, 0)
    held, _ = bucket.lend("other", limit, HOLD - 1)
    freed, _ = bucket.lend("other", limit, HOLD + limit.filling)

    assert set(held.lent) == {"gone", "other"}
    assert set(freed.lent) == {"other"}
    assert freed.level == 30 * ONE
