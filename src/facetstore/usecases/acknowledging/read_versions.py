"""Confirming: a person says to have read and understood the version that is in force."""

from __future__ import annotations

import time
from typing import Any, Final, NamedTuple

from facetstore.domain.errors import Conflict, Finding, Forbidden, InvalidBody
from facetstore.domain.values import parse_guid
from facetstore.usecases.acknowledging.audience import is_released, names_of
from facetstore.usecases.editing.edit_locking import access_in
from facetstore.usecases.ports.acknowledgement_store import Acknowledgement
from facetstore.usecases.writing import Writing

GIVEN: Final = "acknowledgement.given"
_VERSION: Final = "versionId"
_CULTURE: Final = "culture"


class ReadVersion(NamedTuple):
    """What a person says to have read."""

    version: str
    culture: int


def parse_read(body: Any, cultures: tuple[int, ...]) -> ReadVersion:
    """The version and the culture in a body. Raises InvalidBody with every finding."""
    given = body if isinstance(body, dict) else {}
    findings = [
        _wrong(f"There is no {name} here; give {_VERSION} and {_CULTURE}.", name)
        for name in given
        if name not in (_VERSION, _CULTURE)
    ]
    version, culture = given.get(_VERSION), given.get(_CULTURE)
    guid = parse_guid(version) if isinstance(version, str) else None
    if guid is None:
        findings.append(_wrong(f"{_VERSION} takes the id of the version that was read.", _VERSION))
    if culture not in cultures or isinstance(culture, bool):
        known = ", ".join(map(str, cultures))
        findings.append(_wrong(f"{_CULTURE} is the one in which it was read: {known}.", _CULTURE))
    if findings:
        raise InvalidBody(findings[0].error, findings)
    return ReadVersion(str(guid), int(str(culture)))


async def acknowledge(writing: Writing, facet: str, element_id: str, body: Any) -> str:
    """Store that the caller has read and understood a version, once; returns the id of the version.

    Raises NotFound, Forbidden, InvalidBody, Conflict.
    """
    element = (await access_in(writing, facet, element_id)).version.element
    read, caller = parse_read(body, writing.settings.data_cultures), writing.caller
    if caller.is_token:
        raise Forbidden("A program has not read anything: only a user who has signed in can confirm it.")
    store = writing.writer.acknowledgements
    version = (await store.in_force([element])).get(element)
    if version is None or not is_released(writing.metamodel, version):
        raise _conflict("Nothing of this element is released, so there is nothing to confirm.", "not-released")
    if version.version != read.version:
        error = f"Another version is in force: {version.version}. Read that one, and confirm it then."
        raise _conflict(error, "other-version")
    asked = {each.whom for each in await store.asked([element])}
    if asked.isdisjoint(await names_of(store, caller, writing.metamodel)):
        raise _conflict("You are not asked to confirm this element.", "not-asked")
    given = Acknowledgement(version.version, caller.principal, element, time.time_ns() // 1000, read.culture)
    if await store.add(given):
        await writing.writer.history.remark(GIVEN, element, {_VERSION: given.version, _CULTURE: str(given.culture)})
        writing.changed = True
    return given.version


def _conflict(error: str, code: str) -> Conflict:
    return Conflict(error, [Finding(error, code, _VERSION)])


def _wrong(error: str, path: str) -> Finding:
    return Finding(error, InvalidBody.code, path)
