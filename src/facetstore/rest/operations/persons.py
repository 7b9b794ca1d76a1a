"""What is stored about a person: exporting it, and erasing it."""

from __future__ import annotations

from typing import Final

import msgspec

from facetstore.domain.errors import Finding, InvalidBody, InvalidValues, NotFound
from facetstore.domain.folded_names import Name
from facetstore.domain.values import parse_guid
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.write_requests import read_flag, read_json, write
from facetstore.rest.wire.answer import Content
from facetstore.usecases.people import person_export
from facetstore.usecases.people.person_erasure import ErasedPerson, check_erasable, erase_person, logins_of
from facetstore.usecases.writing import Writing

LARGEST_SCRUBBED: Final = 1 << 30
"""Bytes of a database whose files are cleaned at once: meanwhile, changes of all tenants wait."""
_BODY: Final = (
    'The body repeats the login, to confirm: {"login": …}. Further words that name the person: {"also": […]}.'
)
_ATTACHED: Final = b'attachment; filename="personal-data.json"'


async def export_own(exchange: Exchange) -> Content:
    return _document(await person_export.export_own(exchange.reading, exchange.storage, exchange.call.client))


async def export_person(exchange: Exchange) -> Content:
    person, client = _person(exchange), exchange.call.client
    return _document(await person_export.export_of(exchange.reading, exchange.storage, person, client))


async def erase(exchange: Exchange) -> Content:
    person = _person(exchange)
    login, also = _read_body(await read_json(exchange))

    async def work(writing: Writing) -> Content:
        await check_erasable(writing, person)
        known = await logins_of(writing.writer, writing.served, person)
        if Name(login) not in map(Name, known):
            error = "This is not the login of this user. Nothing was erased."
            raise InvalidValues(error, [Finding(error, InvalidValues.code, "login")])
        erased = await erase_person(writing.writer, writing.served, person, actor=writing.caller.principal, also=also)
        writing.changed = erased.erased is not None
        return Content(_rendered(erased))

    content = await write(exchange, work, whole=True)
    if not read_flag(exchange, "dryRun"):
        await exchange.storage.scrub(LARGEST_SCRUBBED)
    return content


def _person(exchange: Exchange) -> str:
    person = parse_guid(exchange.parameter("userId"))
    if person is None:
        raise NotFound("There is no such user.")
    return person


def _read_body(body: object) -> tuple[str, list[str]]:
    match body:
        case {"login": str() as login, **rest} if not rest.keys() - {"also"}:
            also = rest.get("also", [])
            if isinstance(also, list) and all(isinstance(each, str) for each in also):
                return login.strip(), also
    raise InvalidBody(_BODY)


def _document(document: bytes) -> Content:
    return Content(document, headers=[(b"content-disposition", _ATTACHED)], fleeting=True)


def _rendered(person: ErasedPerson) -> bytes:
    counts = {} if person.erased is None else {**person.erased._asdict(), "tokens": person.tokens}
    named = {"id": person.element, "pseudonym": person.pseudonym, "wasErased": person.erased is None}
    return msgspec.json.encode({"count": 1, "values": [{**named, **counts}]})
