"""`facetstore table`, `bpmn` and `manual`: files of a served storage, with the rights of a token."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bpmn.bpmn_files import wrapped
from tests.cli.command_line import Ran, run_here
from tests.exchange.xliff.xliff_rules import broken_rules
from tests.support.demo_service import TENANT, DemoService, demo_service

pytestmark = pytest.mark.one_engine


@pytest.fixture(scope="module")
def service(demo_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoService]:
    with demo_service(demo_data, tmp_path_factory.mktemp("files")) as service:
        yield service


def ask(service: DemoService, *arguments: object, role: str = "administrator", url: str = "") -> Ran:
    command, *rest = map(str, arguments)
    words = command.split()
    return run_here(*words, url or f"{service.base}/{TENANT}", *rest, "--token", service.tokens[role])


def works(service: DemoService, *arguments: object) -> str:
    ran = ask(service, *arguments)
    assert ran.code == 0, ran.err
    return ran.out + ran.err


def test_a_table_is_exported_changed_imported_and_undone(service: DemoService, tmp_path: Path) -> None:
    new, drafts = tmp_path / "new.csv", tmp_path / "drafts.csv"
    new.write_text("name.1033,name.1031\nFold the box,Schachtel falten\n")
    assert "1 created" in works(service, "table import", "processes", new, "--type", "subProcess", "--apply")
    query = ("--select", "name", "--sheet", "edit", "--filter", "name/1033 eq 'Fold the box'")
    works(service, "table export", "processes", drafts, *query)
    before = drafts.read_bytes()
    drafts.write_bytes(before.replace(b"Fold the box", b"Fold the card"))

    waits = works(service, "table import", "processes", drafts)
    applied = works(service, "table import", "processes", drafts, "--apply")

    assert "Nothing was changed" in waits
    assert "attributes.name.1033: Fold the box -> Fold the card" in applied
    (id_,) = re.findall(r"undo URL ([\w-]+)", applied)
    assert "Undone" in works(service, "table undo", id_)
    works(service, "table export", "processes", drafts, *query)
    assert drafts.read_bytes() == before


def test_faulty_rows_are_printed_and_nothing_is_applied(service: DemoService, tmp_path: Path) -> None:
    file = tmp_path / "wrong.csv"
    file.write_text("elementId,name.1033\nx,Name\n")

    ran = ask(service, "table import", "processes", file, "--apply")

    assert ran.code == 1
    assert "row 2: 'x' is no id of an element" in ran.out
    assert "cannot be applied" in ran.err


def test_texts_are_exported_for_translators(service: DemoService, tmp_path: Path) -> None:
    file = tmp_path / "roles.xliff"

    works(service, "table export", "roles", file, "--culture", 1031)

    assert broken_rules(file.read_bytes()) == []
    assert "0 changed" in works(service, "table import", "roles", file)


def test_the_texts_of_a_whole_storage_are_files_of_facets(service: DemoService, tmp_path: Path) -> None:
    said = works(service, "table translations", tmp_path / "texts", "--culture", 1031)

    found = {each.stem: each.read_bytes() for each in (tmp_path / "texts").iterdir()}
    assert f"the texts of {len(found)} facets" in said
    assert {"processes", "roles"} <= found.keys()
    assert [each for each in found.values() if broken_rules(each) or b"<unit" not in each] == []
    assert ask(service, "table translations", tmp_path / "none", "--culture", 1036).code == 1


def test_a_diagram_goes_in_and_out(service: DemoService, tmp_path: Path) -> None:
    new, file = tmp_path / "new.csv", tmp_path / "drawn.bpmn"
    new.write_text("name.1033\nDraw it\n")
    works(service, "table import", "processes", new, "--type", "subProcess", "--apply")
    table = works(service, "table export", "processes", "--filter", "name/1033 eq 'Draw it'", "--select", "name")
    element = table.splitlines()[1].partition(",")[0]
    file.write_bytes(wrapped('<process id="p"><task id="a" name="Do"/></process><choreography id="c"/>'))

    assert "Would import" in works(service, "bpmn import", element, file, "--dry-run")
    said = works(service, "bpmn import", element, file)

    assert "carried choreography at c" in said
    assert "Imported 1 shapes" in said
    assert 'name="Do"' in works(service, "bpmn export", element)


def test_a_manual_is_printed(service: DemoService, tmp_path: Path) -> None:
    file = tmp_path / "frames.docx"

    works(service, "manual", "processes", "74e80728-e87a-5a80-bbab-cab3b96ff6a2", file, "--culture", 1033)
    works(service, "manual", "processes", "all", tmp_path / "released.docx", "--released", "--as-of", "2026-11-18")

    assert file.read_bytes().startswith(b"PK")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("table export", "nothing"), "There is no such facet"),
        (("table import", "processes", "gone.csv"), "There is no file gone.csv"),
        (("table undo", "x"), "There is no such import"),
        (("bpmn export", "x"), "There is no such element"),
    ],
)
def test_what_a_server_refuses_is_said(service: DemoService, arguments: tuple[str, ...], reason: str) -> None:
    ran = ask(service, *arguments)

    assert ran.code == 1
    assert "Error: " in ran.err
    assert reason in ran.err


def test_without_a_token_or_a_server_there_is_a_sentence(service: DemoService) -> None:
    assert "A token of the storage is needed" in run_here("table", "export", f"{service.base}/{TENANT}", "roles").err
    assert "cannot be reached" in ask(service, "table export", "roles", url="http://127.0.0.1:9/a/b").err
    refused = run_here("table", "export", f"{service.base}/{TENANT}", "roles", "--token", "wrong")
    assert "A valid token" in refused.err
    assert refused.code == 1
