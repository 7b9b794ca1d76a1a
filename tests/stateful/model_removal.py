"""The model of what happens to elements as wholes: deleted, restored, moved, locked (D5.4, D5.5)."""

from collections.abc import Sequence
from dataclasses import replace

from tests.stateful.model import Caller, Deleted, Element, Json, Lock, Model, Refused, ServiceFacts, Version
from tests.stateful.model_reads import children
from tests.stateful.model_writes import check_unlocked, may_edit


def delete(model: Model, caller: Caller, id_: str, facts: ServiceFacts, *, force: bool) -> None:
    """A version id deletes that draft, an element id the element; the only draft there is is the element."""
    element, version = _own(model, caller, id_)
    check_unlocked(model, caller, element)
    by_version = id_ != element.id
    if by_version and version.was_released:
        raise Refused(409, "only drafts are deleted one by one")
    is_draft = by_version and len(element.versions) > 1
    going = [version] if is_draft else [*element.versions]
    if element.kind.versioned and any(each.was_released for each in going) and not caller.is_at_least("architect"):
        raise Refused(403, "was released")
    below = [] if is_draft else [each.id for each in model.children(element.id)]
    used = bool(below) or (not is_draft and any(model.referrers(element.id)))
    fixed = element.kind.versioned and any(each.state != "inProcess" for each in going)
    if (used or fixed) and not force:
        raise Refused(409, "still used, or no draft")
    facts.accepted()
    _delete(model, element, going, below, facts)


def _delete(
    model: Model, element: Element, going: Sequence[Version], below: Sequence[str], facts: ServiceFacts
) -> None:
    left = tuple(each for each in element.versions if each not in going)
    for each in below:
        model.put(replace(model.elements[each], parent=None))
    shown = dict.fromkeys(shape.element for each in going for shape in model.shapes(each))
    flow = tuple(model.elements.pop(each) for each in shown if model.elements[each].kind.flow)
    if left:
        model.put(replace(element, versions=left))
    else:
        del model.elements[element.id]
        model.locks.pop(element.id, None)
    gone = replace(element, versions=tuple(going))
    model.trash[facts.deletion(element.id)] = Deleted(gone, flow, tuple(below), draft=bool(left))


def restore(model: Model, caller: Caller, deletion: str, facts: ServiceFacts) -> None:
    if not caller.is_at_least("administrator"):
        raise Refused(403, "not for this role")
    if deletion not in model.trash:
        raise Refused(404, "not in the trash")
    deleted = model.trash[deletion]
    current = model.elements.get(deleted.element.id)
    if deleted.draft and (current is None or any(not each.was_released for each in current.versions)):
        raise Refused(409, "its element is gone, or has another draft")
    facts.accepted()
    del model.trash[deletion]
    for each in deleted.flow_objects:
        model.put(each)
    if current is not None:
        model.put(replace(current, versions=(*current.versions, _on_top(current, deleted.element.newest))))
    else:
        _restore_whole(model, deleted)


def _on_top(element: Element, draft: Version) -> Version:
    """A draft that a release has overtaken gets the next number."""
    major, minor = _number(element.newest)
    return draft if _number(draft) > (major, minor) else replace(draft, number=f"{major}.{minor + 1}")


def _number(version: Version) -> tuple[int, int]:
    major, _, minor = version.number.partition(".")
    return int(major), int(minor)


def _restore_whole(model: Model, deleted: Deleted) -> None:
    """Back under its parent if that still exists, with those of its children that stand alone and not above it."""
    element = deleted.element
    parent = element.parent if element.parent in model.elements else None
    model.put(replace(element, parent=parent))
    above = ancestors(model, element.id)
    for id_ in deleted.children:
        if id_ in model.elements and model.elements[id_].parent is None and id_ not in above:
            model.put(replace(model.elements[id_], parent=element.id))


def move(model: Model, caller: Caller, id_: str, body: Json, facts: ServiceFacts) -> None:
    """Below a parent, or to a place among its siblings (behind them where none is given)."""
    element, _ = _own(model, caller, id_)
    parent = body.get("parent", element.parent)
    if parent is not None and (
        parent not in model.elements or element.type not in model.elements[parent].kind.children
    ):
        raise Refused(400, "not a parent of it")
    check_unlocked(model, caller, element)
    if parent is not None and element.id in ancestors(model, parent):
        raise Refused(409, "below itself")
    facts.accepted()
    _place(model, element, parent, body.get("position"))


def _place(model: Model, element: Element, parent: str | None, wanted: int | None) -> None:
    siblings = [each.element for each in children(model, parent)] if parent is not None else []
    others = [each for each in siblings if each.id != element.id]
    place = len(others) if wanted is None else min(wanted, len(others))
    if parent == element.parent and (wanted is None or not siblings or siblings[place].id == element.id):
        return
    position = others[place - 1].position + 1 if place else max(others[0].position - 1, 0) if others else 0
    model.put(replace(element, parent=parent, position=position))
    for each in others[place:]:
        if each.position > position:
            break
        position += 1
        model.put(replace(each, position=position))


def ancestors(model: Model, id_: str) -> list[str]:
    """An element and those above it."""
    found = [id_]
    while (parent := model.elements[found[-1]].parent) is not None:
        found.append(parent)
    return found


def lock(model: Model, caller: Caller, id_: str, facts: ServiceFacts, *, take_over: bool) -> None:
    element, _ = _own(model, caller, id_)
    if not take_over:
        check_unlocked(model, caller, element)
    facts.accepted()
    taken = model.locks[element.id].taken if element.id in model.locks else 0
    model.locks[element.id] = Lock(caller.principal, taken + 1)


def unlock(model: Model, caller: Caller, id_: str, facts: ServiceFacts) -> None:
    if not caller.is_at_least("editor"):
        raise Refused(403, "viewers edit nothing")
    element, _ = model.find(id_)
    held = model.locks.get(element.id)
    if held is None:
        return
    if held.holder != caller.principal and not caller.is_at_least("administrator"):
        raise Refused(403, "somebody else's lock")
    facts.accepted()
    del model.locks[element.id]


def _own(model: Model, caller: Caller, id_: str) -> tuple[Element, Version]:
    """What an id stands for, if the caller may edit it."""
    if not caller.is_at_least("editor"):
        raise Refused(403, "viewers change nothing")
    element, version = model.find(id_)
    if not may_edit(model, caller, element, version):
        raise Refused(403, "somebody else's")
    return element, version
