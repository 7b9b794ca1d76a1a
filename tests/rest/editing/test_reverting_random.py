"""Whatever happened to an element: each earlier state comes back as it was, and an undo gives the answer of before."""

from collections.abc import Callable
from random import Random
from typing import Final

from tests.support import company
from tests.support.api import Json, element
from tests.support.changing import DETAIL, Changing, existing, new
from tests.support.proof import record, scaled

RETURNS: Final = company.RETURNS
CHANGES: Final = scaled(400)
WORDS: Final = ("amber", "birch", "cedar", "delta", "ember", None)
STAMPS: Final = ("changedOn", "changedBy", "createdOn", "createdBy")


class Drafting:
    """Random changes of one draft: texts by culture, references, and its diagram."""

    def __init__(self, changing: Changing, random: Random) -> None:
        self.changing = changing
        self.random = random
        self.steps: tuple[Callable[[], bool], ...] = (
            self.say,
            self.say,
            self.refer,
            self.draw,
            self.erase,
            self.rename,
        )

    def step(self) -> bool:
        """Change something; returns whether anything was stored."""
        before = self.changing.revision
        self.random.choice(self.steps)()
        return self.changing.revision > before

    def say(self) -> bool:
        random = self.random
        values = {
            name: {str(culture): random.choice(WORDS) for culture in random.sample((1031, 1033), random.randint(1, 2))}
            for name in random.sample(("name", "description", "objective", "abbreviation"), 2)
        }
        return self.changing.post(DETAIL, {"elements": [{"id": RETURNS, "attributes": values}]}).status_code == 200

    def refer(self) -> bool:
        targets = self.random.sample((company.ERP, company.SCANNER), self.random.randint(0, 2))
        related = {"systems": [{"id": each} for each in targets]}
        return self.changing.post(DETAIL, {"elements": [{"id": RETURNS, "related": related}]}).status_code == 200

    def draw(self) -> bool:
        shapes = self._shapes()
        item = new(1, "task", self.random.choice(WORDS) or "step", *([0] if shapes else []))
        before = [existing(0, self.random.choice(shapes))] if shapes else []
        return self.changing.draw(RETURNS, *before, item).status_code == 200

    def erase(self) -> bool:
        shapes = self._shapes()
        joins = {"delete": True, "reconnect": self.random.random() < 0.5}
        return bool(shapes) and self.changing.draw(RETURNS, existing(0, self.random.choice(shapes), **joins)).is_success

    def rename(self) -> bool:
        shapes = self._shapes()
        named = {"attributes": {"name": {"1033": self.random.choice(WORDS) or "step"}}}
        return (
            bool(shapes)
            and self.changing.draw(RETURNS, existing(0, self.random.choice(shapes), element=named)).is_success
        )

    def _shapes(self) -> list[str]:
        return [each["properties"]["shapeId"] for each in self.changing.content(RETURNS)]


def shown(changing: Changing) -> Json:
    """The draft and its diagram, without who changed it when."""
    (draft,) = changing.read(element(RETURNS))["elements"]
    return {**_bare(draft), "content": [_bare(each) for each in changing.content(RETURNS)]}


def _bare(each: Json) -> Json:
    parts = {
        part: {name: value for name, value in each.get(part, {}).items() if name not in STAMPS}
        for part in ("attributes", "related")
    }
    return {**each, **parts}


def test_each_earlier_revision_comes_back_as_it_was(changing: Changing) -> None:
    random = Random(86)
    drafting, then = Drafting(changing, random), dict[int, Json]()
    then[changing.revision] = shown(changing)
    while len(then) < CHANGES // 10:
        if drafting.step():
            then[changing.revision] = shown(changing)

    for revision in random.sample(sorted(then), len(then)):
        answer = changing.write(f"{DETAIL}/{RETURNS}/restore", {"from": revision})
        assert answer["data"] == [], revision
        assert shown(changing) == then[revision], revision
    record("earlier revisions that came back as they were", len(then), "equal", engine=changing.api.engine)


def test_an_undo_gives_the_answer_of_before(changing: Changing) -> None:
    drafting, undone = Drafting(changing, Random(87)), 0
    while undone < CHANGES // 10:
        before = shown(changing)
        if not drafting.step():
            continue
        after = shown(changing)
        if {**after, "content": 0} == {**before, "content": 0} and len(after["content"]) == len(before["content"]):
            continue  # a change of a flow object alone is a change of that element
        changing.write(f"{DETAIL}/{RETURNS}/undo")
        assert shown(changing) == before
        undone += 1
        if undone % 3:  # undone again, the change is back; so the history goes on
            changing.write(f"{DETAIL}/{RETURNS}/undo")
            assert shown(changing) == after
    record("changes undone", undone, "equal", engine=changing.api.engine)
