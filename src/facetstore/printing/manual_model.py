"""A manual: what is printed of processes, in one language, without anything that a reader must not see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from facetstore.drawing.chart import Chart

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ManualTable:
    """A table with its heading."""

    title: str
    head: Row
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """What is printed of one element."""

    title: str
    depth: int
    """1 for the element that the manual is about."""
    facts: tuple[tuple[str, str], ...] = ()
    texts: tuple[tuple[str, str], ...] = ()
    """The names of texts, and the texts as html."""
    chart: Chart | None = None
    tables: tuple[ManualTable, ...] = ()


@dataclass(frozen=True, slots=True)
class Manual:
    """All that is printed."""

    title: str
    subtitle: str
    language: str
    """The name of a culture, such as `de-DE`."""
    facts: tuple[tuple[str, str], ...]
    """What the title page says."""
    chapters: tuple[Chapter, ...]
    words: Mapping[str, str] = field(default_factory=dict)
    """The words of the printer itself, in the language of the manual."""
    register: ManualTable | None = None
    """All versions in it, if it is a manual of what was released."""
