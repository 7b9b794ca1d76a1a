"""Names of the shipped method in string literals of the service and of the page, by the syntax tree of each language."""

import ast
import json
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

from facetstore.metamodel.template import read_standard
from tests.support.openid_provider import find_node

ROOT: Final = Path(__file__).parents[2]
SERVICE: Final = ROOT / "src" / "facetstore"
PAGE: Final = ROOT / "web"
ALLOWED: Final = Path(__file__).parents[1] / "method_names.yaml"

_INSIDE: Final = re.compile(r"""["']([A-Za-z0-9]+)["']|\b[A-Z][A-Za-z]+\(([A-Za-z0-9]+)\b""")
"""A name inside of SQL, JSON or a filter (`Contains(name, …`) that a literal holds."""
_LIST: Final = re.compile(r"[A-Za-z0-9]+(,[A-Za-z0-9]+)+")
"""Names with commas between them, as `$select` takes them."""


class Hit(NamedTuple):
    """A literal that is, or holds, a name of the method."""

    file: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.name!r}"


class Allowed(NamedTuple):
    """Names that stand in some files for something else than the method, or rightly for it; no names: all."""

    reason: str
    files: tuple[str, ...]
    names: frozenset[str]

    def holds(self, hit: Hit) -> bool:
        return (not self.names or hit.name in self.names) and any(hit.file.startswith(each) for each in self.files)


@cache
def method_names() -> frozenset[str]:
    """The types, attributes, contexts, facets and states of the shipped method."""
    whole: Any = read_standard()
    states = {state for each in whole["lifecycles"].values() for state in each["states"]}
    return frozenset({*whole["types"], *whole["properties"], *whole["facets"], *states})


def allowed() -> list[Allowed]:
    """The exceptions, each with its reason."""
    read = yaml.safe_load(ALLOWED.read_text("utf-8"))
    return [Allowed(each["reason"], tuple(each["in"]), frozenset(each.get("names", ()))) for each in read]


@cache
def hits_of_service() -> tuple[Hit, ...]:
    trees = {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text("utf-8")) for path in SERVICE.rglob("*.py")}
    return tuple(
        hit for file in sorted(trees) for line, text in literals(trees[file]) for hit in _named(file, line, text)
    )


def literals(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Every text that is a value: docstrings speak of names, they do not look for them."""
    docstrings = {id(node.value) for node in ast.walk(module) if isinstance(node, ast.Expr)}
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and id(node) not in docstrings:
            if isinstance(node.value, str):
                yield node.lineno, node.value
            elif isinstance(node.value, bytes):
                yield node.lineno, node.value.decode("latin-1")


@cache
def hits_of_page() -> tuple[Hit, ...]:
    """Unit tests, like those of the service, may name what they test with."""
    found = [each for each in page_literals(PAGE / "src") if not each[0].endswith(".test.ts")]
    return tuple(hit for file, line, text in found for hit in _named(f"web/src/{file}", line, text))


def page_literals(sources: Path) -> list[tuple[str, int, str]]:
    """File, line and text of every literal, parsed by what builds the page. Raises CalledProcessError without that."""
    script = Path(__file__).with_name("string_literals.mjs")
    command = [find_node().node, str(script), str(PAGE), str(sources)]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return sorted((file, line, text) for file, line, text in json.loads(found))


def _named(file: str, line: int, text: str) -> Iterator[Hit]:
    inside = ("".join(each) for each in _INSIDE.findall(text))
    found = text.split(",") if _LIST.fullmatch(text) else [text, *inside]
    yield from (Hit(file, line, each) for each in found if each in method_names())
