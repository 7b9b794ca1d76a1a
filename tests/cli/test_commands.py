"""Every command, run as people run it: results on stdout, words on stderr, an exit code for programs."""

import resource
from collections.abc import Callable
from pathlib import Path

import pytest

from facetstore.bootstrap.settings import Settings
from tests.cli.command_line import Commands, run
from tests.support.bundles import guid, process, reference, user

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


@pytest.mark.postgres
def test_every_command_works_on_postgres(new_postgres_database: Callable[[], str], tmp_path: Path) -> None:
    commands = Commands(Settings(database=new_postgres_database()), tmp_path, own_process=True)
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
    assert commands.works("tenant", "list").split("\t")[3] == "138"
    assert len(exported.splitlines()) >= 64
    assert "history of acme/plant  holds up to revision 7" in doctor.out
    assert "data_checksums" in doctor.out


def test_help_names_every_command_and_comes_at_once() -> None:
    def seconds() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    def seconds_of_help() -> float:
        before = seconds()
        run("--help")
        return seconds() - before

    ran = run("--help")

    # What serves and stores takes longer than this to import; 0.25 s on an idle machine.
    assert min(seconds_of_help() for _ in range(3)) < 0.6
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
    assert [line.split("\t")[:5] for line in listed] == [["acme/plant", "Plant South", "1031,1033", "76", "3"]]


def test_what_is_wrong_is_reported_with_every_finding(commands: Commands) -> None:
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


def test_the_schema_is_shown_and_made(commands: Commands) -> None:
    dry = commands.run("migrate", "--dry-run")
    made = commands.run("migrate")
    again = commands.run("migrate")

    assert (dry.code, dry.out.splitlines()[0], dry.err) == (0, "0001 core", "Would be applied.\n")
    assert made.out == dry.out
    assert (again.code, again.out) == (0, "")
    assert "Nothing to do" in again.err


def test_export_with_a_format_writes_a_file_for_each_table(commands: Commands, tmp_path: Path) -> None:
    folder, one = tmp_path / "star", tmp_path / "one"
    commands.works("migrate")
    commands.add_tenant("acme/plant")
    commands.add_elements(60)

    said = commands.run("export", "acme/plant", str(folder), "--format", "ndjson")
    commands.works(
        "export", "acme/plant", str(one), "--format", "parquet", "--table", "Types", "--culture", "1031", "--released"
    )

    assert said.code == 0, said.err
    assert said.err.startswith("Exported ")
    names = {path.name for path in folder.iterdir()}
    assert {"Elements.ndjson", "References.ndjson", "Changes.ndjson", "Days.ndjson", "subProcess.ndjson"} <= names
    assert len((folder / "Elements.ndjson").read_text("utf-8").splitlines()) >= commands.elements()
    assert [path.name for path in one.iterdir()] == ["Types.parquet"]


def test_export_says_what_it_does_not_take(commands: Commands, tmp_path: Path) -> None:
    wrong = [
        (("--format", "xml"), "csv, ndjson, parquet"),
        (("--format", "csv", "--table", "Element"), "Did you mean Elements?"),
        (("--format", "csv", "--culture", "9999"), "no culture 9999"),
        (("--released",), "go with --format"),
    ]

    commands.works("migrate")
    commands.add_tenant("acme/plant")

    for options, said in wrong:
        ran = commands.run("export", "acme/plant", str(tmp_path / "out"), *options)
        assert ran.code != 0
        assert said in ran.err, ran.err
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    assert "there already" in commands.run("export", "acme/plant", str(tmp_path / "full"), "--format", "csv").err
