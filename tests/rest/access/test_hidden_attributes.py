"""A caller who may not read an attribute cannot find out its value: two databases that differ in it answer alike."""

import re
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Final

import pytest

from tests.rest.access.hidden_worlds import HIDDEN, OPEN, OPERATIONS, Kind, Trial, questions, trials, world
from tests.rest.access.ruled import EVERY_ROLE
from tests.support import company
from tests.support.api import Api, Database
from tests.support.proof import record, scaled

TRIALS: Final = scaled(200)
SEED: Final = 50_203

_PER_REQUEST: Final = ("x-request-id", "content-length")
"""The id of a request, and the length of a refusal that holds it."""
_REQUEST_ID: Final = re.compile(rb'"requestId":"[^"]*"')


class Worlds:
    """Two databases with a tenant for each kind, in which each trial has another value in the one than in the other."""

    def __init__(self, databases: tuple[Database, Database], random: Random) -> None:
        self.trials = {kind: trials(kind, TRIALS, random) for kind in (*HIDDEN, OPEN)}
        for kind, every in self.trials.items():
            for side, database in enumerate(databases):
                records = world(every, side)
                database.add_tenant(_tenant(kind), company.SETTINGS, records, id_=_tenant(kind), roles=EVERY_ROLE)
        self.apis = tuple(Api(database) for database in databases)
        self.engine = databases[0].engine

    def answers(self, kind: Kind, path: str, role: str) -> list[tuple[int, dict[str, str], bytes]]:
        """What each world answers, headers and all."""
        return [_answer(api, _tenant(kind), path, role) for api in self.apis]

    def close(self) -> None:
        for api in self.apis:
            api.close()


def _tenant(kind: Kind) -> str:
    return f"hidden/{kind.name}"


def _answer(api: Api, tenant: str, path: str, role: str) -> tuple[int, dict[str, str], bytes]:
    response = api.get(path, role, tenant=tenant)
    headers = {name: value for name, value in response.headers.items() if name not in _PER_REQUEST}
    return response.status_code, headers, _REQUEST_ID.sub(b"", response.content)


@pytest.fixture(scope="module")
def worlds(database: Database, other_database: Database) -> Iterator[Worlds]:
    worlds = Worlds((database, other_database), Random(SEED))
    yield worlds
    worlds.close()


@pytest.mark.parametrize("kind", HIDDEN, ids=[kind.name for kind in HIDDEN])
def test_answers_show_nothing_of_what_one_may_not_read(worlds: Worlds, kind: Kind) -> None:
    random = Random(f"{SEED} {kind.name}")
    for trial, operation in product(worlds.trials[kind], OPERATIONS):
        path, role = random.choice(questions(trial)[operation]), random.choice(kind.asks)

        one, other = worlds.answers(kind, path, role)

        assert one == other, f"{role}: {path}"
    figures = dict.fromkeys(OPERATIONS, TRIALS)
    record(
        f"pairs of answers without {kind.name}", len(OPERATIONS) * TRIALS, "identical", engine=worlds.engine, **figures
    )


@pytest.mark.parametrize("operation", [each for each in OPERATIONS if each != "search"])
@pytest.mark.parametrize("kind", [*HIDDEN, OPEN], ids=[kind.name for kind in (*HIDDEN, OPEN)])
def test_the_same_questions_show_it_to_those_who_may_read(worlds: Worlds, kind: Kind, operation: str) -> None:
    for trial in worlds.trials[kind][:3]:
        one, other = worlds.answers(kind, questions(trial)[operation][0], kind.reader)

        assert one[0] == other[0] == 200
        assert one[2] != other[2]


def test_searches_show_what_all_users_read(worlds: Worlds) -> None:
    def found(trial: Trial, role: str) -> list[bool]:
        answers = worlds.answers(trial.kind, questions(trial)["search"][0], role)
        return [trial.element.encode() in body for _, _, body in answers]

    assert [found(trial, "viewer") for trial in worlds.trials[OPEN][:3]] == [[True, False]] * 3
    (word, *_) = HIDDEN
    assert [found(trial, "administrator") for trial in worlds.trials[word][:3]] == [[False, False]] * 3
