"""What the caller may see and open of a planned tenant, worked out from its permissions alone.

This repeats none of the service's code on purpose: a mistake in the predicate of the service shows as a difference.
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cached_property
from typing import Final

from facetstore.domain.callers import Role
from tests.support.company import Record
from tests.walls.oracle.plan import CALLER, FRIENDS, SETS, TOKENS, Plan, facet_of, key_of, type_of

_INCLUDED: Final[Mapping[str, tuple[str, ...]]] = {
    "show": ("show",),
    "open": ("show", "open"),
    "edit": ("show", "open", "edit"),
    "new": ("show", "open", "edit", "new"),
    "delete": ("show", "open", "delete"),
    "approve": ("show", "open", "approve"),
}
_ALL: Final = frozenset(_INCLUDED)
_AUTOMATION: Final = "automation"
"""The facet of tokens, of which those who do not administer know the names, and of what stands below them nothing."""
_PUBLIC: Final = frozenset({"released", "inEffect", "show", None})
"""States in which viewers see a version; None: it has no states."""


class Sight(Enum):
    """How much of a version the caller gets."""

    HIDDEN = "hidden"
    SHOWN = "show only"
    OPEN = "open"


class Model:
    """The caller's view of one plan, whose records may change in what does not matter here."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._elements = plan.elements
        self._versions = {key: self._sight(each) for key, each in plan.records.items()}

    def sight(self, record: Record) -> Sight:
        """Of one version."""
        return self._versions[key_of(record)]

    def _sight(self, record: Record) -> Sight:
        diagram = self._diagrams.get(record["id"]) if type_of(record).flow else None
        place = diagram or record
        if self._plan.role < Role.EDITOR and _state(place) not in _PUBLIC:
            return Sight.HIDDEN
        by_name = self._plan.role < Role.ADMINISTRATOR and facet_of(record) == _AUTOMATION
        if by_name and record["id"] not in TOKENS:
            return Sight.HIDDEN
        levels = self.levels(self._elements[place["id"]])
        if "show" not in levels:
            return Sight.HIDDEN
        return Sight.OPEN if "open" in levels and not by_name else Sight.SHOWN

    def is_unreleased(self, element: str) -> bool:
        """Whether only its state hides an element: a diagram that the caller opens has a placeholder for it (0077)."""
        record = self._elements[element]
        return self.of(element) is Sight.HIDDEN and "versionId" in record and "show" in self.levels(record)

    def of(self, element: str) -> Sight:
        """Of an element: as much as the caller gets of any of its versions."""
        return self._best[element]

    @cached_property
    def _best(self) -> dict[str, Sight]:
        order, best = list(Sight), dict.fromkeys(self._elements, Sight.HIDDEN)
        for key, record in self._plan.records.items():
            best[record["id"]] = max(best[record["id"]], self._versions[key], key=order.index)
        return best

    def levels(self, record: Record) -> frozenset[str]:
        """What permissions leave to the caller on an element."""
        plan, facet = self._plan, facet_of(record)
        own: frozenset[str] | None = None
        if facet in plan.facets:
            own = _levels(plan.sets) | _levels(_named(plan.facets[facet]))
            if "show" not in own:
                return frozenset()
        default = _levels(plan.sets) if plan.sets else _ALL
        settings = [plan.settings[id_] for id_ in self._path(record) if id_ in plan.settings]
        if not settings:
            return default if own is None else own
        found: frozenset[str] = frozenset()
        for setting in settings:
            named = list(_named(setting.grants))
            found |= _levels(named)
            if not (setting.inherits if named else not setting.excludes):
                return found
        return found | default

    def _path(self, record: Record) -> Iterable[str]:
        """The element and those above it."""
        current: Record | None = record
        while current is not None:
            yield current["id"]
            parent = current.get("parent")
            current = self._elements.get(parent) if parent else None

    @cached_property
    def _diagrams(self) -> dict[str, Record]:
        """By flow object the version whose diagram shows it: in a plan each is shown once."""
        return {shape["id"]: each for each in self._plan.records.values() for shape in each.get("content", ())}


def _named(grants: Mapping[str, str]) -> Iterable[str]:
    return (name for principal, name in grants.items() if principal in (CALLER, FRIENDS))


def _levels(sets: Iterable[str]) -> frozenset[str]:
    return frozenset(level for name in sets for key in SETS[name] for level in _INCLUDED[key])


def _state(record: Record) -> str | None:
    if "state" in record:
        return str(record["state"])
    state = record["attributes"].get("state1", {}).get(127)
    return str(state) if state is not None else None
