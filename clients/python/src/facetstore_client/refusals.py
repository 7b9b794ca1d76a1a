"""What goes wrong, as exceptions, and how long to wait before a request is sent again."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from facetstore_client.models import Finding

RETRIED: Final = frozenset({429, 503})
_LONGEST_WAIT: Final = 60.0
_FIRST_WAIT: Final = 0.5


class FacetstoreError(Exception):
    """A refusal: its status, what is wrong, and the id by which the log of the server knows the request."""

    def __init__(self, status: int, message: str, findings: Sequence[Finding] = (), request_id: str = "") -> None:
        super().__init__(f"{status}: {message}")
        self.status, self.message = status, message
        self.findings, self.request_id = tuple(findings), request_id


class NotAuthenticated(FacetstoreError):
    """401: the token is missing, wrong, expired or revoked."""


class NotAllowed(FacetstoreError):
    """403."""


class Missing(FacetstoreError):
    """404: it is not there, or it is not to be seen."""


class NotPossible(FacetstoreError):
    """409: what is stored does not allow it now."""


class ChangedMeanwhile(FacetstoreError):
    """412: the element was changed since it was read."""


class WrongRequest(FacetstoreError):
    """400: see the findings."""


_BY_STATUS: Final[Mapping[int, type[FacetstoreError]]] = {
    400: WrongRequest,
    401: NotAuthenticated,
    403: NotAllowed,
    404: Missing,
    409: NotPossible,
    412: ChangedMeanwhile,
}


class _Refusal(msgspec.Struct, rename="camel"):
    message: str = ""
    data: list[Finding] = []
    request_id: str = ""


def refusal_of(status: int, body: bytes) -> FacetstoreError:
    """The exception for an answer that is no success."""
    try:
        said = msgspec.json.decode(body, type=_Refusal)
    except msgspec.MsgspecError:
        said = _Refusal(message="The answer is not that of a storage.")
    return _BY_STATUS.get(status, FacetstoreError)(status, said.message, said.data, said.request_id)


def seconds_before(attempt: int, retry_after: str | None) -> float:
    """How long to wait before attempt number 1, 2, …: what the server asks for, or else twice as long each time, with some chance."""
    if retry_after is not None and retry_after.isdecimal():
        return min(float(retry_after), _LONGEST_WAIT)
    return min(_FIRST_WAIT * float(1 << attempt), _LONGEST_WAIT) * random.uniform(0.5, 1)  # noqa: S311 (no secret)
