"""The values of an element as a page of a site says them, in one culture: facts, texts, references."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from facetstore.domain.element import Attributes
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import DataType, ElementType, Property, Texts
from facetstore.query.filter_forms import plain_text
from facetstore.usecases.changes.allowed_html import ELEMENTS
from facetstore.usecases.diagrams.drawings import Targets
from facetstore.usecases.labels import first_name, names_of, stored_attributes
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.reading.narrowing import culture_chain
from facetstore.usecases.reading.presentation import Shown
from facetstore.usecases.sites.site_outline import Outline
from facetstore.usecases.tenancy import Reading
from facetstore.website.html_text import html
from facetstore.website.rich_html import local_html
from facetstore.website.site_model import SiteFact, SiteLink, SiteTable, SiteText

_INSIDE: Final = re.compile(
    r"(?:elements/(?:\w+/)?|GoTo/\w+/\w*/(?:[\w-]*/)*?)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b", re.IGNORECASE
)
_OUTSIDE: Final = ("http://", "https://", "mailto:")
_MIDNIGHT: Final = "T00:00:00"


class SiteValues:
    """Says values in one culture."""

    def __init__(self, reading: Reading, outline: Outline, lcid: int, words: Mapping[str, str]) -> None:
        self._metamodel = reading.metamodel
        self._outline, self.words = outline, words
        self._chain = culture_chain(reading.served.settings, lcid)

    def said(self, texts: Texts) -> str:
        """A text of the metamodel."""
        return first_name(texts, self._chain) or next(iter(texts.values()), "")

    def name(self, row: Shown) -> str:
        seen = {name: each for name, each in stored_attributes(row.brief).items() if name not in self._metamodel.hidden}
        return self.said(names_of(seen, self._metamodel.whole.types[row.type]))

    def link(self, row: Shown) -> SiteLink:
        """The name of an element, with the address of its page if the site has it."""
        return SiteLink(self.name(row), page_of(self._outline, row.element) or "")

    def entry(self, id_: str) -> SiteLink:
        """An element of the outline."""
        known = self._outline.entries[id_]
        return SiteLink(self.said(known.names) or self.said(self._metamodel.types[known.type].names), f"{id_}.html")

    def about(self, row: ElementRow) -> Iterator[str]:
        """Type, version and state."""
        yield self.said(self._metamodel.types[row.type].names)
        if number := stored_attributes(row.brief).get("version"):
            yield f"{self.words['version']} {next(iter(number.values()))}"
        state = self._metamodel.state_of.get((row.type, row.state))
        if state is not None:
            yield self.said(state.names)

    def facts(self, row: ElementRow, targets: Targets) -> Iterator[SiteFact]:
        """The attributes that are no rich text, then the references."""
        type_, values = self._metamodel.types[row.type], self._values(row)
        for name, each in type_.attributes.items():
            if self._is_fact(type_, name, each) and (shown := tuple(self._shown(each, self._value(values, name)))):
                yield SiteFact(self.said(each.names), shown)
        for name, each in type_.contexts.items():
            found = targets.get((row.key, name), ())
            if found and each.related is not None and not each.related.derived:
                yield SiteFact(self.said(each.names), tuple(map(self.link, found)))

    def texts(self, row: ElementRow) -> Iterator[SiteText]:
        type_, values = self._metamodel.types[row.type], self._values(row)
        for name, each in type_.attributes.items():
            text = self._value(values, name) if name in type_.html else None
            if isinstance(text, str) and plain_text(text, DataType.HTML):
                yield SiteText(self.said(each.names), local_html(text, ELEMENTS, self._resolved))

    def searched(self, row: ElementRow) -> str:
        """The words by which a search finds the element, beside its name."""
        type_, values = self._metamodel.types[row.type], self._values(row)
        texts = ((type_.data_types[name], self._value(values, name)) for name in type_.searched if name in values)
        return " ".join(plain_text(value, kind) for kind, value in texts if value is not None)

    def responsibilities(self, shown: list[Shown], targets: Targets) -> Iterator[SiteTable]:
        """Who does what in a diagram: a row for each step that has someone, a column for each kind that occurs."""
        known = [name for name in self._metamodel.roles.responsibilities if name not in self._metamodel.hidden]
        contexts = [name for name in known if any((each.key, name) in targets for each in shown)]
        rows = [
            ((self.link(each),), *(tuple(map(self.link, targets.get((each.key, name), ()))) for name in contexts))
            for each in shown
            if isinstance(each, ElementRow) and any((each.key, name) in targets for name in contexts)
        ]
        if rows:
            head = (self.words["step"], *(self._heading(name, shown) for name in contexts))
            yield SiteTable(self.words["responsibilities"], head, tuple(rows))

    def _heading(self, context: str, shown: list[Shown]) -> str:
        types = (self._metamodel.types[each.type] for each in shown if each.type in self._metamodel.types)
        return next((self.said(each.contexts[context].names) for each in types if context in each.contexts), context)

    def _values(self, row: ElementRow) -> Attributes:
        found = stored_attributes(row.attributes or b"{}")
        return {name: values for name, values in found.items() if name not in self._metamodel.hidden}

    def _value(self, values: Attributes, name: str) -> object:
        found = values.get(name, {})
        return next((found[each] for each in (*self._chain, INVARIANT) if found.get(each) not in (None, "", [])), None)

    def _is_fact(self, type_: ElementType, name: str, property_: Property) -> bool:
        attribute = property_.attribute
        if attribute is None or attribute.for_programs:
            return False
        derived = attribute.derived or bool(attribute.counted) or bool(attribute.always)
        return not derived and name not in type_.html | {*type_.label}

    def _shown(self, property_: Property, value: object) -> Iterator[SiteLink]:
        assert property_.attribute is not None
        names = {each.key: each.names for each in property_.attribute.selectable_values}
        match value:
            case None:
                return
            case bool():
                yield SiteLink(self.words["isTrue" if value else "isFalse"])
            case list():
                for each in value:
                    yield from self._shown(property_, each)
            case dict():
                address = str(value.get("fullAddress") or "")
                href = address if address.casefold().startswith(_OUTSIDE) else self._resolved(address) or ""
                yield SiteLink(plain_text(value, None), href)
            case _ if value in names:
                yield SiteLink(self.said(names[str(value)]))
            case str() if property_.attribute.data_type is DataType.DATE_TIME:
                yield SiteLink(value.removesuffix(_MIDNIGHT).replace("T", " ")[:16])
            case _:
                yield SiteLink(str(value))

    def _resolved(self, address: str) -> str | None:
        """The page that an address of the service leads to."""
        found = _INSIDE.search(address)
        return page_of(self._outline, found[1].lower()) if found is not None else None


def page_of(outline: Outline, id_: str) -> str | None:
    """The file of the page of an element; None if the site has none."""
    return f"{html(id_)}.html" if id_ in outline.entries else None
