"""A manual as a Word file: headings for the contents, tables with a head that repeats, pictures with a text for those who do not see them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from facetstore.printing.manual_model import Chapter, Manual, ManualTable
from facetstore.printing.pdf_printing import DrawnPicture, drawn, pictures_of
from facetstore.printing.rich_blocks import TextBlock, blocks_of
from facetstore.printing.word_template import DEEPEST, fill_in, has_title_page, open_template, saved, style_ids
from facetstore.printing.word_xml import (
    PAGE_BREAK,
    TAB,
    blip_extension,
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

_LEVELS: Final = 3
"""Of the contents."""
_TWENTIETHS: Final = 635
"""Units of lengths (EMU) in a twentieth of a point."""
_A4: Final = (7_560_000, 10_692_000)
"""Units of lengths of a page, for templates that do not name one."""
_NARROWEST: Final = 360_000
_INCH: Final = 914_400
_FIRST_ID: Final = 10_000
"""Of pictures, beyond those of a template."""
_PICTURE_HEIGHT: Final = 0.8
"""The part of a page that a picture may take."""


def print_word(manual: Manual, template: bytes | None = None) -> bytes:
    """The manual as .docx, in the looks of a template that was checked."""
    from docx import Document as new_document

    document = new_document() if template is None else open_template(template)
    _describe(document, manual)
    writer = _WordWriter(document, manual)
    fill_in(document, _given(manual))
    if not has_title_page(document):
        writer.add(writer.title())
    elif len(document.sections) == 1:
        writer.add(iter([PAGE_BREAK]))
    writer.add(writer.contents())
    drawings = [drawn(each, manual.language) for each in manual.chapters]
    pictures = iter(pictures_of([each for each in drawings if each]))
    for each, svg in zip(manual.chapters, drawings, strict=True):
        writer.add(writer.before_picture(each))
        if svg:
            writer.add_picture(svg, next(pictures), f"{manual.words['diagram']}: {each.title}")
        writer.add(writer.behind_picture(each))
    return saved(document)


def _given(manual: Manual) -> dict[str, str]:
    """What placeholders stand for."""
    facts = " · ".join(f"{name}: {value}" for name, value in manual.facts)
    return {"title": manual.title, "subtitle": manual.subtitle, "facts": facts, "language": manual.language}


def _describe(document: Document, manual: Manual) -> None:
    from docx.enum.style import WD_STYLE_TYPE
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    document.core_properties.title = clean(manual.title)
    document.core_properties.language = manual.language
    document.core_properties.author = ""
    normal = document.styles.default(WD_STYLE_TYPE.PARAGRAPH)
    if normal is None:
        return
    properties = normal.element.get_or_add_rPr()
    for each in properties.findall(qn("w:lang")):
        properties.remove(each)
    language = OxmlElement("w:lang")
    language.set(qn("w:val"), manual.language)
    properties.append(language)


class _WordWriter:
    """Adds parts of a manual to the end of a document."""

    def __init__(self, document: Document, manual: Manual) -> None:
        section = document.sections[-1]
        self._document, self._manual = document, manual
        self._end = document.element.body.sectPr
        wide = (section.page_width or _A4[0]) - (section.left_margin or 0) - (section.right_margin or 0)
        high = (section.page_height or _A4[1]) - (section.top_margin or 0) - (section.bottom_margin or 0)
        self._wide, self._high = max(_NARROWEST, wide), int(max(_NARROWEST, high) * _PICTURE_HEIGHT)
        self._styles = style_ids(document)
        self._pictures = 0

    def add(self, parts: Iterator[str]) -> None:
        from docx.oxml import parse_xml

        for each in list(parse_xml(body_of(parts))):
            self._end.addprevious(each)

    def add_picture(self, svg: str, picture: DrawnPicture, text: str) -> None:
        """Add a drawing, with a picture of it for programs that show no SVG."""
        from docx.image.image import Image
        from docx.oxml import OxmlElement, parse_xml
        from docx.oxml.shape import CT_Inline

        self._pictures += 1
        image = Image.from_blob(picture.png)
        relation = self._add_part(picture.png, "png", "image/png")
        wide, high = (each * _INCH / picture.dots for each in (image.px_width, image.px_height))
        scale = min(1.0, self._wide / wide, self._high / high)
        width, height = (_length(each * scale) for each in (wide, high))
        inline = CT_Inline.new_pic_inline(_FIRST_ID + self._pictures, relation, f"{self._pictures}.png", width, height)
        inline.docPr.set("descr", clean(text))
        drawn_as = self._add_part(svg.encode(), "svg", "image/svg+xml")
        inline.graphic.graphicData.pic.blipFill.blip.append(parse_xml(blip_extension(drawn_as)))
        holder, inside, drawing = OxmlElement("w:p"), OxmlElement("w:r"), OxmlElement("w:drawing")
        drawing.append(inline)
        inside.append(drawing)
        holder.append(inside)
        self._end.addprevious(holder)

    def _add_part(self, data: bytes, ending: str, type_: str) -> str:
        """Add a picture to the file, and return its relationship. The package would compare it, and its id, with every one before it."""
        from docx.opc.constants import RELATIONSHIP_TYPE
        from docx.opc.packuri import PackURI
        from docx.opc.part import Part

        part = Part(PackURI(f"/word/media/manual{self._pictures}.{ending}"), type_, data)
        relation = f"manual{self._pictures}{ending}"
        self._document.part.rels.add_relationship(RELATIONSHIP_TYPE.IMAGE, part, relation)
        return relation

    def title(self) -> Iterator[str]:
        yield paragraph(run(self._manual.title), style=self._styles["Title"])
        yield paragraph(run(self._manual.subtitle))
        yield from _facts(self._manual.facts)

    def contents(self) -> Iterator[str]:
        manual = self._manual
        yield paragraph(run(manual.words["contents"]), style=self._styles["heading 1"])
        yield contents_field([each.title for each in manual.chapters if each.depth <= _LEVELS], _LEVELS)
        if manual.register is not None:
            yield PAGE_BREAK
            yield from self._tables([manual.register])

    def before_picture(self, chapter: Chapter) -> Iterator[str]:
        if chapter.depth <= 2:
            yield PAGE_BREAK
        yield paragraph(run(chapter.title), style=self._styles[f"heading {min(chapter.depth, DEEPEST)}"])
        yield from _facts(chapter.facts)
        for name, html in chapter.texts:
            yield paragraph(run(name, bold=True))
            yield from map(_block, blocks_of(html))

    def behind_picture(self, chapter: Chapter) -> Iterator[str]:
        yield from self._tables(chapter.tables)

    def _tables(self, tables: Sequence[ManualTable]) -> Iterator[str]:
        for each in tables:
            yield paragraph(run(each.title, bold=True))
            yield table(each.head, each.rows, self._wide // _TWENTIETHS, self._styles["Table Grid"])


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
