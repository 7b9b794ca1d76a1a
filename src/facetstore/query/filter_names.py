"""The names that a filter or an order may use: attributes of some types, and attributes of what their contexts refer to.

Types may give one name different data types. Then it is compared as text if any of them is text, else as the widest
of them: a date-time, a decimal, an integer, a boolean. Values of the other types then match no text, number or time of
the filter, but IsNull counts them as present.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from facetstore.metamodel.model import Attribute, DataType, ElementType, Metamodel, Related
from facetstore.query.filter_tree import Kind

IDENTITY_FIELDS: Final = ("id", "versionId", "type", "state", "stereotype", "facetName")
ANY_ATTRIBUTE: Final = "attributes"
_MADE_PER_ANSWER: Final = frozenset({"authorNote", "gotoUrl", "releaseHistory"})
"""Names that depend on the caller, the address of the request, or other versions: no stored value can be compared."""

_WIDEST_FIRST: Final = (DataType.DATE_TIME, DataType.DECIMAL, DataType.INTEGER, DataType.BOOLEAN)
_KINDS: Final[Mapping[DataType, Kind]] = {
    DataType.DATE_TIME: Kind.INSTANT,
    DataType.DECIMAL: Kind.NUMBER,
    DataType.INTEGER: Kind.NUMBER,
    DataType.BOOLEAN: Kind.NUMBER,
}
_REMEMBERED: Final = 512


def kind_of(data_type: DataType) -> Kind:
    """The form in which values of a data type are compared. Html, links and selections are texts, in the words people read."""
    return _KINDS.get(data_type, Kind.TEXT)


@dataclass(frozen=True, slots=True)
class NamedAttribute:
    """An attribute in its canonical spelling. It may be invariant in some types and depend on the culture in others."""

    name: str
    data_type: DataType
    invariant: bool
    dependent: bool

    @property
    def kind(self) -> Kind:
        return kind_of(self.data_type)


@dataclass(frozen=True, slots=True)
class NamedContext:
    """A related context, with the attributes of the types it refers to."""

    name: str
    attributes: Mapping[str, NamedAttribute]
    made: frozenset[str] = frozenset()
    """Names that are computed for each answer, so that no filter can use them."""

    def known(self) -> Iterator[str]:
        """Every name that can follow that of the context."""
        yield from IDENTITY_FIELDS
        yield from _offered(self.attributes, self.made)

    @property
    def example(self) -> str:
        """A name for the example in a message about the context."""
        offered = (each for each in self.attributes.values() if each.name not in self.made)
        return next((each.name for each in offered if each.kind is Kind.TEXT), IDENTITY_FIELDS[0])


@dataclass(frozen=True, slots=True)
class FilterNames:
    """Attributes and contexts by their casefolded names."""

    attributes: Mapping[str, NamedAttribute]
    contexts: Mapping[str, NamedContext]
    hidden: frozenset[str] = frozenset()
    """Names that the caller may not read: not in the lists above, though elements may have them."""
    made: frozenset[str] = frozenset()
    """Names that are computed for each answer, so that no filter can use them."""

    def known(self) -> Iterator[str]:
        """Every name that can be first on a left side; identity fields come first and win over attributes."""
        yield from IDENTITY_FIELDS
        yield ANY_ATTRIBUTE
        yield from _offered(self.attributes, self.made)
        yield from _offered(self.contexts, self.made)


def _offered(named: Mapping[str, NamedAttribute] | Mapping[str, NamedContext], made: frozenset[str]) -> Iterator[str]:
    return (each.name for each in named.values() if each.name not in made)


def made_per_answer(metamodel: Metamodel) -> frozenset[str]:
    """The names that are computed for each answer, and what is counted beside users."""
    return _MADE_PER_ANSWER.union(metamodel.roles.sign_ins)


@lru_cache(maxsize=_REMEMBERED)
def names_of(metamodel: Metamodel, facet: str) -> FilterNames:
    """The names of all types of a facet."""
    return names_of_types(metamodel, frozenset(each.key for each in metamodel.types_of(facet)))


@lru_cache(maxsize=_REMEMBERED)
def names_of_types(metamodel: Metamodel, types: frozenset[str]) -> FilterNames:
    """The names of some types; lists may hold elements of several facets (children, content, references)."""
    # In the order of the metamodel, so that the order of a set does not affect responses.
    chosen = [each for key, each in metamodel.types.items() if key in types]
    # Each type once: many types have the same context, and a context without types refers to all of them.
    targets: dict[str, dict[str, ElementType]] = {}
    for each in chosen:
        for name, declared in each.contexts.items():
            targets.setdefault(name, {}).update({of.key: of for of in _targets(metamodel, declared.related)})
    made = made_per_answer(metamodel)
    contexts = {name.casefold(): NamedContext(name, _attributes(of.values()), made) for name, of in targets.items()}
    return FilterNames(_attributes(chosen), contexts, metamodel.hidden, made)


def _targets(metamodel: Metamodel, related: Related | None) -> Iterable[ElementType]:
    """The types a context refers to; all types if it names none, or an unknown one."""
    named = [metamodel.types.get(each) for each in related.types] if related else []
    known = [each for each in named if each is not None]
    return known if known and len(known) == len(named) else metamodel.types.values()


def _attributes(types: Iterable[ElementType]) -> Mapping[str, NamedAttribute]:
    found: dict[str, NamedAttribute] = {}
    for each in types:
        for name, declared in each.attributes.items():
            if declared.attribute is not None:
                folded = name.casefold()
                found[folded] = _merged(found.get(folded), name, declared.attribute)
    return found


def _merged(before: NamedAttribute | None, name: str, declared: Attribute) -> NamedAttribute:
    invariant, dependent = declared.invariant, not declared.invariant
    if before is None:
        return NamedAttribute(name, declared.data_type, invariant, dependent)
    return replace(
        before,
        data_type=_common(before.data_type, declared.data_type),
        invariant=before.invariant or invariant,
        dependent=before.dependent or dependent,
    )


def _common(one: DataType, other: DataType) -> DataType:
    text = next((each for each in (one, other) if each not in _KINDS), None)
    return text or next(each for each in _WIDEST_FIRST if each in (one, other))
