"""Filter, order and cursor of a list: parsed, checked, and ready for storage."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

import msgspec
import xxhash

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import ElementType
from facetstore.query.filter_check import read_filter
from facetstore.query.filter_names import FilterNames, names_of
from facetstore.query.filter_tree import And, AttributeField, Condition, Field, IdentityField, Kind, Not, Or, Tree
from facetstore.query.options import ReadOptions
from facetstore.query.ordering import OrderKey, parse_order
from facetstore.regional.time_zones import time_zone, to_instant
from facetstore.usecases.ports.selections import WHOLE_LIST, ListedSelection, Narrowing, RootsOf
from facetstore.usecases.tenancy import Reading

_LARGEST: Final = 2**63
_LONGEST_CACHED: Final = 512
"""Up to how many characters the tree of a filter is cached: a tree takes a hundred times the memory of its text."""
_KINDS: Final[dict[Kind, tuple[type, ...]]] = {Kind.TEXT: (str,), Kind.NUMBER: (float, int), Kind.INSTANT: (int,)}


def narrow(reading: Reading, facet: str, selection: ListedSelection, options: ReadOptions) -> Narrowing:
    """The narrowing of a list of a facet. Raises InvalidParameter or UnknownName."""
    if options.filter is None and options.order is None and options.cursor is None:
        return WHOLE_LIST
    names, settings = names_of(reading.metamodel, facet), reading.served.settings
    tree = filter_of(reading, names, options)
    order: tuple[OrderKey, ...] = ()
    if options.order is not None:
        order = parse_order(options.order, names, chain=options.chain or culture_chain(settings))
    after = None
    if options.cursor is not None:
        after = read_cursor(options.cursor, _about(facet, selection, options), place_types(selection, order))
    return Narrowing(tree, order, after, goes_by_name(reading, tree, order))


_NAMING: Final = frozenset({"id", "versionId", "type", "state", "facetName"})
"""What a caller may see of an element that it may not open, beside the name."""


def goes_by_name(reading: Reading, tree: Tree | None, order: Iterable[OrderKey] = ()) -> bool:
    """Whether a filter and an order use only what the caller may see of every element; True if the caller may open all."""
    if reading.opens_all:
        return True
    types = reading.metamodel.types.values()
    return all(_names(each, types) for each in (*_fields(tree), *(key.field for key in order)))


def _names(field: Field, types: Collection[ElementType]) -> bool:
    if isinstance(field, IdentityField):
        return field.name in _NAMING
    # The attribute must be part of the name in every type that has it.
    return isinstance(field, AttributeField) and all(
        field.name in each.label for each in types if field.name in each.properties
    )


def _fields(tree: Tree | None) -> Iterator[Field]:
    match tree:
        case And(parts) | Or(parts):
            for part in parts:
                yield from _fields(part)
        case Not(part):
            yield from _fields(part)
        case Condition(field):
            yield field


def filter_of(reading: Reading, names: FilterNames, options: ReadOptions) -> Tree | None:
    """The parsed filter of a read, None without one. `names` are the names that it may use."""
    if options.filter is None:
        return None
    check = _checked if len(options.filter) <= _LONGEST_CACHED else _checked.__wrapped__
    return check(options.filter, _ByIdentity(names), reading.served.settings.time_zone, options.chain or None)


@lru_cache(maxsize=512)
def _checked(text: str, names: _ByIdentity, zone_name: str, chain: tuple[int, ...] | None) -> Tree:
    zone = time_zone(zone_name)
    return read_filter(text, names.names, lambda local: to_instant(local, zone), chain=chain)


class _ByIdentity:
    """Names as part of a cache key, compared by identity: they are large, and built once for each metamodel."""

    __slots__ = ("names",)

    def __init__(self, names: FilterNames) -> None:
        self.names = names

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByIdentity) and other.names is self.names

    def __hash__(self) -> int:
        return id(self.names)


def in_culture(options: ReadOptions, settings: TenantSettings) -> ReadOptions:
    """The options with the cultures to look up values in. Raises InvalidParameter if the tenant does not have the culture."""
    if options.culture not in settings.data_cultures:
        known = ", ".join(map(str, settings.data_cultures))
        text = f"This tenant has no culture {options.culture}. It has: {known}."
        raise InvalidParameter(text, [Finding(text, InvalidParameter.code, "$culture")])
    return replace(options, chain=culture_chain(settings, options.culture))


def culture_chain(settings: TenantSettings, culture: int | None = None) -> tuple[int, ...]:
    """The cultures to look up a value in: the requested one, then those of the tenant in its fallback order."""
    first = () if culture is None else (culture,)
    order = (*first, settings.default_data_culture, *settings.fallback_cultures, *settings.data_cultures)
    return tuple(dict.fromkeys(order))


def place_types(selection: ListedSelection, order: Sequence[OrderKey]) -> tuple[tuple[type, ...], ...]:
    """The types of the values that give the place of an element in the order of a list."""
    if not order:
        return ((int,), (str,), (str,)) if isinstance(selection, RootsOf) else ((str,), (str,))
    kinds = (key.field.kind if isinstance(key.field, AttributeField) else Kind.TEXT for key in order)
    return (*((*_KINDS[kind], type(None)) for kind in kinds), (str,))


def write_cursor(facet: str, selection: ListedSelection, options: ReadOptions, place: Sequence[object]) -> str:
    """The cursor for a place in a list."""
    document = msgspec.json.encode([_about(facet, selection, options), *place])
    return base64.urlsafe_b64encode(document).rstrip(b"=").decode()


def read_cursor(text: str, about: str, types: Sequence[tuple[type, ...]]) -> tuple[object, ...]:
    try:
        padded = text + "=" * (-len(text) % 4)
        found = msgspec.json.decode(base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True))
    except (UnicodeError, binascii.Error, msgspec.DecodeError, RecursionError) as error:
        raise _unusable("is not valid") from error
    if not isinstance(found, list) or not found or found[0] != about:
        raise _unusable("belongs to another list, filter or order")
    place = tuple(found[1:])
    fits = len(place) == len(types) and all(_is(value, kinds) for value, kinds in zip(place, types, strict=True))
    if not fits:
        raise _unusable("is not valid")
    return place


def _is(value: object, kinds: tuple[type, ...]) -> bool:
    if isinstance(value, bool) or not isinstance(value, kinds):
        return False
    if isinstance(value, str):
        return "\0" not in value
    return not isinstance(value, int) or -_LARGEST <= value < _LARGEST


def _unusable(why: str) -> InvalidParameter:
    text = f"The $cursor {why}. Follow the Link header of a page, or begin again without it."
    return InvalidParameter(text, [Finding(text, InvalidParameter.code, "$cursor")])


def _about(facet: str, selection: ListedSelection, options: ReadOptions) -> str:
    """A hash of what a cursor is valid for: the kind of list, facet, filter, order and culture."""
    parts = (
        type(selection).__name__,
        facet,
        options.filter or "",
        options.order or "",
        str(options.culture or INVARIANT),
    )
    return xxhash.xxh3_64_hexdigest("\0".join(parts).encode("utf-8", "surrogatepass"))
