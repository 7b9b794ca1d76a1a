"""Two tenants that differ only in what a caller may not open answer the agents of this caller alike."""

import json
from random import Random
from typing import Final

from facetstore.rest.mcp.tools import TOOLS
from tests.support.api import Api
from tests.support.proof import record, sampled
from tests.walls.oracle.plan import WORDS
from tests.walls.oracle.stopped import Stopped
from tests.walls.oracle.worlds import ASKING, World, Worlds

WORLDS: Final = sampled(200, 3)
A_WORLD: Final = 60


def _question(worlds: Worlds, random: Random) -> dict[str, object]:
    name = random.choice([*TOOLS])
    if name == "find":
        return {"name": name, "arguments": {"words": random.choice(WORDS)}}
    ids = sorted({*worlds.one.plan.elements, *worlds.other.plan.elements})
    return {"name": name, "arguments": {"element": random.choice(ids)}}


def _answer(world: World, question: dict[str, object]) -> tuple[int, str]:
    token = world.api.database.tokens[world.address, "caller"]
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": question}
    response = world.api.at(
        "POST", f"/{world.address}/mcp", headers={"symbio-auth-token": token}, content=json.dumps(body).encode()
    )
    return response.status_code, response.text


def test_tools_show_nothing_of_what_the_caller_may_not_open(apis: tuple[Api, Api], still: Stopped) -> None:
    answered = 0
    for number in range(WORLDS):
        random = Random(f"agents {number}")
        worlds = Worlds(apis, f"agents-{number}", random, still)
        for step in range(A_WORLD):
            question = _question(worlds, random)
            answers = []
            for world in worlds.both:
                still.begin(ASKING + step)
                answers.append(_answer(world, question))
            assert answers[0] == answers[1], (worlds.name, worlds.role, question)
            assert answers[0][0] == 200
            answered += '\\"data\\":' in answers[0][1]

    assert answered > WORLDS * A_WORLD / 10
    record("pairs of answers of two worlds to agents", WORLDS * A_WORLD, "alike", engine=apis[0].engine)
