"""Which versions may hold the words of a search, found in the rows of the history without keeping their texts.

Most rows are passed over by their bytes, folded in a way that is fast and never misses a word. Of the others, the searched texts are decoded.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from facetstore.domain.values import equality_key, order_key
from facetstore.metamodel.model import DataType
from facetstore.query.filter_forms import plain_text
from facetstore.query.search_text import Word
from facetstore.storage.rows.stored_changes import WHOLE

_FOLDING: Final = "facetstore-folded"
_OTHER: Final = "\0"
"""Stands for characters beyond Latin-1, which a searched word has none of."""
_WHOLE: Final = WHOLE.encode()
_ESCAPED: Final = re.compile(rb"\\[u/]")
"""Both in one pass: to look for two bytes takes four times as long."""


def _fold(text: str) -> str:
    return order_key(equality_key(text))


def _replaced(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    folded = _fold(error.object[error.start : error.end])
    return "".join(each if each < "\u0100" else _OTHER for each in folded), error.end


codecs.register_error(_FOLDING, _replaced)


def _table() -> bytes:
    """Each byte of Latin-1 folded to one; those that become several letters are replaced before."""
    folded = [_fold(chr(byte)) for byte in range(256)]
    return bytes(ord(each) if len(each) == 1 and each < "\u0100" else 0 for each in folded)


_TABLE: Final = _table()
_SEVERAL: Final = [
    (bytes([byte]), _fold(chr(byte)).encode("latin-1", _FOLDING)) for byte in range(256) if len(_fold(chr(byte))) > 1
]


def folded_bytes(text: str) -> bytes:
    """A text as bytes in which words are found that are in its folded form, if these are of Latin-1."""
    found = text.encode("latin-1", _FOLDING)
    for letter, letters in _SEVERAL:
        if letter in found:
            found = found.replace(letter, letters)
    return found.translate(_TABLE)


class _SoughtParts(msgspec.Struct):
    attributes: dict[str, dict[int, object] | None] = {}


class _SoughtChange(_SoughtParts):
    changed: _SoughtParts | None = None


_decode: Final = msgspec.json.Decoder(_SoughtChange).decode


class SoughtChanges:
    """Follows changes, and keeps for each version which words of a search its texts may hold."""

    def __init__(self, clauses: Sequence[Word], searched: Collection[str]) -> None:
        self._clauses = clauses
        self._searched = searched
        self._all = (1 << len(clauses)) - 1
        # A word with a blank may stand where a tag did, and one with a quote is escaped.
        plain = all(each.isprintable() and not set(each) & set(' "&\\<>') for clause in clauses for each in clause)
        self._sure = plain and all(max(each, default="") < "\u0100" for clause in clauses for each in clause)
        self._words = [[each.encode("latin-1") for each in clause] for clause in clauses] if self._sure else []
        self._held: dict[str, int] = {}

    def follow_all(self, rows: Sequence[tuple[str, bytes]]) -> None:
        """Take up many changes: if none holds a word, which one look at all of them says, only versions that held some are looked at."""
        if not self._sure or self._may_be_in(b"\n".join([change for _, change in rows])):
            for version, change in rows:
                self.follow(version, change)
        elif self._held:
            for version, change in rows:
                if version in self._held and change.startswith(_WHOLE):
                    del self._held[version]

    def follow(self, version: str, change: bytes) -> None:
        """Take up what a change holds: a whole version, or what differs from the change before it."""
        known = 0 if change.startswith(_WHOLE) else self._held.get(version, 0)
        if known == self._all:
            return  # what a difference removes is not looked at: it may still hold them
        if held := known | self._held_in(change):
            self._held[version] = held
        else:
            self._held.pop(version, None)

    def may_hold(self, version: str) -> bool:
        """Whether a version may hold all words."""
        return self._held.get(version, 0) == self._all

    def _held_in(self, change: bytes) -> int:
        return 0 if self._sure and not self._may_be_in(change) else self._in_texts(change)

    def _may_be_in(self, change: bytes) -> bool:
        """Whether a word may be in these bytes."""
        if b"&" in change or _ESCAPED.search(change) is not None:
            return True  # entities of html and escapes of JSON: what they stand for is not seen in the bytes
        folded = change.lower() if change.isascii() else folded_bytes(change.decode())
        return any(each in folded for words in self._words for each in words)

    def _in_texts(self, change: bytes) -> int:
        found = _decode(change)
        attributes = (found.changed or found).attributes
        text = "\n".join(_texts(attributes, self._searched))
        if self._sure:
            folded = folded_bytes(text)
            return sum(1 << n for n, words in enumerate(self._words) if any(each in folded for each in words))
        letters = _fold(text)
        return sum(1 << n for n, words in enumerate(self._clauses) if any(each in letters for each in words))


def _texts(attributes: dict[str, dict[int, object] | None], searched: Collection[str]) -> list[str]:
    """All that may be a text of these attributes, as it is and without markup."""
    found = []
    for name, values in attributes.items():
        if name in searched:
            for value in (values or {}).values():
                if value is not None:
                    found += [plain_text(value, None), plain_text(value, DataType.HTML)]
    return found
