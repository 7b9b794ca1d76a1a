"""One process works on one webhook: reads the feed behind its cursor, sends, and notes what came of it.

Order: the events of one element follow each other, each when the one before it was taken or given up. Events of different elements
overtake each other. An event is noted after it was sent, so one that was sent right before the process died is sent again, with the same id.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from facetstore.domain.errors import Failure, Invalid, TooCostly, Unauthenticated
from facetstore.usecases.feed.cursors import FeedCursor, parse_cursor
from facetstore.usecases.feed.events import EventPage, Feed, FullEvent
from facetstore.usecases.ports.job_runner import Jobs
from facetstore.usecases.ports.receivers import SECONDS, ReceiverAnswer, Receivers
from facetstore.usecases.ports.storage import Revisions, Storage
from facetstore.usecases.ports.webhook_store import (
    DEAD,
    DELIVERED,
    WAITING,
    Delivery,
    DueWebhook,
    Progress,
    StoredSecrets,
    Webhook,
    Webhooks,
)
from facetstore.usecases.tenancy import Reading, Tenancy
from facetstore.usecases.webhooks.attempts import MOST_WAITING, PAUSES, progressed, tried
from facetstore.usecases.webhooks.sharing import SharedReads
from facetstore.usecases.webhooks.webhook_messages import kept_answer, kept_request, message_of
from facetstore.usecases.webhooks.webhook_settings import WebhookSettings, load_webhook

_AT_ONCE: Final = 25
"""Events of one round."""
_LINES: Final = 4
"""Elements whose events are sent at the same time."""
_HIGHEST: Final = 2**53
_STOP_AFTER: Final = 3
"""Failures in one round after which nothing more is sent in it, if nothing was taken."""
_NO_RIGHTS: Final = "The user or token that it acts as is gone or inactive."
_GONE: Final = "The receiver answered 410: it wants nothing more."
_LOST_PLACE: Final = "Its place in the feed is gone: the storage was restored. Replay it from where it shall go on."


@dataclass(frozen=True, slots=True)
class Timing:
    """How long a webhook is held and waited for, in seconds."""

    lease: float = 30.0
    """Longer than an answer may take, so that nothing is sent on behalf of a lease that is over."""
    answer: float = SECONDS
    idle: float = 5.0
    """How long a webhook is held that has nothing to do."""
    look: float = 0.25
    pauses: Sequence[float] = PAUSES
    """Between one attempt and the next."""


@dataclass(frozen=True, slots=True)
class Workshop:
    """What the work on webhooks needs."""

    storage: Storage
    tenancy: Tenancy
    receivers: Receivers
    jobs: Jobs
    holder: str
    """Names this process."""
    timing: Timing = Timing()
    clock: Callable[[], int] = time.time_ns


class LostWebhook(Exception):
    """It was changed, paused or deleted meanwhile, or another process holds it."""


class WebhookWork:
    """The work on one webhook that this process holds."""

    def __init__(
        self,
        shop: Workshop,
        shared: SharedReads,
        due: DueWebhook,
        hook: Webhook,
        hooks: Webhooks,
        secrets: StoredSecrets,
    ) -> None:
        self._shop = shop
        self._shared = shared
        self._due = due
        self._hook = hook
        self._hooks = hooks
        self._secrets = secrets
        self._settings: WebhookSettings = load_webhook(hook.settings, secrets.headers)
        self._progress = Progress(hook.revision, hook.cursor, hook.failures, hook.failing_since, hook.next_at)
        self._until = 0.0
        self._waiting: Sequence[Delivery] | None = None
        """What waits for another attempt; None: it must be read."""
        self._idle_since = 0.0
        self._seen: Revisions | None = None
        """The revisions of the tenant in the last round."""

    async def run(self, renewed: float) -> None:
        """Work until there has been nothing to do for a while, then let go. `renewed`: when it was taken, by the monotonic clock.
        Raises LostWebhook."""
        self._until = renewed + self._shop.timing.lease
        self._idle_since = time.monotonic()
        while (left := self._idle_since + self._shop.timing.idle - time.monotonic()) > 0:
            await self._renew()
            may_be_more = await self._round()
            if self._progress.next_at > self._now() or self._progress.pause_for is not None:
                break
            if not may_be_more:
                await self._rest(left)
        if self._progress.pause_for is None:
            await self._hooks.release(self._hook.id, self._shop.holder, self._progress, self._hook.generation)

    async def _rest(self, seconds: float) -> None:
        """Wait for a change. While something waits for another attempt, only for a moment."""
        timing = self._shop.timing
        if self._waiting or self._seen is None:
            await asyncio.sleep(timing.look)
        else:
            await self._shared.wait(self._due.tenant, self._seen, min(seconds, timing.lease / 4))

    async def let_go(self) -> None:
        """Let other processes have it at once, at a shutdown."""
        await self._hooks.let_go(self._hook.id, self._shop.holder)

    def _now(self) -> int:
        return self._shop.clock() // 1000

    async def _renew(self) -> None:
        """Hold it for longer before the time is too short for an answer. Raises LostWebhook."""
        timing, before = self._shop.timing, time.monotonic()
        if before + timing.lease / 2 < self._until:
            return
        if not await self._hooks.keep(self._hook.id, self._shop.holder, timing.lease, self._hook.generation):
            raise LostWebhook
        self._until = before + timing.lease

    async def _round(self) -> bool:
        """Send what is due. Returns whether there may be more at once."""
        try:
            reading = await self._shop.tenancy.act_as(self._due.address, self._settings.acts_as)
        except Unauthenticated:
            await self._pause(_NO_RIGHTS)
            return False
        feed, self._seen = self._feed(reading), reading.revisions
        if self._waiting is None:
            self._waiting = await self._hooks.waiting(self._hook.id, MOST_WAITING)
        lines = await self._retries(feed, self._waiting)
        progress, is_last, behind = self._progress, True, list[Delivery]()
        is_full = len(self._waiting) >= MOST_WAITING
        if not is_full and (progress.failures == 0 or not self._waiting):
            try:
                cursor = parse_cursor(progress.cursor, reading.revisions.revision, "after")
            except Invalid:
                await self._pause(_LOST_PLACE)
                return False
            is_last, after, behind = await self._read(reading, feed, cursor, lines)
            self._progress = progress._replace(revision=after.revision, cursor=str(after))
        if lines or behind:
            await self._send(reading, lines, behind)
            self._idle_since = time.monotonic()
            return not is_last or self._waiting is None
        if (is_full or progress.failures) and self._waiting:
            rest = min(_heads(self._waiting).values())
            self._progress = self._progress._replace(next_at=max(progress.next_at, rest))
        return not is_last

    def _feed(self, reading: Reading) -> Feed:
        reads = self._shop.storage.feed(reading.served.tenant)
        settings = self._settings
        return Feed(
            reading, reads, self._shop.jobs, settings.filter, changes=settings.changes, versions=settings.has_template
        )

    async def _retries(self, feed: Feed, waiting: Sequence[Delivery]) -> list[_Line]:
        """The oldest event of each element that is due again; while nothing gets through, one event in all."""
        now, lines, seen = self._now(), list[_Line](), set[str | None]()
        most = 1 if self._progress.failures else _AT_ONCE
        for each in waiting:
            if each.element in seen:
                continue
            seen.add(each.element)
            if each.next_at <= now and len(lines) < most:
                event = await feed.event(parse_cursor(each.event, _HIGHEST, "event"))
                lines.append([(each, event)])
        return lines

    async def _read(
        self, reading: Reading, feed: Feed, cursor: FeedCursor, lines: list[_Line]
    ) -> tuple[bool, FeedCursor, list[Delivery]]:
        """New events: those behind others of their element that wait are returned, all others are added to the lines."""
        page = await self._page(reading, feed, cursor)
        heads = _heads(self._waiting or ())
        behind, by_element = list[Delivery](), dict[str, _Line]()
        for full in page.full:
            delivery = _delivery(full)
            if delivery.element in heads:
                behind.append(delivery._replace(next_at=heads[delivery.element]))
            else:
                by_element.setdefault(full.event["subject"], []).append((delivery, full))
        lines += by_element.values()
        return page.is_last, page.next, behind

    async def _page(self, reading: Reading, feed: Feed, cursor: FeedCursor) -> EventPage:
        """The next events, read once for all webhooks that act as the same and want the same."""
        size, wanted = 1 if self._progress.failures else _AT_ONCE, self._settings
        who = reading.served.tenant.key, wanted.acts_as, reading.revisions
        what = cursor, size, wanted.filter, wanted.changes, wanted.has_template
        return await self._shared.page((who, what), partial(feed.page, cursor, size))

    async def _send(self, reading: Reading, lines: Sequence[_Line], behind: Sequence[Delivery]) -> None:
        """Send, a few elements at a time, and note what came of it. Raises LostWebhook."""
        round_ = _Round()
        places = asyncio.Semaphore(_LINES)

        async def send(line: _Line) -> None:
            async with places:
                for place, (delivery, full) in enumerate(line):
                    if round_.is_over:
                        round_.left += [each for each, _ in line[place:]]
                        return
                    answer, done = await self._try(reading, delivery, full)
                    round_.add(answer, done)
                    if done.state == WAITING:
                        round_.left += [each for each, _ in line[place + 1 :]]
                        return

        # In a group: if one is lost, the others are cancelled before this one ends, so that nothing is sent afterwards.
        try:
            async with asyncio.TaskGroup() as group:
                for line in lines:
                    group.create_task(send(line))
        except* LostWebhook:
            raise LostWebhook from None
        self._progress = progressed(self._progress, round_.good, round_.bad, self._now(), self._shop.timing.pauses)
        if round_.is_gone:
            self._progress = self._progress._replace(pause_for=_GONE)
        await self._mark(round_.results((*(self._waiting or ()), *behind)))

    async def _mark(self, results: Sequence[Delivery]) -> None:
        hook, ordered = self._hook, sorted(results, key=lambda each: (each.number, _order(each)))
        if not await self._hooks.mark(hook.id, self._shop.holder, hook.generation, self._progress, ordered):
            raise LostWebhook
        if self._waiting or any(each.state == WAITING for each in results):
            self._waiting = None

    async def _pause(self, cause: str) -> None:
        self._progress = self._progress._replace(pause_for=cause)
        await self._mark([])

    async def _try(
        self, reading: Reading, delivery: Delivery, full: FullEvent | None
    ) -> tuple[ReceiverAnswer, Delivery]:
        """One attempt. An event that may not be seen any more is given up. Raises LostWebhook."""
        now = self._now()
        if full is None:
            answer = ReceiverAnswer(None, "This event may not be sent any more.", 0)
            return answer, delivery._replace(state=DEAD, attempts=delivery.attempts + 1, at=now, answer=answer.text)
        await self._renew()
        if time.monotonic() + self._shop.timing.answer > self._until:
            raise LostWebhook  # too late: another process may have it before an answer is here
        kept = ""
        try:
            request = await message_of(reading, self._settings, self._secrets, full, self._shop.jobs, now)
            kept = kept_request(request, self._settings)
            answer = await self._shop.receivers.send(request)
        except TooCostly:
            answer = ReceiverAnswer(None, "A regular expression of the template takes too long.", 0)
        except Failure as failure:
            answer = ReceiverAnswer(None, failure.message, 0)
        text = kept_answer(answer, self._settings, self._secrets)
        return answer, tried(delivery, answer, kept, text, self._now(), self._shop.timing.pauses)


_Line = list[tuple[Delivery, FullEvent | None]]
"""Events of one element, in their order."""


@dataclass(slots=True)
class _Round:
    """What came of the attempts of one round."""

    done: list[Delivery] = field(default_factory=list)
    left: list[Delivery] = field(default_factory=list)
    """Not tried, because others of their element wait, or because nothing gets through."""
    good: int = 0
    bad: int = 0
    is_gone: bool = False

    @property
    def is_over(self) -> bool:
        return self.is_gone or (self.bad >= _STOP_AFTER and not self.good)

    def add(self, answer: ReceiverAnswer, done: Delivery) -> None:
        self.done.append(done)
        self.is_gone = self.is_gone or answer.is_gone
        self.good += done.state == DELIVERED
        self.bad += done.state == WAITING

    def results(self, waiting: Sequence[Delivery]) -> Sequence[Delivery]:
        """All that is to be noted. What waits behind an event that failed is due when that is."""
        until = {each.element: each.next_at for each in self.done if each.state == WAITING}
        tried_ = {each.event for each in self.done}
        behind = [each for each in waiting if each.event not in tried_ and (each.element in until or not each.number)]
        rest = [each._replace(next_at=until.get(each.element, each.next_at)) for each in (*behind, *self.left)]
        return [*self.done, *rest]


def _heads(waiting: Sequence[Delivery]) -> dict[str | None, int]:
    """By element, when the oldest of its events that wait is due."""
    return {each.element: each.next_at for each in reversed(waiting)}


def _delivery(full: FullEvent) -> Delivery:
    event = full.event
    return Delivery(0, event["id"], event["data"]["revision"], event["subject"], event["data"]["kind"], WAITING)


def _order(delivery: Delivery) -> tuple[int, int]:
    """The order of events of one element."""
    return delivery.revision, int(delivery.event.rpartition(".")[2])
