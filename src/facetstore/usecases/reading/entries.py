"""Which entries of a response match a filter: children and content, references, attributes, versions (D4.5)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from json import JSONDecoder

import msgspec

from facetstore.metamodel.model import ElementType
from facetstore.query.filter_evaluate import AttributeValue, Record, matches
from facetstore.query.filter_forms import forms_of
from facetstore.query.filter_names import names_of, names_of_types
from facetstore.query.filter_tree import And, Condition, Not, Or, RelatedContext, RelatedField, Tree
from facetstore.query.options import ReadOptions
from facetstore.regional.time_zones import time_zone, to_instant
from facetstore.usecases.ports.rows import AUTHOR_NOTE_MARK, CONTEXT_MARK, GOTO_MARK, ElementRow
from facetstore.usecases.ports.selections import Narrowing, Parts, TheseElements, VersionsOf
from facetstore.usecases.reading.narrowing import filter_of, goes_by_name
from facetstore.usecases.tenancy import Reading

_decode = JSONDecoder(strict=False).raw_decode
"""Not strict, because marks are control characters."""


def _parts(document: bytes) -> list[tuple[str, bytes]]:
    """The references in a stored document, each with the id of its element."""
    text, place = document.decode(), 0
    found = []
    while place < len(text):
        reference, end = _decode(text, place)
        found.append((reference["id"], text[place:end].encode()))
        place = end + 1
    return found


def pruned(document: bytes | None, fits: Callable[[str], bool]) -> bytes | None:
    """The references of a stored document whose elements fit; None if none does."""
    if not document:
        return document
    return b",".join(reference for id_, reference in _parts(document) if fits(id_)) or None


def ids_in(documents: Iterable[bytes | None]) -> set[str]:
    return {id_ for document in documents if document for id_, _ in _parts(document)}


async def fitting_members(reading: Reading, row: ElementRow, options: ReadOptions) -> ElementRow:
    """The element with only those children and that content that match the filter."""
    types = frozenset(reading.metamodel.types)
    tree = filter_of(reading, names_of_types(reading.metamodel, types), options)
    if tree is None:
        return row
    fitting = await _matching(reading, ids_in((row.children, row.content)), tree)
    return row._replace(
        children=pruned(row.children, fitting.__contains__), content=pruned(row.content, fitting.__contains__)
    )


async def _matching(reading: Reading, elements: Collection[str], tree: Tree) -> frozenset[str]:
    """The elements that match. Those that the caller may not open can match only a filter by names."""
    finder = reading.finder(Narrowing(tree, by_name=goes_by_name(reading, tree)))
    return await finder.matching(sorted(elements), tree)


async def fitting_references(
    reading: Reading, row: ElementRow, options: ReadOptions
) -> tuple[ElementRow, frozenset[str]]:
    """The element with only those references that match the filter, and the elements that these refer to."""
    types = frozenset(reading.metamodel.types)
    tree = filter_of(reading, names_of_types(reading.metamodel, types), options)
    contexts = [] if not row.related else [_context(each) for each in row.related.split(CONTEXT_MARK.encode())]
    everything = ids_in([*(references for _, references in contexts), row.history])
    if tree is None:
        return row, frozenset(everything)
    fitting = await _matching(reading, everything, tree)
    kept = [(head, pruned(references, fitting.__contains__)) for head, references in contexts]
    related = CONTEXT_MARK.encode().join(head + references + b"]" for head, references in kept if references)
    return row._replace(related=related or None, history=pruned(row.history, fitting.__contains__)), fitting


def _context(member: bytes) -> tuple[bytes, bytes]:
    """A stored related context, split into the text before its references and the references."""
    head, bracket, references = member.partition(b"[")
    return head + bracket, references.removesuffix(b"]")


def fitting_attributes(reading: Reading, facet: str, row: ElementRow, options: ReadOptions) -> frozenset[str] | None:
    """The attributes that match the filter, each judged as if it were the only one; None: there is no filter."""
    tree = filter_of(reading, names_of(reading.metamodel, facet), options)
    if tree is None:
        return None
    record = _record(reading, row, {})
    alone = {name: Record(record.identity, {name: values}) for name, values in record.values.items()}
    return frozenset(name for name, each in alone.items() if matches(tree, each))


async def fitting_versions(
    reading: Reading, facet: str, rows: Sequence[ElementRow], options: ReadOptions
) -> Sequence[ElementRow]:
    """The versions that match the filter."""
    tree = filter_of(reading, names_of(reading.metamodel, facet), options)
    if tree is None:
        return rows
    contexts = tuple(sorted(_contexts(tree)))
    whole: Mapping[int, ElementRow] = {}
    if rows:
        parts = Parts(attributes=True, contexts=contexts)
        whole = {row.key: row for row in await reading.opened.elements(VersionsOf((rows[0].element,)), parts)}
    targets = await _targets(reading, whole.values(), contexts)
    return [row for row in rows if matches(tree, _record(reading, whole[row.key], targets))]


def looks_elsewhere(tree: Tree | None) -> bool:
    """Whether a filter has conditions on related elements."""
    return tree is not None and bool(_contexts(tree))


def _contexts(tree: Tree) -> set[str]:
    """The related contexts that a filter has conditions on."""
    match tree:
        case And(parts) | Or(parts):
            return set().union(*map(_contexts, parts))
        case Not(part):
            return _contexts(part)
        case Condition(RelatedField(context) | RelatedContext(context)):
            return {context}
        case _:
            return set()


async def _targets(reading: Reading, rows: Iterable[ElementRow], contexts: Sequence[str]) -> Mapping[str, Record]:
    if not contexts:
        return {}
    ids = {id_ for row in rows for references in references_of(row).values() for id_ in references}
    found = await reading.opened.elements(TheseElements(tuple(sorted(ids))), Parts(attributes=True))
    return {row.element: _record(reading, row, {}) for row in found}


def references_of(row: ElementRow) -> Mapping[str, Sequence[str]]:
    """The ids of the elements that a row refers to, by related context."""
    if not row.related:
        return {}
    contexts = (_context(each) for each in row.related.split(CONTEXT_MARK.encode()))
    return {head.split(b'"')[1].decode(): [id_ for id_, _ in _parts(references)] for head, references in contexts}


def _record(reading: Reading, row: ElementRow, targets: Mapping[str, Record]) -> Record:
    """A row as a record for filters."""
    identity = {
        "id": row.element,
        "versionId": row.version,
        "type": row.type,
        "state": row.state,
        "stereotype": row.stereotype,
        "facetName": row.facet,
    }
    related = {
        context: [targets[id_] for id_ in references if id_ in targets]
        for context, references in references_of(row).items()
    }
    return Record(identity, _values(reading, row, reading.metamodel.types[row.type]), related)


def _values(reading: Reading, row: ElementRow, element_type: ElementType) -> Mapping[str, Mapping[int, AttributeValue]]:
    zone = time_zone(reading.served.settings.time_zone)
    document = (row.attributes or b"{}").replace(GOTO_MARK.encode(), b"{}").replace(AUTHOR_NOTE_MARK.encode(), b"{}")
    values = msgspec.json.decode(document, type=dict[str, dict[int, object]])
    types = {
        name: declared.attribute.data_type
        for name, declared in element_type.properties.items()
        if declared.attribute is not None
    }
    return {
        name: {
            culture: forms_of(value, types.get(name), lambda local: to_instant(local, zone))
            for culture, value in each.items()
        }
        for name, each in values.items()
        if name not in reading.metamodel.hidden
    }
