"""The words that prose of this project does without, what to write instead, and how they are found in a text."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

SAY: Final = "say, show, return, name or report"
WHO: Final = "you, this user, the caller, a user, no user, all users"
CACHED: Final = "cached"

WORDS: Final[Mapping[str, str]] = {
    r"told|tells?|telling": SAY,
    r"somebody|anybody|everybody|nobody|whoever": WHO,
    r"he|him|his|himself": WHO,
    r"made as one": "stored as one update, batched",
    r"comes? again": "retry, repeat",
    r"as one who": WHO,
    r"who comes": WHO,
    r"anew": "again, from scratch, re-render",
    # Bare, "in line" may also name a line of a file, or shapes of a drawing.
    r"(?:stands?|stood|standing|waits?|waited|waiting|time|next|first) in line": "queued, in the queue, waiting for",
    r"of theirs": "of their own, or name whose it is",
    r"dear|dearer|dearest": "costly, expensive",
    r"kept (?:answer|response|element|list|listing|page)s?": CACHED,
    r"(?:answer|response)s? (?:is|are|was|were) kept": CACHED,
    r"nothing (?:is )?kept(?! \w+ from)": "not cached, cache off",
}
"""By pattern what to write instead. A space stands for any white space, so that a phrase is found across lines."""

PARTS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("told", "tell", "tells", "telling"), SAY),
    **dict.fromkeys(("somebody", "anybody", "everybody", "nobody", "whoever"), WHO),
    **dict.fromkeys(("he", "him", "his", "himself"), WHO),
    "anew": "again",
    "theirs": "whose it is",
    "dear": "costly",
}
"""By part of an identifier what to write instead: `as_told` has the parts `as` and `told`."""


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])".replace(" ", r"\s+"), re.IGNORECASE)


_FORBIDDEN: Final = {_compiled(pattern): instead for pattern, instead in WORDS.items()}
_ANY: Final = _compiled("|".join(WORDS))
_PART: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


class Found(NamedTuple):
    """A word that is to be replaced."""

    line: int
    word: str
    instead: str

    def __str__(self) -> str:
        return f"{self.line}: “{self.word}”; write: {self.instead}"


def find_words(prose: str) -> list[Found]:
    """The forbidden words of the text, by line."""
    if not _ANY.search(prose):
        return []
    return sorted(
        Found(prose.count("\n", 0, match.start()) + 1, " ".join(match[0].split()), instead)
        for pattern, instead in _FORBIDDEN.items()
        for match in pattern.finditer(prose)
    )


@cache
def find_parts(identifier: str) -> Sequence[tuple[str, str]]:
    """The forbidden parts of an identifier, each with what to write instead."""
    parts = _PART.findall(identifier)
    return [(part, instead) for part in parts if (instead := PARTS.get(part.lower()))]
