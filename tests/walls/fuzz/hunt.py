"""The hunt: seeds and changes of them are sent one after the other; what reaches new code is kept and changed further."""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, cycle, islice
from random import Random
from typing import Final

from tests.walls.fuzz.following import following
from tests.walls.fuzz.judge import Judge
from tests.walls.fuzz.mutations import mutate
from tests.walls.fuzz.reach import Reach
from tests.walls.fuzz.request import Request
from tests.walls.fuzz.seeds import seeds
from tests.walls.fuzz.world import Answer, World

LIFETIME: Final = 1000
"""How many requests a world lasts."""
SEED_EVERY: Final = 5
"""One request in so many is a seed as it stands, so that every operation is also asked as it should be."""
LOOK_EVERY: Final = 3
"""What one request in so many reaches is looked at: that takes as long as the request itself."""
HEAD_EVERY: Final = 25
"""After one GET in so many, HEAD must answer the same without a body."""
FOLLOW_EVERY: Final = 12
"""After one answer in so many comes what a client would send next."""
MOST_FAULTS: Final = 20
"""After so many different faults the hunt ends."""
_RECENT: Final = 60
_LEAST_GOOD: Final = 6
"""When fewer of the last answers are good ones, callers have lost their way in, or what they ask about: the world is worn out."""

READING: Final = ("GET", "HEAD", "OPTIONS")

NewWorld = Callable[[], World]


@dataclass(frozen=True, slots=True)
class Fault:
    """A request whose answer is wrong, with what went before it in its world."""

    request: Request
    reason: str
    trace: str
    trail: tuple[Request, ...]


@dataclass
class Tally:
    """What was answered, by operation and status."""

    statuses: dict[str, Counter[int]] = field(default_factory=dict)

    def add(self, operation: str, status: int) -> None:
        self.statuses.setdefault(operation, Counter())[status] += 1

    @property
    def total(self) -> Counter[int]:
        return sum(self.statuses.values(), Counter())

    def lacking(self, operations: set[str], least: int, most: int) -> list[str]:
        """The operations that never got a status in a range."""
        return sorted(
            each for each in operations if not any(least <= status < most for status in self.statuses.get(each, ()))
        )


class Hunt:
    """A run by one seed. `corpus` are the requests that reached something new."""

    def __init__(self, new_world: NewWorld, seed: int, begun: Sequence[Request] | None = None) -> None:
        self._new_world, self._random, self._judge = new_world, Random(seed), Judge()
        self.reach, self.tally = Reach(), Tally()
        self.faults: dict[str, Fault] = {}
        self.corpus = list(begun or seeds())
        self._seeds = frozenset(self.corpus)
        self._random.shuffle(self.corpus)  # what deletes and what reads take turns
        self._plain = cycle(tuple(self.corpus))
        self._recent: deque[int] = deque(maxlen=_RECENT)
        self._trail: list[Request] = []
        self._next: deque[Request] = deque()

    @property
    def operations(self) -> set[str]:
        return self._judge.operations

    @property
    def kept(self) -> list[Request]:
        """The requests that reached something new, beside the seeds."""
        return self.corpus[len(self._seeds) :]

    def run(self, count: int) -> None:
        """Send this many requests, seeds and changes of what is known, in as many worlds as that takes."""
        self._send(self._requests(count))

    def send_all(self, requests: Sequence[Request]) -> None:
        """Send these as they are; what reaches something new is changed further by the next run."""
        self._send(iter(requests))

    def _send(self, requests: Iterator[Request]) -> None:
        while (first := next(requests, None)) is not None and len(self.faults) < MOST_FAULTS:
            world = self._new_world()
            self._recent.clear()
            self._next.clear()
            self._trail = []
            self._live(world, chain((first,), islice(requests, LIFETIME - 1)))
            world.close()

    def _live(self, world: World, requests: Iterator[Request]) -> None:
        """Send requests to a world until it is worn out."""
        for request in requests:
            self._try(world, request)
            if self._is_worn_out or len(self.faults) >= MOST_FAULTS:
                return

    @property
    def _is_worn_out(self) -> bool:
        return len(self._recent) == _RECENT and sum(status < 400 for status in self._recent) < _LEAST_GOOD

    def _requests(self, count: int) -> Iterator[Request]:
        for number in range(count):
            if self._next:
                yield self._next.popleft()
            elif number % SEED_EVERY == 0:
                yield next(self._plain)
            else:
                yield mutate(self._random, self._parent(), self.corpus)

    def _parent(self) -> Request:
        """Any of the corpus, those found last twice as often."""
        rng, size = self._random, len(self.corpus)
        newest = size - 1 - int(size * 0.3 * rng.random())
        return self.corpus[newest if rng.random() < 0.5 else rng.randrange(size)]

    def _try(self, world: World, request: Request) -> None:
        answer = self._look(world, request) if self._random.randrange(LOOK_EVERY) == 0 else self.ask(world, request)
        if answer is None:
            return
        if not self._next and self._random.randrange(FOLLOW_EVERY) == 0:
            self._next.extend(following(self._random, request, answer))
        if request.method == "GET" and self._random.randrange(HEAD_EVERY) == 0:
            self._compare_head(world, request, answer)

    def _look(self, world: World, request: Request) -> Answer | None:
        """The answer; the request is kept if it reaches something new."""
        before = self.reach.steps
        with self.reach.looking():
            answer = self.ask(world, request)
        if self.reach.steps > before and request not in self._seeds:
            self.corpus.append(request)
        return answer

    def ask(self, world: World, request: Request) -> Answer | None:
        """The answer, judged and counted; None where the service raised."""
        path = world.path(request)
        operation = self._judge.operation(request, path)
        try:
            answer = world.send(request)
        except Exception as error:  # the application must answer, whatever comes
            self._note(world, request, operation, f"{type(error).__name__} {error}")
            return None
        self.tally.add(operation, answer.status)
        self._recent.append(answer.status)
        for reason in self._judge.faults(request, path, answer):
            self._note(world, request, operation, reason)
        if 200 <= answer.status < 300 and request.method not in READING:
            self._trail.append(request)
        return answer

    def _note(self, world: World, request: Request, operation: str, reason: str) -> None:
        trace = world.last_fault if reason.startswith("status 5") else ""
        place = [line for line in trace.splitlines() if line.startswith("  File ")][-1:]
        self.faults.setdefault(f"{operation}: {reason[:60]} {place}", Fault(request, reason, trace, tuple(self._trail)))

    def _compare_head(self, world: World, request: Request, answer: Answer) -> None:
        head = self.ask(world, replace(request, method="HEAD"))
        again = self.ask(world, request)
        if head is None or again is None or again.body != answer.body:
            return  # something moved on in between
        found, head_again = _comparable(head), _comparable(again)
        differing = {name for name in found.keys() | head_again.keys() if found.get(name) != head_again.get(name)}
        if head.status != again.status or differing:
            reason = f"HEAD is {head.status} and GET {again.status}, different headers: {sorted(differing)}"
            self._note(world, request, "head", reason)


class Again:
    """A fault looked for once more. A world is used again as long as nothing in it was changed."""

    def __init__(self, new_world: NewWorld, reason: str) -> None:
        self._new_world, self._reason = new_world, reason
        self._hunt = Hunt(new_world, 0)
        self._world: World | None = None

    def shows(self, requests: Sequence[Request]) -> bool:
        """Whether the last of these requests, all sent to an unchanged world, has the fault."""
        world = self._world = self._world or self._new_world()
        changed = False
        for request in requests:
            self._hunt.faults.clear()
            answer = self._hunt.ask(world, request)
            changed = changed or (answer is not None and answer.status < 300 and request.method not in READING)
        if changed:
            self.close()
        return any(_alike(each.reason, self._reason) for each in self._hunt.faults.values())

    def close(self) -> None:
        if self._world is not None:
            self._world.close()
            self._world = None


def _alike(reason: str, other: str) -> bool:
    """Whether two faults are one, whatever ids and values they name."""
    return reason.split(" at ")[0][:40] == other.split(" at ")[0][:40]


def _comparable(answer: Answer) -> dict[str, str]:
    """The headers that depend on the answer, not on the moment. Of an ETag that is the part that follows from the body."""
    found = {name: value for name, value in answer.headers.items() if name not in ("x-request-id", "set-cookie")}
    return found | {"etag": found.get("etag", "").partition("-")[2]}
