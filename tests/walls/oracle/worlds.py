"""Two databases with a tenant each at the same address: stored step by step, each step one commit in both."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final, NamedTuple

import httpx

from facetstore.domain.callers import Role
from facetstore.rest.routing.routes import Route
from facetstore.storage.store import SqlStorage
from tests.support import company
from tests.support.api import Api, element
from tests.support.company import Record
from tests.walls.oracle.differing import other_world, unreleased_shapes
from tests.walls.oracle.plan import (
    CALLER,
    DEPUTY,
    ROOT,
    SET_IDS,
    WORDS,
    Plan,
    facet_of,
    is_versioned,
    plan,
    type_of,
)
from tests.walls.oracle.sight import Model, Sight
from tests.walls.oracle.stopped import Stopped

_CHANGES: Final = 5
"""How many commits follow the import and the permissions."""
_ERRORS: Final = 400
ASKING: Final = 1000
"""The first step of the time in which the caller asks."""


class Question(NamedTuple):
    """One request of the caller."""

    route: Route
    method: str
    path: str
    headers: Mapping[str, str]
    body: object = None

    def __str__(self) -> str:
        headers = "".join(f"\n    {name}: {value}" for name, value in self.headers.items())
        body = "" if self.body is None else f"\n    {json.dumps(self.body)}"
        return f"{self.method} {self.path}{headers}{body}"


class Answer(NamedTuple):
    """All that the caller can observe of an answer, and the statements behind it, which are its cost."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    statements: int


@dataclass
class World:
    """One of the two tenants."""

    api: Api
    address: str
    plan: Plan
    model: Model

    def send(self, who: str, method: str, path: str, body: object = None, **headers: str) -> httpx.Response:
        content = None if body is None else json.dumps(body).encode()
        return self.api.send(method, path, who, tenant=self.address, headers=headers, content=content)

    @property
    def revision(self) -> int:
        return self.api.database.tenant(self.address).revision

    def store(self) -> None:
        """Import the plan, and let the administrator and the caller in."""
        database = self.api.database
        database.add_tenant(self.address, company.SETTINGS, self.plan.bundle, id_=f"id of {self.address}", roles=())
        database.let_in(self.address, {"root": ROOT, "deputy": DEPUTY, "caller": CALLER})

    def commit(self, change: Callable[["World"], object]) -> None:
        """Make a change; where it is refused, something is committed all the same: both worlds count the same."""
        before = self.revision
        change(self)
        if self.revision == before:
            self._bump()
        assert self.revision == before + 1

    def _bump(self) -> None:
        tenant = self.api.database.tenant(self.address)

        async def work(storage: SqlStorage) -> None:
            async with storage.writer(tenant, actor=None):
                pass

        self.api.database.run(work(self.api.database.storage))

    def permit(self, id_: str) -> object:
        """Set the permissions that the plan has for an element, if any."""
        setting = self.plan.settings.get(id_)
        if setting is None:
            return None
        body = {"grants": _grants(setting.grants), "inherits": setting.inherits, "excludes": setting.excludes}
        path = element(id_, facet_of(self.plan.elements[id_]))
        return _accepted(self.send("root", "POST", f"{path}/permissions?force=true", body))

    def permit_facet(self, facet: str) -> object:
        body = {"grants": _grants(self.plan.facets[facet])}
        return _accepted(self.send("root", "POST", f"rest/facets/{facet}/permissions", body))

    def those(self, *sights: Sight) -> list[Record]:
        """The newest records of elements of which the caller sees so much."""
        return [each for id_, each in self.plan.elements.items() if self.model.of(id_) in sights]


class Worlds:
    """Both tenants, and the caller who asks them the same."""

    def __init__(
        self, apis: tuple[Api, Api], number: str, random: Random, stopped: Stopped, role: Role | None = None
    ) -> None:
        self.stopped = stopped
        self.name = number
        first = plan(random, role)
        plans = [first, other_world(first, random)]
        random.shuffle(plans)
        self.both = tuple(
            World(api, f"oracle/w{number}", each, Model(each)) for api, each in zip(apis, plans, strict=True)
        )
        self.one, self.other = self.both
        self._asked = 0
        for each in self.both:
            stopped.begin(1)
            each.store()
        self._step = 1
        self._permit()
        for _ in range(_CHANGES):
            self._change(random)
        assert self.one.revision == self.other.revision

    def _permit(self) -> None:
        for id_ in sorted({*self.one.plan.settings, *self.other.plan.settings}):
            self._both(partial(World.permit, id_=id_))
        for facet in self.one.plan.facets:
            self._both(partial(World.permit_facet, facet=facet))

    def _both(self, change: Callable[[World], object], other: Callable[[World], object] | None = None) -> None:
        self._step += 1
        for world, each in zip(self.both, (change, other or change), strict=True):
            self.stopped.begin(self._step)
            world.commit(each)

    def _change(self, random: Random) -> None:
        """The same change of something open, or each world's own change of something that is not."""
        opened = [each["id"] for each in self.one.those(Sight.OPEN) if _is_changeable(self.one, each)]
        if opened and random.random() < 0.4:
            id_ = random.choice(opened)
            # What something hidden stands on or refers to cannot be deleted: that is the one bit.
            alone = all(_is_alone(world, id_) for world in self.both)
            kind = random.choice((_describe, _describe, _lock, _review, *((_delete,) if alone else ())))
            word = random.choice(WORDS)
            # Who is hidden may have done it, or another one who is.
            others = self.one.model.of(ROOT) is Sight.HIDDEN
            actors = [random.choice(("root", "deputy")) if others else "root" for _ in self.both]
            record = self.one.plan.elements[id_]
            self._both(*(partial(kind, record=record, word=word, who=who) for who in actors))
        else:
            secret = [_secret_change(world, random) for world in self.both]
            self._both(*secret)

    def ask(self, question: Question) -> tuple[Answer, Answer]:
        """What each world answers to the caller, at the same time."""
        self._asked += 1
        answers = []
        for world in self.both:
            self.stopped.begin(ASKING + self._asked)
            answers.append(_answer(world, question, "caller"))
        return answers[0], answers[1]

    def warm(self, question: Question) -> None:
        """Let the administrator ask the same before, so that the answer is in the caches."""
        for world in self.both if not question.route.writes else ():
            self.stopped.begin(ASKING + self._asked)
            _answer(world, question, "root")

    @property
    def role(self) -> Role:
        return self.one.plan.role


def _answer(world: World, question: Question, who: str) -> Answer:
    path, _, query = f"/{world.address}/_api/{question.path}".encode().partition(b"?")
    token = world.api.database.tokens[world.address, who]
    sent = {"accept": "*/*", "symbio-auth-token": token, **question.headers}
    content = b"" if question.body is None else json.dumps(question.body).encode()
    if content:
        sent["content-length"] = str(len(content))
    given = [(name.encode(), value.encode()) for name, value in sent.items()]
    status, headers, body = world.api.wire(path, query, given, question.method, content=content)
    request_id = headers.pop("x-request-id").encode()
    if request_id in body or status >= _ERRORS:
        # How long the id of a request is depends on how many came before.
        body = body.replace(request_id, b"")
        headers.pop("content-length", None)
    return Answer(status, headers, body, world.api.statements)


def _secret_change(world: World, random: Random) -> Callable[[World], object]:
    """A change of something that the caller does not open, as `root` makes it in this world alone."""
    hidden, shown = world.those(Sight.HIDDEN), world.those(Sight.SHOWN)
    able: list[tuple[Record, Callable[..., object]]] = [
        (each, kind) for each in hidden for kind in (_describe, _lock, _review, *_deletion(world, each))
    ]
    able += [(each, kind) for each in shown for kind in (_describe, _lock)]
    able = [(each, kind) for each, kind in able if facet_of(each) in ("processes", "it", "risks", "inputsoutputs")]
    if not able:
        return lambda _: None
    (chosen, kind), word = random.choice(able), random.choice(WORDS)
    return partial(kind, record=chosen, word=word)


def _deletion(world: World, record: Record) -> tuple[Callable[..., object], ...]:
    """What nothing stands on may go."""
    kept = {each.get("parent") for each in world.plan.records.values()} | unreleased_shapes(world.plan, world.model)
    return (_delete,) if record["id"] not in kept and not type_of(record).flow else ()


def _is_alone(world: World, id_: str) -> bool:
    """Whether nothing stands below an element, refers to it or shows it."""
    used: set[object] = set()
    for each in world.plan.records.values():
        used |= {each.get("parent"), each.get("stereotype")} | {shape["id"] for shape in each.get("content", ())}
        used |= {target["id"] for found in each["related"].values() for target in found}
    return id_ not in used


def _is_changeable(world: World, record: Record) -> bool:
    everyday = facet_of(record) in ("processes", "it", "risks", "inputsoutputs") and not type_of(record).flow
    return everyday and (not is_versioned(record) or record["state"] == "inProcess")


def _path(record: Record) -> str:
    return element(record["id"], facet_of(record))


def _describe(world: World, record: Record, word: str, who: str = "root") -> object:
    body = {"elements": [{"id": record["id"], "attributes": {"description": {"1033": word}}}]}
    return world.send(who, "POST", _path(record).rpartition("/")[0], body)


def _lock(world: World, record: Record, word: str, who: str = "root") -> object:
    return world.send(who, "POST", f"{_path(record)}/lock")


def _delete(world: World, record: Record, word: str, who: str = "root") -> object:
    return world.send(who, "DELETE", _path(record))


def _review(world: World, record: Record, word: str, who: str = "root") -> object:
    return world.send(who, "POST", f"release/{record['id']}/transitions/InProcessToInReview?ignoreWarnings=true")


def _grants(given: Mapping[str, str]) -> list[object]:
    return [{"principal": principal, "permissionSets": [SET_IDS[name]]} for principal, name in given.items()]


def _accepted(response: httpx.Response) -> httpx.Response:
    assert response.status_code == 200, response.text
    return response
