"""Who has confirmed the version in force, and who has not: for those who may see it; everyone else sees what they confirmed themselves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from facetstore.domain.errors import Forbidden, NotFound
from facetstore.regional.time_zones import time_zone, to_local
from facetstore.usecases.acknowledging.asking import may_ask, may_list, types_asked
from facetstore.usecases.acknowledging.audience import ROLES, is_released, names_of, people_asked
from facetstore.usecases.ports.acknowledgement_store import Acknowledgement, AskedName, InForce
from facetstore.usecases.ports.rows import NamedRow
from facetstore.usecases.ports.selections import TheseElements
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.reading.comparing import render_actor
from facetstore.usecases.reading.named_elements import opened_by, render_element
from facetstore.usecases.release.offered import find_stored
from facetstore.usecases.tenancy import Reading

MOST_AWAITED: Final = 500
"""Elements that are listed for one person."""


@dataclass(frozen=True, slots=True)
class Readership:
    """Who is asked to confirm an element, and who has."""

    stored: StoredVersion
    in_force: InForce | None
    """The released version that is in force, if there is one."""
    asked: Sequence[AskedName]
    people: Mapping[str, int]
    """The people who are asked, with the time since when; for those who may list them."""
    given: Sequence[Acknowledgement]
    """What was confirmed, of all versions: by everyone or by the caller alone."""
    may_ask: bool
    may_list: bool
    is_asked: bool


async def access_readership(reading: Reading, storage: Storage, facet: str, element_id: str) -> Readership:
    """Whom an element asks and who has confirmed it, as far as the caller may see. Raises NotFound, Forbidden."""
    metamodel, caller = reading.metamodel.whole, reading.caller
    async with storage.snapshot(reading.served.tenant) as snapshot:
        stored = await find_stored(snapshot, metamodel, caller, element_id)
    element = stored.version.element
    if stored.version.facet != facet:
        raise NotFound("There is no such element.")
    store = storage.acknowledgements(reading.served.tenant)
    in_force = (await store.in_force([element])).get(element)
    asked, given = await store.asked([element]), await store.of_element(element)
    lists = may_list(metamodel, caller, stored)
    people = (await people_asked(store, asked, metamodel)).get(element, {}) if lists and asked else {}
    names = await names_of(store, caller, metamodel) if asked else frozenset()
    return Readership(
        stored,
        in_force if in_force is not None and is_released(metamodel, in_force) else None,
        asked if lists else (),
        people,
        given if lists else [each for each in given if each.person == caller.principal],
        may_ask(metamodel, caller, stored),
        lists,
        not names.isdisjoint(each.whom for each in asked),
    )


async def render_readership(reading: Reading, found: Readership) -> Mapping[str, Any]:
    """The readership of the version in force, those who have not confirmed it first."""
    version = found.in_force.version if found.in_force is not None else None
    given = {each.person: each for each in found.given if each.version == version}
    missing = () if version is None else (id_ for id_ in found.people if id_ not in given)
    named = await named_people(reading, {*found.people, *given, *(each.whom for each in found.asked)})
    waiting = sorted((named[id_] for id_ in missing if id_ in named), key=_by_name)
    done = [_confirmed(reading, each, named[each.person]) for each in given.values() if each.person in named]
    own = given.get(reading.caller.principal)
    more = {
        "versionId": version,
        "confirmedOn": None if own is None else _local(reading, own.at),
        "asked": _asked(found.asked, named) if found.may_list else None,
        "askable": _askable(reading) if found.may_ask else None,
    }
    return {
        "count": len(waiting) + len(done),
        "missing": len(waiting),
        "mayAsk": found.may_ask,
        "mayList": found.may_list,
        "isAsked": found.is_asked,
        **{name: value for name, value in more.items() if value is not None},
        "values": [*({"person": each} for each in waiting), *done],
    }


async def named_people(reading: Reading, ids: Collection[str]) -> Mapping[str, Mapping[str, Any]]:
    """Those of these principals that the caller sees, with their names."""
    wanted = tuple(sorted(each for each in ids if each not in ROLES))
    rows: Sequence[NamedRow] = await reading.names.names(TheseElements(wanted)) if wanted else ()
    return {each.element: {"id": each.element, **render_actor(reading, each)} for each in rows}


async def list_awaited(reading: Reading, storage: Storage) -> Sequence[Mapping[str, Any]]:
    """The released versions that the caller is asked to confirm and has not, the oldest question first."""
    metamodel, caller = reading.metamodel.whole, reading.caller
    store = storage.acknowledgements(reading.served.tenant)
    names = await names_of(store, caller, metamodel)
    found = await store.awaited(caller.principal, names, MOST_AWAITED) if names else ()
    found = [each for each in found if is_released(metamodel, each.version)]
    opened = await opened_by(reading, {each.version.element for each in found})
    return [
        {
            "element": render_element(reading, opened[each.version.element]),
            "versionId": each.version.version,
            "askedOn": _local(reading, each.asked),
        }
        for each in found
        if each.version.element in opened
    ]


def check_listing(found: Readership) -> None:
    """Raise Forbidden if the caller may not see what others have confirmed."""
    if not found.may_list:
        raise Forbidden(
            "Only those who may release this element, its owner and administrators see who has confirmed it."
        )


def _asked(asked: Iterable[AskedName], named: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    names = [each.whom for each in asked]
    principals = sorted((named[each] for each in names if each in named), key=_by_name)
    return {"principals": principals, "roles": [each for each in ROLES if each in names]}


def _askable(reading: Reading) -> Sequence[str]:
    return [each for each in types_asked(reading.metamodel.whole) if each in reading.metamodel.types]


def _confirmed(reading: Reading, each: Acknowledgement, person: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"person": person, "confirmedOn": _local(reading, each.at), "culture": each.culture}


def _by_name(person: Mapping[str, Any]) -> tuple[str, str]:
    return next(iter(person["name"].values()), "").casefold(), person["id"]


def _local(reading: Reading, at: int) -> str:
    return to_local(at, time_zone(reading.served.settings.time_zone))
