"""What requests are made of: the ids, records and words of both worlds, and how one of them is chosen."""

from random import Random
from typing import Final

from tests.support import company
from tests.support.company import Record
from tests.walls.oracle.plan import WORDS, facet_of, key_of, type_of
from tests.walls.oracle.sight import Sight
from tests.walls.oracle.stopped import made_id
from tests.walls.oracle.worlds import Worlds

_AFTER_IMPORT: Final = range(2, 22)
"""The steps that make tasks and deletions."""


class Pool:
    """All that a request about a pair of worlds may name."""

    def __init__(self, worlds: Worlds, random: Random) -> None:
        self.random = random
        self.role = worlds.role
        self.records = [each for sight in Sight for each in self._weighed(worlds, sight)]
        self.ids = sorted({id_ for each in self.records for id_ in (each["id"], key_of(each))})
        every = [each for world in worlds.both for each in world.plan.records.values()]
        shown = [shape["properties"]["shapeId"] for each in every for shape in each.get("content", ())]
        self.shapes = shown or [company.NOWHERE]
        self.parents = {each.get("parent") for each in every}
        self._made = [made_id(step, number) for step in _AFTER_IMPORT for number in (1, 2, 3)]

    def _weighed(self, worlds: Worlds, sight: Sight) -> list[Record]:
        """Records that the caller sees so much of: however many there are, enough of each kind."""
        found = [
            each
            for world in worlds.both
            for each in world.plan.records.values()
            if world.model.sight(each) is sight and facet_of(each) != "cultures"
        ]
        return self.random.choices(found, k=60 if sight is Sight.OPEN else 25) if found else []

    @property
    def word(self) -> str:
        return self.random.choice(WORDS)

    @property
    def id(self) -> str:
        """Of any element or version."""
        return self.random.choice(self.ids)

    @property
    def made(self) -> str:
        """Of something that was made after the import: a task, a deletion."""
        return self.random.choice(self._made)

    def often(self, probability: float) -> bool:
        return self.random.random() < probability

    def id_of(self, about: Record) -> str:
        """An id that leads to a record, mostly: that of the element or of the version, or of a shape, or of nothing."""
        if self.often(0.06):
            return str(self.random.choice((*self.shapes[:20], company.NOWHERE)))
        return str(self.random.choice((about["id"], about["id"], key_of(about))))

    def sibling(self, about: Record) -> str:
        """The id of a version of the same element."""
        return self.random.choice([key_of(each) for each in self.records if each["id"] == about["id"]])

    def target(self, context: str, about: Record) -> str:
        """The id of something that fits a context, mostly."""
        related = type_of(about).properties[context].related
        fitting = [each["id"] for each in self.records if related is not None and each["type"] in related.types]
        return self.random.choice(fitting) if fitting and self.often(0.9) else self.id

    def record(self, type_: str | None = None) -> Record:
        """Any record, or any of a type, if there is one."""
        fitting = [each for each in self.records if type_ is None or each["type"] == type_]
        return self.random.choice(fitting or self.records)
