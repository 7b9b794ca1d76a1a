"""How often Python looks for what nobody needs any more."""

from __future__ import annotations

import gc


def collect_rarely() -> None:
    """For what makes many short-lived things: hardly any of ours hold each other in a circle, so there is little to find.

    What was made until now stays; the collector need not look at it again after every few hundred requests or lines.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
