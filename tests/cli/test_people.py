"""`facetstore user` and the first administrator of a tenant, as people run the commands."""

import asyncio
import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from facetstore.auth.passwords import Argon2Passwords
from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.cli.main import app
from facetstore.domain.errors import Failure, SignInRefused
from facetstore.storage.store import SqlStorage
from facetstore.usecases.people.sign_in import SignIn
from facetstore.usecases.tenancy import Tenancy, serve
from facetstore.usecases.tenants.tenant_changes import access_tenant
from tests.support.storages import ENGINES, Store, new_store

PASSWORD = "a password of my own"


class Command:
    """Runs commands on one database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._where = (
            ["--database", store.settings.database] if store.settings.database else ["--data", str(store.settings.data)]
        )

    def run(self, *words: str, typed: str | None = None) -> Result:
        return CliRunner().invoke(app, [*words, *map(str, self._where)], input=typed)

    def works(self, *words: str, typed: str | None = None) -> str:
        ended = self.run(*words, typed=typed)
        assert ended.exit_code == 0, (ended.output, ended.exception)
        return ended.stdout

    def fails(self, *words: str) -> str:
        ended = self.run(*words)
        assert isinstance(ended.exception, Failure), ended.output
        return ended.exception.message

    def sign_in(self, login: str, password: str) -> bool:
        """Whether the user can sign in with this password."""

        async def done(storage: SqlStorage) -> bool:
            served = serve(await access_tenant(storage, "acme/plant"))
            try:
                await SignIn(storage, Argon2Passwords()).by_password(
                    served.tenant.address, served, login, password, "127.0.0.1"
                )
            except SignInRefused:
                return False
            return True

        return self.store.run(done)

    def follow(self, link: str) -> str:
        """The role of whom a link signs in."""
        secret = link.strip().partition("#sign-in=")[2]

        async def done(storage: SqlStorage) -> str:
            served = serve(await access_tenant(storage, "acme/plant"))
            signed_in = await SignIn(storage, Argon2Passwords()).by_link(served, secret, "127.0.0.1")
            _, caller, _ = await Tenancy(storage).access(served.tenant.address, signed_in.secret)
            return caller.role.name.lower()

        return self.store.run(done)


@pytest.fixture(params=ENGINES)
def command(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.delenv("FACETSTORE_BASE_URL", raising=False)
    return Command(new_store(request, tmp_path, request.param))


def test_a_new_tenant_has_an_administrator_whom_a_link_lets_in_once(command: Command) -> None:
    link = command.works("tenant", "create", "acme/plant")

    assert re.fullmatch(r"http://127\.0\.0\.1:8080/acme/plant/#sign-in=[a-z2-7]{26}\n", link)
    assert command.works("user", "list", "acme/plant").startswith("admin\tAdministrator\tadministrator\tno password\t")
    assert command.follow(link) == "administrator"
    with pytest.raises(SignInRefused):
        command.follow(link)


def test_links_lead_to_where_the_service_is_reached(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACETSTORE_BASE_URL", "https://models.example/")

    assert command.works("tenant", "create", "acme/plant").startswith("https://models.example/acme/plant/#sign-in=")


def test_a_user_is_made_and_gets_in_by_link_and_by_password(command: Command) -> None:
    command.works("tenant", "create", "acme/plant")
    names = ("--first", "Berta", "--last", "Braun", "--mail", "berta@example.org")

    link = command.works("user", "create", "acme/plant", "--name", "Berta", "--role", "Approver", *names)
    assert command.follow(link) == "approver"
    assert not command.sign_in("berta", PASSWORD)
    command.works("user", "set-password", "acme/plant", "BERTA", "--password", PASSWORD)

    assert command.sign_in(" berta ", PASSWORD)
    listed = [line.split("\t")[:4] for line in command.works("user", "list", "acme/plant").splitlines()]
    assert listed == [
        ["admin", "Administrator", "administrator", "no password"],
        ["berta", "Berta Braun", "approver", "password"],
    ]


def test_a_password_that_is_not_given_is_asked_for_twice(command: Command) -> None:
    command.works("tenant", "create", "acme/plant")

    command.works("user", "set-password", "acme/plant", "admin", typed=f"{PASSWORD}\n{PASSWORD}\n")

    assert command.sign_in("admin", PASSWORD)


def test_a_link_can_be_made_for_any_user(command: Command) -> None:
    command.works("tenant", "create", "acme/plant")

    assert command.follow(command.works("user", "link", "acme/plant", "Admin")) == "administrator"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("create", "acme/plant", "--name", "ADMIN", "--role", "viewer"), "There is a user who signs in as 'admin' already."),
        (("create", "acme/plant", "--name", "x", "--role", "boss"), "There is no role 'boss'."),
        (("create", "acme/plant", "--name", " ", "--role", "viewer"), "A login has 1 to 100 printable characters."),
        (("create", "acme/other", "--name", "x", "--role", "viewer"), "There is no tenant acme/other."),
        (("set-password", "acme/plant", "admni", "--password", PASSWORD), "There is no user who signs in as 'admni'. Did you mean admin?"),
        (("set-password", "acme/plant", "admin", "--password", "short"), "A password has at least 12 characters; this one has 5."),
        (("link", "acme/plant", "nobody"), "There is no user who signs in as 'nobody'."),
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_done_is_reported(command: Command, words: tuple[str, ...], expected: str) -> None:
    command.works("tenant", "create", "acme/plant")
    before = command.works("user", "list", "acme/plant")

    assert command.fails("user", *words).startswith(expected)
    assert command.works("user", "list", "acme/plant") == before


def test_a_tenant_that_has_people_gets_no_administrator(tmp_path: Path) -> None:
    """A copy brings its own."""
    from facetstore.bootstrap.links import first_link

    async def both() -> tuple[str | None, str | None]:
        async with opened_storage(Settings(data=tmp_path)) as storage:
            from facetstore.domain.tenant import TenantSettings, address_of
            from facetstore.usecases.tenants.tenant_changes import create_tenant

            tenant = await create_tenant(storage, address_of("acme", "plant"), TenantSettings())
            return await first_link(storage, tenant, "http://here"), await first_link(storage, tenant, "http://here")

    first, second = asyncio.run(both())

    assert (first is not None, second) == (True, None)


def test_the_data_of_a_user_is_exported_and_then_erased(command: Command, tmp_path: Path) -> None:
    command.works("tenant", "create", "acme/plant")
    command.works(
        "user", "create", "acme/plant", "--name", "jane.doe", "--role", "editor", "--first", "Jane", "--last", "Doe"
    )
    file = tmp_path / "jane.json"

    command.works("user", "export", "acme/plant", "jane.doe", "--output", str(file))

    person = json.loads(file.read_text("utf-8"))
    assert (person["account"], person["profile"]["name"]) == ([{"login": "jane.doe", "hasPassword": False}], "Jane Doe")
    assert command.run("user", "erase", "acme/plant", "jane.doe", typed="n\n").exit_code == 1
    assert "jane.doe" in command.works("user", "list", "acme/plant")
    said = command.run("user", "erase", "acme/plant", "jane.doe", typed="y\n").output
    assert "Erased: the user is called Person " in said
    again = command.run("user", "erase", "acme/plant", person["id"], "--yes").output
    assert "This person was erased before: Person " in again
    assert not {"jane.doe", "Doe"} & set(re.split(r"\W", command.works("user", "export", "acme/plant", person["id"])))
    assert "There is no user who signs in as 'jane.doe'" in command.fails("user", "export", "acme/plant", "jane.doe")
    command.works("verify")
    assert "last administrator" in command.fails("user", "erase", "acme/plant", "admin", "--yes")
