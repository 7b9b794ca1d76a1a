"""Search by an embedding service: a real one on this machine, which knows what some words mean. What it is sent, and what is found
while it answers, answers something else, or not at all."""

import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Final
from urllib.parse import quote

import msgspec
import pytest

from facetstore.outgoing.http_embeddings import AT_ONCE, LARGEST_ANSWER, HttpEmbeddings
from facetstore.usecases.finding import asked_places, like_names
from facetstore.usecases.finding.asked_places import AskedPlacing
from facetstore.usecases.ports.embedding import AskingTimes, NotEmbedded
from tests.support import company
from tests.support.api import Api, Database
from tests.support.receiving import Answering, Received, Receiver, receiving

TOKEN: Final = "canary-of-embeddings"
MEANINGS: Final = (
    {"rechnung", "invoice"}, {"prüfen", "verify"}, {"urlaub", "holiday"}, {"planen", "schedule"}, {"lager", "warehouse"},
)  # fmt: skip
NAMES: Final = ("Rechnung prüfen", "Urlaub planen", "Urlaub prüfen", "Lager planen")
_numbers = count(1)


def understanding(request: Received) -> tuple[int, bytes]:
    """Vectors that say which meanings a text has, in another order than was asked."""
    vectors = [{"index": number, "embedding": _vector(text)} for number, text in enumerate(asked(request))]
    return 200, msgspec.json.encode({"object": "list", "model": "small", "data": vectors[::-1]})


def _vector(text: str) -> list[float]:
    words = set(text.lower().split())
    return [*(float(bool(words & each)) for each in MEANINGS), 0.01]


def asked(request: Received) -> list[str]:
    found: list[str] = msgspec.json.decode(request.body)["input"]
    return found


@dataclass
class Asking:
    """A company, and a service that asks what its names mean."""

    api: Api
    address: str
    receiver: Receiver
    faults: list[str] = field(default_factory=list)
    now: float = 1000.0

    def found(self, words: str) -> list[str]:
        answer = self.api.read(f"rest/search?q={quote(words)}", tenant=self.address)
        return [each["name"]["1031"] for each in answer["values"]]

    def learn(self, words: str = "nowhere at all") -> list[str]:
        """What the service is asked in the background, after a search that found nothing."""
        names = self.api.app.likeness
        assert names is not None
        self.found(words)
        before = len(self.receiver.received)
        self.api.database.run(names.catch_up(lambda fault: self.faults.append(str(fault))))
        return [text for request in self.receiver.received[before:] for text in asked(request)]

    def rename(self, number: int, name: str) -> None:
        path = "rest/facets/processes/views/detail/elements"
        body = {"elements": [{"id": company.element_id(number), "attributes": {"name": {"1031": name}}}]}
        answer = self.api.post(path, tenant=self.address, content=msgspec.json.encode(body))
        assert answer.status_code == 200, answer.text


@pytest.fixture
def asking(database: Database) -> Iterator[Asking]:
    with receiving(understanding) as receiver:
        embeddings = HttpEmbeddings(receiver.url("/v1/embeddings"), "small", TOKEN, first_wait=0.01)
        placing = AskedPlacing(embeddings, 0.75, lambda: made.now)

        def records() -> Iterator[company.Record]:
            yield company.header()
            yield {**company.person(company.ANNA, "Anna", "Urlaub"), "related": {}}
            for number, name in enumerate(NAMES):
                yield company.versioned("subProcess", 3000 + number, "0.1", "inProcess", {1031: name})

        address = database.add_tenant(f"embedded/{next(_numbers)}", company.SETTINGS, records)
        made = Asking(Api(database, semantic=placing), address, receiver)
        yield made
        made.api.close()


def test_names_are_found_by_what_the_service_says_of_them(asking: Asking) -> None:
    assert asking.found("verify invoice") == []

    sent = asking.learn()

    languages = ["Deutsch (Deutschland) / German (Germany)", "Englisch (Vereinigte Staaten) / English (United States)"]
    assert sorted(sent) == sorted([*languages, *NAMES]), "as they are written, and no user, no token"
    assert asking.found("verify invoice")[0] == "Rechnung prüfen"
    assert asking.found("schedule warehouse")[0] == "Lager planen"
    assert "Lager planen" not in asking.found("schedule"), "half of a name is not near enough"
    assert asking.faults == []
    request = asking.receiver.received[0]
    assert (request.path, request.headers["authorization"]) == ("/v1/embeddings", f"Bearer {TOKEN}")
    assert msgspec.json.decode(request.body)["model"] == "small"


@pytest.mark.one_engine
def test_what_is_known_is_not_asked_again(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(like_names, "_AGAIN", 0.0)
    asking.learn()
    asking.found("verify invoice")
    before = len(asking.receiver.received)
    asking.found("verify invoice")
    assert len(asking.receiver.received) == before, "nor a search"

    asking.rename(3003, "Lager prüfen")

    assert asking.learn() == ["Lager prüfen"]
    assert asking.found("verify warehouse")[0] == "Lager prüfen"


@pytest.mark.one_engine
def test_while_the_service_is_down_words_alone_are_searched(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(like_names, "_AFTER_FAULT", 0.0)
    monkeypatch.setattr(asked_places, "_AT_ONCE", 2)
    asking.receiver.answer = answering(503, b"x", after=1)
    asking.learn()
    assert asking.faults == ["The embedding service answered 503."]
    assert asking.found("Rechnung") == ["Rechnung prüfen"]
    assert asking.found("verify invoice") == []

    before = len(asking.receiver.received)
    assert asking.found("verify holiday") == []
    assert len(asking.receiver.received) == before, "the next search does not wait for it"

    asking.receiver.answer, asking.now = understanding, asking.now + 31
    assert len(asking.learn()) == 4, "what was answered before is known"
    assert asking.found("verify holiday")[0] == "Urlaub prüfen"
    assert TOKEN not in asking.api.log


def answering(status: int, body: bytes, after: int = 0) -> Answering:
    """Answers something else than vectors, once some requests were answered."""
    left = [after]

    def answer(request: Received) -> tuple[int, bytes]:
        left[0] -= 1
        return understanding(request) if left[0] >= 0 else (status, body)

    return answer


WRONG: Final = {
    "no json": b"<html>",
    "another form": b'{"vectors": []}',
    "too few": b'{"data": []}',
    "twice the same": b'{"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [1]}]}',
    "empty": b'{"data": [{"index": 0, "embedding": []}, {"index": 1, "embedding": []}]}',
    "of different lengths": b'{"data": [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [1, 2]}]}',
    "beyond all measure": b'{"data": [{"index": 0, "embedding": [1e300]}, {"index": 1, "embedding": [1]}]}',
    "no number": b'{"data": [{"index": 0, "embedding": [NaN]}, {"index": 1, "embedding": [1]}]}',
    "too large": b" " * (LARGEST_ANSWER + 1),
}


@pytest.mark.one_engine
@pytest.mark.parametrize("name", WRONG)
def test_wrong_answers_are_refused_and_not_asked_for_again(database: Database, name: str) -> None:
    with receiving(answering(200, WRONG[name])) as receiver, pytest.raises(NotEmbedded) as refused:
        database.run(HttpEmbeddings(receiver.url(), "small", TOKEN).vectors(["secret", "words"], AskingTimes(5, 3)))

    assert len(receiver.received) == 1
    assert "secret" not in str(refused.value)


@pytest.mark.one_engine
def test_many_texts_are_asked_for_in_parts_and_patiently(database: Database) -> None:
    with receiving(understanding) as receiver:
        embeddings = HttpEmbeddings(receiver.url(), "small", first_wait=0.01)
        texts = [f"urlaub {number}" for number in range(2 * AT_ONCE + 1)]

        def busy_at_first(request: Received) -> tuple[int, bytes]:
            return understanding(request) if len(receiver.received) > 1 else (429, b"")

        receiver.answer = busy_at_first
        vectors = database.run(embeddings.vectors(texts, AskingTimes(5, 2)))

        assert len(vectors) == len(texts)
        assert [len(asked(each)) for each in receiver.received] == [AT_ONCE, AT_ONCE, AT_ONCE, 1]
        assert "authorization" not in receiver.received[0].headers


@pytest.mark.one_engine
@pytest.mark.parametrize("status", [302, 400, 401])
def test_refusals_are_final_and_redirects_are_not_followed(database: Database, status: int) -> None:
    with receiving() as other, receiving(answering(status, b"")) as receiver:
        receiver.headers = {"location": other.url()}
        with pytest.raises(NotEmbedded, match=str(status)):
            database.run(HttpEmbeddings(receiver.url(), "small", TOKEN).vectors(["words"], AskingTimes(5, 3)))

        assert (len(receiver.received), other.received) == (1, [])


@pytest.mark.one_engine
def test_nothing_that_listens_and_nothing_that_answers_is_waited_for_long(database: Database) -> None:
    with receiving() as gone:
        nowhere = HttpEmbeddings(gone.url(), "small", first_wait=0.01)
    with pytest.raises(NotEmbedded, match="cannot be reached"):
        database.run(nowhere.vectors(["words"], AskingTimes(5, 2)))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        with pytest.raises(NotEmbedded, match=r"within 0\.1 seconds"):
            database.run(HttpEmbeddings(url, "small").vectors(["words"], AskingTimes(0.1, 1)))
