"""The limit that a service is started with, and where its processes share it."""

import asyncio
from pathlib import Path

import pytest

from facetstore.bootstrap.serve import Serving, limit_of, make_app
from facetstore.bootstrap.settings import Settings
from facetstore.domain.errors import InvalidValues
from facetstore.domain.limits import Limit


def test_there_is_none_unless_it_is_told() -> None:
    assert limit_of(None, None) is None
    assert Serving(Settings()).limit is None


def test_as_many_may_come_at_once_as_in_ten_seconds_unless_it_is_told_how_many() -> None:
    assert limit_of(5, None) == Limit(rate=5, burst=50)
    assert limit_of(5, 7) == Limit(rate=5, burst=7)


def test_a_burst_alone_limits_nobody_and_is_refused() -> None:
    with pytest.raises(InvalidValues, match="--rate-limit"):
        limit_of(None, 10)


@pytest.mark.parametrize("limit", [None, Limit(rate=5, burst=10)])
@pytest.mark.parametrize("workers", [1, 2])
def test_workers_share_a_file_of_their_own_if_there_is_a_limit(
    tmp_path: Path, limit: Limit | None, workers: int
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    app = make_app(Serving(Settings(data=tmp_path / "data"), figures=shared if workers > 1 else None, limit=limit))

    asyncio.run(app.storage.close())
    assert (shared / "limits.db").exists() == (limit is not None and workers > 1)
