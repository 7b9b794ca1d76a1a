"""Who is asked: users, the members of groups, those whom elements such as roles name as their holders, and all with a role of callers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from facetstore.domain.callers import ROLE_NAMES, Caller, Role
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.ports.acknowledgement_store import Acknowledgements, AskedName, InForce
from facetstore.usecases.principals import Principal

ROLES: Mapping[str, Role] = {name: Role[name.upper()] for name in ROLE_NAMES}


def is_released(metamodel: Metamodel, version: InForce) -> bool:
    """Whether a version in force is one that was released, so that it can be confirmed."""
    state = metamodel.state_of.get((version.type, version.state))
    return state is not None and state.released


async def names_of(store: Acknowledgements, caller: Caller, metamodel: Metamodel) -> frozenset[str]:
    """The names under which elements ask a caller; none for a program."""
    if caller.is_token:
        return frozenset()
    holding = await store.holding(caller.principal, metamodel.roles.holders)
    roles = (name for name, role in ROLES.items() if role <= caller.role)
    return frozenset((*caller.principals, *holding, *roles))


async def people_asked(
    store: Acknowledgements, asked: Iterable[AskedName], metamodel: Metamodel
) -> Mapping[str, Mapping[str, int]]:
    """By element, the active users whom it asks, each with the time since when. The number of statements does not depend on how many
    these are."""
    asked = list(asked)
    roles = metamodel.roles
    ids = {each.whom for each in asked if each.whom not in ROLES}
    belonging: dict[str, set[str]] = {id_: {id_} for id_ in ids}
    if ids:
        for name, person in (*await store.members(ids, roles.groups), *await store.held(ids, roles.holders)):
            belonging[name].add(person)
    everyone = any(each.whom in ROLES for each in asked)
    wanted = None if everyone else {person for persons in belonging.values() for person in persons}
    active = await active_people(store, wanted, metamodel)
    for name in {each.whom for each in asked if each.whom in ROLES}:
        belonging[name] = {id_ for id_, each in active.items() if each.role is not None and each.role >= ROLES[name]}
    found: dict[str, dict[str, int]] = {}
    for each in asked:
        since = found.setdefault(each.element, {})
        for person in belonging[each.whom] & active.keys():
            since[person] = min(each.asked, since.get(person, each.asked))
    return found


async def active_people(
    store: Acknowledgements, ids: Collection[str] | None, metamodel: Metamodel
) -> Mapping[str, Principal]:
    """These users, or all, by id, without those who may not sign in."""
    if ids is not None and not ids:
        return {}
    user = metamodel.roles.user
    people = await store.people(ids, metamodel.types[user].facet, user)
    return {each.element: each for each in people if each.role is not None}
