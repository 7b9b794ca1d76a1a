"""Who approved which version of an element, and whether the version still says what was approved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from facetstore.domain.rights import reads_history, reads_proof
from facetstore.domain.values import parse_guid
from facetstore.metamodel.model import Metamodel
from facetstore.regional.time_zones import time_zone, to_local
from facetstore.usecases.ports.approval_reads import Approval
from facetstore.usecases.ports.selections import TheseElements
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.reading.comparing import render_actor
from facetstore.usecases.release.approved import Approvable, approved_document, hash_of, read_approvable
from facetstore.usecases.tenancy import Reading


class JudgedApproval(NamedTuple):
    """An approval, and whether its version still has the hash; None: the caller may not know."""

    approval: Approval
    holds: bool | None


async def list_approvals(
    reading: Reading, storage: Storage, types: Mapping[str, str]
) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Of elements, given with their types, the approvals by version, the oldest first; none for callers who may not read a history."""
    if not reads_history(reading.caller):
        return {}
    judged = await judge_approvals(reading, storage, types)
    actors = await name_actors(reading, (each.approval for each in judged))
    found: dict[str, list[Mapping[str, Any]]] = {}
    for each in judged:
        found.setdefault(each.approval.version, []).append(_rendered(reading, each, actors))
    return found


async def judge_approvals(reading: Reading, storage: Storage, types: Mapping[str, str]) -> Sequence[JudgedApproval]:
    """The approvals of elements, each with whether it still holds."""
    tenant, metamodel = reading.served.tenant, reading.metamodel.whole
    approvals = await storage.approvals(tenant.key, types.keys())
    proven = {each for each in {each.element for each in approvals} if may_prove(reading, types[each])}
    if not proven:
        return [JudgedApproval(each, None) for each in approvals]
    async with storage.snapshot(tenant) as snapshot:
        known = await read_approvable(snapshot.stored, metamodel, proven)
    hashes = {
        (each.version, each.without): hash_today(known[each.version], metamodel, each.without)
        for each in {(each.version, each.without): each for each in approvals}.values()
        if each.version in known
    }
    return [
        JudgedApproval(each, each.hash == hashes.get((each.version, each.without)) if each.element in proven else None)
        for each in approvals
    ]


def hash_today(approvable: Approvable, metamodel: Metamodel, without: Sequence[str]) -> str:
    return hash_of(approved_document(approvable, metamodel, without))


def may_prove(reading: Reading, type_: str) -> bool:
    """Whether the caller may read everything that the hash of such a version depends on."""
    metamodel = reading.metamodel
    if not reads_proof(reading.caller):
        return False
    types = (each for each in metamodel.whole.types.values() if each.flow or each.key == type_)
    return all(metamodel.hidden.isdisjoint(each.properties) for each in types)


async def name_actors(reading: Reading, approvals: Iterable[Approval]) -> Mapping[str, Mapping[str, Any]]:
    """By id, those who approved and whom the caller sees."""
    ids = {each.actor for each in approvals if each.actor is not None and parse_guid(each.actor)}
    rows = await reading.names.names(TheseElements(tuple(sorted(ids)))) if ids else ()
    return {row.element: render_actor(reading, row) for row in rows}


def _rendered(reading: Reading, each: JudgedApproval, actors: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    approval, zone = each.approval, time_zone(reading.served.settings.time_zone)
    actor = approval.actor
    is_shown = actor in actors or reading.caller.audience.sees_all or parse_guid(actor or "") is None
    fields = {
        "by": actor if is_shown else None,
        "actor": actors.get(actor or ""),
        "at": to_local(approval.at, zone),
        "revision": approval.revision,
        "kind": approval.kind,
        "task": approval.task,
        "hash": approval.hash if each.holds is not None else None,
        "holds": each.holds,
    }
    return {name: value for name, value in fields.items() if value is not None}
