"""What an agent proposes: drafts that wait for a review, and nothing else.

Every draft is new: a new version of a released element, or a new element. Its review is opened at once, so that a person reads it
before it goes on. An agent says what should change, and never who decides: contexts that name those are refused.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Failure, Finding, InvalidValues, nearest
from facetstore.domain.values import VersionId
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.usecases.editing.element_updates import plan_updates, store_updates
from facetstore.usecases.editing.made import Made
from facetstore.usecases.lifecycle.steps import MESSAGE, Step, steps_of
from facetstore.usecases.lifecycle.transitions import conflict
from facetstore.usecases.ports.proposal_store import Proposal, ProposedDraft
from facetstore.usecases.release.releasing import access_stored, apply_transition, new_version
from facetstore.usecases.writing import Writing, new_id

MOST_DRAFTS: Final = 10
MOST_OPEN: Final = 20
"""How many proposals of one principal wait for a decision."""
_MOST_DECIDED: Final = 500

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ProposedChanges:
    """What an agent asks for: changes of elements, each with `element`, and new elements, each with `type`."""

    title: str
    reason: str
    agent: str
    changes: Sequence[Json]


async def propose(writing: Writing, wanted: ProposedChanges) -> Proposal:
    """Make the drafts of a proposal and open their reviews.

    Raises Conflict where an element has no reviews, or a draft already, and what operations 5, 18 and 19 raise.
    """
    principal = writing.caller.principal
    if await writing.writer.proposals.number_open(principal) >= MOST_OPEN:
        raise conflict(f"{MOST_OPEN} proposals wait for a decision. People must decide about them first.", "too-many")
    id_ = new_id()
    before = [await _draft(writing, number, each) for number, each in enumerate(wanted.changes)]
    drafts = await _filled(writing, id_, wanted.changes, before)
    for draft in drafts:
        message = {MESSAGE: f"{wanted.title}\n{wanted.reason}"}
        await apply_transition(writing, draft.version, draft.step, message, ignore_warnings=False)
    proposal = Proposal(id_, principal, wanted.agent, wanted.title, wanted.reason, tuple(drafts), now())
    await writing.writer.proposals.put(proposal)
    await writing.writer.proposals.trim(_MOST_DECIDED)
    return proposal


def now() -> int:
    return time.time_ns() // 1000


def review_of(metamodel: Metamodel, type_key: str) -> Step | None:
    """The step that gives a new draft to review; None for types whose drafts nothing stands between and their readers."""
    lifecycle = metamodel.lifecycle_of.get(type_key)
    if lifecycle is None or not metamodel.types[type_key].versioned:
        return None
    steps = (each for each in steps_of(metamodel, type_key) if each.source == lifecycle.initial)
    return next((each for each in steps if each.opens is not None and not each.direct and not each.deferred), None)


async def _draft(writing: Writing, number: int, change: Json) -> tuple[str | None, Version | None]:
    """The id of the version that a change starts from, and the draft of it; None for a new element."""
    if "element" not in change:
        _check_reviewed(writing.metamodel, _new_type(writing, change, number), number)
        return None, None
    with _placed((), f"changes[{number}]"):
        stored = await access_stored(writing, change["element"])
        _check_reviewed(writing.metamodel, writing.metamodel.types[stored.version.type], number)
        return str(stored.version.id), await new_version(writing, str(stored.version.id))


def _new_type(writing: Writing, change: Json, number: int) -> ElementType:
    """The type of a new element. Raises InvalidValues."""
    name = str(change["type"])
    if (element_type := writing.offered.type(name)) is None:
        error = f"There is no type {name[:60]!r}.{nearest(name[:60], writing.offered.types)}"
        raise InvalidValues(error, [Finding(error, "unknown-type", f"changes[{number}].type")])
    return element_type


def _check_reviewed(metamodel: Metamodel, element_type: ElementType, number: int) -> None:
    if review_of(metamodel, element_type.key) is None:
        error = (
            f"Elements of type {element_type.key} have no drafts that are reviewed, so nothing is proposed about them."
        )
        raise Conflict(error, [Finding(error, "no-review", f"changes[{number}]")])


async def _filled(
    writing: Writing, id_: str, changes: Sequence[Json], before: Sequence[tuple[str | None, Version | None]]
) -> list[ProposedDraft]:
    """Store what is proposed in the drafts and new elements, one facet after the other; returns them in the order of the changes."""
    found: dict[int, ProposedDraft] = {}
    for facet, numbers in _by_facet(writing, changes, before).items():
        bodies = [_body(changes[number], before[number][1]) for number in numbers]
        view = next(iter(writing.offered.facets[facet].views))
        with _placed(numbers):
            made = await plan_updates(writing, facet, view, {"elements": bodies})
            _check_only_drafts(writing, made, numbers)
            await store_updates(writing, made, details={"proposal": id_})
        after = {each.id: each for each in (*(each for *_, each in made.changed), *(each for _, each in made.created))}
        for number, version_id in zip(numbers, made.versions, strict=True):
            version = after[VersionId(version_id)]
            step = review_of(writing.metamodel, version.type)
            assert step is not None, "it was checked"
            found[number] = ProposedDraft(
                version.element, version.id, version.facet, version.type, step.id, before[number][0]
            )
    return [found[number] for number in sorted(found)]


def _by_facet(
    writing: Writing, changes: Sequence[Json], before: Sequence[tuple[str | None, Version | None]]
) -> Mapping[str, list[int]]:
    found: dict[str, list[int]] = {}
    for number, (change, (_, draft)) in enumerate(zip(changes, before, strict=True)):
        facet = draft.facet if draft is not None else _new_type(writing, change, number).facet
        found.setdefault(facet, []).append(number)
    return found


def _body(change: Json, draft: Version | None) -> dict[str, Any]:
    """A change as operation 5 takes it."""
    given = {name: value for name, value in change.items() if name != "element"}
    return given if draft is None else {"versionId": draft.id, **given}


def _check_only_drafts(writing: Writing, made: Made, numbers: Sequence[int]) -> None:
    """Raise InvalidValues if a body does something else than to fill the drafts: more elements, no change, other deciders."""
    changed = {str(after.id): (path, before.version, after) for path, before, after in made.changed}
    created = {str(version.id): (path, None, version) for path, version in made.created}
    wrong = [
        Finding("A proposal creates no elements that others refer to. Propose them on their own.", "too-much", path)
        for id_, (path, _, _) in created.items()
        if id_ not in made.versions
    ]
    for number, id_ in enumerate(made.versions):
        path, before, after = changed.get(id_) or created.get(id_) or (f"elements[{number}]", None, None)
        if after is None:
            wrong.append(Finding("This changes nothing.", "no-change", path))
        else:
            wrong += [
                Finding(
                    f"{name} says who decides. An agent does not propose that.", "decider", f"{path}.related.{name}"
                )
                for name in sorted(_deciders(writing.metamodel, after.type))
                if _names_others(before, after, name, writing.caller.principal)
            ]
    if wrong:
        raise InvalidValues(wrong[0].error, wrong)


def _deciders(metamodel: Metamodel, type_key: str) -> set[str]:
    """The contexts that say who may change, review or release elements of a type."""
    roles, found = metamodel.roles, set[str]()
    for step in steps_of(metamodel, type_key):
        found.update(step.opens.assignees if step.opens is not None else ())
        found.update(name for each in step.allowed for name in (*each.named_in, *each.same))
    return found | {roles.owner, *roles.authors}


def _names_others(before: Version | None, after: Version, context: str, principal: str) -> bool:
    now_named = after.related.get(context, ())
    if before is None:
        return any(each != principal for each in now_named)
    return now_named != before.related.get(context, ())


@contextmanager
def _placed(numbers: Sequence[int], otherwise: str = "") -> Iterator[None]:
    """Findings about the elements of a body name the changes that these are; those without a place have the other path."""
    paths = {f"elements[{place}]": f"changes[{number}]" for place, number in enumerate(numbers)}
    try:
        yield
    except Failure as failure:
        failure.findings = tuple(_moved(each, paths, otherwise) for each in failure.findings)
        raise


def _moved(finding: Finding, paths: Mapping[str, str], otherwise: str) -> Finding:
    first, dot, rest = finding.path.partition(".")
    return replace(finding, path=f"{paths.get(first, first)}{dot}{rest}" or otherwise)
