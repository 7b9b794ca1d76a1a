"""The left side of a condition or an order: which field it names, and in which cultures."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import DataType
from facetstore.query.filter_cursor import Path
from facetstore.query.filter_mistakes import Mistakes, shown
from facetstore.query.filter_names import (
    ANY_ATTRIBUTE,
    IDENTITY_FIELDS,
    FilterNames,
    NamedAttribute,
    NamedContext,
)
from facetstore.query.filter_tokens import Token, TokenKind
from facetstore.query.filter_tree import (
    AnyAttribute,
    AttributeField,
    Cultures,
    Field,
    IdentityField,
    RelatedContext,
    RelatedField,
)

_IDENTITY: Final = {each.casefold(): each for each in IDENTITY_FIELDS}
_CULTURE = re.compile(r"[1-9]\d{0,8}", re.ASCII)
_TEXT: Final = DataType.SINGLE_LINE_TEXT
_EVERY = NamedAttribute(ANY_ATTRIBUTE, _TEXT, invariant=True, dependent=True)


@dataclass(frozen=True, slots=True)
class Left:
    """A field, and the data type by which the values compared with it are read."""

    field: Field
    data_type: DataType = _TEXT


@dataclass(frozen=True, slots=True)
class FilterScope:
    """The context for resolving paths. `chain` is used if no culture is named; without a chain, all cultures count."""

    names: FilterNames
    chain: Cultures
    mistakes: Mistakes


def field_at(path: Path, scope: FilterScope) -> Left | None:
    """The field that a path names; None if it names none, which adds a mistake."""
    first, rest = path.parts[0], path.parts[1:]
    folded = first.text.casefold()
    if folded in _IDENTITY and not rest:
        return Left(IdentityField(_IDENTITY[folded]))
    if folded == ANY_ATTRIBUTE:
        return _any_attribute(rest, scope)
    if _is_made_per_answer(first, scope):
        return None
    attribute, context = scope.names.attributes.get(folded), scope.names.contexts.get(folded)
    if context and not (attribute and _is_plain_or_culture(rest)):
        return _related(context, rest, scope)
    if attribute:
        return _attribute(attribute, rest, scope)
    _add_unknown(first, scope)
    return None


def _is_plain_or_culture(rest: tuple[Token, ...]) -> bool:
    return not rest or rest[0].kind is TokenKind.NUMBER


def _is_made_per_answer(part: Token, scope: FilterScope) -> bool:
    folded = part.text.casefold()
    name = next((each for each in scope.names.made if each.casefold() == folded), None)
    if name is None or name in scope.names.hidden:
        return False
    where = f"at position {part.position} cannot stand in {scope.mistakes.parameter}"
    scope.mistakes.add(f"{name} {where}: it is computed for each answer, so there is nothing to compare.")
    return True


def _add_unknown(first: Token, scope: FilterScope) -> None:
    folded = first.text.casefold()
    if folded in _IDENTITY:
        scope.mistakes.add(
            f"{_IDENTITY[folded]} at position {first.position} of {scope.mistakes.parameter} has no cultures and "
            "refers to nothing. Remove what follows it."
        )
    else:
        scope.mistakes.add_unknown(first.text, first.position, scope.names.known())


def _any_attribute(rest: tuple[Token, ...], scope: FilterScope) -> Left | None:
    if not _ends_well(ANY_ATTRIBUTE, rest, scope):
        return None
    return Left(AnyAttribute(_cultures(_EVERY, rest, scope), tuple(sorted(scope.names.hidden))))


def _attribute(attribute: NamedAttribute, rest: tuple[Token, ...], scope: FilterScope) -> Left | None:
    if not _ends_well(attribute.name, rest, scope):
        return None
    return Left(_attribute_field(attribute, rest, scope), attribute.data_type)


def _attribute_field(attribute: NamedAttribute, rest: tuple[Token, ...], scope: FilterScope) -> AttributeField:
    return AttributeField(attribute.name, attribute.kind, _cultures(attribute, rest, scope))


def _ends_well(path: str, rest: tuple[Token, ...], scope: FilterScope) -> bool:
    """Whether nothing or only a culture follows an attribute; adds a mistake if not."""
    if not rest:
        return True
    where = f"at position {rest[0].position} of {scope.mistakes.parameter}"
    if not _CULTURE.fullmatch(rest[0].text):
        scope.mistakes.add(f"{shown(rest[0].text)} {where} is not a culture id. Write its number: {path}/1031.")
    elif len(rest) > 1:
        scope.mistakes.add(f"Nothing can follow the culture {where}. Write {path}/{rest[0].text}.")
    else:
        return True
    return False


def _cultures(attribute: NamedAttribute, rest: tuple[Token, ...], scope: FilterScope) -> Cultures:
    """The cultures a value is taken from: the named one, or else the chain."""
    chain = (int(rest[0].text),) if rest else scope.chain
    if not chain:
        return None
    if not attribute.dependent:
        return (INVARIANT,)
    # Types where it is invariant have no value in this culture, the others have no invariant value; so both can be used.
    return (*chain, INVARIANT) if attribute.invariant and INVARIANT not in chain else chain


def _related(context: NamedContext, rest: tuple[Token, ...], scope: FilterScope) -> Left | None:
    if not rest:
        return Left(RelatedContext(context.name))
    part, behind = rest[0], rest[1:]
    folded = part.text.casefold()
    if folded in _IDENTITY and not behind:
        return Left(RelatedField(context.name, IdentityField(_IDENTITY[folded])))
    if _is_made_per_answer(part, scope):
        return None
    attribute = context.attributes.get(folded)
    if attribute is None:
        _add_unknown_related(context, part, scope)
        return None
    if not _ends_well(f"{context.name}/{attribute.name}", behind, scope):
        return None
    return Left(RelatedField(context.name, _attribute_field(attribute, behind, scope)), attribute.data_type)


def _add_unknown_related(context: NamedContext, part: Token, scope: FilterScope) -> None:
    where = f"at position {part.position} of {scope.mistakes.parameter}"
    folded, example = part.text.casefold(), context.example
    if part.kind is TokenKind.NUMBER:
        scope.mistakes.add(
            f"{context.name} refers to elements and has no cultures, but {shown(part.text)} stands {where}. "
            f"Name an attribute of them: {context.name}/{example}/{shown(part.text)}."
        )
    elif folded in scope.names.contexts or folded == ANY_ATTRIBUTE:
        scope.mistakes.add(
            f"Behind {context.name}/ {where} goes one attribute of what it refers to, not {part.text}. "
            f"For example: {context.name}/{example}."
        )
    else:
        scope.mistakes.add_unknown(part.text, part.position, context.known(), of=context.name)
