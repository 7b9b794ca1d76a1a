"""The other world: a plan in which everything that the caller may not open is different, and nothing else.

What is hidden is rewritten, gone, or joined by more of its kind. Of what is shown only, all but name, type, state and place is
rewritten. What is open differs in the references and shapes that lead to what is hidden. Where the flow of a diagram goes through
what is not released, it goes through something else that is not, or through more of it.
"""

from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Final

from facetstore.domain.callers import Role
from tests.support import company
from tests.support.company import Record
from tests.walls.oracle.plan import (
    CALLER,
    KEEPERS,
    KINDS,
    MADE,
    PEOPLE,
    RIGHTS,
    STRANGERS,
    Plan,
    Setting,
    draw,
    facet_of,
    is_versioned,
    key_of,
    put,
    references,
    shape,
    type_of,
    with_attributes,
    words,
)
from tests.walls.oracle.sight import Model, Sight

_DECIDING: Final = frozenset({"permissionSet", "userGroup", "configCulture"})
"""What decides what the caller may do, and in which languages: it is the same in both worlds."""


def other_world(plan: Plan, random: Random) -> Plan:
    """A copy of the plan with other secrets. What the caller sees and opens of it is the same."""
    made = deepcopy(plan)
    made.random, made.next_number = random, 5000
    _drop_some(made)
    _add_some(made)
    model = Model(made)
    for each in list(made.records.values()):
        if each["id"] not in MADE and each["type"] not in _DECIDING:
            made.add(_REWRITERS[model.sight(each)](made, model, each))
    _close_more(made, model)
    check_same_view(plan, made)
    return made


def check_same_view(one: Plan, other: Plan) -> None:
    """That the worlds differ in nothing that decides what the caller sees."""
    seen = [
        {key_of(each): model.sight(each) for each in plan.records.values() if model.sight(each) is not Sight.HIDDEN}
        for plan, model in ((one, Model(one)), (other, Model(other)))
    ]
    assert seen[0] == seen[1], set(seen[0].items()) ^ set(seen[1].items())


def _drop_some(plan: Plan) -> None:
    """Take away hidden versions and elements on which nothing stands."""
    model, random = Model(plan), plan.random
    kept = {each.get("parent") for each in plan.records.values()} | unreleased_shapes(plan, model)
    for each in list(plan.records.values()):
        removable = each["id"] not in kept and each["id"] not in plan.settings and not type_of(each).flow
        if facet_of(each) in ("users", "usergroups", "permissionsets", "cultures", "stereotypes", "automation"):
            removable = False
        if removable and model.sight(each) is Sight.HIDDEN and random.random() < 0.3:
            del plan.records[key_of(each)]
    _settle(plan)


def unreleased_shapes(plan: Plan, model: Model) -> set[str]:
    """The elements for which diagrams have placeholders: that there is something is the same in both worlds."""
    shown = {each["id"] for record in plan.records.values() for each in record.get("content", ())}
    return {id_ for id_ in shown if id_ in plan.elements and model.is_unreleased(id_)}


def _settle(plan: Plan) -> None:
    """Take away what leads to elements that are gone, and flow objects that no diagram shows."""
    shown = {each["id"] for record in plan.records.values() for each in record.get("content", ())}
    for each in list(plan.records.values()):
        if type_of(each).flow and each["id"] not in shown:
            del plan.records[key_of(each)]
    there = plan.elements
    for each in list(plan.records.values()):
        related = {name: [to for to in found if to["id"] in there] for name, found in each["related"].items()}
        kept = {**each, "related": {name: found for name, found in related.items() if found}}
        if "content" in each:
            kept["content"] = without_shapes(each["content"], lambda id_: id_ in there)
        plan.add(kept)


def without_shapes(content: list[Record], kept: Callable[[str], bool]) -> list[Record]:
    """The shapes whose elements are kept; arrows from the others are gone with them."""
    left = [each for each in content if kept(each["id"])]
    ids = {each["properties"]["shapeId"] for each in left}

    def before(each: Record) -> list[str]:
        found = (one["properties"]["shapeId"] for one in each["properties"]["predecessors"])
        return [id_ for id_ in found if id_ in ids]

    return [
        shape(each["id"], each["properties"]["shapeId"], before(each), each["properties"].get("place")) for each in left
    ]


def _add_some(plan: Plan) -> None:
    """More hidden elements: below what hides them, as drafts where the caller sees none, or with permissions for others."""
    model, random = Model(plan), plan.random
    able = [
        (parent, type_)
        for parent in plan.elements.values()
        for type_ in ("subProcess", "system", "risk")
        if type_ in type_of(parent).children
    ]
    for parent, type_ in random.sample(able, min(len(able), random.randint(1, 3))):
        number = plan.number()
        made = company.versioned(type_, number, "0.1", "inProcess", words(random), parent["id"], random.randint(0, 3))
        made = with_attributes(made, random)
        plan.add({**made, "content": draw(plan, number, "0.1")} if type_ == "subProcess" else made)
        if "show" in model.levels(parent) and plan.role >= Role.EDITOR:
            plan.settings[made["id"]] = Setting(made["id"], {KEEPERS: "full"}, inherits=False, excludes=True)


def _rewritten(plan: Plan, model: Model, record: Record) -> Record:
    """What is hidden is different in every respect that is not needed elsewhere."""
    random = plan.random
    made = {**_shown_only(plan, model, record)}
    if record["type"] == "user":
        names = {name: {127: words(random).popitem()[1]} for name in ("firstName", "lastName")}
        return {**made, "attributes": {**made["attributes"], **names}}
    named = {**made, "attributes": {**made["attributes"], "name": words(random)}}
    return {**named, "position": random.randint(0, 3)} if not is_versioned(record) else named


def _shown_only(plan: Plan, model: Model, record: Record) -> Record:
    """What is shown only keeps its name, type, state and place."""
    random = plan.random
    made = with_attributes(record, random)
    attributes = {**made["attributes"], "createdOn": {127: f"201{random.randint(0, 9)}-01-02T03:04:05"}}
    if is_versioned(record):
        attributes["changedOn"] = {127: f"202{random.randint(0, 5)}-02-03T04:05:06"}
    if record["id"] in PEOPLE:
        attributes |= {name: {127: random.random() < 0.5} for name in attributes if name.startswith("role")}
        return {**made, "attributes": attributes}
    if record["type"] in ("authToken", "host"):
        flags = {"roleEditor": {127: random.random() < 0.5}, "roleAdministrator": {127: random.random() < 0.5}}
        return {**made, "attributes": {**attributes, **(flags if record["type"] == "authToken" else {})}}
    found = {**made, "attributes": attributes, "related": references(plan, record, random)}
    if record["type"] == "system":
        found.pop("stereotype", None)
        found |= {"stereotype": random.choice(KINDS)} if random.random() < 0.5 else {}
    if "content" in record:
        content = record["content"]
        ids = [each["properties"]["shapeId"] for each in content]
        found["content"] = [
            shape(each["id"], ids[place], random.sample(ids[:place], min(place, random.randint(0, 2))))
            for place, each in enumerate(content)
        ]
    return found


def _open(plan: Plan, model: Model, record: Record) -> Record:
    """What is open differs in what leads to what is hidden."""
    contexts: dict[str, list[Record]] = {name: [] for name in _contexts(plan, record)}
    related = {
        name: _mixed(plan, model, record, name, found) if name not in RIGHTS else _others(model, found)
        for name, found in {**contexts, **record["related"]}.items()
    }
    made = {**record, "related": {name: found for name, found in related.items() if found}}
    if "content" in record:
        made["content"] = _redrawn(plan, model, record)
    return made


def _others(model: Model, found: list[Record]) -> list[Record]:
    """The people of a context, each hidden one replaced by another hidden one; a person named twice stays the same one."""
    hidden = [id_ for id_ in PEOPLE if model.of(id_) is Sight.HIDDEN]
    after = dict(zip(hidden, (*hidden[1:], *hidden[:1]), strict=True))
    return [{"id": after.get(each["id"], each["id"])} for each in found]


def _contexts(plan: Plan, record: Record) -> Iterator[str]:
    """Some contexts into which something hidden may come."""
    for each in type_of(record).properties.values():
        writable = each.related is not None and not each.related.derived and not each.related.read_only
        if writable and each.key not in RIGHTS | {"userGroups", "permissionSets"} and plan.random.random() < 0.3:
            yield each.key


def _mixed(plan: Plan, model: Model, record: Record, context: str, found: list[Record]) -> list[Record]:
    """The references of a context with other hidden ones among them. Where the callers themselves are named stays: what is stored about
    them says so, even if they do not see users."""
    random, related = plan.random, type_of(record).properties[context].related
    assert related is not None
    stays = {each["id"] for each in found if each["id"] == CALLER or model.of(each["id"]) is not Sight.HIDDEN}
    mixed = [each for each in found if each["id"] in stays or random.random() < 0.5]
    able = [
        id_
        for id_, each in plan.elements.items()
        if each["type"] in related.types
        and id_ != record["id"]
        and model.of(id_) is Sight.HIDDEN
        and id_ != CALLER
        and {"id": id_} not in mixed
    ]
    if able and len(mixed) < related.max_occurrence and random.random() < 0.5:
        mixed.insert(random.randint(0, len(mixed)), {"id": random.choice(able)})
    return mixed


def _redrawn(plan: Plan, model: Model, record: Record) -> list[Record]:
    """The diagram with other shapes of hidden processes."""
    random = plan.random
    unreleased = [id_ for id_ in plan.elements if model.is_unreleased(id_)]
    content = without_shapes(
        record["content"],
        lambda id_: model.of(id_) is not Sight.HIDDEN or id_ in unreleased or random.random() < 0.5,
    )
    content = [part for each in content for part in _replaced(plan, each, unreleased)]
    hidden = [
        id_ for id_, each in plan.elements.items() if each["type"] == "subProcess" and model.of(id_) is Sight.HIDDEN
    ]
    if hidden and content and random.random() < 0.8:
        before = [random.choice(content)["properties"]["shapeId"]] if random.random() < 0.5 else []
        content.append(shape(random.choice(hidden), company.shape_id(plan.number(), "9.9", 9), before, put(random)))
    return content


def _replaced(plan: Plan, drawn: Record, unreleased: list[str]) -> list[Record]:
    """A shape; instead of one that is not released another one, and sometimes one more before it."""
    if drawn["id"] not in unreleased:
        return [drawn]
    random, id_ = plan.random, drawn["properties"]["shapeId"]
    before = [each["properties"]["shapeId"] for each in drawn["properties"]["predecessors"]]
    if random.random() < 0.5:
        return [shape(random.choice(unreleased), id_, before, put(random))]
    more = company.shape_id(plan.number(), "9.9", 8)
    first = shape(random.choice(unreleased), more, before, put(random))
    return [first, shape(random.choice(unreleased), id_, [more], put(random))]


def _close_more(plan: Plan, model: Model) -> None:
    """Permissions for others on hidden elements that have none of their own."""
    able = [
        id_
        for id_, each in plan.elements.items()
        if model.of(id_) is Sight.HIDDEN
        and "show" not in model.levels(each)
        and id_ not in plan.settings
        and not type_of(each).flow
        and each.get("parent") is not None
        and id_ not in {one.get("parent") for one in plan.records.values()}
    ]
    if able and plan.random.random() < 0.5:
        id_ = plan.random.choice(able)
        plan.settings[id_] = Setting(id_, {KEEPERS: "full", STRANGERS: "read"}, inherits=False, excludes=True)


_REWRITERS: Final = {Sight.HIDDEN: _rewritten, Sight.SHOWN: _shown_only, Sight.OPEN: _open}
