"""The documentation, held to the code: examples run, links lead somewhere, generated pages are fresh, nothing is left out."""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from facetstore.metamodel.schema import standard_schema
from facetstore.rest.odata.feed_endpoint import is_feed
from facetstore.rest.routing.router import Router
from facetstore.rest.routing.routes import ROUTES
from facetstore.rest.routing.write_routes import WRITES
from script.lib.parts_picture import render_parts
from script.lib.pictures import PARTS, STAR, WALLS
from script.lib.reference_commands import commands, options
from script.lib.reference_pages import stale_pages
from script.lib.star_picture import render_star
from script.lib.walls_picture import render_walls
from tests.support.doc_examples import ROOT, Block, Session, Step, blocks_of, is_as_expected, steps_of

DOCS: Final = ROOT / "docs"
PAGES: Final = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
ON_POSTGRES: Final = DOCS / "how-to" / "run-on-postgresql.md"
POSTGRES: Final = "postgresql://facetstore:secret@127.0.0.1:5432/facetstore"

SOURCES: Final = ("src", "script", "bench")
VARIABLE: Final = re.compile(r"\bFACETSTORE_[A-Z][A-Z_]*[A-Z]\b")
LINK: Final = re.compile(r"(?<!\\)\[[^\]]*\]\(([^()\s]+)\)")
ADDRESS: Final = re.compile(r"_api/((?:rest|release)/[^\s\"'`?|)<>]*)")
HEADING: Final = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
FENCED: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
# Put together here, so that this file does not hold what it looks for.
REGISTRIES: Final = tuple(
    ".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com"))
)
MACHINE_PATH: Final = re.compile(
    r"(?<![\w.})-])/(?:" + "|".join(("wo" + "rk", "ro" + "ot", "ho" + "me", "Us" + "ers")) + r")/\w"
)

PARTS_OF_A_RECORD: Final = ("## Context", "## Decision", "## Consequences", "## Alternatives")


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def languages(page: Path) -> set[str]:
    return {block.language for block in blocks_of(page)}


WITH_SESSIONS: Final = [page for page in PAGES if "console" in languages(page) and page != ON_POSTGRES]


@pytest.fixture
def checkout(tmp_path: Path, demo_data: Path) -> Path:
    """A folder for a session: what the first start makes is there already."""
    shutil.copytree(demo_data, tmp_path / "data")
    return tmp_path


@pytest.mark.parametrize("page", WITH_SESSIONS, ids=name)
def test_the_examples_of_a_page_print_what_it_says(page: Path, checkout: Path) -> None:
    session = Session.open(checkout)
    try:
        run_examples(session, page)
    finally:
        session.close()


@pytest.mark.postgres
def test_the_examples_for_postgresql_print_what_the_page_says(
    checkout: Path, new_postgres_database: Callable[[], str]
) -> None:
    session = Session.open(checkout, **{POSTGRES: new_postgres_database()})
    try:
        run_examples(session, ON_POSTGRES)
    finally:
        session.close()


def run_examples(session: Session, page: Path) -> None:
    for block in blocks_of(page):
        for step in steps_of(block.text) if block.language == "console" else ():
            code, printed = session.start(step) if block.is_server else session.run(step)
            found = f"{name(page)}:{block.line}\n$ {step.command}\n{printed}\n-- expected\n{step.expected}"
            assert is_as_expected(step.expected, printed), found
            assert (code != 0) == step.expected.startswith("Error:"), f"exit code {code}\n{found}"


@pytest.mark.parametrize(
    ("expected", "printed", "same"),
    [
        ("a\nb", "a\nb\n", True),
        ("a", "a\nb", False),
        ("", "", True),
        ("", "a", False),
        ("a\n...", "a\nb\nc", True),
        ("...\nc", "a\nb\nc", True),
        ("id ... of", "id 4711 of", True),
        ("id ... of", "id 47\n11 of", False),
        ("a.c", "abc", False),
        ("a  ", "a", True),
    ],
)
def test_output_is_compared_line_by_line_but_for_what_dots_stand_for(expected: str, printed: str, same: bool) -> None:
    assert is_as_expected(expected, printed) == same


def test_a_session_is_taken_apart_into_commands_and_what_they_print() -> None:
    text = "$ one\nprinted\n$ two \\\n  more\n$ cat <<'END'\n$ not a command\nEND\nall of it\n"

    assert list(steps_of(text)) == [
        Step("one", "printed"),
        Step("two \\\n  more", ""),
        Step("cat <<'END'\n$ not a command\nEND", "all of it"),
    ]


def blocks() -> Iterator[tuple[Path, Block]]:
    for page in PAGES:
        for block in blocks_of(page):
            yield page, block


def test_every_example_file_is_shown_somewhere() -> None:
    shown = {block.file for _, block in blocks()}
    pages = "".join(page.read_text("utf-8") for page in PAGES)

    files = (each for each in (DOCS / "examples").iterdir() if each.is_file())  # Python leaves a folder beside them
    lost = [each for each in sorted(map(name, files)) if each not in shown and each not in pages]

    assert lost == []


def test_commands_that_cannot_be_run_here_can_at_least_be_read() -> None:
    for page, block in blocks():
        if block.language in ("sh", "bash"):
            checked = subprocess.run(["bash", "-n"], input=block.text, capture_output=True, text=True, check=False)
            assert checked.returncode == 0, f"{name(page)}:{block.line}: {checked.stderr}"


def test_addresses_in_examples_exist() -> None:
    router = Router((*ROUTES, *WRITES))
    examples = [(name(page), block.text) for page, block in blocks()]

    unknown = [
        f"{where}: {address}"
        for where, text in examples
        for address in ADDRESS.findall(text)
        if "…" not in address
        and not is_feed(address.split("/"))
        and not router.find(address.rstrip("/.").split("/"))[0].routes
    ]

    assert unknown == []


def test_links_lead_somewhere() -> None:
    dead = [
        f"{name(page)}: {target}"
        for page in PAGES
        for target in LINK.findall(FENCED.sub("", page.read_text("utf-8")))
        if "://" not in target and not leads_somewhere(page, target)
    ]

    assert dead == []


def leads_somewhere(page: Path, target: str) -> bool:
    path, _, anchor = target.partition("#")
    file = (page.parent / path).resolve() if path else page
    if not file.exists() or not file.is_relative_to(ROOT):
        return False
    return not anchor or anchor in {slug(each) for each in HEADING.findall(FENCED.sub("", file.read_text("utf-8")))}


def slug(heading: str) -> str:
    """The anchor that code hosts give a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def test_every_page_can_be_found_from_the_readme() -> None:
    found, waiting = set[Path](), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in found:
            continue
        found.add(page)
        targets = (each.partition("#")[0] for each in LINK.findall(page.read_text("utf-8")) if "://" not in each)
        waiting += [
            file for each in targets if (file := (page.parent / each).resolve()).suffix == ".md" and file.exists()
        ]

    assert [name(page) for page in PAGES if page not in found] == []


def test_generated_pages_and_files_shown_are_what_they_should_be() -> None:
    assert list(stale_pages()) == [], "Run script/docs."


def test_pictures_of_boxes_are_what_their_scripts_draw() -> None:
    assert PARTS.read_text("utf-8") == render_parts(), "Run script/pictures."
    assert WALLS.read_text("utf-8") == render_walls(), "Run script/pictures."
    assert STAR.read_text("utf-8") == render_star(), "Run script/pictures."


def test_the_picture_and_the_page_of_the_architecture_name_every_folder_of_the_package() -> None:
    page, picture = (ROOT / "ARCHITECTURE.md").read_text("utf-8"), PARTS.read_text("utf-8")
    folders = [each.parent.name for each in (ROOT / "src" / "facetstore").glob("*/__init__.py")]

    assert [each for each in folders if f"| `{each}/` |" not in page or f">{each}</text>" not in picture] == []


def test_every_option_of_every_command_is_documented() -> None:
    page = (DOCS / "reference" / "commands.md").read_text("utf-8")
    sections = {each.partition("\n")[0]: each for each in page.split("\n## ")}

    missing = [
        f"{command} {word}"
        for command, each in commands()
        for option in options(each)
        for word in option.opts
        if f"`{word}" not in sections.get(command, "")
    ]

    assert missing == []


def test_every_environment_variable_is_documented() -> None:
    page = (DOCS / "reference" / "settings.md").read_text("utf-8")
    files = [file for folder in SOURCES for file in (ROOT / folder).rglob("*") if file.is_file() and not is_built(file)]
    used = {each for file in files for each in VARIABLE.findall(file.read_text("utf-8", errors="replace"))}

    assert {each for each in used if f"`{each}`" not in page} == set()


def test_every_word_of_the_metamodel_is_documented() -> None:
    page = (DOCS / "reference" / "metamodel-files.md").read_text("utf-8")
    parts = standard_schema()["$defs"]
    entries = [parts[name] for name in ("standard", "additions", "attribute", "reference", "type", "rule", "layout")]
    entries += [parts["selectableValues"]["items"], parts["rule"]["properties"]["check"]]

    assert {word for each in entries for word in each["properties"] if f"`{word}`" not in page} == set()


def test_every_command_of_the_checkout_is_documented() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")

    assert [
        file.name for file in (ROOT / "script").iterdir() if file.is_file() and f"script/{file.name}" not in page
    ] == []


def test_every_option_of_the_measurement_is_documented() -> None:
    page = (DOCS / "how-to" / "measure-speed.md").read_text("utf-8")
    found = re.findall(r'add_argument\(\s*"(--[a-z-]+)"', (ROOT / "bench" / "__main__.py").read_text("utf-8"))

    assert [option for option in found if option not in page] == []


def records() -> list[Path]:
    return sorted((DOCS / "decisions").glob("[0-9]*.md"))


def test_decision_records_are_numbered_without_gaps_and_listed() -> None:
    index = (DOCS / "decisions" / "index.md").read_text("utf-8")

    assert [record.name[:4] for record in records()] == [f"{number:04}" for number in range(1, len(records()) + 1)]
    assert [record.name for record in records() if f"]({record.name})" not in index] == []


@pytest.mark.parametrize("record", records(), ids=lambda record: record.stem)
def test_a_decision_record_has_all_its_parts(record: Path) -> None:
    text = record.read_text("utf-8")

    assert text.startswith(f"# {record.name[:4]} ")
    assert re.search(
        r"^- Status: (proposed|accepted(, changed by \[.+\))?|superseded by \[\d{4}\]\(.+\))$", text, re.MULTILINE
    )
    assert re.search(r"^- Date: \d{4}-\d\d-\d\d$", text, re.MULTILINE)
    assert tuple(re.findall(r"^## .+$", text, re.MULTILINE)) == PARTS_OF_A_RECORD
    assert all(part.strip() for part in re.split(r"^## .+$", text, flags=re.MULTILINE))


def test_no_file_names_a_package_registry_or_a_path_of_a_machine() -> None:
    found = [
        f"{name(file)}: {hit}"
        for file in files_of_the_repository()
        for hit in forbidden(file.read_text("utf-8", errors="ignore"))
    ]

    assert found == []


def forbidden(text: str) -> list[str]:
    return [*(host for host in REGISTRIES if host in text), *MACHINE_PATH.findall(text)]


def files_of_the_repository() -> list[Path]:
    """What git would commit; where there is no git, everything that is not built."""
    try:
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
        files = [ROOT / each for each in listed if each]
    except (OSError, subprocess.CalledProcessError):
        files = [each for each in ROOT.rglob("*") if not is_built(each)]
    return [each for each in files if each.is_file()]


def is_built(file: Path) -> bool:
    parts = file.relative_to(ROOT).parts
    hidden = any(part.startswith(".") and part not in (".ci", ".gitignore", ".editorconfig") for part in parts)
    return hidden or "__pycache__" in parts or parts[0] in ("data", "dist", "build")
