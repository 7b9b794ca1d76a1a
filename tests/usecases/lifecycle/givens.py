"""The people, elements and moments the tests of the lifecycle share."""

from collections.abc import Callable, Mapping
from itertools import count

from facetstore.domain.callers import Caller, Role
from facetstore.domain.element import Version
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import INVARIANT, ElementId, VersionId
from facetstore.metamodel.loader import load_standard, load_with_additions, parse_additions
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.lifecycle.effects import Acting
from facetstore.usecases.lifecycle.perform import Around, Outcome, perform
from facetstore.usecases.lifecycle.transitions import find

STANDARD = load_standard()
SETTINGS = TenantSettings(mandatory_cultures=(1031, 1033))
NOW = "2026-11-15T09:30:00.1234567"
TODAY = "2026-11-15T00:00:00"

ANNA, BEN, CLARA, DORA, EMIL, STRANGER = map(ElementId, ("anna", "ben", "clara", "dora", "emil", "stranger"))

STRICT = load_with_additions(
    parse_additions(
        """
        types:
          contract:
            facet: stakeholders
            identity: versioned
            lifecycle: release
            names: {1031: "Vertrag", 1033: "Contract"}
            descriptions: {1031: "Was vereinbart ist.", 1033: "What is agreed."}
            color: "#6E4A7E"
            include: [named, tracked, versioned]
            directRelease: false
            approvals: {Review: 2, Approve quality: 2}
        """,
        "own.yaml",
    )
)
"""A method with a type of its own that forbids direct release and counts acceptances in its own way."""


def ids(prefix: str = "new") -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"{prefix}{next(numbers)}"


def acting(who: str = "anna", role: Role = Role.EDITOR, *groups: str, now: str = NOW) -> Acting:
    principal = ElementId(who)
    return Acting(
        Caller(1, principal, role, 0, frozenset(map(ElementId, groups))),
        frozenset({principal, *map(ElementId, groups)}),
        now,
        ids(),
    )


def a_version(
    state: str = "inProcess",
    *,
    kind: str = "subProcess",
    number: str = "0.1",
    metamodel: Metamodel = STANDARD,
    related: Mapping[str, tuple[ElementId, ...]] | None = None,
    **attributes: object,
) -> Version:
    """A version that no rule finds anything wrong with; attributes given by name are invariant."""
    texts = {"name": {1031: "Wareneingang", 1033: "Goods receipt"}, "description": {1031: "Prüfen", 1033: "Check"}}
    return Version(
        element=ElementId("element"),
        id=VersionId(f"version-{number}"),
        facet=metamodel.types[kind].facet,
        type=kind,
        state=state,
        number=number,
        attributes={**texts, **{name: {INVARIANT: value} for name, value in attributes.items()}},
        related=dict(related or {}),
    )


def applied(
    version: Version,
    transition: str,
    by: Acting,
    *,
    metamodel: Metamodel = STANDARD,
    around: Around | None = None,
    given: Mapping[str, str] | None = None,
) -> Outcome:
    """What is left after a caller applied a transition by its id."""
    found = find(metamodel, version, transition)
    return perform(metamodel, SETTINGS, version, found, by, around or Around(), given or {})
