"""How modules and classes hang together: no circle of imports, no deep inheritance, no tiny module that only one other needs."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parents[1] / "src" / "facetstore"


def module_name(file: Path) -> str:
    parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


# Not while tests are collected: that does every worker of a run, and one of them runs these tests.
@cache
def trees() -> Mapping[str, ast.Module]:
    return {module_name(file): ast.parse(file.read_text("utf-8"), str(file)) for file in sorted(PACKAGE.rglob("*.py"))}


def imported(module: str) -> frozenset[str]:
    """The modules of the package that a module imports, also inside functions and for types alone."""
    found, ours = set[str](), trees()
    for node in ast.walk(ours[module]):
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module in ours:
            submodules = {f"{node.module}.{alias.name}" for alias in node.names} & ours.keys()
            found |= submodules or {node.module}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & ours.keys()
    return frozenset(found)


@cache
def imports() -> Mapping[str, frozenset[str]]:
    return {module: imported(module) for module in trees()}


def test_no_modules_import_each_other_not_even_for_types() -> None:
    # Raises CycleError, which names the modules of the circle.
    TopologicalSorter(imports()).prepare()


LONGEST_CHAIN: Final = 2
LONGEST_CHAIN_OF_FAILURES: Final = 3
"""A failure, its kind, and the case: kinds are what is caught and what has a status, cases have codes of their own."""


@cache
def own_bases() -> Mapping[str, tuple[str, ...]]:
    """By class the classes of ours that it inherits from. Protocols are classes like others: one that extends another is read after it."""
    return {
        f"{module}.{node.name}": tuple(_bases(node, names))
        for module, tree in trees().items()
        for names in [_names(module, tree)]
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }


def _names(module: str, tree: ast.Module) -> dict[str, str]:
    """The classes and modules of ours that a module can name, in full."""
    names = dict[str, str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            names[node.name] = f"{module}.{node.name}"
        elif isinstance(node, ast.ImportFrom) and node.module in trees():
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return names


def _bases(node: ast.ClassDef, names: Mapping[str, str]) -> Iterator[str]:
    for base in node.bases:
        match base.value if isinstance(base, ast.Subscript) else base:
            case ast.Name(id=name) if name in names:
                yield names[name]
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in names:
                yield f"{names[module]}.{name}"


def chain(class_: str) -> tuple[str, ...]:
    """A class and what it inherits from, by the longest way."""
    bases = own_bases()
    return class_, *max((chain(base) for base in bases[class_] if base in bases), key=len, default=())


def test_our_classes_inherit_from_each_other_once_at_most() -> None:
    # A failure has the root of the tree in domain/errors.py at the end of its chain.
    longest = {
        each: LONGEST_CHAIN_OF_FAILURES if each[-1] == "facetstore.domain.errors.Failure" else LONGEST_CHAIN
        for each in map(chain, own_bases())
    }

    assert [each for each, most in longest.items() if len(each) > most] == []


def test_inheritance_is_followed_through_imports_of_names_and_of_modules() -> None:
    assert chain("facetstore.domain.errors.OnlyWarnings") == (
        "facetstore.domain.errors.OnlyWarnings",
        "facetstore.domain.errors.Conflict",
        "facetstore.domain.errors.Failure",
    )
    assert chain("facetstore.rest.wire.error_responses.Overloaded")[-1] == "facetstore.domain.errors.Failure"


SMALL: Final = 40
DEFENDED: Final = {
    "facetstore.rest.routing.review_routes": "the endpoint table of its own subject, beside those of others",
    "facetstore.storage.verifying.reviewed": "a check of its own subject, beside those of others",
    "facetstore.storage.verifying.acknowledged": "a check of its own subject, beside those of others",
    "facetstore.website.site_words": "reads the file beside it; what pages are made of lies in its folder",
    "facetstore.rest.operations.locking": "handlers of their own subject: the endpoint table names them, and holds none itself",
}
"""Modules of fewer lines that only one other imports, and why they are not a part of it."""


def test_a_small_module_that_one_other_imports_is_a_part_of_it() -> None:
    importers = {
        module: [each for each, others in imports().items() if module in others]
        for module, tree in trees().items()
        if tree.body and _lines(module) < SMALL
    }

    assert {module: found for module, found in importers.items() if len(found) == 1 and module not in DEFENDED} == {}
    assert [module for module in DEFENDED if len(importers.get(module, ())) != 1] == []


def _lines(module: str) -> int:
    """How many lines a module has; a folder's own __init__.py says what the folder is, and is never too small."""
    file = PACKAGE.parent.joinpath(*module.split(".")).with_suffix(".py")
    return len(file.read_text("utf-8").splitlines()) if file.exists() else SMALL
