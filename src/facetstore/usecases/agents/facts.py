"""An element as agents get it: its name, and all that is needed to cite it.

Names and texts are data of the tenant. They stand in fields of their own and are never part of a sentence of the service.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from facetstore.domain.element import Attributes
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import ElementType, Texts
from facetstore.query.filter_forms import plain_text
from facetstore.usecases.labels import names_of, stored_attributes
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

    @property
    def chain(self) -> tuple[int, ...]:
        """The cultures in which a text is looked up."""
        return culture_chain(self.reading.served.settings, self.culture)

    def fact(self, row: ElementRow | NamedRow) -> Json:
        """An element by its name, with what cites it: ids, state, culture and whether that is a fallback, revision, link."""
        # Of the whole metamodel: the caller may see the name of an element whose facet is not open to the caller.
        element_type = self.reading.metamodel.whole.types[row.type]
        names = names_of(_named(row, element_type), element_type)
        name, culture = self._chosen(names)
        return {
            "element": row.element,
            "version": row.version,
            "facet": row.facet,
            "type": row.type,
            "state": row.state,
            "name": name,
            "culture": culture,
            "fallback": culture not in (None, INVARIANT, self.culture),
            "revision": self.reading.revisions.revision,
            "link": f"{self.page}/elements/{row.facet}/{row.version}?culture={self.culture}",
        }

    def said(self, texts: Texts, otherwise: str) -> str:
        """A text of the metamodel in the culture."""
        return self._chosen(texts)[0] or otherwise

    def texts(self, row: ElementRow, element_type: ElementType) -> Iterator[Json]:
        """The texts of an element, without its name and without what the caller may not read."""
        attributes = stored_attributes(row.attributes or b"{}")
        for key, declared in element_type.attributes.items():
            if key in attributes and key not in element_type.label and declared.attribute is not None:
                data_type = declared.attribute.data_type
                texts = {each: plain_text(value, data_type) for each, value in attributes[key].items()}
                text, culture = self._chosen(texts)
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

    def _chosen(self, texts: Mapping[int, str]) -> tuple[str, int | None]:
        culture = next((each for each in (*self.chain, INVARIANT) if texts.get(each)), None)
        return ("", None) if culture is None else (texts[culture], culture)


def cut(text: str) -> str:
    """A text as answers have it: not too long."""
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


def _named(row: ElementRow | NamedRow, element_type: ElementType) -> Attributes:
    """The attributes that make the name, and no others: a caller may be allowed to see the name alone."""
    whole = row.attributes if isinstance(row, ElementRow) else None
    shown = stored_attributes(whole or row.brief)
    return {name: shown[name] for name in element_type.label if name in shown}
