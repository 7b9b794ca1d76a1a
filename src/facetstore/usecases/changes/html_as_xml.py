"""Html in the one form that nh3 writes, written again as an XML document: declaration, then one block element with everything in it."""

from __future__ import annotations

import re
from typing import Final

from facetstore.domain.values import XML_DECLARATION
from facetstore.usecases.changes.allowed_html import BLOCKS, VOID

DECLARATION: Final = re.compile(r"\s*(<\?xml[^<>]*\?>)\s*", re.IGNORECASE)
NOT_IN_XML: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
TAG: Final = re.compile(r'<(/?)([a-z][^\s"/=<>]*+)((?: [^\s"=<>]++="[^"]*+")*+)>')
"""A tag as nh3 writes it."""
_XML_TAG: Final = re.compile(r'<(/?)([a-z][a-z0-9]*+)(?: [^\s"=<>]++="[^"]*+")*+ ?(/?)>')
"""A tag of stored XML."""
_PLAIN: Final = re.compile(r"[^<>&\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]*")
_LINE_END: Final = re.compile(r"\r\n?|\n")
_VALUE: Final = re.compile(r'"[^"]*+"')
_WHITE: Final = " \t\r\n"
_VOID_BEFORE: Final = VOID | {"area", "col", "wbr"}
"""Elements without an end that were kept by earlier releases."""


def is_plain(text: str) -> bool:
    """Whether a text has no markup, entities or control characters except white space: html and XML read it as it is."""
    return _PLAIN.fullmatch(text) is not None


def paragraph(text: str) -> str:
    """Plain text as a document; the empty text, or white space alone, as the empty text."""
    words = text.strip()
    return f"{XML_DECLARATION}<p>{_LINE_END.sub('<br />', words)}</p>" if words else ""


def as_document(html: str) -> str:
    """Html that nh3 wrote, as an XML document."""
    clean = NOT_IN_XML.sub("", html).replace("&nbsp;", "&#160;")
    return _rooted(TAG.sub(_tag_as_xml, clean))


def declared(stored: str) -> str:
    """A stored text as a document. Earlier releases stored html without a declaration as it was given, and plain text as it is."""
    if stored.startswith(XML_DECLARATION) or not stored:
        return stored
    declaration = DECLARATION.match(stored)
    if declaration is None and is_plain(stored):
        return paragraph(stored)
    return _rooted(stored if declaration is None else stored[declaration.end() :])


def _rooted(xml: str) -> str:
    """XML within one block element: text and what stands in lines in a `p`, several blocks in a `div`."""
    body = xml.strip(_WHITE)
    if _is_one_block(body):
        return XML_DECLARATION + body
    has_blocks = any(match[2] in BLOCKS for match in _XML_TAG.finditer(body))
    return f"{XML_DECLARATION}<div>{xml}</div>" if has_blocks else f"{XML_DECLARATION}<p>{body}</p>"


def _tag_as_xml(match: re.Match[str]) -> str:
    end, name, attributes = match.groups()
    if attributes:
        attributes = _VALUE.sub(_value_as_xml, attributes)
    return f"<{end}{name}{attributes} />" if name in VOID else f"<{end}{name}{attributes}>"


def _value_as_xml(match: re.Match[str]) -> str:
    return match[0].replace("<", "&lt;").replace(">", "&gt;").replace("'", "&#x27;")


def _is_one_block(xml: str) -> bool:
    """Whether everything is in one block element."""
    depth, root = 0, ""
    end = 0
    for match in _XML_TAG.finditer(xml):
        if depth == 0 and (root or match.start()):
            return False
        if match[1]:
            depth -= 1
        else:
            root = root or match[2]
            depth += not match[3] and match[2] not in _VOID_BEFORE
        end = match.end()
    return root in BLOCKS and end == len(xml)
