"""How much work one request may cause.

A request that needs more is refused with `TooCostly`. Work that takes longer than a slice lets other requests go first.
"""

from __future__ import annotations

from typing import Final

SLICE_SECONDS: Final = 0.01
"""How long a loop over a request keeps the event loop before others get their turn."""
STATEMENT_SLICE: Final = 0.015
"""How long a statement of SQLite does, in time of a processor: as much as a page of some hundred elements takes."""

READ_SECONDS: Final = 3.0
"""Time of the statements of a read: of a processor on SQLite, of the clock on PostgreSQL, where it holds for each statement. For an
answer that is streamed it holds for each chunk."""
CHANGE_SECONDS: Final = 15.0
"""The same of a request that changes something."""
LOCK_SECONDS: Final = 12.0
"""How long a change waits on PostgreSQL for one of another process. Less than its time, so that waiting is never too costly."""

LONG_READS: Final = 4
"""How many reads of SQLite that take longer than a slice run at the same time."""
LONG_READS_OF_TENANT: Final = 2
"""How many of them are of one tenant."""
STREAMS_OF_TENANT: Final = 4
"""How many answers of one tenant are streamed at the same time: each holds a connection until the client has all of it."""
MOST_WAITING: Final = 32
"""How many requests of one tenant wait for one of these."""

JSON_VALUES: Final = 150_000
"""How many names, lists and objects a body may have. They are counted before it is parsed: that takes up to a microsecond for each."""
LOOP_SECONDS: Final = 10.0
"""How long a loop over the elements of a body may take, the time of others left out."""

FILTER_WEIGHT: Final = 400
"""How much the conditions of a filter may weigh together (see `query/filter_weight.py`)."""
