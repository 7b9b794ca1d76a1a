"""`facetstore token`, as people run it."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from facetstore.cli.main import app
from facetstore.domain.callers import Role
from facetstore.domain.errors import Conflict, Failure, NotFound, Unauthenticated
from facetstore.domain.tenant import address_of
from facetstore.storage.store import SqlStorage
from facetstore.usecases.tenancy import Tenancy
from tests.support.storages import ENGINES, Store, new_store


class Command:
    """Runs commands on one tenant."""

    def __init__(self, store: Store) -> None:
        self.store = store
        store.new_tenant()
        settings = store.settings
        self._where = ["--database", settings.database] if settings.database else ["--data", str(settings.data)]

    def run(self, verb: str, *words: str) -> Result:
        return CliRunner().invoke(app, ["token", verb, "test/one", *words, *map(str, self._where)])

    def works(self, verb: str, *words: str) -> str:
        ended = self.run(verb, *words)
        assert ended.exit_code == 0, (ended.output, ended.exception)
        return ended.stdout.rstrip("\n")

    def fails(self, verb: str, *words: str) -> Failure:
        ended = self.run(verb, *words)
        assert isinstance(ended.exception, Failure), ended.output
        return ended.exception

    def role(self, secret: str) -> Role | None:
        """Who gets in by a secret."""

        async def done(storage: SqlStorage) -> Role | None:
            try:
                return (await Tenancy(storage).access(address_of("test", "one"), secret))[1].role
            except Unauthenticated:
                return None

        return self.store.run(done)

    def listed(self) -> list[list[str]]:
        return [line.split("\t") for line in self.works("list").splitlines()]


@pytest.fixture(params=ENGINES)
def command(request: pytest.FixtureRequest, tmp_path: Path) -> Command:
    return Command(new_store(request, tmp_path, request.param))


def test_tokens_are_listed(command: Command) -> None:
    command.works("create", "--name", "Robot", "--role", "editor")
    command.works("create", "--name", "Guest", "--role", "viewer", "--days", "5")

    guest, robot = command.listed()

    assert guest[:3] == ["Guest", "viewer", "expires soon"]
    assert robot[:3] == ["Robot", "editor", "active"]
    assert robot[4:6] == ["-", "0"]
    assert len(robot) == 7


def test_a_rotated_token_has_another_secret(command: Command) -> None:
    before = command.works("create", "--name", "Robot", "--role", "editor", "--days", "5")
    (listed,) = command.listed()

    after = command.works("rotate", "robot")

    assert (command.role(before), command.role(after)) == (None, Role.EDITOR)
    assert command.listed() == [listed]
    longer = command.works("rotate", "Robot", "--days", "30")
    assert command.role(longer) is Role.EDITOR
    assert command.listed()[0][2] == "active"


def test_a_revoked_token_is_refused(command: Command) -> None:
    secret = command.works("create", "--name", "Robot", "--role", "editor")

    command.works("revoke", "Robot")

    assert command.role(secret) is None
    assert command.listed()[0][:3] == ["Robot", "editor", "inactive"]
    assert isinstance(command.fails("rotate", "Robot"), Conflict)
    assert command.role(command.works("create", "--name", "Robot", "--role", "viewer")) is Role.VIEWER


@pytest.mark.parametrize("verb", ["rotate", "revoke"])
def test_a_token_that_is_not_there_is_reported(command: Command, verb: str) -> None:
    command.works("create", "--name", "Robot", "--role", "editor")

    failure = command.fails(verb, "Robt")

    assert isinstance(failure, NotFound)
    assert failure.message == "There is no token 'Robt'. Did you mean Robot?"
