"""Reads the tokens of a filter or an order one by one; a refusal says what was found and what was expected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NoReturn

from facetstore.query.filter_mistakes import Mistakes
from facetstore.query.filter_tokens import Token, TokenKind

MOST_PARTS: Final = 3
"""context / attribute / culture."""


@dataclass(frozen=True, slots=True)
class Path:
    """A left side as it was written: the names between the slashes."""

    parts: tuple[Token, ...]

    @property
    def position(self) -> int:
        return self.parts[0].position

    @property
    def text(self) -> str:
        return "/".join(part.text for part in self.parts)


@dataclass(slots=True)
class Cursor:
    """The tokens, and how many of them have been read."""

    tokens: tuple[Token, ...]
    mistakes: Mistakes
    index: int = 0

    @property
    def now(self) -> Token:
        return self.tokens[self.index]

    @property
    def next(self) -> Token:
        return self.tokens[min(self.index + 1, len(self.tokens) - 1)]

    def take(self) -> Token:
        taken = self.now
        self.index = min(self.index + 1, len(self.tokens) - 1)
        return taken

    def takes(self, kind: TokenKind) -> bool:
        """Whether the next token is of this kind; if so, it is read."""
        found = self.now.kind is kind
        if found:
            self.take()
        return found

    def takes_word(self, word: str) -> bool:
        found = self.now.word == word
        if found:
            self.take()
        return found

    def need(self, kind: TokenKind, expected: str, hint: str = "") -> Token:
        if self.now.kind is not kind:
            self.fail(expected, hint)
        return self.take()

    def fail(self, expected: str, hint: str = "") -> NoReturn:
        """Refuse the text because of the next token. Raises Invalid with all mistakes so far."""
        where = f"at position {self.now.position} of {self.mistakes.parameter}"
        self.refuse(f"Found {self.now.shown} {where}, expected {expected}.", hint)

    def refuse(self, error: str, hint: str = "") -> NoReturn:
        self.mistakes.add(f"{error} {hint}".rstrip())
        raise self.mistakes.failure()

    def path(self, expected: str, hint: str = "") -> Path:
        """The names of a left side. Raises Invalid if there is none, too many, or no name or culture after a /."""
        if not self.now.is_name:
            self.fail(expected, hint)
        parts = [self.take()]
        while self.takes(TokenKind.SLASH):
            if len(parts) == MOST_PARTS:
                self.fail("no further name", "The longest left side is context/attribute/culture: owner/title/1031.")
            part = self.now
            if not part.is_name and part.kind is not TokenKind.NUMBER:
                self.fail("a name or a culture id after the /", "For example: name/1031 or owner/lastName.")
            parts.append(self.take())
        return Path(tuple(parts))
