"""The messages of an import: findings that stop it, and warnings that do not."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from facetstore.domain.errors import Finding

BAD_LINE: Final = "bad-line"
_LONGEST: Final = 60


@dataclass(slots=True)
class BundleReport:
    """Every finding with its line; equal warnings are counted, with their first line."""

    line: int = 0
    """The current line."""
    findings: list[Finding] = field(default_factory=list)
    _warnings: dict[str, tuple[str, int, int]] = field(default_factory=dict)

    def wrong(self, error: str, line: int | None = None) -> None:
        self.findings.append(Finding(error, BAD_LINE, f"line {line or self.line}"))

    def warn(self, code: str, warning: str) -> None:
        _, first, number = self._warnings.get(warning, (code, self.line, 0))
        self._warnings[warning] = (code, first, number + 1)

    def warnings(self) -> tuple[Finding, ...]:
        """The warnings, each once."""
        return tuple(
            Finding(text if number == 1 else f"{text} ({number} times)", code, f"line {first}")
            for text, (code, first, number) in self._warnings.items()
        )

    def in_order(self) -> list[Finding]:
        """The findings by line."""
        return sorted(self.findings, key=lambda each: int(each.path.removeprefix("line ") or 0))


def shown(value: object) -> str:
    """A value for use in a message; long ones are cut."""
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
