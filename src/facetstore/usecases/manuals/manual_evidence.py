"""What proves what a manual says: the files of versions and their approvals, with hashes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from facetstore.domain.callers import Role
from facetstore.domain.element_files import ElementFile
from facetstore.usecases.manuals.manual_reading import ManualRows
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.release.approvals import list_approvals
from facetstore.usecases.tenancy import Reading

Approvals = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Evidence:
    """By the id of a version, its files and its approvals."""

    files: Mapping[str, Sequence[ElementFile]] = field(default_factory=dict)
    approvals: Mapping[str, Approvals] = field(default_factory=dict)
    is_release: bool = False
    """Whether the manual is of what was released: a register of all versions in it stands first."""


def only_released(reading: Reading) -> Reading:
    """The same caller, reading what a viewer with its permissions would."""
    return replace(reading, caller=replace(reading.caller, role=Role.VIEWER))


async def read_evidence(reading: Reading, storage: Storage, rows: ManualRows, *, is_release: bool) -> Evidence:
    """Of each element of a release, else of the element that a manual is about. Of the past there are no files."""
    first = () if rows.facet is not None else rows.places[:1]
    wanted = [each.row for each in (rows.places if is_release else first)]
    files = {} if reading.is_past else await _files(reading, storage, wanted)
    approvals = await _approvals(reading, storage, wanted) if is_release or not reading.is_past else {}
    return Evidence(files, approvals, is_release)


async def _files(reading: Reading, storage: Storage, rows: Sequence[ElementRow]) -> Mapping[str, Sequence[ElementFile]]:
    found = await storage.files(reading.served.tenant).of_versions([each.key for each in rows])
    return {each.version: found.get(each.key, ()) for each in rows}


async def _approvals(reading: Reading, storage: Storage, rows: Sequence[ElementRow]) -> Mapping[str, Approvals]:
    """The approvals of versions until the moment that is read."""
    found = await list_approvals(reading, storage, {each.element: each.type for each in rows})
    until = reading.revisions.revision
    return {version: [each for each in some if each["revision"] <= until] for version, some in found.items()}
