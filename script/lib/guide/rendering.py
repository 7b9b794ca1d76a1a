"""One text of Markdown as html: headings with anchors, links that lead within the guide, and its sections for the search."""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from script.lib.guide.sources import place_of

_NOTE: Final = re.compile(r"^<!--.*?-->$\n?", re.MULTILINE)
"""Notes for those who edit a text; none stands in an example."""
_WEB: Final = ("https://", "http://", "mailto:")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the words below it. The first of a text is its title, without an anchor."""

    level: int
    anchor: str
    title: str
    words: str


@dataclass(frozen=True, slots=True)
class Text:
    """A text as it stands on its page."""

    source: Path
    place: PurePosixPath
    html: str
    sections: Sequence[Section]
    leads_to: frozenset[Path]
    """The files of the repository that it links or shows."""

    @property
    def title(self) -> str:
        return self.sections[0].title


def rendered(source: Path) -> Text:
    """A text of the repository as html. Raises ValueError for one that does not begin with its title."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(_NOTE.sub("", source.read_text("utf-8")))
    place = place_of(source)
    if place is None or not tokens or tokens[0].tag != "h1":
        raise ValueError(f"{source} has no place in the guide, or does not begin with its title.")
    sections = list(_sections(tokens))
    leads_to = frozenset(_lead_within(tokens, source, place))
    html: str = markdown.renderer.render(list(_with_scrolling_tables(tokens)), markdown.options, {})
    return Text(source, place, html, sections, leads_to)


def slug(heading: str) -> str:
    """The anchor that code hosts give a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def _sections(tokens: Sequence[Token]) -> Iterator[Section]:
    """The sections of a text; each heading but the title gets its anchor."""
    starts = [at for at, each in enumerate(tokens) if each.type == "heading_open"]
    for start, end in pairwise([*starts, len(tokens)]):
        title, level = _plain(tokens[start + 1]), int(tokens[start].tag[1:])
        anchor = slug(tokens[start + 1].content) if level > 1 else ""
        if anchor:
            tokens[start].attrSet("id", anchor)
        yield Section(level, anchor, title, " ".join(map(_plain, tokens[start + 3 : end])))


def _plain(token: Token) -> str:
    """What a reader sees of a token."""
    if token.type == "inline":
        return "".join(each.content if each.type != "softbreak" else " " for each in token.children or ())
    return token.content


def _lead_within(tokens: Sequence[Token], source: Path, place: PurePosixPath) -> Iterator[Path]:
    """Let links and pictures lead to where their targets are in the guide; yields these. Others become their text."""
    for token in tokens:
        for at, part in enumerate(children := token.children or []):
            name = {"link_open": "href", "image": "src"}.get(part.type)
            target = str(part.attrGet(name)) if name is not None else "#"
            if name is None or target.startswith(("#", *_WEB)):
                _mark_as_outside(part, target)
                continue
            path, _, anchor = target.partition("#")
            file = Path(os.path.normpath(source.parent / path))
            goal = place_of(file)
            if goal is None:
                _become_text(children, at)
                continue
            yield file
            part.attrSet(name, _relative(goal, place) + (f"#{anchor}" if anchor else ""))


def _mark_as_outside(part: Token, target: str) -> None:
    if part.type == "link_open" and target.startswith(_WEB):
        part.attrSet("rel", "noopener noreferrer")


def _become_text(children: Sequence[Token], at: int) -> None:
    """Take the link that begins here away, and leave what it says."""
    end = next((each for each in children[at:] if each.type == "link_close"), children[at])
    for each in (children[at], end):
        each.type, each.tag, each.nesting, each.content = "text", "", 0, ""


def _relative(goal: PurePosixPath, place: PurePosixPath) -> str:
    return PurePosixPath(os.path.relpath(goal, place.parent)).as_posix()


def _with_scrolling_tables(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens with a frame around each table, in which a wide one scrolls, also by keyboard. Columns are aligned by class:
    the service allows no style in a page."""
    for token in tokens:
        if token.type == "table_open":
            yield Token("html_block", "", 0, content='<div class="wide" tabindex="0">\n')
        if str(token.attrs.pop("style", "")).endswith(":right"):
            token.attrSet("class", "right")
        yield token
        if token.type == "table_close":
            yield Token("html_block", "", 0, content="</div>\n")
