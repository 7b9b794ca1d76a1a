"""The memory of a large response is used again by the next one."""

from __future__ import annotations

import subprocess
import sys

import pytest

ROUNDS = 200
_SCRIPT = f"""
import resource, sys
from facetstore.bootstrap.memory import keep_freed_memory

if sys.argv[1] == "kept":
    keep_freed_memory()
body = b"x" * 600_000

def rounds(number):
    for _ in range(number):
        copies = [body + b"y" for _ in range(4)]

rounds(20)
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
rounds({ROUNDS})
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


def faults(how: str) -> int:
    """Page faults while bodies of 600 KB are made and freed, four at a time."""
    done = subprocess.run([sys.executable, "-c", _SCRIPT, how], stdout=subprocess.PIPE, check=True)
    return int(done.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="page faults of glibc")
def test_freed_memory_is_used_again_without_page_faults() -> None:
    assert faults("kept") < ROUNDS
    assert faults("not kept") > 100 * ROUNDS, "without it there are hundreds a round, or this test shows nothing"
