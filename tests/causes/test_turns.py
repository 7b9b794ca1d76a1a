"""Nodes that start at once on an empty database take turns to fill it, and all of them serve it."""

from pathlib import Path

import pytest

from tests.reliability.nodes import Node
from tests.support.proof import LONG, sampled
from tests.support.storages import ENGINES, new_store


@pytest.mark.parametrize("engine", ENGINES)
def test_two_nodes_fill_one_empty_database_together(
    request: pytest.FixtureRequest, tmp_path: Path, engine: str
) -> None:
    # The demo takes PostgreSQL many seconds; its schema alone has to be made by one node as well.
    options = ["--demo"] if engine == "sqlite" or LONG else []
    for number in range(sampled(5, 1)):
        folder = tmp_path / str(number)
        folder.mkdir()
        store = new_store(request, folder / "data", engine, migrated=False)
        logs = [folder / "one.log", folder / "other.log"]
        nodes = [Node(store.settings, log, options=options) for log in logs]
        try:
            for node in nodes:
                node.launch()
            for node in nodes:
                node.wait_until_ready()
        finally:
            for node in nodes:
                node.close()

        assert ["Error" in log.read_text() for log in logs] == [False, False]
        assert [str(each.address) for each in store.run(lambda storage: storage.tenants())] == ["demo/showcase"] * len(
            options
        )
