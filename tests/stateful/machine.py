"""A random history of one tenant: each step goes to the service and to the model, and both must come out the same."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from inspect import getmembers
from typing import Any, NamedTuple, TypeVar
from zoneinfo import ZoneInfo

import httpx
from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from tests.stateful.checks import Checks, near
from tests.stateful.model import Caller, Element, Json, Model, Refused, ServiceFacts
from tests.stateful.model_reads import FILTERS
from tests.stateful.nodes import Cluster, Request
from tests.support import company

T = TypeVar("T")
TakesStep = TypeVar("TakesStep", bound=Callable[..., None])
Apply = Callable[[Model, ServiceFacts], None]

_EVERY = 8
"""Steps between two looks at everything."""


@dataclass(frozen=True)
class Manner:
    """How a write is sent."""

    role: str = "administrator"
    node: int = 0
    dry: bool = False
    repeated: bool = False
    """Sent twice with one key, the second time to the other node."""
    restarted: bool = False
    """The node is restarted before."""


_SELDOM = st.sampled_from([*[False] * 7, True])
_ROLES = st.sampled_from([*["administrator"] * 6, *["architect"] * 4, *["editor"] * 4, "approver", "viewer"])
MANNERS = st.builds(Manner, role=_ROLES, node=st.integers(0, 1), dry=_SELDOM, repeated=_SELDOM, restarted=_SELDOM)


def some(data: st.DataObject, among: Sequence[T]) -> T:
    """One of them; what it is is noted for when a history fails."""
    chosen = among[data.draw(st.integers(0, len(among) - 1))]
    note(f"chosen: {chosen}")
    return chosen


def likely(data: st.DataObject, good: Sequence[T], others: Sequence[T]) -> T:
    """Mostly one of the good ones, if there are any."""
    mostly: int = data.draw(st.integers(0, 3))
    return some(data, good if good and mostly else others)


def flag(data: st.DataObject) -> bool:
    return data.draw(st.booleans())


class Happening(NamedTuple):
    """What a step is chosen by: how often it comes, and whether it can come at all."""

    weight: int
    where: Callable[[Any], object]


def happens(weight: int = 1, *, where: Callable[[Any], object] = lambda _: True) -> Callable[[TakesStep], TakesStep]:
    """Mark a method as a step of histories."""

    def marked(method: TakesStep) -> TakesStep:
        method.happening = Happening(weight, where)  # type: ignore[attr-defined]  # where `go_on` looks for it
        return method

    return marked


def holding(*types: str) -> Callable[[Any], object]:
    """Where there are elements of these types."""
    return lambda history: history.elements(*types)


class _Dry(Exception):
    """The model would store something now; a dry run does not."""


class _Answer:
    """The response of the service to a write."""

    def __init__(self, response: httpx.Response, checks: Checks, *, dry: bool) -> None:
        self._response = response
        self._checks = checks
        self._dry = dry
        self.today = datetime.now(ZoneInfo(company.SETTINGS.time_zone)).strftime("%Y-%m-%dT00:00:00")

    def accepted(self) -> None:
        assert self._response.status_code == 200, self._response.text
        if self._dry:
            raise _Dry

    @property
    def elements(self) -> Sequence[Json]:
        found: Sequence[Json] = self._response.json()["elements"]
        return found

    def shapes(self, version: str) -> Sequence[tuple[str, str]]:
        return [(each["properties"]["shapeId"], each["id"]) for each in self._checks.content(version)]

    def deletion(self, element: str) -> str:
        return self._checks.deletion(element)


class History(RuleBasedStateMachine):
    """The service and the model of one tenant, side by side. Its rules are in the modules of steps."""

    def __init__(self, cluster: Cluster, tally: Counter[str]) -> None:
        super().__init__()
        self.nodes = cluster.new_tenant()
        self.tally = tally
        """How often something was asked, by what was asked and how it was answered."""
        self.model = Model(self.nodes.principals)
        self.checks = Checks(self.nodes)
        self._steps = 0

    def teardown(self) -> None:
        self.nodes.close()

    def caller(self, manner: Manner) -> Caller:
        return Caller(manner.role, self.model.tokens[manner.role])

    def elements(self, *types: str) -> list[Element]:
        """The elements of these types, or all but flow objects, in the order in which they came."""
        found = self.model.elements.values()
        return [each for each in found if (each.type in types if types else not each.kind.flow)]

    def parents(self, type_: str) -> list[str]:
        """What elements of a type can stand below."""
        return [each.id for each in self.elements() if type_ in each.kind.children]

    def drafts(self) -> list[Element]:
        return [each for each in self.elements() if each.newest.state == "inProcess"]

    def renewed(self) -> list[Element]:
        """Drafts of what was released before."""
        return [each for each in self.drafts() if len(each.versions) > 1]

    @rule(data=st.data(), manner=MANNERS)
    def go_on(self, data: st.DataObject, manner: Manner) -> None:
        """One of all that can happen now. With a rule for each, most histories would never come to a second version."""
        marked = ((name, getattr(method, "happening", None)) for name, method in getmembers(type(self)))
        possible = [name for name, each in marked if each and each.where(self) for _ in range(each.weight)]
        getattr(self, some(data, possible))(data, manner)

    def take(self, name: str, manner: Manner, request: Request, apply: Apply, **headers: str) -> int:
        """Take a step in the service and in the model, compare what becomes of them, and return the status."""
        self._steps += 1
        if manner.restarted:
            self.nodes.restart(manner.node)
        before, revision = self.model, self.nodes.revision
        asked = _asked(request, manner)
        sent = {key.replace("_", "-"): value for key, value in headers.items()}
        if manner.repeated and not manner.dry:
            sent["idempotency-key"] = f"step {self._steps}"
        response = self.nodes.send(asked, manner.role, sent, node=manner.node)
        status, self.model = self._expected(apply, _Answer(response, self.checks, dry=manner.dry))
        assert response.status_code == status, (status, asked, manner, response.text[:700])
        if manner.repeated and not manner.dry:
            self._repeat(asked, manner, sent, response)
        self.tally[f"{name} {'dry' if manner.dry else status}"] += 1
        self._compare(before, revision, kept=manner.repeated and not manner.dry and status == 200)
        return status

    def _expected(self, apply: Apply, answer: ServiceFacts) -> tuple[int, Model]:
        after = self.model.copy()
        try:
            apply(after, answer)
        except Refused as refused:
            return refused.status, self.model
        except _Dry:
            return 200, self.model
        return 200, after

    def _repeat(self, asked: Request, manner: Manner, sent: dict[str, str], first: httpx.Response) -> None:
        """The same request again has the same answer and no further effect; the key is good for nothing else."""
        again = self.nodes.send(asked, manner.role, sent, node=1 - manner.node)
        assert again.status_code == first.status_code, again.text
        if first.status_code == 200:
            assert again.content == first.content
            other = Request(asked.path, {"another": "body"}, asked.method)
            assert self.nodes.send(other, manner.role, sent).status_code == 422

    def _compare(self, before: Model, revision: int, *, kept: bool) -> None:
        """Look at what has changed and at what is near it; with `kept`, at least the response was stored."""
        after = self.model
        touched = after.touched(before)
        changed = bool(touched) or (after.locks, after.trash) != (before.locks, before.trash)
        now = self.nodes.revision
        assert (now > revision) == (changed or kept), (revision, now, touched)
        locked = {id_ for id_ in {*before.locks, *after.locks} if before.locks.get(id_) != after.locks.get(id_)}
        around = near(before, touched) | near(after, touched) | locked
        for id_ in sorted(around & {*after.elements}):
            self.checks.element(after, after.elements[id_])
        for id_ in touched:
            self._compare_history(before, id_, revision)
        if self._steps % _EVERY == 0:
            self.look_around(revision, around)

    def _compare_history(self, before: Model, id_: str, revision: int) -> None:
        old, new = before.elements.get(id_), self.model.elements.get(id_)
        left = {each.id for each in new.versions} if new is not None else set()
        if old is not None:
            self.checks.gone(old, [each.id for each in old.versions if each.id not in left])
        if new is not None:
            self.checks.history(new, revision, changed=True)

    def look_around(self, revision: int, around: set[str]) -> None:
        """All lists, tasks and the trash; and that nothing has happened to those who had nothing to do with it."""
        for role in ("administrator", "viewer"):
            self.checks.lists(self.model, role)
            self.checks.tasks(self.model, role)
            for expression, test in FILTERS.items():
                self.checks.filtered(self.model, role, expression, test)
        self.checks.trash(self.model)
        for id_ in [each for each in self.model.elements if each not in around][:3]:
            self.checks.history(self.model.elements[id_], revision, changed=False)


def _asked(request: Request, manner: Manner) -> Request:
    if not manner.dry:
        return request
    return Request(f"{request.path}{'&' if '?' in request.path else '?'}dryRun=true", request.body, request.method)
