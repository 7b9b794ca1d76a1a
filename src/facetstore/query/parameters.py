"""The parameters of our own operations, without a dollar sign: read one by one, their mistakes reported together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from facetstore.domain.errors import Finding, Invalid, InvalidParameter, UnknownName
from facetstore.query.options import canonical_names

T = TypeVar("T")


class Parameters:
    """The parameters of a request, and their mistakes so far."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self._given = given
        self._findings: list[Finding] = []

    def read(self, name: str, parse: Callable[[str], T]) -> T | None:
        """A value; None if none was given, or if it is wrong, which `check` reports."""
        if name not in self._given:
            return None
        try:
            return parse(self._given[name])
        except Invalid as wrong:
            self._findings += wrong.findings
            return None

    def names(self, name: str, known: Iterable[str]) -> tuple[str, ...] | None:
        """Names between commas, in their canonical spelling."""
        return self.read(name, lambda text: _names(name, text, known))

    def require(self, name: str, meaning: str) -> None:
        if name not in self._given:
            self._findings.append(Finding(f"{name} is missing: {meaning}.", InvalidParameter.code, name))

    def check(self) -> None:
        """Raise for all mistakes: UnknownName if they are only unknown names, else InvalidParameter."""
        if self._findings:
            unknown = all(each.code == UnknownName.code for each in self._findings)
            raise (UnknownName if unknown else InvalidParameter)(self._findings[0].error, self._findings)


def _names(parameter: str, text: str, known: Iterable[str]) -> tuple[str, ...]:
    names = [name for part in text.split(",") if (name := part.strip())]
    if not names:
        error = f"{parameter} takes names, separated by commas."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, parameter)])
    return canonical_names(parameter, names, known)


def parse_culture(parameter: str, text: str, cultures: Iterable[int]) -> int:
    """One of the cultures of a tenant. Raises InvalidParameter."""
    known = {str(culture): culture for culture in cultures}
    if text not in known:
        error = f"This tenant has no culture {text!r}. It has: {', '.join(known)}."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, parameter)])
    return known[text]
