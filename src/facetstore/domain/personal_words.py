"""The words by which texts name a person, and the pseudonym that replaces them.

Only whole words are replaced, and only what names one person: the mail address, the whole name, the login. A first or last name alone may
be the name of another person, or a word like any other.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Iterable
from typing import Final

from facetstore.domain.callers import ROLE_NAMES

_SHORTEST_WORD: Final = 6
"""Shorter logins of letters only may be ordinary words: they are replaced in records, but not in the texts of elements."""
_BEFORE: Final = r"(?<![\w@-])(?<!\w\.)"
_AFTER: Final = r"(?![\w@-])"
_ONE_WORD: Final = r"(?!\.\w)"
"""One word with a dot behind it may be the beginning of another login, or of another mail address."""
_SPACE: Final = r"(?:\s|&nbsp;|&#160;|&#x[aA]0;)+"


def pseudonym_of(element: str) -> str:
    """The name of a person who was erased: always the same for the same user."""
    return f"Person {hashlib.sha256(element.encode()).hexdigest()[:8].upper()}"


def is_distinctive(login: str) -> bool:
    """Whether a login in a text can only mean its user."""
    return not login.isalpha() or (len(login) >= _SHORTEST_WORD and login.casefold() not in ROLE_NAMES)


def whole_names(first: str, last: str) -> Iterable[str]:
    """The ways to write the name of a person."""
    return (f"{first} {last}", f"{last} {first}", f"{last}, {first}") if first and last else ()


class PersonalWords:
    """Replaces the words that name a person by a pseudonym."""

    def __init__(self, words: Iterable[str], pseudonym: str) -> None:
        self.pseudonym = pseudonym
        bare = {" ".join(each.split()) for each in words}
        known = bare | {html.escape(each, quote=False) for each in bare}
        # The longest first: a mail address may begin with the login.
        self.words = sorted(filter(None, known), key=lambda each: (-len(each), each))
        alternatives = "|".join(map(_pattern, self.words))
        self._found = re.compile(f"{_BEFORE}(?:{alternatives}){_AFTER}", re.IGNORECASE) if self.words else None
        self._parts = re.compile("|".join(re.escape(each.split()[-1]) for each in self.words), re.IGNORECASE)

    def may_be_in(self, text: str) -> bool:
        """Whether a closer look at a text that may be JSON is worth it."""
        return self._found is not None and self._parts.search(text) is not None

    def are_in(self, text: str) -> bool:
        return self._found is not None and self._found.search(text) is not None

    def replaced(self, text: str) -> str:
        return text if self._found is None else self._found.sub(self.pseudonym, text)

    def replaced_in_name(self, name: str) -> str:
        """The same in the name of a file, which may have an ending."""
        stem, dot, ending = name.rpartition(".")
        return f"{self.replaced(stem)}{dot}{ending}" if stem else self.replaced(name)

    def replaced_in(self, value: object) -> object:
        """The same in all texts of a value."""
        match value:
            case str():
                return self.replaced(value)
            case dict():
                return {name: self.replaced_in(each) for name, each in value.items()}
            case list() | tuple():
                return [self.replaced_in(each) for each in value]
            case _:
                return value


def _pattern(word: str) -> str:
    parts = word.split()
    return _SPACE.join(map(re.escape, parts)) + (_ONE_WORD if len(parts) == 1 else "")
