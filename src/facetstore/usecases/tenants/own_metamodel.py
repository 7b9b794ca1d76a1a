"""The additions of a tenant to the metamodel, as its administrators read and replace them over the interface."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from facetstore.domain.audit import METAMODEL_CHANGED
from facetstore.domain.errors import Finding, InvalidBody, InvalidValues, PreconditionFailed, TooCostly
from facetstore.domain.tenant import Tenant
from facetstore.metamodel.loader import load_with_additions, problems_of_additions
from facetstore.metamodel.yaml_source import Path
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenants.predefined import ensure_stereotypes
from facetstore.usecases.tenants.tenant_changes import is_administration, load_metamodel
from facetstore.usecases.writing import Writing

MOST_CHARACTERS: Final = 100_000
"""How long additions may be that come over the interface: checking as many takes half a second."""
_DEEPEST: Final = 32
_MOST_FINDINGS: Final = 100
_MOST_NAMED: Final = 20
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def additions_of(tenant: Tenant) -> Mapping[str, object]:
    """What a tenant adds to the standard."""
    additions: Mapping[str, object] = msgspec.json.decode(tenant.additions)
    return additions


async def check_given(tenant: Tenant, body: object) -> Mapping[str, object]:
    """The additions in a body, checked, and ready to be used at once.

    Raises InvalidBody, TooCostly, and InvalidValues with the place of each mistake.
    """
    given = body.get("additions") if isinstance(body, dict) and len(body) == 1 else None
    if not isinstance(given, dict):
        raise InvalidBody('The body needs the additions and nothing else: {"additions": {"types": {}}}.')
    if (length := len(msgspec.json.encode(given))) > MOST_CHARACTERS:
        error = f"The additions have {length:,} bytes; up to {MOST_CHARACTERS:,} are taken here."
        raise TooCostly(f"{error} The command `facetstore metamodel apply` takes more.")
    _refuse(_unreadable(given))
    # In a thread: other requests go on meanwhile.
    await asyncio.to_thread(_check, given, is_administration(tenant))
    return given


def _check(given: Mapping[str, object], administration: bool) -> None:
    problems = problems_of_additions(given, administration)
    _refuse(Finding(each.message, InvalidValues.code, _place(each.path)) for each in problems)
    load_with_additions(given, administration)  # builds what the next requests take out of the cache


def _refuse(findings: Iterator[Finding]) -> None:
    found = sorted(set(findings), key=lambda each: (each.path or "", each.error))
    if found:
        raise InvalidValues("The metamodel additions are not valid.", found[:_MOST_FINDINGS])


def _unreadable(given: Mapping[str, object]) -> Iterator[Finding]:
    """What no file could hold: texts with control characters, which stored documents use as marks, and values nested too deep."""
    waiting: list[tuple[Path, object]] = [((), given)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, str) and _CONTROL.search(value):
            yield Finding("The text holds a control character: leave it out.", InvalidValues.code, _place(path))
        if not isinstance(value, (dict, list)):
            continue
        if len(path) >= _DEEPEST:
            error = f"Values are nested more than {_DEEPEST} levels deep."
            yield Finding(error, InvalidValues.code, _place(path))
            continue
        waiting += [((*path, name), name) for name in value if isinstance(name, str) and _CONTROL.search(name)]
        waiting += [((*path, key), each) for key, each in _below(value)]


def _below(value: dict[str, object] | list[object]) -> list[tuple[str | int, object]]:
    return [*value.items()] if isinstance(value, dict) else [*enumerate(value)]


def _place(path: Path) -> str:
    """Where in the additions a mistake is, such as `types.supplier.facet`."""
    return ".".join(_CONTROL.sub("?", str(each)) for each in path)


async def replace_additions(writing: Writing, storage: Storage, given: Mapping[str, object]) -> Tenant:
    """Put checked additions in the place of those the tenant has, and return the tenant.

    Raises PreconditionFailed, and InvalidValues if elements exist whose type would be lost.
    """
    writer = writing.writer
    _check_unchanged(writing, writer.current)
    before = additions_of(writer.current)
    if given == before:
        return writer.current
    metamodel = load_metamodel(writer.current, given)
    await _check_types_in_use(writing, storage, metamodel.types)
    await writer.set_definition(writer.current.settings, msgspec.json.encode(given).decode())
    await ensure_stereotypes(writer, metamodel)
    await writer.history.audit(METAMODEL_CHANGED, None, _differences(before, given))
    writing.changed = True
    return writer.current


def _check_unchanged(writing: Writing, tenant: Tenant) -> None:
    if writing.if_match is not None and writing.if_match != tenant.definition:
        raise PreconditionFailed(
            f"The metamodel was changed meanwhile: it has revision {tenant.definition}, not {writing.if_match}. "
            "Read it again, and repeat your change if it still fits."
        )


async def _check_types_in_use(writing: Writing, storage: Storage, kept: Mapping[str, object]) -> None:
    """Raise InvalidValues for types that elements have. Only callers that see everything get their number."""
    population = await storage.population(writing.served.tenant.key)
    counted = writing.caller.audience.sees_all
    findings = [
        Finding(
            f"{f'{number:,} e' if counted else 'E'}lements of the type {name} exist.", "still-used", f"types.{name}"
        )
        for name, number in sorted(population.items())
        if name not in kept
    ]
    if findings:
        raise InvalidValues("Elements of these types exist, so the types must stay.", findings)


def _differences(before: Mapping[str, object], after: Mapping[str, object]) -> dict[str, str]:
    """By section, which entries were added (+), removed (-) and changed, for the audit."""
    found = {}
    for section in dict.fromkeys((*before, *after)):
        old, new = (_entries(each.get(section)) for each in (before, after))
        names = sorted(name for name in {**old, **new} if old.get(name, old) != new.get(name, new))
        signs = ["-" if name not in new else "" if name in old else "+" for name in names]
        if names:
            named = [f"{sign}{name}" for sign, name in zip(signs, names, strict=True)]
            more = f", … ({len(named)})" if len(named) > _MOST_NAMED else ""
            found[section] = ", ".join(named[:_MOST_NAMED]) + more
    return found


def _entries(section: object) -> Mapping[str, object]:
    return section if isinstance(section, dict) else {}
