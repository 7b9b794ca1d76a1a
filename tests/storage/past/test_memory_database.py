"""Databases in memory are closed as soon as no read uses them."""

import weakref

from facetstore.storage.past.memory_database import MemoryDatabase


def test_a_database_that_no_read_uses_any_more_is_closed() -> None:
    database = MemoryDatabase()
    connection = weakref.ref(database._connection)

    del database

    assert connection() is None, "each would keep a megabyte for ever"
