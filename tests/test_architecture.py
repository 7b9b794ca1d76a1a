"""What ARCHITECTURE.md says of the code, checked: layers, sizes, and where SQL and HTTP may stand."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "src" / "facetstore"
MODULES: Final = sorted(PACKAGE.rglob("*.py"))

LONGEST_MODULE: Final = 400
SQL: Final = re.compile(
    r"\bSELECT\s+\S+.*\bFROM\b|\bINSERT\s+(OR\s+\w+\s+)?INTO\b|\bUPDATE\s+\w+\s+SET\b|\bDELETE\s+FROM\b"
    r"|\b(CREATE|ALTER|DROP)\s+(TABLE|INDEX)\b|\bPRAGMA\s",
    re.DOTALL,
)
# Without 200, 300, 400 and 500, which are also sizes of pages and batches.
STATUS_NUMBERS: Final = frozenset(
    {201, 202, 204, 206, 301, 302, 303, 304, 307, 308, 401, 403, 404, 405, 406, 409, 410, 411, 412, 413, 414, 415, 416}
    | {421, 422, 423, 424, 426, 428, 429, 431, 501, 502, 503, 504}
)


def test_imports_keep_to_the_layers() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert result.returncode == 0, result.stdout + result.stderr


def test_the_domain_needs_the_standard_library_only() -> None:
    allowed = sys.stdlib_module_names | {"facetstore"}

    found = [
        f"{name(module)}: {imported}"
        for module in below("domain")
        for imported in imports(tree(module))
        if imported.partition(".")[0] not in allowed
    ]

    assert found == []


def test_every_module_opens_with_what_it_is() -> None:
    # A folder's __init__.py may be empty: the folder's name says it.
    missing = [name(module) for module in MODULES if tree(module).body and ast.get_docstring(tree(module)) is None]

    assert missing == []


def test_no_module_is_longer_than_one_idea() -> None:
    too_long = {
        name(module): lines
        for module in MODULES
        if (lines := len(module.read_text(encoding="utf-8").splitlines())) > LONGEST_MODULE
    }

    assert too_long == {}


def test_sql_stands_in_storage_only() -> None:
    found = [
        f"{name(module)}:{line}: {text.split()[:4]}"
        for module in outside("storage")
        for line, text in texts(tree(module))
        if SQL.search(text)
    ]

    assert found == []


def test_http_status_numbers_stand_in_rest_only() -> None:
    found = [
        f"{name(module)}:{node.lineno}: {node.value}"
        for module in outside("rest")
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value in STATUS_NUMBERS
    ]

    assert found == []


@pytest.mark.parametrize(
    ("text", "is_sql"),
    [
        ("SELECT id\n  FROM element", True),
        ("INSERT OR IGNORE INTO element VALUES (1)", True),
        ("UPDATE version SET state = :state", True),
        ("Select one of the values from the list.", False),
        ("The $select option UPDATEs nothing.", False),
    ],
)
def test_sql_is_told_from_prose(text: str, is_sql: bool) -> None:
    assert bool(SQL.search(text)) == is_sql


def tree(module: Path) -> ast.Module:
    return ast.parse(module.read_text(encoding="utf-8"), filename=str(module))


def name(module: Path) -> str:
    return module.relative_to(PACKAGE).as_posix()


def below(folder: str) -> list[Path]:
    return [module for module in MODULES if module.is_relative_to(PACKAGE / folder)]


def outside(folder: str) -> list[Path]:
    return [module for module in MODULES if not module.is_relative_to(PACKAGE / folder)]


def imports(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def texts(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Every string of the module that is a value: docstrings speak about SQL, they do not run it."""
    docstrings = {id(node.value) for node in ast.walk(module) if isinstance(node, ast.Expr)}
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value
