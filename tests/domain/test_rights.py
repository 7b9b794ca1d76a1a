"""The judge: role, permissions, authors, state and lock decide, in this order, and each denial says which of them it was."""

from typing import Any

import pytest

from facetstore.domain.access import Access, Level
from facetstore.domain.callers import Caller, Role
from facetstore.domain.rights import Denial, Facts, Rights, rights_of
from facetstore.domain.values import ElementId

ANNA, GROUP = ElementId("anna"), ElementId("group")


def judged(role: Role, levels: Level = Level.ALL, **facts: Any) -> Rights:
    caller = Caller(1, ANNA, role, 0, frozenset({GROUP}), Access(levels))
    return rights_of(caller, Facts("processes", **facts))


@pytest.mark.parametrize(
    ("role", "facts", "denied"),
    [
        (Role.VIEWER, {}, Denial.ROLE),
        (Role.EDITOR, {}, None),
        (Role.EDITOR, {"structural": True}, Denial.STRUCTURE),
        (Role.ARCHITECT, {"structural": True}, None),
        (Role.ARCHITECT, {"administrative": True}, Denial.ADMINISTRATIVE),
        (Role.ADMINISTRATOR, {"administrative": True}, None),
        (Role.ANALYZER, {"authors": ("ben",)}, Denial.AUTHOR),
        (Role.EDITOR, {"authors": ("ben", "anna")}, None),
        (Role.EDITOR, {"authors": ("group",)}, None),
        (Role.ARCHITECT, {"authors": ("ben",)}, None),
    ],
)
def test_role_and_authors_decide_who_edits(role: Role, facts: dict[str, Any], denied: Denial | None) -> None:
    rights = judged(role, **facts)

    assert (rights.edit, rights.new, rights.delete) == (denied,) * 3


def test_permissions_only_narrow() -> None:
    reads = judged(Role.ADMINISTRATOR, Level.SHOW | Level.OPEN)
    shown = judged(Role.VIEWER, Level.SHOW)

    assert (reads.open, reads.edit, reads.approve) == (None, Denial.PERMISSION, Denial.PERMISSION)
    assert reads.permissions == ("ShowElement", "OpenElement")
    assert (shown.see, shown.open, shown.permissions) == (None, Denial.PERMISSION, ("ShowElement",))
    assert judged(Role.ADMINISTRATOR, Level.NONE).see is Denial.PERMISSION


def test_state_and_lock_decide_about_now() -> None:
    fixed, locked = judged(Role.EDITOR, fixed=True), judged(Role.EDITOR, holder="ben")

    assert (fixed.edit, fixed.change, fixed.move) == (None, Denial.STATE, None)
    assert (locked.edit, locked.change, locked.move, locked.remove) == (None, *(Denial.LOCK,) * 3)
    assert judged(Role.EDITOR, holder="anna").change is None
    assert judged(Role.VIEWER, visible=False).see is Denial.DRAFT


@pytest.mark.parametrize(
    ("role", "facts", "denied"),
    [
        (Role.EDITOR, {}, None),
        (Role.EDITOR, {"released": True}, Denial.RELEASED),
        (Role.ARCHITECT, {"released": True}, None),
        (Role.ARCHITECT, {"released": True, "undeletable": True}, Denial.STATE),
        (Role.EDITOR, {"used": True}, Denial.USED),
    ],
)
def test_what_was_released_or_is_used_is_not_removed(role: Role, facts: dict[str, Any], denied: Denial | None) -> None:
    assert judged(role, **facts).remove is denied


def test_an_object_of_a_flow_goes_by_the_best_of_its_diagrams() -> None:
    strange, fixed, own = (
        Facts("processes", authors=("ben",)),
        Facts("processes", fixed=True),
        Facts("processes", authors=("anna",)),
    )

    assert judged(Role.EDITOR, diagrams=(strange,)).edit is Denial.AUTHOR
    assert judged(Role.EDITOR, diagrams=(strange, fixed)).change is Denial.STATE
    assert judged(Role.EDITOR, diagrams=(strange, fixed, own)).change is None
    assert judged(Role.EDITOR, diagrams=(own,), holder="ben").change is Denial.LOCK
    assert judged(Role.EDITOR, diagrams=(own,), used=True).remove is Denial.USED
