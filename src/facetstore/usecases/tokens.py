"""Tokens: a secret shown once, its digest stored, and the element that acts when it is used."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final
from uuid import uuid4

import msgspec

from facetstore.domain.callers import ROLE_NAMES, Role
from facetstore.domain.element import Attributes, Version
from facetstore.domain.errors import Finding, InvalidValues, nearest
from facetstore.domain.values import INVARIANT, ElementId, VersionId, equality_key, is_clean_text
from facetstore.regional import local_now, time_zone
from facetstore.usecases.ports import Reader, Storage
from facetstore.usecases.selections import AUTHOR_NOTE_MARK, GOTO_MARK, ListOf, Parts
from facetstore.usecases.tenancy import ServedTenant, token_digest
from facetstore.usecases.write_ports import StoredVersion

DEFAULT_DAYS: Final = 90
_MOST_DAYS: Final = 3650
_LONGEST_NAME: Final = 100

_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"
_LENGTH: Final = 26
_DAY: Final = 86_400_000_000_000

_FACET: Final = "automation"
_TYPE: Final = "authToken"

_decoder = msgspec.json.Decoder(dict[str, dict[int, object] | None])


async def create_token(
    storage: Storage,
    served: ServedTenant,
    name: str,
    role: Role,
    days: int = DEFAULT_DAYS,
    *,
    clock: Callable[[], int] = time.time_ns,
) -> str:
    """Make a token, or renew the one of this name, and return its secret. Raises InvalidValues.

    A renewed token is the same element with a new secret and validity; the old secret is worth nothing from then on.
    """
    _check(name, days)
    secret = new_secret()
    now = clock()
    attributes = _attributes(served, name, role, now, days)
    async with storage.writer(served.tenant, actor=None, reason=f"token create {name}") as writer:
        # Nobody else writes now, so no second token of this name can come into being.
        known = await _find(storage.reader(served.tenant, drafts=True), name)
        earlier = await writer.version(known) if known is not None else None
        if earlier is not None:
            merged = {**earlier.version.attributes, **attributes, "createdOn": earlier.version.attributes["createdOn"]}
            token = replace(earlier, version=replace(earlier.version, attributes=merged))
            await writer.replace_version(token, "token.renewed")
        else:
            token = StoredVersion(_element(attributes), newest=True, visible=True, published=True)
            await writer.add_versions([token], "token.created")
        await writer.set_token(token.version.element, token_digest(secret), role, (now + days * _DAY) // 1000)
    return secret


def parse_role(text: str) -> Role:
    """The role of this name, ignoring letter case. Raises InvalidValues."""
    folded = text.strip().casefold()
    if folded not in ROLE_NAMES:
        raise InvalidValues(
            f"There is no role {text!r}.{nearest(text, ROLE_NAMES)} The roles are: {', '.join(ROLE_NAMES)}."
        )
    return Role[folded.upper()]


def new_secret() -> str:
    """26 characters of base 32 from 130 random bits (decision 2)."""
    number = secrets.randbits(5 * _LENGTH)
    return "".join(_ALPHABET[number >> (5 * place) & 31] for place in range(_LENGTH))


def _check(name: str, days: int) -> None:
    findings = []
    if not name.strip() or len(name) > _LONGEST_NAME or not is_clean_text(name):
        findings.append(
            Finding(f"A token needs a name of 1 to {_LONGEST_NAME} characters.", InvalidValues.code, "name")
        )
    if not 1 <= days <= _MOST_DAYS:
        findings.append(
            Finding(f"A token is valid for 1 to {_MOST_DAYS} days, not {days}.", InvalidValues.code, "days")
        )
    if findings:
        raise InvalidValues("The token cannot be made.", findings)


def _attributes(served: ServedTenant, name: str, role: Role, now: int, days: int) -> Attributes:
    zone = time_zone(served.settings.time_zone)
    stamp = local_now(zone, clock=lambda: now)
    end = local_now(zone, clock=lambda: now + days * _DAY)
    flags: dict[str, object] = {each.attribute: each <= role for each in Role}
    values = {
        **flags,
        "roleInactive": False,
        "createdOn": stamp,
        "changedOn": stamp,
        "validFrom": stamp,
        "validUntil": end,
    }
    names: dict[int, object] = dict.fromkeys(served.settings.data_cultures, name)
    return {"name": names, **{key: {INVARIANT: value} for key, value in values.items()}}


def _element(attributes: Attributes) -> Version:
    id_ = str(uuid4())
    return Version(ElementId(id_), VersionId(id_), _FACET, _TYPE, creation_id=id_, attributes=attributes)


async def _find(reader: Reader, name: str) -> str | None:
    """The id of the token of this name, in any culture."""
    wanted = equality_key(name)
    for row in await reader.elements(ListOf(_FACET), Parts(attributes=True)):
        if row.type == _TYPE and wanted in {equality_key(str(each)) for each in _names(row.attributes or b"{}")}:
            return row.element
    return None


def _names(document: bytes) -> tuple[object, ...]:
    text = document.replace(GOTO_MARK.encode(), b"null").replace(AUTHOR_NOTE_MARK.encode(), b"null")
    return tuple((_decoder.decode(text).get("name") or {}).values())
