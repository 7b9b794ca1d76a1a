"""A manual as a Word file: headings for the contents, tables with a head that repeats, pictures with a text for those who do not see them."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from facetstore.printing.manual_model import Chapter, Manual, ManualTable
from facetstore.printing.pdf_printing import drawn, pictures_of
from facetstore.printing.rich_blocks import TextBlock, blocks_of
from facetstore.printing.word_xml import (
    PAGE_BREAK,
    TAB,
    body_of,
    clean,
    contents_field,
    paragraph,
    rich,
    run,
    table,
)

if TYPE_CHECKING:
    from docx.document import Document
    from docx.shared import Length

_DEEPEST: Final = 9
_LEVELS: Final = 3
"""Of the contents."""
_TWENTIETHS: Final = 635
"""Units of lengths (EMU) in a twentieth of a point."""
_PICTURE_HEIGHT: Final = 0.8
"""The part of a page that a picture may take."""


def print_word(manual: Manual) -> bytes:
    """The manual as .docx."""
    from docx import Document as new_document

    document = new_document()
    _describe(document, manual)
    writer = _WordWriter(document, manual)
    writer.add(writer.front())
    drawings = [drawn(each, manual.language) for each in manual.chapters]
    pictures = iter(pictures_of([each for each in drawings if each]))
    for each, svg in zip(manual.chapters, drawings, strict=True):
        writer.add(writer.before_picture(each))
        if svg:
            writer.add_picture(next(pictures), f"{manual.words['diagram']}: {each.title}")
        writer.add(writer.behind_picture(each))
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def _describe(document: Document, manual: Manual) -> None:
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    document.core_properties.title = clean(manual.title)
    document.core_properties.language = manual.language
    document.core_properties.author = ""
    language = OxmlElement("w:lang")
    language.set(qn("w:val"), manual.language)
    document.styles["Normal"].element.get_or_add_rPr().append(language)


class _WordWriter:
    """Adds parts of a manual to the end of a document."""

    def __init__(self, document: Document, manual: Manual) -> None:
        section = document.sections[0]
        self._document, self._manual = document, manual
        self._end = document.element.body.sectPr
        self._wide = (section.page_width or 0) - (section.left_margin or 0) - (section.right_margin or 0)
        self._high = int(
            ((section.page_height or 0) - (section.top_margin or 0) - (section.bottom_margin or 0)) * _PICTURE_HEIGHT
        )
        self._pictures = 0

    def add(self, parts: Iterator[str]) -> None:
        from docx.oxml import parse_xml

        for each in list(parse_xml(body_of(parts))):
            self._end.addprevious(each)

    def add_picture(self, data: bytes, text: str) -> None:
        from docx.image.image import Image
        from docx.opc.constants import RELATIONSHIP_TYPE
        from docx.opc.packuri import PackURI
        from docx.oxml import OxmlElement
        from docx.oxml.shape import CT_Inline
        from docx.parts.image import ImagePart

        self._pictures += 1
        image = Image.from_blob(data)
        # Not through the package, which would compare it with every picture before it.
        part = ImagePart.from_image(image, PackURI(f"/word/media/image{self._pictures}.png"))
        relation = self._document.part.relate_to(part, RELATIONSHIP_TYPE.IMAGE)
        scale = min(1.0, self._wide / image.width, self._high / image.height)
        width, height = (_length(each * scale) for each in (image.width, image.height))
        inline = CT_Inline.new_pic_inline(self._pictures, relation, f"{self._pictures}.png", width, height)
        inline.docPr.set("descr", clean(text))
        holder, inside, drawing = OxmlElement("w:p"), OxmlElement("w:r"), OxmlElement("w:drawing")
        drawing.append(inline)
        inside.append(drawing)
        holder.append(inside)
        self._end.addprevious(holder)

    def front(self) -> Iterator[str]:
        manual = self._manual
        yield paragraph(run(manual.title), style="Title")
        yield paragraph(run(manual.subtitle))
        yield from _facts(manual.facts)
        yield paragraph(run(manual.words["contents"]), style="Heading1")
        yield contents_field([each.title for each in manual.chapters if each.depth <= _LEVELS], _LEVELS)
        if manual.register is not None:
            yield PAGE_BREAK
            yield from self._tables([manual.register])

    def before_picture(self, chapter: Chapter) -> Iterator[str]:
        if chapter.depth <= 2:
            yield PAGE_BREAK
        yield paragraph(run(chapter.title), style=f"Heading{min(chapter.depth, _DEEPEST)}")
        yield from _facts(chapter.facts)
        for name, html in chapter.texts:
            yield paragraph(run(name, bold=True))
            yield from map(_block, blocks_of(html))

    def behind_picture(self, chapter: Chapter) -> Iterator[str]:
        yield from self._tables(chapter.tables)

    def _tables(self, tables: Sequence[ManualTable]) -> Iterator[str]:
        for each in tables:
            yield paragraph(run(each.title, bold=True))
            yield table(each.head, each.rows, self._wide // _TWENTIETHS)


def _length(value: float) -> Length:
    from docx.shared import Emu

    return Emu(int(value))


def _facts(facts: tuple[tuple[str, str], ...]) -> Iterator[str]:
    for name, value in facts:
        yield paragraph(run(f"{name}: ", bold=True), run(value), tight=True)


def _block(block: TextBlock) -> str:
    """A paragraph, or an item of a list. Numbers are written: the lists of Word would go on counting through the whole file."""
    if not block.depth:
        return paragraph(rich(block.runs))
    sign = f"{block.number}." if block.number else "•"
    return paragraph(run(sign), TAB, rich(block.runs), hanging=block.depth, tight=True)
