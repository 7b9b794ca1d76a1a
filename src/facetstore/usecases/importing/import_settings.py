"""How a file is read: what its columns stand for, how rows find their elements, and what becomes of empty cells and faulty rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from facetstore.domain.errors import Finding, Hints, InvalidBody, InvalidValues
from facetstore.domain.values import parse_guid
from facetstore.usecases.tables.columns import Column, ColumnKind, ColumnNames

KEEP: Final = "keep"
CLEAR: Final = "clear"
REFUSE: Final = "refuse"
SKIP: Final = "skip"
_MOST_MAPPED: Final = 1000


class ImportSettings(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """What a caller can correct of a plan. Everything has a default that fits tables that were exported."""

    format: str | None = None
    """The format of the file; None: found out from its content."""
    mapping: dict[str, str | None] = {}
    """By the name of a column in the file, what it stands for, as the header of an export names it; None: nothing."""
    match: str | None = None
    """The column by which rows find their elements: elementId, versionId, or an attribute such as a technical id or the name."""
    type: str | None = None
    """The type of new elements, for files that have no column for it."""
    parent: str | None = None
    """The parent of new elements, likewise."""
    empty_cells: str = CLEAR
    faulty_rows: str = REFUSE

    def matched_by(self, names: ColumnNames, columns: Sequence[Column | None]) -> Column | None:
        """The column by which rows find their elements; without a setting the first identity that the file has."""
        if self.match is not None:
            return names.find(self.match)
        known = (Column(ColumnKind.ELEMENT), Column(ColumnKind.VERSION))
        return next((each for each in known if each in columns), None)


def parse_settings(body: object, names: ColumnNames) -> ImportSettings:
    """The settings in a body. Raises InvalidBody, InvalidValues."""
    try:
        settings = msgspec.convert(body, ImportSettings)
    except msgspec.ValidationError as error:
        known = ", ".join(each.encode_name for each in msgspec.structs.fields(ImportSettings))
        raise InvalidBody(f"These are no settings of an import: {error}. They have: {known}.") from error
    if findings := _findings(settings, names):
        raise InvalidValues(findings[0].error, findings)
    return settings


def _findings(settings: ImportSettings, names: ColumnNames) -> list[Finding]:
    found, hints, headers = list[Finding](), Hints(), names.headers
    if len(settings.mapping) > _MOST_MAPPED:
        found.append(Finding(f"mapping takes up to {_MOST_MAPPED} columns.", InvalidBody.code, "mapping"))
    for column, target in list(settings.mapping.items())[:_MOST_MAPPED]:
        if target is not None and names.find(target) is None:
            hint = hints.nearest(target, headers)
            found.append(
                Finding(f"There is no column {target[:60]!r}.{hint}", "unknown-column", f"mapping.{column[:60]}")
            )
    if settings.match is not None and not _can_match(names.find(settings.match)):
        error = "match takes elementId, versionId, or an attribute such as the one that holds a technical id."
        found.append(Finding(error, "unknown-column", "match"))
    if settings.type is not None and settings.type not in {each.key for each in names.types}:
        known = ", ".join(sorted(each.key for each in names.types if not each.flow))
        found.append(Finding(f"type is one of {known}.", "unknown-type", "type"))
    if settings.parent is not None and parse_guid(settings.parent) is None:
        found.append(Finding("parent takes the id of an element.", "wrong-form", "parent"))
    for name, value, known_values in (
        ("emptyCells", settings.empty_cells, (CLEAR, KEEP)),
        ("faultyRows", settings.faulty_rows, (REFUSE, SKIP)),
    ):
        if value not in known_values:
            found.append(Finding(f"{name} takes {' or '.join(known_values)}.", "wrong-form", name))
    return found


def _can_match(column: Column | None) -> bool:
    return column is not None and column.kind in (ColumnKind.ELEMENT, ColumnKind.VERSION, ColumnKind.ATTRIBUTE)


def render_settings(settings: ImportSettings) -> Mapping[str, Any]:
    built: Mapping[str, Any] = msgspec.to_builtins(settings)
    return built
