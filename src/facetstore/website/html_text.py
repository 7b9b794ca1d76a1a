"""Html that is made of parts: every text is escaped where it becomes html, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import Final

_NOT_TEXT: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_VOID: Final = frozenset({"br", "hr", "img", "input", "link", "meta"})


class Html(str):
    """Html, which is not escaped again."""

    __slots__ = ()


def html(text: str) -> Html:
    """A text as html; html as it is."""
    return text if isinstance(text, Html) else Html(escape(_NOT_TEXT.sub("", text)))


def joined(parts: Iterable[str], between: str = "") -> Html:
    """Texts and html one behind the other."""
    return Html(between.join(map(html, parts)))


def tag(name: str, /, *children: str, **attributes: str | bool) -> Html:
    """An element. Names of attributes may end with an underscore, which is dropped; others become hyphens. False leaves one out."""
    written = "".join(_attribute(key, value) for key, value in attributes.items() if value is not False)
    if name in _VOID:
        return Html(f"<{name}{written}>")
    return Html(f"<{name}{written}>{joined(children)}</{name}>")


def _attribute(key: str, value: str | bool) -> str:
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{html(str(value))}"'
