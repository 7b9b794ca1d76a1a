"""Whether all that failed in the last run of the tests are tests of the page: `browser_tests.py CACHE-OF-PYTEST`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

FAILED = "v/cache/lastfailed"
OF_THE_PAGE = "tests/web/"


def only_the_page_failed(cache: Path) -> bool:
    failed = cache / FAILED
    names = json.loads(failed.read_text(encoding="utf-8")) if failed.exists() else {}
    return bool(names) and all(name.startswith(OF_THE_PAGE) for name in names)


if __name__ == "__main__":
    sys.exit(0 if only_the_page_failed(Path(sys.argv[1])) else 1)
