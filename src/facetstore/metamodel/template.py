"""The standard method: the YAML files under standard/, merged into one value.

They are part of the program, so the tests check them and a start does not (decision 0069).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from facetstore.metamodel.consistency import check_consistency
from facetstore.metamodel.file_findings import FileFinding, MetamodelErrors
from facetstore.metamodel.plain import Plain, section
from facetstore.metamodel.reference_checks import check_references
from facetstore.metamodel.schema import check_shape, standard_schema
from facetstore.metamodel.yaml_source import Problem, Source, parse_source


@cache
def read_standard() -> Plain:
    """The content of all files, not checked."""
    whole: dict[str, dict[str, object]] = {}
    for source in standard_sources():
        for name in source.content:
            whole.setdefault(name, {}).update(section(source.content, name))
    return whole


def standard_sources() -> Iterator[Source]:
    """The files of the standard, each with its lines and the mistakes in its text."""
    return (parse_source(each.read_text("utf-8"), name) for name, each in _files(_root(), "standard"))


def check_sources(sources: Iterable[Source]) -> None:
    """Raise MetamodelErrors with every mistake in any of the files, which together are a whole method."""
    whole: dict[str, dict[str, object]] = {}
    homes: dict[tuple[str, str], Source] = {}
    findings: list[FileFinding] = []
    for source in sources:
        findings += source.mistakes
        findings += source.findings(check_shape(source.content, standard_schema()))
        findings += source.findings(_take_over(source, whole, homes))
    for problem in (*check_references(whole, whole), *check_consistency(whole, whole)):
        home = homes[str(problem.path[0]), str(problem.path[1])]
        findings += home.findings((problem,))
    if findings:
        raise MetamodelErrors(findings)


def _take_over(
    source: Source, whole: dict[str, dict[str, object]], homes: dict[tuple[str, str], Source]
) -> Iterator[Problem]:
    """Add the entries of a file, and record which file each is from."""
    for key in source.content:
        for name, each in section(source.content, key).items():
            if (key, name) in homes:
                yield Problem((key, name), f"{name!r} is in {homes[key, name].file} already.")
                continue
            homes[key, name] = source
            whole.setdefault(key, {})[name] = each


def _root() -> Traversable:
    return files("facetstore.metamodel").joinpath("standard")


def _files(folder: Traversable, name: str) -> Iterator[tuple[str, Traversable]]:
    for each in sorted(folder.iterdir(), key=lambda found: found.name):
        below = f"{name}/{each.name}"
        if each.is_dir():
            yield from _files(each, below)
        elif each.name.endswith(".yaml"):
            yield below, each
