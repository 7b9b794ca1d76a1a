"""Preferences of users: listing, setting and deleting what a page remembers, private or shared."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec

from facetstore.domain.errors import Conflict, Finding, Forbidden, InvalidBody, NotFound
from facetstore.domain.preference_kinds import (
    BOUNDS,
    LARGEST_VALUE,
    OF_PAGES,
    SHARED,
    Preference,
    PreferenceKind,
    is_key,
)
from facetstore.domain.rights import may_change_shared, may_share
from facetstore.domain.values import parse_guid
from facetstore.usecases.labels import names_of, stored_attributes
from facetstore.usecases.ports.rows import NamedRow
from facetstore.usecases.ports.selections import TheseElements
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import Reading
from facetstore.usecases.writing import Writing


class Preferred(NamedTuple):
    """An element that a preference names, as the caller sees it."""

    row: NamedRow
    name: Mapping[int, str]


class ListedPreference(NamedTuple):
    """A preference, whether the caller may change it, and the element that it names, if any."""

    preference: Preference
    may_change: bool
    element: Preferred | None = None


class PreferencePlace(NamedTuple):
    """Where a preference is stored."""

    owner: str
    kind: PreferenceKind
    key: str


async def list_preferences(
    reading: Reading, storage: Storage, kinds: Collection[PreferenceKind]
) -> Sequence[ListedPreference]:
    """The preferences of the caller and the shared ones, without those whose element the caller does not see."""
    caller = reading.caller
    found = await storage.preferences(reading.served.tenant).of(caller.principal, kinds or OF_PAGES)
    seen = await _elements(reading, {each.key for each in found if BOUNDS[each.kind].of_element})
    return [
        ListedPreference(
            each, not each.is_shared or may_change_shared(caller, each.kind, each.author), seen.get(each.key)
        )
        for each in found
        if not BOUNDS[each.kind].of_element or each.key in seen
    ]


async def _elements(reading: Reading, ids: Collection[str]) -> Mapping[str, Preferred]:
    rows = await reading.names.names(TheseElements(tuple(sorted(ids)))) if ids else ()
    return {each.element: Preferred(each, _name(reading, each)) for each in rows}


def _name(reading: Reading, row: NamedRow) -> Mapping[int, str]:
    return names_of(stored_attributes(row.brief), reading.metamodel.types[row.type])


def place_of(principal: str, kind: str, key: str, *, shared: bool) -> PreferencePlace:
    """Where a preference is stored. Raises NotFound for an unknown kind, or for a key that cannot be one."""
    if kind not in OF_PAGES:
        raise NotFound(f"There is no such kind of preference. There are: {', '.join(OF_PAGES)}.")
    known = PreferenceKind(kind)
    if BOUNDS[known].of_element:
        if (guid := parse_guid(key)) is None:
            raise NotFound(f"The key of a {known} is the id of an element.")
        key = guid
    if not is_key(key):
        raise NotFound("A key has letters, digits and . _ : ~ - only.")
    return PreferencePlace(SHARED if shared else principal, known, key)


async def set_preference(writing: Writing, place: PreferencePlace, body: object) -> ListedPreference:
    """Store a preference. Raises InvalidBody, Forbidden, Conflict."""
    value, bounds = _value(body), BOUNDS[place.kind]
    _check_share(writing, place)
    store = writing.writer.preferences
    number, author, before, is_newest = await store.present(*place)
    if place.owner == SHARED and author is not None and not may_change_shared(writing.caller, place.kind, author):
        raise Forbidden("Only the user who shared this, architects and administrators may change it.")
    if author is None and number >= bounds.most and not bounds.rolling:
        error = f"There are {number} of this kind already, which is the most. Delete one first."
        raise Conflict(error, [Finding(error, "too-many")])
    preference = Preference(place.kind, place.key, place.owner, author or writing.caller.principal, value)
    if bounds.rolling and is_newest and before == value:  # what was viewed last is viewed again: nothing to write
        return ListedPreference(preference, may_change=True)
    await store.put(preference)
    if bounds.rolling:
        await store.trim(place.owner, place.kind, bounds.most)
    _stored(writing)
    return ListedPreference(preference, may_change=True)


async def delete_preference(writing: Writing, place: PreferencePlace) -> None:
    """Delete a preference; where there is none, do nothing, so that a repeated request succeeds. Raises Forbidden."""
    store = writing.writer.preferences
    author = (await store.present(*place)).author
    if author is None:
        return
    if place.owner == SHARED and not may_change_shared(writing.caller, place.kind, author):
        raise Forbidden("Only the user who shared this, architects and administrators may delete it.")
    await store.drop(*place)
    _stored(writing)


def _stored(writing: Writing) -> None:
    """Preferences are no content: what is cached of the tenant stays valid."""
    writing.writer.keep_revision()
    writing.changed = True


def _check_share(writing: Writing, place: PreferencePlace) -> None:
    if place.owner != SHARED:
        return
    if not BOUNDS[place.kind].shareable:
        raise Forbidden(f"A {place.kind} cannot be shared.")
    if not may_share(writing.caller, place.kind):
        raise Forbidden("Your role does not allow sharing.")


def _value(body: object) -> str:
    """The value in a body, as JSON. Raises InvalidBody."""
    match body:
        case {"value": dict() as value, **rest} if not rest:
            text = msgspec.json.encode(value)
        case _:
            raise InvalidBody('A preference needs {"value": {…}}.')
    if len(text) > LARGEST_VALUE:
        raise InvalidBody(f"A value has up to {LARGEST_VALUE:,} bytes, not {len(text):,}.")
    return text.decode()
