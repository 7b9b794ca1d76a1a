"""How modules and classes hang together: no circle of imports, no deep inheritance, no tiny module that only one other needs."""

import ast
from collections.abc import Mapping
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parents[1] / "src" / "facetstore"


def module_name(file: Path) -> str:
    parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


TREES: Final = {
    module_name(file): ast.parse(file.read_text("utf-8"), str(file)) for file in sorted(PACKAGE.rglob("*.py"))
}


def imported(module: str) -> frozenset[str]:
    """The modules of the package that a module imports, also inside functions and for types alone."""
    found = set[str]()
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.ImportFrom) and node.module in TREES:
            submodules = {f"{node.module}.{alias.name}" for alias in node.names} & TREES.keys()
            found |= submodules or {node.module}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & TREES.keys()
    return frozenset(found)


IMPORTS: Final[Mapping[str, frozenset[str]]] = {module: imported(module) for module in TREES}


def test_no_modules_import_each_other_not_even_for_types() -> None:
    # Raises CycleError, which names the modules of the circle.
    TopologicalSorter(IMPORTS).prepare()
