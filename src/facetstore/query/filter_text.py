"""Parses the text of a filter into a tree, before its names and values are checked.

or   := and ( OR and )*
and  := not ( AND not )*
not  := NOT not | "(" or ")" | term
term := path operator value | path IN "(" value ( "," value )* ")" | function "(" path [ "," value ] ")"
path := name [ "/" name ] [ "/" culture ]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from facetstore.query.filter_cursor import Cursor, Path
from facetstore.query.filter_mistakes import Mistakes, shown
from facetstore.query.filter_tokens import Token, TokenKind, tokens_of
from facetstore.query.filter_tree import Operator
from facetstore.query.filter_values import is_number
from facetstore.query.filter_words import (
    EQUAL,
    FUNCTION_WORDS,
    FUNCTIONS,
    INFIX,
    OPERATOR_WORDS,
    OPERATORS,
    SAID_HERE,
    Infix,
)

PARAMETER: Final = "$filter"
DEEPEST: Final = 32
MOST_TERMS: Final = 100


@dataclass(frozen=True, slots=True)
class Literal:
    """A value as it was written, without its quotes."""

    text: str
    position: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A path, an operator, and the values to compare with; several values mean any of them. `written` is the operator's
    word in the text."""

    path: Path
    operator: Operator
    values: tuple[Literal, ...]
    written: Token

    @property
    def position(self) -> int:
        return min(self.path.position, self.written.position)


@dataclass(frozen=True, slots=True)
class AllOf:
    parts: tuple[Parsed, ...]
    position: int


@dataclass(frozen=True, slots=True)
class OneOf:
    parts: tuple[Parsed, ...]
    position: int


@dataclass(frozen=True, slots=True)
class Negated:
    part: Parsed
    position: int


Parsed = AllOf | OneOf | Negated | Comparison


_KEYWORDS: Final = frozenset({"and", "or", "not"})
_VALUE_WORDS: Final = frozenset({"true", "false", "null"})
_EXAMPLE: Final = "For example: name -eq 'Purchasing'."
_CONDITION: Final = "a condition that starts with a name, a function, NOT or ("


def parse_filter(text: str) -> Parsed:
    """The tree of a filter. Raises InvalidParameter with position, what was found, and what was expected."""
    cursor = Cursor(tokens_of(text, PARAMETER), Mistakes(PARAMETER))
    if cursor.now.kind is TokenKind.END:
        cursor.refuse(f"{PARAMETER} is empty.", f"Give a condition at position 1, or leave it out. {_EXAMPLE}")
    parsed = _Parser(cursor).filter()
    cursor.mistakes.refuse()
    return parsed


class _Parser:
    """One method for each line of the grammar. They recurse as deep as the filter nests: at most DEEPEST."""

    def __init__(self, cursor: Cursor) -> None:
        self._cursor = cursor
        self._terms = 0

    def filter(self) -> Parsed:
        parsed = self._or(0)
        if self._cursor.now.kind is TokenKind.CLOSE:
            self._cursor.fail("AND, OR or the end", "This ) closes nothing.")
        if self._cursor.now.kind is not TokenKind.END:
            self._cursor.fail("AND, OR or the end", self._hint_between())
        return parsed

    def _hint_between(self) -> str:
        match self._cursor.now:
            case Token(TokenKind.SIGN, text):
                return f"Write {'OR' if '|' in text else 'AND'} between conditions."
            case Token(TokenKind.COMMA):
                return "Several values go with -in: name -in ('Purchasing', 'Sales')."
            case _:
                return "For example: name -eq 'Purchasing' AND isReleased -eq true."

    def _or(self, depth: int) -> Parsed:
        parts = self._joined("or", lambda: self._and(depth))
        return parts[0] if len(parts) == 1 else OneOf(parts, parts[0].position)

    def _and(self, depth: int) -> Parsed:
        parts = self._joined("and", lambda: self._not(depth))
        return parts[0] if len(parts) == 1 else AllOf(parts, parts[0].position)

    def _joined(self, keyword: str, read: Callable[[], Parsed]) -> tuple[Parsed, ...]:
        parts = [read()]
        while self._cursor.takes_word(keyword):
            parts.append(read())
        return tuple(parts)

    def _not(self, depth: int) -> Parsed:
        token = self._cursor.now
        if token.kind is not TokenKind.OPEN and token.word != "not":
            return self._term()
        if depth == DEEPEST:
            where = f"position {token.position} of {PARAMETER}"
            self._cursor.refuse(
                f"The filter nests deeper than {DEEPEST} levels at {where}.",
                "Remove parentheses and NOTs that are not needed.",
            )
        self._cursor.take()
        if token.word == "not":
            return Negated(self._not(depth + 1), token.position)
        return self._group(token, depth + 1)

    def _group(self, opening: Token, depth: int) -> Parsed:
        inner = self._or(depth)
        self._cursor.need(TokenKind.CLOSE, f"AND, OR, or the ) for the ( at position {opening.position}")
        return inner

    def _term(self) -> Parsed:
        cursor = self._cursor
        self._terms += 1
        if self._terms > MOST_TERMS:
            where = f"position {cursor.now.position} of {PARAMETER}"
            cursor.refuse(
                f"The filter has more than {MOST_TERMS} conditions; one too many starts at {where}.",
                "Many values of one name go with -in: name -in ('Purchasing', 'Sales').",
            )
        if cursor.now.word in _KEYWORDS:
            cursor.fail(_CONDITION, _EXAMPLE)
        if cursor.now.kind is TokenKind.WORD and cursor.next.kind is TokenKind.OPEN:
            return self._function()
        return self._comparison()

    def _function(self) -> Parsed:
        cursor = self._cursor
        written = cursor.take()
        operator = FUNCTION_WORDS.get(written.word)
        if operator is None:
            self._add_unsupported(written, self._hint_for_function(written))
            raise cursor.mistakes.failure()
        cursor.take()
        example = "IsNull(name)" if operator is Operator.IS_NULL else f"{written.text}(name, 'Purchasing')"
        path = cursor.path("a name", f"For example: {example}.")
        if operator is Operator.IS_NULL:
            cursor.need(TokenKind.CLOSE, "the ) of IsNull", f"For example: {example}.")
            return Comparison(path, operator, (), written)
        cursor.need(TokenKind.COMMA, "a comma and a value", f"For example: {example}.")
        value = self._value(written)
        cursor.need(TokenKind.CLOSE, f"the ) of {written.text}", f"For example: {example}.")
        return Comparison(path, operator, (value,), written)

    def _hint_for_function(self, written: Token) -> str:
        if written.word in INFIX:
            value = "('Purchasing')" if INFIX[written.word].listed else "'Purchasing'"
            return f"It stands between name and value: name {written.text} {value}."
        return f"{self._cursor.mistakes.nearest(written.text, FUNCTIONS)} Functions are {', '.join(FUNCTIONS)}.".strip()

    def _comparison(self) -> Parsed:
        cursor = self._cursor
        hint = "Write NOT instead of !." if cursor.now.text == "!" else _EXAMPLE
        path = cursor.path(_CONDITION, hint)
        if cursor.now.kind not in (TokenKind.WORD, TokenKind.SIGN) or cursor.now.word in ("and", "or"):
            cursor.fail(f"an operator after {shown(path.text)}", f"Operators are {', '.join(OPERATORS)}.")
        written = cursor.take()
        infix = INFIX.get(written.word) or self._unsupported(written)
        operator, values = self._right_side(infix, written)
        compared = Comparison(path, operator, values, written)
        return Negated(compared, path.position) if infix.negated else compared

    def _right_side(self, infix: Infix, written: Token) -> tuple[Operator, tuple[Literal, ...]]:
        """The operator and the values; equality with null becomes an operator of its own, without values."""
        if infix.listed:
            return infix.operator, self._list(written)
        if infix.operator is Operator.EQ and self._cursor.now.text.casefold() == "null":
            self._cursor.take()
            return Operator.IS_NULL, ()
        return infix.operator, (self._value(written),)

    def _list(self, written: Token) -> tuple[Literal, ...]:
        cursor, example = self._cursor, "For example: name -in ('Purchasing', 'Sales')."
        cursor.need(TokenKind.OPEN, f"the ( of a list after {written.text}", example)
        values = [self._value(written)]
        while cursor.takes(TokenKind.COMMA):
            values.append(self._value(written))
        cursor.need(TokenKind.CLOSE, "a comma or the ) of the list", example)
        return tuple(values)

    def _value(self, written: Token) -> Literal:
        cursor = self._cursor
        token = cursor.now
        if token.kind is TokenKind.TEXT:
            return Literal(cursor.take().quoted, token.position)
        if token.kind is not TokenKind.NUMBER and token.text.casefold() not in ("true", "false"):
            cursor.fail(f"a value after {written.shown}", _hint_for_value(token))
        if token.kind is TokenKind.NUMBER and not is_number(token.text):
            text = token.shown
            cursor.fail("a number", f"Texts, dates and ids stand in single quotes: '{text}'.")
        return Literal(cursor.take().text, token.position)

    def _unsupported(self, written: Token) -> Infix:
        """Add the mistake and continue after it, so that further mistakes are reported as well. Raises if no value follows."""
        said_here = SAID_HERE.get(written.text.removeprefix("-").casefold())
        hint = f"{self._cursor.mistakes.nearest(written.text, OPERATOR_WORDS)} Operators are {', '.join(OPERATORS)}."
        self._add_unsupported(written, said_here or hint.strip())
        token = self._cursor.now
        if token.kind not in (TokenKind.TEXT, TokenKind.NUMBER) and token.word not in _VALUE_WORDS:
            raise self._cursor.mistakes.failure()
        return EQUAL

    def _add_unsupported(self, written: Token, hint: str) -> None:
        """Add the finding with exactly the words of the reference, since clients may look for them (D4.4)."""
        message = f"The operator {written.shown} at position {written.position} of {PARAMETER} is not supported."
        self._cursor.mistakes.add(
            f"The operator {written.shown} is currently not supported", message=f"{message} {hint}"
        )


def _hint_for_value(token: Token) -> str:
    if token.is_name and token.word not in _KEYWORDS | {"null"}:
        return f"Texts stand in single quotes: '{token.shown}'. Two attributes cannot be compared."
    if token.kind is TokenKind.OPEN:
        return "A list goes with -in only: name -in ('Purchasing', 'Sales')."
    if token.word == "null":
        return "null goes with -eq and -ne only: name -eq null."
    return "Values are texts in single quotes, numbers, true and false."
