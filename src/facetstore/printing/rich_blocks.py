"""Rich text as blocks of runs, which both printers set: paragraphs, headings, lists, cells. Addresses of pictures are left out."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

_BOLD: Final = frozenset({"b", "strong"})
_ITALIC: Final = frozenset({"i", "em"})
_BREAKING: Final = frozenset(
    {"p", "div", "li", "tr", "blockquote", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol"}
)
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "th"})
_LINKS: Final = ("http://", "https://", "mailto:")
_SILENT: Final = frozenset({"script", "style", "head", "title"})


@dataclass(frozen=True, slots=True)
class Run:
    """A text in one style."""

    text: str
    bold: bool = False
    italic: bool = False
    link: str = ""


@dataclass(slots=True)
class TextBlock:
    """A paragraph, or an item of a list at a depth; `number` is its number in an ordered one."""

    runs: list[Run] = field(default_factory=list)
    depth: int = 0
    number: int = 0


def blocks_of(html: str) -> list[TextBlock]:
    """The blocks of a text; none for an empty one."""
    reader = _BlockReader()
    reader.feed(html)
    reader.close()
    reader.end_block()
    return reader.blocks


class _BlockReader(HTMLParser):
    """Reads html that was cleaned when it was stored."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[TextBlock] = []
        self._now = TextBlock()
        self._open: list[str] = []
        self._lists: list[int] = []
        """Of the lists around: the number of the last item; -1: it has no numbers."""
        self._links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("br", "hr"):
            self._say("\n")
            return
        if tag in ("img", "col"):
            return
        if tag in _BREAKING:
            self.end_block()
        if tag in ("ul", "ol"):
            self._lists.append(0 if tag == "ol" else -1)
        elif tag == "li" and self._lists:
            self._lists[-1] += 1 if self._lists[-1] >= 0 else 0
            self._now = TextBlock(depth=len(self._lists), number=max(0, self._lists[-1]))
        elif tag in ("td", "th") and self._now.runs:
            self._say(" · ")
        elif tag == "a":
            self._links.append(next((value or "" for name, value in attrs if name == "href"), ""))
        self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self._open:
            return
        while self._open.pop() != tag:
            pass
        if tag in ("ul", "ol") and self._lists:
            self.end_block()
            self._lists.pop()
        elif tag == "a" and self._links:
            self._links.pop()
        elif tag in _BREAKING:
            self.end_block()

    def handle_data(self, data: str) -> None:
        if not _SILENT & set(self._open):
            text = " ".join(data.split())
            before, after = data[:1].isspace(), data[-1:].isspace()
            self._say(f"{' ' if before else ''}{text}{' ' if after and text else ''}")

    def end_block(self) -> None:
        if any(each.text.strip() for each in self._now.runs):
            self.blocks.append(self._now)
        self._now = TextBlock(depth=len(self._lists)) if self._lists else TextBlock()

    def _say(self, text: str) -> None:
        if not text or (text == " " and not self._now.runs):
            return
        found = set(self._open)
        link = next((each for each in reversed(self._links) if each.startswith(_LINKS)), "")
        self._now.runs.append(Run(text, bool(found & (_BOLD | _HEADINGS)), bool(found & _ITALIC), link))
