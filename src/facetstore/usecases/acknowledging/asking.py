"""Asking for acknowledgements: an element asks some people, once and with each new release, until it asks them no more."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final

from facetstore.domain.callers import Caller
from facetstore.domain.errors import Finding, Forbidden, InvalidBody, InvalidValues
from facetstore.domain.rights import asks_readers, lists_readers
from facetstore.domain.values import parse_guid
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.acknowledging.audience import ROLES
from facetstore.usecases.editing.edit_locking import access_in
from facetstore.usecases.lifecycle.steps import steps_of
from facetstore.usecases.lifecycle.transitions import blocks
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.writing import Writing

ASKED: Final = "acknowledgement.asked"
WITHDRAWN: Final = "acknowledgement.withdrawn"
MOST_NAMES: Final = 200
"""How many users, groups, roles and the like an element asks."""
_PRINCIPALS: Final = "principals"
_ROLES: Final = "roles"


def parse_asked(body: Any) -> tuple[str, ...]:
    """The names in a body: ids, and roles of callers. Raises InvalidBody with every finding."""
    given = body if isinstance(body, dict) else {}
    principals, roles = given.get(_PRINCIPALS, []), given.get(_ROLES, [])
    findings = [
        _wrong(f"There is no {name} here; give {_PRINCIPALS} and {_ROLES}.", name)
        for name in given
        if name not in (_PRINCIPALS, _ROLES)
    ]
    if not isinstance(principals, list) or any(_id(each) is None for each in principals):
        findings.append(_wrong(f"{_PRINCIPALS} takes the ids of users, groups and roles.", _PRINCIPALS))
    if not isinstance(roles, list) or any(not isinstance(each, str) or each not in ROLES for each in roles):
        findings.append(_wrong(f"{_ROLES} takes some of {', '.join(ROLES)}.", _ROLES))
    if findings:
        raise InvalidBody(findings[0].error, findings)
    names = tuple(dict.fromkeys((*filter(None, map(_id, principals)), *roles)))
    if not 1 <= len(names) <= MOST_NAMES:
        error = f"An element asks 1 to {MOST_NAMES} users, groups and roles, not {len(names)}."
        raise InvalidBody(error, [_wrong(error, _PRINCIPALS)])
    return names


async def ask(writing: Writing, facet: str, element_id: str, names: tuple[str, ...]) -> str:
    """Ask these and no others to confirm what is released of an element; returns its id.

    Raises NotFound, Forbidden, InvalidValues.
    """
    stored = await access_in(writing, facet, element_id)
    _check_asker(writing, stored)
    version = stored.version
    await _check_names(writing, [each for each in names if each not in ROLES])
    store = writing.writer.acknowledgements
    if {each.whom for each in await store.asked([version.element])} != set(names):
        await store.ask(version.element, names, writing.caller.principal, time.time_ns() // 1000)
        await writing.writer.history.remark(ASKED, version.element, {"count": str(len(names))})
        writing.changed = True
    return version.element


async def withdraw(writing: Writing, facet: str, element_id: str) -> str:
    """Ask no user any more; returns the id of the element. What was confirmed stays. Raises NotFound, Forbidden."""
    stored = await access_in(writing, facet, element_id)
    _check_asker(writing, stored)
    element, store = stored.version.element, writing.writer.acknowledgements
    if await store.asked([element]):
        await store.ask(element, (), writing.caller.principal, 0)
        await writing.writer.history.remark(WITHDRAWN, element, {})
        writing.changed = True
    return element


def may_ask(metamodel: Metamodel, caller: Caller, stored: StoredVersion) -> bool:
    """Whether the caller may ask: who may take a step by which such an element is released."""
    return asks_readers(caller, may_release=_may_release(metamodel, caller, stored))


def may_list(metamodel: Metamodel, caller: Caller, stored: StoredVersion) -> bool:
    """Whether the caller may see who has confirmed and who has not: who may ask, who owns the element, and administrators."""
    owners = stored.version.related.get(metamodel.roles.owner, ())
    return lists_readers(caller, owners, asks=may_ask(metamodel, caller, stored))


def _may_release(metamodel: Metamodel, caller: Caller, stored: StoredVersion) -> bool:
    version, lifecycle = stored.version, metamodel.lifecycle_of.get(stored.version.type)
    if lifecycle is None:
        return False
    direct = metamodel.types[version.type].direct_release
    return any(
        lifecycle.states[step.target].released
        and not lifecycle.states[step.source].was_released
        and (direct or not step.direct)
        # In which state it is now does not matter here, only whom it names.
        and not blocks(step, caller, version, caller.principals, stored.zone)
        for step in steps_of(metamodel, version.type)
    )


def _check_asker(writing: Writing, stored: StoredVersion) -> None:
    if not may_ask(writing.metamodel, writing.caller, stored):
        raise Forbidden("Only those who may release this element may ask for acknowledgements.")


async def _check_names(writing: Writing, ids: list[str]) -> None:
    """Raise InvalidValues for ids that the caller sees nothing under that can be asked."""
    found, types = await writing.existing(ids), types_asked(writing.metamodel)
    findings = [
        Finding(f"{id_} is no user, group or role that can be asked.", InvalidValues.code, _PRINCIPALS)
        for id_ in ids
        if id_ not in found or found[id_].element != id_ or found[id_].type not in types
    ]
    if findings:
        raise InvalidValues(findings[0].error, findings)


def types_asked(metamodel: Metamodel) -> Sequence[str]:
    """The types of what can be asked: users, groups, and what has holders."""
    roles = metamodel.roles
    holding = (key for key, each in metamodel.types.items() if any(name in each.contexts for name in roles.holders))
    return [roles.user, roles.user_group, *holding]


def _id(value: object) -> str | None:
    return parse_guid(value) if isinstance(value, str) else None


def _wrong(error: str, path: str) -> Finding:
    return Finding(error, InvalidBody.code, path)
