"""Rich text: html is cleaned of everything harmful and written as well-formed XML, after its XML declaration if it has one.

nh3 is the only parser that reads html as it was sent (decision 0060). It decides what may stay and writes HTML as browsers do (`<br>`,
`&nbsp;`). It does not know XML declarations, so one is removed before and put back afterwards. What nh3 writes has one form,
so that regular expressions are enough to write it again as XML.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from typing import Final, NamedTuple

import nh3

LONGEST: Final = 1 << 20
"""The most characters of one html text."""
DEEPEST: Final = 256
"""The deepest nesting of elements: XML parsers refuse more, and nh3 takes quadratic time for it."""
_REMEMBERED: Final = 4096
"""Results of longer texts are not cached."""
_MOST_GROWTH: Final = 8
"""How many times longer html may get: an ampersand becomes five characters, a tag gets its end."""

_DECLARATION: Final = re.compile(r"\s*(<\?xml[^<>]*\?>)\s*", re.IGNORECASE)
_PLAIN: Final = re.compile(r"[^<>&\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]*")
_NOT_IN_XML: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_SIMPLE: Final = re.compile(
    r"(?:[^<>&\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]++|&(?:amp|lt|gt|quot|#160);"
    r"|</?(?:b|div|em|h[1-6]|i|li|ol|p|span|strong|sub|sup|u|ul)>|<br/>)*+"
)
_SIMPLE_TAG: Final = re.compile(r"<(/?)([a-z0-6]+)>")
_RAW_TAG: Final = re.compile(r"<(/?)([a-zA-Z][^\s/<>]*+)")
_TAG: Final = re.compile(r'<(/?)([a-z][a-z0-9]*+)((?: [^\s"=<>]++="[^"]*+")*+)>')
_VALUE: Final = re.compile(r'"[^"]*+"')
_UNNOTICED: Final = re.compile(r'</?tbody>| xmlns[^\s"=<>]*+="[^"]*+"')
"""Tags that browsers add themselves, and xmlns attributes, which change nothing that is shown."""
_SCHEME_LIKE: Final = re.compile(r"(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*+(?=:)")
_WHITE: Final = " \t\r\n"
_VOID: Final = frozenset({"area", "br", "col", "hr", "img", "wbr"})
_ENDS_BY_ITSELF: Final = _VOID | {
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

_ATTRIBUTES: Final = {
    **nh3.ALLOWED_ATTRIBUTES,
    "*": {"class", "dir", "lang", "title"},
    "a": {"href", "hreflang", "name", "rel", "target"},
}
_MOST_ROUNDS: Final = 8
_SCHEMES: Final = {"http", "https", "mailto", "tel", "ftp", "file"}


class CostlyHtml(Exception):
    """Html that takes too long to clean; the message says why."""


class CleanText(NamedTuple):
    """Cleaned html, and whether cleaning removed something that a reader could have seen."""

    text: str
    changed: bool


def clean_html(text: str) -> CleanText:
    """Html without scripts, styles, handlers and addresses whose scheme is not allowed, as well-formed XML.

    Raises CostlyHtml for a text that is too long or nested too deeply, or that cleaning would make much longer.
    """
    if is_plain(text):
        return CleanText(text, changed=False)
    if len(text) > LONGEST:
        raise CostlyHtml(f"has {len(text):,} characters of html, and at most {LONGEST:,} are read")
    declaration = _DECLARATION.match(text)
    if declaration is None:
        return _clean_short(text, rooted=False)
    body = text[declaration.end() :]
    if _is_simple(body):
        return CleanText(text, changed=False)
    cleaned, changed = _clean_short(body, rooted=True)
    return CleanText(declaration[1] + cleaned, changed)


def is_plain(text: str) -> bool:
    """Whether a text has no markup, entities or control characters except white space: html and XML read it as it is."""
    return _PLAIN.fullmatch(text) is not None


def _is_simple(body: str) -> bool:
    """Whether the text is one well-formed element of harmless tags without attributes: most are, and need no parser.

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
        elif not path and match.start():
            return False
        else:
            path.append(match[2])
            if len(path) > DEEPEST:
                raise _too_deep()
    return not path and 0 < end == len(body) and body[0] == "<"


def _clean_short(body: str, *, rooted: bool) -> CleanText:
    return (_clean if len(body) > _REMEMBERED else _clean_cached)(body, rooted)


def _clean(body: str, rooted: bool) -> CleanText:
    _check_nesting(body)
    harmless = _harmless(body)
    changed = bool(_NOT_IN_XML.search(harmless)) or _gist(_everything(body)) != _gist(harmless)
    return CleanText(_as_xml(harmless, rooted=rooted), changed)


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
        kept = nh3.clean(body, attributes=_ATTRIBUTES, url_schemes=_SCHEMES, link_rel=None)
        if kept == body:
            return kept
        if len(kept) > most:
            raise CostlyHtml(f"has tags that are not closed in their order, and would take {len(kept):,} characters")
        body = kept
    return nh3.clean_text(body)


def _everything(body: str) -> str:
    """The html as nh3 writes it if every tag, attribute and scheme in it is allowed."""
    names = {match[2].lower() for match in _RAW_TAG.finditer(body)}
    # Addresses are compared as nh3 reads them: references resolved, without tabs and line breaks.
    addresses = unescape(body).translate({9: None, 10: None, 13: None}).lower()
    return nh3.clean(
        body,
        tags={*nh3.ALLOWED_TAGS, *names},
        clean_content_tags=set(),
        attributes={},
        generic_attribute_prefixes={""},
        url_schemes={*_SCHEMES, *_SCHEME_LIKE.findall(addresses)},
        link_rel=None,
    )


def _gist(html: str) -> list[str]:
    """The words and tags of html that nh3 wrote, to compare it regardless of white space."""
    return _UNNOTICED.sub("", html).split()


def _as_xml(html: str, *, rooted: bool) -> str:
    """Html that nh3 wrote, as XML. If `rooted`, it gets one root element: several, or text beside one, are put into a `div`."""
    clean = _NOT_IN_XML.sub("", html).replace("&nbsp;", "&#160;")
    text = _TAG.sub(_tag_as_xml, clean)
    if not rooted:
        return text
    return text.strip(_WHITE) if _has_one_root(clean) else f"<div>{text}</div>"


def _tag_as_xml(match: re.Match[str]) -> str:
    end, name, attributes = match.groups()
    if attributes:
        attributes = _VALUE.sub(_value_as_xml, attributes)
    return f"<{end}{name}{attributes}/>" if name in _VOID else f"<{end}{name}{attributes}>"


def _value_as_xml(match: re.Match[str]) -> str:
    return match[0].replace("<", "&lt;").replace(">", "&gt;").replace("'", "&#x27;")


def _has_one_root(html: str) -> bool:
    """Whether everything but white space is in one element."""
    depth = roots = end = 0
    for match in _TAG.finditer(html):
        if depth == 0 and html[end : match.start()].strip(_WHITE):
            return False
        if match[1]:
            depth -= 1
        else:
            roots += depth == 0
            depth += match[2] not in _VOID
        end = match.end()
    return roots == 1 and not html[end:].strip(_WHITE)
