"""Operations 18 and 19 and the tasks: reads what the lifecycle engine needs, and stores what it decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Finding, Forbidden, OnlyWarnings, RulesBroken
from facetstore.domain.rights import Denial
from facetstore.domain.values import ElementId, day_of, parse_guid
from facetstore.metamodel.schedule import advanced
from facetstore.usecases.lifecycle import task_decisions as deciding
from facetstore.usecases.lifecycle.delegates import check_delegate
from facetstore.usecases.lifecycle.effects import days_until_valid
from facetstore.usecases.lifecycle.new_version import create_version, is_draft
from facetstore.usecases.lifecycle.perform import Outcome, follow, perform
from facetstore.usecases.lifecycle.task_decisions import Decision, Task
from facetstore.usecases.lifecycle.transitions import find
from facetstore.usecases.lifecycle.validation import RuleFinding, Severity, blocking, severity_of
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.reading.accessing import NOT_OPENED
from facetstore.usecases.release.approved import approved_details
from facetstore.usecases.release.offered import TransitionSurroundings, find_stored, surroundings
from facetstore.usecases.release.task_reads import find_task
from facetstore.usecases.writing import Writing, shown_in

_SCHEDULED: Final = "release.scheduled"


async def apply_transition(
    writing: Writing, element_id: str, transition_id: str, given: Mapping[str, str], *, ignore_warnings: bool
) -> Version:
    """Apply a transition; returns the version as it was before."""
    stored = await access_stored(writing, element_id)
    transition = find(writing.metamodel, stored.version, transition_id)
    beside = await _beside(writing, stored)
    outcome = perform(
        writing.metamodel, writing.settings, stored.version, transition, writing.acting_on(stored), beside.around, given
    )
    _check(writing, outcome, ignore_warnings=ignore_warnings)
    await _store(writing, outcome, beside, f"release.{transition.id}", outcome.recorded)
    return stored.version


async def accept_task(writing: Writing, task_id: str, *, ignore_warnings: bool) -> Task:
    """Accept a task. A transition that follows is validated as if it were applied: warnings stop it unless they are ignored."""
    task, stored = await _access_task(writing, task_id)
    _check_approver(writing, stored)
    beside = await _beside(writing, stored)
    decision = deciding.accept(writing.metamodel, stored.version, task, beside.around.tasks, writing.acting_on(stored))
    return await _decide(writing, task, stored, beside, decision, ignore_warnings=ignore_warnings)


async def decline_task(writing: Writing, task_id: str, reason: str) -> Task:
    """Decline a task with a reason. Warnings do not stop it."""
    task, stored = await _access_task(writing, task_id)
    _check_approver(writing, stored)
    beside = await _beside(writing, stored)
    decision = deciding.decline(
        writing.metamodel, stored.version, task, beside.around.tasks, writing.acting_on(stored), reason
    )
    return await _decide(writing, task, stored, beside, decision, ignore_warnings=True)


async def delegate_task(writing: Writing, task_id: str, to: str) -> Task:
    """Delegate a task to another user."""
    task, stored = await _access_task(writing, task_id)
    tasks = await writing.writer.tasks.of_versions([task.version])
    guid = parse_guid(to)
    changed = deciding.delegate(
        writing.metamodel, stored.version, task, tasks, writing.acting_on(stored), ElementId(guid or to)
    )
    found = (await writing.load([guid])).get(guid) if guid is not None else None
    # The check of the delegate reveals its role, so the caller must be allowed to open it.
    if found is not None and writing.rights(found).open is not None:
        raise Forbidden(NOT_OPENED)
    check_delegate(writing.metamodel, stored.version, task, found.version if found is not None else None, to)
    await writing.writer.tasks.change([changed])
    await _note(writing, "task.delegated", stored, {"task": task.kind, "to": str(changed.assignee)})
    return changed


async def _decide(
    writing: Writing,
    task: Task,
    stored: StoredVersion,
    beside: TransitionSurroundings,
    decision: Decision,
    *,
    ignore_warnings: bool,
) -> Task:
    outcome = follow(
        writing.metamodel, writing.settings, stored.version, decision, writing.acting_on(stored), beside.around
    )
    _check(writing, outcome, ignore_warnings=ignore_warnings)
    decided = next(each for each in decision.changed if each.id == task.id)
    step = decision.follows.transition if decision.follows is not None else None
    kind = f"release.{step}" if step is not None else f"task.{decided.state}"
    await _store(writing, outcome, beside, kind, {"task": task.kind, **outcome.recorded})
    return decided


def _check(writing: Writing, outcome: Outcome, *, ignore_warnings: bool) -> None:
    """Raise RulesBroken, or OnlyWarnings, with all findings that stop a transition."""
    if stopping := blocking(outcome.findings, ignore_warnings=ignore_warnings):
        raise _stopped(stopping, writing.settings.default_data_culture)


def _stopped(findings: Sequence[RuleFinding], culture: int) -> Conflict:
    rendered = [Finding(each.message(culture), each.rule, each.path) for each in findings]
    if severity_of(findings) is Severity.ERROR:
        return RulesBroken("The rules of the release are not fulfilled.", rendered)
    return OnlyWarnings(
        "The rules of the release are not fulfilled. Warnings can be ignored with ignoreWarnings=true.", rendered
    )


async def new_version(writing: Writing, element_id: str) -> Version:
    """Create a new draft of an element; returns the draft."""
    stored = await access_stored(writing, element_id)
    if writing.rights(stored).edit is not None:
        raise Forbidden("You may not create a version of this element.")
    versions = await writing.writer.stored.versions_of([stored.version.element])
    drafts = [each for each in versions if is_draft(writing.metamodel, each.version.type, each.version.state)]
    shown = await writing.writer.stored.load(shown_in(stored.version))
    made = create_version(
        writing.metamodel,
        stored.version,
        {ElementId(id_): each.version for id_, each in shown.items()},
        writing.acting_on(stored),
        existing_draft=bool(drafts),
        numbers=[each.version.number or "" for each in versions],
    )
    await writing.add(made.flow_objects, "element.copied", diagram=made.version)
    await writing.add([made.version], "version.created", first=False)
    await writing.writer.versions.settle_flow_objects(shown_in(made.version))
    return made.version


async def access_stored(writing: Writing, id_: str) -> StoredVersion:
    """The version that an id names: that version, or the newest one of that element that the caller may see.

    Raises NotFound, Forbidden, PreconditionFailed.
    """
    found = await find_stored(writing.writer, writing.metamodel, writing.caller, id_)
    writing.check_revision(found)
    return found


async def _access_task(writing: Writing, task_id: str) -> tuple[Task, StoredVersion]:
    """A task and the version that it is about. Raises NotFound, Forbidden, PreconditionFailed."""
    task, stored = await find_task(writing.writer, writing.metamodel, writing.caller, task_id)
    writing.check_revision(stored)
    return task, stored


def _check_approver(writing: Writing, stored: StoredVersion) -> None:
    # The task itself says who may decide it. A permission that is missing denies it to all of them.
    if writing.rights(stored).approve is Denial.PERMISSION:
        raise Forbidden("You may not decide about this element.")


async def _beside(writing: Writing, stored: StoredVersion) -> TransitionSurroundings:
    return await surroundings(writing.writer, writing.metamodel, writing.settings, writing.caller, stored)


async def _store(
    writing: Writing, outcome: Outcome, beside: TransitionSurroundings, kind: str, details: Mapping[str, str]
) -> None:
    """Store the outcome of a transition: versions, tasks, and a row in the history of its version, with the hash of what it approves."""
    if outcome.approves:
        # Read before anything is written: what the outcome changes is no part of what was approved.
        details = {**details, **await approved_details(writing, outcome.version)}
    if outcome.closed:
        await writing.writer.tasks.change(outcome.closed)
    if outcome.opened:
        await writing.writer.tasks.add(outcome.opened)
    if outcome.predecessor is not None:
        await _replace(writing, beside, outcome.predecessor, kind, {})
    before = beside.versions[outcome.version.id]
    if outcome.version != before.version:
        await _replace(writing, beside, outcome.version, kind, details)
    else:
        await _note(writing, kind, before, details)


async def _replace(
    writing: Writing, beside: TransitionSurroundings, version: Version, kind: str, details: Mapping[str, str]
) -> None:
    before = beside.versions[version.id]
    after = writing.changed_to(before, version, stamped=False)
    if after.visible and _waits(writing, version, beside):
        after = after._replace(visible=False)
    await writing.replace([(before, after)], kind, details)


def _waits(writing: Writing, version: Version, beside: TransitionSurroundings) -> bool:
    """Whether viewers go on seeing the version in force, because this one is valid later only."""
    others = (each for id_, each in beside.versions.items() if id_ != version.id)
    in_force = any(each.visible and each.version.major_minor < version.major_minor for each in others)
    today = day_of(writing.now)
    return in_force and writing.settings.keeps_predecessor and bool(days_until_valid(writing.metamodel, version, today))


async def _note(writing: Writing, kind: str, stored: StoredVersion, details: Mapping[str, str]) -> None:
    await writing.writer.history.note(kind, stored.version.element, stored.version.id, details)
    writing.changed = True


async def advance(writing: Writing, stored: StoredVersion, target: str) -> None:
    """Move a version to the state that is due by its date."""
    await writing.store(stored, advanced(stored.version, target), _SCHEDULED, stamped=False)


async def supersede(writing: Writing, stored: StoredVersion, target: str, successor: StoredVersion) -> None:
    """Move a version to the state that it has once a later one is valid, which viewers see from now on."""
    tasks = await writing.writer.tasks.of_versions([stored.version.id])
    if closed := deciding.close_open(tasks, writing.acting_on(stored)):
        await writing.writer.tasks.change(closed)
    changes = [(stored, writing.changed_to(stored, advanced(stored.version, target), stamped=False))]
    if not successor.visible:
        changes.append((successor, writing.changed_to(successor, successor.version, stamped=False)))
    await writing.replace(changes, _SCHEDULED)
