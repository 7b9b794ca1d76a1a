"""The mistakes in a filter or an order, collected by position and reported together."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from facetstore.domain.errors import Finding, Hints, Invalid, InvalidParameter, UnknownName

_LONGEST_SHOWN: Final = 40
_MOST_LISTED: Final = 100
"""A limit on listed mistakes: thousands of wrong values would make a response much longer than the request."""


@dataclass(slots=True)
class Mistakes:
    """The findings about one parameter so far."""

    parameter: str
    findings: list[Finding] = field(default_factory=list)
    message: str = ""
    hints: Hints = field(default_factory=Hints)
    unlisted: int = 0

    def add(self, error: str, *, code: str = InvalidParameter.code, message: str = "") -> None:
        """Add a mistake. The first mistake gives the sentence of the whole refusal: its `message`, or else its error."""
        self.message = self.message or message or error
        if len(self.findings) < _MOST_LISTED:
            self.findings.append(Finding(error, code, self.parameter))
        else:
            self.unlisted += 1

    def add_unknown(self, name: str, position: int, known: Iterable[str], *, of: str = "") -> None:
        owner = f" of {of}" if of else ""
        error = f"{self.parameter} knows no {shown(name)}{owner} at position {position}.{self.nearest(name, known)}"
        self.add(error, code=UnknownName.code)

    def nearest(self, name: str, known: Iterable[str]) -> str:
        return self.hints.nearest(name, known)

    def failure(self) -> Invalid:
        """All mistakes as one refusal; the first one decides its message, and whether it is UnknownName or InvalidParameter."""
        findings = [*self.findings]
        if self.unlisted:
            error = f"{self.unlisted} more mistakes in {self.parameter} are not listed."
            findings.append(Finding(error, InvalidParameter.code, self.parameter))
        unknown = findings[0].code == UnknownName.code
        return (UnknownName if unknown else InvalidParameter)(self.message, findings)

    def refuse(self) -> None:
        """Raise the refusal if there are any mistakes."""
        if self.findings:
            raise self.failure()


def shown(text: str) -> str:
    """A text of the caller for use in a sentence; long texts are cut."""
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def shown_character(character: str) -> str:
    """A character for use in a sentence; an invisible one is shown by its number."""
    visible = unicodedata.category(character)[0] not in "CMZ"
    return character if visible else f"U+{ord(character):04X}"
