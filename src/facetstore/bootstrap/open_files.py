"""How many files and connections a process may have open."""

from __future__ import annotations

import sys
from typing import Final

_WANTED: Final = 65_536


def allow_open_files() -> None:
    """Raise this process's limit to 65,536, or as far as the system allows: shells often start with 1,024, connections
    included."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _WANTED if hard == resource.RLIM_INFINITY else min(hard, _WANTED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
