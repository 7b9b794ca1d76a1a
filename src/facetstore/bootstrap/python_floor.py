"""Which Python this runs on, and whether its standard library has known vulnerabilities."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

FLOORS: Final = {(3, 11): 14, (3, 12): 12, (3, 13): 8}
"""The first patch release of each Python whose html and archive parsers are repaired (CVE-2025-6069, CVE-2025-8194,
CVE-2025-8291). Later Pythons were repaired before their first release."""


def python_version(version: Sequence[object] = sys.version_info) -> str:
    """The version of Python, with advice if a patch release is missing."""
    advice = outdated(version)
    return ".".join(map(str, version[:3])) + (f" ({advice})" if advice else "")


def outdated(version: Sequence[object] = sys.version_info) -> str | None:
    """Advice to update, or None. Only advice: these parsers never read what a caller sent."""
    major, minor, patch = (int(str(each)) for each in version[:3])
    floor = FLOORS.get((major, minor), 0)
    if patch >= floor:
        return None
    return f"{major}.{minor}.{floor} or later has repaired parsers in its standard library"
