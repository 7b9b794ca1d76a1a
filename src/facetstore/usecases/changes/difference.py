"""The difference of two versions of an element: attributes by culture, related contexts, children, diagram, and other fields.

It is empty for a version and itself. If the two versions are swapped, so are the two sides of the difference.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from facetstore.domain.element import Version
from facetstore.usecases.changes.body import same
from facetstore.usecases.changes.difference_content import ContentDifference, content_difference

_FIELDS: Final = (
    ("state", "state"),
    ("version", "number"),
    ("stereotype", "stereotype"),
    ("parent", "parent"),
    ("position", "position"),
)
"""The fields that are compared as a whole: the name in responses, and the field of a version."""


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """A field that differs: state, version, stereotype, parent, position."""

    name: str
    old: object
    new: object

    def as_json(self) -> dict[str, object]:
        return {"from": self.old, "to": self.new}


@dataclass(frozen=True, slots=True)
class ValueDifference:
    """A value of an attribute that differs in one culture; None if a side has no value."""

    name: str
    culture: int
    old: object
    new: object

    def as_json(self) -> dict[str, object]:
        return {"from": self.old, "to": self.new}


@dataclass(frozen=True, slots=True)
class ListDifference:
    """A list of elements: those added, those removed, and whether the others have another order."""

    name: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    reordered: bool

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.reordered)

    def as_json(self) -> dict[str, object]:
        return {"added": list(self.added), "removed": list(self.removed), "reordered": self.reordered}


FlowObjects = tuple[Mapping[str, Version], Mapping[str, Version]]
"""The flow objects that the diagrams of two versions show, by element."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Everything in which two versions differ, each part in a fixed order."""

    fields: tuple[FieldDifference, ...]
    attributes: tuple[ValueDifference, ...]
    related: tuple[ListDifference, ...]
    children: ListDifference
    content: ContentDifference
    files: ListDifference
    """Files by their names."""

    def __bool__(self) -> bool:
        return bool(self.fields or self.attributes or self.related or self.children or self.content or self.files)

    def as_json(self) -> dict[str, object]:
        """Plain data; parts without a difference are left out."""
        found: dict[str, object] = {each.name: each.as_json() for each in self.fields}
        attributes: dict[str, dict[str, object]] = {}
        for each in self.attributes:
            attributes.setdefault(each.name, {})[str(each.culture)] = each.as_json()
        found["attributes"] = attributes
        found["related"] = {each.name: each.as_json() for each in self.related}
        found["children"] = self.children.as_json() if self.children else {}
        found["content"] = self.content.as_json() if self.content else {}
        found["files"] = self.files.as_json() if self.files else {}
        return {name: part for name, part in found.items() if part}


def difference(
    old: Version,
    new: Version,
    *,
    children: tuple[Sequence[str], Sequence[str]] = ((), ()),
    elements: FlowObjects = ({}, {}),
    leave_out: Collection[str] = (),
    of_copies: Collection[str] = (),
) -> Difference:
    """How `new` differs from `old`.

    `children` are the ids of both sides' children in order. `elements` are the flow objects that either diagram shows: what they
    are copies of lets the shapes of two versions find each other, and what is otherwise in a copy is a change of its shape.
    `leave_out` names attributes and contexts to leave out, such as those the server stamps with each change; `of_copies` those
    to leave out of copies as well.
    """
    was, is_ = elements

    def compare(before: str, after: str) -> Mapping[str, object]:
        if before not in was or after not in is_ or was[before] == is_[after]:
            return {}
        return difference(was[before], is_[after], leave_out={*leave_out, *of_copies}).as_json()

    creation_ids = {id_: each.creation_id for id_, each in {**was, **is_}.items() if each.creation_id}
    return Difference(
        fields=tuple(_fields(old, new)),
        attributes=tuple(each for each in _attributes(old, new) if each.name not in leave_out),
        related=tuple(each for each in _related(old, new) if each.name not in leave_out),
        children=listed("children", *children),
        content=content_difference(old.content, new.content, creation_ids, compare),
        files=_files(old, new),
    )


def compared(
    old: Version,
    new: Version,
    elements: FlowObjects = ({}, {}),
    leave_out: Collection[str] = (),
    of_copies: Collection[str] = (),
    children: tuple[Sequence[str], Sequence[str]] = ((), ()),
) -> tuple[list[str], dict[str, object]]:
    """The names of what differs (`summary`), and the difference as plain data."""
    found = difference(old, new, children=children, elements=elements, leave_out=leave_out, of_copies=of_copies)
    return summary(found), found.as_json()


def compared_all(
    pairs: Sequence[tuple[Version, Version]], leave_out: Collection[str]
) -> list[tuple[list[str], dict[str, object]]]:
    """What `compared` returns, for many pairs of an old and a new version."""
    return [compared(old, new, leave_out=leave_out) for old, new in pairs]


def summary(found: Difference) -> list[str]:
    """The names of what differs: fields, attributes and contexts, `children`, `content`, `files`; each once."""
    words = [each.name for part in (found.fields, found.attributes, found.related) for each in part]
    parts = (("children", found.children), ("content", found.content), ("files", found.files))
    words += [name for name, part in parts if part]
    return list(dict.fromkeys(words))


def _fields(old: Version, new: Version) -> Iterator[FieldDifference]:
    for name, attribute in _FIELDS:
        before, after = getattr(old, attribute), getattr(new, attribute)
        if before != after:
            yield FieldDifference(name, before, after)


def _attributes(old: Version, new: Version) -> Iterator[ValueDifference]:
    for name in sorted({*old.attributes, *new.attributes}):
        before, after = old.attributes.get(name, {}), new.attributes.get(name, {})
        for culture in sorted({*before, *after}):
            if not same(before.get(culture), after.get(culture)):
                yield ValueDifference(name, culture, before.get(culture), after.get(culture))


def _related(old: Version, new: Version) -> Iterator[ListDifference]:
    for name in sorted({*old.related, *new.related}):
        if found := listed(name, old.related.get(name, ()), new.related.get(name, ())):
            yield found


def _files(old: Version, new: Version) -> ListDifference:
    """The files that only one side has. A file never changes, so the same id is the same file."""
    before, after = ({each.id: each.name for each in version.files} for version in (old, new))
    added = tuple(name for id_, name in after.items() if id_ not in before)
    removed = tuple(name for id_, name in before.items() if id_ not in after)
    return ListDifference("files", added, removed, reordered=False)


def listed(name: str, old: Sequence[str], new: Sequence[str]) -> ListDifference:
    """How two lists of elements differ."""
    before, after = dict.fromkeys(old), dict.fromkeys(new)
    return ListDifference(
        name,
        added=tuple(each for each in after if each not in before),
        removed=tuple(each for each in before if each not in after),
        reordered=[each for each in before if each in after] != [each for each in after if each in before],
    )
