"""The endpoint table of acknowledgements."""

from __future__ import annotations

from typing import Final

from facetstore.domain.callers import Role
from facetstore.rest.operations import acknowledgements
from facetstore.rest.operations.exported_tables import MEDIA
from facetstore.rest.routing.routes import ELEMENT, Route

_DRY_RUN: Final = frozenset({"dryRun"})
_GET: Final = ("GET", "HEAD")
_POST: Final = ("POST",)
_ALL: Final = f"{ELEMENT}/acknowledgements"
_REQUEST: Final = f"{_ALL}/request"
_CHANGED: Final = "ChangedAcknowledgements"

ACKNOWLEDGEMENTS: Final[tuple[Route, ...]] = (
    Route(
        "+", "acknowledgements-list", (_ALL,), acknowledgements.list_acknowledgements, "4.0", Role.VIEWER,
        "Acknowledgements", "List who has confirmed to have read an element", methods=_GET,
    ),
    Route(
        "+", "acknowledgement-give", (_ALL,), acknowledgements.acknowledge, "4.0", Role.VIEWER, _CHANGED,
        "Confirm that you have read and understood an element", methods=_POST, parameters=_DRY_RUN, writes=True,
        body="AcknowledgementBody",
    ),
    Route(
        "+", "acknowledgements-ask", (_REQUEST,), acknowledgements.ask, "4.0", Role.EDITOR, _CHANGED,
        "Ask people to confirm that they have read an element", methods=_POST, parameters=_DRY_RUN, writes=True,
        body="AcknowledgementRequestBody",
    ),
    Route(
        "+", "acknowledgements-withdraw", (_REQUEST,), acknowledgements.withdraw, "4.0", Role.EDITOR, _CHANGED,
        "Ask no user any more to confirm an element", methods=("DELETE",), parameters=_DRY_RUN, writes=True,
    ),
    Route(
        "+", "acknowledgements-proof", (f"{_ALL}/proof",), acknowledgements.prove, "4.0", Role.VIEWER,
        "AcknowledgementProof", "Export the proof of who has confirmed what", methods=_GET,
        parameters=frozenset({"format"}), also=tuple(MEDIA),
    ),
    Route(
        "+", "acknowledgements-awaited", ("rest/acknowledgements",), acknowledgements.list_awaited, "4.0", Role.VIEWER,
        "AwaitedAcknowledgements", "List what you are asked to confirm", methods=_GET,
    ),
)  # fmt: skip
