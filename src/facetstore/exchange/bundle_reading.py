"""A bundle as a whole: its header, and its records, read one line at a time as often as needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from facetstore.exchange.bundle_files import KIND, ContentCheck
from facetstore.exchange.bundle_header import BundleHeader, read_header
from facetstore.exchange.bundle_line import BadLine, Line, Source, numbered_lines, read_line
from facetstore.exchange.bundle_record import BundleRecord, RecordReader
from facetstore.exchange.bundle_report import BundleReport
from facetstore.metamodel.model import Metamodel

REPORT_EVERY: Final = 200

Progress = Callable[[str, int, int | None], None]
"""Reports progress: the step, the number of lines done, and their total (None while it is not known)."""


def header_of(source: Source, report: BundleReport) -> BundleHeader | None:
    """The header, or None and a finding if the first line is not a header."""
    number, line = next(numbered_lines(source), (1, b""))
    report.line = number
    try:
        return read_header(read_line(line))
    except BadLine as bad:
        report.wrong(str(bad))
        return None


def records_of(
    source: Source,
    metamodel: Metamodel,
    report: BundleReport,
    report_done: Callable[[int], None] = lambda _: None,
    *,
    again: bool = False,
    contents: ContentCheck | None = None,
) -> Iterator[BundleRecord]:
    """The good records of a bundle; the report gets the bad ones, and its line is that of the last record. `contents` checks the
    lines that hold contents of files."""
    reader = RecordReader(metamodel, report)
    for done, (number, line) in enumerate(numbered_lines(source)):
        if done % REPORT_EVERY == 0:
            report_done(done)
        report.line = number
        # The first line is the header, which was read before.
        if done and (record := _record(line, reader, report, contents, again=again)) is not None:
            yield record


def _record(
    line: Line, reader: RecordReader, report: BundleReport, contents: ContentCheck | None, *, again: bool
) -> BundleRecord | None:
    try:
        record = read_line(line, again=again)
        if record.get("kind") != KIND:
            return reader.read(record)
        if contents is not None:
            contents.add(record)
        return None
    except BadLine as bad:
        report.wrong(str(bad))
        return None
