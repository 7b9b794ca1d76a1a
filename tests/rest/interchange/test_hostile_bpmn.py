"""What a broken or hostile BPMN file may cost: half a second and 100 MB."""

import json
import subprocess
import sys

from tests.support.proof import LONG, record

COUNT = 400 if LONG else 40
SECONDS = 0.5 if LONG else 1.0
"""Every day, other tests on the same processor slow each other down."""


def test_no_file_takes_more_than_half_a_second_or_100_megabytes() -> None:
    command = [sys.executable, "-m", "tests.rest.interchange.hostile_bpmn", str(COUNT)]

    answer = subprocess.run(command, capture_output=True, text=True, check=True)

    costs = json.loads(answer.stdout)
    assert len(costs) == COUNT
    costliest = max(costs, key=lambda each: each["seconds"])
    largest = max(costs, key=lambda each: each["megabytes"])
    assert costliest["seconds"] <= SECONDS, costliest
    assert largest["megabytes"] <= 100, largest
    record(
        "broken and hostile BPMN files",
        COUNT,
        "read or refused",
        longest_seconds=round(costliest["seconds"], 3),
        most_mb=round(largest["megabytes"], 1),
    )
