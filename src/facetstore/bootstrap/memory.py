"""How often Python's garbage collector runs."""

from __future__ import annotations

import gc


def collect_rarely() -> None:
    """Collect less often: few of our objects are in reference cycles, so there is little to collect.

    Objects that exist by now are frozen; the collector need not visit them again every few hundred requests or lines.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
