"""Prose in plain words: the mannerisms of `support/plain_words.py` stand neither in texts nor in names."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.support import prose
from tests.support.plain_words import Found, find_parts, find_words

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "src" / "facetstore"
PAGE: Final = ROOT / "web"

NO_PROSE_OF_OURS: Final = (
    PACKAGE / "web",  # built from web/src
    PACKAGE / "exchange" / "demo",  # what the people of a made-up company write
    PAGE / "src" / "i18n" / "de",
    PAGE / "node_modules",
    PAGE / "api-types" / "node_modules",
)
DEFINITIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
SECTION: Final = re.compile(r"^## ", re.MULTILINE)

JSON_FIELDS: Final = frozenset({"told"})
"""Names in the page that belong to the interface: `told` of a history entry is in responses, and stays."""


def files(folder: Path, *endings: str) -> list[Path]:
    """The files below a folder that are written by hand, by the endings of their names."""
    return [
        file
        for file in sorted(folder.rglob("*"))
        if file.suffix in endings
        and file.is_file()
        and "__pycache__" not in file.parts
        and not any(file.is_relative_to(each) for each in NO_PROSE_OF_OURS)
    ]


def found_in(*paths: Path) -> list[str]:
    return [f"{path.relative_to(ROOT)}:{each}" for path in paths for each in read(path)]


def assert_none(found: list[str]) -> None:
    assert not found, "\n" + "\n".join(found)


def read(path: Path) -> list[Found]:
    return find_words(prose.READERS[path.suffix](path.read_text("utf-8")))


@pytest.mark.parametrize("part", sorted(each.parent.name for each in PACKAGE.glob("*/__init__.py")))
def test_a_part_of_the_service_is_written_in_plain_words(part: str) -> None:
    assert_none(found_in(*files(PACKAGE / part, ".py", ".js", ".css", ".html")))


def test_modules_beside_the_parts_are_written_in_plain_words() -> None:
    assert_none(found_in(*sorted(PACKAGE.glob("*.py"))))


def test_comments_of_migrations_are_written_in_plain_words() -> None:
    assert_none(found_in(*files(PACKAGE, ".sql")))


def test_messages_and_comments_of_data_files_are_written_in_plain_words() -> None:
    assert_none(found_in(*files(PACKAGE, ".yaml")))


def test_the_page_is_written_in_plain_words() -> None:
    assert_none(found_in(*files(PAGE, ".ts", ".tsx", ".css", ".html")))


def test_scripts_and_measurements_are_written_in_plain_words() -> None:
    assert_none(found_in(*files(ROOT / "script", "", ".sh", ".py"), *files(ROOT / "bench", ".py")))


def test_tests_are_described_in_plain_words() -> None:
    """Not their texts: these are also what callers send, and what they must not be sent."""
    found = [
        f"{path.relative_to(ROOT)}:{each}"
        for path in files(ROOT / "tests", ".py")
        for each in find_words(prose.of_python(path.read_text("utf-8"), texts=False))
    ]

    assert_none(found)


@pytest.mark.parametrize("folder", ["", "decisions", "explanation", "how-to", "reference"])
def test_the_documentation_is_written_in_plain_words(folder: str) -> None:
    """The generated pages of the reference take their words from the code: change it, and run script/docs."""
    assert_none(found_in(*sorted((ROOT / "docs" / folder).glob("*.md"))))


def test_pages_beside_the_code_are_written_in_plain_words() -> None:
    pages = [page for page in sorted(ROOT.glob("*.md")) if page.name != "CHANGELOG.md"]

    assert_none(found_in(*pages))


def test_the_newest_changes_are_described_in_plain_words() -> None:
    page = (ROOT / "CHANGELOG.md").read_text("utf-8")
    begins = [each.start() for each in SECTION.finditer(page)]
    newest = page[: begins[1]] if len(begins) > 1 else page

    assert_none([f"CHANGELOG.md:{each}" for each in find_words(prose.of_markdown(newest))])


def test_names_in_the_service_are_plain_words() -> None:
    assert_none(parts_in(names()))


def test_names_in_the_page_are_plain_words() -> None:
    assert_none(parts_in(each for each in names_of_page() if each[1] not in JSON_FIELDS))


def test_names_of_tests_are_plain_words() -> None:
    assert_none(parts_in(names_of_tests()))


def test_every_excepted_field_is_needed() -> None:
    assert {identifier for _, identifier in names_of_page()} >= JSON_FIELDS


def parts_in(named: Iterable[tuple[str, str]]) -> list[str]:
    return [
        f"{where}: “{part}” in {identifier}; write: {instead}"
        for where, identifier in named
        for part, instead in find_parts(identifier)
    ]


def names() -> Iterator[tuple[str, str]]:
    """The names of modules, functions, classes, parameters, fields and constants, each with its place."""
    for module in files(PACKAGE, ".py"):
        where = module.relative_to(ROOT).as_posix()
        yield where, module.stem
        for line, identifier in prose.identifiers(ast.parse(module.read_text("utf-8"))):
            yield f"{where}:{line}", identifier


def names_of_page() -> Iterator[tuple[str, str]]:
    """The names of modules, and every word of their code, each with its place."""
    for module in files(PAGE / "src", ".ts", ".tsx"):
        where = module.relative_to(ROOT).as_posix()
        yield where, module.stem
        for line, identifier in prose.typescript_names(module.read_text("utf-8")):
            yield f"{where}:{line}", identifier


def names_of_tests() -> Iterator[tuple[str, str]]:
    """The names of modules, and of the functions and classes that pytest collects, each with its place."""
    for module in files(ROOT / "tests", ".py"):
        where = module.relative_to(ROOT).as_posix()
        yield where, module.stem
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, DEFINITIONS) and node.name.startswith(("test", "Test")):
                yield f"{where}:{node.lineno}", node.name


@pytest.mark.parametrize(
    ("ending", "text", "found"),
    [
        (".py", '"""A module.\n\nIt tells everybody."""\n', [(3, "everybody"), (3, "tells")]),
        (".py", "x = 1  # as it was told\n", [(1, "told")]),
        (".py", "# These are made\n# as one.\n", [(1, "made as one")]),
        (".py", 'raise Wrong(f"{each} is inactive:"\n            " he may do nothing.")\n', [(2, "he")]),
        (".py", 'raise Wrong(\n    f"{each.told} stands "\n    "in line.")\n', [(2, "stands in line")]),
        (".py", 'told = report["told"]\nhis(told, "he")\n', []),
        (".py", '"""What `told` holds."""\nprint("It is in line 7.")\nprint(f"It waits: in line {told}.")\n', []),
        (".py", 'fetch("SELECT told FROM entry WHERE he = :his")\n', []),
        (".ts", 'const text = "Nobody is here";\n', [(1, "Nobody")]),
        (
            ".tsx",
            "/** What a row\n * tells. */\nconst told = 1; // kept answers\n",
            [(2, "tells"), (3, "kept answers")],
        ),
        (".tsx", 'told({ he: "told", his: told["anew"] });\n', []),
        (".sql", "ALTER TABLE told; -- what nobody\n/* tells anew */\n", [(1, "nobody"), (2, "anew"), (2, "tells")]),
        (".yaml", "# Is told.\nnames: {1033: told}\nmessages:\n  1031: x\n  1033: He is.\n", [(1, "told"), (5, "He")]),
        (".md", "# Kept\nelements\n\nAn answer\nis kept.\n", [(1, "Kept elements"), (4, "answer is kept")]),
        (".md", "The value is kept, as `told` says ([his](nobody.md)).\n```python\ntold = he\n```\n", [(1, "his")]),
        (".md", "Connections are kept alive.\n[What](0004-told.md)\n\n```console\n$ told\n```\n", []),
        (".html", "<p class='told'>It is\ndear.</p>\n", [(2, "dear")]),
        ("", '# Tell\nlocal told=1\nsay "of theirs"\n', [(1, "Tell"), (3, "of theirs")]),
    ],
)
def test_a_planted_word_is_found_at_its_line(ending: str, text: str, found: list[tuple[int, str]]) -> None:
    assert [(each.line, each.word) for each in find_words(prose.READERS[ending](text))] == found


def test_of_a_test_only_docstrings_and_comments_are_read() -> None:
    text = '"""Told."""\nX = "by his word"  # Anew\n"""Whoever\nasks."""\ncall(\n    "nobody here"\n)\n'

    found = find_words(prose.of_python(text, texts=False))

    assert [(each.line, each.word) for each in found] == [(1, "Told"), (2, "Anew"), (3, "Whoever")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def as_told(): ...", ["told"]),
        ("class KeptByNobody: ...", ["Nobody"]),
        ("def of(his_role, *, whoever): ...", ["his", "whoever"]),
        ("class Row:\n    told: str\n    HE = 1", ["told", "HE"]),
        ("def the(history, shell): headline = told", []),
    ],
)
def test_a_planted_part_of_a_name_is_found(text: str, found: list[str]) -> None:
    identifiers = [identifier for _, identifier in prose.identifiers(ast.parse(text))]

    assert [part for each in identifiers for part, _ in find_parts(each)] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("const toldOf = (version: Element) => theirs;", [(1, "told"), (1, "theirs")]),
        ("/* told */\nfunction useTell(nobody: string) {}", [(2, "Tell"), (2, "nobody")]),
        ('const text = "told"; // his\nconst key = `${told} he`;', []),
        ("<History then={this.shell} />", []),
    ],
)
def test_a_planted_part_of_a_name_in_the_page_is_found(text: str, found: list[tuple[int, str]]) -> None:
    names_in = prose.typescript_names(text)

    assert [(line, part) for line, each in names_in for part, _ in find_parts(each)] == found


def test_a_finding_names_the_line_the_word_and_what_to_write() -> None:
    (found,) = find_words("Plain.\nIt is written anew.")

    assert str(found) == "2: “anew”; write: again, from scratch, re-render"
