"""Processes that die between sending and noting it: no event is lost, and what comes twice has the same id."""

from collections import Counter
from functools import partial
from typing import Final

import pytest

from facetstore.usecases.ports.receivers import OutgoingRequest, ReceiverAnswer
from tests.rest.webhooks.hooks import Hooks, reached
from tests.rest.webhooks.test_delivering import rename
from tests.support import company
from tests.support.proof import record, sampled
from tests.support.receiving import Receiver

KILLS: Final = sampled(200, 4)
EXPIRE: Final = "UPDATE webhook SET held_until = 0"


class Dying(Exception):
    """What ends a process after it has sent, before it can note that."""


class DyingReceivers:
    """Sends, and dies at once."""

    def __init__(self) -> None:
        self._receivers = reached()

    async def refusal(self, url: str) -> str | None:
        return await self._receivers.refusal(url)

    async def send(self, request: OutgoingRequest) -> ReceiverAnswer:
        await self._receivers.send(request)
        raise Dying

    async def close(self) -> None:
        await self._receivers.close()


def _is_noted(hooks: Hooks, webhook: str) -> bool:
    """Whether all that has changed was sent, and noted."""
    cursor: str = hooks.shown(webhook)["cursor"]
    return cursor.partition(".")[0] == str(hooks.changing.revision)


def test_no_event_is_lost_by_kills_and_what_comes_twice_has_the_same_id(hooks: Hooks, receiver: Receiver) -> None:
    made = hooks.make(receiver.url())
    database = hooks.changing.database
    for number in range(KILLS):
        rename(hooks.changing, company.RETURNS, f"Name {number}")
        with pytest.raises(ExceptionGroup) as death:
            hooks.send(lambda: False, hooks.shop(f"dead {number}", receivers=DyingReceivers()))
        assert death.group_contains(Dying)
        assert len(receiver.received) == 2 * number + 1, "it was sent, and not noted"
        database.run(database.storage.engine.fetch(EXPIRE, {}))
        hooks.send(partial(_is_noted, hooks, made["id"]))
        assert len(receiver.received) == 2 * (number + 1)
    sent = Counter(receiver.ids)
    assert list(sent.values()) == [2] * KILLS
    assert [each.event["data"]["kind"] for each in receiver.received] == ["element.changed"] * 2 * KILLS
    record("webhooks after kills", KILLS, "0 lost, one repetition each with the same id", engine=database.engine)
