"""Loops over a request let others go first, and end when they have taken all the time that a request may."""

import asyncio
import time
from contextvars import Context

import pytest

from facetstore.domain.errors import TooCostly
from facetstore.usecases.measure import Pace, paced, start_counting

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("facetstore.usecases.measure.LOOP_SECONDS", 0.02)


async def loop() -> list[int]:
    def work(number: int) -> int:
        until = time.thread_time() + 0.011
        while time.thread_time() < until:
            pass
        return number

    return await paced(map(work, range(4)))


async def test_a_loop_of_a_request_that_takes_too_long_is_refused() -> None:
    async def request() -> None:
        start_counting()
        await loop()

    with pytest.raises(TooCostly, match="fewer elements"):
        await asyncio.create_task(request())


async def test_waiting_is_no_work() -> None:
    async def request() -> None:
        start_counting()
        pace = Pace()
        for _ in range(4):
            await asyncio.sleep(0.011)
            await pace.step()

    await asyncio.create_task(request())


async def test_a_loop_outside_of_requests_takes_as_long_as_it_needs() -> None:
    assert await asyncio.create_task(loop(), context=Context()) == [0, 1, 2, 3]


async def test_others_go_first_when_a_slice_is_over() -> None:
    seen: list[str] = []

    async def others() -> None:
        other = asyncio.create_task(asyncio.sleep(0))
        other.add_done_callback(lambda _: seen.append("other"))
        await Pace().step()
        assert seen == []
        await loop()

    # Outside of any request: tests before this one may have counted as one.
    await asyncio.create_task(others(), context=Context())
    assert seen == ["other"]


async def test_of_several_loops_one_goes_on_between_two_rounds_of_others() -> None:
    rounds, ended = 0, 0

    async def short() -> None:
        nonlocal rounds
        while ended < 3:
            rounds += 1
            await asyncio.sleep(0)

    async def long() -> tuple[int, ...]:
        nonlocal ended
        pace, seen = Pace(), list[int]()
        for _ in range(3):
            until = time.perf_counter() + 0.006
            while time.perf_counter() < until:
                pass
            await pace.step()
            seen.append(rounds)
        ended += 1
        return tuple(seen)

    async def together() -> None:
        *seen, _ = await asyncio.gather(long(), long(), long(), short())
        went_on = sorted(number for each in seen for number in each)
        assert len(set(went_on)) == len(went_on), "two long loops went on without a short one between them"

    await asyncio.create_task(together(), context=Context())


async def test_a_cancelled_loop_does_not_keep_others_waiting() -> None:
    async def long() -> None:
        pace = Pace()
        await asyncio.sleep(0.006)
        await pace.step()

    async def together() -> None:
        first, second = asyncio.create_task(long()), asyncio.create_task(long())
        await asyncio.sleep(0.006)
        first.cancel()
        await asyncio.wait_for(second, 5)
        await asyncio.wait_for(long(), 5)

    await asyncio.create_task(together(), context=Context())
