"""What follows the identity of an element in an answer: `setReadOnly` where the caller may not edit it, and the type's names.

It is looked up by the text between the marks of a stored card (`usecases/judging.py`), and cached for each such text, beside
the other texts that all elements of a tenant share. Editors differ in it only where an element names authors: such a
response is valid for one caller only.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

import msgspec

from facetstore.domain.callers import Caller
from facetstore.domain.rights import depends_on_authors, rights_of
from facetstore.domain.tenant import TenantSettings
from facetstore.metamodel.model import Metamodel, Texts
from facetstore.usecases.judging import BY_AUTHORS, facts_of_mark
from facetstore.usecases.labels import texts_for
from facetstore.usecases.ports.rows import CARD_MARK, ElementRow, NamedRow
from facetstore.usecases.tenancy import Reading, ServedTenant

CARD: Final = CARD_MARK.encode()
_READ_ONLY: Final = b',"setReadOnly":true'
ROOM: Final = 32 << 10
"""Bytes of marks and heads that are cached for one caller, or for all callers of the same role and audience."""
_ENTRY: Final = 200
"""Approximate bytes of an entry beside its texts."""

TAIL: Final = b"\x06"
"""Stands for the end of a gotoUrl, the only part that differs between elements of a facet."""

_AUTHORS: Final = re.compile(rb"\%b[^ %b]*" % (BY_AUTHORS, CARD))
"""The authors in a mark."""

_MOST_CALLERS: Final = 16
"""Callers for whom heads are cached, where callers differ by authorship."""

AUTHOR_NOTES: Final[Texts] = {
    1031: "Für dieses Element sind Autoren festgelegt: nur sie und Architekten dürfen es bearbeiten.",
    1033: "Authors are named for this element: only they and architects may edit it.",
}

Names = Mapping[str, bytes]
"""By type, its display names as a member of JSON, with the comma before it."""

_encode = msgspec.json.Encoder().encode


class Judged(dict[bytes, bytes]):
    """By mark, what follows the identity; for one caller, or for all callers of the same role and audience.

    Where authors decide nothing, marks are looked up without them: there are hardly more marks than types then, while nearly every
    element has authors of its own.
    """

    def __init__(self, metamodel: Metamodel, caller: Caller, names: Names | None = None) -> None:
        super().__init__()
        self._metamodel = metamodel
        self._caller = caller
        self._names = names
        self._by_authors = depends_on_authors(caller)
        self._size = 0

    def __missing__(self, mark: bytes) -> bytes:
        if not self._by_authors and BY_AUTHORS in mark:
            return self[_without_authors(mark)]
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

    def __init__(self, reading: Reading, judged: Judged, *, by_authors: bool) -> None:
        self._reading = reading
        self._judged = judged
        self._by_zone = not reading.caller.audience.edits_alike
        self._by_authors = by_authors

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
        mark = row.card.split(CARD, 2)[1]
        if row.diagrams:
            return b"%b %d\x08%b" % (mark, row.zone, row.diagrams)
        return b"%b %d" % (mark, row.zone) if self._by_zone else mark

    def _of_mark(self, mark: bytes) -> bytes:
        if self._by_authors and BY_AUTHORS in mark:
            self._reading.by_authorship = True
        return self._judged[mark]


def _without_authors(mark: bytes) -> bytes:
    """A mark without authors, neither those of the version itself nor those of diagrams that show it."""
    type_, _, authors = mark.partition(BY_AUTHORS)
    if b" " not in authors and CARD not in authors:
        return type_  # most marks; a search by pattern would take four times as long
    return _AUTHORS.sub(b"", mark)


@dataclass(frozen=True, slots=True, eq=False)
class TenantTexts:
    """What all elements of a tenant share in responses to one kind of caller at one base address; one object for each kind."""

    api: bytes
    """The address of the tenant's API, ending in `_api`."""
    goto: Mapping[str, bytes]
    author_note: bytes
    metamodel: Metamodel
    names: Names
    """By type, its display names as a member of JSON, with the comma before it."""
    by_authors: bool
    """Whether callers of this kind differ by authorship."""
    judged: dict[frozenset[str], tuple[Judged, Judged]] = field(default_factory=dict)
    """Cached heads by the ids of a caller and its groups (where they matter): without and with display names."""
    serial: int = field(default_factory=itertools.count().__next__)
    """Identifies these texts in cache keys. The object itself would stay in memory there when it is no longer in use."""

    def heads(self, reading: Reading, *, named: bool = False) -> Heads:
        """The heads of elements in an answer to a caller of this kind; `named`: with the display names of types."""
        return Heads(reading, self._judged(reading.caller)[named], by_authors=self.by_authors)

    def _judged(self, caller: Caller) -> tuple[Judged, Judged]:
        who: frozenset[str] = caller.principals if self.by_authors else frozenset()
        known = self.judged.get(who)
        if known is None:
            if len(self.judged) >= self._callers:
                del self.judged[next(iter(self.judged))]
            known = Judged(self.metamodel, caller), Judged(self.metamodel, caller, self.names)
            self.judged[who] = known
        return known

    @property
    def _callers(self) -> int:
        """Callers for whom heads are cached at the same time."""
        return _MOST_CALLERS if self.by_authors else 1

    @property
    def size(self) -> int:
        """The bytes that it may grow to. The heads are counted in full, because they are added later."""
        texts = (*self.goto.values(), *self.names.values())
        return 4096 + sum(128 + len(each) for each in texts) + 2 * ROOM * self._callers


def tenant_texts(served: ServedTenant, base: str, caller: Caller) -> TenantTexts:
    """The texts for callers of the same role and audience as this one."""
    tenant = f"{base}/{served.tenant.address}"
    types = served.metamodel.types.values()
    settings = served.settings
    return TenantTexts(
        api=f"{tenant}/_api".encode(),
        goto={
            name: _goto(tenant, facet.title, facet.goto_view, settings.data_cultures)
            for name, facet in served.metamodel.facets.items()
        },
        author_note=texts_json(AUTHOR_NOTES, settings),
        metamodel=served.metamodel,
        names={each.key: b',"displayNames":' + texts_json(each.names, settings) for each in types},
        by_authors=depends_on_authors(caller),
    )


def texts_in(texts: Texts, settings: TenantSettings) -> dict[str, str]:
    """The texts of the metamodel as members of JSON, in the cultures of a tenant."""
    return {str(culture): text for culture, text in texts_for(texts, settings).items()}


def texts_json(texts: Texts, settings: TenantSettings) -> bytes:
    return _encode(texts_in(texts, settings))


def _goto(tenant: str, title: str, view: str, cultures: Iterable[int]) -> bytes:
    links = {str(each): f"{tenant}/{each}/BasePlugin/GoTo/{title}/{view}/" for each in cultures}
    text = ",".join(f'"{culture}":"{link}{TAIL.decode()}"' for culture, link in links.items())
    return b"{" + text.encode() + b"}"
