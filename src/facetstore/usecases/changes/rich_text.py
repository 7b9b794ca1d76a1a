"""Rich text: html from anybody made harmless, and well-formed XML behind its declaration.

nh3 decides what may stay. It writes HTML as browsers do (`<br>`, `&nbsp;`) and knows no XML declaration, so the declaration is
taken off before and put back afterwards, and the rest is written again as XML.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from html.parser import HTMLParser
from typing import Final, NamedTuple

import nh3

_DECLARATION: Final = re.compile(r"\s*(<\?xml[^<>]*\?>)\s*", re.IGNORECASE)
_PLAIN: Final = re.compile(r"[^<>&\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]*")
_NOT_IN_XML: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_SIMPLE: Final = re.compile(
    r"(?:[^<>&\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]++|&(?:amp|lt|gt|quot|#160);"
    r"|</?(?:b|div|em|h[1-6]|i|li|ol|p|span|strong|sub|sup|u|ul)>|<br/>)*+"
)
_SIMPLE_TAG: Final = re.compile(r"<(/?)([a-z0-6]+)>")
_WHITE: Final = " \t\r\n"
_VOID: Final = frozenset({"area", "br", "col", "hr", "img", "wbr"})
_ADDED: Final = frozenset({"tbody"})
"""What a browser adds by itself: no change anybody would notice."""

_ATTRIBUTES: Final = {
    **nh3.ALLOWED_ATTRIBUTES,
    "*": {"class", "dir", "lang", "title"},
    "a": {"href", "hreflang", "name", "rel", "target"},
}
_MOST_ROUNDS: Final = 8
_SCHEMES: Final = {"http", "https", "mailto", "tel", "ftp", "file"}


class CleanText(NamedTuple):
    """Cleaned html, and whether cleaning took something away that a reader could have seen."""

    text: str
    changed: bool


def clean_html(text: str) -> CleanText:
    """Html without scripts, styles, handlers and strange addresses, as well-formed XML."""
    if _PLAIN.fullmatch(text):
        return CleanText(text, changed=False)
    declaration = _DECLARATION.match(text)
    if declaration is None:
        return CleanText(*_clean(text, rooted=False))
    body = text[declaration.end() :]
    if _is_simple(body):
        return CleanText(text, changed=False)
    cleaned, changed = _clean(body, rooted=True)
    return CleanText(declaration[1] + cleaned, changed)


def _is_simple(body: str) -> bool:
    """Whether the text is one well-formed element of harmless tags without attributes: most are, and need no parser."""
    if not _SIMPLE.fullmatch(body):
        return False
    path: list[str] = []
    end = 0
    for match in _SIMPLE_TAG.finditer(body):
        if match[1]:
            if not path or path.pop() != match[2]:
                return False
            end = match.end()
        elif not path and match.start():
            return False
        else:
            path.append(match[2])
    return not path and 0 < end == len(body) and body[0] == "<"


@lru_cache(maxsize=1024)
def _clean(body: str, *, rooted: bool) -> tuple[str, bool]:
    """The same text often stands in many versions, and import reads everything twice."""
    before, after = _read(body), _read(_harmless(body))
    return after.xml(rooted=rooted), before.gist() != after.gist()


def _harmless(body: str) -> str:
    """What nh3 leaves, until it has nothing to say: odd nesting reads differently once it is written down."""
    for _ in range(_MOST_ROUNDS):
        kept = nh3.clean(body, attributes=_ATTRIBUTES, url_schemes=_SCHEMES, link_rel=None)
        if kept == body:
            return kept
        body = kept
    return nh3.clean_text(body)


def _read(text: str) -> _Markup:
    markup = _Markup()
    markup.feed(text)
    markup.close()
    return markup


def _escaped(text: str, *, quote: bool) -> str:
    """Text as XML writes it, without the characters it cannot hold even as a reference."""
    return escape(_NOT_IN_XML.sub("", text), quote=quote).replace("\xa0", "&#160;")


class _Markup(HTMLParser):
    """Html taken apart: to be written again as XML, and compared by what a reader notices."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._written: list[str] = []
        self._seen: list[str] = []
        self._depth = 0
        self._roots = 0

    def xml(self, *, rooted: bool) -> str:
        """The text as XML. A document has one root element: several, or text beside one, get a division around them."""
        text = "".join(self._written)
        if not rooted:
            return text
        return text.strip(_WHITE) if self._roots == 1 else f"<div>{text}</div>"

    def gist(self) -> list[str]:
        """The words and tags, whatever the white space between them."""
        return "".join(self._seen).split()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._roots += self._depth == 0
        self._depth += tag not in _VOID
        written = "".join(f' {name}="{_escaped(value or "", quote=True)}"' for name, value in attrs)
        self._written.append(f"<{tag}{written}/>" if tag in _VOID else f"<{tag}{written}>")
        if tag not in _ADDED:
            self._seen.append(f"<{tag} {sorted(each for each in attrs if not each[0].startswith('xmlns'))}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return
        self._depth -= 1
        self._written.append(f"</{tag}>")
        if tag not in _ADDED:
            self._seen.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        # Text beside the root counts as a second one.
        self._roots += 2 if self._depth == 0 and data.strip(_WHITE) else 0
        self._written.append(_escaped(data, quote=False))
        self._seen.append(data)
