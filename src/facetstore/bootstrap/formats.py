"""The formats of files that can be imported. A new one is added here."""

from __future__ import annotations

from facetstore.exchange.tables.csv_format import CsvFormat
from facetstore.usecases.ports.import_formats import Formats


def import_formats() -> Formats:
    """All formats. The first that recognises a file reads it, so the one that takes any text comes last."""
    return (CsvFormat(),)
