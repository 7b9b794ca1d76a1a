"""Which code a request reaches that none before it did: coverage.py looks on, and is asked how much it has seen."""

from collections.abc import Iterator
from contextlib import contextmanager

import coverage


class Reach:
    """The steps from line to line inside the package that were taken so far.

    Its tracer is made in C and costs about half as much again as what it looks at; a tracer in Python costs ten times that.
    """

    def __init__(self) -> None:
        self._coverage = coverage.Coverage(
            data_file=None, config_file=False, branch=True, source_pkgs=["facetstore"], messages=False
        )
        self._coverage.set_option("run:core", "ctrace")

    @property
    def steps(self) -> int:
        """How many there are. The tracer's own sets are counted: to hand them over costs more than a request."""
        collector = self._coverage._collector
        return sum(map(len, collector.data.values())) if collector is not None else 0

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Look at what runs here. A run with --coverage looks away for this time."""
        self._coverage.start()
        try:
            yield
        finally:
            self._coverage.stop()
