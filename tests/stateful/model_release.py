"""The model of the release lifecycle: transitions, tasks and new versions (D6.3, D6.5, D6.10)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tests.stateful.method import (
    ASSIGNEES,
    DECIDES,
    DEFAULT_CULTURE,
    INVARIANT,
    LIFECYCLES,
    MANDATORY,
    NEVER,
    PUBLIC,
    STARTS_A_VERSION,
    Step,
)
from tests.stateful.model import Caller, Element, Json, Model, Refused, ServiceFacts, Shape, Task, Version
from tests.stateful.model_writes import author_is, changed_by, may_edit, with_version

_AFTER_ACCEPTANCE = {
    "Approve quality": "ReadyForQAToReadyForRelease",
    "Approve release": "ReadyForReleaseToReleased",
}
_AFTER_DECLINE = {
    "Review": "InReviewToInProcess",
    "Approve quality": "ReadyForQAToInProcess",
    "Approve release": "ReadyForReleaseToInProcess",
}
_APPROVING = {"InReviewToReadyForQA", "InReviewToReadyForRelease", *_AFTER_ACCEPTANCE.values()}
_EXPIRY = "Approve expiry"
_AUTHORS = ("author", "secondaryAuthors")
_CLEARED = ("reasonForRevision", "validFrom")


def offered(element: Element, version: Version) -> tuple[Step, ...]:
    return LIFECYCLES[element.kind.lifecycle].get(version.state, ())


def apply_transition(
    model: Model, caller: Caller, id_: str, transition: str, given: Json, facts: ServiceFacts, *, ignore_warnings: bool
) -> None:
    """Operation 18."""
    element, version = model.find(id_, public=not caller.is_at_least("editor"))
    step = next((each for each in offered(element, version) if each.id == transition), None)
    if step is None:
        raise Refused(409, "not offered")
    if not _may_take(model, caller, element, version, step):
        raise Refused(403, "not for this caller")
    if not given.keys() <= {step.takes} or (step.takes == "externalReference" and not given):
        raise Refused(400, "takes something else")
    if step.deferred and any(each.version == version.id and each.kind == step.opens for each in model.tasks):
        raise Refused(409, "asked for already")
    _take(model, caller, element, version, step, facts, ignore_warnings=ignore_warnings)


def _is_own(model: Model, caller: Caller, version: Version) -> bool:
    return any(caller.principal in model.named(version, context) for context in _AUTHORS)


def _may_take(model: Model, caller: Caller, element: Element, version: Version, step: Step) -> bool:
    if step.id in _APPROVING and _is_own(model, caller, version):
        return False
    is_author = step.author and caller.principal in model.named(version, "author")
    edits = not step.edits or is_author or may_edit(model, caller, element, version)
    return edits and (is_author or caller.is_at_least(step.role))


def _take(
    model: Model,
    caller: Caller,
    element: Element,
    version: Version,
    step: Step,
    facts: ServiceFacts,
    *,
    ignore_warnings: bool,
) -> None:
    after = version if step.deferred else changed_by(caller, replace(version, state=step.target))
    if step.releases:
        after = _released(caller, after, facts.today)
        if any(_errors(element, after)) or (any(_warnings(model, after)) and not ignore_warnings):
            raise Refused(409, "against the rules")
    if step.expires:
        after = _until(after, facts.today)
    facts.accepted()
    if not step.deferred:
        model.tasks = [each for each in model.tasks if each.version != version.id]
    model.put(with_version(element, after))
    if step.releases:
        _expire_predecessor(model, caller, element.id, after, facts.today)
    if step.opens:
        model.tasks += _opened(model, element, after, step.opens)


def _released(caller: Caller, version: Version, today: str) -> Version:
    major = int(version.number.partition(".")[0]) + 1
    return replace(
        version,
        number=f"{major}.0",
        attributes={"validFrom": {INVARIANT: today}, **version.attributes},
        related={**version.related, "relBy": (caller.principal,)},
    )


def _errors(element: Element, version: Version) -> Iterator[str]:
    for name in MANDATORY[element.type]:
        if not version.attributes.get(name, {}).get(DEFAULT_CULTURE):
            yield f"{name} is mandatory"
    if not version.number.startswith(("0.", "1.")) and not version.attributes.get("reasonForRevision"):
        yield "a second version needs a reason"
    start, end = (version.attributes.get(name, {}).get(INVARIANT) for name in ("validFrom", "validUntil"))
    if start and end and str(start) > str(end):
        yield "ends before it begins"


def _warnings(model: Model, version: Version) -> Iterator[str]:
    followed = {each for shape in version.shapes for each in shape.before}
    for shape in version.shapes:
        shown = model.elements.get(shape.element)
        type_ = shown.type if shown is not None else ""
        if shown is not None and shown.kind.lifecycle and not any(each.state in PUBLIC for each in shown.versions):
            yield "shows a draft"
        if not shape.before and type_ != "evStart":
            yield "does not start with a start event"
        if shape.id not in followed and type_ != "evEnd":
            yield "does not end with an end event"


def _expire_predecessor(model: Model, caller: Caller, id_: str, released: Version, today: str) -> None:
    """The version so far in force ends with the day of the release; what it waited for is settled."""
    for each in model.elements[id_].versions:
        if each.id != released.id and each.state in ("released", "inEffect", "hide"):
            expired = changed_by(caller, _until(replace(each, state="expired"), today))
            model.put(with_version(model.elements[id_], expired))
            model.tasks = [task for task in model.tasks if task.version != each.id]


def _until(version: Version, today: str) -> Version:
    return replace(version, attributes={**version.attributes, "validUntil": {INVARIANT: today}})


def _opened(model: Model, element: Element, version: Version, kind: str) -> list[Task]:
    named = dict.fromkeys(each for context in ASSIGNEES[kind] for each in model.named(version, context))
    own = {each for context in _AUTHORS for each in model.named(version, context)} if kind != _EXPIRY else set()
    people = [each for each in named if each not in own]
    return [Task(kind, element.id, version.id, each) for each in people or (None,)]


def accept_task(model: Model, caller: Caller, task: Task, facts: ServiceFacts, *, ignore_warnings: bool) -> None:
    """All reviewers must accept; of others one is enough."""
    element, version = _decided(model, caller, task)
    if task.kind != _EXPIRY and _is_own(model, caller, version):
        raise Refused(403, "an own draft")
    others = [each for each in model.tasks if (each.kind, each.version) == (task.kind, task.version) and each != task]
    if task.kind == "Review" and others:
        facts.accepted()
        model.tasks.remove(task)
    elif task.kind == _EXPIRY:
        facts.accepted()
        model.tasks = [each for each in model.tasks if each not in (task, *others)]
        expired = changed_by(caller, _until(replace(version, state="expired"), facts.today))
        model.put(with_version(element, expired))
    else:
        follows = _after_review(model, version) if task.kind == "Review" else _AFTER_ACCEPTANCE[task.kind]
        step = next(each for each in offered(element, version) if each.id == follows)
        _take(model, caller, element, version, step, facts, ignore_warnings=ignore_warnings)


def _after_review(model: Model, version: Version) -> str:
    return "InReviewToReadyForQA" if model.named(version, "qualityManager") else "InReviewToReadyForRelease"


def decline_task(model: Model, caller: Caller, task: Task, reason: str, facts: ServiceFacts) -> None:
    """One decline is enough."""
    element, version = _decided(model, caller, task)
    if not reason:
        raise Refused(400, "a decline needs a reason")
    if task.kind == "Approve expiry":
        facts.accepted()
        model.tasks = [each for each in model.tasks if (each.kind, each.version) != (task.kind, task.version)]
        return
    step = next(each for each in offered(element, version) if each.id == _AFTER_DECLINE[task.kind])
    _take(model, caller, element, version, step, facts, ignore_warnings=True)


def _decided(model: Model, caller: Caller, task: Task) -> tuple[Element, Version]:
    if not caller.is_at_least(DECIDES[task.kind]):
        raise Refused(403, "not for this role")
    return model.find(task.version)


def create_version(model: Model, caller: Caller, id_: str, facts: ServiceFacts) -> None:
    """Operation 19."""
    if not caller.is_at_least("editor"):
        raise Refused(403, "viewers create nothing")
    element, version = model.find(id_)
    if not may_edit(model, caller, element, version):
        raise Refused(403, "somebody else's")
    if not element.kind.versioned or version.state not in STARTS_A_VERSION:
        raise Refused(409, "not from this state")
    if any(not each.was_released for each in element.versions):
        raise Refused(409, "there is a draft already")
    facts.accepted()
    draft = _draft(element, model.standing(version), caller, str(facts.elements[0]["versionId"]))
    copied = _copied(model, caller, draft, facts.shapes(draft.id)) if draft.shapes else ()
    model.put(replace(element, versions=(*element.versions, replace(draft, shapes=copied))))


def _draft(element: Element, source: Version, caller: Caller, id_: str) -> Version:
    attributes = {name: values for name, values in source.attributes.items() if name not in _CLEARED}
    related = {name: targets for name, targets in source.related.items() if name != "relBy"}
    stamps = {"createdBy": (caller.principal,), "changedBy": (caller.principal,)}
    major, minor = max(tuple(map(int, each.number.split("."))) for each in element.versions)
    return replace(
        source,
        id=id_,
        state="inProcess",
        number=f"{major}.{minor + 1}",
        attributes={**attributes, "validUntil": {INVARIANT: NEVER}},
        related={**related, **author_is(caller), **stamps},
    )


def _copied(model: Model, caller: Caller, source: Version, shapes: Sequence[tuple[str, str]]) -> tuple[Shape, ...]:
    """The same shapes between the same ones. Flow objects are copies that know what they were copied from first."""
    copies = dict(shapes)
    copied = []
    for shape in source.shapes:
        original = model.elements[shape.element]
        if not original.kind.flow:
            copied.append(shape)
            continue
        id_ = copies[shape.id]
        stamps = {"createdBy": (caller.principal,), "changedBy": (caller.principal,)}
        version = replace(original.newest, id=id_, related={**original.newest.related, **stamps})
        model.put(replace(original, id=id_, versions=(version,)))
        copied.append(replace(shape, element=id_))
    return tuple(copied)
