"""Every way to call every operation, found in the endpoint tables: its addresses, its methods, and what goes along.

What cannot be found there stands here: what the variables of addresses may be, and a body of each kind. An operation with a
variable or a body that is not known here fails the tests that ask everything.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from facetstore.rest.routing.routes import ROUTES, WITH_BODY, Route
from facetstore.rest.routing.write_routes import WRITES
from tests.support.people import PASSWORD
from tests.support.pictures import webp

ALL: Final = (*ROUTES, *WRITES)
ID: Final = "@id@"
"""Where an id belongs."""

NAMES: Final = {
    "facetId": "processes",
    "viewId": "detail",
    "attributeId": "name",
    "relatedId": "author",
    "type": "subProcess",
    "transitionId": "InProcessToReleased",
    "ignoreWarnings": "true",
    "poolId": "default",
    "cultureId": "1033",
    "layoutKey": "detailed",
    "kind": "filter",
    "key": "processes.drafts",
}
"""Variables of addresses that are no ids, and what they may be."""

KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "elementId": ("element", "version", "shape"),
    "taskId": ("task",),
    "deletionId": ("deletion",),
    "permissionSetId": ("set",),
    "tokenId": ("token",),
    "userId": ("user",),
    "fileId": ("file",),
    "importId": ("import",),
    "commentId": ("comment",),
    "webhookId": ("webhook",),
    "proposalId": ("proposal",),
    "grantId": ("element",),
    "versionId": ("version",),
    "element": ("element",),
    "contextKey": ("element",),
    "versionKey": ("version",),
    "selectionKey": ("shape",),
    "$pageSelectionKey": ("element",),
    "user": ("user",),
    "from": ("version",),
    "to": ("version",),
}
"""Of what the ids are that belong into a variable or a parameter."""

NEEDED: Final[Mapping[str, Mapping[str, str]]] = {
    "version-difference": {"from": "version", "to": "version"},
    **{
        f"{scope}{kind}": {"from": "0", "to": "1"}
        for scope in ("", "facet-", "subtree-")
        for kind in ("difference", "release-notes")
    },
    "search": {"q": "Draft"},
    "stats": {"by": "facet"},
    "file-upload": {"name": "note.txt"},
    "import-create": {"facet": "processes"},
    "feature-set": {"id": "CommentsFeature", "state": "activated"},
    "permalinks-list": {"contextKey": "element"},
    "permalink-get": {"contextKey": "element"},
    "versions-report": {"facet": "processes", "page": "1"},
    "data-list": {"Facet": "Processes"},
    "data-get": {"Facet": "Processes"},
}
"""By operation: the parameters it does not do without, and of what they are or what they may be."""

HOOK: Final = "http://127.0.0.1:9/hook"
"""A receiver that does not answer."""
NAME: Final = {"name": {"1033": "Another name"}}


_TEXTS: Final = {"1031": "Kostenstelle", "1033": "Cost centre"}
BPMN: Final = (
    '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p"><startEvent id="a" name="Go"/>'
    '<task id="b" name="Lend"/><sequenceFlow id="f" sourceRef="a" targetRef="b"/></process></definitions>'
)
"""A small file of BPMN."""
OWN: Final = {
    "properties": {"bookingUnit": {"names": _TEXTS, "descriptions": _TEXTS, "dataType": "SingleLineText"}},
    "types": {
        "subProcess": {"properties": {"bookingUnit": {}}},
        "supplier": {
            "facet": "stakeholders",
            "identity": "versioned",
            "lifecycle": "release",
            "names": _TEXTS,
            "descriptions": _TEXTS,
            "color": "#6E4A7E",
            "include": ["named", "tracked", "versioned"],
            "properties": {"bookingUnit": {"mandatory": True}},
        },
    },
}
"""Types and properties of a tenant."""


class Body(NamedTuple):
    """A body with a place for an id, and of what the id is; None: it has no such place."""

    kind: str | None
    content: Any


def _grant(principal: str, set_: str) -> Any:
    return {"grants": [{"principal": principal, "permissionSets": [set_]}]}


def bodies(ids: Mapping[str, str]) -> Mapping[str, tuple[Body, ...]]:
    """By schema; the first of each is one that the operation takes."""
    new = {"type": "subProcess", "attributes": NAME}
    return {
        "ElementsBody": (
            Body("element", {"elements": [{"id": ID, "attributes": NAME}]}),
            Body("version", {"elements": [{"id": ID, "attributes": NAME}]}),
            Body("house", {"elements": [{**new, "parent": ID}]}),
            Body("user", {"elements": [{**new, "related": {"author": [{"id": ID}]}}]}),
            Body("user", {"elements": [{"id": ids["draft"], "related": {"owner": [{"id": ID}]}}]}),
            Body("released", {"elements": [{"id": ids["draft"], "related": {"processes": [{"id": ID}]}}]}),
            Body("element", {"elements": [{**new, "stereotype": ID}]}),
        ),
        "ContentBody": (
            Body("released", {"values": [{"shapeInfo": {"index": 0}, "element": {"id": ID}}]}),
            Body("shape", {"values": [{"shapeInfo": {"index": 0, "id": ID}}]}),
            Body("task shown", {"values": [{"shapeInfo": {"index": 0, "id": ID}, "delete": True}]}),
        ),
        "MoveBody": (Body("parent", {"parent": ID}),),
        "CopyBody": (Body("parent", {"parent": ID}), Body(None, {"children": True})),
        "GivenAlong": (Body(None, {"reason": "It was time"}),),
        "ConfirmBody": (Body(None, {"culture": 1031}),),
        "RestoreBody": (
            Body("version", {"from": ID}),
            Body("version", {"from": ids["version"], "to": ID}),
            Body(None, {"from": 1}),
        ),
        "EraseBody": (Body(None, {"login": "user"}),),
        "UndoBody": (Body(None, {"resolve": "restored"}),),
        "DelegateBody": (Body("delegate", {"to": ID}),),
        "SignInBody": (
            Body("login", {"name": ID, "password": PASSWORD}),
            Body("link", {"link": ID}),
            Body("link", {"link": ID, "newPassword": PASSWORD}),
        ),
        "LinkBody": (Body(None, {"for": "password"}),),
        "RecoveryBody": (Body(None, {"name": "viewer"}),),
        "PasswordBody": (Body(None, {"old": PASSWORD, "new": PASSWORD[::-1]}),),
        "PermissionsBody": (Body("administrator", _grant(ID, ids["set"])), Body("set", _grant(ids["user"], ID))),
        "FacetPermissionsBody": (Body("administrator", _grant(ID, ids["set"])), Body("set", _grant(ids["user"], ID))),
        "TokenBody": (Body(None, {"name": "New", "role": "viewer"}),),
        "FileContent": (Body(None, "A file is anything."),),
        "PictureContent": (Body(None, webp().decode("ascii")),),
        "NoticesReadBody": (Body(None, {}),),
        "SubscriptionBody": (Body(None, {"below": True}),),
        "CommentBody": (
            Body(None, {"text": "Who does this?"}),
            Body("user", {"text": "Ask", "mentions": [ID]}),
            Body("comment", {"text": "Yes", "replyTo": ID}),
            Body("shape", {"text": "Here", "shape": ID}),
        ),
        "MailChoiceBody": (Body(None, {"pace": "never"}),),
        "AcknowledgementRequestBody": (Body("user", {"principals": [ID]}), Body(None, {"roles": ["viewer"]})),
        "PresenceBody": (Body("element", {"window": "window-1", "elementId": ID}),),
        "ReviewBody": (Body("version of released", {"versionId": ID}),),
        "AcknowledgementBody": (Body("version of released", {"versionId": ID, "culture": 1033}),),
        "ImportFile": (Body(None, f"elementId,name.1033\n{ids['draft']},Another name\n"),),
        "BpmnFile": (Body(None, BPMN),),
        "PermalinkBody": (Body(None, {"linkType": "ofElement"}),),
        "StorageBody": (Body(None, {"id": "plant"}), Body("element", {"id": "plant", "collection": ID})),
        "ImportSettings": (Body(None, {"emptyCells": "keep"}),),
        "ImportUndoBody": (Body(None, {"changedSince": "keep"}),),
        "WebhookBody": (
            Body(None, {"name": "New", "url": HOOK}),
            Body("user", {"name": "New", "url": HOOK, "actsAs": ID}),
        ),
        "WebhookChangeBody": (Body(None, {"note": "Another"}),),
        "WebhookReplayBody": (Body(None, {"after": "0"}), Body("element", {"after": f"1.{ID}.1"})),
        "ManualTemplateBody": (Body(None, {"source": "#let data = json(bytes(sys.inputs.data))\n#data.title"}),),
        "PreferenceBody": (Body(None, {"value": {"name": "Drafts"}}),),
        "AdditionsBody": (Body(None, {"additions": OWN}),),
        "AgentRequestBody": (Body(None, {"request": {"client_id": "agent.none"}}),),
        "AgentDecisionBody": (Body(None, {"request": {"client_id": "agent.none"}, "allow": ["read"]}),),
        "SynonymsBody": (Body(None, {"synonyms": [["car", "automobile"]]}),),
        "RotateBody": (Body(None, {"days": 10}),),
    }


class Variant(NamedTuple):
    """One address of an operation, by one method."""

    route: Route
    path: str
    method: str

    @property
    def sent(self) -> str:
        return "POST" if self.method == WITH_BODY else self.method

    @property
    def is_first(self) -> bool:
        """Whether it is the way to call the operation that stands first in the table."""
        return (self.path, self.method) == (self.route.paths[0], self.route.methods[0])

    @property
    def variables(self) -> list[str]:
        return re.findall(r"\{(\w+)\}", self.path)

    def address(self, ids: Mapping[str, str], variables: Mapping[str, str], query: Mapping[str, str]) -> str:
        """Where to send it, with what it needs; a variable or parameter that is given takes the place of ours."""
        known = {**NAMES, **{name: ids[kinds[0]] for name, kinds in KINDS.items()}, **variables}
        path = re.sub(r"\{(\w+)\}", lambda found: known[found[1]], self.path)
        needed = {name: ids.get(kind, kind) for name, kind in NEEDED.get(self.route.name, {}).items()}
        given = "&".join(f"{name}={value}" for name, value in {**needed, **query}.items())
        return f"{path}?{given}" if given else path

    def body(self, ids: Mapping[str, str]) -> str | None:
        """One that the operation takes, unless it does without."""
        if self.route.body is None or self.route.optional_body:
            return None
        kind, content = bodies(ids)[self.route.body][0]
        if self.route.streams:
            return str(content)
        return json.dumps(content).replace(ID, ids[kind] if kind else "")


def variants() -> Iterator[Variant]:
    for route in ALL:
        for path in route.paths:
            for method in route.methods:
                yield Variant(route, path, method)
