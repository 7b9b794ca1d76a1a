"""Letting a known caller's request through, where requests are limited."""

from __future__ import annotations

from typing import Final

from facetstore.domain.callers import Caller
from facetstore.domain.errors import TooManyRequests
from facetstore.rest.wire.call import Call
from facetstore.usecases.tenants.limits import Limits, subject_of

LIMITED: Final = "rate-limit"
"""What the log and the figures call a request that was not let through: nobody looked what it was about."""


async def spend(limits: Limits, call: Call, caller: Caller) -> str:
    """Take a request from the caller's bucket, and tell which that is. Raises TooManyRequests."""
    bucket = subject_of(caller)
    try:
        await limits.spend(bucket)
    except TooManyRequests:
        call.route = LIMITED
        raise
    return bucket
