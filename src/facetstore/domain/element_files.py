"""Files of elements: what is stored of one, which names they may have, and what kind of content they hold.

The kind follows from the first bytes alone, never from the name. Only pictures that cannot run anything count as pictures.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from facetstore.domain.values import is_clean_text

CHUNK: Final = 256 << 10
"""Bytes of content in one row: what an upload or a download holds in memory at a time."""
LARGEST_FILE: Final = 10 << 20
"""Bytes of one file, unless configured otherwise."""
MOST_FILES: Final = 100
"""Files of one version."""
LONGEST_NAME: Final = 255
STORED: Final = "Storage"
"""The protocol of links to files, in the words of the reference product."""
PICTURES: Final = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
"""What browsers may show in place. An SVG is not among them: it can hold scripts."""
UNKNOWN: Final = "application/octet-stream"
_TEXT: Final = "text/plain; charset=utf-8"
_SVG: Final = "image/svg+xml"
_HEAD: Final = 4096
"""Bytes that decide the kind of a content."""

_MAGIC: Final = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"%PDF-", "application/pdf"),
    (b"PK\x03\x04", "application/zip"),
    (b"PK\x05\x06", "application/zip"),
    (b"\x1f\x8b", "application/gzip"),
)
# Atomic: otherwise each of many comments could be matched in as many ways as there are ends of comments.
_SVG_START: Final = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*+(?>(?:<\?xml[^>]*+>|<!--.*?-->|<!DOCTYPE\s++svg[^>]*+>)\s*+)*+<svg[\s>]", re.S
)
# Beside control characters: what would turn the direction of the text, and with it the ending that a reader sees.
_INVISIBLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_SEPARATORS: Final = frozenset("/\\")


@dataclass(frozen=True, slots=True)
class ElementFile:
    """A file of a version. Its content is stored once for all files that have the same."""

    id: str
    name: str
    media_type: str
    size: int
    hash: str
    """SHA-256 of the content, as 64 hexadecimal digits."""
    added_on: str
    """Local date-time of the tenant."""


class WrongName(Exception):
    """A name that no file may have. The message is a sentence for the caller."""


def parse_name(text: str) -> str:
    """The name of a file, in Unicode form NFC. Raises WrongName."""
    if not is_clean_text(text):
        raise WrongName("The name of a file holds a NUL character or half of a surrogate pair.")
    name = unicodedata.normalize("NFC", text).strip(" ")
    if not name or name.strip(".") == "":
        raise WrongName("A file needs a name, such as plan.png: give it as ?name=.")
    if len(name) > LONGEST_NAME:
        raise WrongName(f"The name of a file has up to {LONGEST_NAME} characters, not {len(name)}.")
    if not _SEPARATORS.isdisjoint(name):
        raise WrongName("The name of a file holds no path: leave out everything up to the last slash or backslash.")
    if found := _INVISIBLE.search(name):
        raise WrongName(f"The name of a file holds the invisible character U+{ord(found[0]):04X}: leave it out.")
    return name


def media_type_of(start: bytes) -> str:
    """The kind of a content, by its first bytes. What is not known, and text of any language, is shown by no browser."""
    head = start[:_HEAD]
    for magic, kind in _MAGIC:
        if head.startswith(magic):
            return kind
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    if _SVG_START.match(head):
        return _SVG
    return _TEXT if _is_text(head) else UNKNOWN


def _is_text(head: bytes) -> bool:
    if b"\0" in head:
        return False
    try:
        head.decode()
    except UnicodeDecodeError as error:
        return error.start >= len(head) - 3 and len(head) == _HEAD  # the cut may go through a character
    return True
