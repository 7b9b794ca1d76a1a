"""How often Python's garbage collector runs, and what the C library does with freed memory."""

from __future__ import annotations

import gc
import sys
from typing import Final

_M_TRIM_THRESHOLD: Final = -1
_M_MMAP_THRESHOLD: Final = -3
"""Parameters of `mallopt` in malloc.h of glibc."""
_KEPT_BYTES: Final = 8 << 20


def collect_rarely() -> None:
    """Collect less often: few of our objects are in reference cycles, so there is little to collect.

    Objects that exist by now are frozen; the collector need not visit them again every few hundred requests or lines. Up to 50,000
    younger ones are visited at a time: with 400,000, a large body held everyone up for 30 ms.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 400)


def keep_freed_memory() -> None:
    """Keep up to 8 MB of freed memory for the next response, and give back what is freed beyond that.

    A large response is built in several copies of half a megabyte. By default glibc gives each of them back to the system when it is
    freed, so that the next one costs a page fault for every 4 KB: a fifth of what a list of a hundred elements with references takes.
    Elsewhere than with glibc nothing changes.
    """
    if sys.platform != "linux":
        return
    import ctypes  # here, because most commands need neither

    set_parameter = getattr(ctypes.CDLL(None), "mallopt", None)
    if set_parameter is not None:
        for parameter in (_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD):
            set_parameter(parameter, _KEPT_BYTES)
