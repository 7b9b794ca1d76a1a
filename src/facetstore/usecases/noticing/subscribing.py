"""Subscriptions: a person follows an element, or everything below it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from facetstore.domain.errors import Conflict, Finding, InvalidBody
from facetstore.usecases.ports.notice_store import Subscription
from facetstore.usecases.ports.selections import TheseElements
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.reading.accessing import access_row
from facetstore.usecases.reading.comparing import render_actor
from facetstore.usecases.reading.named_elements import opened_by, render_element
from facetstore.usecases.release.releasing import access_stored
from facetstore.usecases.tenancy import Reading
from facetstore.usecases.writing import Writing

MOST_FOLLOWED: Final = 500
"""Elements that one person follows."""


async def list_followed(reading: Reading, storage: Storage) -> Sequence[Mapping[str, Any]]:
    """What the caller follows and may open."""
    found = await storage.notices(reading.served.tenant).followed(reading.caller.principal)
    opened = await opened_by(reading, {each.element for each in found})
    return [
        {"element": render_element(reading, opened[each.element]), "below": each.below}
        for each in found
        if each.element in opened
    ]


async def list_followers(reading: Reading, storage: Storage, element_id: str) -> Sequence[Mapping[str, Any]]:
    """Who follows an element, as far as the caller sees them. Raises NotFound, Forbidden."""
    row = await access_row(reading, element_id)
    found = await storage.notices(reading.served.tenant).following(row.element)
    ids = tuple(sorted({each.person for each in found}))
    names = {each.element: each for each in await reading.names.names(TheseElements(ids))} if ids else {}
    return [
        {"person": {"id": each.person, **render_actor(reading, names[each.person])}, "below": each.below}
        for each in found
        if each.person in names
    ]


def parse_below(body: object) -> bool:
    """Whether what is below an element is followed, too, by a body. Raises InvalidBody."""
    if body is None:
        return False
    if not isinstance(body, dict) or set(body) - {"below"} or not isinstance(body.get("below", False), bool):
        error = 'A subscription takes {"below": true} or {"below": false}.'
        raise InvalidBody(error, [Finding(error, InvalidBody.code, "below")])
    return bool(body.get("below", False))


async def follow(writing: Writing, element_id: str, *, below: bool) -> str:
    """Follow an element; returns its id. Raises NotFound, Forbidden, Conflict."""
    element = (await access_stored(writing, element_id)).version.element
    notices, person = writing.writer.notices, writing.caller.principal
    known = await notices.followed(person)
    if len(known) >= MOST_FOLLOWED and all(each.element != element for each in known):
        raise Conflict(f"You follow {MOST_FOLLOWED} elements already. Follow what they stand below instead.")
    await notices.follow(Subscription(element, person, below, time.time_ns() // 1000))
    _keep(writing)
    return element


async def unfollow(writing: Writing, element_id: str) -> str:
    """Follow an element no more; returns its id. Raises NotFound, Forbidden."""
    element = (await access_stored(writing, element_id)).version.element
    await writing.writer.notices.unfollow(element, writing.caller.principal)
    _keep(writing)
    return element


def _keep(writing: Writing) -> None:
    """A subscription is no content: the tenant stays at its revision."""
    writing.writer.keep_revision()
    writing.changed = True
