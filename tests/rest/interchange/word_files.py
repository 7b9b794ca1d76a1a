"""Word files for tests of templates: small ones, and what others may have put into them."""

import io
import zipfile
from collections.abc import Mapping
from typing import Final

from docx import Document
from docx.shared import Cm

DOCUMENT: Final = "word/document.xml"
RELATIONS: Final = "word/_rels/document.xml.rels"
TYPES: Final = "[Content_Types].xml"


def written(document: object) -> bytes:
    file = io.BytesIO()
    document.save(file)  # type: ignore[attr-defined]
    return file.getvalue()


def own_file(title: str = "{{title}}", header: str = "{{subtitle}} of ours") -> bytes:
    """A template with a title page, a header, a wide page, and headings that have another id, as in German files."""
    document = Document()
    for each in document.styles.element.style_lst:
        if each.styleId == "Heading1":
            each.styleId = "berschrift1"
        elif each.styleId in ("Heading2", "TableGrid"):
            document.styles.element.remove(each)
    section = document.sections[0]
    section.page_width, section.page_height = Cm(29.7), Cm(21)
    section.header.paragraphs[0].text = header
    paragraph = document.add_paragraph()
    for piece in (title[:3], title[3:]):
        paragraph.add_run(piece)
    document.core_properties.author = document.core_properties.last_modified_by = "Secret Author"
    return written(document)


def changed(file: bytes, parts: Mapping[str, bytes | None]) -> bytes:
    """A file with other parts; without those that are None."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(file)) as old, zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as new:
        kept = {name: old.read(name) for name in old.namelist()}
        for name, content in {**kept, **parts}.items():
            if content is not None:
                new.writestr(name, content)
    return result.getvalue()


def part(file: bytes, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        return archive.read(name)


def in_body(file: bytes, xml: str) -> bytes:
    """A file with more in its body."""
    return changed(file, {DOCUMENT: part(file, DOCUMENT).replace(b"<w:body>", b"<w:body>" + xml.encode(), 1)})


def related(file: bytes, relation: str) -> bytes:
    """A file with one more relationship of its document."""
    end = b"</Relationships>"
    return changed(file, {RELATIONS: part(file, RELATIONS).replace(end, relation.encode() + end)})
