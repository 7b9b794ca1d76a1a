"""What an agent asks for when it signs in: a program that says what it is, an address to come back to, and a challenge (OAuth 2.1).

A program is not stored: its id holds what it has registered (decision 0125). An id that is made up counts as registered.
"""

from __future__ import annotations

import base64
import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from urllib.parse import SplitResult, urlencode, urlsplit

import msgspec

from facetstore.domain.errors import AgentRefused

READ: Final = "read"
PROPOSE: Final = "propose"
SCOPES: Final = (READ, PROPOSE)
LONGEST_NAME: Final = 80
LONGEST_ADDRESS: Final = 300
MOST_ADDRESSES: Final = 5
LONGEST_STATE: Final = 1000
_LONGEST_ID: Final = 3000
_ID: Final = "agent."
_LOOPBACK: Final = frozenset(("localhost", "127.0.0.1", "::1"))
_ADDRESS: Final = re.compile(r"[!-\[\]-~]+")
"""The characters of an address: no space, no control character, and no backslash, which browsers read as a slash."""
_SCHEME: Final = re.compile(r"[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+")
"""Of a program on the same machine: a name that its maker owns, the other way round (RFC 8252)."""
_CHALLENGE: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_VERIFIER: Final = re.compile(r"[A-Za-z0-9._~-]{43,128}")


class AgentProgram(NamedTuple):
    """A program as it describes itself. Its name is not checked."""

    id: str
    name: str
    redirects: Sequence[str]


class AgentRequest(NamedTuple):
    """A request that can be decided about."""

    program: AgentProgram
    redirect: str
    scopes: Sequence[str]
    challenge: str
    state: str

    @property
    def place(self) -> str:
        """Where the browser goes: the host of the address, or its scheme for a program on this machine."""
        parts = urlsplit(self.redirect)
        return parts.netloc or parts.scheme


def registered(name: object, redirects: object) -> AgentProgram:
    """The program with this name and these addresses. Raises AgentRefused."""
    if (
        not isinstance(redirects, list)
        or not 1 <= len(redirects) <= MOST_ADDRESSES
        or not all(map(_is_address, redirects))
    ):
        raise AgentRefused(
            "invalid_redirect_uri",
            f"redirect_uris takes 1 to {MOST_ADDRESSES} addresses: https, http on this machine (127.0.0.1), or a scheme "
            "with a dot; without a fragment and a user.",
        )
    said = _clean(name) if isinstance(name, str) else ""
    stored = base64.urlsafe_b64encode(msgspec.json.encode([said, redirects])).decode().rstrip("=")
    return AgentProgram(f"{_ID}{stored}", said, redirects)


def program_of(id_: str) -> AgentProgram:
    """The program with this id. Raises AgentRefused."""
    try:
        if not id_.startswith(_ID) or len(id_) > _LONGEST_ID:
            raise ValueError
        text = id_.removeprefix(_ID)
        name, redirects = msgspec.json.decode(
            base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), type=tuple[str, list[str]]
        )
        program = registered(name, redirects)
    except (ValueError, AgentRefused) as error:
        raise AgentRefused("invalid_client", "client_id is none that was registered here.") from error
    if program.id != id_:
        raise AgentRefused("invalid_client", "client_id is none that was registered here.")
    return program


def request_of(given: Mapping[str, object], resource: str) -> AgentRequest:
    """The request in the parameters of an address. Raises AgentRefused: the browser is not sent back then."""
    text = {name: value for name, value in given.items() if isinstance(value, str)}
    program = program_of(text.get("client_id", ""))
    redirect = text.get("redirect_uri", "")
    if redirect not in program.redirects:
        raise AgentRefused("invalid_request", "redirect_uri is none of those that the program has registered.")
    if text.get("response_type") != "code":
        raise AgentRefused("unsupported_response_type", "response_type needs to be code.")
    if text.get("code_challenge_method") != "S256" or not _CHALLENGE.fullmatch(text.get("code_challenge", "")):
        raise AgentRefused("invalid_request", "A code_challenge with the code_challenge_method S256 is needed.")
    if text.get("resource", resource) != resource:
        raise AgentRefused("invalid_target", f"resource needs to be {resource}.")
    scopes = text.get("scope", "").split() or list(SCOPES)
    if not set(scopes) <= set(SCOPES):
        raise AgentRefused("invalid_scope", f"scope takes {' and '.join(SCOPES)}.")
    if len(state := text.get("state", "")) > LONGEST_STATE:
        raise AgentRefused("invalid_request", f"state takes up to {LONGEST_STATE} characters.")
    return AgentRequest(program, redirect, [each for each in SCOPES if each in scopes], text["code_challenge"], state)


def sent_back(request: AgentRequest, issuer: str, **answer: str) -> str:
    """The address that the browser goes to, with the answer and who gives it (RFC 9207)."""
    said = urlencode({**answer, **({"state": request.state} if request.state else {}), "iss": issuer})
    return f"{request.redirect}{'&' if urlsplit(request.redirect).query else '?'}{said}"


def fits_challenge(verifier: str, challenge: str) -> bool:
    """Whether a program that shows this verifier is the one that has sent the challenge."""
    if not _VERIFIER.fullmatch(verifier):
        return False
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=") == challenge


def _is_address(text: object) -> bool:
    if not isinstance(text, str) or len(text) > LONGEST_ADDRESS or not _ADDRESS.fullmatch(text):
        return False
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    if "#" in text or parts.username is not None or parts.password is not None:
        return False
    return _leads_back(parts)


def _leads_back(parts: SplitResult) -> bool:
    if parts.scheme == "https":
        return bool(parts.hostname)
    if parts.scheme == "http":
        return parts.hostname in _LOOPBACK
    return bool(_SCHEME.fullmatch(parts.scheme))


def _clean(name: str) -> str:
    """A name without what could turn the text around it, in one line."""
    kept = "".join(
        " " if unicodedata.category(each).startswith(("C", "Z")) else each
        for each in unicodedata.normalize("NFC", name)
    )
    return " ".join(kept.split())[:LONGEST_NAME]
