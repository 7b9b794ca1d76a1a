"""Two databases that are alike but for hidden values, and what a caller can ask to find out which of them answers."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from tests.rest.access.ruled import PROPERTIES
from tests.support import company
from tests.support.api import Records, element

WORDS: Final = ("amber", "cobalt", "crimson", "indigo", "ochre", "purple", "sepia", "umber", "violet", "zinc")
PEOPLE: Final = tuple(company.element_id(number) for number in range(50, 54))
OPERATIONS: Final = ("filter", "order", "select", "expand", "search", "export")


class Kind(NamedTuple):
    """A hidden property: where it is, who reads it, and what its values are."""

    name: str
    values: str
    reader: str = "architect"
    facet: str = "processes"
    asks: tuple[str, ...] = ("viewer", "editor", "analyzer")


ADMINISTRATORS: Final[Any] = {"reader": "administrator", "asks": ("viewer", "editor", "architect")}
HIDDEN: Final = (
    Kind("codeWord", "text"),
    Kind("verdict", "texts", **ADMINISTRATORS),
    Kind("reserve", "number"),
    Kind("patron", "person"),
    Kind("userFirstLogin", "time", facet="users", **ADMINISTRATORS),
    Kind("userLastLogin", "time", facet="users", **ADMINISTRATORS),
    Kind("userLoginCount", "number", facet="users", **ADMINISTRATORS),
)
OPEN: Final = Kind("openWord", "text", reader="viewer")
"""What all roles read: it shows that the questions can find a difference."""


class Trial(NamedTuple):
    """An element that differs between the worlds in one property, what refers to it, and both values."""

    kind: Kind
    element: str
    referrer: str
    values: tuple[object, object]

    @property
    def shown(self) -> tuple[str, str]:
        """The values as one would write them into a question."""
        first, second = (next(iter(each.values())) if isinstance(each, dict) else each for each in self.values)
        return str(first), str(second)


def trials(kind: Kind, number: int, random: Random) -> list[Trial]:
    ids = range(1000, 1000 + 2 * number, 2)
    return [Trial(kind, company.element_id(id_), company.element_id(id_ + 1), _pair(kind, random)) for id_ in ids]


def _pair(kind: Kind, random: Random) -> tuple[object, object]:
    one = other = _value(kind, random)
    while other == one:
        other = _value(kind, random)
    return one, other


def _value(kind: Kind, random: Random) -> object:
    match kind.values:
        case "text":
            return {127: f"{random.choice(WORDS)} {random.choice(WORDS)}"}
        case "texts":
            return {culture: random.choice(WORDS) for culture in random.sample((1031, 1033), random.randint(1, 2))}
        case "number":
            return {127: random.randint(1, 100_000)}
        case "time":
            return {127: f"20{random.randint(10, 25)}-0{random.randint(1, 9)}-1{random.randint(0, 9)}T08:00:00"}
        case _:
            return random.choice(PEOPLE)


def world(every: list[Trial], side: int) -> Records:
    """The bundle of one of the two databases."""
    names = ("codeWord", "verdict", "reserve", "patron", "openWord")
    additions = {
        "properties": {name: PROPERTIES[name] for name in names},
        "types": {"subProcess": {"properties": dict.fromkeys(names)}},
    }

    def records() -> Iterator[company.Record]:
        yield {**company.header(), "storage": {"metamodel": additions}}
        yield company.plain("configCulture", company.GERMAN, {1033: "German"})
        yield company.plain("configCulture", company.ENGLISH, {1033: "English"})
        yield company.plain("userGroup", company.READERS, {1033: "Readers"})
        for person in PEOPLE:
            yield company.person(person, "Some", "Body")
        for each in every:
            yield from _records(each, each.values[side])

    return records


def _records(trial: Trial, value: object) -> Iterator[company.Record]:
    number = int(trial.element.rpartition("-")[2])
    if trial.kind.facet == "users":
        person = company.person(trial.element, "Per", f"Son {number}")
        yield _with(person, trial.kind.name, value)
        yield _process(number + 1, owner=[trial.element])
    else:
        yield _with(_process(number), trial.kind.name, value)
        yield company.plain("view", trial.referrer, {1033: f"View {number}"}, processes=[trial.element])


def _process(number: int, **related: Any) -> company.Record:
    return company.versioned("subProcess", number, "1.0", "released", {1033: f"Process {number}"}, **related)


def _with(made: company.Record, name: str, value: object) -> company.Record:
    if isinstance(value, str):
        return {**made, "related": {**made["related"], **company.references({name: [value]})}}
    return {**made, "attributes": {**made["attributes"], name: value}}


def questions(trial: Trial) -> Mapping[str, tuple[str, ...]]:
    """By operation what may be asked about a trial; the first of each is sure to show the value to a caller who may read it."""
    kind, id_ = trial.kind, trial.element
    name, (one, other) = kind.name, trial.shown
    elements = f"rest/facets/{kind.facet}/views/detail/elements"
    this = f"id -eq '{id_}'"
    report = f"rest/facets/{kind.facet}/reporting"
    context = "owner" if kind.facet == "users" else "processes"
    referrer = element(trial.referrer)
    return {
        "filter": (
            f"{elements}?$filter={this}",
            f"{elements}?$filter={this} AND attributes -contains '{one}'",
            f"{elements}?$filter={this} AND NOT attributes -eq '{other}'&$select=name",
            f"{elements}?$filter={this} AND {name} -eq '{one}'",
            f"{elements}?$filter=NOT IsNull({name})&$count=true&$pageSize=1",
            f"{elements}/{id_}/attributes?$filter=NOT name -eq 'x'",
            f"rest/facets/processes/views/list/elements?$filter={context}/{name} -eq '{one}'",
            f"{elements}?$filter=attributes -startsWith '{one[:4]}'&$facetCounts=type&$pageSize=3",
        ),
        "order": (
            f"{elements}?$orderby=id desc&$filter=id -in ('{id_}', '{trial.referrer}')",
            f"{elements}?$orderby={name}&$pageSize=5",
            f"{elements}?$orderby={name} desc,id&$select=name",
            f"{report}?$orderby={name}",
        ),
        "select": (
            f"{elements}/{id_}?$select={name}",
            f"{elements}/{id_}?$select=changedOn",
            f"{elements}/{id_}",
            f"{elements}/{id_}/attributes/{name}",
            f"{elements}/{id_}/related/{name}",
            f"{elements}/{id_}/versions",
            f"{elements}?$select=name,{name}&$pageSize=3",
        ),
        "expand": (
            f"{referrer}?$expandRelated={context}",
            f"{referrer}?$expandRelated={context}&$select={context},{name}",
            f"{referrer}/related/{context}?$expandRelated={context}",
            f"{elements}/{id_}?$expandRelated={name}",
        ),
        "search": (
            f"rest/search?q={one}",
            f"rest/search?q={one[:5]}&facets={kind.facet}",
            f"rest/search?q={other}&$pageSize=2",
            f"{element(PEOPLE[0], 'users')}/usages",
            f"{element(PEOPLE[1], 'users')}/usages?context={name}",
        ),
        "export": (
            f"{report}/{id_}?$select={name}",
            f"{report}/{id_}",
            f"{report}?$filter={this}&$select={name}",
            f"rest/facets/processes/reporting/{trial.referrer}?$expandRelated={context}",
        ),
    }
