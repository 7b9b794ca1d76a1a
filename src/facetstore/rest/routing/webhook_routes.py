"""The endpoint table of webhooks."""

from __future__ import annotations

from typing import Final

from facetstore.domain.callers import Role
from facetstore.rest.operations import webhooks
from facetstore.rest.routing.routes import READ, WITH_BODY, Route

WEBHOOKS: Final = "Webhooks"
DELIVERIES: Final = "WebhookDeliveries"
_DRY_RUN: Final = frozenset({"dryRun"})
_POST: Final = ("POST",)
_ALL: Final = "rest/webhooks"
_ONE: Final = f"{_ALL}/{{webhookId}}"

OUTGOING: Final[tuple[Route, ...]] = (
    Route(
        "+", "webhooks-list", (_ALL,), webhooks.list_webhooks, "4.0", Role.ADMINISTRATOR, WEBHOOKS, "List the webhooks",
        methods=("GET", "HEAD"),
    ),
    Route(
        "+", "webhook-create", (_ALL,), webhooks.create_webhook, "4.0", Role.ADMINISTRATOR, WEBHOOKS, "Make a webhook",
        methods=_POST, parameters=_DRY_RUN, writes=True, body="WebhookBody",
    ),
    Route(
        "+", "webhook-get", (_ONE,), webhooks.get_webhook, "4.0", Role.ADMINISTRATOR, WEBHOOKS, "Show a webhook",
        methods=READ,
    ),
    Route(
        "+", "webhook-change", (_ONE,), webhooks.change_webhook, "4.0", Role.ADMINISTRATOR, WEBHOOKS,
        "Change, pause or resume a webhook", methods=(WITH_BODY,), parameters=_DRY_RUN, writes=True,
        body="WebhookChangeBody",
    ),
    Route(
        "+", "webhook-delete", (_ONE,), webhooks.delete_webhook, "4.0", Role.ADMINISTRATOR, WEBHOOKS,
        "Delete a webhook", methods=("DELETE",), parameters=_DRY_RUN, writes=True,
    ),
    Route(
        "+", "webhook-rotate", (f"{_ONE}/rotate",), webhooks.rotate_webhook, "4.0", Role.ADMINISTRATOR, WEBHOOKS,
        "Give a webhook another secret", methods=_POST, parameters=_DRY_RUN, writes=True,
    ),
    Route(
        "+", "webhook-test", (f"{_ONE}/test",), webhooks.try_webhook, "4.0", Role.ADMINISTRATOR, DELIVERIES,
        "Send a test to a receiver", methods=_POST, writes=True,
    ),
    Route(
        "+", "webhook-replay", (f"{_ONE}/replay",), webhooks.replay_webhook, "4.0", Role.ADMINISTRATOR, WEBHOOKS,
        "Send events again", methods=_POST, parameters=_DRY_RUN, writes=True, body="WebhookReplayBody",
    ),
    Route(
        "+", "webhook-deliveries", (f"{_ONE}/deliveries",), webhooks.list_deliveries, "4.0", Role.ADMINISTRATOR,
        DELIVERIES, "List what came of the deliveries of a webhook", frozenset({"$pageSize"}), methods=READ,
        parameters=frozenset({"state", "before"}),
    ),
)  # fmt: skip
