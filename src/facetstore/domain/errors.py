"""Every way a caller can be refused, as one tree with codes that never change their meaning.

    Failure
    ├── Invalid            the request itself is wrong: parameter, body, bundle, filter
    │   └── TooCostly      it takes more work than one request may
    ├── Unauthenticated    no, bad or expired token
    │   └── SignInRefused  name, password or link are not right; OpenIdRefused: what a provider says
    ├── TooManyAttempts    has to wait before the next attempt
    ├── TooManyRequests    calls more often than anybody may
    ├── Forbidden          known to us, visible, but not allowed
    ├── NotFound           unknown or invisible: the two are never told apart
    ├── Conflict           the state of things does not allow it now
    │   ├── QuotaReached   the tenant holds as many elements as it may
    │   └── RulesBroken    rules stand against it: errors, or (OnlyWarnings) what the caller may ignore
    ├── PreconditionFailed somebody else changed it meanwhile
    └── Unavailable        we cannot serve now; try again later. ProviderUnavailable: because a provider does not

Errors know their sentence and what would have worked; they do not know HTTP (see `rest/wire/errors.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from math import ceil
from typing import ClassVar, Final

from facetstore.domain.limits import Limit


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: a sentence, a stable code, and where it stands."""

    error: str
    code: str = ""
    path: str = ""


class Failure(Exception):
    """A refusal the caller can understand: a sentence and the single findings behind it."""

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
    """A body that reads well but breaks the rules of the metamodel; every finding is listed."""

    code = "invalid-values"


class TooCostly(Invalid):
    """A request that takes more work than one request may."""

    code = "too-costly"

    def __init__(self, message: str = "", path: str = "") -> None:
        told = message or f"The database has worked on this for as long as one request may. {NARROW}"
        super().__init__(told, [Finding(told, self.code, path)])


_MOST_HINTS: Final = 10
_LONGEST_HINTED: Final = 60

NARROW: Final = (
    "Narrow it: fewer conditions in $filter, none on attributes of related elements, no text that may stand anywhere in a value, "
    "fewer fields to count or order by, fewer elements at a time."
)
"""What helps against most costly requests."""


class Unauthenticated(Failure):
    code = "unauthenticated"

    def __init__(self) -> None:
        # One sentence for every cause: which of them it was is nobody's business but the owner's.
        super().__init__("A valid token of this storage is needed.")


class SignInRefused(Unauthenticated):
    """Somebody who wants to sign in is not let in."""

    code = "sign-in-refused"

    def __init__(self) -> None:
        # Which of them it was is nobody's business, nor whether the person or the storage exists.
        Failure.__init__(
            self, "This did not sign you in: the name or the password is wrong, or the link was used before."
        )


class OpenIdRefused(SignInRefused):
    """Somebody who comes from a provider of OpenID Connect is not let in."""

    code = "openid-refused"

    def __init__(self, message: str) -> None:
        Failure.__init__(self, message)


class TooManyAttempts(Failure):
    """Somebody failed too often, and has to wait."""

    code = "too-many-attempts"

    def __init__(self, seconds: int) -> None:
        super().__init__(f"Too many attempts. The next one is possible in {seconds} s.")
        self.seconds = seconds


class TooManyRequests(Failure):
    """Somebody calls more often than the service lets anybody."""

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
    """A tenant would hold more elements than it may."""

    code = "quota"


class RulesBroken(Conflict):
    """Rules stand against a release, and one of them at least as an error."""

    code = "validation"


class OnlyWarnings(RulesBroken):
    """Rules stand against a release, all of them as warnings that the caller may ignore."""

    code = "validation-warnings"


class PreconditionFailed(Failure):
    code = "precondition-failed"


class Unavailable(Failure):
    code = "unavailable"


class ProviderUnavailable(Unavailable):
    """A provider of OpenID Connect gives no answer, or none that can be used."""

    code = "provider-unavailable"


class Hints:
    """Suggestions for the first wrong names of a request: each is a costly look through all known ones."""

    def __init__(self) -> None:
        self._given = 0

    def nearest(self, name: str, known: Iterable[str]) -> str:
        """ " Did you mean X?", as long as there were not many such questions before, and the name is not long."""
        self._given += 1
        return nearest(name, known) if self._given <= _MOST_HINTS and len(name) <= _LONGEST_HINTED else ""


def nearest(name: str, known: Iterable[str]) -> str:
    """ " Did you mean X?" for the known name closest to a mistyped one, or nothing."""
    folded = {each.casefold(): each for each in known}
    close = get_close_matches(name.casefold(), folded, n=1, cutoff=0.6)
    return f" Did you mean {folded[close[0]]}?" if close else ""
