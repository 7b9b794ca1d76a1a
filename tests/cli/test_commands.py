"""Every command, run as people run it: results on stdout, words on stderr, an exit code for programs."""

import asyncio
import json
import os
import pty
import resource
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from facetstore.bootstrap.database import opened_engine, opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.callers import Role
from facetstore.domain.errors import Unauthenticated
from facetstore.domain.tenant import TenantAddress, parse_address
from facetstore.exchange.generate import generate
from facetstore.storage.store import SqlStorage
from facetstore.usecases.tenancy import Tenancy
from facetstore.usecases.tenants import access_tenant, create_tenant
from tests.support.bundles import HEADER, guid, process, reference, user
from tests.support.storages import BOTH_LANGUAGES, Store

ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("FACETSTORE_")}


OWN = """\
properties:
  gravity:
    names: {1031: "Schwere", 1033: "Gravity"}
    descriptions: {1031: "Wie schwer.", 1033: "How heavy."}
    dataType: SingleLineText
types:
  risk:
    properties: {gravity: }
"""


@dataclass(frozen=True, slots=True)
class Ran:
    code: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Commands:
    """The command line on one database."""

    settings: Settings
    folder: Path

    def run(self, *arguments: str, stdin: str | None = None) -> Ran:
        where = (
            ["--database", self.settings.database] if self.settings.database else ["--data", str(self.settings.data)]
        )
        return run(*arguments, *where, stdin=stdin)

    def works(self, *arguments: str, stdin: str | None = None) -> str:
        """The result of a command that must not fail."""
        ran = self.run(*arguments, stdin=stdin)
        assert ran.code == 0, ran.err
        return ran.out

    def add_tenant(self, address: str) -> None:
        """What `tenant create` does, without the time it takes to start."""
        where = parse_address(address)
        assert where is not None
        Store(self.settings).run(lambda storage: create_tenant(storage, where, BOTH_LANGUAGES))

    def add_elements(self, number: int = 5) -> None:
        Store(self.settings).run(lambda storage: self._generate(storage, number))

    async def _generate(self, storage: SqlStorage, number: int) -> None:
        await generate(storage, await access_tenant(storage, "acme/plant"), elements=number)

    def elements(self) -> int:
        async def count(storage: SqlStorage) -> int:
            return sum((await storage.population((await access_tenant(storage, "acme/plant")).key)).values())

        return Store(self.settings).run(count)

    def bundle(self, *records: object, name: str = "bundle.jsonl") -> str:
        path = self.folder / name
        path.write_text("".join(json.dumps(each) + "\n" for each in (HEADER, *records)), "utf-8")
        return str(path)


def run(*arguments: str, stdin: str | None = None, environment: dict[str, str] | None = None) -> Ran:
    ended = subprocess.run(
        [sys.executable, "-m", "facetstore.cli.main", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=ENVIRONMENT | (environment or {}),
        timeout=120,
    )
    assert "Traceback" not in ended.stderr, ended.stderr
    return Ran(ended.returncode, ended.stdout, ended.stderr)


@pytest.fixture
def commands(tmp_path: Path) -> Commands:
    return Commands(Settings(data=tmp_path / "data"), tmp_path)


@pytest.mark.postgres
def test_every_command_works_on_postgres(new_postgres_database: Callable[[], str], tmp_path: Path) -> None:
    commands = Commands(Settings(database=new_postgres_database()), tmp_path)
    (tmp_path / "own.yaml").write_text(OWN, "utf-8")

    commands.works("migrate")
    commands.works("tenant", "create", "acme/plant", "--cultures", "1033,1031")
    commands.works("tenant", "set", "acme/plant", "timeZone=Europe/Berlin")
    commands.works("metamodel", "apply", "acme/plant", str(tmp_path / "own.yaml"))
    commands.works("import", "acme/plant", commands.bundle(user()))
    commands.works("generate", "acme/plant", "--elements", "60")
    token = commands.works("token", "create", "acme/plant", "--name", "a", "--role", "viewer")
    exported = commands.works("export", "acme/plant")
    doctor = commands.run("doctor")

    assert len(token) == 27
    assert commands.works("tenant", "list").split("\t")[3] == "63"
    assert len(exported.splitlines()) >= 64
    assert "history of acme/plant  holds up to revision 7" in doctor.out
    assert "data_checksums" in doctor.out


def test_help_names_every_command_and_comes_at_once() -> None:
    def seconds() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    before = seconds()
    ran = run("--help")

    # What serves and stores takes longer than this to import; 0.25 s on an idle machine.
    assert seconds() - before < 0.6
    assert ran.code == 0
    for command in (
        "serve",
        "tenant",
        "token",
        "user",
        "import",
        "export",
        "generate",
        "metamodel",
        "migrate",
        "doctor",
    ):
        assert f"\n  {command} " in ran.out


@pytest.mark.parametrize(
    "arguments", [["no-such-command"], ["tenant", "create"], ["generate", "a/b"], ["serve", "--port", "x"]]
)
def test_a_command_used_wrongly_ends_with_2(arguments: list[str]) -> None:
    ran = run(*arguments)

    assert (ran.code, ran.out) == (2, "")
    assert "Usage:" in ran.err


def test_a_tenant_is_created_listed_and_set(commands: Commands) -> None:
    created = commands.run("tenant", "create", "acme/plant", "--title", "Plant", "--cultures", "1033,1031")
    commands.works("tenant", "set", "acme/plant", "region=DE", "timeZone=Europe/Berlin", "title=Plant South")
    listed = commands.works("tenant", "list").splitlines()

    assert (created.code, created.err) == (0, "Created the tenant acme/plant.\n")
    assert [line.split("\t")[:5] for line in listed] == [["acme/plant", "Plant South", "1031,1033", "1", "3"]]


def test_what_is_wrong_is_told_with_every_finding(commands: Commands) -> None:
    commands.add_tenant("acme/plant")

    ran = commands.run("tenant", "set", "acme/plant", "titel=x", "region=XX", "nonsense=")

    assert (ran.code, ran.out) == (1, "")
    lines = ran.err.splitlines()
    assert lines[0] == "Error: The settings are not valid."
    assert [line.split()[0] for line in lines[1:]] == ["titel", "region:", "nonsense"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["tenant", "create", "acme"], "'acme' is no address such as COLLECTION/STORAGE"),
        (["tenant", "create", "acme/PLANT"], "There is a tenant acme/PLANT already."),
        (["tenant", "create", "acme/b", "--cultures", "xx"], "The settings are not valid."),
        (["tenant", "set", "acme/plant", "title"], "The settings are not valid."),
        (["token", "create", "acme/plnt", "--name", "a", "--role", "viewer"], "Did you mean acme/plant?"),
        (["token", "create", "acme/plant", "--name", "a", "--role", "king"], "There is no role 'king'."),
        (
            ["token", "create", "acme/plant", "--name", "a", "--role", "viewer", "--days", "0"],
            "The token cannot be made.",
        ),
        (["import", "acme/plant", "/no/such/file"], "There is no file /no/such/file."),
        (["export", "acme/plant", "/no/such/folder/file"], "No such file or directory"),
        (["metamodel", "check", "acme/plant", "/no/such/file"], "No such file or directory"),
    ],
)
def test_a_failure_is_one_sentence_and_ends_with_1(commands: Commands, arguments: list[str], error: str) -> None:
    commands.add_tenant("acme/plant")

    ran = commands.run(*arguments)

    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("Error: ")
    assert error in ran.err


def test_a_token_is_printed_alone(commands: Commands) -> None:
    commands.add_tenant("acme/plant")

    first, second = (
        commands.run("token", "create", "acme/plant", "--name", "CI", "--role", "editor") for _ in range(2)
    )

    assert [len(each.out) for each in (first, second)] == [27, 27]
    assert first.out != second.out
    assert (first.err, second.err) == ("", "")
    assert commands.elements() == 1


def test_a_bundle_goes_in_and_comes_out(commands: Commands) -> None:
    commands.add_tenant("acme/plant")
    commands.add_tenant("acme/copy")
    bundle = commands.bundle(user(), process(related={"owner": [reference("anna")]}, attributes={"ours": {"127": 1}}))

    ran = commands.run("import", "acme/plant", bundle)
    commands.works("export", "acme/plant", str(commands.folder / "out.jsonl"))
    again = commands.run("import", "acme/copy", "-", stdin=(commands.folder / "out.jsonl").read_text("utf-8"))

    assert (ran.code, ran.out) == (0, "")
    assert ran.err.splitlines() == [
        "1 warning:",
        "  line 3: The attribute ours is unknown to the type subProcess and was kept.",
        "Imported 2 versions of 2 elements into acme/plant.",
    ]
    assert again.code == 0
    assert commands.works("export", "acme/copy") == (commands.folder / "out.jsonl").read_text("utf-8")
    assert [each.name for each in commands.folder.glob("*.partial")] == []


def test_bad_lines_are_listed_and_nothing_is_stored(commands: Commands) -> None:
    commands.add_tenant("acme/plant")
    bundle = commands.bundle(user(), {"type": "user"}, process(related={"owner": [reference("nobody", "user")]}))

    ran = commands.run("import", "acme/plant", bundle)
    with_placeholders = commands.run("import", "acme/plant", bundle, "--placeholders")

    assert ran.code == 1
    assert ran.err.splitlines() == [
        "Error: The bundle has 2 bad lines; nothing was stored.",
        "  line 3: The record lacks its id.",
        f"  line 4: owner refers to {guid('nobody')}, which neither the file nor the store holds.",
    ]
    assert with_placeholders.err.splitlines()[1:] == ["  line 3: The record lacks its id."]
    assert commands.elements() == 0


def test_elements_are_generated(commands: Commands) -> None:
    commands.add_tenant("acme/plant")

    ran = commands.run("generate", "acme/plant", "--elements", "120", "--seed", "5")

    assert ran.code == 0
    assert ran.err.endswith("versions of 120 elements in acme/plant.\n")
    assert commands.elements() == 120


def test_a_metamodel_is_checked_and_applied(commands: Commands) -> None:
    commands.add_tenant("acme/plant")
    good, bad = commands.folder / "own.yaml", commands.folder / "bad.yaml"
    good.write_text(OWN, "utf-8")
    bad.write_text(OWN.replace("SingleLineText", "SingleLine"), "utf-8")

    checked, refused = (commands.run("metamodel", "check", "acme/plant", str(each)) for each in (good, bad))
    before = commands.works("export", "acme/plant")
    commands.works("metamodel", "apply", "acme/plant", str(good))

    assert (checked.code, checked.out) == (0, "")
    assert refused.code == 1
    assert "  bad.yaml:5: " in refused.err
    assert '"metamodel":{}' in before
    assert '"gravity"' in commands.works("export", "acme/plant")


def test_the_schema_is_told_and_made(commands: Commands) -> None:
    dry = commands.run("migrate", "--dry-run")
    made = commands.run("migrate")
    again = commands.run("migrate")

    assert (dry.code, dry.out.splitlines()[0], dry.err) == (0, "0001 core", "Would be applied.\n")
    assert made.out == dry.out
    assert (again.code, again.out) == (0, "")
    assert "Nothing to do" in again.err


def test_the_doctor_tells_how_a_database_is(commands: Commands) -> None:
    commands.add_tenant("acme/plant")
    commands.add_elements()

    ran = commands.run("doctor")

    lines = dict(line.split("  ", 1) for line in ran.out.splitlines())
    found = {name.strip(): value.strip() for name, value in lines.items()}
    assert found["engine"].startswith("SQLite 3.")
    assert found["schema"].endswith("(up to date)")
    assert found["history of acme/plant"] == "holds up to revision 1"
    assert ran.code == 0
    assert (found["journal_mode"], found["synchronous"], found["integrity"]) == ("wal", "2", "ok")
    assert (found["checksum_verification"], found["reserved bytes"]) == ("1", "8")


def test_the_doctor_finds_a_changed_history(commands: Commands) -> None:
    commands.add_tenant("acme/plant")
    commands.add_elements()
    forge(commands, "UPDATE history SET actor = 'nobody'")

    ran = commands.run("doctor")

    assert ran.code == 1
    assert "broken at revision 1, row 1" in ran.out
    assert "history of acme/plant" in ran.err


def test_the_doctor_finds_history_that_was_cut_off(commands: Commands) -> None:
    commands.add_tenant("acme/plant")
    commands.add_elements()
    forge(commands, "DELETE FROM history")

    assert "broken at after revision 1" in commands.run("doctor").out


def test_the_doctor_finds_a_flipped_bit(commands: Commands) -> None:
    commands.add_tenant("acme/plant")
    commands.add_elements(50)
    with commands.settings.file.open("r+b") as file:
        file.seek(20 * 8192 + 5000)
        byte = file.read(1)[0]
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte ^ 4]))

    ran = commands.run("doctor")

    assert ran.code == 1
    assert "integrity" in ran.err


def forge(commands: Commands, statement: str) -> None:
    """Change the database as no program of ours would."""

    async def change() -> None:
        async with opened_engine(commands.settings) as engine, engine.transaction() as session:
            await session.execute_script(statement)

    asyncio.run(change())


def test_a_file_that_is_no_database_is_told(commands: Commands) -> None:
    commands.settings.data.mkdir()
    commands.settings.file.write_bytes(b"This is no database at all. " * 100)

    ran = commands.run("tenant", "list")

    assert ran.code == 1
    assert "no SQLite database" in ran.err


def test_a_database_that_does_not_answer_is_told() -> None:
    ran = run("tenant", "list", "--database", "postgresql://nobody@127.0.0.1:9/none")

    assert (ran.code, ran.err) == (1, "Error: The database does not answer. Try again in a moment.\n")


def test_the_environment_tells_where_the_data_are(tmp_path: Path) -> None:
    made = run("tenant", "create", "a/b", environment={"FACETSTORE_DATA": str(tmp_path / "d")})
    mistyped = run("tenant", "list", environment={"FACETSTORE_DATE": str(tmp_path / "d")})

    assert made.code == 0
    assert (tmp_path / "d" / "facetstore.db").is_file()
    assert mistyped.code == 1
    assert "Did you mean FACETSTORE_DATA?" in mistyped.err


def test_an_output_nobody_reads_to_the_end_is_no_failure_to_shout_about(commands: Commands) -> None:
    commands.add_tenant("acme/plant")
    commands.add_elements(500)
    command = f"{sys.executable} -m facetstore.cli.main export acme/plant --data {commands.settings.data} | head -n 1"

    ended = subprocess.run(["sh", "-c", command], capture_output=True, text=True, env=ENVIRONMENT, check=True)

    assert ended.stdout.startswith('{"facetstore":"bundle"')
    assert "Traceback" not in ended.stderr


def test_a_running_server_sees_what_a_command_did(commands: Commands) -> None:
    commands.add_tenant("acme/plant")
    address = TenantAddress("acme", "plant")

    async def serve() -> tuple[str, Role]:
        async with opened_storage(commands.settings) as storage:
            tenancy = Tenancy(storage)
            with pytest.raises(Unauthenticated):
                await tenancy.access(address, "no token")
            arguments = ("token", "create", "acme/plant", "--name", "a", "--role", "analyzer")
            secret = (await asyncio.to_thread(commands.works, *arguments)).strip()
            await asyncio.to_thread(commands.works, "tenant", "set", "acme/plant", "title=New")
            served, caller, _ = await tenancy.access(address, secret)
            return served.settings.title, caller.role

    assert asyncio.run(serve()) == ("New", Role.ANALYZER)


def test_a_bar_moves_where_somebody_watches(commands: Commands) -> None:
    commands.add_tenant("acme/plant")
    bundle = commands.bundle(*(user(f"user{number}") for number in range(300)))
    watching, terminal = pty.openpty()
    command = [sys.executable, "-m", "facetstore.cli.main", "import", "acme/plant", bundle, "--data"]

    ended = subprocess.run(
        [*command, str(commands.settings.data)], stdout=subprocess.PIPE, stderr=terminal, env=ENVIRONMENT, check=True
    )

    os.close(terminal)
    shown = os.read(watching, 100_000).decode()
    os.close(watching)
    assert ended.stdout == b""
    assert "writing" in shown
    assert "300/300" in shown
    assert "Imported 300 versions" in shown
