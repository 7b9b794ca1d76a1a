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
    command = [sys.executable, str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
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


def test_a_class_name_has_one_meaning() -> None:
    places: dict[str, list[str]] = {}
    for module in MODULES:
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name.lstrip("_"), []).append(f"{name(module)}:{node.lineno}")

    assert {class_: found for class_, found in places.items() if len(found) > 1} == {}


def test_a_module_name_has_one_meaning() -> None:
    places: dict[str, list[str]] = {}
    for module in MODULES:
        if module.stem != "__init__":
            places.setdefault(module.stem, []).append(name(module))

    assert {stem: found for stem, found in places.items() if len(found) > 1} == {}


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


JUDGES: Final = {
    "domain/rights.py": "the judge",
    "domain/access.py": "levels, and what permissions leave of them",
    "domain/callers.py": "roles, and who sees drafts",
    "usecases/principals.py": "levels that permission sets grant, and the role that flags give",
    "usecases/access/explaining.py": "tells the levels that the judge goes by",
    "usecases/access/permission_settings.py": "keeps callers from shutting themselves out",
    "usecases/lifecycle/transitions.py": "the roles that a lifecycle names for its steps",
    "usecases/lifecycle/task_decisions.py": "the roles that a lifecycle names for its tasks",
    "metamodel/narrowed.py": "the roles that a metamodel names for properties",
    "rest/tenant_api.py": "the least role of a route",
    "rest/mcp/tools.py": "the least role of a tool",
    "usecases/people/openid_sign_in.py": "the role that a provider names",
    "usecases/people/users.py": "the roles that a role includes",
    "usecases/acknowledging/audience.py": "the roles under whose names users are asked",
}
"""Who compares roles or levels, and why that is no decision about an element."""


def test_one_judge_decides_who_may_do_what() -> None:
    found = [
        f"{name(module)}:{line}" for module in MODULES if name(module) not in JUDGES for line in decisions(tree(module))
    ]

    assert found == []


@pytest.mark.parametrize(
    ("text", "decides"),
    [
        ("caller.role >= Role.EDITOR", True),
        ("writing.caller.role < least", True),
        ("Level.EDIT in levels", True),
        ("levels & Level.NEW", True),
        ("caller.access.levels(zone, facet)", True),
        ("audience.sees(zone, facet)", True),
        ("caller.principals.isdisjoint(authors)", True),
        ('AUTHORS = ("author", "secondaryAuthors")', True),
        ("rights_of(caller, facts).edit is None", False),
        ("Route(Role.VIEWER)", False),
        ("principal.role is None", False),
    ],
)
def test_a_decision_is_distinguished_from_a_question_to_the_judge(text: str, decides: bool) -> None:
    assert bool(list(decisions(ast.parse(text)))) == decides


def decisions(module: ast.Module) -> Iterator[int]:
    """The lines that compare roles or levels, ask for levels, or look for callers among authors."""
    for node in ast.walk(module):
        if (
            (isinstance(node, ast.Compare) and _compares_rights(node))
            or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd) and _is_of("Level", node))
            or (isinstance(node, ast.Call) and _asks_for_levels(node))
            or (isinstance(node, ast.Constant) and node.value == "secondaryAuthors")
        ):
            yield node.lineno


def _compares_rights(node: ast.Compare) -> bool:
    if any(isinstance(each, ast.Is | ast.IsNot) for each in node.ops):
        return False
    sides = (node.left, *node.comparators)
    return any(isinstance(each, ast.Attribute) and each.attr == "role" for each in sides) or any(
        _is_of(kind, each) for kind in ("Role", "Level") for each in sides
    )


def _is_of(kind: str, node: ast.AST) -> bool:
    return any(
        isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id == kind
        for each in ast.walk(node)
    )


def _asks_for_levels(node: ast.Call) -> bool:
    called = node.func
    if not isinstance(called, ast.Attribute):
        return False
    among = isinstance(called.value, ast.Attribute) and called.value.attr == "principals"
    return called.attr in ("levels", "sees", "opens") or (called.attr == "isdisjoint" and among)


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
def test_sql_is_distinguished_from_prose(text: str, is_sql: bool) -> None:
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
