"""Series of writes: the n-th leaves n behind in every view of the data, so that each view shows how far the series came."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from tests.reliability.clients import Client, Json
from tests.reliability.tenants import people, text

ELEMENTS: Final = "rest/facets/processes/views/detail/elements"
LIST: Final = "rest/facets/processes/views/list/elements"
NOWHERE: Final = -1
"""What a view shows that no write of a series left behind."""

Views = Mapping[str, Collection[int]]
"""By name of a view the numbers that it may stand for."""


class Write(NamedTuple):
    """A request that writes."""

    path: str
    body: object = None


class Series(Protocol):
    """Writes one after the other on elements of its own."""

    @property
    def name(self) -> str: ...

    def prepare(self, client: Client) -> None:
        """Make what the first write needs."""
        ...

    def write(self, number: int) -> Write: ...

    def views(self, client: Client, numbers: Sequence[int]) -> Views:
        """What can be seen of the series, by ways that read different rows. `numbers` are those to look for."""
        ...


@dataclass(slots=True)
class Changing:
    """Several attributes, cultures and references of one or more elements, all changed at once."""

    name: str
    count: int
    ids: list[str] = field(default_factory=list)

    def prepare(self, client: Client) -> None:
        bodies = [{"type": "subProcess", **self._values(0)} for _ in range(self.count)]
        answer = client.post(ELEMENTS, {"elements": bodies})
        assert answer.status == 200, answer.body
        self.ids = [each["id"] for each in answer.json()["elements"]]

    def write(self, number: int) -> Write:
        return Write(ELEMENTS, {"elements": [{"id": id_, **self._values(number)} for id_ in self.ids]})

    def _values(self, number: int) -> Json:
        label = word(self.name, number)
        names = {"1031": label, "1033": label}
        attributes = {"name": names, "description": text(label), "scope": text(label)}
        return {"attributes": attributes, "related": {"owner": [people()[number % 2]]}}

    def views(self, client: Client, numbers: Sequence[int]) -> Views:
        found = [client.read(f"{ELEMENTS}/{id_}")["elements"][0] for id_ in self.ids]
        cards = client.read(LIST, filter=f"StartsWith(name,'{self.name}')")["elements"]
        return {
            "elements": only(self._number(each, "name", "description", "scope") for each in found),
            "cards": only(self._number(each, "name") for each in cards),
            **{view: only(each) for view, each in self._indexed(client, numbers).items()},
            "history": only(history(client, id_)["element.changed"] for id_ in self.ids),
        }

    def _indexed(self, client: Client, numbers: Sequence[int]) -> Mapping[str, Iterable[int]]:
        """The numbers under which an index knows elements of ours, if it knows them all."""
        return {
            view: [number if found == self.count else NOWHERE for number, found in each.items() if found]
            for view, each in indexed(client, self.name, numbers).items()
        }

    def _number(self, element: Json, *attributes: str) -> int:
        """The number that all of an element shows."""
        texts = (text for name in attributes for text in element["attributes"][name].values())
        (number,) = only(number_in(each, self.name) for each in texts)
        owners = [each["id"] for each in element["related"]["owner"]]
        return number if owners == [people()[number % 2]["id"]] else NOWHERE


@dataclass(slots=True)
class Creating:
    """A new element with each write."""

    name: str

    def prepare(self, client: Client) -> None:
        """Nothing is needed."""

    def write(self, number: int) -> Write:
        names = {"1031": word(self.name, number), "1033": word(self.name, number)}
        return Write(ELEMENTS, {"elements": [{"type": "subProcess", "attributes": {"name": names}}]})

    def views(self, client: Client, numbers: Sequence[int]) -> Views:
        cards = client.read(LIST, filter=f"StartsWith(name,'{self.name}')")["elements"]
        made = {number_in(each["attributes"]["name"]["1033"], self.name): each["id"] for each in cards}
        last = max(made, default=0)
        found = history(client, made[last]) if made else {}
        return {
            "cards": {last} if sorted(made) == list(range(1, last + 1)) and len(made) == len(cards) else {NOWHERE},
            **{view: {self._last(each)} for view, each in indexed(client, self.name, numbers).items()},
            "history": {last} if found == ({"element.created": 1} if made else {}) else {NOWHERE},
        }

    def _last(self, found: Mapping[int, int]) -> int:
        """The last number that was made, if none was made twice."""
        if max(found.values()) > 1:
            return NOWHERE
        return max((number for number, count in found.items() if count), default=0)


@dataclass(slots=True)
class Releasing:
    """An element that goes to the review and back, opening and closing a task."""

    name: str
    ids: list[str] = field(default_factory=list)

    def prepare(self, client: Client) -> None:
        answer = client.post(ELEMENTS, Creating(self.name).write(0).body)
        assert answer.status == 200, answer.body
        self.ids = [answer.json()["elements"][0]["id"]]

    def write(self, number: int) -> Write:
        if number % 2:
            return Write(f"release/{self.ids[0]}/transitions/InProcessToInReview")
        return Write(f"release/{self.ids[0]}/transitions/InReviewToInProcess", {"reason": word(self.name, number)})

    def views(self, client: Client, numbers: Sequence[int]) -> Views:
        (id_,) = self.ids
        element = client.read(f"{ELEMENTS}/{id_}")["elements"][0]
        tasks = [each for each in client.read("rest/tasks")["values"] if each["elementId"] == id_]
        filtered = client.read(LIST, filter=f"state -eq 'inReview' AND StartsWith(name,'{self.name}')")["count"]
        found = history(client, id_)
        there, back = found["release.InProcessToInReview"], found["release.InReviewToInProcess"]
        open_ = {
            "element": element["state"] == "inReview",
            "attribute": element["attributes"]["state1"] == {"127": "inReview"},
            "filter": filtered == 1,
        }
        return {
            **{view: {each for each in numbers if each % 2 == is_open} for view, is_open in open_.items()},
            "tasks": {each for each in numbers if each % 2 == len(tasks)},
            "history": {there + back} if there - back in (0, 1) else {NOWHERE},
        }


def word(name: str, number: int) -> str:
    """One word, so that search finds exactly it."""
    return f"{name}n{number:05d}"


def number_in(text: str, name: str) -> int:
    digits = text.partition(f"{name}n")[2][:5]
    return int(digits) if digits.isdecimal() else NOWHERE


def only(numbers: Iterable[int]) -> Collection[int]:
    """The number that all of them are."""
    found = set(numbers)
    return found if len(found) == 1 else {NOWHERE}


def indexed(client: Client, name: str, numbers: Sequence[int]) -> Mapping[str, Mapping[int, int]]:
    """How many elements filters and searches, which read rows of their own, know under each number."""
    words = {number: word(name, number) for number in numbers}
    return {
        "filter": {each: client.read(LIST, filter=f"name -eq '{words[each]}'")["count"] for each in numbers},
        "search": {each: client.read(f"rest/search?q={words[each]}")["total"] for each in numbers},
    }


def history(client: Client, id_: str) -> Counter[str]:
    """How often the history of an element has each kind of change."""
    rows = client.read(f"{ELEMENTS}/{id_}/history", page="1", pageSize="1000")["values"]
    return Counter(each["kind"] for each in rows)
