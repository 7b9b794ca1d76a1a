"""Operations 18 and 19 and the tasks between them: what the lifecycle engine decides, read and stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Finding, Forbidden, NotFound
from facetstore.domain.values import ElementId, parse_guid
from facetstore.usecases.lifecycle import tasks as deciding
from facetstore.usecases.lifecycle.new_version import create_version, is_draft
from facetstore.usecases.lifecycle.perform import Around, Explained, Outcome, explain, follow, perform
from facetstore.usecases.lifecycle.tasks import Decision, Task
from facetstore.usecases.lifecycle.transitions import find
from facetstore.usecases.lifecycle.validation import RuleFinding, Severity, Shown, blocking, severity_of
from facetstore.usecases.write_ports import StoredVersion
from facetstore.usecases.writing import Writing, shown_in


class Stopped(Conflict):
    """Rules stand against a step: errors, or warnings that can be ignored."""

    code = "validation"

    def __init__(self, findings: Sequence[RuleFinding], culture: int) -> None:
        self.severity = severity_of(findings)
        told = [Finding(each.message(culture), each.rule, each.path) for each in findings]
        only_warnings = self.severity is Severity.WARNING
        hint = " Warnings can be ignored with ignoreWarnings=true." if only_warnings else ""
        super().__init__(f"The rules of the release are not fulfilled.{hint}", told)


async def apply_transition(
    writing: Writing, element_id: str, transition_id: str, given: Mapping[str, str], *, ignore_warnings: bool
) -> str:
    """Take a step of the lifecycle; returns the version it was taken on."""
    stored = await access_stored(writing, element_id)
    transition = find(writing.metamodel, stored.version, transition_id)
    around, versions = await _around(writing, stored)
    outcome = perform(writing.metamodel, writing.settings, stored.version, transition, writing.acting, around, given)
    if stopping := blocking(outcome.findings, ignore_warnings=ignore_warnings):
        raise Stopped(stopping, writing.settings.default_data_culture)
    await _store(writing, outcome, versions, f"release.{transition.id}")
    return stored.version.id


async def explain_transitions(writing: Writing, element_id: str) -> tuple[Explained, ...]:
    """Every offered step, whether this caller may take it, and what the rules would find."""
    stored = await access_stored(writing, element_id)
    around, _ = await _around(writing, stored)
    return explain(writing.metamodel, writing.settings, stored.version, writing.acting, around)


async def accept_task(writing: Writing, task_id: str) -> Task:
    task, stored, around, versions = await _access_task(writing, task_id)
    decision = deciding.accept(writing.metamodel, stored.version, task, around.tasks, writing.acting)
    return await _decide(writing, task, stored, around, versions, decision)


async def decline_task(writing: Writing, task_id: str, reason: str) -> Task:
    task, stored, around, versions = await _access_task(writing, task_id)
    decision = deciding.decline(writing.metamodel, stored.version, task, around.tasks, writing.acting, reason)
    return await _decide(writing, task, stored, around, versions, decision)


async def delegate_task(writing: Writing, task_id: str, to: str) -> Task:
    task, stored, around, _ = await _access_task(writing, task_id)
    guid = parse_guid(to)
    known = await writing.writer.existing([guid]) if guid is not None else {}
    if guid is None or guid not in known:
        raise NotFound("There is nobody of this id to delegate to.")
    changed = deciding.delegate(
        writing.metamodel, stored.version, task, around.tasks, writing.acting, ElementId(known[guid].element)
    )
    await writing.writer.tasks.change([changed])
    await writing.writer.touch([task.element], "task.delegated")
    writing.changed = True
    return changed


async def _decide(
    writing: Writing,
    task: Task,
    stored: StoredVersion,
    around: Around,
    versions: Mapping[str, StoredVersion],
    decision: Decision,
) -> Task:
    outcome = follow(writing.metamodel, writing.settings, stored.version, decision, writing.acting, around)
    if stopping := blocking(outcome.findings, ignore_warnings=True):
        raise Stopped(stopping, writing.settings.default_data_culture)
    await _store(writing, outcome, versions, "task.decided")
    return next(each for each in decision.changed if each.id == task.id)


async def new_version(writing: Writing, element_id: str) -> str:
    """A new draft of an element; returns its version id."""
    stored = await access_stored(writing, element_id)
    if not writing.may_edit(stored.version):
        raise Forbidden("You may not create a version of this element.")
    versions = await writing.writer.versions_of([stored.version.element])
    drafts = [each for each in versions if is_draft(writing.metamodel, each.version.type, each.version.state)]
    shown = await writing.writer.load(shown_in(stored.version))
    made = create_version(
        writing.metamodel,
        stored.version,
        {ElementId(id_): each.version for id_, each in shown.items()},
        writing.acting,
        existing_draft=bool(drafts),
        numbers=[each.version.number or "" for each in versions],
    )
    await writing.add(made.flow_objects, "element.copied")
    await writing.add([made.version], "version.created", first=False)
    await writing.writer.settle_flow_objects(shown_in(made.version))
    return made.version.id


async def access_stored(writing: Writing, id_: str) -> StoredVersion:
    """The version an id names: that version, or the newest one of that element the caller may see. Raises NotFound."""
    guid = parse_guid(id_)
    found = (await writing.writer.load([guid])).get(guid) if guid is not None else None
    if found is not None and not writing.caller.sees_drafts:
        found = await _seen(writing, found, by_version=guid == str(found.version.id))
    if found is None:
        raise NotFound("There is no such element.")
    writing.check_revision(found)
    return found


async def _seen(writing: Writing, stored: StoredVersion, *, by_version: bool) -> StoredVersion | None:
    """What a caller who sees no drafts gets for an id: that version if he sees it, or the one that is published."""
    if stored.visible or by_version:
        return stored if stored.visible else None
    versions = await writing.writer.versions_of([stored.version.element])
    return next((each for each in versions if each.published), None)


async def _access_task(
    writing: Writing, task_id: str
) -> tuple[Task, StoredVersion, Around, Mapping[str, StoredVersion]]:
    guid = parse_guid(task_id)
    task = await writing.writer.tasks.one(guid) if guid is not None else None
    stored = await writing.writer.version(task.version) if task is not None else None
    if task is None or stored is None:
        raise NotFound("There is no such task.")
    around, versions = await _around(writing, stored)
    return task, stored, around, versions


async def _around(writing: Writing, stored: StoredVersion) -> tuple[Around, Mapping[str, StoredVersion]]:
    """What a step needs to know beside the version, and the stored versions it may change."""
    own = stored.version
    versions = {str(each.version.id): each for each in await writing.writer.versions_of([own.element])}
    before = [each.version for each in versions.values() if each.version.id != own.id and _was_released(writing, each)]
    tasks = await writing.writer.tasks.of_versions(versions)
    shown = await writing.writer.load(shown_in(own)) if own.content else {}
    labels = {ElementId(id_): _shown(writing, each.version) for id_, each in shown.items()}
    return Around(before[-1] if before else None, tasks, labels), versions


def _was_released(writing: Writing, stored: StoredVersion) -> bool:
    version = stored.version
    state = writing.metamodel.state(version.type, version.state) if version.state else None
    return state is not None and state.was_released


def _shown(writing: Writing, version: Version) -> Shown:
    element_type = writing.metamodel.types[version.type]
    texts = (version.attributes.get(name, {}) for name in element_type.label)
    words = (
        str(values.get(writing.settings.default_data_culture) or next(iter(values.values()), "")) for values in texts
    )
    return Shown(version.type, " ".join(filter(None, words)))


async def _store(writing: Writing, outcome: Outcome, versions: Mapping[str, StoredVersion], kind: str) -> None:
    """Store what a step leaves behind: versions, tasks, and a row in the history with what was given along."""
    for version in filter(None, (outcome.predecessor, outcome.version)):
        before = versions[version.id]
        if version != before.version:
            await writing.store(before, version, kind, stamped=False)
    await writing.writer.tasks.change(outcome.closed)
    await writing.writer.tasks.add(outcome.opened)
    if outcome.closed or outcome.opened or outcome.recorded:
        await writing.writer.note(kind, outcome.version.element, outcome.version.id, dict(outcome.recorded))
        writing.changed = True


async def advance(writing: Writing, stored: StoredVersion, target: str) -> None:
    """Take a step that comes with time."""
    await writing.store(stored, replace(stored.version, state=target), "release.scheduled", stamped=False)
