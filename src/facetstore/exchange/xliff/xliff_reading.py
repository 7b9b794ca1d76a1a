"""XLIFF in: the translations of a file as rows of a table, each beside the text that it was made from."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

from lxml import etree

from facetstore.domain.errors import Finding, InvalidBody
from facetstore.exchange.tables.row_slices import RowSlices
from facetstore.exchange.xliff.html_codes import escaped
from facetstore.exchange.xliff.xliff_names import SPACE, named, parse_unit_id
from facetstore.hardened_xml.xml_reading import NotXml, XmlLimits, XmlReader
from facetstore.metamodel.model import DataType, Metamodel
from facetstore.usecases.ports.import_formats import (
    LARGEST_IMPORT,
    LONGEST_CELL,
    MOST_COLUMNS,
    ImportSource,
    ReadImport,
)

_LIMITS: Final = XmlLimits(LARGEST_IMPORT, elements=1_000_000)
_MOST_FINDINGS: Final = 500
_ID: Final = "elementId"
_SILENT: Final = (named("sm"), named("em"))


class XliffFormat:
    """XLIFF 2.0 and 2.1."""

    key: Final = "xliff"

    def recognises(self, head: bytes) -> bool:
        return b"<xliff" in head.replace(b"\0", b"")

    async def read(self, source: ImportSource) -> ReadImport:
        found = await source.jobs.run(source.tenant, read_xliff, (source.content, html_in(source.metamodel)))
        if isinstance(found, str):
            raise InvalidBody(found)
        return found


def html_in(metamodel: Metamodel) -> frozenset[str]:
    """The attributes whose texts are html."""
    declared = (each for element_type in metamodel.types.values() for each in element_type.properties.values())
    return frozenset(each.key for each in declared if each.attribute and each.attribute.data_type is DataType.HTML)


def read_xliff(given: tuple[bytes, Collection[str]]) -> ReadImport | str:
    """The rows of a file, or a sentence that says why it cannot be read. A job: exceptions would not arrive as they are."""
    content, html = given
    try:
        return _XliffReader(content, html).read()
    except (NotXml, _NotXliff) as wrong:
        return str(wrong)


class _NotXliff(Exception):
    """The message says why."""


class _Unreadable(Exception):
    """A unit cannot be read: the message says why."""


class _Translated(NamedTuple):
    """A text, and what it is a translation of."""

    source: str
    target: str


class _XliffReader:
    """A file while it is read, unit by unit: each is cleared when it was taken."""

    def __init__(self, content: bytes, html: Collection[str]) -> None:
        self._reader = XmlReader(content, _LIMITS)
        self._html = html
        self._elements: dict[str, dict[str, _Translated]] = {}
        """By element and attribute."""
        self._attributes: dict[str, None] = {}
        self._findings: list[Finding] = []

    def read(self) -> ReadImport:
        for each in self._reader.ended():
            if each.tag == named("unit"):
                self._unit(each)
                each.clear()
        languages = _languages(self._reader.root())
        if len(self._attributes) * 2 >= MOST_COLUMNS:
            raise _NotXliff(f"The file has units of more than {MOST_COLUMNS // 2} attributes.")
        slices = RowSlices()
        if (wrong := slices.take(self._rows(*languages))) is not None:
            raise _NotXliff(wrong)
        pairs = {place * 2 + 2: place * 2 + 1 for place in range(len(self._attributes))}
        return dataclasses.replace(slices.read(self._findings), sources=pairs, keeps_empty=True)

    def _rows(self, source: str, target: str) -> Iterator[list[str]]:
        """The header, then a row for each element."""
        yield [_ID, *(f"{each}.{language}" for each in self._attributes for language in (source, target))]
        for id_, texts in self._elements.items():
            pairs = (texts.get(each, _Translated("", "")) for each in self._attributes)
            yield [id_, *(cell for each in pairs for cell in each)]

    def _unit(self, unit: etree._Element) -> None:
        id_ = unit.get("id", "")
        named_ = parse_unit_id(id_)
        if named_ is None:
            self._note(
                unit, f"The unit {id_[:80]!r} is left out: its id names no element and attribute.", "unknown-unit"
            )
            return
        element, attribute = named_
        try:
            text = _translated(unit, is_html=attribute in self._html)
        except _Unreadable as wrong:
            self._note(unit, f"The unit {id_[:80]!r} is left out: {wrong}", "wrong-unit")
            return
        known = self._elements.get(element, {})
        if attribute in known:
            self._note(unit, f"The unit {id_[:80]!r} is there twice: the first counts.", "repeated-unit")
        elif text is not None:
            self._elements.setdefault(element, known)[attribute] = text
            self._attributes[attribute] = None

    def _note(self, unit: etree._Element, error: str, code: str) -> None:
        if len(self._findings) < _MOST_FINDINGS:
            self._findings.append(Finding(error, code, f"line {unit.sourceline}"))


def _languages(root: etree._Element) -> tuple[str, str]:
    """From which language and into which. Raises _NotXliff."""
    version = root.get("version", "")
    if root.tag != named("xliff") or not version.startswith("2."):
        raise _NotXliff(
            f"The file is not XLIFF 2.1: its root is {root.tag[:80]}, version {version[:20] or 'unknown'}, not xliff of {SPACE}."
        )
    source, target = root.get("srcLang", ""), root.get("trgLang", "")
    if not source or not target:
        raise _NotXliff("The file does not say its languages: srcLang and trgLang are needed.")
    return source, target


def _translated(unit: etree._Element, *, is_html: bool) -> _Translated | None:
    """The text of a unit with its translation; None without one. Raises _Unreadable."""
    data = {each.get("id", ""): _text_of(each) for each in unit.iterfind(f"{named('originalData')}/{named('data')}")}
    texts = _Texts(data, is_html=is_html)
    sources: list[str] = []
    targets: list[tuple[int, str]] = []
    for part in unit.iterfind("*"):
        if part.tag not in (named("segment"), named("ignorable")):
            continue
        source, target = part.find(named("source")), part.find(named("target"))
        if source is None:
            raise _Unreadable("a segment has no source.")
        sources.append(texts.of(source))
        if target is None and part.tag == named("segment") and sources[-1].strip():
            return None
        text = texts.of(target) if target is not None else sources[-1]
        targets.append((_order(target, len(targets) + 1), text))
    whole = "".join(each for _, each in sorted(targets, key=lambda each: each[0]))
    return _Translated("".join(sources), whole) if whole.strip() else None


def _order(target: etree._Element | None, place: int) -> int:
    given = target.get("order", "") if target is not None else ""
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 9 else place


class _Texts:
    """The texts of a unit: codes become what they stand for, and text beside them is escaped in html.

    A code of ten letters can stand for a million, a hundred thousand times: what a unit becomes is bounded.
    """

    def __init__(self, data: Mapping[str, str], *, is_html: bool) -> None:
        self._data = data
        self._meant = escaped if is_html else str
        self._left = LONGEST_CELL

    def of(self, element: etree._Element) -> str:
        """The text of a source or target. Raises _Unreadable."""
        return "".join(self._bounded(element))

    def _bounded(self, element: etree._Element) -> Iterator[str]:
        for piece in self._pieces(element):
            self._left -= len(piece)
            if self._left < 0:
                raise _Unreadable(f"it has more than {LONGEST_CELL:,} characters.")
            yield piece

    def _pieces(self, element: etree._Element) -> Iterator[str]:
        yield self._meant(element.text or "")
        for each in element.iterfind("*"):
            if each.tag == named("pc"):
                yield self._code(each, "dataRefStart")
                yield from self._pieces(each)
                yield self._code(each, "dataRefEnd")
            elif each.tag == named("mrk"):
                yield from self._pieces(each)
            elif each.tag == named("cp"):
                yield self._meant(_character(each))
            elif each.tag not in _SILENT:
                yield self._code(each, "dataRef")
            yield self._meant(each.tail or "")

    def _code(self, code: etree._Element, name: str) -> str:
        """What a code stands for. Raises _Unreadable."""
        key = code.get(name)
        if key is None or key not in self._data:
            raise _Unreadable(f"a code {code.get('id', '')[:20]!r} refers to no original data.")
        return self._data[key]


def _text_of(element: etree._Element) -> str:
    found = [element.text or ""]
    for each in element.iterfind("*"):
        found += [_character(each) if each.tag == named("cp") else "", each.tail or ""]
    return "".join(found)


def _character(element: etree._Element) -> str:
    """The character that XML does not allow. Raises _Unreadable."""
    try:
        return chr(int(element.get("hex", ""), 16))
    except (ValueError, OverflowError):
        raise _Unreadable("a cp has no code point of a character.") from None
