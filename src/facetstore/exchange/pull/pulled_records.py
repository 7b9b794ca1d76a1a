"""The answers of a server as a bundle: records that an import takes, and a report of what it would not take.

Two passes: the first finds out which elements have a place here, the second leaves out references to those that have none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final
from uuid import UUID, uuid5

import msgspec

from facetstore.domain.errors import InvalidValues
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import parse_guid
from facetstore.exchange.bundle_header import VERSION
from facetstore.exchange.pull import questions
from facetstore.exchange.pull.answer_log import AnswerLog
from facetstore.exchange.pull.fitting_records import Fitting, Record, place_of, predecessors, shape_id
from facetstore.exchange.pull.pull_report import PullReport
from facetstore.exchange.pull.pulling import FoundElements
from facetstore.exchange.pull.remote import RemoteOutcome
from facetstore.exchange.pull.remote_reading import Item, read_items, read_object, reference_to
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.usecases.tenants.settings_parsing import parse_settings

_TAKEN: Final = ("id", "versionId", "creationId", "type", "state", "stereotype", "attributes", "related")
_encoder = msgspec.json.Encoder()


class PulledRecords:
    """The records of one reading, by the metamodel of the tenant they go to."""

    def __init__(self, found: FoundElements, log: AnswerLog, metamodel: Metamodel, report: PullReport) -> None:
        self._found = found
        self._log = log
        self._metamodel = metamodel
        self._report = report
        self._fitting = Fitting(metamodel, report)

    def write(self, path: Path, settings: TenantSettings, additions: Mapping[str, object]) -> int:
        """Write the bundle, and return how many versions it has."""
        fitted = path.with_suffix(".fitted")
        present: set[str] = set()
        with fitted.open("wb") as file:
            for record in self._records():
                present.add(str(record["id"]))
                file.write(_encoder.encode(record) + b"\n")
        for reference in self._found.not_there.values():
            self._report.note(f"The server names an element of the facet {reference.facet} that it does not show.")
        versions = 0
        with fitted.open("rb") as lines, path.open("wb") as file:
            file.write(_encoder.encode(self._header(settings, additions)) + b"\n")
            for line in lines:
                file.write(_encoder.encode(self._fitting.closed(msgspec.json.decode(line), present)) + b"\n")
                versions += 1
        fitted.unlink()
        return versions

    # The first line

    def _header(self, settings: TenantSettings, additions: Mapping[str, object]) -> Record:
        info = read_object(questions.STORAGE_INFO, self._log.at(questions.STORAGE_INFO.address))
        taken: Record = {}
        for group in _settings_in(info):
            try:
                parse_settings({**taken, **group}, settings)
            except InvalidValues as invalid:
                for finding in invalid.findings:
                    self._report.note(f"The storage's own settings: {finding.error}")
                continue
            taken |= group
        return {"facetstore": "bundle", "version": VERSION, "storage": {**taken, "metamodel": dict(additions)}}

    # Versions

    def _records(self) -> Iterator[Record]:
        """Every version that has a place here, each once."""
        done: set[str] = set()
        for item in self._items():
            record = self._record(item)
            if record is None:
                continue
            key = str(record.get("versionId") or record["id"])
            if key not in done:
                done.add(key)
                if (fitting := self._fitting.fitted(record)) is not None:
                    yield fitting

    def _items(self) -> Iterator[Item]:
        """Every version as the server shows it whole."""
        found = self._found
        for facet, pages in found.pages.items():
            for question in pages:
                for item in read_items(question, self._log.at(question.address)):
                    reference = reference_to(item, facet)
                    if reference is None:
                        self._report.note(f"An entry in a list of the facet {facet} has no GUID as its id.")
                    elif not reference.is_versioned:
                        yield item
        for question in found.versions.values():
            for item in read_items(question, self._log.at(question.address)):
                version = item.get("versionId")
                if not isinstance(version, str) or parse_guid(version) not in found.singles:
                    yield item
        for question in found.singles.values():
            yield from read_items(question, self._log.at(question.address))[:1]

    def _record(self, item: Item) -> Record | None:
        """An item as a record, with its identity as the type has it here; None if the type is not known here."""
        name, id_ = item.get("type"), item.get("id")
        guid = parse_guid(id_) if isinstance(id_, str) else None
        element_type = self._metamodel.type(name) if isinstance(name, str) else None
        if guid is None or element_type is None or element_type.stands_for:
            self._report.note(f"There is no type {_short(name)} here: its elements are left out.", guid or "")
            return None
        record: Record = {each: item[each] for each in _TAKEN if item.get(each) is not None}
        record["id"] = guid
        record["type"] = element_type.key
        if not isinstance(record.get("stereotype", ""), str):
            del record["stereotype"]
        self._identify(record, guid, element_type)
        parent, position = self._found.tree.places.get(guid, (None, 0))
        return record | {"parent": parent, "position": position, "content": self._content(record, element_type)}

    def _identify(self, record: Record, id_: str, element_type: ElementType) -> None:
        given = record.get("versionId")
        version = parse_guid(given) if isinstance(given, str) else None
        if element_type.versioned and version is None:
            # The type has versions here and none there: a fixed id, so that each copy gives it the same.
            record["versionId"] = str(uuid5(UUID(id_), "pulled"))
            self._report.note(f"The type {element_type.key} has no versions there: each element is given one.", id_)
        elif element_type.versioned:
            record["versionId"] = version
        elif version is not None:
            del record["versionId"]
            self._report.note(f"The type {element_type.key} has no versions here: of each element one is copied.", id_)

    def _content(self, record: Record, element_type: ElementType) -> Sequence[object]:
        question = self._found.contents.get(str(record.get("versionId") or record["id"]))
        if question is None or element_type.content_is_children:
            return ()
        answer = self._log.get(question.address)
        if answer is None or answer.outcome is not RemoteOutcome.GIVEN:
            return ()
        return [_shape(each) for each in read_items(question, answer)]


def _settings_in(info: Item) -> Iterator[Record]:
    """The settings in a StorageInfo, in groups that hold or fail together."""
    yield {
        name: info[name]
        for name in ("defaultDataCulture", "mandatoryCultures", "optionalCultures")
        if info.get(name) is not None
    }
    for name in ("title", "description"):
        if isinstance(info.get(name), str):
            yield {name: info[name]}
    region, zone = info.get("region"), info.get("timeZone")
    if isinstance(region, dict) and region.get("name"):
        yield {"region": region["name"]}
    if isinstance(zone, dict) and zone.get("Id"):
        yield {"timeZone": zone["Id"]}


def _shape(item: Item) -> Record:
    """A shape without what an import does not read."""
    return {
        "id": item.get("id"),
        "type": item.get("type"),
        "properties": {
            "shapeId": shape_id(item),
            "predecessors": [{"properties": {"shapeId": shape_id(each)}} for each in predecessors(item)],
            **place_of(item),
        },
    }


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}..."
