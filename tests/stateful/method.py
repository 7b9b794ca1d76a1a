"""The part of the method that random histories use, written down once more: types, who may do what, and the lifecycles."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

ROLES: Final = ("viewer", "editor", "approver", "architect", "administrator")
"""Each includes those before it."""

DEFAULT_CULTURE: Final = "1033"
CULTURES: Final = ("1031", "1033")
INVARIANT: Final = "127"
XML: Final = '<?xml version="1.0" encoding="utf-8"?>'
NEVER: Final = "9999-12-31T00:00:00"


@dataclass(frozen=True)
class Kind:
    """A type of element."""

    facet: str = "processes"
    identity: str = "versioned"
    lifecycle: str = "release"
    children: tuple[str, ...] = ()
    label: tuple[str, ...] = ("name",)
    root: bool = False
    structural: bool = False
    administrative: bool = False
    flow: bool = False
    draws: bool = False
    """Holds a diagram of flow objects."""

    @property
    def versioned(self) -> bool:
        return self.identity == "versioned"

    @property
    def shows_children(self) -> bool:
        """Its diagram shows its children."""
        return self.structural and self.facet == "processes"


def _flow_object() -> Kind:
    return Kind(identity="creationId", lifecycle="", flow=True)


KINDS: Final[Mapping[str, Kind]] = {
    "processHouse": Kind(
        identity="creationId",
        lifecycle="structure",
        children=("subCategory", "mainProcess"),
        root=True,
        structural=True,
    ),
    "subCategory": Kind(
        identity="plain",
        lifecycle="structure",
        children=("subCategory", "mainProcess", "subProcess"),
        structural=True,
    ),
    "mainProcess": Kind(lifecycle="mainProcess", children=("mainProcess", "subProcess"), structural=True),
    "subProcess": Kind(children=("subProcess",), draws=True),
    "system": Kind(facet="it", children=("system",)),
    "user": Kind(
        facet="users",
        identity="creationId",
        lifecycle="",
        label=("firstName", "lastName"),
        administrative=True,
    ),
    "evStart": _flow_object(),
    "task": _flow_object(),
    "ruleXor": _flow_object(),
    "evEnd": _flow_object(),
}
FACETS: Final = ("processes", "it", "users")
FLOW: Final = tuple(name for name, kind in KINDS.items() if kind.flow)

_TEXT: Final = {"name": "text", "description": "html"}
_VERSIONED: Final = {**_TEXT, "reasonForRevision": "html!", "validFrom": "time!", "validUntil": "time!"}
ATTRIBUTES: Final[Mapping[str, Mapping[str, str]]] = {
    "processHouse": {**_TEXT, "processMaturity": "maturity!"},
    "subCategory": _TEXT,
    "mainProcess": {**_VERSIONED, "purp": "html", "processMaturity": "maturity!"},
    "subProcess": {**_VERSIONED, "purp": "html", "processMaturity": "maturity!", "cycleTime": "number!"},
    "system": {**_VERSIONED, "vendor": "text!"},
    "user": {"firstName": "text!", "lastName": "text!"},
    **{key: {"name": "text"} for key in FLOW},
}
"""What a body may change, by type; a mark behind the data type: independent of the culture."""

_PEOPLE: Final = {
    "author": (("user", "authToken"), 1),
    "owner": (("user",), 1),
    "reviewer": (("user",), 1000),
    "qualityManager": (("user",), 1000),
}
CONTEXTS: Final[Mapping[str, Mapping[str, tuple[tuple[str, ...], int]]]] = {
    **{key: {name: _PEOPLE[name] for name in ("author", "owner")} for key in ("processHouse", "subCategory")},
    "mainProcess": {name: _PEOPLE[name] for name in ("author", "owner")},
    "subProcess": {**_PEOPLE, "systems": (("system",), 1000)},
    "system": {**_PEOPLE, "connectedSystems": (("system",), 1000)},
}
"""Related contexts that a body may replace, with the types they take and how many."""

MANDATORY: Final[Mapping[str, tuple[str, ...]]] = {
    "mainProcess": ("name",),
    "subProcess": ("name", "description"),
    "system": ("name",),
}

PUBLIC: Final = frozenset({"released", "inEffect", "show", ""})
"""The states in which viewers see a version; all roles see what has no lifecycle."""
ONCE_RELEASED: Final = frozenset({"released", "inEffect", "requestToExpire", "expired", "hide"})
"""The states of versions that stand in the release history."""
STARTS_A_VERSION: Final = frozenset({"released", "inEffect", "expired"})


@dataclass(frozen=True)
class Step:
    """A transition. Tokens are named as authors only, so that people who are named elsewhere do not matter here."""

    id: str
    source: str
    target: str
    role: str = "architect"
    """This role and all above it may."""
    author: bool = False
    """The author may, with any role."""
    edits: bool = False
    """Takes the permission to edit, too."""
    opens: str = ""
    releases: bool = False
    """Validated first; sets what a release sets, and expires the version before."""
    expires: bool = False
    takes: str = ""
    """What is given along."""
    deferred: bool = False


def _steps(*steps: Step) -> Mapping[str, tuple[Step, ...]]:
    return {
        state: tuple(each for each in steps if each.source == state)
        for state in dict.fromkeys(each.source for each in steps)
    }


LIFECYCLES: Final[Mapping[str, Mapping[str, tuple[Step, ...]]]] = {
    "": {},
    "release": _steps(
        Step("InProcessToInReview", "inProcess", "inReview", "editor", edits=True, opens="Review"),
        Step("InProcessToReadyForQA", "inProcess", "readyForQa", "editor", edits=True, opens="Approve quality"),
        Step("InProcessToReadyForRelease", "inProcess", "readyForRelease", "editor", edits=True, opens="Approve release"),
        Step("InProcessToReleased", "inProcess", "released", edits=True, releases=True),
        Step("InProcessToReleasedQA", "inProcess", "released", edits=True, releases=True),
        Step(
            "InProcessToReleasedExternal", "inProcess", "released", "approver",
            edits=True, releases=True, takes="externalReference",
        ),
        Step("InReviewToInProcess", "inReview", "inProcess", author=True, takes="reason"),
        Step("InReviewToReadyForQA", "inReview", "readyForQa", opens="Approve quality"),
        Step("InReviewToReadyForRelease", "inReview", "readyForRelease", opens="Approve release"),
        Step("ReadyForQAToInProcess", "readyForQa", "inProcess", author=True, takes="reason"),
        Step("ReadyForQAToReadyForRelease", "readyForQa", "readyForRelease", opens="Approve release"),
        Step("ReadyForReleaseToInProcess", "readyForRelease", "inProcess", "approver", author=True, takes="reason"),
        Step("ReadyForReleaseToReleased", "readyForRelease", "released", "approver", releases=True),
        Step(
            "ReleasedToRequestToExpire", "released", "requestToExpire",
            author=True, opens="Approve expiry", takes="reason", deferred=True,
        ),
    ),
    "mainProcess": _steps(
        Step("InProcessToReleased", "inProcess", "released", edits=True, releases=True),
        Step("ReleasedToHide", "released", "hide", edits=True),
        Step("ReleasedToExpired", "released", "expired", edits=True, expires=True, takes="reason"),
        Step("HideToReleased", "hide", "released", edits=True),
        Step("HideToExpired", "hide", "expired", edits=True, expires=True, takes="reason"),
    ),
    "structure": _steps(Step("ShowToHide", "show", "hide", edits=True), Step("HideToShow", "hide", "show", edits=True)),
}  # fmt: skip
TRANSITIONS: Final = tuple(
    dict.fromkeys(each.id for lifecycle in LIFECYCLES.values() for steps in lifecycle.values() for each in steps)
)
INITIAL: Final = {"": None, "release": "inProcess", "mainProcess": "inProcess", "structure": "show"}

ASSIGNEES: Final[Mapping[str, tuple[str, ...]]] = {
    "Review": ("reviewer",),
    "Approve quality": ("qualityManager",),
    "Approve release": ("owner",),
    "Approve expiry": ("owner", "qualityManager"),
}
"""Who gets a task of a kind; if no person is named, architects do."""
DECIDES: Final = {**dict.fromkeys(ASSIGNEES, "architect"), "Approve release": "approver"}
"""This role and all above it may decide a task of a kind."""
