"""Names the failed tests that a second run, alone, may still pass: `second_run.py CACHE-OF-PYTEST`; exits with 1 if it is none.

Beside three other workers and whatever else the machine does, a browser or a server may be too slow for a test. A fault in the
code fails many tests, or fails again. So any number of stories of the page is tried again, and a few of all other tests.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

FAILED = "v/cache/lastfailed"
OF_THE_PAGE = "tests/web/"
FEW = 5


def to_try_again(cache: Path) -> list[str]:
    """All that failed in the last run; nothing if too much of it has nothing to do with a browser."""
    failed = cache / FAILED
    names: list[str] = sorted(json.loads(failed.read_text(encoding="utf-8"))) if failed.exists() else []
    others = [name for name in names if not name.startswith(OF_THE_PAGE)]
    return names if len(others) <= FEW else []


if __name__ == "__main__":
    found = to_try_again(Path(sys.argv[1]))
    print("\n".join(found))
    sys.exit(0 if found else 1)
