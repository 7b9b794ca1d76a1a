"""What the columns of a file stand for: as the settings say, else as their names suggest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from facetstore.domain.errors import Finding, Hints
from facetstore.usecases.importing.import_settings import ImportSettings
from facetstore.usecases.tables.columns import Column, ColumnNames


class MappedColumn(NamedTuple):
    """A column of a file, and what it stands for; None: nothing, it is left out."""

    name: str
    column: Column | None
    is_guessed: bool


class Mapped(NamedTuple):
    """The columns of a file, and what is odd about them."""

    columns: Sequence[MappedColumn]
    findings: Sequence[Finding]

    @property
    def targets(self) -> Sequence[Column | None]:
        return [each.column for each in self.columns]


def map_columns(header: Sequence[str], names: ColumnNames, settings: ImportSettings) -> Mapped:
    """The columns of a file. Those that stand for nothing are left out, with a warning unless the settings say so."""
    found, findings, taken, hints = list[MappedColumn](), list[Finding](), set[Column](), Hints()
    for number, name in enumerate(header, 1):
        guessed = name not in settings.mapping
        target = name if guessed else settings.mapping[name]
        column = names.find(target) if target else None
        if column is not None and column in taken:
            error = f"Two columns stand for {column.header}: the one called {name[:60]!r} is left out."
            findings.append(Finding(error, "repeated-column", f"columns[{number}]"))
            column = None
        elif column is None and guessed and name:
            error = (
                f"The column {name[:60]!r} is left out: it stands for nothing here.{hints.nearest(name, names.headers)}"
            )
            findings.append(Finding(error, "unknown-column", f"columns[{number}]"))
        if column is not None:
            taken.add(column)
        found.append(MappedColumn(name, column, guessed))
    return Mapped(found, findings)


def render_mapping(mapped: Mapped) -> Sequence[Mapping[str, Any]]:
    return [
        {
            "column": each.name,
            "standsFor": each.column.header if each.column is not None else None,
            "guessed": each.is_guessed,
        }
        for each in mapped.columns
    ]
