"""The history of an element, and the difference between two of its versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from facetstore.domain.element import Version
from facetstore.domain.errors import NotFound
from facetstore.domain.values import parse_guid
from facetstore.usecases.catalog import access_facet
from facetstore.usecases.changes.difference import difference, summary
from facetstore.usecases.changes.stamps import STAMPS
from facetstore.usecases.elements import access_element
from facetstore.usecases.ports import Storage
from facetstore.usecases.selections import Parts, VersionsOf
from facetstore.usecases.tenancy import Reading
from facetstore.usecases.write_ports import HistoryEntry


async def list_history(
    reading: Reading, storage: Storage, facet_name: str, element_id: str, limit: int, offset: int
) -> Sequence[Mapping[str, Any]]:
    """Who changed what, when and why, from the last change back."""
    facet = access_facet(reading.metamodel, facet_name)
    row = await access_element(reading, facet, element_id, Parts())
    # One page more: what changed is told by what there was before.
    entries = await storage.history(reading.served.tenant.key, row.element, 2 * limit + 1, offset)
    return [_told(entry, _before(entries, number)) for number, entry in enumerate(entries[:limit])]


def _before(entries: Sequence[HistoryEntry], number: int) -> Version | None:
    """The state of the same version before a change, as far as it was read."""
    version = entries[number].version
    earlier = (each.after for each in entries[number + 1 :] if each.version == version and each.after is not None)
    return next(earlier, None)


def _told(entry: HistoryEntry, before: Version | None) -> Mapping[str, Any]:
    at = datetime.fromtimestamp(entry.at / 1e6, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    changed = None
    if entry.after is not None and before is not None:
        changed = difference(before, entry.after, leave_out=STAMPS)
    told = {
        "revision": entry.revision,
        "at": at,
        "by": entry.actor,
        "kind": entry.kind,
        "versionId": entry.version,
        "reason": entry.reason,
        "changed": summary(changed) if changed is not None else None,
        "difference": changed.as_json() if changed is not None else None,
        "told": dict(entry.told) or None,
    }
    return {name: value for name, value in told.items() if value is not None}


async def compare_versions(
    reading: Reading, storage: Storage, facet_name: str, element_id: str, first: str, second: str
) -> Mapping[str, Any]:
    """What the second version has otherwise than the first; both must be versions of the element that the caller sees."""
    facet = access_facet(reading.metamodel, facet_name)
    row = await access_element(reading, facet, element_id, Parts())
    ids = [parse_guid(first), parse_guid(second)]
    visible = {each.version for each in await reading.reader.elements(VersionsOf((row.element,)), Parts())}
    if not all(id_ in visible for id_ in ids):
        raise NotFound("There is no such version of this element.")
    old, new = str(ids[0]), str(ids[1])
    found = await storage.whole_versions(reading.served.tenant, [old, new])
    shown = {shape.element for version in found.values() for shape in version.content}
    copies = await storage.whole_versions(reading.served.tenant, sorted(shown))
    creation_ids = {id_: each.creation_id for id_, each in copies.items() if each.creation_id}
    told = difference(found[old], found[new], creation_ids=creation_ids, leave_out=STAMPS)
    return {"id": row.element, "from": old, "to": new, "changed": summary(told), "difference": told.as_json()}
