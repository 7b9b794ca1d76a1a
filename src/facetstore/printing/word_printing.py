"""A manual as a Word file: headings for the contents, tables with a head that repeats, pictures with a text for those who do not see them."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Final

from facetstore.printing.manual_model import Chapter, Manual, ManualTable
from facetstore.printing.pdf_printing import drawn, pictures_of
from facetstore.printing.rich_blocks import TextBlock, blocks_of

if TYPE_CHECKING:
    from docx.document import Document
    from docx.text.paragraph import Paragraph

_DEEPEST: Final = 9
_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def print_word(manual: Manual) -> bytes:
    """The manual as .docx."""
    from docx import Document as new_document
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    document = new_document()
    document.core_properties.title = _clean(manual.title)
    document.core_properties.language = manual.language
    document.core_properties.author = ""
    language = OxmlElement("w:lang")
    language.set(qn("w:val"), manual.language)
    document.styles["Normal"].element.get_or_add_rPr().append(language)
    document.add_heading(_clean(manual.title), 0)
    document.add_paragraph(_clean(manual.subtitle))
    _facts(document, manual.facts)
    document.add_heading(_clean(manual.words["contents"]), 1)
    _contents(document.add_paragraph(), manual)
    drawings = [drawn(each, manual.language) for each in manual.chapters]
    pictures = iter(pictures_of([each for each in drawings if each]))
    for each, svg in zip(manual.chapters, drawings, strict=True):
        _chapter(document, each, manual, next(pictures) if svg else None)
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def _contents(paragraph: Paragraph, manual: Manual) -> None:
    """A field that Word fills with page numbers; until then it lists the chapters."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    def mark(kind: str) -> None:
        element = OxmlElement("w:fldChar")
        element.set(qn("w:fldCharType"), kind)
        paragraph.add_run()._r.append(element)

    mark("begin")
    code = OxmlElement("w:instrText")
    code.text = 'TOC \\o "1-3" \\h \\z \\u'
    paragraph.add_run()._r.append(code)
    mark("separate")
    paragraph.add_run("\n".join(_clean(each.title) for each in manual.chapters if each.depth <= 3))
    mark("end")


def _chapter(document: Document, chapter: Chapter, manual: Manual, picture: bytes | None) -> None:
    from docx.enum.text import WD_BREAK

    if chapter.depth <= 2:
        document.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
    document.add_heading(_clean(chapter.title), min(chapter.depth, _DEEPEST))
    _facts(document, chapter.facts)
    for name, html in chapter.texts:
        document.add_paragraph().add_run(_clean(name)).bold = True
        for block in blocks_of(html):
            _block(document, block)
    if picture is not None:
        _picture(document, picture, f"{manual.words['diagram']}: {chapter.title}")
    for each in chapter.tables:
        _table(document, each)


def _facts(document: Document, facts: tuple[tuple[str, str], ...]) -> None:
    for name, value in facts:
        paragraph = document.add_paragraph()
        paragraph.paragraph_format.space_after = 0
        paragraph.add_run(f"{_clean(name)}: ").bold = True
        paragraph.add_run(_clean(value))


def _block(document: Document, block: TextBlock) -> None:
    style = None if not block.depth else ("List Number" if block.number else "List Bullet")
    paragraph = document.add_paragraph(style=style)
    for each in block.runs:
        run = paragraph.add_run(_clean(each.text))
        run.bold, run.italic, run.underline = each.bold or None, each.italic or None, bool(each.link) or None


def _picture(document: Document, picture: bytes, text: str) -> None:
    section = document.sections[0]
    wide = (section.page_width or 0) - (section.left_margin or 0) - (section.right_margin or 0)
    high = int(((section.page_height or 0) - (section.top_margin or 0) - (section.bottom_margin or 0)) * 0.8)
    shape = document.add_picture(io.BytesIO(picture))
    scale = min(1.0, wide / shape.width, high / shape.height)
    shape.width, shape.height = int(shape.width * scale), int(shape.height * scale)
    shape._inline.docPr.set("descr", _clean(text))


def _table(document: Document, given: ManualTable) -> None:
    from docx.oxml import OxmlElement

    document.add_paragraph().add_run(_clean(given.title)).bold = True
    table = document.add_table(rows=1, cols=len(given.head), style="Table Grid")
    head = table.rows[0]
    head._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
    for cell, text in zip(head.cells, given.head, strict=True):
        cell.paragraphs[0].add_run(_clean(text)).bold = True
    for row in given.rows:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = _clean(text)


def _clean(text: str) -> str:
    """A text without characters that XML does not allow."""
    return _NOT_XML.sub("", text)
