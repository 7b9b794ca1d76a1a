"""Two tenants that differ only in what a caller may not open have the same OData feed for this caller: rows, counts and refusals."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final
from urllib.parse import quote

from tests.support.api import Api
from tests.support.proof import record, sampled
from tests.walls.oracle.stopped import Stopped
from tests.walls.oracle.worlds import ASKING, World, Worlds

WORLDS: Final = sampled(200, 3)
A_WORLD: Final = 40
_FACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "Elements": (
        "elementId",
        "elementName",
        "type",
        "state",
        "parentId",
        "authorId",
        "ownerId",
        "createdDay",
        "changedOn",
    ),
    "References": ("elementId", "context", "targetId", "targetType"),
    "Releases": ("elementId", "versionId", "releasedDay", "isCurrent"),
    "Tasks": ("elementId", "kind", "assigneeId", "openedDay"),
    "Translations": ("elementId", "culture", "missing", "current"),
    "Changes": ("elementId", "day", "kind", "changes"),
    "subProcess": ("elementId", "elementName", "description", "ownerId"),
}
_WAYS: Final = {
    "Elements": ("parent", "owner", "references", "releases", "changes", "translations"),
    "References": ("element", "target"),
    "Changes": ("element",),
}


def _question(random: Random, ids: list[str]) -> str:
    name = random.choice([*_FACTS])
    column = random.choice(_FACTS[name])
    id_ = random.choice(ids)
    part = random.choice(["", "", "released/1033/", "all/1031/"])
    asked = [
        f"{name}/$count",
        f"{name}?$top=3&$skip={random.randint(0, 5)}&$count=true",
        f"{name}?$orderby={column}{random.choice(['', ' desc'])}&$top=5",
        f"{name}?$filter={column} eq null&$count=true",
        f"{name}?$filter=elementId eq '{id_}'&$count=true",
        f"{name}?$filter=elementId gt '{id_}'&$top=2",
        f"Elements('{id_}')",
        f"References?$filter=targetId eq '{id_}'&$count=true",
        f"Elements?$filter=parentId eq '{id_}'&$count=true",
        f"{name}?$expand={random.choice(_WAYS.get(name, ('nothing',)))}&$top=8",
    ]
    return part + random.choice(asked)


def _answer(world: World, question: str) -> tuple[int, Any]:
    token = world.api.database.tokens[world.address, "caller"]
    path = f"/{world.address}/_api/rest/odata/{quote(question, safe='/?&=$(),')}"
    response = world.api.at("GET", path, headers={"symbio-auth-token": token, "prefer": "maxpagesize=4"})
    # The addresses of the worlds are their own.
    return response.status_code, response.text.replace(world.address, "world")


def test_the_feed_shows_nothing_of_what_the_caller_may_not_open(apis: tuple[Api, Api], still: Stopped) -> None:
    answered = 0
    for number in range(WORLDS):
        random = Random(f"feed {number}")
        worlds = Worlds(apis, f"feed-{number}", random, still)
        ids = sorted({*worlds.one.plan.elements, *worlds.other.plan.elements})
        for step in range(A_WORLD):
            question = _question(random, ids)
            answers = []
            for world in worlds.both:
                still.begin(ASKING + step)
                answers.append(_answer(world, question))
            assert answers[0] == answers[1], (worlds.name, worlds.role, question)
            answered += answers[0][0] == 200 and "elementId" in answers[0][1]

    assert answered > WORLDS * A_WORLD / 10
    record("pairs of pages of the OData feed of two worlds", WORLDS * A_WORLD, "alike", engine=apis[0].engine)
