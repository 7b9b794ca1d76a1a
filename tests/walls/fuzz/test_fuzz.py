"""Requests made up from the OpenAPI document and grown by a mutator: none ends in a server error, no answer is outside its schema."""

from typing import Final

import pytest

from tests.support.administration import Installation
from tests.support.proof import LONG, record, sampled
from tests.walls.fuzz.generated import generated_requests
from tests.walls.fuzz.hunt import Again, Fault, Hunt
from tests.walls.fuzz.request import Request
from tests.walls.fuzz.shrink import Shrinking
from tests.walls.fuzz.world import World

COUNT: Final = sampled(50_000, 700)
"""On each engine."""
CASES, STEP = (50, 1) if LONG else (5, 8)
"""How many of them schemathesis makes up for an operation, and for one operation in how many."""
SEED: Final = 16
MOST_SHRUNK: Final = 5
LEAST_GOOD: Final = 0.2
"""The share of requests that must be answered with what they ask for: who is only refused has not come far."""
WITHOUT_PROVIDER: Final = {"openid-begin", "openid-finish"}
"""These need a provider of OpenID Connect; tests/rest/people has one."""
FOR_EVERYBODY: Final = {"health-live", "health-ready", "metrics", "openapi-document", "session-get", "session-end"}
"""These refuse no caller."""


@pytest.fixture(scope="module")
def generated() -> list[Request]:
    return generated_requests(CASES, STEP)


@pytest.mark.timeout(3600 if LONG else 600)
def test_no_request_ends_in_a_server_error_or_an_answer_outside_its_schema(
    installation: Installation, generated: list[Request]
) -> None:
    hunt = Hunt(lambda: World(installation), SEED)

    hunt.send_all(generated)
    hunt.run(COUNT - len(generated))

    assert not hunt.faults, "\n\n".join(
        _report(installation, each) for each in list(hunt.faults.values())[:MOST_SHRUNK]
    )
    statuses = hunt.tally.total
    good = sum(number for status, number in statuses.items() if status < 400)
    assert good > LEAST_GOOD * statuses.total(), statuses
    never_good = hunt.tally.lacking(hunt.operations - WITHOUT_PROVIDER, 200, 400)
    never_refused = hunt.tally.lacking(hunt.operations - FOR_EVERYBODY, 400, 500)
    # A few hundred requests may miss many an operation: which ones, new code of the service decides by what it reaches.
    few = 0 if LONG else len(hunt.operations) * 3 // 5
    assert len(never_good) <= few, never_good
    assert len(never_refused) <= few, never_refused
    record(
        f"Generated requests, {installation.database.engine}",
        statuses.total(),
        "no 5xx, no answer outside its schema",
        operations=len(hunt.operations),
        kept=len(hunt.kept),
        **{f"status_{status}": number for status, number in sorted(statuses.items())},
    )


def _report(installation: Installation, fault: Fault) -> str:
    """What went wrong, and the fewest requests that show it, to be sent again by tests/walls/fuzz/replay.py."""
    again = Again(lambda: World(installation), fault.reason)
    smallest = Shrinking(again.shows).shrink(fault.trail, fault.request)
    again.close()
    lines = [each.line for each in smallest] or [fault.request.line, "(not seen again in a new world)"]
    return "\n".join((fault.reason, *lines, fault.trace))
