"""The formats of files that can be imported, and of tables and rows that can be exported. A new one is added here."""

from __future__ import annotations

from facetstore.exchange.rows.parquet_rows import ParquetRows
from facetstore.exchange.rows.text_rows import CsvRows, JsonLines
from facetstore.exchange.tables.csv_format import CsvFormat, CsvTables
from facetstore.exchange.tables.sheet_format import SheetFormat
from facetstore.exchange.tables.sheet_writing import SheetTables
from facetstore.exchange.xliff.xliff_reading import XliffFormat
from facetstore.exchange.xliff.xliff_writing import XliffTables
from facetstore.usecases.ports.import_formats import Formats
from facetstore.usecases.ports.row_formats import RowFormats
from facetstore.usecases.ports.table_formats import TableFormats


def import_formats() -> Formats:
    """All formats. The first that recognises a file reads it, so the one that takes any text comes last."""
    return (SheetFormat(), XliffFormat(), CsvFormat())


def table_formats() -> TableFormats:
    """All formats of exported tables; the first is the default."""
    return (CsvTables(), SheetTables(), XliffTables())


def row_formats() -> RowFormats:
    """The formats of whole tables of the star schema."""
    found = (CsvRows(), JsonLines(), ParquetRows())
    return {each.key: each for each in found}
