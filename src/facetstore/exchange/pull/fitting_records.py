"""Makes a record of another server one that an import takes: what it would refuse is left out and reported."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from facetstore.domain.element import parse_place
from facetstore.domain.values import parse_guid
from facetstore.exchange.bundle_attributes import read_attributes, restored_attributes
from facetstore.exchange.bundle_record import RecordReader
from facetstore.exchange.bundle_references import read_content, read_related, restored_contexts
from facetstore.exchange.bundle_report import BundleReport
from facetstore.exchange.pull.pull_report import PullReport
from facetstore.exchange.pull.remote_reading import Item, related_in
from facetstore.metamodel.model import ElementType, Metamodel

Record = dict[str, object]


class Fitting:
    """Fits records to one metamodel."""

    def __init__(self, metamodel: Metamodel, report: PullReport) -> None:
        self._metamodel = metamodel
        self._report = report
        self._contexts = restored_contexts(metamodel.roles)
        self._attributes = restored_attributes(metamodel.roles)

    # What an import takes

    def fitted(self, record: Record) -> Record | None:
        """A record that an import takes: what it refuses is left out and reported; None if the version itself has no place."""
        if self._drop_secrets(record):
            self._report.note("Attributes of users and tokens that are unknown here are left out: they may be secrets.")
        if not self._wrong(record):
            return record
        id_, type_ = str(record["id"]), self._metamodel.types[str(record["type"])]
        for group in ("attributes", "related"):
            given = record.get(group)
            record[group] = self._only_good(given, group, type_, id_) if isinstance(given, dict) else {}
        if _findings(lambda report: read_content(record.get("content"), type_, [], report)):
            self._report.note(f"The diagram of a {type_.key} cannot be stored here: it is left out.", id_)
            record["content"] = ()
        if "creationId" in record and parse_guid(str(record["creationId"])) is None:
            del record["creationId"]
        for finding in self._wrong(record):
            self._report.note(f"A version of the type {type_.key} is left out: {finding}", id_)
            return None
        return record

    def _drop_secrets(self, record: Record) -> bool:
        """Take attributes away that users and tokens do not have here; whether there were any."""
        type_ = self._metamodel.types[str(record["type"])]
        attributes = record.get("attributes")
        if not type_.principal or not isinstance(attributes, dict):
            return False
        known = {name: values for name, values in attributes.items() if name in type_.properties}
        record["attributes"] = known
        return len(known) < len(attributes)

    def _only_good(self, given: Mapping[str, object], group: str, type_: ElementType, id_: str) -> Record:
        good: Record = {}
        for name, value in given.items():
            if findings := self._alone(group, {name: value}, type_):
                self._report.note(f"{type_.key}: {findings[0]} It is left out.", id_)
            else:
                good[name] = value
        return good

    def _alone(self, group: str, given: Mapping[str, object], type_: ElementType) -> Sequence[str]:
        """What is wrong with one attribute or context."""
        if group == "related":
            return _findings(lambda report: read_related(given, type_, self._contexts, [], report))
        return _findings(lambda report: read_attributes(given, type_, self._attributes, report))

    def _wrong(self, record: Record) -> Sequence[str]:
        return _findings(lambda report: RecordReader(self._metamodel, report).read(record))

    # What only exists together

    def closed(self, record: Record, present: set[str]) -> Record:
        """A record without references to elements that have no place here."""
        id_, type_ = str(record["id"]), self._metamodel.types[str(record["type"])]
        if record["parent"] is not None and record["parent"] not in present:
            record["parent"] = None
            self._report.note(f"The parent of a {type_.key} is not here: it has none.", id_)
        related: Record = {}
        for name, entries in related_in(record).items():
            if self._is_worked_out(type_, name):
                continue
            kept = [_reference(each) for each in entries if _id(each) in present]
            if len(kept) < len(entries):
                self._report.note(f"{type_.key}.{name} refers to an element that is not here: left out.", id_)
            related[name] = kept
        record["related"] = related
        record["content"] = self._closed_content(record, present, type_, id_)
        return record

    def _is_worked_out(self, type_: ElementType, context: str) -> bool:
        declared = type_.contexts.get(context)
        related = declared.related if declared is not None else None
        return related is not None and related.derived and context not in self._contexts

    def _closed_content(self, record: Record, present: set[str], type_: ElementType, id_: str) -> Sequence[Record]:
        content = record["content"]
        shapes: list[Record] = content if isinstance(content, list) else []
        kept = [each for each in shapes if _id(each) in present]
        if len(kept) == len(shapes):
            return shapes
        self._report.note(
            f"The diagram of a {type_.key} shows an element that is not here: the shape is left out.", id_
        )
        here = {shape_id(each) for each in kept}
        return [
            {
                **each,
                "properties": {
                    "shapeId": shape_id(each),
                    "predecessors": [before for before in predecessors(each) if shape_id(before) in here],
                    **place_of(each),
                },
            }
            for each in kept
        ]


def _reference(item: Item) -> Record:
    return {"id": item["id"]}


def _id(item: Item) -> str | None:
    id_ = item.get("id")
    return parse_guid(id_) if isinstance(id_, str) else None


def shape_id(item: Item) -> object:
    properties = item.get("properties")
    given = properties.get("shapeId") if isinstance(properties, dict) else None
    return (parse_guid(given) or given) if isinstance(given, str) else given


def place_of(item: Item) -> Record:
    """Where users have put a shape, as an import takes it; nothing if it is no place."""
    properties = item.get("properties")
    place = parse_place(properties.get("place")) if isinstance(properties, dict) else None
    return {} if place is None else {"place": list(place)}


def predecessors(item: Item) -> Sequence[Item]:
    properties = item.get("properties")
    given = properties.get("predecessors") if isinstance(properties, dict) else None
    return [each for each in given if isinstance(each, dict)] if isinstance(given, list) else []


def _findings(read: Callable[[BundleReport], object]) -> Sequence[str]:
    """What is wrong, found by reading into a report of its own."""
    report = BundleReport()
    read(report)
    return [each.error for each in report.findings]
