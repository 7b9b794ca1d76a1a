"""Clusters for tests: where one of the programs cannot be had, tests are skipped, but not in a build."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from script.lib.cluster.cluster import Cluster, running
from script.lib.cluster.programs import ProgramMissing


@contextmanager
def cluster_or_skip(nodes: int = 3, *, asynchronous: bool = False) -> Iterator[Cluster]:
    try:
        with running(nodes=nodes, asynchronous=asynchronous) as cluster:
            yield cluster
    except ProgramMissing as error:
        if os.environ.get("CI"):
            pytest.fail(str(error))
        pytest.skip(str(error))
