"""Proposals of agents as people decide about them: read, accepted or declined as one.

A proposal exists for callers who may open every draft of it that is left: its title and its reason may say what is in them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from facetstore.domain.callers import Caller
from facetstore.domain.errors import Forbidden, NotFound
from facetstore.domain.values import parse_guid
from facetstore.metamodel.model import Metamodel
from facetstore.regional.time_zones import TimeZone, to_local
from facetstore.usecases.agents.proposing import now
from facetstore.usecases.labels import names_of, stored_attributes
from facetstore.usecases.lifecycle.steps import TaskState
from facetstore.usecases.lifecycle.task_decisions import Task, is_assigned, may_decide
from facetstore.usecases.lifecycle.transitions import conflict
from facetstore.usecases.ports.proposal_store import Proposal
from facetstore.usecases.ports.reads import Reader
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import Parts, TheseVersions
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.writes import Snapshot
from facetstore.usecases.release.releasing import accept_task, decline_task
from facetstore.usecases.tenancy import Reading
from facetstore.usecases.writing import Writing

MOST_LISTED: Final = 50
_MOST_READ: Final = 200
_PARTS: Final = Parts(attributes=True)
_UNKNOWN: Final = "There is no such proposal."


class ShownProposal(NamedTuple):
    """A proposal, and the drafts of it that are left."""

    proposal: Proposal
    drafts: Mapping[str, ElementRow]


async def list_proposals(reading: Reading, storage: Storage) -> Sequence[ShownProposal]:
    """The proposals that the caller may read: the open ones, then those decided last."""
    async with storage.snapshot(reading.served.tenant) as snapshot:
        newest = await snapshot.proposals.newest(_MOST_READ)
    ids = [draft.version for each in newest for draft in each.drafts]
    opened = await _opened(reading.opened, ids)
    async with storage.snapshot(reading.served.tenant) as snapshot:
        closed = await _left(snapshot, ids, opened)
    shown = [_shown(each, opened) for each in newest if not closed.intersection(_versions(each))]
    return [each for each in shown if each.drafts or reading.caller.audience.sees_all][:MOST_LISTED]


async def access_proposal(reading: Reading, storage: Storage, id_: str) -> ShownProposal:
    """A proposal. Raises NotFound."""
    guid = parse_guid(id_) or ""
    async with storage.snapshot(reading.served.tenant) as snapshot:
        proposal = await snapshot.proposals.one(guid)
    # The same is read for an unknown proposal as for one about hidden drafts.
    ids = _versions(proposal) if proposal is not None else [guid]
    opened = await _opened(reading.opened, ids)
    async with storage.snapshot(reading.served.tenant) as snapshot:
        closed = await _left(snapshot, ids, opened)
    return _access(reading.caller, proposal, opened, closed)


async def _access_stored(writing: Writing, id_: str) -> ShownProposal:
    """The same as `access_proposal`, in a transaction."""
    guid = parse_guid(id_) or ""
    proposal = await writing.writer.proposals.one(guid)
    ids = _versions(proposal) if proposal is not None else [guid]
    opened = await _opened(await writing.writer.reader(writing.caller.audience.opening), ids)
    return _access(writing.caller, proposal, opened, await _left(writing.writer, ids, opened))


def _access(
    caller: Caller, proposal: Proposal | None, opened: Mapping[str, ElementRow], closed: Collection[str]
) -> ShownProposal:
    if proposal is None or closed or not (opened or caller.audience.sees_all):
        raise NotFound(_UNKNOWN)
    return _shown(proposal, opened)


def _versions(proposal: Proposal) -> list[str]:
    return [each.version for each in proposal.drafts]


async def _opened(reader: Reader, ids: Sequence[str]) -> Mapping[str, ElementRow]:
    """The versions that the caller may open, by id."""
    return {row.version: row for row in await reader.elements(TheseVersions(tuple(ids)), _PARTS)} if ids else {}


async def _left(snapshot: Snapshot, ids: Collection[str], opened: Mapping[str, ElementRow]) -> frozenset[str]:
    """Those of the versions that exist although the caller may not open them."""
    missing = [each for each in ids if each not in opened]
    return frozenset(await snapshot.stored.load(missing)) if missing else frozenset()


async def accept_proposal(writing: Writing, id_: str, *, ignore_warnings: bool) -> ShownProposal:
    """Accept the reviews of all drafts that the caller may decide about. Raises NotFound, Forbidden, Conflict, and what accepting a
    task raises."""
    shown, tasks = await _waiting(writing, id_)
    for task in tasks:
        await accept_task(writing, task.id, ignore_warnings=ignore_warnings)
    return await _decided(writing, shown, TaskState.ACCEPTED, None)


async def decline_proposal(writing: Writing, id_: str, reason: str) -> ShownProposal:
    """Decline the reviews of all drafts that the caller may decide about, which go back to their author. Raises as accepting does, and
    Invalid without a reason."""
    shown, tasks = await _waiting(writing, id_)
    for task in tasks:
        await decline_task(writing, task.id, reason)
    return await _decided(writing, shown, TaskState.DECLINED, reason.strip())


async def _waiting(writing: Writing, id_: str) -> tuple[ShownProposal, Sequence[Task]]:
    """A proposal, and one open review of each draft that the caller may decide about. Raises NotFound, Forbidden, Conflict."""
    if writing.caller.is_token:
        raise Forbidden("A person decides about a proposal. This is a token.")
    shown = await _access_stored(writing, id_)
    if shown.proposal.state is not TaskState.OPEN:
        raise conflict(f"This proposal is {shown.proposal.state} already.", "proposal-decided")
    reviews = await _reviews(writing, shown)
    own = await _decidable(writing, reviews)
    if reviews and not own:
        raise Forbidden("The drafts of this proposal are for others to decide about.")
    return shown, own


async def _reviews(writing: Writing, shown: ShownProposal) -> Sequence[Task]:
    """The open tasks that the proposal itself has opened."""
    steps = {each.version: each.step for each in shown.proposal.drafts}
    tasks = await writing.writer.tasks.of_versions(list(shown.drafts)) if shown.drafts else ()
    return [each for each in tasks if each.is_open and each.transition == steps[each.version]]


async def _decidable(writing: Writing, tasks: Sequence[Task]) -> Sequence[Task]:
    """One task of each draft: that of the caller, or else one that the caller decides for others."""
    stored = await writing.writer.stored.load({each.version for each in tasks}) if tasks else {}
    found: dict[str, Task] = {}
    for task in tasks:
        acting, version = writing.acting_on(stored[task.version]), stored[task.version].version
        is_better = task.version not in found or is_assigned(task, acting)
        if is_better and may_decide(writing.metamodel, version, task, acting):
            found[task.version] = task
    return list(found.values())


async def _decided(writing: Writing, shown: ShownProposal, state: TaskState, note: str | None) -> ShownProposal:
    """The proposal after a decision: decided once no draft waits for a review any more."""
    proposal = shown.proposal
    if not await _reviews(writing, shown):
        principal = writing.caller.principal
        proposal = proposal._replace(state=state, decided=now(), decided_by=principal, note=note)
        if not writing.changed:
            writing.writer.keep_revision()
            writing.changed = True
        await writing.writer.proposals.put(proposal)
    reader = await writing.writer.reader(writing.caller.audience.opening)
    return _shown(proposal, await _opened(reader, list(shown.drafts)))


def _shown(proposal: Proposal, opened: Mapping[str, ElementRow]) -> ShownProposal:
    return ShownProposal(proposal, {id_: opened[id_] for id_ in _versions(proposal) if id_ in opened})


def render_proposal(shown: ShownProposal, metamodel: Metamodel, zone: TimeZone) -> Mapping[str, Any]:
    """A proposal as plain data, with date-times of the tenant."""
    proposal = shown.proposal
    drafts = [
        _draft(shown.drafts[each.version], each.before, metamodel)
        for each in proposal.drafts
        if each.version in shown.drafts
    ]
    fields = {
        "id": proposal.id,
        "title": proposal.title,
        "reason": proposal.reason,
        "agent": proposal.agent,
        "principal": proposal.principal,
        "created": to_local(proposal.created, zone),
        "state": proposal.state.value,
        "decided": to_local(proposal.decided, zone) if proposal.decided else None,
        "decidedBy": proposal.decided_by,
        "note": proposal.note,
        "drafts": drafts,
        "gone": len(proposal.drafts) - len(drafts) or None,
    }
    return {name: value for name, value in fields.items() if value is not None}


def _draft(row: ElementRow, before: str | None, metamodel: Metamodel) -> Mapping[str, Any]:
    names = names_of(stored_attributes(row.attributes or b"{}"), metamodel.types[row.type])
    fields = {
        "facetName": row.facet,
        "type": row.type,
        "elementId": row.element,
        "versionId": row.version,
        "beforeId": before,
        "names": {str(culture): name for culture, name in names.items()},
        "state": row.state,
    }
    return {name: value for name, value in fields.items() if value is not None}
