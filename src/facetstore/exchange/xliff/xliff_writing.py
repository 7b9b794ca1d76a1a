"""XLIFF out: a group for each element, a unit for each of its texts, written while the elements are read."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Final, NamedTuple
from xml.sax.saxutils import quoteattr

from lxml import etree

from facetstore.domain.values import XML_DECLARATION
from facetstore.exchange.xliff.html_codes import Code, Inline, Text, codes_of
from facetstore.exchange.xliff.xliff_names import SPACE, VERSION, XML_SPACE, named, unit_id
from facetstore.usecases.changes.text_states import TextState
from facetstore.usecases.ports.table_formats import ElementTable, TableColumn, TableKind, TableLine

_LABEL: Final = 200
"""Characters of the name of a group."""
_NOT_XML: Final = re.compile("([^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff])")
_DECLARED: Final = f' xmlns="{SPACE}"'
_STATES: Final[Mapping[TextState, Mapping[str, str]]] = {
    TextState.CURRENT: {"state": "final"},
    TextState.STALE: {"state": "initial", "subState": "facetstore:stale"},
}
_UNTRANSLATED: Final[Mapping[str, str]] = {"state": "initial"}
_KINDS: Final = {
    "b": "fmt", "strong": "fmt", "i": "fmt", "em": "fmt", "u": "fmt", "s": "fmt", "sub": "fmt", "sup": "fmt", "code": "fmt",
    "br": "fmt", "a": "link", "img": "image",
}  # fmt: skip
"""What kind of code an element of html is, if XLIFF has a name for it."""


class XliffTables:
    """Texts of one culture for translation into one other."""

    key: Final = "xliff"
    media: Final = "application/xliff+xml"
    names_choices: Final = False
    one_culture: Final = True
    kinds: Final = frozenset({TableKind.TRANSLATIONS})

    async def write(self, table: ElementTable) -> AsyncIterator[bytes]:
        pairs = list(_pairs(table))
        target = pairs[0].culture if pairs else table.source
        languages = [quoteattr(table.cultures.get(each, str(each))) for each in (table.source, target)]
        root = f'<xliff{_DECLARED} version="{VERSION}" srcLang={languages[0]} trgLang={languages[1]}>'
        yield f'<?xml version="1.0" encoding="UTF-8"?>\n{root}\n<file id={quoteattr(table.name)}>\n'.encode()
        is_empty = True
        async for lines in table.slices:
            piece = "".join(_group(line, pairs) for line in lines)
            is_empty = is_empty and not piece
            yield piece.encode()
        # A file has at least one unit or group.
        yield (b'<group id="none"/>\n' if is_empty else b"") + b"</file>\n</xliff>\n"


class _Pair(NamedTuple):
    """A text in both cultures: the places of its columns."""

    column: TableColumn
    source: int
    target: int

    @property
    def culture(self) -> int:
        return self.column.culture


def _pairs(table: ElementTable) -> Iterator[_Pair]:
    sources = {each.key: place for place, each in enumerate(table.columns) if each.culture == table.source}
    for place, each in enumerate(table.columns):
        if each.key in sources and each.culture != table.source:
            yield _Pair(each, sources[each.key], place)


def _group(line: TableLine, pairs: Sequence[_Pair]) -> str:
    """The texts of an element; empty if it has none."""
    texts = [each for each in pairs if line.cells[each.source]]
    if not texts:
        return ""
    id_ = line.cells[0]
    spaces: dict[str | None, str] = {None: SPACE}
    group = etree.Element(named("group"), {"id": id_}, nsmap=spaces)  # type: ignore[arg-type]  # the stubs want no default
    group.set("name", _NOT_XML.sub("", line.cells[texts[0].source])[:_LABEL])
    for each in texts:
        group.append(_unit(id_, line, each))
    return str(etree.tostring(group, encoding="unicode")).replace(_DECLARED, "", 1) + "\n"


def _unit(id_: str, line: TableLine, pair: _Pair) -> etree._Element:
    unit = etree.Element(named("unit"), {"id": unit_id(id_, pair.column.key), "name": pair.column.key})
    unit.set(XML_SPACE, "preserve")
    pen = _UnitPen(is_html=pair.column.is_html)
    target = line.cells[pair.target]
    state = _STATES.get(line.states.get(pair.target, TextState.MISSING), _UNTRANSLATED)
    segment = etree.Element(named("segment"), {"id": "s1", **(state if target else _UNTRANSLATED)})
    segment.append(pen.text("source", line.cells[pair.source]))
    if target:
        segment.append(pen.text("target", target))
    if pen.data:
        original = etree.SubElement(unit, named("originalData"))
        for text, key in pen.data.items():
            _add(etree.SubElement(original, named("data"), {"id": key}), text)
    unit.append(segment)
    return unit


class _UnitPen:
    """Writes the texts of a unit. A code of the translation has the id of the one in the source that says the same."""

    def __init__(self, *, is_html: bool) -> None:
        self.data: dict[str, str] = {}
        """By what codes stand for, its id."""
        self._is_html = is_html
        self._known: dict[tuple[str, str | None], list[str]] = {}
        self._free: dict[tuple[str, str | None], list[str]] = {}
        self._count = 0

    def text(self, tag: str, text: str) -> etree._Element:
        found = etree.Element(named(tag))
        self._free = {key: list(ids) for key, ids in self._known.items()}
        if self._is_html:
            self._write(found, codes_of(text.removeprefix(XML_DECLARATION)))
        else:
            _add(found, text)
        return found

    def _write(self, parent: etree._Element, inlines: Sequence[Inline]) -> None:
        for each in inlines:
            if isinstance(each, Text):
                _add(parent, each.text)
            else:
                self._code(parent, each)

    def _code(self, parent: etree._Element, code: Code) -> None:
        attributes = {"id": self._id(code)}
        if (kind := _KINDS.get(code.name)) is not None:
            attributes["type"] = kind
        if code.end is None:
            etree.SubElement(parent, named("ph"), {**attributes, "dataRef": self._data(code.start)})
            return
        references = {"dataRefStart": self._data(code.start), "dataRefEnd": self._data(code.end)}
        self._write(etree.SubElement(parent, named("pc"), {**attributes, **references}), code.inside)

    def _id(self, code: Code) -> str:
        key = (code.start, code.end)
        if self._free.get(key):
            return self._free[key].pop(0)
        self._count += 1
        self._known.setdefault(key, []).append(str(self._count))
        return str(self._count)

    def _data(self, text: str) -> str:
        return self.data.setdefault(text, f"d{len(self.data) + 1}")


def _add(parent: etree._Element, text: str) -> None:
    """Add text behind what an element has. Characters that XML does not allow become elements of their own."""
    for number, part in enumerate(_NOT_XML.split(text)):
        if number % 2:
            etree.SubElement(parent, named("cp"), {"hex": f"{ord(part):04X}"})
        elif len(parent):
            parent[-1].tail = (parent[-1].tail or "") + part
        else:
            parent.text = (parent.text or "") + part
