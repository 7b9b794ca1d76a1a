"""Splits the text of a filter or an order into words, values and signs with their positions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from facetstore.domain.errors import InvalidParameter
from facetstore.query.filter_mistakes import Mistakes, shown, shown_character

LONGEST_TEXT: Final = 8192
"""The longest text, in bytes of UTF-8."""

# Control characters are accidents, and no engine could store NUL and lone surrogates. Tab and line breaks are blanks.
_UNCLEAN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")

# Possessive quantifiers: an open quote is found after one pass, and never read as a shorter value.
# Text that starts like a number may be a date or an id without quotes: it is read whole, so that the error can show it.
_TOKEN = re.compile(
    r"""
      (?P<blank>  \s+ )
    | (?P<text>   '(?:[^']++|'')*+' )
    | (?P<word>   -?[^\W\d]\w* )
    | (?P<number> (?<=/)\d+\b | [+-]?\.?\d[\w.:+-]* )
    | (?P<open>   \( )
    | (?P<close>  \) )
    | (?P<comma>  , )
    | (?P<slash>  / )
    | (?P<sign>   [=<>!~&|^%*+]+ )
    """,
    re.VERBOSE,
)
_QUOTES: Final = frozenset('"`´‘’‚‛“”„«»′″')


class TokenKind(StrEnum):
    TEXT = "text"
    WORD = "word"
    NUMBER = "number"
    OPEN = "open"
    CLOSE = "close"
    COMMA = "comma"
    SLASH = "slash"
    SIGN = "sign"
    END = "end"


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text as it was written; `position` counts characters from 1."""

    kind: TokenKind
    text: str
    position: int

    @property
    def word(self) -> str:
        """The form in which words of the language are recognised: `-eq` and `EQ` are equal."""
        return self.text.removeprefix("-").casefold() if self.kind is TokenKind.WORD else ""

    @property
    def is_name(self) -> bool:
        return self.kind is TokenKind.WORD and not self.text.startswith("-")

    @property
    def quoted(self) -> str:
        """The text between the quotes of a value."""
        return self.text[1:-1].replace("''", "'")

    @property
    def shown(self) -> str:
        return shown(self.text) or "the end"


def tokens_of(text: str, parameter: str) -> tuple[Token, ...]:
    """The tokens of a text, followed by an END. Raises InvalidParameter."""
    _check_characters(text, parameter)
    found: list[Token] = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise _refusal(parameter, _what_cannot_stand(text, position, parameter))
        if match["blank"] is None:
            found.append(Token(TokenKind(match.lastgroup or ""), match[0], position + 1))
        position = match.end()
    return (*found, Token(TokenKind.END, "", len(text) + 1))


def _check_characters(text: str, parameter: str) -> None:
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > LONGEST_TEXT:
        raise _refusal(parameter, f"{parameter} takes at most {LONGEST_TEXT} bytes, not {size}.")
    if match := _UNCLEAN.search(text):
        what = shown_character(match[0])
        error = f"The character {what} at position {match.start() + 1} is not allowed in {parameter}. Remove it."
        raise _refusal(parameter, error)


def _what_cannot_stand(text: str, position: int, parameter: str) -> str:
    character, where = text[position], f"position {position + 1} of {parameter}"
    if character == "'":
        return f"The value that starts at {where} has no closing quote. A quote inside a value is doubled: 'it''s'."
    if character in _QUOTES:
        return f"Found {character} at {where}. Values stand in single quotes: 'Purchasing'."
    if character == ".":
        return f"Found . at {where}. A / stands between a context and an attribute: owner/lastName."
    return f"Found {shown_character(character)} at {where}, which means nothing there. Texts stand in single quotes."


def _refusal(parameter: str, error: str) -> InvalidParameter:
    mistakes = Mistakes(parameter)
    mistakes.add(error)
    return InvalidParameter(mistakes.message, mistakes.findings)
