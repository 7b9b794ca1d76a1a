"""Many callers at two nodes change elements at once: each change is stored once, under its caller."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Final, NamedTuple

import pytest

from facetstore.bootstrap.settings import Settings
from tests.reliability.clients import Client
from tests.reliability.nodes import engine_of, serving
from tests.reliability.tenants import filled, let_in
from tests.support import bundles
from tests.support.proof import record, sampled
from tests.support.storages import ENGINES, new_store

ELEMENTS: Final = "rest/facets/processes/views/detail/elements"
WRITERS: Final = 8
CARELESS: Final = (0, 1)
"""Who sends what is refused."""
CULTURES: Final = ("1031", "1033")
OWN: Final = tuple(bundles.guid(f"own {number}") for number in range(WRITERS))
SHARED: Final = bundles.guid("shared")


@pytest.fixture(params=ENGINES)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    return new_store(request, tmp_path, request.param).settings


class Responses(NamedTuple):
    """The responses that one writer got."""

    me: str
    changes: Counter[str]
    """By element, how many were acknowledged."""
    wrong: list[str]
    """Responses that this writer should not get."""


def write_series(client: Client, number: int, rounds: int, start: Barrier) -> Responses:
    """Change an element of one's own each time, now and then one that all change; and what is refused, if one is careless."""
    me: str = client.read("rest/me")["id"]
    responses = Responses(me, Counter(), [])
    start.wait()
    for round_ in range(rounds):
        change(client, responses, OWN[number], CULTURES[round_ % 2], f"{number} in round {round_}")
        if round_ % 4 == number % 4:
            change(client, responses, SHARED, CULTURES[number % 2], f"Shared by {number} in round {round_}")
        if round_ % 16 == number and number in CARELESS:
            answer = client.post(ELEMENTS, {"elements": [{"id": OWN[number], "attributes": {"nmae": {"1033": "x"}}}]})
            responses.wrong.extend([] if answer.status == 400 else [f"{answer.status} where 400 was due"])
    return responses


def change(client: Client, responses: Responses, id_: str, culture: str, name: str) -> None:
    answer = client.post(ELEMENTS, {"elements": [{"id": id_, "attributes": {"name": {culture: name}}}]})
    if answer.status != 200:
        responses.wrong.append(f"{answer.status}: {answer.body!r}")
        return
    responses.changes[id_] += 1
    (shown,) = answer.json()["elements"]
    by = [each["id"] for each in shown["related"]["changedBy"]]
    if (shown["id"], shown["attributes"]["name"][culture], by) != (id_, name, [responses.me]):
        responses.wrong.append(f"{name} of {id_} by {responses.me} was answered by {shown}")


@pytest.mark.timeout(1800)
def test_each_change_is_kept_once_by_the_caller_who_sent_it(settings: Settings, tmp_path: Path) -> None:
    rounds, names = sampled(1000, 50), [*(f"own {number}" for number in range(WRITERS)), "shared"]
    first = filled(settings, "callers", [bundles.process(name) for name in names])
    callers = [first, *let_in(settings, "callers", WRITERS - 1)]
    start = Barrier(WRITERS)

    with serving(settings, tmp_path, 2) as nodes:

        def write(number: int) -> Responses:
            with nodes[number % 2].client(callers[number]) as client:
                return write_series(client, number, rounds, start)

        with ThreadPoolExecutor(WRITERS) as pool:
            responses = list(pool.map(write, range(WRITERS)))
        with nodes[0].client(first) as client:
            rows = {id_: changes(client, id_) for id_ in (*OWN, SHARED)}
            last = [client.read(f"{ELEMENTS}/{id_}")["elements"][0]["attributes"]["name"] for id_ in OWN]

    assert [wrong for each in responses for wrong in each.wrong] == []
    assert len({each.me for each in responses}) == WRITERS
    kept = {id_: Counter(by for _, by in each) for id_, each in rows.items()}
    assert kept == {
        id_: Counter({each.me: each.changes[id_] for each in responses if each.changes[id_]}) for id_ in kept
    }
    assert last == [
        {CULTURES[round_ % 2]: f"{number} in round {round_}" for round_ in (rounds - 2, rounds - 1)}
        for number in range(WRITERS)
    ]
    number = sum(sum(each.changes.values()) for each in responses)
    record("changes of 8 callers at two nodes at once", number, "each once, by its author", place=engine_of(settings))


def changes(client: Client, id_: str) -> list[tuple[int, str]]:
    """By which change of the tenant, and by whom, an element was changed, according to its history."""
    found: list[tuple[int, str]] = []
    page = 0
    while rows := client.read(f"{ELEMENTS}/{id_}/history", page=str(page := page + 1), pageSize="1000")["values"]:
        found += [(each["revision"], each["by"]) for each in rows if each["kind"] == "element.changed"]
    return found
