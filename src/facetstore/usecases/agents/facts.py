"""An element as agents get it: its name, and all that is needed to cite it.

Names and texts are data of the tenant. They stand in fields of their own and are never part of a sentence of the service.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from facetstore.domain.element import Version
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import DataType, ElementType, Texts
from facetstore.query.filter_forms import plain_text
from facetstore.usecases.labels import name_in, stored_attributes
from facetstore.usecases.ports.rows import ElementRow, NamedRow
from facetstore.usecases.ports.selections import TargetsOf
from facetstore.usecases.reading.narrowing import culture_chain
from facetstore.usecases.tenancy import Reading

Json = dict[str, Any]

LONGEST_TEXT: Final = 400
"""Letters of a text that an answer has; the rest is cut."""


@dataclass(frozen=True, slots=True)
class Citing:
    """How facts are stated: by which reading, in which culture, with links that begin with the address of the tenant's page."""

    reading: Reading
    culture: int
    page: str
    chain: tuple[int, ...] = field(init=False)
    """The cultures in which a text is looked up."""
    types: Mapping[str, ElementType] = field(init=False)
    """Of the whole metamodel: the caller may see the name of an element whose facet is not open to the caller."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "chain", (*culture_chain(self.reading.served.settings, self.culture), INVARIANT))
        object.__setattr__(self, "types", self.reading.metamodel.whole.types)

    def fact(self, row: ElementRow | NamedRow) -> Json:
        """An element by its name, with what cites it: ids, state, culture and whether that is a fallback, revision, link."""
        name, culture = self._name(row)
        return self._cited(_brief(row, name), culture)

    def fact_of(self, version: Version) -> Json:
        """The same of a version that the caller may open."""
        name, culture = name_in(version.attributes, self.types[version.type], self.chain)
        return self._cited(_brief(version, name), culture)

    def brief(self, row: ElementRow | NamedRow) -> Json:
        """What names an element, and its ids: for an element that another one refers to."""
        return _brief(row, self._name(row)[0])

    def name(self, row: ElementRow | NamedRow) -> str:
        return self._name(row)[0]

    def said(self, texts: Texts, otherwise: str) -> str:
        """A text of the metamodel in the culture."""
        for culture in self.chain:
            if text := texts.get(culture):
                return text
        return otherwise

    def texts(self, row: ElementRow, element_type: ElementType) -> Iterator[Json]:
        """The texts of an element, without its name and without what the caller may not read."""
        attributes = stored_attributes(row.attributes or b"{}")
        for key, declared in element_type.attributes.items():
            if key in attributes and key not in element_type.label and declared.attribute is not None:
                text, culture = self._first(attributes[key], declared.attribute.data_type)
                if text:
                    fallback = culture not in (INVARIANT, self.culture)
                    yield {
                        "property": self.said(declared.names, key),
                        "text": cut(text),
                        "culture": culture,
                        "fallback": fallback,
                    }

    async def targets(self, keys: Sequence[int], contexts: Sequence[str]) -> Mapping[int, Mapping[str, list[NamedRow]]]:
        """What versions refer to, by the key of the version and the context, as far as the caller sees it."""
        wanted = tuple(sorted(set(contexts) - self.reading.metamodel.hidden))
        found: dict[int, dict[str, list[NamedRow]]] = {}
        if keys and wanted:
            for each in await self.reading.names.names(TargetsOf(tuple(dict.fromkeys(keys)), wanted)):
                assert isinstance(each.group, int)
                found.setdefault(each.group, {}).setdefault(each.label or "", []).append(each)
        return found

    def _name(self, row: ElementRow | NamedRow) -> tuple[str, int | None]:
        # No other attributes than those of the name: the caller may be allowed to see that alone.
        return name_in(stored_attributes(row.brief), self.types[row.type], self.chain)

    def _first(self, values: Mapping[int, object], data_type: DataType) -> tuple[str, int | None]:
        """The first of the values that has words, and its culture."""
        for culture in self.chain:
            if culture in values and (text := plain_text(values[culture], data_type)):
                return text, culture
        return "", None

    def _cited(self, brief: Json, culture: int | None) -> Json:
        return {
            **brief,
            "culture": culture,
            "fallback": culture not in (None, INVARIANT, self.culture),
            "revision": self.reading.revisions.revision,
            "link": f"{self.page}/elements/{brief['facet']}/{brief['version']}?culture={self.culture}",
        }


def cut(text: str) -> str:
    """A text as answers have it: not too long."""
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


def _brief(named: ElementRow | NamedRow | Version, name: str) -> Json:
    return {
        "element": named.element,
        "version": named.id if isinstance(named, Version) else named.version,
        "facet": named.facet,
        "type": named.type,
        "state": named.state,
        "name": name,
    }
