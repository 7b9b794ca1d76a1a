"""The method of a tenant: the standard, with the tenant's additions on top.

additions.py describes the format of an additions file. `parse_additions` reads it into plain JSON data that can be stored
and exported, and that `load_with_additions` takes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache

from facetstore.metamodel.additions import check_additions, merge_additions
from facetstore.metamodel.build import build_metamodel
from facetstore.metamodel.file_findings import MetamodelErrors
from facetstore.metamodel.model import Metamodel
from facetstore.metamodel.plain import Plain, entries, flag, section, word
from facetstore.metamodel.schema import additions_schema
from facetstore.metamodel.template import read_standard
from facetstore.metamodel.yaml_source import Problem, Source, parse_source

_TENANTS_IN_MEMORY = 64
"""How many built methods with additions are cached; tenants with the same additions share one."""

_TAKEN_OVER = (
    "facet", "identity", "lifecycle", "include", "root", "structural", "drawnAs", "icon", "content", "contentIsChildren", "layouts",
    "children", "directRelease", "approvals",
)  # fmt: skip
"""The keys of a type that decide where its elements stand and what can be done with them."""


def load_standard(administration: bool = False) -> Metamodel:
    """The standard method, built once; administration tenants also have collections and storages."""
    return _load_standard(administration)


def load_with_additions(additions: Mapping[str, object] | None, administration: bool = False) -> Metamodel:
    """The method of a tenant with its own additions, as `parse_additions` returned them.

    Raises MetamodelErrors if they do not (or no longer) fit the standard.
    """
    if not additions:
        return load_standard(administration)
    return _load(json.dumps(additions, ensure_ascii=False), administration)


@lru_cache(maxsize=_TENANTS_IN_MEMORY)
def load_stored(additions: str, administration: bool = False) -> Metamodel:
    """The method of a tenant with stored additions: the JSON text of what `parse_additions` returned."""
    return load_with_additions(json.loads(additions), administration)


def parse_additions(text: str, filename: str, administration: bool = False) -> Mapping[str, object]:
    """The content of a tenant's additions file as plain JSON data. Raises MetamodelErrors with every mistake in it."""
    source = parse_source(text, filename)
    _check(source, administration)
    return source.content


def problems_of_additions(additions: Mapping[str, object], administration: bool = False) -> tuple[Problem, ...]:
    """Every mistake in additions that are plain data already, each with its path."""
    return tuple(check_additions(additions, _known_to_tenant(administration)))


def type_patterns(administration: bool = False) -> Mapping[str, Plain]:
    """The types of the standard that a new type can be made like, each with the keys that the new one takes over."""
    return _type_patterns(administration)


def schema_of_additions(administration: bool = False) -> Mapping[str, object]:
    """The JSON Schema that `parse_additions` checks a file by, for editors."""
    return additions_schema(_known_to_tenant(administration))


@cache
def _type_patterns(administration: bool) -> Mapping[str, Plain]:
    known = _known_to_tenant(administration)
    settled = {name for name, each in entries(known, "facets").items() if flag(each, "configuration")}
    return {
        name: {key: each[key] for key in _TAKEN_OVER if key in each}
        for name, each in entries(known, "types").items()
        if word(each, "facet") not in settled and not any(flag(each, key) for key in ("flow", "administrative"))
    }


@cache
def _load_standard(administration: bool) -> Metamodel:
    return build_metamodel(read_standard(), administration=administration)


@lru_cache(maxsize=_TENANTS_IN_MEMORY)
def _load(additions: str, administration: bool) -> Metamodel:
    content = json.loads(additions)
    _check(Source("additions", content), administration)
    return build_metamodel(merge_additions(content, _known_to_tenant(administration)), administration=administration)


def _check(source: Source, administration: bool) -> None:
    problems = check_additions(source.content, _known_to_tenant(administration))
    findings = (*source.mistakes, *source.findings(problems))
    if findings:
        raise MetamodelErrors(findings)


def _known_to_tenant(administration: bool) -> Plain:
    """The standard for this kind of tenant: an ordinary one cannot refer to collections and storages."""
    whole = read_standard()
    if administration:
        return whole
    facets = {name: each for name, each in entries(whole, "facets").items() if not flag(each, "administration")}
    types = {name: each for name, each in section(whole, "types").items() if word(each, "facet") in facets}
    return {**whole, "facets": facets, "types": types}
