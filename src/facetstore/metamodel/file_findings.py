"""The mistakes in a method, reported all at once with file and line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class FileFinding:
    """One mistake. Line 0: the line is not known, as in additions that were stored as JSON."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}" if self.line else f"{self.file}: {self.message}"


class MetamodelErrors(Exception):
    """The method cannot be used; `findings` holds every mistake, ordered by file and line."""

    def __init__(self, findings: Iterable[FileFinding]) -> None:
        self.findings: tuple[FileFinding, ...] = tuple(sorted(set(findings)))
        super().__init__("\n".join(str(each) for each in self.findings))
