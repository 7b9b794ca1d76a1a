"""Two nodes on one database that want the same at the same moment: one gets it, and nothing is lost."""

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from facetstore.bootstrap.settings import Settings
from tests.reliability.clients import Caller, Client, Json
from tests.reliability.nodes import SPLIT, Node, engine_of, serving
from tests.reliability.tenants import filled, people, tasks_of, text
from tests.support import bundles
from tests.support.proof import record, scaled
from tests.support.storages import ENGINES, new_store

ELEMENTS: Final = "rest/facets/processes/views/detail/elements"
COUNTERS: Final = ("p", "q")
"""What is counted up, each by one client of each node."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two nodes on one database."""

    settings: Settings
    nodes: Sequence[Node]

    @contextmanager
    def clients(self, caller: Caller) -> Iterator[list[Client]]:
        with ExitStack() as stack:
            yield [stack.enter_context(node.client(caller)) for node in self.nodes]


@pytest.fixture(scope="module", params=ENGINES)
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    folder = tmp_path_factory.mktemp("nodes")
    settings = new_store(request, folder, request.param).settings
    filled(settings, "empty")  # the schema is there before two look for it
    with serving(settings, folder, 2) as nodes:
        yield Pair(settings, nodes)


@pytest.fixture(params=ENGINES)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    return new_store(request, tmp_path, request.param).settings


class Race(NamedTuple):
    """A transition that two callers want to apply, and what the one who gets it leaves behind."""

    transition: str
    target: str
    tasks: int
    source: str = "inProcess"
    given: dict[str, str] | None = None


RACES: Final = (
    Race("InProcessToInReview", "inReview", 2),
    Race("InProcessToReadyForQA", "readyForQa", 2),
    Race("InProcessToReadyForRelease", "readyForRelease", 1),
    Race("InProcessToReleased", "released", 0),
    Race("InProcessToReleasedExternal", "released", 0, given={"externalReference": "Minutes of May"}),
    Race("ReleasedToRequestToExpire", "released", 2, source="released", given={"reason": "Replaced"}),
)


def draft(name: str, state: str = "inProcess") -> bundles.Json:
    """A process that names all people, so that each step opens a set of tasks."""
    number = "0.1" if state == "inProcess" else "1.0"
    related = {"reviewer": people(), "qualityManager": people(), "owner": people()[:1]}
    return bundles.process(name, state=state, number=number, related=related, attributes={"description": text(name)})


def winner(clients: Sequence[Client], number: int, race: Race) -> int | list[int]:
    """Let both nodes apply a transition; returns which of them did, or both statuses if it was not exactly one."""
    order = (number % 2, 1 - number % 2)
    for each in order:
        clients[each].send("POST", f"release/{bundles.guid(number)}/transitions/{race.transition}/true", race.given)
    statuses = [clients[each].receive().status for each in order]
    return order[statuses.index(200)] if sorted(statuses) == [200, 409] else statuses


def test_of_two_nodes_that_apply_one_transition_one_wins(pair: Pair) -> None:
    rounds = scaled(1000)
    races = list(islice(cycle(RACES), rounds))
    caller = filled(pair.settings, "races", (draft(str(number), race.source) for number, race in enumerate(races)))

    with pair.clients(caller) as clients:
        winners = [winner(clients, number, race) for number, race in enumerate(races)]
        left = [left_behind(clients[number % 2], bundles.guid(number)) for number in range(rounds)]

    assert [each for each in winners if each not in (0, 1)] == []
    assert set(winners) == {0, 1}, "One node won every race: it was none."
    opened = Counter(str(task.version) for task in tasks_of(pair.settings, "races", (each.version for each in left)))
    for race, each in zip(races, left, strict=True):
        assert each.history == [f"release.{race.transition}", "imported"]
        assert each.states == (race.target, {"127": race.target})
        assert opened[each.version] == race.tasks
    record(
        "two nodes applying one transition", rounds, "one winner, one history row, one set of tasks each",
        place=engine_of(pair.settings), won_by_the_second=winners.count(1),
    )  # fmt: skip


class Left(NamedTuple):
    """What can be read of an element after a race."""

    version: str
    states: tuple[str, dict[str, str]]
    history: list[str]


def left_behind(client: Client, id_: str) -> Left:
    found = client.read(f"{ELEMENTS}/{id_}")["elements"][0]
    kinds = [each["kind"] for each in client.read(f"{ELEMENTS}/{id_}/history")["values"]]
    return Left(found["versionId"], (found["state"], found["attributes"]["state1"]), kinds)


def test_the_races_find_a_write_that_is_no_transaction(settings: Settings, tmp_path: Path) -> None:
    rounds = 200
    caller = filled(settings, "races", (draft(str(number)) for number in range(rounds)))

    with serving(settings, tmp_path, 2, SPLIT) as nodes, Pair(settings, nodes).clients(caller) as clients:
        wrong = (winner(clients, number, RACES[0]) not in (0, 1) for number in range(rounds))

        assert any(wrong), "No transition was won twice, though nothing prevented it."


def test_two_writers_on_different_cultures_of_one_attribute_both_keep_their_value(pair: Pair) -> None:
    rounds, id_ = scaled(500), bundles.guid("p")
    caller = filled(pair.settings, "cultures", [draft("p")])

    with pair.clients(caller) as clients:
        for number in range(rounds):
            names = {"1031": f"Entwurf {number}", "1033": f"Draft {number}"}
            for client, (culture, name) in zip(clients, names.items(), strict=True):
                client.send("POST", ELEMENTS, {"elements": [{"id": id_, "attributes": {"name": {culture: name}}}]})
            assert [client.receive().status for client in clients] == [200, 200]
            for client in clients:
                assert client.read(f"{ELEMENTS}/{id_}")["elements"][0]["attributes"]["name"] == names
        changes = clients[0].read(f"{ELEMENTS}/{id_}/history", page="1", pageSize="1000")["values"]

    assert Counter(each["kind"] for each in changes)["element.changed"] == 2 * rounds
    record("two writers on two cultures of one attribute", rounds, "both kept", place=engine_of(pair.settings))


def test_no_update_is_lost_where_all_callers_send_if_match(pair: Pair) -> None:
    """Several clients count numbers up, each from what it has read: a client that is too late reads again."""
    updates = scaled(2000)
    caller = filled(pair.settings, "counters", map(draft, COUNTERS))

    def count_up(place: tuple[Node, str]) -> int:
        node, name = place
        refused = 0
        with node.client(caller) as client:
            for _ in range(updates // len(places)):
                while (status := counted(client, bundles.guid(name))) != 200:
                    assert status == 412
                    refused += 1
        return refused

    places = [(node, name) for node in pair.nodes for name in COUNTERS]
    with ThreadPoolExecutor(len(places)) as pool:
        refused = sum(pool.map(count_up, places))
    with pair.nodes[0].client(caller) as client:
        reached = [number_of(client.read(f"{ELEMENTS}/{bundles.guid(name)}")) for name in COUNTERS]
    assert reached == [updates // len(COUNTERS)] * len(COUNTERS)
    assert refused > 0, "No client ever came too late: that proves nothing."
    record("updates with If-Match", updates, "none lost", place=engine_of(pair.settings), refused=refused)


def counted(client: Client, id_: str) -> int:
    """Read the number, and write the next one unless another client changed it; returns the status of that."""
    read = client.get(f"{ELEMENTS}/{id_}")
    assert read.etag is not None
    change = {"id": id_, "attributes": {"scope": text(str(number_of(read.json()) + 1))}}
    return client.post(ELEMENTS, {"elements": [change]}, if_match=read.etag).status


def number_of(answer: Json) -> int:
    words = answer["elements"][0]["attributes"].get("scope", text("0"))["1033"]
    return int(words.partition("<p>")[2].partition("</p>")[0])
