"""A committed change of an element that no measured read shows: what happens to a tenant while it is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Final

import msgspec

from bench.load import request_bytes
from facetstore.domain.element import Version
from facetstore.domain.tenant import TenantAddress
from facetstore.domain.values import ElementId, VersionId
from facetstore.usecases.ports.writes import StoredVersion

_DRAFT: Final = "7fffffff-0000-4000-8000-000000000001"
_TAG: Final = "7fffffff-0000-4000-8000-000000000002"
_IDS: Final = {"capability": _DRAFT, "tags": _TAG}


def changeable() -> Iterator[StoredVersion]:
    """An element of each of two facets without references to it; both are last in their lists, beyond all measured pages."""
    draft = Version(
        ElementId(_DRAFT), VersionId(_DRAFT[:-1] + "a"), "capability", "capability", "inProcess", number="0.1"
    )
    tag = Version(ElementId(_TAG), VersionId(_TAG), "tags", "tag", attributes={"name": {1033: "zzz"}})
    yield StoredVersion(draft, newest=True, visible=False, published=False)
    yield StoredVersion(tag, newest=True, visible=True, published=True)


def changes(address: TenantAddress, facet: str, headers: Mapping[str, str]) -> Iterator[bytes]:
    """An endless series of requests that change the description of the element of a facet, the most common kind of change."""
    path = f"/{address}/_api/rest/facets/{facet}/views/list/elements"
    for number in count():
        text = {"1031": f"<p>Nr. {number}</p>", "1033": f"<p>No. {number}</p>"}
        body = msgspec.json.encode({"elements": [{"id": _IDS[facet], "attributes": {"description": text}}]})
        yield request_bytes(path, headers, 0, body)
