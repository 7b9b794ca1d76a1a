"""The endpoint table of tokens."""

from __future__ import annotations

from typing import Final

from facetstore.domain.callers import Role
from facetstore.rest.operations import tokens
from facetstore.rest.routing.routes import READ, WITH_BODY, Route

_TOKENS: Final = "rest/tokens"
_DRY_RUN: Final = frozenset({"dryRun"})

TOKENS: Final[tuple[Route, ...]] = (
    Route(
        "+", "tokens-list", (_TOKENS,), tokens.get_tokens, "4.0", Role.VIEWER, "Tokens", "List the tokens",
        frozenset({"$page", "$pageSize"}), READ,
    ),
    Route(
        "+", "token-create", (_TOKENS,), tokens.create_token, "4.0", Role.ADMINISTRATOR, "Tokens", "Create a token",
        methods=(WITH_BODY,), parameters=_DRY_RUN, writes=True, body="TokenBody",
    ),
    Route(
        "+", "token-rotate", (f"{_TOKENS}/{{tokenId}}/rotate",), tokens.rotate_token, "4.0", Role.ADMINISTRATOR, "Tokens",
        "Replace the secret of a token", methods=("POST",), parameters=_DRY_RUN, writes=True, body="RotateBody",
        optional_body=True,
    ),
    Route(
        "+", "token-revoke", (f"{_TOKENS}/{{tokenId}}/revoke",), tokens.revoke_token, "4.0", Role.ADMINISTRATOR, "Tokens",
        "Revoke a token", methods=("POST",), parameters=_DRY_RUN, writes=True,
    ),
)  # fmt: skip
