"""Which transitions an element offers, and why a caller may not take one (D6.3).

What is offered depends only on state and type. The caller matters only when a transition is applied or explained.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from facetstore.domain.access import NO_ZONE
from facetstore.domain.callers import Caller, Role
from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Finding
from facetstore.domain.rights import Facts, approval_of, rights_of
from facetstore.domain.values import ElementId
from facetstore.metamodel.lifecycle_model import Transition
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.lifecycle.steps import Alternative, Step, step_of

LEAST_ROLE_IF_UNNAMED: Final = Role.ARCHITECT
"""The lowest role that may act if the contexts of a step are empty (D6.4)."""

NOT_OFFERED: Final = "transition-not-offered"
PERMISSION_MISSING: Final = "permission-missing"
NOT_ALLOWED: Final = "not-allowed"
OWN_DRAFT: Final = "own-draft"
OWN: Final = "You are an author of this draft, so another user must approve it."


@dataclass(frozen=True, slots=True)
class Block:
    """One reason why a caller may not take a step: a stable code and a sentence."""

    code: str
    sentence: str

    @property
    def finding(self) -> Finding:
        return Finding(self.sentence, self.code)


def offered(metamodel: Metamodel, version: Version) -> tuple[Transition, ...]:
    """The transitions that the state and type of the version offer, in the order of the lifecycle."""
    return offered_from(metamodel, version.type, version.state)


def offered_from(metamodel: Metamodel, type_key: str, state: str | None) -> tuple[Transition, ...]:
    """The transitions that are offered in a state; direct releases only for types that allow them."""
    lifecycle = metamodel.lifecycle_of.get(type_key)
    if lifecycle is None or state is None:
        return ()
    direct = metamodel.types[type_key].direct_release
    return tuple(
        each
        for each in lifecycle.transitions
        if each.source == state and (direct or not step_of(metamodel, type_key, each).direct)
    )


def find(metamodel: Metamodel, version: Version, transition_id: str) -> Transition:
    """The offered transition with this id, ignoring letter case. Raises Conflict with those that are offered."""
    known = offered(metamodel, version)
    folded = transition_id.casefold()
    for each in known:
        if each.id.casefold() == folded:
            return each
    findings = [Finding(f"Offered: {each.id}", NOT_OFFERED) for each in known]
    raise Conflict(
        f"{_standing(version)} offers no transition {transition_id}.",
        findings or [Finding("It offers none.", NOT_OFFERED)],
    )


def blocks(
    step: Step,
    caller: Caller,
    version: Version,
    principals: Collection[ElementId],
    zone: int = NO_ZONE,
) -> tuple[Block, ...]:
    """Why this caller may not take the step; empty if the caller may.

    `principals` are the ids by which contexts may name the caller: its own and those of its groups. `zone` is that of the
    version.
    """
    found = []
    if step.permission not in rights_of(caller, _facts(step, version, zone)).permissions:
        found.append(Block(PERMISSION_MISSING, f"This takes the permission {step.permission} on the element."))
    if not any(_holds(each, caller, version, principals) for each in step.allowed):
        found.append(Block(NOT_ALLOWED, f"This takes {'; or '.join(map(_requirement, step.allowed))}."))
    if step.by_others and approval_of(caller, named(version, step.authors)) is not None:
        found.append(Block(OWN_DRAFT, OWN))
    return tuple(found)


def allowed_by_role(step: Step, caller: Caller, version: Version) -> bool:
    """Whether the caller's role allows the step even if no context names the caller."""
    return any(_holds(each, caller, version, ()) for each in step.allowed)


def named(version: Version, contexts: Collection[str]) -> tuple[ElementId, ...]:
    """The elements that these contexts name, each once, in their order."""
    return tuple(dict.fromkeys(target for context in contexts for target in version.related.get(context, ())))


def conflict(sentence: str, code: str) -> Conflict:
    """A conflict with one finding under a code of its own."""
    return Conflict(sentence, [Finding(sentence, code)])


def _standing(version: Version) -> str:
    if version.state is None:
        return f"An element of type {version.type}"
    return f"An element of type {version.type} in state {version.state}"


def _facts(step: Step, version: Version, zone: int) -> Facts:
    """What the permission depends on.

    If the element has authors, those whom the contexts of the step name count as authors too: an owner may take the steps of
    an owner although others are the authors.
    """
    authors = named(version, step.authors)
    partners = named(version, [context for each in step.allowed for context in each.named_in])
    writing = (*authors, *partners) if authors else ()
    return Facts(version.facet, zone, step.structural, step.administrative, authors=writing)


def _holds(alternative: Alternative, caller: Caller, version: Version, principals: Collection[ElementId]) -> bool:
    if caller.role < alternative.role:
        return False
    if alternative.named_in and not _is_partner(alternative, caller, version, principals):
        return False
    return not alternative.same or _is_same(version, alternative.same)


def _is_partner(alternative: Alternative, caller: Caller, version: Version, principals: Collection[ElementId]) -> bool:
    partners = named(version, alternative.named_in)
    if not partners:
        return caller.role >= LEAST_ROLE_IF_UNNAMED
    return any(each in principals for each in partners)


def _is_same(version: Version, contexts: Collection[str]) -> bool:
    """Whether each of the contexts names exactly one, and all of them the same."""
    return len({version.related.get(each, ()) for each in contexts}) == 1 and len(named(version, contexts)) == 1


def _requirement(alternative: Alternative) -> str:
    words = [f"the role {alternative.role.name.lower()} or higher"]
    if alternative.named_in:
        words.append(f"being named as {' or '.join(alternative.named_in)}")
    if alternative.same:
        words.append(f"the same user as {' and '.join(alternative.same)}")
    return " and ".join(words)
