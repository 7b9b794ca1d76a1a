"""The schemas of approvals: those of versions, and signed release records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.rest.openapi.element_schemas import LISTED
from facetstore.rest.openapi.schema_words import (
    FLAG,
    GUID,
    NUMBER,
    TEXT,
    Schema,
    by_culture,
    closed,
    list_of,
    map_of,
    ref,
    said,
)

_HASH: Final[Schema] = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_INSTANT: Final[Schema] = {"type": "string", "format": "date-time"}
_MADE: Final = {
    "kind": said(TEXT, "What the row of the history is about, such as a step of the lifecycle."),
    "revision": said(NUMBER, "The revision of the storage that it made."),
}
_SAID: Final[Mapping[str, Schema]] = {
    "type": TEXT,
    "stereotype": {"type": ["string", "null"]},
    "attributes": ref("AttributeMap"),
    "related": map_of(list_of(TEXT), "The ids of targets for each context."),
    "files": list_of(closed({"id": TEXT, "name": TEXT, "hash": _HASH})),
}
_TASK: Final = {"task": said(TEXT, "The kind of task that was accepted by it.")}

APPROVALS: Final[Mapping[str, Schema]] = {
    **LISTED,
    "Approval": closed(
        {"at": said(TEXT, "In the storage's time zone."), **_MADE},
        {
            "by": said(TEXT, "The person or token that approved, by id."),
            "actor": said(ref("Actor"), "Its type and name, as long as it is there."),
            **_TASK,
            "hash": said(_HASH, "Of what the version said; only for callers from whom nothing is hidden."),
            "holds": said(FLAG, "Whether the version that is stored today has this hash."),
        },
        description="A decision for a version.",
    ),
    "RecordedApproval": closed(
        {
            "at": said(_INSTANT, "In UTC."),
            **_MADE,
            "row": said(NUMBER, "The place of its row within the revision."),
            "hash": said(_HASH, "Of what the version said."),
            "headBefore": said({"type": "string", "pattern": "^([0-9a-f]{64})?$"}, "The hash of the row before it."),
            "headAfter": said(_HASH, "The hash of its own row."),
        },
        {
            "by": said(TEXT, "The person or token that approved, by id."),
            "name": by_culture(TEXT, "Its name when the record was made."),
            **_TASK,
        },
        description="An approval, with its place in the chain of the history.",
    ),
    "ApprovedDocument": closed(
        {
            "id": GUID,
            "versionId": GUID,
            "facetName": TEXT,
            **_SAID,
            "content": list_of(ref("ApprovedShape")),
            "without": said(list_of(TEXT), "The properties that the lifecycle writes: they are not approved."),
        },
        description="What the version says, in the form that is hashed.",
    ),
    "ApprovedShape": closed(
        {"shapeId": TEXT, "id": GUID, "predecessors": list_of(TEXT)},
        {"element": said(closed(_SAID), "What a flow object says; all others have versions of their own.")},
    ),
    "ReleaseRecord": closed(
        {
            "format": {"const": "facetstore-release-record-1"},
            "tenant": closed({"id": GUID, "address": TEXT}),
            "issued": said(_INSTANT, "In UTC."),
            "document": ref("ApprovedDocument"),
            "hash": said(_HASH, "SHA-256 of the document."),
            "approvals": said(list_of(ref("RecordedApproval")), "The oldest first; at least one has the hash."),
            "signature": closed(
                {
                    "algorithm": {"const": "Ed25519"},
                    "key": said(TEXT, "Its `kid` at `/_keys`."),
                    "value": said(TEXT, "In base64, of the record without this member."),
                }
            ),
        },
        {"number": said(TEXT, "Of the version."), "state": TEXT},
        description="What was approved, by whom and when, signed by the service.",
    ),
    "SigningKeys": closed(
        {"keys": list_of(ref("SigningKey"))}, description="The public keys of release records, as a JSON Web Key Set."
    ),
    "SigningKey": closed(
        {
            "kty": {"const": "OKP"},
            "crv": {"const": "Ed25519"},
            "x": said(TEXT, "The public key in base64url."),
            "kid": TEXT,
            "use": {"const": "sig"},
            "created": _INSTANT,
        },
        {"retired": said(_INSTANT, "Since then it signs nothing new. What it has signed stays good.")},
    ),
}
