"""The standard method: the YAML files under standard/, merged into one value."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from facetstore.metamodel.consistency import check_consistency
from facetstore.metamodel.errors import FileFinding, MetamodelErrors
from facetstore.metamodel.plain import Plain
from facetstore.metamodel.references import check_references
from facetstore.metamodel.source import Problem, Source, parse_source
from facetstore.metamodel.vocabulary import STANDARD


@cache
def read_standard() -> Plain:
    """The content of all files. Raises MetamodelErrors with every mistake in any of them."""
    return merge_sources(parse_source(each.read_text("utf-8"), name) for name, each in _files(_root(), "standard"))


def merge_sources(sources: Iterator[Source]) -> Plain:
    """Merge files. Raises MetamodelErrors with every mistake in any of them."""
    whole: dict[str, dict[str, object]] = {}
    homes: dict[tuple[str, str], Source] = {}
    findings: list[FileFinding] = []
    for source in sources:
        findings += source.mistakes
        findings += source.findings(STANDARD(source.content, ()))
        findings += source.findings(_take_over(source, whole, homes))
    for problem in (*check_references(whole, whole), *check_consistency(whole, whole)):
        section, name = str(problem.path[0]), str(problem.path[1])
        findings += homes[section, name].findings((problem,))
    if findings:
        raise MetamodelErrors(findings)
    return whole


def _take_over(
    source: Source, whole: dict[str, dict[str, object]], homes: dict[tuple[str, str], Source]
) -> Iterator[Problem]:
    """Add the entries of a file, and record which file each is from."""
    for section, content in source.content.items():
        for name, each in content.items() if isinstance(content, dict) else ():
            if (section, name) in homes:
                yield Problem((section, name), f"{name!r} is in {homes[section, name].file} already.")
                continue
            homes[section, name] = source
            whole.setdefault(section, {})[name] = each


def _root() -> Traversable:
    return files("facetstore.metamodel").joinpath("standard")


def _files(folder: Traversable, name: str) -> Iterator[tuple[str, Traversable]]:
    for each in sorted(folder.iterdir(), key=lambda found: found.name):
        below = f"{name}/{each.name}"
        if each.is_dir():
            yield from _files(each, below)
        elif each.name.endswith(".yaml"):
            yield below, each
