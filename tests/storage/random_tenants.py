"""Tenants at random: elements of every kind with versions, places, references and diagrams, and changes of them.

Everything follows from a seed, so what fails once fails again.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from facetstore.domain.element import Shape, Version
from facetstore.domain.values import ElementId, VersionId
from facetstore.usecases.ports.transactions import Writer
from facetstore.usecases.ports.writes import StoredVersion
from tests.storage.builders import METAMODEL, order_of, plain, shape, stored, task, user, version
from tests.support.bundles import guid

VERSIONED: Final = ("subProcess", "mainProcess", "system", "risk", "inOut", "capability")
STRUCTURE: Final = ("processHouse", "subCategory", "systemDomain", "riskDomain", "view")
FLOW: Final = ("task", "evStart", "evEnd", "ruleXor", "condition")
STATES: Final = ("inProcess", "inReview", "released", "inEffect", "requestToExpire", "expired")
CONTEXTS: Final = ("author", "owner", "secondaryAuthors", "systems", "risks", "hasInput", "hasOutput", "tagFilters")
WORDS: Final = (
    "Äpfel",
    "apfel",
    "Zürich",
    "zurich",
    "Straße",
    "STRASSE",
    "🏭 Werk",
    "مرحبا",
    'quo"te',
    "back\\slash",
    "é",
    "e\u0301",
)


@dataclass
class RandomTenant:
    """Every version of a tenant by its id, in step with what is written of them."""

    random: Random
    versions: dict[str, Version] = field(default_factory=dict)
    _made: int = 0

    @property
    def elements(self) -> Sequence[str]:
        return list(dict.fromkeys(each.element for each in self.versions.values()))

    def of(self, element: str) -> list[Version]:
        """The versions of an element, oldest first."""
        return sorted((each for each in self.versions.values() if each.element == element), key=order_of)

    def stored(self) -> dict[str, StoredVersion]:
        """All versions ready to be written, by id."""
        return {each.version.id: each for each in stored(self.versions.values())}

    def fill(self, size: int) -> None:
        """Add elements until there are about so many versions."""
        for number in range(max(size // 30, 3)):
            self._keep(user(f"user {number}"))
        while len(self.versions) < size:
            self.add_element()

    def add_element(self) -> Sequence[Version]:
        """A new element of any kind, somewhere, with what it may have."""
        make = self.random.choice((self._structure, self._flow, self._diagram, self._versioned, self._versioned))
        made = list(make())
        for each in made:
            self._keep(each)
        return made

    def _keep(self, version: Version) -> None:
        self.versions[version.id] = version

    def _name(self) -> str:
        self._made += 1
        return f"element {self._made}"

    def words(self) -> dict[int, object]:
        random = self.random
        cultures = random.choice(((1031, 1033), (1033,), (1031,)))
        return {culture: " ".join(random.choices(WORDS, k=random.randint(1, 3))) for culture in cultures}

    def related(self) -> dict[str, tuple[ElementId, ...]]:
        random, known = self.random, self.elements
        contexts = random.sample(CONTEXTS, random.randint(0, 4))
        return {
            name: tuple(map(ElementId, random.sample(known, random.randint(1, min(4, len(known))))))
            for name in contexts
        }

    def parent(self) -> ElementId | None:
        places = [each.element for each in self.versions.values() if each.type in (*STRUCTURE, "mainProcess")]
        return self.random.choice(places) if places and self.random.random() < 0.7 else None

    def content(self) -> tuple[Shape, ...]:
        known = [e for e in self.elements if METAMODEL.types[self.of(e)[0].type].flow or self.random.random() < 0.05]
        shown = self.random.sample(known, min(len(known), self.random.randint(0, 6)))
        ids = [guid(f"shape {self.random.random()}") for _ in shown]
        return tuple(
            Shape(id_, ElementId(each), tuple(self.random.sample(ids, min(len(ids), self.random.randint(0, 2)))))
            for id_, each in zip(ids, shown, strict=True)
        )

    def _structure(self) -> Iterator[Version]:
        type_, name = self.random.choice(STRUCTURE), self._name()
        position, state = self.random.randint(0, 3), self.random.choice(("show", "show", "hide"))
        made = plain(name, type_=type_, names=self.words(), state=state, position=position, creation_id=guid(name))
        yield made._replace(related=self.related(), stereotype=self.stereotype(type_), parent=self.parent())

    def _flow(self) -> Iterator[Version]:
        type_ = self.random.choice(FLOW)
        made = task(self._name(), type_=type_, names=self.words())
        yield made._replace(related=self.related(), stereotype=self.stereotype(type_))

    def _diagram(self) -> Iterator[Version]:
        flow = [each for _ in range(3) for each in self._flow()]
        yield from flow
        shapes = tuple(replace(shape("x"), id=guid(f"shape {each.id}"), element=each.element) for each in flow)
        chained = tuple(replace(each, predecessors=tuple(s.id for s in shapes[:n])) for n, each in enumerate(shapes))
        *earlier, last = self._of_type("subProcess")
        yield from earlier
        yield last._replace(content=chained)

    def _versioned(self) -> Iterator[Version]:
        yield from self._of_type(self.random.choice(VERSIONED))

    def _of_type(self, type_: str) -> Iterator[Version]:
        name, parent, position = self._name(), self.parent(), self.random.randint(0, 3)
        for number in self.random.sample(("0.1", "1.0", "1.1", "2.0", "10.0"), self.random.randint(1, 3)):
            made = version(name, number, self.random.choice(STATES), type_=type_, names=self.words(), position=position)
            yield made._replace(related=self.related(), parent=parent, stereotype=self.stereotype(type_))

    def stereotype(self, type_: str) -> str | None:
        known = (None, None, "robot", 'a "quoted" one')
        return self.random.choice(known) if "stereotype" in METAMODEL.types[type_].properties else None

    def changed(self, before: Version) -> Version:
        """A version with one thing about it changed, its place aside."""
        random = self.random
        kind = random.choice(("attributes", "state", "related", "stereotype", "content"))
        if kind == "attributes":
            return before._replace(attributes={**before.attributes, "name": self.words()})
        if kind == "state" and before.state in STATES:
            return before._replace(state=random.choice(STATES))
        if kind == "state" and before.state in ("show", "hide"):
            return before._replace(state=random.choice(("show", "hide")))
        if kind == "content" and METAMODEL.types[before.type].content:
            return before._replace(content=self.content())
        if kind == "stereotype":
            return before._replace(stereotype=self.stereotype(before.type))
        return before._replace(related=self.related())

    def next_version(self, element: str) -> Version | None:
        """A further version of an element, where its type has versions."""
        last = self.of(element)[-1]
        if not METAMODEL.types[last.type].versioned:
            return None
        major, minor = last.major_minor
        number = self.random.choice((f"{major}.{minor + 1}", f"{major + 1}.0"))
        id_ = VersionId(guid(f"{last.id} {number}"))
        return self.changed(last)._replace(id=id_, number=number, state=self.random.choice(STATES))


async def write_all(writer: Writer, tenant: RandomTenant) -> None:
    await writer.versions.add(list(tenant.stored().values()), "added")


async def change(writer: Writer, tenant: RandomTenant) -> None:
    """Change something at random, in the tenant and in what is stored of it."""
    random = tenant.random
    what = random.choice(("replace", "replace", "replace", "version", "element"))
    if what == "element":
        made = tenant.add_element()
        ready = tenant.stored()
        await writer.versions.add([ready[each.id] for each in made], "added")
        await _settle_flow(writer, tenant, made)
        return
    before = random.choice(list(tenant.versions.values()))
    further = tenant.next_version(before.element) if what == "version" else None
    if further is not None:
        await _add_version(writer, tenant, further)
    else:
        await _replace(writer, tenant, before, tenant.changed(before))


async def _add_version(writer: Writer, tenant: RandomTenant, further: Version) -> None:
    tenant.versions[further.id] = further
    await writer.versions.unsettle([further.element])
    await writer.versions.add([tenant.stored()[further.id]._replace(first=False)], "added")
    await writer.versions.settle([further.element])
    await _settle_flow(writer, tenant, [further])


async def _replace(writer: Writer, tenant: RandomTenant, before: Version, after: Version) -> None:
    tenant.versions[after.id] = after
    ready = tenant.stored()[after.id]
    if METAMODEL.types[after.type].versioned:
        await writer.versions.unsettle([after.element])
    await writer.versions.replace([ready], "changed")
    if METAMODEL.types[after.type].versioned:
        await writer.versions.settle([after.element])
    await _settle_flow(writer, tenant, [before, after])


async def _settle_flow(writer: Writer, tenant: RandomTenant, changed: Iterable[Version]) -> None:
    """Diagrams that changed may show flow objects to others than before."""
    shown = {each.element for diagram in changed for each in diagram.content}
    flow = [each for each in shown if METAMODEL.types[tenant.of(each)[0].type].flow]
    if flow:
        await writer.versions.settle_flow_objects(flow)
