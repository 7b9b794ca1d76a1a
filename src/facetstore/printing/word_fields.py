"""Fields of Word: commands in a text, such as the number of a page. Some start programs or fetch files; only those known here are taken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lxml import etree

_WORD: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_KNOWN: Final = frozenset(
    {
        "PAGE", "NUMPAGES", "SECTION", "SECTIONPAGES", "DATE", "TIME", "SAVEDATE", "CREATEDATE", "PRINTDATE", "TITLE", "SUBJECT",
        "AUTHOR", "FILENAME", "DOCPROPERTY", "STYLEREF", "TOC", "PAGEREF", "REF", "SEQ",
    }
)  # fmt: skip


def unknown_fields(root: etree._Element) -> Iterator[str]:
    """The commands that are not taken. A command that another one would put together has no name of its own, and is none of those known."""
    for each in root.iter(f"{_WORD}fldSimple"):
        yield from _unknown(each.get(f"{_WORD}instr", ""))
    open_: list[str] = []
    for each in root.iter(f"{_WORD}fldChar", f"{_WORD}instrText", f"{_WORD}delInstrText"):
        if each.tag != f"{_WORD}fldChar":
            if not open_:
                yield from _unknown(each.text or "")
            else:
                open_[-1] += each.text or ""
        elif each.get(f"{_WORD}fldCharType") == "begin":
            open_.append("")
        elif each.get(f"{_WORD}fldCharType") == "end" and open_:
            yield from _unknown(open_.pop())
    for left in open_:
        yield from _unknown(left)


def _unknown(command: str) -> Iterator[str]:
    name = (command.split() or [""])[0].upper()
    if name not in _KNOWN:
        yield command.strip()
