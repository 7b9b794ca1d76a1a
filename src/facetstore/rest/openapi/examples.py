"""The examples of the document. They run in the demo company, which has the same ids wherever it is made; a test runs them all.

Every service makes its own ids of tasks, tokens and deletions: take them from their lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

ELEMENT: Final = "fe52a0ae-ae2a-5b66-9309-e7f4c7762095"
"""The process "Receive and inspect goods": two versions that have been released, and a draft."""
USER: Final = "c7a6e9eb-593e-5d0a-a688-d1212f6ff6c2"
PERMISSION_SET: Final = "1bfb93be-76b8-540b-81ee-00a532b99293"
MADE_BY_EACH: Final = "3fa85f64-5717-4562-b3fc-2c963f66afa6"
"""Stands for an id that every service makes for itself."""

_AGENT_REQUEST: Final = {
    "response_type": "code",
    "client_id": "agent.WyJOb3RlcyIsWyJodHRwczovL24udGVzdC9jYiJdXQ",
    "redirect_uri": "https://n.test/cb",
    "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    "code_challenge_method": "S256",
}
_GRANTS: Final = {"grants": [{"principal": USER, "permissionSets": [PERMISSION_SET]}]}

OF_QUERY: Final[Mapping[str, Any]] = {
    "facet": "processes",
    "q": "goods",
    "Facet": "Processes",
    "page": 1,
    "id": "CommentsFeature",
    "state": "activated",
    "contextKey": ELEMENT,
    "by": ["type"],
    "name": "plan.png",
    "from": "6f1dc834-1018-53da-9a92-e98d7d27d01d",
    "to": "5e20d575-167f-56da-aae9-fdbe05a29212",
}
"""Of the parameters that an operation needs."""

MOMENTS: Final[Mapping[str, str]] = {"from": "0", "to": "1"}
"""Two moments: before the first revision, and after it."""

OF_BODIES: Final[Mapping[str, Any]] = {
    "elements-update": {
        "elements": [
            {
                "id": ELEMENT,
                "attributes": {
                    "name": {"1033": "Receive and check goods"},
                    "description": {
                        "1033": '<?xml version="1.0" encoding="utf-8"?><p>From the ramp to the <strong>shelf</strong>.</p>'
                    },
                },
            },
            {"type": "subProcess", "attributes": {"name": {"1031": "Ware zurückgeben", "1033": "Return goods"}}},
        ]
    },
    "content-create": {
        "values": [
            {
                "element": {"type": "task", "attributes": {"name": {"1033": "Weigh the truck"}}},
                "shapeInfo": {"index": 0},
            },
            {
                "element": {"type": "task", "attributes": {"name": {"1033": "Unload it"}}},
                "shapeInfo": {"index": 1, "predecessors": [0]},
            },
        ]
    },
    "transition-apply": {},
    "element-move": {"position": 0},
    "element-copy": {"children": False, "content": True},
    "translations-confirm": {"culture": 1031, "attributes": ["name"]},
    "element-restore": {"from": "1", "changes": ["attributes.name.1033"]},
    "element-undo": {"resolve": "restored"},
    "proposal-decline": {"reason": "The second step stays as it is."},
    "task-decline": {"reason": "The second step is missing."},
    "task-delegate": {"to": USER},
    "session-open": {"name": "brandt", "password": "a sentence of your own"},
    "user-link": {"for": "password"},
    "person-erase": {"login": "haddad", "also": ["Haddi"]},
    "password-recover": {"name": "brandt"},
    "password-change": {"old": "a sentence of your own", "new": "another sentence of your own"},
    "permissions-set": {**_GRANTS, "inherits": True},
    "facet-permissions-set": _GRANTS,
    "agent-request": {"request": _AGENT_REQUEST},
    "agent-decide": {"request": _AGENT_REQUEST, "allow": ["read"]},
    "synonyms-set": {"synonyms": [["Kraftfahrzeug", "Kfz", "motor vehicle"]]},
    "additions-set": {
        "additions": {
            "properties": {
                "bookingUnit": {
                    "names": {"1031": "Kostenstelle", "1033": "Cost centre"},
                    "descriptions": {"1031": "Wer den Prozess bezahlt.", "1033": "Who pays for the process."},
                    "dataType": "SingleLineText",
                    "invariant": True,
                }
            },
            "types": {"subProcess": {"properties": {"bookingUnit": {}}}},
        }
    },
    "token-create": {"name": "Nightly report", "role": "viewer", "days": 30},
    "token-rotate": {"days": 90},
    "notices-read": {"ids": ["comment:18077efd-e887-4b26-841d-f2374d8da7c1"]},
    "subscription-add": {"below": True},
    "mail-choose": {"pace": "never"},
    "acknowledgements-ask": {"principals": [USER], "roles": ["approver"]},
    "presence-set": {"window": "window-of-mine", "elementId": ELEMENT, "isEditing": True},
    "review-confirm": {"versionId": MADE_BY_EACH},
    "acknowledgement-give": {"versionId": MADE_BY_EACH, "culture": 1033},
    "comment-add": {"text": "Who checks the seal?", "mentions": [USER]},
    "webhook-create": {
        "name": "Releases to the chat",
        "url": "https://hooks.example.com/facetstore",
        "kinds": ["element.changed"],
        "facets": ["processes"],
        "changes": True,
    },
    "webhook-change": {"paused": True},
    "webhook-replay": {"dead": True},
    "permalink-get": {"linkType": "ofVersion"},
    "storage-create": {"id": "plant", "name": "The plant", "template": "standard"},
    "import-correct": {"mapping": {"Bezeichnung": "name.1031"}, "match": "name.1031", "emptyCells": "keep"},
    "import-undo": {"changedSince": "keep"},
    "template-set": {"source": "#let data = json(bytes(sys.inputs.data))\n= #data.title"},
    "preference-set": {"value": {"name": "My drafts", "facet": "processes", "states": "InProcess"}},
}
"""Of the bodies, by operation."""
