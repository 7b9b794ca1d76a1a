"""Signed release records: what was approved, by whom and when, to be checked without this service."""

from __future__ import annotations

import base64
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from facetstore.domain.errors import Forbidden, NotFound
from facetstore.usecases.ports.approval_reads import Approval
from facetstore.usecases.ports.selections import Parts
from facetstore.usecases.ports.signing_keys import Signatures, SigningKey, SigningKeys
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.reading.accessing import access_element, access_view
from facetstore.usecases.reading.sides import Path
from facetstore.usecases.release.approvals import may_prove, name_actors
from facetstore.usecases.release.approved import (
    Approvable,
    Document,
    approved_document,
    canonical,
    hash_of,
    read_approvable,
)
from facetstore.usecases.tenancy import Reading

FORMAT: Final = "facetstore-release-record-1"
_HIDDEN: Final = (
    "A release record holds all that a version names. Only callers from whom nothing is hidden may have one."
)
_NONE: Final = "No approval holds for what is stored of this version, so there is no record of it."


async def release_record(
    reading: Reading, storage: Storage, signatures: Signatures, path: Path, version_id: str
) -> Mapping[str, Any]:
    """The signed record of a version. Raises NotFound, also if it is not approved as it is stored; Forbidden."""
    facet, _ = access_view(reading.metamodel, path[0], path[1])
    element = await access_element(reading, facet, path[2], Parts())
    row = await access_element(reading, facet, version_id, Parts())
    if row.element != element.element or row.version != version_id.casefold():
        raise NotFound("There is no such version of this element.")
    if not may_prove(reading, row.type):
        raise Forbidden(_HIDDEN)
    tenant, metamodel = reading.served.tenant, reading.metamodel.whole
    async with storage.snapshot(tenant) as snapshot:
        known = await read_approvable(snapshot.stored, metamodel, (row.element,))
    approvals = [each for each in await storage.approvals(tenant.key, (row.element,)) if each.version == row.version]
    approvable = known.get(row.version)
    document = _approved_as(approvable, approvals, reading) if approvable is not None else None
    if approvable is None or document is None:
        raise NotFound(_NONE)
    names = await name_actors(reading, approvals)
    record = {
        "format": FORMAT,
        "tenant": {"id": tenant.id, "address": str(tenant.address)},
        "number": approvable.version.number,
        "state": approvable.version.state,
        "issued": _utc(time.time_ns() // 1000),
        "document": document,
        "hash": hash_of(document),
        "approvals": [_recorded(each, names) for each in approvals],
    }
    return await _signed({name: each for name, each in record.items() if each is not None}, storage, signatures)


def _approved_as(approvable: Approvable, approvals: Sequence[Approval], reading: Reading) -> Document | None:
    """The document of a version as its last approval that holds covers it; None if none holds."""
    for each in reversed(approvals):
        document = approved_document(approvable, reading.metamodel.whole, each.without)
        if hash_of(document) == each.hash:
            return document
    return None


def _recorded(each: Approval, names: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    fields = {
        "by": each.actor,
        "name": names.get(each.actor or "", {}).get("name"),
        "at": _utc(each.at),
        "kind": each.kind,
        "task": each.task,
        "hash": each.hash,
        "revision": each.revision,
        "row": each.row,
        "headBefore": each.before,
        "headAfter": each.after,
    }
    return {name: value for name, value in fields.items() if value is not None}


async def _signed(record: Mapping[str, Any], storage: Storage, signatures: Signatures) -> Mapping[str, Any]:
    key = await storage.signing_keys().current(signatures.make)
    value = base64.b64encode(signatures.sign(key.private, canonical(record))).decode()
    return {**record, "signature": {"algorithm": "Ed25519", "key": key.id, "value": value}}


async def public_keys(keys: SigningKeys) -> Mapping[str, Any]:
    """The public keys as a JSON Web Key Set (RFC 7517, RFC 8037), the newest first."""
    return {"keys": [_public(each) for each in await keys.all()]}


def _public(key: SigningKey) -> Mapping[str, str]:
    x = base64.urlsafe_b64encode(key.public).rstrip(b"=").decode()
    found = {"kty": "OKP", "crv": "Ed25519", "x": x, "kid": key.id, "use": "sig", "created": _utc(key.created)}
    return found if key.retired is None else {**found, "retired": _utc(key.retired)}


def _utc(microseconds: int) -> str:
    return datetime.fromtimestamp(microseconds / 1_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
