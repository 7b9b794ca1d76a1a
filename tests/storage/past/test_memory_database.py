"""Databases in memory have the tables that reads name, and are closed as soon as no read uses them."""

import re
import weakref
from pathlib import Path

import apsw

from facetstore.storage import reads
from facetstore.storage.engines.dialect import SQLITE
from facetstore.storage.engines.schema_files import migrations
from facetstore.storage.past.memory_database import MemoryDatabase, tables_of

NAMED = re.compile(r"\b(?:FROM|JOIN)\s+([a-z_]+)")
READING = ("reads", "finding", "writes/loading.py")
"""The modules below `storage` whose statements run there."""


def test_a_database_has_every_table_that_a_read_of_content_names() -> None:
    every = apsw.Connection(":memory:")
    for migration in migrations(SQLITE):
        every.execute(migration.text).fetchall()
    storage = Path(str(reads.__file__)).parents[1]
    files = [each for place in READING for each in sorted((storage / place).rglob("*.py")) or [storage / place]]
    named = {name for each in files for name in NAMED.findall(each.read_text())}

    found = tables_of(MemoryDatabase()._connection)

    assert named & tables_of(every) <= found < tables_of(every)
    assert {"tenant", "element", "version", "reference", "shape", "flow", "attribute", "words"} <= found


def test_a_database_that_no_read_uses_any_more_is_closed() -> None:
    database = MemoryDatabase()
    connection = weakref.ref(database._connection)

    del database

    assert connection() is None, "each would keep its memory for ever"
