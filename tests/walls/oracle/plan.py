"""A small tenant at random, as data: its records, who may see what of it, and the caller who will ask.

Everything follows from a seed. The vocabulary is small on purpose, so that guesses hit what is stored.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from facetstore.domain.callers import Role
from facetstore.metamodel.loader import load_standard
from facetstore.metamodel.model import DataType, ElementType, Identity
from tests.storage.builders import METAMODEL
from tests.support import company
from tests.support.company import Record

WORDS: Final = ("amber", "cobalt", "crimson", "ochre", "sepia", "umber")
SETS: Final[Mapping[str, Sequence[str]]] = {
    "full": ("show", "open", "edit", "new", "delete", "approve"),
    "read": ("open",),
    "glance": ("show",),
    "change": ("edit",),
    "clear": ("delete",),
    "nothing": (),
}
ROOT, CALLER, KEEPERS, FRIENDS, STRANGERS, DEPUTY = (company.element_id(number) for number in range(700, 706))
"""The administrator who makes the tenant, who asks, groups of the administrator, of the caller and of neither, and a second
administrator."""
MADE: Final = frozenset({ROOT, CALLER, DEPUTY})
"""Those who act: they are the same in both worlds."""
PEOPLE: Final = tuple(company.element_id(number) for number in range(710, 714))
TOKENS: Final = tuple(company.element_id(number) for number in range(720, 722))
HOSTS: Final = tuple(company.element_id(number) for number in range(725, 727))
SET_IDS: Final = {name: company.element_id(730 + number) for number, name in enumerate(SETS)}
TAGS: Final = tuple(company.element_id(number) for number in range(740, 743))
KINDS: Final = tuple(company.element_id(number) for number in range(745, 747))
"""Stereotypes of systems."""

WITH_FACET_SETTINGS: Final = ("it", "risks", "inputsoutputs", "users", "tags", "processes", "stereotypes")
STATES: Final = ("inProcess", "inReview", "released", "inEffect", "requestToExpire", "expired")
RIGHTS: Final = frozenset({"author", "secondaryAuthors", "owner", "qualityManager", "reviewer"})
"""Contexts that decide what a user may do with an element, no matter who sees the people in them."""
_REFERS: Final = 0.4
"""How often a context that may refer to something does."""
_FLOW: Final = ("evStart", "task", "evEnd")
_FIXED: Final = frozenset({"name", "state1", "version", "stereotype", "validUntil", "createdOn", "changedOn", "id"})


@dataclass(frozen=True)
class Setting:
    """Permissions on one element, for it and everything below it: names of permission sets by principal."""

    element: str
    grants: Mapping[str, str]
    inherits: bool
    excludes: bool


@dataclass
class Plan:
    """Records by version id, permissions, and what the caller is."""

    random: Random
    role: Role
    sets: tuple[str, ...]
    """The permission sets that the caller has by default, directly or by a group."""
    records: dict[str, Record] = field(default_factory=dict)
    settings: dict[str, Setting] = field(default_factory=dict)
    facets: dict[str, Mapping[str, str]] = field(default_factory=dict)
    next_number: int = 1000

    @property
    def elements(self) -> dict[str, Record]:
        """The newest record of each element."""
        return {each["id"]: each for each in self.records.values()}

    def add(self, *records: Record) -> None:
        for each in records:
            self.records[key_of(each)] = each

    def number(self) -> int:
        self.next_number += 1
        return self.next_number

    def bundle(self) -> Iterator[Record]:
        yield company.header()
        yield from self.records.values()


def key_of(record: Record) -> str:
    return str(record.get("versionId", record["id"]))


def type_of(record: Record) -> ElementType:
    return METAMODEL.types[record["type"]]


def facet_of(record: Record) -> str:
    return type_of(record).facet


def plan(random: Random, role: Role | None = None) -> Plan:
    """A tenant, with permissions that leave the caller, of this or any role, something to see and something not to."""
    role = role or random.choice((Role.VIEWER, Role.VIEWER, Role.EDITOR, Role.EDITOR, Role.ADMINISTRATOR, *Role))
    sets = (random.choice(("read", "glance", "glance", "change", "clear")),) if random.random() < 0.4 else ()
    made = Plan(random, role, sets)
    made.add(*_people(made), *_catalogues(made))
    _structure(made)
    _refer(made)
    _permit(made)
    return made


def _people(plan: Plan) -> Iterator[Record]:
    yield company.plain("configCulture", company.GERMAN, {1033: "German"})
    yield company.plain("configCulture", company.ENGLISH, {1033: "English"})
    for name, levels in SETS.items():
        made = company.plain("permissionSet", SET_IDS[name], {1033: name.title()})
        yield {**made, "attributes": {**made["attributes"], "grants": {127: list(levels)}}}
    by_group = plan.sets if plan.random.random() < 0.5 else ()
    own = () if by_group else plan.sets
    for group in (KEEPERS, FRIENDS, STRANGERS):
        held = [SET_IDS[each] for each in by_group] if group == FRIENDS else []
        yield company.plain("userGroup", group, words(plan.random), permissionSets=held)
    yield _person(ROOT, Role.ADMINISTRATOR, ["Root", "Rooter"], [KEEPERS])
    yield _person(DEPUTY, Role.ADMINISTRATOR, ["Dep", "Uty"], [KEEPERS])
    yield _person(CALLER, plan.role, ["Cal", "Caller"], [FRIENDS], own)
    for person in PEOPLE:
        names = plan.random.choices(WORDS, k=2)
        yield _person(person, plan.random.choice(list(Role)), names, [STRANGERS])
    for number, token in enumerate(TOKENS):
        made = company.plain("authToken", token, {1033: f"Token {number}"})
        yield with_attributes(made, plan.random)
        host = company.plain("host", HOSTS[number], {1033: f"Host {number}"}, 0, token)
        yield with_attributes(host, plan.random)


def _person(id_: str, role: Role, names: Sequence[str], groups: list[str], sets: Sequence[str] = ()) -> Record:
    made = company.person(id_, names[0], names[1], **load_standard().roles.flags_of(role))
    held = company.references({"userGroups": groups, "permissionSets": [SET_IDS[each] for each in sets]})
    return {**made, "related": {**made["related"], **held}}


def _catalogues(plan: Plan) -> Iterator[Record]:
    for id_ in TAGS:
        yield company.plain("tag", id_, words(plan.random))
    for id_ in KINDS:
        yield company.plain("systemType", id_, words(plan.random))


def _structure(plan: Plan) -> None:
    """The hierarchies: a house with categories and processes, domains with systems and risks, and what stands alone."""
    random = plan.random
    house = _plain(plan, "processHouse", None)
    categories = [_plain(plan, "subCategory", house) for _ in range(3)]
    mains = [_versioned(plan, "mainProcess", random.choice(categories)) for _ in range(2)]
    for _ in range(8):
        parent = random.choice([*categories, *mains, *_some(plan, "subProcess")])
        _versioned(plan, "subProcess", parent, drawn=random.random() < 0.4)
    _plain(plan, "view", None)
    for root, type_ in (("systemDomain", "system"), ("riskDomain", "risk")):
        domains = [_plain(plan, root, None) for _ in range(2)]
        for _ in range(3):
            _versioned(plan, type_, random.choice(domains))
    for _ in range(2):
        _versioned(plan, "inOut", None)


def _some(plan: Plan, type_: str) -> list[str]:
    return [id_ for id_, each in plan.elements.items() if each["type"] == type_]


def _plain(plan: Plan, type_: str, parent: str | None) -> str:
    random, id_ = plan.random, company.element_id(plan.number())
    state = "hide" if random.random() < 0.15 and parent is not None else "show"
    made = company.plain(type_, id_, words(random), random.randint(0, 3), parent, state)
    plan.add(with_attributes(made, random))
    return id_


def _versioned(plan: Plan, type_: str, parent: str | None, *, drawn: bool = False) -> str:
    """An element with one to three versions, each of which may have a diagram."""
    random, number, position = plan.random, plan.number(), plan.random.randint(0, 3)
    released = random.sample(("1.0", "2.0"), random.randint(0, 2))
    draft = ["2.1"] if not released or random.random() < 0.5 else []
    for place, each in enumerate(numbers := [*sorted(released), *draft]):
        state = _state(random, each, last=place == len(numbers) - len(draft) - 1)
        made = company.versioned(type_, number, each, state, words(random), parent, position)
        made = with_attributes(made, random)
        if type_ == "system" and random.random() < 0.5:
            made = {**made, "stereotype": random.choice(KINDS)}
        plan.add({**made, "content": draw(plan, number, each)} if drawn else made)
    return company.element_id(number)


def _state(random: Random, number: str, *, last: bool) -> str:
    if number == "2.1":
        return random.choice(("inProcess", "inProcess", "inReview"))
    return random.choice(("released", "inEffect", "requestToExpire")) if last else "expired"


def draw(plan: Plan, number: int, version: str) -> list[Record]:
    """A diagram of new flow objects, and sometimes of a process that stands elsewhere."""
    random = plan.random
    objects = [company.flow(type_, plan.number(), random.choice(WORDS)) for type_ in _FLOW]
    plan.add(*objects)
    shown = [each["id"] for each in objects]
    others = [each for each in _some(plan, "subProcess") if each != company.element_id(number)]
    if others and random.random() < 0.8:
        shown.insert(random.randint(1, 2), random.choice(others))
    ids = [company.shape_id(number, version, place) for place in range(len(shown))]
    is_put = random.random() < 0.7
    return [
        shape(id_, ids[place], ids[place - 1 : place] if place else [], put(random) if is_put else None)
        for place, id_ in enumerate(shown)
    ]


def put(random: Random) -> list[int]:
    """A place of a shape in its diagram."""
    return [random.randint(-900, 900), random.randint(-900, 900)]


def shape(element: str, id_: str, before: Sequence[str], place: list[int] | None = None) -> Record:
    predecessors = [{"properties": {"shapeId": each}} for each in before]
    return {"id": element, "properties": {"shapeId": id_, "predecessors": predecessors, "place": place}}


def words(random: Random) -> dict[int, str]:
    cultures = random.choice(((1033,), (1031, 1033), (1031,)))
    return {culture: " ".join(random.choices(WORDS, k=random.randint(1, 2))) for culture in cultures}


def with_attributes(record: Record, random: Random) -> Record:
    """The record with other values of some attributes that are not part of its name."""
    known = type_of(record).properties.values()
    able = [
        each
        for each in known
        if each.attribute is not None
        and not each.attribute.derived
        and each.readable_by is None
        and each.key not in _FIXED
        and not each.key.startswith("role")
        and each.key not in _PERSONAL
        and each.attribute.data_type in _VALUES
    ]
    own = {name: value for name, value in record["attributes"].items() if name in _FIXED or name == "relOn"}
    if record["type"] == "user":
        own |= {name: value for name, value in record["attributes"].items() if name in _PERSONAL or name[:4] == "role"}
    chosen = random.sample(able, min(len(able), 4))
    # Always one that every search and every `attributes` filter looks at.
    chosen += [each for each in able if each.key == "description" and each not in chosen]
    for each in chosen:
        assert each.attribute is not None
        cultures: Sequence[int] = (127,) if each.attribute.invariant else random.choice(((1033,), (1031, 1033)))
        keys = [value.key for value in each.attribute.selectable_values if value.key]
        own[each.key] = {culture: _value(each.attribute.data_type, keys, random) for culture in cultures}
    return {**record, "attributes": own}


_PERSONAL: Final = ("firstName", "lastName", "accountName")
_VALUES: Final = frozenset(DataType) - {DataType.LINKS, DataType.MULTI_SELECTION}


def _value(kind: DataType, keys: Sequence[str], random: Random) -> Any:
    match kind:
        case DataType.HTML:
            return f"{company.XML}<p>{' '.join(random.choices(WORDS, k=2))}</p>"
        case DataType.SELECTION_VALUE:
            return random.choice(keys)
        case DataType.BOOLEAN:
            return random.random() < 0.5
        case DataType.INTEGER | DataType.DECIMAL:
            return random.randint(1, 5)
        case DataType.DATE_TIME:
            return f"202{random.randint(0, 5)}-03-05T00:00:00"
        case _:
            return " ".join(random.choices(WORDS, k=2))


def _refer(plan: Plan) -> None:
    """References between everything, once all is there."""
    for each in list(plan.records.values()):
        if each["id"] not in MADE and each["type"] not in ("userGroup", "permissionSet"):
            plan.add({**each, "related": {**each["related"], **references(plan, each, plan.random)}})


def references(plan: Plan, record: Record, random: Random) -> dict[str, list[Record]]:
    """Some contexts of a record, each with elements of the tenant that may stand in it."""
    by_type: dict[str, list[str]] = {}
    for id_, each in plan.elements.items():
        by_type.setdefault(each["type"], []).append(id_)
    found: dict[str, list[Record]] = {}
    for context in type_of(record).properties.values():
        related = context.related
        if related is None or related.derived or related.read_only or context.key in ("userGroups", "permissionSets"):
            continue
        able = [id_ for type_ in related.types for id_ in by_type.get(type_, ()) if id_ != record["id"]]
        if able and random.random() < _REFERS:
            chosen = random.sample(able, min(len(able), random.randint(1, min(3, related.max_occurrence))))
            found[context.key] = [{"id": id_} for id_ in chosen]
    return found


def _permit(plan: Plan) -> None:
    """Permissions on some elements below the roots, and sometimes on a facet."""
    random, elements = plan.random, plan.elements
    able = [
        id_
        for id_, each in elements.items()
        if facet_of(each) in ("processes", "it", "risks", "inputsoutputs")
        and not type_of(each).flow
        and not (type_of(each).root and each.get("parent") is None)
    ]
    for element in random.sample(able, random.randint(2, 6)):
        plan.settings[element] = Setting(
            element, _grants(random), inherits=random.random() < 0.25, excludes=random.random() < 0.85
        )
    for facet in random.sample(WITH_FACET_SETTINGS, random.choice((0, 0, 1, 2))):
        plan.facets[facet] = _grants(random)


def _grants(random: Random) -> Mapping[str, str]:
    found = {KEEPERS: "full"}
    for principal, often in ((CALLER, 0.3), (FRIENDS, 0.4), (STRANGERS, 0.3)):
        if random.random() < often:
            found[principal] = random.choice(("glance", "glance", "glance", "read", "change", "full", "nothing"))
    return found


def is_versioned(record: Record) -> bool:
    return type_of(record).identity is Identity.VERSIONED
