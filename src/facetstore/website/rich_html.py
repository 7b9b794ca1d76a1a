"""Rich text of elements for a page that loads nothing from elsewhere: known elements only, and addresses that lead somewhere.

Texts were cleaned when they were stored. They are read again here, so that a page never depends on that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from html.parser import HTMLParser
from typing import Final

from facetstore.website.html_text import Html, html, tag

Resolve = Callable[[str], str | None]
"""The page that an address of the service leads to; None: the site has no such page."""

_OUTSIDE: Final = ("http://", "https://", "mailto:", "tel:")
_CLASS: Final = re.compile(r"(?:align|color)-[a-z]{1,12}")
_NUMBER: Final = re.compile(r"\d{1,4}")
_NUMBERS: Final = {"td": ("colspan", "rowspan"), "th": ("colspan", "rowspan"), "ol": ("start",)}
_VOID: Final = frozenset({"br", "hr"})
_SILENT: Final = frozenset({"script", "style", "head", "title", "template", "noscript"})


def local_html(text: str, elements: Collection[str], resolve: Resolve) -> Html:
    """A rich text with these elements only. Pictures become their descriptions; links to what has no page become text."""
    reader = _LocalHtml(elements, resolve)
    reader.feed(text)
    reader.close()
    return reader.result()


class _LocalHtml(HTMLParser):
    """Writes again what it reads, as far as it is known."""

    def __init__(self, elements: Collection[str], resolve: Resolve) -> None:
        super().__init__(convert_charrefs=True)
        self._elements, self._resolve = elements, resolve
        self._parts: list[str] = []
        self._open: list[tuple[str, str]] = []
        """The elements that are open, by their own name and that in the result; empty: it has none there."""

    def result(self) -> Html:
        while self._open:
            self._close()
        return Html("".join(self._parts))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "img":
            self.handle_data(given.get("alt") or given.get("title") or "")
        elif tag in _VOID and tag in self._elements:
            self._parts.append(f"<{tag}>")
        elif tag not in _VOID:
            start = self._start(tag, given)
            self._parts.append(start)
            self._open.append((tag, tag if start else ""))

    def _start(self, name: str, given: dict[str, str]) -> str:
        """The start of an element; empty for one that the result does not have."""
        if name not in self._elements:
            return ""
        kept = {key: given[key] for key in _NUMBERS.get(name, ()) if _NUMBER.fullmatch(given.get(key, ""))}
        if classes := [each for each in given.get("class", "").split() if _CLASS.fullmatch(each)]:
            kept["class"] = " ".join(classes)
        if name == "a":
            if (address := self._address(given.get("href", "").strip())) is None:
                return ""
            kept |= address
        return str(tag(name, **kept)).removesuffix(f"</{name}>")

    def _address(self, href: str) -> dict[str, str] | None:
        if (page := self._resolve(href)) is not None:
            return {"href": page}
        return {"href": href, "rel": "noopener noreferrer"} if href.casefold().startswith(_OUTSIDE) else None

    def handle_endtag(self, tag: str) -> None:
        if any(tag == each for each, _ in self._open):
            while self._close() != tag:
                pass

    def _close(self) -> str:
        name, written = self._open.pop()
        self._parts.append(f"</{written}>" if written else "")
        return name

    def handle_data(self, data: str) -> None:
        if not any(name in _SILENT for name, _ in self._open):
            self._parts.append(html(data))
