"""What a caller may do with an element, and why not: the one place that decides, for reads, writes and all that tells of them.

Three things decide: the caller's role, what permissions leave of it where the element stands (`access.py`), and who its authors are.
What is to be done at once depends on state and lock as well. An object of a flow goes by the diagrams that show it (0028).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from facetstore.domain.access import NO_ZONE, Level
from facetstore.domain.callers import Caller, Role

AUTHORS: Final = ("author", "secondaryAuthors")
"""The contexts that name those who edit an element; if they name no one, every editor may (decision 2)."""


class Denial(StrEnum):
    """Why a caller may not do something."""

    DRAFT = "draft"
    """The version is not released, and viewers see only what is."""
    PERMISSION = "permission"
    """Permissions on the element, on its facet or by default leave less."""
    ROLE = "role"
    ADMINISTRATIVE = "administrative"
    """Only administrators change such elements."""
    STRUCTURE = "structure"
    """It is part of the structure, which architects change."""
    AUTHOR = "author"
    """It names authors, and the caller is none of them."""
    STATE = "state"
    LOCK = "lock"
    """Another caller is editing it."""
    RELEASED = "released"
    """It was released: architects delete it."""
    USED = "used"
    """Something stands below it, or refers to it."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What of a version decides who may do what with it."""

    facet: str
    zone: int = NO_ZONE
    structural: bool = False
    administrative: bool = False
    authors: Collection[str] = ()
    """The people and groups that it names as authors."""
    visible: bool = True
    """Viewers see the version."""
    fixed: bool = False
    """Its state allows no change."""
    holder: str | None = None
    """Who is editing it."""
    released: bool = False
    """It was released, or another version that would be deleted with it."""
    undeletable: bool = False
    """The state of one of them allows to delete it with force only."""
    used: bool = False
    """Something that the caller sees stands below it, or refers to it."""
    diagrams: tuple[Facts, ...] = ()
    """Of an object of a flow: the versions whose diagrams show it."""


class Rights(NamedTuple):
    """What a caller may do; None: he may, else why not."""

    see: Denial | None
    open: Denial | None
    edit: Denial | None
    """Change it, whatever its state is and whoever is editing it."""
    new: Denial | None
    """Add something below it."""
    delete: Denial | None
    approve: Denial | None
    change: Denial | None
    """Edit it now."""
    move: Denial | None
    """Put it elsewhere now."""
    remove: Denial | None
    """Delete it now, without force."""
    by_role: Denial | None
    """Why the role keeps from changing it, whatever permissions say."""
    draft: bool = False
    """The role keeps from seeing it, whatever permissions say."""

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


def rights_of(caller: Caller, facts: Facts) -> Rights:
    """What a caller may do with a version."""
    own = _rights(caller, facts)
    if not facts.diagrams:
        return own
    # The best diagram decides: the object can be changed where one of its diagrams can.
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
    """Why the caller's role keeps him from changing such an element."""
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


def depends_on_authors(caller: Caller) -> bool:
    """Whether callers of this role differ in what they may change, by whether they are named as authors."""
    return Role.EDITOR <= caller.role < Role.ARCHITECT


def administers(caller: Caller) -> bool:
    """Whether the caller opens locks of others, brings back what was deleted, and sees the tokens of all."""
    return caller.role >= Role.ADMINISTRATOR
