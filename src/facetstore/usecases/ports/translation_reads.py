"""The port for translations: when texts were changed, and how many are in which state."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from facetstore.domain.changed_texts import ChangedTexts
from facetstore.domain.element import Attributes
from facetstore.usecases.changes.text_states import Counts, TextState
from facetstore.usecases.ports.finding import Among


class TextChange(NamedTuple):
    """A change of an element: when, and by whom."""

    at: int
    """Microseconds since 1970 UTC."""
    actor: str | None


class CountedTexts(NamedTuple):
    """How many elements of a facet have exactly these counts of texts."""

    facet: str
    counts: Counts
    number: int


class TranslatedRow(NamedTuple):
    """An element of a list, with its counts of texts."""

    type: str
    reference: bytes
    attributes: bytes
    counts: Counts


class TranslatedPage(NamedTuple):
    """A page of a list, and how many elements the whole list has."""

    rows: Sequence[TranslatedRow]
    total: int


class TranslationReader(Protocol):
    """Reads about translations of one tenant for one audience."""

    async def changed_texts(self, key: int) -> ChangedTexts:
        """When the texts of a version were last changed; `key` is that of its row."""
        ...

    async def changed_texts_of(self, elements: Sequence[str]) -> Mapping[int, ChangedTexts]:
        """The same for the versions of many elements, by key; those whose texts are all of one revision are left out."""
        ...

    async def text_changes(self, element: str, revisions: Collection[int]) -> Mapping[int, TextChange]:
        """The changes of an element at these revisions."""
        ...

    async def texts_then(self, element: str, revisions: Collection[int]) -> Mapping[int, Attributes]:
        """By revision, the attributes of an element as the last change up to it left them."""
        ...

    async def counted_texts(self, among: Among) -> Sequence[CountedTexts]:
        """How many elements of each facet have which counts of texts. Flow objects are left out."""
        ...

    async def translated(
        self, culture: int, states: Collection[TextState], among: Among, limit: int, offset: int
    ) -> TranslatedPage:
        """The elements with texts of a culture in one of these states, by name. Flow objects are left out."""
        ...
