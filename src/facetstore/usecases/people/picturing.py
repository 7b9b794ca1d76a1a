"""Pictures of users: all users set their own, and see those of the users whom they see."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from facetstore.domain.errors import Forbidden, InvalidBody, NotFound
from facetstore.domain.pictures import Picture, WrongPicture, check_picture
from facetstore.domain.values import parse_guid
from facetstore.usecases.ports.selections import TheseElements
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import Reading
from facetstore.usecases.writing import Writing

_NONE = "There is no such user, or no picture of this user."


async def open_picture(reading: Reading, storage: Storage, user_id: str) -> Picture:
    """The picture of a user. Raises NotFound, also where the caller does not see the user."""
    element = parse_guid(user_id)
    if element is None or not await reading.names.names(TheseElements((element,))):
        raise NotFound(_NONE)
    found = await storage.pictures(reading.served.tenant).of(element)
    if found is None:
        raise NotFound(_NONE)
    return found


async def list_pictures(reading: Reading, storage: Storage) -> Mapping[str, str]:
    """The hash of the picture of each user whom the caller sees."""
    found = await storage.pictures(reading.served.tenant).hashes()
    rows = await reading.names.names(TheseElements(tuple(found))) if found else ()
    seen = {each.element for each in rows}
    return {element: hash_ for element, hash_ in found.items() if element in seen}


async def set_picture(writing: Writing, data: bytes) -> Picture:
    """Store the caller's own picture. Raises InvalidBody, and Forbidden for a token."""
    try:
        media_type = check_picture(data)
    except WrongPicture as wrong:
        raise InvalidBody(str(wrong)) from wrong
    element = writing.caller.principal
    stored = (await writing.writer.stored.load([element])).get(element)
    if stored is None or stored.version.type != writing.metamodel.roles.user:
        raise Forbidden("Only users have pictures.")
    picture = Picture(element, media_type, hashlib.sha256(data).hexdigest(), data)
    await writing.writer.pictures.put(picture)
    _stored(writing)
    return picture


async def delete_picture(writing: Writing, user_id: str) -> None:
    """Delete the picture of a user; where there is none, do nothing, so that a repeated request succeeds. Raises NotFound."""
    element = parse_guid(user_id)
    if element is None or not await writing.writer.stored.load([element]):
        raise NotFound("There is no such user.")
    if await writing.writer.pictures.drop(element):
        _stored(writing)


def _stored(writing: Writing) -> None:
    """Pictures of users are no content: what is cached of the tenant stays valid."""
    writing.writer.keep_revision()
    writing.changed = True
