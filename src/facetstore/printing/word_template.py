"""A Word file as a template of manuals: its styles, headers, footers and title page, with placeholders for what a manual says."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final

from facetstore.printing.word_archive import LEFT_OUT, kind_of
from facetstore.printing.word_xml import clean

if TYPE_CHECKING:
    from docx.document import Document
    from docx.opc.rel import Relationships

PLACEHOLDERS: Final = ("title", "subtitle", "facts", "language")
_PLACEHOLDER: Final = re.compile(rf"{{{{\s*({'|'.join(PLACEHOLDERS)})\s*}}}}")
DEEPEST: Final = 9
"""Levels of headings."""
_STYLES: Final = ("Title", *(f"heading {level}" for level in range(1, DEEPEST + 1)), "Table Grid")
_TEXT: Final = "w:t"


def default_template() -> bytes:
    """The template of the service: a title page with all placeholders."""
    from docx import Document as new_document

    document = new_document()
    document.add_paragraph("{{title}}", style="Title")
    document.add_paragraph("{{subtitle}}")
    document.add_paragraph("{{facts}}")
    document.core_properties.author = ""
    return saved(document)


def open_template(data: bytes) -> Document:
    """A checked file without the parts that a manual does not need."""
    from docx import Document as opened

    document = opened(io.BytesIO(data))
    package = document.part.package
    assert package is not None
    for relations in (package.rels, *(each.rels for each in package.iter_parts())):
        _leave_out(relations)
    document.element.body.get_or_add_sectPr()
    properties = document.core_properties
    properties.author = properties.last_modified_by = properties.comments = properties.keywords = ""
    return document


def saved(document: Document) -> bytes:
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def has_title_page(document: Document) -> bool:
    """Whether the body of a document holds anything: a text, a picture, a table."""
    from docx.oxml.ns import qn

    body = document.element.body
    return any(next(body.iter(qn(each)), None) is not None for each in (_TEXT, "w:drawing", "w:pict", "w:tbl"))


def fill_in(document: Document, given: Mapping[str, str]) -> None:
    """Replace the placeholders in the body, the headers and the footers."""
    from docx.oxml.ns import qn

    for root in _texts(document):
        for paragraph in root.iter(qn("w:p")):
            texts = [each for each in paragraph.iter(qn(_TEXT)) if next(each.iterancestors(qn("w:p"))) is paragraph]
            said = "".join(each.text or "" for each in texts)
            if "{{" not in said:
                continue
            filled = _filled(said, given)
            if filled == said:
                continue
            # Word splits a text where it likes: all of it goes to the first piece.
            for each in texts:
                each.text = ""
            texts[0].text = filled


def style_ids(document: Document) -> Mapping[str, str]:
    """The ids of the styles of manuals by their names: files of other languages have others. What is missing is added."""
    from docx import Document as new_document

    styles: Any = document.styles.element
    known = {each.name_val.lower(): each.styleId for each in styles.style_lst if each.name_val}
    missing = [name for name in _STYLES if name.lower() not in known]
    if missing:
        given: Any = new_document().styles.element
        by_name = {each.name_val.lower(): each for each in given.style_lst if each.name_val}
        for name in missing:
            known[name.lower()] = _add_style(styles, by_name[name.lower()], set(known.values()))
    return {name: known[name.lower()] for name in _STYLES}


def _add_style(styles: Any, given: Any, taken: set[str]) -> str:
    """Add a style that stands by itself: those it refers to may not be there."""
    from docx.oxml.ns import qn

    style = deepcopy(given)
    for name in ("w:basedOn", "w:next", "w:link"):
        for each in style.findall(qn(name)):
            style.remove(each)
    while style.styleId in taken:
        style.styleId += "0"
    styles.append(style)
    return str(style.styleId)


def _texts(document: Document) -> Iterator[Any]:
    from docx.opc.part import XmlPart

    yield document.element.body
    for relation in document.part.rels.values():
        if kind_of(relation.reltype) in ("header", "footer") and isinstance(relation.target_part, XmlPart):
            yield relation.target_part.element


def _filled(text: str, given: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda found: clean(given[found[1]]), text)


def _leave_out(relations: Relationships) -> None:
    for id_ in [each for each, relation in relations.items() if kind_of(relation.reltype) in LEFT_OUT]:
        del relations[id_]
