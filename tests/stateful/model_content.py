"""The model of content create and change: the items of a request applied to a diagram (operation 11, D5.11)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tests.stateful.method import KINDS
from tests.stateful.model import Caller, Element, Json, Model, Refused, ServiceFacts, Shape, Version
from tests.stateful.model_writes import changed_by, check_editable, merge, with_version


def change_content(model: Model, caller: Caller, id_: str, items: Sequence[Json], facts: ServiceFacts) -> None:
    if not caller.is_at_least("editor"):
        raise Refused(403, "viewers draw nothing")
    element, stored = model.find(id_)
    version = model.standing(stored)
    if not element.kind.draws:
        raise Refused(400, "has no diagram")
    anchors = _anchors(model, version, items)
    _check_predecessors(items)
    new = {n: _shown(model, caller, item["element"]) for n, item in enumerate(items) if n not in anchors}
    renamed = _renamed(model, version, anchors, items)
    if not new and not renamed and _connected(version, anchors, items, {}) == version.shapes:
        return
    check_editable(model, caller, element, version)
    facts.accepted()
    _store(model, caller, element, version, items, anchors, new, renamed, facts)


def _anchors(model: Model, version: Version, items: Sequence[Json]) -> Mapping[int, str]:
    """The shapes that items name, each by its own id or by the element it shows."""
    found: dict[int, str] = {}
    for n, item in enumerate(items):
        if (named := item["shapeInfo"].get("id")) is None:
            continue
        fitting = [each.id for each in version.shapes if named == each.id] or [
            each.id for each in version.shapes if named == each.element
        ]
        if len(fitting) != 1 or fitting[0] in found.values():
            raise Refused(400, "no such shape, several, or named twice")
        found[n] = fitting[0]
    return found


def _check_predecessors(items: Sequence[Json]) -> None:
    indices = {item["shapeInfo"]["index"]: item for item in items}
    for index, item in indices.items():
        for before in item["shapeInfo"].get("predecessors", ()):
            if before not in indices or before == index or indices[before].get("delete"):
                raise Refused(400, "a bad index, a shape before itself, or one that goes")


def _shown(model: Model, caller: Caller, given: Json) -> Element:
    """What a new shape shows: an existing element, or a new one that is still without an id."""
    if "id" in given:
        if given["id"] not in model.elements or model.elements[given["id"]].type != "subProcess":
            raise Refused(400, "nothing that can be shown")
        return model.elements[given["id"]]
    stamps = {"createdBy": (caller.principal,), "changedBy": (caller.principal,)}
    version = merge(model, given["type"], Version("", {}, {}), given)
    assert KINDS[given["type"]].flow
    return Element("", given["type"], "", (replace(version, related=stamps),))


def _renamed(
    model: Model, version: Version, anchors: Mapping[int, str], items: Sequence[Json]
) -> list[tuple[Element, Version]]:
    shapes = {each.id: each.element for each in version.shapes}
    found = []
    for n, shape in anchors.items():
        element = model.elements[shapes[shape]]
        if "element" in items[n]:
            after = merge(model, element.type, element.newest, items[n]["element"])
            found += [(element, after)] if after != element.newest else []
    return found


def _connected(
    version: Version, anchors: Mapping[int, str], items: Sequence[Json], new: Mapping[int, Shape]
) -> tuple[Shape, ...]:
    """The shapes as the items connect and delete them, the new ones behind the others."""
    shapes = {each.id: each for each in (*version.shapes, *new.values())}
    named = {**anchors, **{n: each.id for n, each in new.items()}}
    by_index = {item["shapeInfo"]["index"]: named[n] for n, item in enumerate(items) if n in named}
    for n, id_ in named.items():
        if "predecessors" in items[n]["shapeInfo"]:
            before = tuple(by_index[each] for each in items[n]["shapeInfo"]["predecessors"])
            shapes[id_] = replace(shapes[id_], before=before)
    gone = {named[n]: bool(item.get("reconnect")) for n, item in enumerate(items) if item.get("delete")}
    return tuple(
        replace(each, before=tuple(dict.fromkeys(_left(each, shapes, gone)))) if {*each.before} & {*gone} else each
        for each in shapes.values()
        if each.id not in gone
    )


def _left(shape: Shape, shapes: Mapping[str, Shape], gone: Mapping[str, bool]) -> Iterator[str]:
    """What still comes before a shape: where one goes that joins its neighbours, those before it."""
    seen, waiting = {shape.id}, list(shape.before)
    while waiting:
        before = waiting.pop(0)
        if before in seen:
            continue
        seen.add(before)
        if before not in gone:
            yield before
        elif gone[before]:
            waiting += shapes[before].before


def _store(
    model: Model,
    caller: Caller,
    element: Element,
    version: Version,
    items: Sequence[Json],
    anchors: Mapping[int, str],
    new: Mapping[int, Element],
    renamed: Sequence[tuple[Element, Version]],
    facts: ServiceFacts,
) -> None:
    for each, after in renamed:
        model.put(with_version(each, changed_by(caller, after)))
    before = {each.id for each in version.shapes}
    added = [pair for pair in facts.shapes(version.id) if pair[0] not in before]
    assert len(added) == len(new), (added, new)
    shapes: dict[int, Shape] = {}
    for (n, shown), (shape, id_) in zip(new.items(), added, strict=True):
        shapes[n] = Shape(shape, id_)
        if not shown.id:
            model.put(replace(shown, id=id_, creation_id=id_, versions=(replace(shown.newest, id=id_),)))
        assert not shown.id or shown.id == id_
    drawn_now = _connected(version, anchors, items, shapes)
    still = {each.element for each in drawn_now}
    for gone in {shape.element for shape in version.shapes} - still:
        if gone in model.elements and model.elements[gone].kind.flow:
            del model.elements[gone]
    current = model.elements[element.id]
    drawn = next(each for each in current.versions if each.id == version.id)
    if drawn_now != version.shapes:
        model.put(with_version(current, changed_by(caller, replace(drawn, shapes=drawn_now))))
