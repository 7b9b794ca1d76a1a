"""Writing while the ground gives way: what was acknowledged must be there afterwards, and nothing must be there in part."""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from threading import Condition, Event, Thread
from typing import Final, NamedTuple, Protocol

from facetstore.bootstrap.doctor import examine
from facetstore.bootstrap.settings import Settings
from tests.reliability.clients import Answer, Caller, Client, NoAnswer
from tests.reliability.nodes import Node
from tests.reliability.series import Series
from tests.support.patience import START_SECONDS

UNAVAILABLE: Final = 503
"""The service is there, but its database is not: what became of the write is not known."""
PATIENCE: Final = START_SECONDS
"""Seconds for as many writes as are to be acknowledged before the blow."""
LONGEST_WAIT: Final = 0.01
"""Seconds between the last of these and the blow, so that it falls anywhere in the writes that follow."""


class Kind(StrEnum):
    """What must not be."""

    REFUSED = "a write was refused"
    LOST = "an acknowledged write is gone"
    TORN = "views of one write differ"
    TOLD_OTHERWISE = "an acknowledged write was answered otherwise when it was repeated"
    NOT_REPEATED = "a write could not be repeated"
    NOT_ONE_EFFECT = "a repeated write has no effect, or two"
    LOST_LATER = "what was there is gone"
    ILL = "the doctor finds something wrong"


class Damage(NamedTuple):
    """What was found, and where."""

    kind: Kind
    series: str
    found: object


class Acknowledged:
    """How many writes were acknowledged, for those who wait for some more."""

    def __init__(self) -> None:
        self._count = 0
        self._changed = Condition()

    def add(self) -> None:
        with self._changed:
            self._count += 1
            self._changed.notify_all()

    def wait_for(self, count: int) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: self._count >= count, PATIENCE), "Nothing is written any more."


class Writer(Thread):
    """Does the writes of a series one after the other, until one is not answered or `stop` is called."""

    def __init__(self, series: Series, client: Client, acknowledged: Acknowledged) -> None:
        super().__init__(name=series.name, daemon=True)
        self.series = series
        self.last = 0
        """The last write that was acknowledged; the one behind it may be one without an answer."""
        self.answer: Answer | None = None
        self.refused: Answer | None = None
        self._client = client
        self._acknowledged = acknowledged
        self._stopped = Event()

    def run(self) -> None:
        with suppress(NoAnswer):
            while not self._stopped.is_set() and (answer := self._write()).status == 200:
                self.last, self.answer = self.last + 1, answer
                self._acknowledged.add()

    def _write(self) -> Answer:
        answer = send(self._client, self.series, self.last + 1)
        if answer.status not in (200, UNAVAILABLE):
            self.refused = answer
        return answer

    def stop(self) -> None:
        self._stopped.set()
        self.join()


def send(client: Client, series: Series, number: int) -> Answer:
    """Do one write of a series under a key of its own, so that it can be repeated."""
    write = series.write(number)
    return client.post(write.path, write.body, idempotency_key=f"{series.name} {number}")


@dataclass(frozen=True, slots=True)
class Blow:
    """One time that the ground gave way."""

    ready_after: float
    """Seconds until the service was ready again."""
    acknowledged: int
    stored_unanswered: int
    """How many writes without an answer were stored all the same."""
    reached: Sequence[tuple[Series, int]]
    """How far each series came in the end."""
    damages: Sequence[Damage]


def strike(node: Node, caller: Caller, series: Sequence[Series], fall: Callable[[], float], chance: Random) -> Blow:
    """Write all series at once, let the ground give way, and look at what is left. `fall` returns when all is up again."""
    acknowledged = Acknowledged()
    with ExitStack() as stack:
        clients = [stack.enter_context(node.client(caller)) for _ in series]
        for each, client in zip(series, clients, strict=True):
            each.prepare(client)
        writers = [Writer(each, client, acknowledged) for each, client in zip(series, clients, strict=True)]
        for writer in writers:
            writer.start()
        acknowledged.wait_for(chance.randrange(len(series), 10 * len(series)))
        time.sleep(chance.uniform(0, LONGEST_WAIT))
        ready_after = fall()
        for writer in writers:
            writer.stop()
    with node.client(caller) as client:
        found = [look(client, writer) for writer in writers]
    return Blow(
        ready_after,
        sum(writer.last for writer in writers),
        sum(each.stored_unanswered for each in found),
        [(writer.series, writer.last + 1) for writer in writers],
        [*(damage for each in found for damage in each.damages), *wrong_with(node.settings)],
    )


def wrong_with(settings: Settings) -> list[Damage]:
    """What `facetstore doctor` finds: pages that do not hang together, a history whose chain is broken."""
    examined = asyncio.run(examine(settings))
    return [Damage(Kind.ILL, each.name, each.value) for each in examined if not each.is_good]


def check_again(client: Client, blows: Iterable[Blow]) -> list[Damage]:
    """Look once more at all that was written, however much has happened since."""
    standing = ((series, number, *seen(client, series, number)) for blow in blows for series, number in blow.reached)
    return [Damage(Kind.LOST_LATER, each.name, views) for each, number, found, views in standing if found != number]


class Found(NamedTuple):
    """What is left of a series."""

    stored_unanswered: bool
    damages: Sequence[Damage]


class Written(Protocol):
    """What a writer did: its series, the last write that was acknowledged, and what was answered."""

    name: str
    series: Series
    last: int
    answer: Answer | None
    refused: Answer | None


def look(client: Client, writer: Written) -> Found:
    """See how far a series came; repeat its last write, and the one without an answer: each has one effect."""
    name, last = writer.name, writer.last
    damages = [] if writer.refused is None else [Damage(Kind.REFUSED, name, writer.refused.body)]
    number, views = seen(client, writer.series, last)
    if number not in (last, last + 1):
        damages.append(Damage(Kind.LOST if number is not None and number < last else Kind.TORN, name, views))
    again = send(client, writer.series, last) if last else None
    if again is not None and writer.answer is not None and again.body != writer.answer.body:
        damages.append(Damage(Kind.TOLD_OTHERWISE, name, again.body))
    repeated = send(client, writer.series, last + 1)
    if repeated.status != 200:
        damages.append(Damage(Kind.NOT_REPEATED, name, repeated.body))
    after, views = seen(client, writer.series, last + 1)
    if after != last + 1:
        damages.append(Damage(Kind.NOT_ONE_EFFECT, name, views))
    return Found(number == last + 1, damages)


def seen(client: Client, series: Series, near: int) -> tuple[int | None, object]:
    """The number that all views of a series agree on, if they do; and what they show."""
    try:
        views = series.views(client, range(max(near - 1, 0), near + 2))
    except (AssertionError, LookupError) as error:
        return None, repr(error)  # what is there in part cannot always be read
    common = set.intersection(*(set(each) for each in views.values()))
    return (common.pop() if len(common) == 1 else None), views
