"""Generated tenants of any size, equal for equal seeds: one batch in memory at a time, all in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, islice
from random import Random
from typing import Final

import msgspec

from facetstore.domain.element import Shape, Version
from facetstore.domain.errors import Conflict
from facetstore.domain.tenant import Tenant
from facetstore.domain.values import ElementId, VersionId
from facetstore.exchange.generate_plan import Plan, plan_for
from facetstore.exchange.generate_values import Languages, Values, languages_of, makers_for, name_of, person, times
from facetstore.exchange.generate_words import Pair
from facetstore.metamodel.lifecycle_model import Lifecycle
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.tenants.tenant_changes import load_metamodel

BATCH: Final = 1000

Progress = Callable[[str, int, int | None], None]

_STATES: Final = (
    ("inEffect", 45), ("released", 20), ("inProcess", 14), ("expired", 8), ("inReview", 5), ("readyForQa", 3),
    ("readyForRelease", 3), ("requestToExpire", 2),
)  # fmt: skip
_SHOWN_STATES: Final = (("show", 95), ("hide", 5))
_CACHED_IDS: Final = 50_000
_SECOND_VERSION: Final = 0.12
_WITH_DIAGRAM: Final = 0.15
_MOST_CONTEXTS: Final = 4
"""Contexts that are filled besides the people of an element."""
_PEOPLE: Final = ("author", "owner", "createdBy", "changedBy")
_PARENTS: Final = {
    "system": "systemDomain",
    "risk": "riskDomain",
    "knowledgeStructureDocument": "knowledgeStructureCategory",
    "requirement": "requirementGroup",
    "product": "productCategory",
    "subCategory": "processHouse",
    "mainProcess": "subCategory",
    "subProcess": "mainProcess",
}
_FLOW: Final = ("evStart", "task", "task", "ruleXor", "task", "task", "evEnd")
"""A small diagram: after the gateway two tasks are side by side."""


@dataclass(frozen=True, slots=True)
class GenerateResult:
    elements: int
    versions: int


async def generate(
    storage: Storage, tenant: Tenant, *, elements: int, seed: int = 1, progress: Progress | None = None
) -> GenerateResult:
    """Add this many elements to a tenant. Raises Conflict if it already holds those of this seed."""
    plan = plan_for(elements, seed)
    metamodel = load_metamodel(tenant, msgspec.json.decode(tenant.additions))
    made = _Generator(plan, metamodel, languages_of(tenant.settings)).versions()
    versions = done = 0
    async with storage.writer(tenant, actor=None, reason=f"generate {elements} from {seed}") as writer:
        if await writer.stored.existing([plan.id_of(0)]):
            raise Conflict(f"{tenant.address} holds the elements of seed {seed} already. Take another one with --seed.")
        while batch := list(islice(made, BATCH)):
            await writer.versions.add(batch, "generated")
            versions += len(batch)
            done += sum(each.first for each in batch)
            if progress is not None:
                progress("generating", done, elements)
    return GenerateResult(done, versions)


class _Generator:
    """Creates the versions of a plan one after the other."""

    def __init__(self, plan: Plan, metamodel: Metamodel, languages: Languages) -> None:
        self._plan = plan
        self._languages = languages
        self._metamodel = metamodel
        self._random = Random(plan.seed)  # noqa: S311  # generated data must be equal every time
        self._id = lru_cache(maxsize=_CACHED_IDS)(plan.id)
        # The facts of a type are computed once.
        self._makers = cache(lambda kind: makers_for(metamodel.types[kind], languages))
        self._contexts = cache(lambda kind: self._contexts_of(metamodel.types[kind]))
        self._weights = cache(lambda kind: _weights(metamodel.lifecycle_of.get(kind)))

    def versions(self) -> Iterator[StoredVersion]:
        for kind, (first, count) in self._plan.ranges.items():
            for place in range(count):
                yield from self._element(self._metamodel.types[kind], first + place, place)
        yield from self._processes()

    def _processes(self) -> Iterator[StoredVersion]:
        """Sub processes and their flow objects, until all elements are created."""
        number = self._plan.processes
        sub_process = self._metamodel.types["subProcess"]
        place = 0
        while number < self._plan.total:
            room = self._plan.total - number - 1
            drawn = room >= len(_FLOW) and self._random.random() < _WITH_DIAGRAM
            made = list(self._element(sub_process, number, place, self._diagram(number) if drawn else ()))
            yield from made
            if drawn:
                yield from self._flow_objects(number, visible=any(each.visible for each in made))
            number += 1 + (len(_FLOW) if drawn else 0)
            place += 1

    def _diagram(self, number: int) -> tuple[Shape, ...]:
        ids = [self._plan.id_of(number + 1 + place, "shape") for place in range(len(_FLOW))]
        before = ((), (0,), (1,), (2,), (3,), (3,), (4, 5))
        return tuple(
            Shape(
                ids[place], ElementId(self._plan.id_of(number + 1 + place)), tuple(ids[each] for each in before[place])
            )
            for place in range(len(_FLOW))
        )

    def _flow_objects(self, number: int, *, visible: bool) -> Iterator[StoredVersion]:
        for place, kind in enumerate(_FLOW):
            made = next(self._element(self._metamodel.types[kind], number + 1 + place, 0))
            yield StoredVersion(made.version, newest=True, visible=visible, published=visible)

    def _element(
        self, element_type: ElementType, number: int, place: int, content: tuple[Shape, ...] = ()
    ) -> Iterator[StoredVersion]:
        """An element with one version, or two."""
        topic, names = name_of(element_type, number, self._random)
        state = self._state(element_type)
        first = self._version(element_type, number, place, topic, names, state, content)
        visible = self._is_visible(element_type, state)
        if not (element_type.versioned and visible and not content and self._random.random() < _SECOND_VERSION):
            yield StoredVersion(first, newest=True, visible=visible, published=visible)
            return
        second = self._version(element_type, number, place, topic, names, "inProcess", (), draft_of=first)
        yield StoredVersion(first, newest=False, visible=True, published=True)
        yield StoredVersion(second, newest=True, visible=False, published=False, first=False)

    def _version(
        self,
        element_type: ElementType,
        number: int,
        place: int,
        topic: Pair,
        names: Pair,
        state: str | None,
        content: tuple[Shape, ...],
        draft_of: Version | None = None,
    ) -> Version:
        id_ = ElementId(self._plan.id_of(number))
        meaning = self._metamodel.state_of.get((element_type.key, state))
        released = meaning is not None and meaning.was_released
        stamps = times(self._random, released=released, versioned=element_type.versioned, later=5 if draft_of else 0)
        own_id = self._plan.id_of(number, "draft" if draft_of else "version") if element_type.versioned else id_
        return Version(
            element=id_,
            id=VersionId(own_id),
            facet=element_type.facet,
            type=element_type.key,
            state=state,
            creation_id=id_ if element_type.identity == "creationId" else None,
            number=("1.1" if draft_of else "1.0" if released else "0.1") if element_type.versioned else None,
            attributes={**self._attributes(element_type, number, topic, names), **stamps},
            related=self._related(element_type),
            content=content,
            parent=self._parent(element_type.key, place),
            position=place,
        )

    def _attributes(self, element_type: ElementType, number: int, topic: Pair, names: Pair) -> Values:
        makers = self._makers(element_type.key)
        values: Values = {name: make(self._random, topic) for name, make in makers.items()}
        if element_type.key == "user":
            return {**values, **person(number, self._random)}
        values["name"] = {lcid: names[place] for lcid, place in self._languages.items()}
        return values

    def _related(self, element_type: ElementType) -> dict[str, tuple[ElementId, ...]]:
        related: dict[str, tuple[ElementId, ...]] = {}
        for name, kinds in self._contexts(element_type.key):
            many = 1 if name in _PEOPLE else 1 + int(self._random.random() * 2)
            chosen = {self._one_of(kinds) for _ in range(many)}
            related[name] = tuple(sorted(chosen))
        return related

    def _one_of(self, kinds: list[str]) -> ElementId:
        kind = kinds[int(self._random.random() * len(kinds))]
        return ElementId(self._id(kind, int(self._random.random() * self._plan.count(kind))))

    def _contexts_of(self, element_type: ElementType) -> list[tuple[str, list[str]]]:
        """The contexts of a type that can be filled, with the kinds each may refer to: the people, then some others."""
        found = []
        for name, each in element_type.contexts.items():
            kinds = [kind for kind in each.related.types if self._plan.count(kind)] if each.related else []
            if kinds and (name in _PEOPLE or (each.related and not each.related.derived)):
                found.append((name, kinds))
        people = [each for each in found if each[0] in _PEOPLE]
        return people + [each for each in found if each[0] not in _PEOPLE and each[1] != ["user"]][:_MOST_CONTEXTS]

    def _state(self, element_type: ElementType) -> str | None:
        states, weights = self._weights(element_type.key)
        return self._random.choices(states, cum_weights=weights)[0] if states else None

    def _is_visible(self, element_type: ElementType, state: str | None) -> bool:
        meaning = self._metamodel.state_of.get((element_type.key, state))
        return meaning is None or meaning.visible

    def _parent(self, kind: str, place: int) -> ElementId | None:
        if kind == "orgUnit":
            return ElementId(self._plan.id(kind, (place - 1) // 8)) if place else None
        above = _PARENTS.get(kind)
        count = self._plan.count(above) if above else 0
        return ElementId(self._plan.id(above, place % count)) if above and count else None


def _weights(lifecycle: Lifecycle | None) -> tuple[list[str], list[int]]:
    """The states of elements of a lifecycle, with cumulative weights."""
    known = lifecycle.states if lifecycle is not None else {}
    found = [(state, weight) for state, weight in (*_STATES, *_SHOWN_STATES) if state in known]
    return [state for state, _ in found], list(accumulate(weight for _, weight in found))
