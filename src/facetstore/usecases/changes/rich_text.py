"""Rich text: html is cleaned of everything that is not allowed and written as an XML document, after its declaration.

nh3 is the only parser that reads html as it was sent (decision 0060). It decides what may stay (decision 0072) and writes HTML as
browsers do (`<br>`, `&nbsp;`). It does not know XML declarations, so one is removed before. What nh3 writes has one form, so that
regular expressions are enough to write it again as XML.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape, unescape
from typing import Final, NamedTuple

import nh3

from facetstore.domain.values import XML_DECLARATION
from facetstore.usecases.changes import allowed_html as allowed
from facetstore.usecases.changes.html_as_xml import DECLARATION, NOT_IN_XML, TAG, as_document, is_plain, paragraph
from facetstore.usecases.changes.html_removed import UNNAMED, Removed, removed

LONGEST: Final = 1 << 20
"""The most characters of one html text."""
DEEPEST: Final = 256
"""The deepest nesting of elements: XML parsers refuse more, and nh3 takes quadratic time for it."""
_REMEMBERED: Final = 4096
"""Results of longer texts are not cached."""
_MOST_GROWTH: Final = 8
"""How many times longer html may get: an ampersand becomes five characters, a tag gets its end."""

_ALIGNED: Final = "|".join(sorted(allowed.ALIGNMENTS))
_COLORED: Final = "|".join(sorted(allowed.COLORS))
_SIMPLE: Final = re.compile(
    r"(?:[^<>&\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]++|&(?:amp|lt|gt|quot|#160);"
    r"|</?(?:blockquote|code|div|em|h[1-6]|li|ol|p|pre|s|span|strong|sub|sup|u|ul)>|<br ?/>|<hr ?/>"
    rf'|<(?:h[1-6]|p) class="(?:{_ALIGNED})">|<span class="(?:{_COLORED})">)*+'
)
_SIMPLE_TAG: Final = re.compile(r"<(/?)([a-z0-6]+)[^>/]*>")
_RAW_TAG: Final = re.compile(r"<(/?)([a-zA-Z][^\s/<>]*+)")
_RESHAPED: Final = re.compile(rf'</?(?:img|{"|".join(sorted(allowed.RENAMED))})[ >]| class=""')
_SOURCE: Final = re.compile(r' src="([^"]*+)"')
_SCHEME_LIKE: Final = re.compile(r"(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*+(?=:)")
_ENDS_BY_ITSELF: Final = allowed.VOID | {
    "area",
    "col",
    "wbr",
    "p",
    "li",
    "dd",
    "dt",
    "tr",
    "td",
    "th",
    "thead",
    "tbody",
    "tfoot",
    "input",
    "meta",
    "link",
}

_MOST_ROUNDS: Final = 8


class CostlyHtml(Exception):
    """Html that takes too long to clean; the message says why."""


class CleanText(NamedTuple):
    """Cleaned html, and what cleaning removed that a reader could have seen."""

    text: str
    removed: tuple[Removed, ...] = ()


def clean_html(text: str) -> CleanText:
    """Html without what is not allowed, as an XML document; plain text becomes a paragraph, and white space alone the empty text.

    Raises CostlyHtml for a text that is too long or nested too deeply, or that cleaning would make much longer.
    """
    if len(text) <= LONGEST and text.startswith(XML_DECLARATION) and _is_simple(text[len(XML_DECLARATION) :]):
        return CleanText(text)
    if is_plain(text):
        return CleanText(paragraph(text))
    if len(text) > LONGEST:
        raise CostlyHtml(f"has {len(text):,} characters of html, and at most {LONGEST:,} are read")
    declaration = DECLARATION.match(text)
    body = text if declaration is None else text[declaration.end() :]
    if _is_simple(body):
        return CleanText(XML_DECLARATION + body)
    return (_clean if len(body) > _REMEMBERED else _clean_cached)(body)


def _is_simple(body: str) -> bool:
    """Whether the text is one well-formed block of allowed tags without other attributes than classes: most are, and need no parser.

    Raises CostlyHtml if it is nested too deeply.
    """
    if not _SIMPLE.fullmatch(body):
        return False
    path: list[str] = []
    end = 0
    for match in _SIMPLE_TAG.finditer(body):
        if match[1]:
            if not path or path.pop() != match[2]:
                return False
            end = match.end()
        elif not path and (match.start() or match[2] not in allowed.BLOCKS):
            return False
        else:
            path.append(match[2])
            if len(path) > DEEPEST:
                raise _too_deep()
    return not path and 0 < end == len(body) and body[0] == "<"


def _clean(body: str) -> CleanText:
    _check_nesting(body)
    harmless = _harmless(body)
    lost = removed(_everything(body), harmless)
    if not lost and NOT_IN_XML.search(harmless):
        lost = UNNAMED
    return CleanText(as_document(harmless), lost)


# The same short text is often in many versions, and import reads everything twice.
_clean_cached = lru_cache(maxsize=512)(_clean)


def _check_nesting(body: str) -> None:
    """Raise CostlyHtml if more elements are open at a time than may be nested.

    Only an end tag that closes the last open element counts. So this sees at least as many open elements as a parser does, in one pass.
    """
    path: list[str] = []
    for match in _RAW_TAG.finditer(body):
        name = match[2].lower()
        if name in _ENDS_BY_ITSELF:
            continue
        if not match[1]:
            path.append(name)
            if len(path) > DEEPEST:
                raise _too_deep()
        elif path and path[-1] == name:
            path.pop()


def _too_deep() -> CostlyHtml:
    return CostlyHtml(f"has more than {DEEPEST} tags that are not closed in their order")


def _harmless(body: str) -> str:
    """The html that nh3 leaves, cleaned until nothing changes: odd nesting is parsed differently once it is written out.

    Html that still changes after some rounds is escaped. Raises CostlyHtml if it gets much longer.
    """
    most = _MOST_GROWTH * (len(body) + 1024)
    for _ in range(_MOST_ROUNDS):
        kept = _reshaped(
            nh3.clean(
                body,
                tags=allowed.READ,
                attributes=allowed.ATTRIBUTES,
                allowed_classes=allowed.CLASSES,
                tag_attribute_values=allowed.TARGETS,
                url_schemes=allowed.SCHEMES,
                link_rel=None,
            )
        )
        if kept == body:
            return kept
        if len(kept) > most:
            raise CostlyHtml(f"has tags that are not closed in their order, and would take {len(kept):,} characters")
        body = kept
    return nh3.clean_text(body)


def _reshaped(html: str) -> str:
    """Html that nh3 wrote, with other names for some elements, and without pictures from elsewhere."""
    return TAG.sub(_reshape, html) if _RESHAPED.search(html) else html


def _reshape(match: re.Match[str]) -> str:
    return "" if match[2] == "img" and _own_picture(match[3]) is None else _renamed(match)


def _renamed(match: re.Match[str]) -> str:
    end, name, attributes = match.groups()
    if name == "img":
        return f"<img{_own_picture(attributes) or attributes}>"
    attributes = attributes.replace(' class=""', "")
    return f"<{end}{allowed.RENAMED.get(name, name)}{attributes}>"


def _own_picture(attributes: str) -> str | None:
    """The attributes of an `img` that shows a file of an element; None if it shows anything else."""
    source = _SOURCE.search(attributes)
    address = None if source is None else allowed.picture_address(unescape(source[1]))
    if source is None or address is None:
        return None
    return f'{attributes[: source.start()]} src="{escape(address)}"{attributes[source.end() :]}'


def _everything(body: str) -> str:
    """The html as nh3 writes it if every tag, attribute and scheme in it is allowed."""
    names = {match[2].lower() for match in _RAW_TAG.finditer(body)}
    # Addresses are compared as nh3 reads them: references resolved, without tabs and line breaks.
    addresses = unescape(body).translate({9: None, 10: None, 13: None}).lower()
    written = nh3.clean(
        body,
        tags={*allowed.READ, *names},
        clean_content_tags=set(),
        attributes={},
        generic_attribute_prefixes={""},
        url_schemes={*allowed.SCHEMES, *_SCHEME_LIKE.findall(addresses)},
        link_rel=None,
    )
    return TAG.sub(_renamed, written) if _RESHAPED.search(written) else written
