"""Tenants in which chance decides who the authors are, what is permitted to whom, in which state things are and who locked them."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Final, NamedTuple

from facetstore.domain.callers import Role
from facetstore.metamodel.loader import load_standard
from tests.rest.release.office import Office
from tests.support import company
from tests.support.api import Api, Database

FIRST: Final = 800
SETS: Final = {
    "full": ["show", "open", "edit", "new", "delete", "approve"],
    "open": ["open"],
    "show": ["show"],
    "edit": ["edit"],
    "add": ["new"],
    "clear": ["delete"],
    "approve": ["approve"],
    "none": [],
}
ADMIN: Final = "keeper"
PEOPLE: Final = {
    ADMIN: (Role.ADMINISTRATOR, False),
    **{f"{role.name.lower()}{n}": (role, n == 1) for role in Role for n in (0, 1)},
}
"""The keeper is let in everywhere; of each role there is one in the group and one who is not."""
IDS: Final = {name: company.element_id(700 + n) for n, name in enumerate((*PEOPLE, "group", *SETS))}
HOUSE, ROOM = company.element_id(790), company.element_id(791)
STATES: Final = ("inProcess", "inProcess", "inReview", "released")
_numbers = count(1)


class Thing(NamedTuple):
    """Something that callers may or may not change."""

    id: str
    facet: str
    type: str
    state: str | None = None

    @property
    def path(self) -> str:
        return f"rest/facets/{self.facet}/views/detail/elements"


class World(Office):
    """The tenant, and the things in it."""

    things: tuple[Thing, ...]


def make_world(api: Api, database: Database, random: Random) -> World:
    made: list[tuple[Thing, company.Record]] = list(_things(random))

    def records() -> Iterator[company.Record]:
        yield company.header()
        yield from _people()
        yield from (record for _, record in made)

    tenant = database.add_tenant(f"rights/{next(_numbers)}", company.SETTINGS, records, roles=())
    database.let_in(tenant, {name: IDS[name] for name in PEOPLE})
    world = World(api, tenant)
    world.things = tuple(thing for thing, _ in made if thing.id not in (HOUSE,))
    _permit(world, random)
    _lock(world, random)
    return world


def _people() -> Iterator[company.Record]:
    yield company.plain("userGroup", IDS["group"], {1033: "Group"})
    for name, levels in SETS.items():
        made = company.plain("permissionSet", IDS[name], {1033: name.title()})
        made["attributes"]["grants"] = {127: levels}
        yield made
    for name, (role, grouped) in PEOPLE.items():
        person = company.person(IDS[name], name.title(), "Example", **load_standard().roles.flags_of(role))
        yield {**person, "related": company.references({"userGroups": [IDS["group"]] if grouped else []})}


def _things(random: Random) -> Iterator[tuple[Thing, company.Record]]:
    """Structure, versions in several states, a system, and a diagram with a step in it."""
    yield Thing(HOUSE, "processes", "processHouse"), company.plain("processHouse", HOUSE, {1033: "House"})
    yield Thing(ROOM, "processes", "subCategory"), company.plain("subCategory", ROOM, {1033: "Room"}, 0, HOUSE)
    for number in range(FIRST, FIRST + 6):
        state = random.choice(STATES)
        parent = random.choice((ROOM, None))
        version = "1.0" if state == "released" else "0.1"
        record = company.versioned("subProcess", number, version, state, {1033: f"Process {number}"}, parent)
        record["related"] = company.references(_authors(random))
        if number == FIRST:
            properties = {"shapeId": company.shape_id(number, version, 2), "predecessors": []}
            record["content"] = [{"id": company.element_id(10 * number), "properties": properties}]
        yield Thing(company.element_id(number), "processes", "subProcess", state), record
    step = company.flow("task", 10 * FIRST, "Step")
    yield Thing(company.element_id(10 * FIRST), "processes", "task"), step


def _authors(random: Random) -> dict[str, list[str]]:
    people = [IDS[name] for name in PEOPLE]
    authors = random.choice(([], [], random.sample(people, 1), random.sample(people, 3)))
    return {"author": authors[:1], "secondaryAuthors": authors[1:]} if authors else {}


def _permit(world: World, random: Random) -> None:
    """Permissions on some things, and by default for some people; the keeper may do everything."""
    for thing in world.things:
        if thing.type == "subProcess" and random.random() < 0.6:
            named = random.sample([*PEOPLE, "group"], random.randrange(1, 8))
            grants = {**{name: random.choice([*SETS]) for name in named}, ADMIN: "full"}
            given = [{"principal": IDS[name], "permissionSets": [IDS[each]]} for name, each in grants.items()]
            body = {"grants": given, "inherits": random.random() < 0.3, "excludes": random.random() < 0.6}
            world.post(f"{thing.path}/{thing.id}/permissions", ADMIN, body)
    for name in random.sample([each for each in PEOPLE if each != ADMIN], 4):
        related = {"permissionSets": [{"id": IDS[random.choice([*SETS])]}]}
        elements = [{"id": IDS[name], "related": related}]
        world.post("rest/facets/users/views/detail/elements", ADMIN, {"elements": elements})


def _lock(world: World, random: Random) -> None:
    for thing in random.sample(world.things, 3):
        who = random.choice([*PEOPLE])
        world.send("POST", f"{thing.path}/{thing.id}/lock", who)
