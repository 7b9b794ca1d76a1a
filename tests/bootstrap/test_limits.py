"""The limit that a service is started with."""

import pytest

from facetstore.bootstrap.serve import Serving, limit_of
from facetstore.bootstrap.settings import Settings
from facetstore.domain.buckets import Limit
from facetstore.domain.errors import InvalidValues


def test_there_is_none_unless_it_is_set() -> None:
    assert limit_of(None, None) is None
    assert Serving(Settings()).limit is None


def test_as_many_may_come_at_once_as_in_ten_seconds_unless_a_burst_is_set() -> None:
    assert limit_of(5, None) == Limit(rate=5, burst=50)
    assert limit_of(5, 7) == Limit(rate=5, burst=7)


def test_a_burst_alone_limits_nothing_and_is_refused() -> None:
    with pytest.raises(InvalidValues, match="--rate-limit"):
        limit_of(None, 10)
