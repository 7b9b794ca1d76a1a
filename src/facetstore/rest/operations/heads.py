"""What follows the identity of an element in an answer: `setReadOnly` where the caller may not edit it, and the type's names.

It is looked up by the text between the marks of a stored card (`usecases/judging.py`), and cached for each such text.
Editors differ in it only where an element names authors: such a response is valid for one caller only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.domain.callers import Caller
from facetstore.domain.rights import depends_on_authors, rights_of
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.judging import BY_AUTHORS, facts_of_mark
from facetstore.usecases.ports.selections import CARD_MARK, ElementRow, NamedRow
from facetstore.usecases.tenancy import Reading

CARD: Final = CARD_MARK.encode()
_READ_ONLY: Final = b',"setReadOnly":true'
ROOM: Final = 32 << 10
"""Bytes of marks and heads that are cached for one caller, or for all callers of the same role and audience."""
_ENTRY: Final = 200
"""Approximate bytes of an entry beside its texts."""

Names = Mapping[str, bytes]
"""By type, its display names as a member of JSON, with the comma before it."""


class Judged(dict[bytes, bytes]):
    """By mark, what follows the identity; for one caller, or for all callers of the same role and audience."""

    def __init__(self, metamodel: Metamodel, caller: Caller, names: Names | None = None) -> None:
        super().__init__()
        self._metamodel = metamodel
        self._caller = caller
        self._names = names
        self._size = 0

    def __missing__(self, mark: bytes) -> bytes:
        facts = facts_of_mark(self._metamodel, mark)
        denied = rights_of(self._caller, facts).edit is not None
        type_ = mark.partition(CARD)[0].partition(b" ")[0].partition(BY_AUTHORS)[0].decode()
        names = self._names[type_] if self._names is not None else b""
        head = _READ_ONLY + names if denied else names
        self._remember(mark, head)
        return head

    def _remember(self, mark: bytes, head: bytes) -> None:
        size = _ENTRY + len(mark) + len(head)
        if self._size + size > ROOM:
            self.clear()
            self._size = 0
        if size <= ROOM:
            self[mark] = head
            self._size += size


class Heads:
    """The heads of one response."""

    def __init__(self, reading: Reading, judged: Judged) -> None:
        self._reading = reading
        self._judged = judged
        self._by_zone = not reading.caller.audience.edits_alike
        self._by_authors = depends_on_authors(reading.caller)

    def of(self, row: ElementRow) -> bytes:
        """The head of an element that may be opened."""
        return self._of_mark(self._mark(row))

    def of_named(self, row: NamedRow) -> bytes:
        """The head of an element of which only the name may be shown, and which may not be edited."""
        return self._judged[f"{row.type} {row.zone}".encode()]

    def shared(self, row: ElementRow) -> bytes:
        """The head for all callers of one role and audience; where they differ by authorship the mark, to be filled in later."""
        mark = self._mark(row)
        return CARD + mark + CARD if self._by_authors and BY_AUTHORS in mark else self._judged[mark]

    def fill(self, body: bytes, *, shared: bool = False) -> bytes:
        """A body with its marks replaced by heads; with `shared` as the method of this name returns them."""
        pieces = body.split(CARD)
        if len(pieces) == 1:
            return body
        marks, judged = pieces[1::2], self._judged
        if not self._by_authors:
            pieces[1::2] = [judged[mark] for mark in marks]
        elif shared:
            pieces[1::2] = [CARD + mark + CARD if BY_AUTHORS in mark else judged[mark] for mark in marks]
        else:
            pieces[1::2] = [self._of_mark(mark) for mark in marks]
        return b"".join(pieces)

    def _mark(self, row: ElementRow) -> bytes:
        if row.diagrams:
            return b"%b %d\x08%b" % (row.mark, row.zone, row.diagrams)
        return b"%b %d" % (row.mark, row.zone) if self._by_zone else row.mark

    def _of_mark(self, mark: bytes) -> bytes:
        if self._by_authors and BY_AUTHORS in mark:
            self._reading.by_authorship = True
        return self._judged[mark]
