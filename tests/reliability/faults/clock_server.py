"""The service on a machine with a wrong clock: `python -m tests.reliability.faults.clock_server serve …`.

The file that FACETS_CLOCK names says by how many seconds the clock is wrong, read once, when the server starts.
"""

import os
import time
from pathlib import Path
from typing import Final

WRONG_BY: Final = "FACETS_CLOCK"


def set_clock(seconds: float) -> None:
    """Let the clock of this process be wrong. Before anything of the service is imported, which may hold on to the right one."""
    now, now_ns = time.time, time.time_ns
    time.time = lambda: now() + seconds
    time.time_ns = lambda: now_ns() + int(seconds * 1e9)


if __name__ == "__main__":
    set_clock(float(Path(os.environ[WRONG_BY]).read_text()))
    from facetstore.cli.main import main

    main()
