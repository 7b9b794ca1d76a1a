"""The items of a request that changes a diagram. All mistakes in their form are found before what they name is looked up.

An item names a shape, changes, connects or deletes it, shows an existing element, or creates a new one (spec: endpoint.11,
D5.11). Indices are local to the request.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeGuard

from facetstore.domain.element import FARTHEST, Place, parse_place
from facetstore.domain.errors import Finding
from facetstore.domain.values import parse_guid
from facetstore.usecases.changes.body import NOTHING, Notes, shown
from facetstore.usecases.changes.merge import referred_ids

MOST_ITEMS: Final = 1000
_ITEM_FIELDS: Final = ("shapeInfo", "element", "delete", "reconnect")
_PLACE: Final = "place"
_SHAPE_FIELDS: Final = ("id", "index", "predecessors", _PLACE)


class Deed(StrEnum):
    """What an item does."""

    ANCHOR = "anchor"
    """Names a shape so that other items can refer to it; with predecessors, replaces those of the shape."""
    CHANGE = "change"
    """Changes the element that a shape shows."""
    DELETE = "delete"
    SHOW = "show"
    """A new shape for an existing element."""
    MAKE = "make"
    """A new shape for a new element."""


@dataclass(frozen=True, slots=True)
class Item:
    """An item whose form is correct."""

    path: str
    index: int
    deed: Deed
    shape: str | None
    """The id of a shape, of the element it shows, or of that element's version."""
    shown: str | None
    """The id of the element to show, or of its version."""
    element: Mapping[str, object]
    predecessors: tuple[int, ...] | None
    """None: an existing shape keeps its own."""
    reconnect: bool = False
    is_placed: bool = False
    """Whether the item says where its shape stands."""
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class ContentItems:
    """All items of a request: the correct ones in order, and the findings about the others."""

    items: tuple[Item, ...]
    findings: tuple[Finding, ...] = ()
    in_order: bool = False
    """Whether the shapes of the items are put in their order, before all others."""
    equal_once: bool = False
    """Whether references that describe equal new elements create one."""
    own: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    """The body for the element that has the diagram: attributes without references."""

    @property
    def ids(self) -> frozenset[str]:
        """Every id that the items name, except those of shapes; `content.wanted_ids` adds what else must be looked up."""
        return frozenset(id_ for each in self.items for id_ in _ids(each))


def _ids(item: Item) -> Iterator[str]:
    if item.shown is not None:
        yield item.shown
    else:
        yield from referred_ids(item.element)


@dataclass(slots=True)
class _Draft:
    """An item while it is read."""

    path: str
    notes: Notes
    index: int | None = None
    shape: str | None = None
    predecessors: tuple[int, ...] | None = None
    element: Mapping[str, object] | None = None
    delete: bool = False
    reconnect: bool = False
    is_placed: bool = False
    place: Place | None = None
    wrong: bool = False

    def refuse(self, code: str, error: str, *below: str) -> None:
        self.wrong = True
        self.notes.wrong(code, error, ".".join((self.path, *below)))


def parse_content(values: object, *, path: str = "values", most: int = MOST_ITEMS) -> ContentItems:
    """The items in `values`, and findings about everything that is wrong in their form."""
    notes = Notes()
    if not isinstance(values, list) or not values:
        instead = "" if values == [] or values is None else f", not {shown(values)}"
        notes.wrong("wrong-form", f"{path} needs a list with one item at least{instead}.", path)
    elif len(values) > most:
        notes.wrong("too-many-items", f"{path} takes at most {most} items, not {len(values)}.", path)
    if notes.findings or not isinstance(values, list):
        return ContentItems((), tuple(notes.findings))
    drafts = [_read(each, n, f"{path}[{n}]", notes) for n, each in enumerate(values)]
    _check_indices(drafts)
    _check_predecessors(drafts)
    items = tuple(item for each in drafts if (item := _item(each)) is not None)
    return ContentItems(items, tuple(notes.findings))


def _read(value: object, place: int, path: str, notes: Notes) -> _Draft:
    draft = _Draft(path, notes, index=place)
    if not isinstance(value, dict):
        draft.refuse("wrong-form", f"An item needs an object with shapeInfo, element or both, not {shown(value)}.")
        return draft
    _check_fields(draft, value, _ITEM_FIELDS, "An item")
    shape_info = _object(draft, value, "shapeInfo")
    _read_shape_info(draft, shape_info or {}, place)
    draft.element = _object(draft, value, "element")
    draft.delete = _flag(draft, value, "delete")
    draft.reconnect = _flag(draft, value, "reconnect")
    return draft


def _read_shape_info(draft: _Draft, given: Mapping[str, object], place: int) -> None:
    for name in given:
        if name in ("delete", "reconnect"):
            draft.refuse("unknown-field", f"{name} belongs beside shapeInfo, not in it.", "shapeInfo", name)
    rest = {name: value for name, value in given.items() if name not in ("delete", "reconnect")}
    _check_fields(draft, rest, _SHAPE_FIELDS, "shapeInfo", "shapeInfo")
    draft.index = _index(draft, given, place)
    draft.shape = _guid(draft, given.get("id"), "shapeInfo", "id")
    draft.predecessors = _predecessors(draft, given.get("predecessors"))
    draft.is_placed = _PLACE in given
    draft.place = _place(draft, given.get(_PLACE))


def _index(draft: _Draft, given: Mapping[str, object], place: int) -> int | None:
    """The index of an item: as given, else its position in the list; None, with a finding, if it is wrong."""
    value = given.get("index")
    if value is None:
        return place
    if _is_index(value):
        return value
    draft.refuse("wrong-index", f"index needs a whole number from 0 on, not {shown(value)}.", "shapeInfo", "index")
    return None


def _predecessors(draft: _Draft, value: object) -> tuple[int, ...] | None:
    if value is None:
        return None
    if isinstance(value, list) and all(map(_is_index, value)):
        return tuple(value)
    error = f"predecessors needs a list of indices of this request, such as [0, 1], not {shown(value)}."
    draft.refuse("wrong-index", error, "shapeInfo", "predecessors")
    return None


def _place(draft: _Draft, value: object) -> Place | None:
    place = parse_place(value)
    if place is None and value is not None:
        error = f"place needs two numbers up to {FARTHEST}, across and down, such as [120, 40], not {shown(value)}."
        draft.refuse("wrong-place", error, "shapeInfo", _PLACE)
    return place


def _is_index(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31


def _object(draft: _Draft, given: Mapping[str, object], name: str) -> Mapping[str, object] | None:
    value = given.get(name)
    if value is None or isinstance(value, dict):
        return value
    draft.refuse("wrong-form", f"{name} needs an object, not {shown(value)}.", name)
    return None


def _flag(draft: _Draft, given: Mapping[str, object], name: str) -> bool:
    value = given.get(name)
    if value is None or isinstance(value, bool):
        return bool(value)
    draft.refuse("wrong-form", f"{name} needs true or false, not {shown(value)}.", name)
    return False


def _guid(draft: _Draft, value: object, *below: str) -> str | None:
    if value is None:
        return None
    guid = parse_guid(value) if isinstance(value, str) else None
    if guid is None:
        draft.refuse("wrong-id", f"{'.'.join(below)} needs a GUID, not {shown(value)}.", *below)
    return guid


def _check_fields(draft: _Draft, given: Mapping[str, object], known: tuple[str, ...], what: str, *below: str) -> None:
    for name in given:
        if name not in known:
            hint = draft.notes.hint(name, known)
            draft.refuse("unknown-field", f"{what} has no field {shown(name)}.{hint}", *below, name)


def _check_indices(drafts: list[_Draft]) -> None:
    taken: dict[int, str] = {}
    for each in drafts:
        if each.index is not None and (first := taken.setdefault(each.index, each.path)) != each.path:
            error = f"The index {each.index} is taken by {first}: each item needs an index of its own."
            each.refuse("index-taken", error, "shapeInfo", "index")


def _check_predecessors(drafts: list[_Draft]) -> None:
    by_index = {each.index: each for each in reversed(drafts) if each.index is not None}
    for each in drafts:
        for n, index in enumerate(each.predecessors or ()):
            code, error = _wrong_predecessor(each, index, by_index.get(index), (each.predecessors or ())[:n])
            if code:
                each.refuse(code, error, "shapeInfo", f"predecessors[{n}]")


def _wrong_predecessor(draft: _Draft, index: int, found: _Draft | None, before: tuple[int, ...]) -> tuple[str, str]:
    if found is None:
        error = f"No item has the index {index}: predecessors are items of this request; name an existing shape by an item with its id."
        return "unknown-index", error
    if index == draft.index:
        return "precedes-itself", f"The item {index} cannot come before itself."
    if found.delete:
        return "predecessor-deleted", f"The item {index} deletes its shape, so nothing can come after it."
    if index in before:
        return "repeated-predecessor", f"The index {index} occurs twice in the predecessors."
    return "", ""


def _item(draft: _Draft) -> Item | None:
    element = draft.element
    id_ = element.get("id") if element is not None else None
    named = _guid(draft, id_, "element", "id")
    deed = _deed(draft, named is not None)
    if draft.wrong or draft.index is None or deed is None:
        return None
    return Item(
        path=draft.path,
        index=draft.index,
        deed=deed,
        shape=draft.shape,
        shown=named if deed is Deed.SHOW else None,
        element=element or {},
        predecessors=draft.predecessors,
        reconnect=draft.reconnect,
        is_placed=draft.is_placed,
        place=draft.place,
    )


def _deed(draft: _Draft, names_element: bool) -> Deed | None:
    if draft.reconnect and not draft.delete:
        draft.refuse("reconnect-alone", "reconnect is for items that delete a shape.", "reconnect")
    if draft.delete:
        return _deletion(draft)
    if draft.shape is not None:
        return Deed.ANCHOR if draft.element is None else Deed.CHANGE
    if draft.element is not None:
        return Deed.SHOW if names_element else Deed.MAKE
    if not draft.wrong:
        draft.refuse("empty-item", "An item needs a shapeInfo.id, an element, or both.")
    return None


def _deletion(draft: _Draft) -> Deed:
    if draft.shape is None and not draft.wrong:
        error = "An item that deletes needs the shape's id, or that of the element it shows."
        draft.refuse("id-missing", error, "shapeInfo", "id")
    for name, value in (
        ("element", draft.element),
        ("shapeInfo.predecessors", draft.predecessors),
        (f"shapeInfo.{_PLACE}", draft.place),
    ):
        if value:
            draft.refuse("delete-alone", f"An item that deletes a shape takes no {name}.", name)
    return Deed.DELETE
