"""Random sequences of upload, use, version, delete, restore and collect: no content is lost, and none is left over."""

from random import Random

import pytest

from tests.rest.files.cabinet import Cabinet, cabinet
from tests.rest.files.random_sequences import Sequences
from tests.support.proof import record, sampled, sampled_on

__all__ = ["cabinet"]

STEPS = 12
AT_ONCE = 5
"""Sequences on one tenant: more of them have more contents in common, and take longer to check."""


@pytest.mark.timeout(3600)
def test_no_sequence_loses_a_file_or_leaves_one_behind(cabinet: Cabinet) -> None:
    seeds = sampled_on(cabinet.database.engine, range(0, sampled(1000, 50), AT_ONCE))
    for first in seeds:
        sequences = Sequences(cabinet, Random(first))
        for _ in range(AT_ONCE):
            sequences.run(STEPS)
        for versions in sequences.elements.values():
            assert sorted(sequences.links(versions[-1])) == sorted(versions[-1].used)
        clear(sequences)
    number = len(seeds) * AT_ONCE
    record("sequences of uploads, uses, versions, deletions, restores and collections", number, "no loss, no orphan")


def clear(sequences: Sequences) -> None:
    """Empty the trash as well, which no caller can: then nothing may be left at all."""
    for id_ in sorted(sequences.elements):
        sequences.cabinet.delete(id_, "?force=true")
    database = sequences.cabinet.database
    key = database.tenant(sequences.cabinet.address).key

    async def empty() -> None:
        async with database.storage.engine.transaction() as session:
            await session.fetch("DELETE FROM trash WHERE tenant = :tenant", {"tenant": key})

    database.run(empty())
    sequences.cabinet.collect()
    assert [sequences.cabinet.rows(each) for each in ("file_content", "file_chunk", "file_use", "trash_file")] == [
        0
    ] * 4
