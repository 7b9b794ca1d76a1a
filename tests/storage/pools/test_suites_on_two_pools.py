"""Isolation and contract suites once more, with each second tenant in a second pool: callers see no difference."""

import os
import subprocess
import sys
from typing import Final

import pytest

from tests.reliability.nodes import ROOT
from tests.support.proof import record
from tests.support.two_pools import VARIABLE

# Tests that look into tables by themselves, such as those of storage/writes, do not look into the second pool.
SUITES: Final = (
    *("rest/access/test_isolation.py", "rest/access/test_isolation_cursors.py", "rest/access/test_canaries.py"),
    *("rest/access/test_role_matrix.py", "rest/access/test_two_walls.py", "rest/access/test_callers.py"),
    *("rest/golden", "rest/tenants", "rest/groups", "rest/reading", "rest/editing"),
    *("rest/release/test_closed_tasks.py", "rest/release/test_records.py", "rest/release/test_lifecycle_matrix.py"),
    *("storage/finding", "storage/past", "walls/oracle"),
)


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_isolation_and_contract_suites_pass_with_tenants_on_two_pools() -> None:
    """With the counts of an everyday run, on both engines."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *(f"tests/{each}" for each in SUITES)]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FACETSTORE_")}

    ended = subprocess.run(command, cwd=ROOT, env=kept | {VARIABLE: "1"}, capture_output=True, text=True, check=False)

    assert ended.returncode == 0, ended.stdout[-20_000:]
    passed = next(word for word, what in zip(*_words(ended.stdout), strict=False) if what.startswith("passed"))
    record("tests of isolation and contract with tenants on two pools", int(passed), "all pass")


def _words(text: str) -> tuple[list[str], list[str]]:
    words = text.splitlines()[-1].split()
    return words, words[1:]
