"""Every way a caller can be refused, as one tree with codes that never change their meaning.

    Failure
    ├── Invalid            the request itself is wrong: parameter, body, bundle, filter
    │   └── TooCostly      it takes more work than one request may
    ├── Unauthenticated    no, bad or expired token
    │   ├── SignInRefused  name, password or link are not right
    │   └── OpenIdRefused  what a provider says does not sign in
    ├── TooManyAttempts    has to wait before the next attempt
    ├── TooManyRequests    more requests than the rate limit allows
    ├── Forbidden          authenticated, the element is visible, but the action is not allowed
    ├── NotFound           unknown or invisible: callers cannot distinguish the two
    ├── Conflict           the current state does not allow it
    │   ├── QuotaReached   the tenant holds as many elements as it may
    │   ├── ChangedSince   what is to be brought back was changed since
    │   ├── RulesBroken    a rule is broken, at least one with an error
    │   └── OnlyWarnings   rules are broken, all with warnings that the caller may ignore
    ├── PreconditionFailed another request changed it in the meantime
    └── Unavailable        the service cannot answer now; try again later. ProviderUnavailable: a provider does not answer

Errors carry a sentence and say what would have worked; they do not know HTTP (see `rest/wire/error_responses.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from math import ceil
from typing import ClassVar, Final

from facetstore.domain.buckets import Limit
from facetstore.domain.causes import Cause


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: a sentence, a stable code, and its path."""

    error: str
    code: str = ""
    path: str = ""


class Failure(Exception):
    """A refusal for the caller to read: a sentence and the findings behind it."""

    code: ClassVar[str] = "failure"

    def __init__(self, message: str, findings: Iterable[Finding] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.findings = tuple(findings) or (Finding(message, self.code),)


class Invalid(Failure):
    code = "invalid"


class InvalidParameter(Invalid):
    """A query parameter or header that cannot be understood."""

    code = "invalid-parameter"


class UnknownName(Invalid):
    """A name in a parameter that the metamodel does not know."""

    code = "unknown-name"


class InvalidBody(Invalid):
    """A body that is not JSON or not what the operation takes."""

    code = "invalid-body"


class InvalidValues(Invalid):
    """A well-formed body that breaks the rules of the metamodel; every finding is listed."""

    code = "invalid-values"


class TooCostly(Invalid):
    """A request that takes more work than one request may cause."""

    code = "too-costly"

    def __init__(self, message: str = "", path: str = "") -> None:
        text = message or f"The database has worked on this for as long as one request may. {NARROW}"
        super().__init__(text, [Finding(text, self.code, path)])


_MOST_HINTS: Final = 10
_LONGEST_HINTED: Final = 60

NARROW: Final = (
    "Narrow it: fewer conditions in $filter, none on attributes of related elements, no text that may stand anywhere in a value, "
    "fewer fields to count or order by, fewer elements at a time."
)
"""Advice that helps with most costly requests."""


class Unauthenticated(Failure):
    code = "unauthenticated"

    def __init__(self) -> None:
        # One sentence for every cause, so that a caller cannot learn which one it was.
        super().__init__("A valid token of this storage is needed.")


class AgentRefused(Failure):
    """An agent that signs in was refused; `error` is the word of the protocol for the cause (RFC 6749)."""

    code = "agent-refused"

    def __init__(self, error: str, message: str) -> None:
        super().__init__(message)
        self.error = error


class SignInRefused(Unauthenticated):
    """Signing in was refused."""

    code = "sign-in-refused"

    def __init__(self) -> None:
        # The text must not reveal which of them it was, nor whether the user or the storage exists.
        Failure.__init__(
            self, "This did not sign you in: the name or the password is wrong, or the link was used before."
        )


class OpenIdRefused(Unauthenticated):
    """Signing in through an OpenID Connect provider was refused."""

    code = "openid-refused"

    def __init__(self, message: str) -> None:
        Failure.__init__(self, message)


class TooManyAttempts(Failure):
    """Too many failed attempts: the next one has to wait."""

    code = "too-many-attempts"

    def __init__(self, seconds: int) -> None:
        super().__init__(f"Too many attempts. The next one is possible in {seconds} s.")
        self.seconds = seconds


class TooManyRequests(Failure):
    """A caller makes more requests than the rate limit allows."""

    code = "too-many-requests"

    def __init__(self, limit: Limit, wait: float) -> None:
        self.limit, self.seconds = limit, max(1, ceil(wait))
        often = f"{limit.rate} a second, and up to {limit.burst} at once, are let through"
        super().__init__(f"Too many requests: {often}. Try again in {self.seconds} s.")


class Forbidden(Failure):
    code = "forbidden"


class NotFound(Failure):
    code = "not-found"


class Conflict(Failure):
    code = "conflict"


class QuotaReached(Conflict):
    """The tenant would hold more elements than its quota allows."""

    code = "quota"


@dataclass(frozen=True, slots=True)
class ThreeSides:
    """A place that two changed: what both began with, what the caller wants, and what is stored now; plain data."""

    path: str
    base: object
    restored: object
    current: object


class ChangedSince(Conflict):
    """What the caller wants to bring back has another value by now. The caller can answer which side wins."""

    code = "changed-since"

    def __init__(self, message: str, conflicts: Sequence[ThreeSides]) -> None:
        findings = [Finding("It was changed since.", self.code, each.path) for each in conflicts]
        super().__init__(message, findings)
        self.conflicts = conflicts


class RulesBroken(Conflict):
    """Rules prevent a release, at least one of them with an error."""

    code = "validation"


class OnlyWarnings(Conflict):
    """Rules prevent a release, all of them with warnings that the caller may ignore."""

    code = "validation-warnings"


class PreconditionFailed(Failure):
    code = "precondition-failed"


class Unavailable(Failure):
    """The service cannot answer now. The message is for callers; the cause is for the operator, and in no response."""

    code = "unavailable"

    def __init__(self, message: str, findings: Iterable[Finding] = (), *, cause: Cause | None = None) -> None:
        super().__init__(message, findings)
        self.cause = cause


class ProviderUnavailable(Unavailable):
    """An OpenID Connect provider gives no response, or none that can be used."""

    code = "provider-unavailable"


class Hints:
    """Suggestions for the first few wrong names of a request: each one costs a search through all known names."""

    _given = 0

    def nearest(self, name: str, known: Iterable[str]) -> str:
        """ " Did you mean X?", or an empty text: if no name is close, for a long name, after the first few names."""
        self._given += 1
        return nearest(name, known) if self._given <= _MOST_HINTS and len(name) <= _LONGEST_HINTED else ""


def nearest(name: str, known: Iterable[str]) -> str:
    """ " Did you mean X?" for the known name closest to a mistyped one, or an empty text."""
    folded = {each.casefold(): each for each in known}
    close = get_close_matches(name.casefold(), folded, n=1, cutoff=0.6)
    return f" Did you mean {folded[close[0]]}?" if close else ""
