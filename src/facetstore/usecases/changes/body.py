"""One element of a request body while it is read: its path, the names in it, what it is checked against, and its findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from facetstore.domain.element_files import ElementFile
from facetstore.domain.errors import Finding, Forbidden, Hints, InvalidValues
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import ElementId, parse_guid
from facetstore.metamodel.model import ElementType, Metamodel, Property

_TYPES_REMEMBERED: Final = 1024
_METAMODELS_REMEMBERED: Final = 64

NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
_NO_FILES: Final[Mapping[str, ElementFile]] = MappingProxyType({})

CANNOT_ADD_NEW: Final = "cannot-add-new"

_LONGEST: Final = 60
_LONGEST_PATH: Final = 300


class Scope(NamedTuple):
    """What a body is checked against: the metamodel, the settings of the tenant, and what the ids in the body refer to."""

    metamodel: Metamodel
    """As the caller sees it."""
    settings: TenantSettings
    known: Mapping[str, str]
    """Element id → type, of every element in `referred_ids` that exists and that the caller may see, and of stereotypes."""
    aliases: Mapping[str, str]
    """Version id → element id, where a body names an element by one of its versions."""
    stereotypes: Mapping[str, str]
    """Id of a stereotype element → the name by which elements carry it."""
    create_reference: CreateReference | None = None
    """Creates what a reference without an id describes; None where new elements cannot be nested any deeper."""

    def element_of(self, id_: str) -> str:
        """The element id for an id in a body, which may be that of a version. Does not check that the element exists."""
        return self.aliases.get(id_, id_)


@dataclass(slots=True)
class Notes:
    """Findings, which stop a write, and warnings, which do not."""

    findings: list[Finding] = field(default_factory=list)
    warnings: list[Finding] = field(default_factory=list)
    hints: Hints = field(default_factory=Hints)

    def wrong(self, code: str, error: str, path: str) -> None:
        self.findings.append(Finding(error, code, path[:_LONGEST_PATH]))

    def warn(self, code: str, warning: str, path: str) -> None:
        self.warnings.append(Finding(warning, code, path[:_LONGEST_PATH]))

    def hint(self, name: str, known: Iterable[str]) -> str:
        return self.hints.nearest(name, known)


CreateReference = Callable[[Mapping[str, object], Notes, str], ElementId | None]
"""Creates an element, given with its path; returns its id, or None if there are findings."""


class Body(NamedTuple):
    """An element of a body; its type is known."""

    path: str
    element_type: ElementType
    scope: Scope
    notes: Notes
    files: Mapping[str, ElementFile] = _NO_FILES
    """The files of the stored version, by id."""

    def section(self, given: Mapping[str, object], name: str) -> Mapping[str, object]:
        """The object under this name; empty if it is missing or null, and also, with a finding, if it is no object."""
        value = given.get(name)
        if value is None or isinstance(value, dict):
            return value or {}
        self.notes.wrong("wrong-form", f"{name} needs an object, not {shown(value)}.", f"{self.path}.{name}")
        return {}

    def may_write(self, name: str, path: str) -> bool:
        """Whether the caller may change a property; if not, adds a finding."""
        if name not in self.scope.metamodel.fixed:
            return True
        self.notes.wrong(Forbidden.code, f"Your role may read {name}, but not change it.", path)
        return False


def check_findings(findings: Sequence[Finding]) -> None:
    """Raise InvalidValues if there are findings; Forbidden if one of them is about a property that the caller may only read, or
    about a new element where none can be added (D3.11)."""
    if findings:
        forbidden = any(each.code in (CANNOT_ADD_NEW, Forbidden.code) for each in findings)
        failure = Forbidden if forbidden else InvalidValues
        raise failure(findings[0].error, findings)


def shown(value: object) -> str:
    """A value as error texts show it: cut if it is long."""
    text = ""
    for each in _written(value):
        text += each
        if len(text) > _LONGEST:
            return f"{text[:_LONGEST]}..."
    return text


def _written(value: object) -> Iterator[str]:
    """The repr of a JSON value, piece by piece, because only the beginning of a large one is needed. Long texts are cut."""
    match value:
        case str():
            yield repr(value[: _LONGEST + 1])
        case list():
            yield "["
            for number, each in enumerate(value):
                yield ", " if number else ""
                yield from _written(each)
            yield "]"
        case dict():
            yield "{"
            for number, (name, each) in enumerate(value.items()):
                yield f"{', ' if number else ''}{name[: _LONGEST + 1]!r}: "
                yield from _written(each)
            yield "}"
        case _:
            yield repr(value)


def id_of(reference: object) -> str | None:
    """The canonical id of a reference, which is an object with `id` or the id alone; None if there is no valid id."""
    value = reference.get("id") if isinstance(reference, dict) else reference
    return parse_guid(value) if isinstance(value, str) else None


def references_in(given: Mapping[str, object]) -> Iterator[object]:
    """The references in the related contexts of a body, as they are given."""
    related = given.get("related")
    for references in related.values() if isinstance(related, dict) else ():
        if isinstance(references, list):
            yield from references


def is_new(reference: Mapping[str, object]) -> bool:
    """Whether a reference describes a new element: it has no id."""
    return reference.get("id") is None


def same(one: object, other: object) -> bool:
    """Whether two JSON values are the same to a reader of JSON: 1 and 1.0 are, 1 and true are not."""
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(value, other[name]) for name, value in one.items())
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


@dataclass(frozen=True, slots=True)
class TypeNames:
    """The properties of a type by their casefolded names."""

    attributes: Mapping[str, Property]
    contexts: Mapping[str, Property]


@lru_cache(maxsize=_TYPES_REMEMBERED)
def names_of_type(metamodel: Metamodel, type_key: str) -> TypeNames:
    element_type = metamodel.types[type_key]
    return TypeNames(
        {name.casefold(): each for name, each in element_type.attributes.items()},
        {name.casefold(): each for name, each in element_type.contexts.items()},
    )


@lru_cache(maxsize=_METAMODELS_REMEMBERED)
def owned_names(metamodel: Metamodel) -> frozenset[str]:
    """The casefolded names of what the server owns in any type: in a body they are ignored (D2.12)."""
    return frozenset(
        name.casefold()
        for element_type in metamodel.types.values()
        for name, each in element_type.properties.items()
        if is_owned(each)
    )


def is_owned(declared: Property) -> bool:
    """Whether no body can change a property: it is derived, set by the server, or read-only."""
    if declared.attribute is not None:
        return declared.attribute.derived
    return declared.related is not None and (declared.related.derived or declared.related.read_only)
