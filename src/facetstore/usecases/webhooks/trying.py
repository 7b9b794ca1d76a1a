"""Sends a test to a receiver while a caller waits for what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from facetstore.domain.errors import TooCostly
from facetstore.usecases.feed.events import FullEvent
from facetstore.usecases.ports.job_runner import Jobs
from facetstore.usecases.ports.receivers import ReceiverAnswer, Receivers
from facetstore.usecases.ports.webhook_store import TEST, Delivery, StoredSecrets, Webhook, Webhooks
from facetstore.usecases.tenancy import Reading
from facetstore.usecases.webhooks.webhook_changes import instant, now
from facetstore.usecases.webhooks.webhook_messages import kept_answer, kept_request, message_of, trial_event
from facetstore.usecases.webhooks.webhook_settings import load_webhook

KIND: Final = "webhook.test"


@dataclass(frozen=True, slots=True)
class Trials:
    """Sends tests."""

    receivers: Receivers
    jobs: Jobs

    async def send(self, reading: Reading, hook: Webhook, hooks: Webhooks, secrets: StoredSecrets) -> Delivery:
        """A test, sent and added to the deliveries. Placeholders of templates are empty."""
        at, settings = now(), load_webhook(hook.settings, secrets.headers)
        event = trial_event(reading, hook.id, instant(at))
        kept = ""
        try:
            request = await message_of(reading, settings, secrets, FullEvent(event, None), self.jobs, at)
            kept = kept_request(request, settings)
            answer = await self.receivers.send(request)
        except TooCostly:
            answer = ReceiverAnswer(None, "A regular expression of the template takes too long.", 0)
        delivery = Delivery(
            *(0, event["id"], reading.revisions.revision, None, KIND, TEST, 1, at, 0, kept, answer.status),
            *(kept_answer(answer, settings, secrets), answer.milliseconds),
        )
        await hooks.log(hook.id, delivery)
        return delivery
