"""Links that commands print lead to the server that runs on the same database, wherever it listens."""

from pathlib import Path

import pytest

from tests.cli.command_line import Commands, run
from tests.reliability.nodes import Node
from tests.support.storages import ENGINES, new_store


@pytest.fixture(params=ENGINES)
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Commands:
    return Commands(new_store(request, tmp_path / "data", request.param).settings, tmp_path)


def test_a_link_leads_to_the_server_that_runs(served: Commands, tmp_path: Path) -> None:
    node = Node(served.settings, tmp_path / "log")
    try:
        node.start()
        link = served.works("tenant", "create", "acme/plant")
        again = served.works("user", "link", "acme/plant", "admin")
        chosen = served.works("user", "link", "acme/plant", "admin", "--base-url", "https://models.example.com/")
    finally:
        node.close()

    assert link.startswith(f"http://127.0.0.1:{node.port}/acme/plant/#sign-in=")
    assert again.startswith(f"http://127.0.0.1:{node.port}/acme/plant/#sign-in=")
    assert chosen.startswith("https://models.example.com/acme/plant/#sign-in=")


def test_without_a_server_a_link_leads_to_the_usual_address(commands: Commands) -> None:
    assert commands.works("tenant", "create", "acme/plant").startswith("http://127.0.0.1:8080/acme/plant/#sign-in=")


@pytest.mark.parametrize("arguments", [["serve"], ["tenant", "create", "acme/plant"]])
def test_a_base_address_without_a_scheme_is_refused(commands: Commands, arguments: list[str]) -> None:
    ran = run(*arguments, "--base-url", "models.example.com", "--data", str(commands.settings.data))

    assert ran.code == 1
    assert "Did you mean https://models.example.com?" in ran.err
