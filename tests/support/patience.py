"""How long tests wait for what comes for certain, unless something is broken."""

from typing import Final

START_SECONDS: Final = 300
"""For a process to be ready, or to end. One that has ended is noticed at once; on a machine with much else to do, starting
two workers has taken more than a minute."""
