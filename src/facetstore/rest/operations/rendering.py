"""Renders elements as JSON: joins stored documents and fills in addresses.

A document holds marks in place of addresses. They are replaced in the whole body at once, so a list of a hundred elements
costs a few scans of memory and not a hundred renderings.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import Final

import msgspec

from facetstore.rest.operations.heads import CARD, TAIL, TenantTexts
from facetstore.rest.operations.one_culture import RawMap, in_one_culture
from facetstore.usecases.changes.linked_files import ESCAPED_MARK
from facetstore.usecases.measure import paced
from facetstore.usecases.ports.rows import (
    AUTHOR_NOTE_MARK,
    CONTEXT_MARK,
    DETAIL_MARK,
    FACETS_MARK,
    GOTO_MARK,
    VIEW_MARK,
    ElementRow,
    NamedRow,
)
from facetstore.usecases.reading.element_reads import stereotype_of
from facetstore.usecases.reading.presentation import Elements, Shown
from facetstore.usecases.tenancy import Reading

FACETS: Final = FACETS_MARK.encode()
DETAIL: Final = DETAIL_MARK.encode()
VIEW: Final = VIEW_MARK.encode()
GOTO: Final = GOTO_MARK.encode()
CONTEXT: Final = CONTEXT_MARK.encode()
AUTHOR_NOTE: Final = AUTHOR_NOTE_MARK.encode()
_FILE_FIELD: Final = b'"fullAddress":"'
FILE: Final = _FILE_FIELD + ESCAPED_MARK.encode()
"""Begins the address of a file. In a text of a user the quotes before it would be escaped, too."""
_raw_map = msgspec.json.Decoder(RawMap)
_raw_maps = msgspec.json.Decoder(list[RawMap])
_related = msgspec.json.Decoder(dict[str, list[RawMap]])
_HISTORY: Final = "releaseHistory"
_encode = msgspec.json.Encoder().encode
_TOGETHER: Final = 50
"""Elements that are rendered at once, in a millisecond or two."""


class ElementRenderer:
    """Renders the elements of one answer."""

    def __init__(self, texts: TenantTexts, elements: Elements, reading: Reading, *, shared: bool = False) -> None:
        """`shared`: render for all callers of the same role and audience, with marks where they differ by authorship."""
        self._texts = texts
        self._elements = elements
        self._types = reading.served.metamodel.types
        presentation = elements.presentation
        self._presentation = presentation
        self.heads = texts.heads(reading, named="displayNames" in presentation.resources)
        self._shared = shared
        self._head = self.heads.shared if shared else self.heads.of
        self._shown = presentation.attributes
        self._hidden = tuple(b'"%b":' % name.encode() for name in presentation.hidden)

    async def render_all(self, between: bytes = b",") -> bytes:
        """The elements, separated by `between`. Yields to other requests between parts of a long list."""
        if self._elements.cards:
            return self.finish(self._render_cards(between))
        shown = self._elements.shown
        if len(shown) <= _TOGETHER:
            return self.finish(between.join(self.render_each(shown)))
        parts = (shown[start : start + _TOGETHER] for start in range(0, len(shown), _TOGETHER))
        return between.join(await paced(self.finish(between.join(self.render_each(part))) for part in parts))

    def render_each(self, shown: Sequence[Shown]) -> list[bytes]:
        """The elements one by one, with heads but with the marks of addresses not yet replaced."""
        render = self._render_plain if self._is_plain else self.render
        return [self._render_named(row) if isinstance(row, NamedRow) else render(row) for row in shown]

    def _render_named(self, row: NamedRow) -> bytes:
        return b'%b%b,"attributes":%b}' % (row.head, self.heads.of_named(row), self.name(row))

    def name(self, row: NamedRow) -> bytes:
        """The attributes of an element of which only the name may be shown."""
        return self._narrowed(row.brief, frozenset(self._types[row.type].label) - self._presentation.hidden)

    @property
    def _is_plain(self) -> bool:
        """Whether all attributes and references are shown and nothing else is."""
        parts, presentation = self._presentation.parts, self._presentation
        beyond = (
            parts.children
            or parts.root_path
            or parts.brief
            or presentation.expand
            or presentation.chain
            or "stereotype" in presentation.resources
        )
        return parts.attributes and self._shown is None and not beyond

    def _render_plain(self, row: ElementRow) -> bytes:
        card = row.card
        related = self._contexts(row)
        return b'%b%b,"attributes":%b%b}' % (
            card[: card.index(8)],
            self._head(row),
            self._with_goto(row, b""),
            b',"related":{%b}' % related if related else b"",
        )

    def _render_cards(self, between: bytes) -> bytes:
        """The common case: stored cards as they are, but for what depends on the caller."""
        return self.heads.fill(between.join(self._elements.cards), shared=self._shared)

    def render(self, row: ElementRow) -> bytes:
        parts = [self.head(row), self._head(row)]
        if self._presentation.parts.attributes:
            parts += self.attribute_members(self.attributes(row))
        if related := self.related(row, keep_address=False):
            parts += (b',"related":{', related, b"}")
        parts += self._members(row)
        parts.append(b"}")
        return b"".join(parts)

    def head(self, row: ElementRow) -> bytes:
        """The identity of a row, with its stereotype as a reference where that was asked for: without it if the stereotype was
        deleted or the caller does not see it."""
        head = row.card.partition(CARD)[0]
        if "stereotype" not in self._presentation.resources or not row.stereotype:
            return head
        bare = head[: head.rindex(b',"stereotype":')]
        stereotype = stereotype_of(self._elements, row, self._types[row.type].stereotype_type)
        if stereotype is None or not stereotype.reference:
            return bare
        return bare + b',"stereotype":' + stereotype.reference

    def _members(self, row: ElementRow) -> list[bytes]:
        """Children (if asked for), content and root path, unless empty. Structure elements show their children as content, too."""
        content = row.content
        if not (content or row.children or row.root_path):
            return []
        if "content" in self._presentation.resources and self._types[row.type].content_is_children and row.children:
            content = row.children.replace(VIEW, DETAIL)
        members = [(b"content", content), (b"rootPath", row.root_path)]
        if "children" in self._presentation.resources:
            members.insert(0, (b"children", row.children))
        return [b',"%b":[%b]' % (name, text) for name, text in members if text]

    def attribute_members(self, document: bytes) -> list[bytes]:
        """The attributes as a member of an element, if there are any; for one culture also `fallbacks`, if there are any."""
        if document == b"{}":
            return []
        if not self._presentation.chain:
            return [b',"attributes":', document]
        chosen, fallbacks = in_one_culture(self.decode(document), self._presentation.chain)
        members = [b',"attributes":', _encode(chosen)]
        return [*members, b',"fallbacks":', _encode(fallbacks)] if fallbacks else members

    def attributes(self, row: ElementRow, tail: bytes = b"") -> bytes:
        """The attributes shown of a row; `tail` is the end of its gotoUrl when that is not its own id."""
        if self._presentation.parts.brief:
            return row.brief
        document = self._with_goto(row, tail)
        if self._shown is None:
            return document
        return self._narrowed(document, self._shown)

    def _with_goto(self, row: ElementRow, tail: bytes) -> bytes:
        document = row.attributes or b"{}"
        if GOTO in document:
            document = document.replace(GOTO, self._texts.goto[row.facet].replace(TAIL, tail or row.version.encode()))
        return self._readable(document) if self._hidden else document

    def _readable(self, document: bytes) -> bytes:
        """The attributes without what the caller may not read."""
        if not any(name in document for name in self._hidden):
            return document
        hidden = self._presentation.hidden
        return _encode({name: value for name, value in self.decode(document).items() if name not in hidden})

    def _contexts(self, row: ElementRow) -> bytes:
        """The related contexts of a row, without those that the caller may not read."""
        related = with_history(row)
        if not self._hidden or not any(name in related for name in self._hidden):
            return related
        return CONTEXT.join([each for each in related.split(CONTEXT) if not each.startswith(self._hidden)])

    def _narrowed(self, document: bytes, names: frozenset[str]) -> bytes:
        return _encode({name: value for name, value in self.decode(document).items() if name in names})

    def decode(self, document: bytes) -> RawMap:
        return _raw_map.decode(document.replace(AUTHOR_NOTE, self._texts.author_note))

    def number(self, row: ElementRow) -> str:
        """The version number of a row, whether or not it is shown."""
        version = self.decode(self._with_goto(row, b"")).get("version")
        return str(msgspec.json.decode(version)["127"]) if version is not None else ""

    def related(self, row: ElementRow, *, keep_address: bool) -> bytes:
        """The members of the related map. Expanded contexts hold their targets instead of references to them."""
        related = self._contexts(row)
        if not related or not self._presentation.expand:
            return related
        contexts = _raw_map.decode(self.finish(b"{" + related + b"}"))
        for context in self._presentation.expand:
            if context in contexts:
                targets = self._elements.expanded.get((row.key, context), ())
                expanded = self._targets(targets, contexts[context], keep_address=keep_address)
                contexts[context] = msgspec.Raw(b"[" + b",".join(expanded) + b"]")
        return _encode(contexts)[1:-1]

    def _targets(self, targets: Sequence[Shown], references: msgspec.Raw, *, keep_address: bool) -> list[bytes]:
        """The targets of a context; a reference with the name, where only that may be shown."""
        named = {each.element for each in targets if isinstance(each, NamedRow)}
        given = {str(msgspec.json.decode(each["id"])): each for each in _raw_maps.decode(references)} if named else {}
        return [
            self._named(given[each.element], each, keep_address=keep_address)
            if isinstance(each, NamedRow)
            else self._expanded(each, keep_address=keep_address)
            for each in targets
        ]

    def _named(self, reference: RawMap, target: NamedRow, *, keep_address: bool) -> bytes:
        return _encode(self._described(reference, self.name(target), keep_address=keep_address))

    def _expanded(self, target: ElementRow, *, keep_address: bool) -> bytes:
        """A reference with its target's attributes and related contexts, both narrowed by $select."""
        reference = _raw_map.decode(self.finish(target.reference or b"{}"))
        reference = self._described(reference, self._with_goto(target, b""), keep_address=keep_address)
        if related := self._selected(self._contexts(target)):
            reference["related"] = msgspec.Raw(self._with_targets(related) if self._elements.within else related)
        return _encode(reference)

    def _with_targets(self, related: bytes) -> bytes:
        """The related contexts of an expanded target, whose references carry attributes instead of addresses."""
        contexts = _related.decode(related)
        return _encode(
            {
                # The release history names versions, not elements.
                name: references if name == _HISTORY else [self._within(each) for each in references]
                for name, references in contexts.items()
            }
        )

    def _within(self, reference: RawMap) -> RawMap:
        target = self._elements.within.get(msgspec.json.decode(reference["id"], type=str))
        if target is None:  # the caller may see its name only
            return reference
        return self._described(reference, self._with_goto(target, b""), keep_address=False)

    def _described(self, reference: RawMap, attributes: bytes, *, keep_address: bool) -> RawMap:
        """A reference with the attributes of its target that were asked for."""
        if not keep_address:
            reference.pop("expandUri", None)
        if self._presentation.selected is not None:
            attributes = self._narrowed(attributes, self._presentation.selected)
        if attributes != b"{}":
            if self._presentation.chain:
                chosen, fallbacks = in_one_culture(self.decode(attributes), self._presentation.chain)
                attributes = _encode(chosen)
                if fallbacks:
                    reference["fallbacks"] = msgspec.Raw(_encode(fallbacks))
            reference["attributes"] = msgspec.Raw(self.finish(attributes))
        return reference

    def _selected(self, related: bytes) -> bytes | None:
        if not related:
            return None
        document = self.finish(b"{" + related + b"}")
        if self._presentation.selected is None:
            return document
        narrowed = self._narrowed(document, self._presentation.selected)
        return narrowed if narrowed != b"{}" else None

    def finish(self, body: bytes) -> bytes:
        """The body with its marks replaced by addresses."""
        between = b"/reporting/" if self._presentation.report else b"/views/detail/elements/"
        view = b"/views/%b/elements/" % self._presentation.view.name.encode()
        if AUTHOR_NOTE in body:
            body = body.replace(AUTHOR_NOTE, self._texts.author_note)
        if FILE in body:
            body = body.replace(FILE, _FILE_FIELD + self._texts.api + b"/rest/facets/")
        body = body.replace(CONTEXT, b",").replace(FACETS, self._texts.api + b"/rest/facets/").replace(DETAIL, between)
        return body.replace(VIEW, between if self._presentation.report else view)


def with_history(row: ElementRow) -> bytes:
    """The related contexts of a row, with its release history in its place among them."""
    if not row.history:
        return row.related or b""
    contexts = row.related.split(CONTEXT) if row.related else []
    insort(contexts, b'"releaseHistory":[' + row.history + b"]")
    return CONTEXT.join(contexts)
