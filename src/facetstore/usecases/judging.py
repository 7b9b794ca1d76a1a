"""The facts about stored versions by which `domain/rights.py` decides who may do what.

The card of a version holds them between two marks, so that lists need no lookup: `subProcess+<author>,<author>`, or only
the type. A zone may follow after a space.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from facetstore.domain.access import NO_ZONE
from facetstore.domain.element import Version
from facetstore.domain.rights import Facts
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.lifecycle.new_version import is_draft
from facetstore.usecases.ports.rows import CARD_MARK
from facetstore.usecases.ports.writes import EditLock, StoredVersion, StoredVersions

BY_AUTHORS: Final = b"+"
"""Is in the mark of a version that names authors."""


def authors_of(metamodel: Metamodel, version: Version) -> tuple[str, ...]:
    contexts = metamodel.roles.authors
    return tuple(dict.fromkeys(id_ for context in contexts for id_ in version.related.get(context, ())))


def mark_of(metamodel: Metamodel, version: Version) -> tuple[str, bool]:
    """The text between the marks of the card of a version, and whether the version names authors."""
    authors = authors_of(metamodel, version)
    return (f"{version.type}+{','.join(sorted(authors))}", True) if authors else (version.type, False)


def facts_of(metamodel: Metamodel, stored: StoredVersion, diagrams: Sequence[StoredVersion] = ()) -> Facts:
    """The facts about a loaded version; for a flow object, `diagrams` are the versions whose diagrams show it."""
    version = stored.version
    element_type = metamodel.types[version.type]
    return Facts(
        facet=version.facet,
        zone=stored.zone,
        structural=element_type.structural,
        administrative=element_type.for_administrators,
        authors=authors_of(metamodel, version),
        visible=stored.visible,
        fixed=is_fixed(metamodel, version.type, version.state),
        holder=holder_of(stored.lock),
        diagrams=tuple(facts_of(metamodel, each) for each in diagrams),
    )


def facts_of_mark(metamodel: Metamodel, mark: bytes, zone: int = NO_ZONE) -> Facts:
    """The facts in the text between the marks of a card. `zone` is used if the text names none.

    For a flow object, the texts of the diagrams that show it follow, separated by marks.
    """
    own, *diagrams = mark.decode().split(CARD_MARK)
    type_and_authors, _, own_zone = own.partition(" ")
    type_, _, authors = type_and_authors.partition("+")
    element_type = metamodel.types[type_]
    return Facts(
        facet=element_type.facet,
        zone=int(own_zone) if own_zone else zone,
        structural=element_type.structural,
        administrative=element_type.for_administrators,
        authors=authors.split(",") if authors else (),
        diagrams=tuple(facts_of_mark(metamodel, each.encode()) for each in diagrams),
    )


async def diagrams_of(
    stored: StoredVersions, metamodel: Metamodel, versions: Iterable[Version]
) -> Mapping[str, list[StoredVersion]]:
    """The versions whose diagrams show a flow object, newest first, by flow object. Those in no diagram are left out."""
    flow = [version.element for version in versions if metamodel.types[version.type].flow]
    showing = await stored.showing(flow) if flow else {}
    loaded = await stored.load({id_ for ids in showing.values() for id_ in ids}) if showing else {}
    return {element: [loaded[id_] for id_ in ids] for element, ids in showing.items()}


def is_fixed(metamodel: Metamodel, type_: str, state: str | None) -> bool:
    """Whether versions of this type cannot be changed in this state."""
    known = metamodel.state_of.get((type_, state))
    return known is not None and metamodel.types[type_].versioned and not known.editable


def was_released(metamodel: Metamodel, states: Iterable[tuple[str, str | None]]) -> bool:
    """Whether any of these versions, each given by type and state, was released."""
    return any(metamodel.types[type_].versioned and not is_draft(metamodel, type_, state) for type_, state in states)


def holder_of(lock: EditLock | None) -> str | None:
    """The holder of a lock that has not expired; otherwise None."""
    return lock.holder if lock is not None and lock.expires > time.time_ns() // 1000 else None
