"""The endpoint table of mail."""

from __future__ import annotations

from typing import Final

from facetstore.domain.callers import Role
from facetstore.rest.operations import mail
from facetstore.rest.routing.routes import PUBLIC, Route

_MAIL: Final = "rest/mail"
_CONFIRM: Final = f"{_MAIL}/confirm"
_LEAVE: Final = f"{_MAIL}/leave"
_PAGE: Final = "MailPage"
_CODE: Final = frozenset({"code"})
_HTML: Final = ("text/html",)

MAIL: Final[tuple[Route, ...]] = (
    Route(
        "+", "mail-get", (_MAIL,), mail.get_choice, "4.0", Role.VIEWER, "MailChoice",
        "Show whether you get mail", methods=("GET", "HEAD"),
    ),
    Route(
        "+", "mail-choose", (_MAIL,), mail.choose, "4.0", Role.VIEWER, "ChosenMail",
        "Choose when you get mail", methods=("POST",), parameters=frozenset({"dryRun"}), writes=True, body="MailChoiceBody",
    ),
    Route(
        "+", "mail-confirming", (_CONFIRM,), mail.show_confirming, "4.0", PUBLIC, _PAGE,
        "Open the link that confirms an address", methods=("GET",), parameters=_CODE, media=_HTML,
    ),
    Route(
        "+", "mail-confirm", (_CONFIRM,), mail.confirm, "4.0", PUBLIC, _PAGE,
        "Confirm an address", methods=("POST",), parameters=_CODE, media=_HTML, writes=True,
    ),
    Route(
        "+", "mail-leaving", (_LEAVE,), mail.show_leaving, "4.0", PUBLIC, _PAGE,
        "Open the link that ends mail", methods=("GET",), parameters=_CODE, media=_HTML,
    ),
    Route(
        "+", "mail-leave", (_LEAVE,), mail.leave, "4.0", PUBLIC, _PAGE,
        "End mail", methods=("POST",), parameters=_CODE, media=_HTML, writes=True,
    ),
)  # fmt: skip
