"""How much work one request may cause.

A request that needs more is refused with `TooCostly`. Work that takes longer than one time slice yields to other requests.
"""

from __future__ import annotations

from typing import Final

SLICE_SECONDS: Final = 0.005
"""How long a loop may hold the event loop before it yields to other requests and other loops."""
STATEMENT_SLICE: Final = 0.01
"""CPU seconds of one SQLite statement before it yields: enough for a page of a few hundred elements."""

READ_SECONDS: Final = 3.0
"""Seconds for the statements of a read: CPU time for all of them on SQLite, clock time for each statement on PostgreSQL. For
a streamed response it applies to each chunk."""
CHANGE_SECONDS: Final = 15.0
"""The same limit for a request that changes something."""
LOCK_SECONDS: Final = 12.0
"""How long a change waits on PostgreSQL for a lock of another process. Below its time limit, so waiting is never too costly."""

LONG_READS: Final = 4
"""How many SQLite reads that take longer than one time slice may run at the same time."""
LONG_READS_OF_TENANT: Final = 2
"""How many of them may belong to one tenant."""
STREAMS_OF_TENANT: Final = 4
"""How many responses of one tenant may be streamed at once, on PostgreSQL half as many: each holds a connection until the client has received all of it."""
MOST_WAITING: Final = 32
"""How many requests of one tenant may wait in the queue for one of these."""

JSON_VALUES: Final = 150_000
"""How many names, lists and objects a body may have. They are counted before parsing, which takes up to a microsecond each."""
LOOP_SECONDS: Final = 10.0
"""CPU seconds that a loop over the elements of a body may take, not counting the time of other requests."""

FILTER_WEIGHT: Final = 400
"""The highest total weight of the conditions of a filter (see `query/filter_weight.py`)."""
