"""A record of a bundle as a version: given values are stored, derived ones are left out.

The form is that of operation 4 at api-version 4.0, with `properties` in its content, plus `parent` and `position`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from facetstore.domain.element import FIRST_DRAFT, Version
from facetstore.domain.errors import nearest
from facetstore.domain.values import ElementId, VersionId, parse_guid, parse_version_number
from facetstore.exchange.bundle_attributes import invariant, read_attributes, restored_attributes
from facetstore.exchange.bundle_files import read_files
from facetstore.exchange.bundle_references import Target, read_content, read_related, restored_contexts
from facetstore.exchange.bundle_report import BundleReport, shown
from facetstore.metamodel.model import ElementType, Identity, Metamodel
from facetstore.usecases.changes.value_checks import WrongValue, keep_text

_KNOWN: Final = frozenset(
    {"facetName", "id", "versionId", "creationId", "type", "state", "stereotype", "attributes", "related", "content"}
    | {"parent", "position", "files"}
)
_RECOMPUTED: Final = frozenset(
    {"children", "displayNames", "expandUri", "properties", "releaseHistory", "rootPath", "setReadOnly", "versions"}
)
_FIELDS: Final = _KNOWN | _RECOMPUTED
_LARGEST_POSITION: Final = 2**31 - 1


class BundleRecord(NamedTuple):
    """A version, and the elements it refers to."""

    version: Version
    targets: tuple[Target, ...]


class RecordReader:
    """Reads records by the metamodel of one tenant; mistakes and warnings go to a report."""

    def __init__(self, metamodel: Metamodel, report: BundleReport) -> None:
        self._metamodel = metamodel
        self._report = report
        self._restored_attributes = restored_attributes(metamodel.roles)
        self._restored_contexts = restored_contexts(metamodel.roles)

    def read(self, record: Mapping[str, object]) -> BundleRecord | None:
        """The version in a record, or None if there are findings."""
        before = len(self._report.findings)
        element_type = self._type(record)
        id_ = self._guid(record, "id", required=True)
        if element_type is None or id_ is None:
            return None
        read = self._read(record, element_type, ElementId(id_))
        return read if len(self._report.findings) == before else None

    def _read(self, record: Mapping[str, object], element_type: ElementType, id_: ElementId) -> BundleRecord:
        self._check_fields(record)
        given = self._section(record, "attributes")
        parent = ElementId(guid) if (guid := self._guid(record, "parent")) is not None else None
        targets = [Target(parent, "parent")] if parent is not None else []
        version = Version(
            element=id_,
            id=VersionId(self._version_id(record, element_type, id_)),
            facet=element_type.facet,
            type=element_type.key,
            state=self._state(record, given, element_type),
            stereotype=self._stereotype(record, given),
            creation_id=self._creation_id(record, element_type, id_),
            number=self._number(given, element_type),
            attributes=read_attributes(given, element_type, self._restored_attributes, self._report),
            related=read_related(
                self._section(record, "related"), element_type, self._restored_contexts, targets, self._report
            ),
            content=read_content(record.get("content"), element_type, targets, self._report),
            parent=parent,
            position=self._position(record),
            files=read_files(record.get("files"), self._report),
        )
        return BundleRecord(version, tuple(targets))

    def _type(self, record: Mapping[str, object]) -> ElementType | None:
        if "kind" in record:
            self._report.wrong(f"Records of the kind {shown(record['kind'])} are not known to this release.")
            return None
        name = record.get("type")
        if not isinstance(name, str) or not name:
            self._report.wrong("The record lacks its type.")
            return None
        element_type = self._metamodel.type(name)
        if element_type is None:
            self._report.wrong(f"There is no type {shown(name)}.{nearest(name, self._metamodel.types)}")
        self._check_facet(record.get("facetName"), element_type)
        return element_type

    def _check_facet(self, name: object, element_type: ElementType | None) -> None:
        if name is None:
            return
        facet = self._metamodel.facet(name) if isinstance(name, str) else None
        if facet is None:
            self._report.wrong(f"There is no facet {shown(name)}.{nearest(str(name), self._metamodel.facets)}")
        elif element_type is not None and facet.name != element_type.facet:
            error = f"The type {element_type.key} belongs to the facet {element_type.facet}, not to {facet.name}."
            self._report.wrong(error)

    def _check_fields(self, record: Mapping[str, object]) -> None:
        for name in record:
            if name not in _FIELDS:
                self._report.warn("unknown-field", f"The field {shown(name)} is not known and was left out.")

    def _guid(self, record: Mapping[str, object], name: str, *, required: bool = False) -> str | None:
        value = record.get(name)
        if value is None:
            if required:
                self._report.wrong(f"The record lacks its {name}.")
            return None
        guid = parse_guid(value) if isinstance(value, str) else None
        if guid is None:
            self._report.wrong(f"{name} needs a GUID, not {shown(value)}.")
        return guid

    def _version_id(self, record: Mapping[str, object], element_type: ElementType, id_: str) -> str:
        given = self._guid(record, "versionId", required=element_type.versioned)
        if element_type.versioned or given is None or given == id_:
            return given or id_
        self._report.wrong(f"The type {element_type.key} has no versions, so versionId cannot differ from id.")
        return id_

    def _creation_id(self, record: Mapping[str, object], element_type: ElementType, id_: str) -> str | None:
        given = self._guid(record, "creationId")
        return (given or id_) if element_type.identity is Identity.CREATION_ID else None

    def _state(
        self, record: Mapping[str, object], given: Mapping[str, object], element_type: ElementType
    ) -> str | None:
        """The state of a record: versioned elements have the field, structure elements only the attribute that mirrors it."""
        lifecycle = self._metamodel.lifecycle_of.get(element_type.key)
        if lifecycle is None:
            return None
        given_state = record.get("state") if lifecycle.wire_state else None
        state = given_state or invariant(given, "state1") or lifecycle.initial
        known = self._metamodel.states if element_type.versioned else lifecycle.states
        if isinstance(state, str) and state in known:
            return state
        self._report.wrong(f"The type {element_type.key} knows no state {shown(state)}.{nearest(str(state), known)}")
        return None

    def _stereotype(self, record: Mapping[str, object], given: Mapping[str, object]) -> str | None:
        value = record.get("stereotype") or invariant(given, "stereotype")
        if not value:
            return None
        try:
            return keep_text(value)
        except WrongValue as wrong:
            self._report.wrong(f"stereotype {wrong}.")
            return None

    def _number(self, given: Mapping[str, object], element_type: ElementType) -> str | None:
        has_number = element_type.versioned or "version" in element_type.properties
        value = invariant(given, "version") if has_number else None
        if value is None:
            return FIRST_DRAFT if element_type.versioned else None
        number = parse_version_number(value) if isinstance(value, str) else None
        if number is None:
            self._report.wrong(f"The attribute version needs a number such as 1.0, not {shown(value)}.")
            return None
        return f"{number[0]}.{number[1]}"

    def _position(self, record: Mapping[str, object]) -> int:
        value = record.get("position", 0)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST_POSITION:
            return value
        self._report.wrong(f"position needs a whole number from 0 on, not {shown(value)}.")
        return 0

    def _section(self, record: Mapping[str, object], name: str) -> Mapping[str, object]:
        value = record.get(name)
        if value is None or isinstance(value, dict):
            return value or {}
        self._report.wrong(f"{name} needs an object, not {shown(value)}.")
        return {}
