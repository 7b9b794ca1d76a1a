"""The synonyms of a tenant: groups of words that mean the same to its search, as its administrators read and replace them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from facetstore.domain.audit import SYNONYMS_CHANGED
from facetstore.domain.errors import Finding, InvalidBody, InvalidValues, PreconditionFailed
from facetstore.domain.tenant import Tenant
from facetstore.query.synonyms import MOST_WORDS, Groups, folded_entry
from facetstore.usecases.writing import Writing

MOST_GROUPS: Final = 500
MOST_ENTRIES: Final = 10
LONGEST_ENTRY: Final = 60
_SHORTEST_ENTRY: Final = 2
_CONTROL: Final = frozenset(("Cc", "Cs"))
_MOST_FINDINGS: Final = 100


def check_synonyms(body: object) -> Groups:
    """The groups in a body. Raises InvalidBody, and InvalidValues with the place of each mistake."""
    given = body.get("synonyms") if isinstance(body, dict) and len(body) == 1 else None
    if not isinstance(given, list):
        raise InvalidBody('The body needs the synonyms and nothing else: {"synonyms": [["car", "automobile"]]}.')
    return groups_of(given)


def groups_of(given: object) -> Groups:
    """Groups as stored, from JSON. Raises InvalidValues with the place of each mistake."""
    findings = list(_wrong(given))
    if findings:
        raise InvalidValues("The synonyms are not valid.", findings[:_MOST_FINDINGS])
    assert isinstance(given, list | tuple)
    return tuple(tuple(_as_stored(entry) for entry in group) for group in given)


def _as_stored(entry: str) -> str:
    return " ".join(unicodedata.normalize("NFC", entry).split())


def _wrong(given: object) -> Iterator[Finding]:
    if not isinstance(given, list | tuple) or len(given) > MOST_GROUPS:
        yield _finding(f"A list of up to {MOST_GROUPS} groups is needed.", "")
        return
    for place, group in enumerate(given):
        if not isinstance(group, list | tuple) or not 2 <= len(group) <= MOST_ENTRIES:
            yield _finding(f"A group has 2 to {MOST_ENTRIES} entries that mean the same.", f"[{place}]")
            continue
        yield from _wrong_entries(group, place)


def _wrong_entries(group: Sequence[object], place: int) -> Iterator[Finding]:
    seen: dict[str, object] = {}
    for number, entry in enumerate(group):
        path = f"[{place}][{number}]"
        if not isinstance(entry, str) or len(entry) > LONGEST_ENTRY or _CONTROL & set(map(unicodedata.category, entry)):
            yield _finding(f"An entry is a text of up to {LONGEST_ENTRY} characters without control characters.", path)
            continue
        folded = folded_entry(entry)
        if len(folded) < _SHORTEST_ENTRY or len(folded.split()) > MOST_WORDS:
            yield _finding(
                f"{entry!r} needs at least {_SHORTEST_ENTRY} letters or digits, in 1 to {MOST_WORDS} words.", path
            )
        elif folded in seen:
            yield _finding(f"{entry!r} is {seen[folded]!r} to a search: leave one of them out.", path)
        seen.setdefault(folded, entry)


def _finding(error: str, path: str) -> Finding:
    return Finding(error, InvalidValues.code, f"synonyms{path}")


async def replace_synonyms(writing: Writing, groups: Groups) -> Tenant:
    """Put groups in the place of those the tenant has, and return the tenant. Raises PreconditionFailed."""
    tenant = writing.writer.current
    if writing.if_match is not None and writing.if_match != tenant.definition:
        raise PreconditionFailed(
            f"The settings were changed meanwhile: they have revision {tenant.definition}, not {writing.if_match}. "
            "Read them again, and repeat your change if it still fits."
        )
    if groups == tenant.settings.synonyms:
        return tenant
    changed = replace(tenant.settings, synonyms=groups)
    await writing.writer.set_definition(changed, tenant.additions)
    await writing.writer.history.audit(SYNONYMS_CHANGED, None, {"number": str(len(groups))})
    writing.changed = True
    return writing.writer.current
