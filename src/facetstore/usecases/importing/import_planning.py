"""Plans of imports: what a file would change, slice by slice, by the same checks that operation 5 makes."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from facetstore.domain.errors import (
    Conflict,
    Failure,
    Finding,
    Forbidden,
    InvalidBody,
    InvalidParameter,
    InvalidValues,
    NotFound,
)
from facetstore.metamodel.model import Facet
from facetstore.usecases.editing.element_updates import plan_updates
from facetstore.usecases.editing.made import Made
from facetstore.usecases.importing.import_difference import ImportDifference, number_in
from facetstore.usecases.importing.import_mapping import Mapped, map_columns
from facetstore.usecases.importing.import_settings import KEEP, ImportSettings
from facetstore.usecases.importing.row_elements import RowElements, RowFinding, TableReading, row_elements
from facetstore.usecases.ports.import_formats import Formats, ImportSource, ReadImport, TableRow, WantedElement
from facetstore.usecases.reading.accessing import access_facet
from facetstore.usecases.tables.columns import column_names
from facetstore.usecases.tenancy import Reading
from facetstore.usecases.writing import Writing

_HEAD: Final = 4096
_BODY: Final = re.compile(r"elements\[\d+\]\.?")
_rows: Final = msgspec.json.Decoder(list[TableRow])
_elements: Final = msgspec.json.Decoder(list[WantedElement])

Work = Callable[[Writing], Awaitable[None]]
Rehearse = Callable[[Work], Awaitable[None]]
"""Does some work in a short transaction and takes it back."""


@dataclass(frozen=True, slots=True)
class ImportFile:
    """A file that was read, and how its rows become elements."""

    facet: Facet
    settings: ImportSettings
    read: ReadImport
    mapped: Mapped
    table: TableReading | None
    """None: the file holds elements."""
    columns: Sequence[str] = ()
    """The names of all columns that a table can have."""

    @property
    def view(self) -> str:
        return next(iter(self.facet.views))

    async def wanted(self, writing: Writing, encoded: bytes) -> RowElements:
        """The elements of one slice, as the storage is in this transaction."""
        if self.table is None:
            return RowElements(_elements.decode(encoded))
        return await row_elements(writing, self.table, _rows.decode(encoded))


async def read_file(
    reading: Reading, formats: Formats, source: ImportSource, facet_name: str, settings: ImportSettings
) -> ImportFile:
    """Read a file by its format. Raises NotFound, InvalidParameter, InvalidBody, TooCostly, Unavailable."""
    facet = access_facet(reading.metamodel, facet_name)
    if not source.content:
        raise InvalidBody("The body is empty: it must be the content of the file.")
    known = [each for each in formats if settings.format in (None, each.key)]
    if settings.format is not None and not known:
        error = f"format is one of {', '.join(each.key for each in formats)}."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, "format")])
    format_ = next((each for each in known if settings.format or each.recognises(source.content[:_HEAD])), None)
    if format_ is None:
        raise InvalidBody(f"The file is of no known format. There are: {', '.join(each.key for each in formats)}.")
    read = await format_.read(source)
    if not read.header:
        return ImportFile(facet, settings, read, Mapped((), ()), None)
    names = column_names(reading.metamodel, facet.name, reading.served.settings)
    mapped = map_columns(read.header, names, settings)
    match = settings.matched_by(names, mapped.targets)
    cells = msgspec.structs.replace(settings, empty_cells=KEEP) if read.keeps_empty else settings
    table = TableReading(facet.name, mapped.targets, match, cells, read.sources)
    return ImportFile(facet, settings, read, mapped, table, names.headers)


async def plan_import(file: ImportFile, difference: ImportDifference, rehearse: Rehearse) -> None:
    """Find what a file would change. Each slice is a transaction of its own, so that others can write in between."""
    for encoded in file.read.slices:

        async def work(writing: Writing, encoded: bytes = encoded) -> None:
            async for _ in planned(writing, file, encoded, difference):
                pass

        await rehearse(work)


async def planned(
    writing: Writing, file: ImportFile, encoded: bytes, difference: ImportDifference
) -> AsyncIterator[Made]:
    """The updates of one slice: none, or one with all rows that nothing is wrong with. The other rows become findings."""
    found = await file.wanted(writing, encoded)
    for wrong in found.findings:
        difference.refuse(wrong)
    left = found.wanted
    while left:
        places = {number: each.place for number, each in enumerate(left)}
        try:
            made = await plan_updates(writing, file.facet.name, file.view, _body(left))
        except (InvalidValues, Forbidden, NotFound, Conflict) as failure:
            wrong_numbers = _refuse(failure, places, difference)
            left = [each for number, each in enumerate(left) if number not in wrong_numbers]
        else:
            difference.take(made, places)
            yield made
            return


def _body(wanted: Sequence[WantedElement]) -> Mapping[str, Any]:
    return {"elements": [dict(each.element) for each in wanted]}


def _refuse(failure: Failure, places: Mapping[int, int], difference: ImportDifference) -> set[int]:
    """Note what is wrong with which rows; returns their numbers. A failure about something else is raised again."""
    numbers = set[int]()
    for each in failure.findings:
        try:
            number = number_in(each.path)
        except ValueError:
            raise failure from None
        numbers.add(number)
        path = _BODY.sub("", each.path, count=1)
        difference.refuse(RowFinding(places[number], Finding(each.error, each.code, path)))
    return numbers
