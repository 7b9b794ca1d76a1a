"""The exclusive edit lock: for a while only its holder can change an element.

Another user can take it over. The history records that.
"""

from __future__ import annotations

import time
from typing import Final, NamedTuple

from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Finding, Forbidden, NotFound
from facetstore.domain.rights import administers
from facetstore.usecases.ports.writes import EditLock, StoredVersion
from facetstore.usecases.release.releasing import access_stored
from facetstore.usecases.writing import Writing, name_of

LOCK_SECONDS: Final = 15 * 60


class Locked(NamedTuple):
    """A lock that was taken, and its holder before."""

    lock: EditLock
    taken_from: str | None
    """None: it was free or held by the caller, or the caller does not see its holder before."""


async def lock_element(writing: Writing, facet: str, element_id: str, *, take_over: bool) -> Locked:
    """Lock an element for the caller; if the caller holds the lock, extend it. Raises NotFound, Forbidden, Conflict."""
    stored = await access_in(writing, facet, element_id)
    version = stored.version
    if (await writing.rights_on(stored)).edit is not None:
        raise Forbidden(f"You may not edit {name_of(version)}.")
    held = await _held(writing, version)
    foreign = held is not None and held.holder != writing.caller.principal
    if held is not None and foreign and not take_over:
        raise _locked(writing, version, held)
    now = time.time_ns() // 1000
    since = held.since if held is not None and not foreign else now
    lock = EditLock(writing.caller.principal, since, now + LOCK_SECONDS * 1_000_000)
    await writing.writer.locks.take(version.element, lock)
    writing.changed = True
    if held is None or not foreign:
        return Locked(lock, None)
    await writing.writer.history.touch([version.element], "lock.taken", {"from": held.holder})
    return Locked(lock, held.holder if await writing.existing([held.holder]) else None)


async def unlock_element(writing: Writing, facet: str, element_id: str) -> None:
    """Release the lock of an element; without a lock, do nothing. Raises NotFound, Forbidden."""
    version = (await access_in(writing, facet, element_id)).version
    held = await _held(writing, version)
    if held is None:
        return
    if held.holder != writing.caller.principal:
        if not administers(writing.caller):
            holder = writing.called(held.holder)
            raise Forbidden(
                f"{name_of(version)} is locked by {holder}: only this user and administrators may unlock it."
            )
        await writing.writer.history.touch([version.element], "lock.opened", {"from": held.holder})
    await writing.writer.locks.drop(version.element)
    writing.changed = True


async def check_unlocked(writing: Writing, version: Version) -> None:
    """Raise Conflict if another principal holds the lock of an element."""
    held = await _held(writing, version)
    if held is not None and held.holder != writing.caller.principal:
        raise _locked(writing, version, held)


async def access_in(writing: Writing, facet: str, element_id: str) -> StoredVersion:
    """The version that an id names in a facet. Raises NotFound, Forbidden, PreconditionFailed."""
    stored = await access_stored(writing, element_id)
    if stored.version.facet != facet:
        raise NotFound("There is no such element.")
    return stored


async def _held(writing: Writing, version: Version) -> EditLock | None:
    return (await writing.writer.locks.find([version.element])).get(version.element)


def _locked(writing: Writing, version: Version, held: EditLock) -> Conflict:
    error = (
        f"{name_of(version)} is being edited by {writing.called(held.holder)}. POST …/lock?takeOver=true takes it over."
    )
    return Conflict(error, [Finding(error, "locked", "lock")])
