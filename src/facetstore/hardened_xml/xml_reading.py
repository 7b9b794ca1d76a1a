"""XML from strangers: no DTD, no entities, no network, and limits of size, depth and number of elements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from lxml import etree

_PIECE: Final = 1 << 16
_ATTRIBUTES: Final = 5
"""The most attributes for each element that may be."""
_WRONG_ENCODING: Final = re.compile(
    rb"""^((?:\xef\xbb\xbf)?<\?xml[^>]*?)\s+encoding\s*=\s*["'](?:utf-?(?:16|32)|ucs-?[24])(?:le|be)?["']""",
    re.IGNORECASE,
)
"""A declaration in letters of one byte that says they have more: it was made as text, and stored as UTF-8."""

_PROLOG: Final = re.compile(rb"(?:\xef\xbb\xbf)?(?>\s+|<\?.*?\?>|<!--.*?-->)*+<!DOCTYPE", re.IGNORECASE | re.DOTALL)
"""A document type definition stands before the root. What a text, a comment or a CDATA section says about one is text."""
_DOCTYPE: Final = "The file has a document type definition (<!DOCTYPE), which is not read: remove it."


class NotXml(Exception):
    """The bytes are no XML, or none that is read: the message says why."""


class XmlLimits(NamedTuple):
    """How much of a file is read."""

    bytes: int
    elements: int
    depth: int = 100
    instructions: bool = False
    """Processing instructions are read, too."""


def parse_xml(data: bytes, limits: XmlLimits) -> etree._Element:
    """The root of a file. Raises NotXml."""
    reader = XmlReader(data, limits)
    for _ in reader.ended():
        pass
    return reader.root()


class XmlReader:
    """A file while it is read. Raises NotXml as soon as it is beyond a limit, before the rest becomes a tree."""

    def __init__(self, data: bytes, limits: XmlLimits) -> None:
        if len(data) > limits.bytes:
            raise NotXml(f"The file has {len(data)} bytes; at most {limits.bytes} are read.")
        _check_openings(_in_bytes(data), limits)
        self._data = _WRONG_ENCODING.sub(rb"\1", data.lstrip(b" \t\r\n"), count=1)
        self._limits = limits
        self._parser = _parser(instructions=limits.instructions)
        self._root: etree._Element | None = None

    def root(self) -> etree._Element:
        assert self._root is not None, "everything was read"
        return self._root

    def ended(self) -> Iterator[etree._Element]:
        """Each element at its end. The caller may clear it."""
        try:
            yield from self._elements()
            self._root = self._parser.close()
        except etree.XMLSyntaxError as wrong:
            line = f" (line {wrong.lineno})" if wrong.lineno else ""
            raise NotXml(f"The file is not well-formed XML{line}: {_plain(wrong.msg)}.") from None
        except (ValueError, LookupError, AssertionError) as wrong:
            raise NotXml(f"The file is not XML that can be read: {_plain(str(wrong))}.") from None

    def _elements(self) -> Iterator[etree._Element]:
        count = depth = 0
        for start in range(0, max(len(self._data), 1), _PIECE):
            self._parser.feed(self._data[start : start + _PIECE])
            for event, element in self._parser.read_events():
                assert isinstance(element, etree._Element)
                if event == "end":
                    depth -= 1
                    yield element
                    continue
                count, depth = count + 1, depth + 1
                if count == 1 and element.getroottree().docinfo.internalDTD is not None:
                    raise NotXml(_DOCTYPE)
                if count > self._limits.elements:
                    raise NotXml(f"The file has more than {self._limits.elements} elements.")
                if depth > self._limits.depth:
                    raise NotXml(f"Elements of the file are nested more than {self._limits.depth} deep.")


def _parser(*, instructions: bool) -> etree.XMLPullParser:
    return etree.XMLPullParser(
        ("start", "end"),
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        attribute_defaults=False,
        huge_tree=False,
        recover=False,
        remove_pis=not instructions,
    )


def _check_openings(data: bytes, limits: XmlLimits) -> None:
    """Refuse what costs much before the parser, which reads tags as a whole, says anything about it."""
    if _PROLOG.match(data):
        raise NotXml(_DOCTYPE)
    if data.count(b'="') + data.count(b"='") > _ATTRIBUTES * limits.elements:
        raise NotXml(f"The file has more than {_ATTRIBUTES * limits.elements} attributes.")
    if data.count(b"<!--") + data.count(b"<?") > limits.elements:
        raise NotXml(f"The file has more than {limits.elements} comments and processing instructions.")


def _in_bytes(data: bytes) -> bytes:
    """The text with markup of one byte a letter: text in UTF-16 has a zero beside each."""
    if b"\0" not in data[:4]:
        return data
    little = data.startswith(b"\xff\xfe") or data[1:2] == b"\0"
    return data.decode("utf-16-le" if little else "utf-16-be", "ignore").lstrip("\ufeff").encode("utf-8", "ignore")


def _plain(message: str | None) -> str:
    return (message or "unknown error")[:200].rstrip(".")
