"""The rate limit of authenticated callers."""

from __future__ import annotations

from typing import Final

from facetstore.domain.callers import Caller
from facetstore.domain.errors import TooManyRequests
from facetstore.rest.wire.call import Call
from facetstore.usecases.tenants.rate_limits import Limits, subject_of

LIMITED: Final = "rate-limit"
"""The route name of refused requests in the log and the metrics, whatever their operation: it is not run."""


async def spend(limits: Limits, call: Call, caller: Caller) -> str:
    """Take a request from the caller's bucket; returns the bucket. Raises TooManyRequests."""
    bucket = subject_of(caller)
    try:
        await limits.spend(bucket)
    except TooManyRequests:
        call.route = LIMITED
        raise
    return bucket
