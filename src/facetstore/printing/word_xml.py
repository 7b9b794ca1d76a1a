"""Paragraphs and tables of Word as XML texts. A library that makes them one by one looks through all styles each time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from facetstore.printing.rich_blocks import Run

_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SPACE: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_DRAWING: Final = "http://schemas.openxmlformats.org/drawingml/2006/main"
_SVG: Final = "http://schemas.microsoft.com/office/drawing/2016/SVG/main"
_RELATION: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_INDENT: Final = 360
"""Of a list, in twentieths of a point."""
TAB: Final = "<w:r><w:tab/></w:r>"
PAGE_BREAK: Final = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'


def blip_extension(relation: str) -> str:
    """Says where the SVG of a picture is."""
    return (
        f'<a:extLst xmlns:a="{_DRAWING}"><a:ext uri="{{96DAC541-7B7A-43D3-8B79-37D633B846F1}}">'
        f'<asvg:svgBlip xmlns:asvg="{_SVG}" xmlns:r="{_RELATION}" r:embed="{relation}"/></a:ext></a:extLst>'
    )


def body_of(parts: Iterable[str]) -> str:
    """An element around paragraphs and tables, to be parsed."""
    return f'<w:body xmlns:w="{_SPACE}">{"".join(parts)}</w:body>'


def clean(text: str) -> str:
    """A text without characters that XML does not allow."""
    return _NOT_XML.sub("", text)


def paragraph(*runs: str, style: str = "", tight: bool = False, hanging: int = 0) -> str:
    """A paragraph of runs in a style of the document. `hanging`: how deep it is in lists, its sign before it."""
    properties = f'<w:pStyle w:val="{escape(style)}"/>' if style else ""
    if tight:
        properties += '<w:spacing w:after="0"/>'
    if hanging:
        properties += f'<w:ind w:left="{hanging * _INDENT}" w:hanging="{_INDENT}"/>'
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}{''.join(runs)}</w:p>"


def run(text: str, *, bold: bool = False, italic: bool = False, underline: bool = False) -> str:
    """A text in one style; line breaks and tabs stay."""
    properties = "<w:b/>" * bold + "<w:i/>" * italic + '<w:u w:val="single"/>' * underline
    lines = clean(text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    said = "<w:br/>".join(f'<w:t xml:space="preserve">{escape(line, quote=False)}</w:t>' for line in lines)
    return f"<w:r>{f'<w:rPr>{properties}</w:rPr>' if properties else ''}{said}</w:r>"


def rich(runs: Iterable[Run]) -> str:
    return "".join(run(each.text, bold=each.bold, italic=each.italic, underline=bool(each.link)) for each in runs)


def contents_field(lines: Sequence[str], levels: int) -> str:
    """A field that Word fills with page numbers; until then it has the lines."""

    def mark(kind: str) -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    code = f'<w:r><w:instrText xml:space="preserve">TOC \\o "1-{levels}" \\h \\z \\u</w:instrText></w:r>'
    return paragraph(mark("begin"), code, mark("separate"), run("\n".join(lines)), mark("end"))


def table(head: Sequence[str], rows: Iterable[Sequence[str]], width: int, style: str) -> str:
    """A table whose head is repeated on each page. `width`: of the page between its margins, in twentieths of a point."""
    column = width // max(1, len(head))
    grid = f'<w:gridCol w:w="{column}"/>' * len(head)
    properties = f'<w:tblPr><w:tblStyle w:val="{escape(style)}"/><w:tblW w:w="0" w:type="auto"/></w:tblPr>'
    body = _row(head, column, is_head=True) + "".join(_row(each, column) for each in rows)
    return f"<w:tbl>{properties}<w:tblGrid>{grid}</w:tblGrid>{body}</w:tbl>{paragraph()}"


def _row(cells: Sequence[str], column: int, *, is_head: bool = False) -> str:
    made = "".join(
        f'<w:tc><w:tcPr><w:tcW w:w="{column}" w:type="dxa"/></w:tcPr>{paragraph(run(each, bold=is_head))}</w:tc>'
        for each in cells
    )
    return f"<w:tr>{'<w:trPr><w:tblHeader/></w:trPr>' if is_head else ''}{made}</w:tr>"
