"""The port for the formats of exported tables: each writes columns and rows of texts as a file, piece by piece.

A format is registered in `bootstrap/formats.py`. It gets no element and decides nothing about rights: what it is given, the caller may
read.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

from facetstore.usecases.changes.text_states import TextState


class TableKind(StrEnum):
    """What a table is for."""

    LIST = "list"
    """To be read: the columns that the list shows."""
    EDIT = "edit"
    """To be changed and imported: what the caller may change, with the values to choose from."""
    TRANSLATIONS = "translations"
    """To be translated: the texts, a column for each culture."""


class TableColumn(NamedTuple):
    """A column of a table."""

    header: str
    """Its one name, which imports understand."""
    label: str
    """Its name for people."""
    locked: bool = False
    """Whether its cells are not to be changed."""
    choices: Sequence[str] = ()
    """The values that a cell can have, if they are few; empty: any."""
    is_number: bool = False
    key: str = ""
    culture: int = 0
    """Of an attribute: its name, and the culture of its texts."""
    is_html: bool = False


class TableLine(NamedTuple):
    """A row of a table. `states` are those of translations, by place of the cell."""

    cells: list[str]
    states: Mapping[int, TextState] = {}


@dataclass(frozen=True, slots=True)
class ElementTable:
    """A table to be written."""

    name: str
    """What its rows are, such as the name of a facet."""
    kind: TableKind
    columns: Sequence[TableColumn]
    count: int
    """How many rows it had when it was planned; one may have gone since."""
    slices: AsyncIterator[Sequence[TableLine]]
    source: int = 0
    """The culture from which texts are translated."""
    byte_order_mark: bool = True
    """Whether a text file begins with one: spreadsheets need it, programs often cannot read it."""
    cultures: Mapping[int, str] = field(default_factory=dict)
    """The names of cultures, such as en-US."""


class TableFormat(Protocol):
    """A format of files."""

    @property
    def key(self) -> str:
        """Its name in parameters, and the end of file names."""
        ...

    @property
    def media(self) -> str: ...

    @property
    def names_choices(self) -> bool:
        """Whether selected values are written by their names for people, not by their keys."""
        ...

    @property
    def one_culture(self) -> bool:
        """Whether a file has the texts of one culture to translate into, and no more."""
        ...

    @property
    def kinds(self) -> frozenset[TableKind]:
        """The tables that it can write."""
        ...

    def write(self, table: ElementTable) -> AsyncIterator[bytes]: ...


TableFormats = Sequence[TableFormat]
NO_TABLES: Final[TableFormats] = ()
