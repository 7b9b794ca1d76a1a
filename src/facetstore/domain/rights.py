"""What a caller may do with an element, and why not. The only place that decides this, for reads, writes and element info.

Three things decide: the role of the caller, what permissions leave of it at the element (`access.py`), and its authors. What
the caller may do right now also depends on state and lock. An object of a flow follows the diagrams that show it (0028).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from facetstore.domain.access import NO_ZONE, Audience, Level
from facetstore.domain.callers import Caller, Role
from facetstore.domain.preference_kinds import PreferenceKind


class Denial(StrEnum):
    """Why a caller may not do something."""

    DRAFT = "draft"
    """The version is not released, and viewers only see released versions."""
    PERMISSION = "permission"
    """Permissions on the element, on its facet or by default grant less."""
    ROLE = "role"
    ADMINISTRATIVE = "administrative"
    """Only administrators may change elements of this type."""
    STRUCTURE = "structure"
    """It is part of the structure, which only architects and administrators may change."""
    AUTHOR = "author"
    """It names authors, and the caller is not one of them."""
    OWN = "own"
    """It is a draft of the caller, and its lifecycle wants others to approve it."""
    STATE = "state"
    LOCK = "lock"
    """Another caller is editing it."""
    RELEASED = "released"
    """It was released: only architects and administrators may delete it."""
    USED = "used"
    """Another element is below it, or refers to it."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts about a version that decide who may do what with it."""

    facet: str
    zone: int = NO_ZONE
    structural: bool = False
    administrative: bool = False
    authors: Collection[str] = ()
    """The people and groups named as its authors; if there are none, every editor may edit it (D2.9)."""
    visible: bool = True
    """Viewers see the version."""
    fixed: bool = False
    """Its state allows no change."""
    holder: str | None = None
    """The principal that is editing it."""
    released: bool = False
    """It was released, or another version that would be deleted with it was."""
    undeletable: bool = False
    """The state of one of these versions allows deletion only with force."""
    used: bool = False
    """An element that the caller sees is below it, or refers to it."""
    diagrams: tuple[Facts, ...] = ()
    """For an object of a flow: the versions whose diagrams show it."""


class Rights(NamedTuple):
    """What a caller may do: None if it is allowed, otherwise why not."""

    see: Denial | None
    open: Denial | None
    edit: Denial | None
    """Change it, regardless of its state and lock."""
    new: Denial | None
    """Add something below it."""
    delete: Denial | None
    approve: Denial | None
    change: Denial | None
    """Edit it now."""
    move: Denial | None
    """Move it now."""
    remove: Denial | None
    """Delete it now, without force."""
    by_role: Denial | None
    """Why the role forbids changing it, whatever permissions say."""
    draft: bool = False
    """Whether the role forbids seeing it, whatever permissions say."""

    @property
    def permissions(self) -> tuple[str, ...]:
        """The permissions that element info lists, in the order of the reference."""
        return tuple(name for name, right in _PERMISSIONS.items() if getattr(self, right) is None)


_PERMISSIONS: Final = {
    "NewElement": "new",
    "EditElement": "edit",
    "DeleteElement": "delete",
    "ShowElement": "see",
    "ApproveElement": "approve",
    "OpenElement": "open",
}


def may_name(audience: Audience, zone: int, facet: str) -> bool:
    """Whether an audience sees elements of a zone and a facet, by name at least."""
    return audience.naming.sees(zone, facet)


def may_open(audience: Audience, zone: int, facet: str) -> bool:
    """Whether an audience may open elements of a zone and a facet."""
    return audience.opening.sees(zone, facet)


def may_see_permissions(caller: Caller) -> bool:
    """Whether a caller may see whom permissions name."""
    return caller.role >= Role.ADMINISTRATOR


def rights_of(caller: Caller, facts: Facts) -> Rights:
    """What a caller may do with a version."""
    own = _rights(caller, facts)
    if not facts.diagrams:
        return own
    # The diagram with the most rights decides: an object can be changed if one of its diagrams can.
    best = max((_rights(caller, each) for each in facts.diagrams), key=lambda each: (not each.edit, not each.change))
    return best._replace(
        see=own.see,
        open=own.open,
        change=best.change or _busy(caller, facts),
        remove=best.remove or _busy(caller, facts) or _needs_force(facts),
    )


def _rights(caller: Caller, facts: Facts) -> Rights:
    levels = caller.access.levels(facts.zone, facts.facet)
    by_role = _change_by_role(caller, facts)

    def permitted(level: Level, otherwise: Denial | None = None) -> Denial | None:
        return otherwise if level in levels else Denial.PERMISSION

    edit, delete = permitted(Level.EDIT, by_role), permitted(Level.DELETE, by_role)
    draft = None if facts.visible or caller.sees_drafts else Denial.DRAFT
    busy = _busy(caller, facts)
    fixed = Denial.STATE if facts.fixed else None
    return Rights(
        see=permitted(Level.SHOW, draft),
        open=permitted(Level.OPEN, draft),
        edit=edit,
        new=permitted(Level.NEW, by_role),
        delete=delete,
        approve=permitted(Level.APPROVE, None if caller.role >= Role.APPROVER else Denial.ROLE),
        change=edit or fixed or busy,
        move=edit or busy,
        remove=delete or busy or _released(caller, facts) or _needs_force(facts),
        by_role=by_role,
        draft=draft is not None,
    )


def _change_by_role(caller: Caller, facts: Facts) -> Denial | None:
    """Why the role of the caller forbids changing such an element; None if it does not."""
    role = caller.role
    if facts.administrative:
        return None if role >= Role.ADMINISTRATOR else Denial.ADMINISTRATIVE
    if role >= Role.ARCHITECT:
        return None
    if role < Role.EDITOR:
        return Denial.ROLE
    if facts.structural:
        return Denial.STRUCTURE
    strange = bool(facts.authors) and caller.principals.isdisjoint(facts.authors)
    return Denial.AUTHOR if strange else None


def _busy(caller: Caller, facts: Facts) -> Denial | None:
    return Denial.LOCK if facts.holder not in (None, caller.principal) else None


def _released(caller: Caller, facts: Facts) -> Denial | None:
    return Denial.RELEASED if facts.released and caller.role < Role.ARCHITECT else None


def _needs_force(facts: Facts) -> Denial | None:
    if facts.undeletable:
        return Denial.STATE
    return Denial.USED if facts.used else None


def approval_of(caller: Caller, authors: Collection[str]) -> Denial | None:
    """Why a caller may not approve a draft of these authors, if its lifecycle wants others to do that; None if the caller may."""
    return None if caller.principals.isdisjoint(authors) else Denial.OWN


def depends_on_authors(caller: Caller) -> bool:
    """Whether authors decide what callers of this role may change."""
    return Role.EDITOR <= caller.role < Role.ARCHITECT


def reads_history(caller: Caller) -> bool:
    """Whether the caller may see who changed what, and what it was before: texts of drafts are among it."""
    return caller.role >= Role.EDITOR


def is_administrator(role: Role | None) -> bool:
    """Whether a user with this role manages users; None: a user without access."""
    return role is not None and role >= Role.ADMINISTRATOR


def reads_proof(caller: Caller) -> bool:
    """Whether the caller may see hashes of whole versions: they depend on all that a version names, so nothing may be hidden."""
    return reads_history(caller) and not caller.audience.is_restricted


def administers(caller: Caller) -> bool:
    """Whether the caller may open locks of others, restore deleted elements, and see the tokens of all."""
    return caller.role >= Role.ADMINISTRATOR


def may_share(caller: Caller, kind: PreferenceKind) -> bool:
    """Whether the caller may create preferences of a kind that all users of the tenant share. A dashboard changes what all of them see."""
    return caller.role >= (Role.ARCHITECT if kind is PreferenceKind.DASHBOARD else Role.EDITOR)


def may_change_shared(caller: Caller, kind: PreferenceKind, author: str) -> bool:
    """Whether the caller may change or delete a shared preference of a kind that this principal created."""
    return caller.role >= Role.ARCHITECT or (may_share(caller, kind) and caller.principal == author)


def moderates(caller: Caller) -> bool:
    """Whether the caller may delete the comments of others."""
    return caller.role >= Role.ARCHITECT


def asks_readers(caller: Caller, *, may_release: bool) -> bool:
    """Whether the caller may ask people to confirm that they have read an element: a user or program who may release it."""
    return caller.role >= Role.EDITOR and may_release


def confirms_review(caller: Caller, owners: Collection[str], rights: Rights) -> bool:
    """Whether the caller may confirm that a version is still right: a user who owns it; without an owner, one who may change it."""
    if caller.is_token:
        return False
    return not caller.principals.isdisjoint(owners) if owners else rights.edit is None


def lists_readers(caller: Caller, owners: Collection[str], *, asks: bool) -> bool:
    """Whether the caller may see who has confirmed an element and who has not. All others see what they confirmed themselves."""
    return asks or administers(caller) or not caller.principals.isdisjoint(owners)
