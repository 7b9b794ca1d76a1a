"""What the interface answers with, as types. Fields that a server adds later are passed over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

Values = dict[int, Any]
"""Values by culture; 127 is the culture of values without language."""

INVARIANT = 127


class Model(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Names are camelCase on the wire."""


class Reference(Model, frozen=True):
    """What stands for an element inside another one."""

    facet_name: str
    id: str
    type: str
    version_id: str | None = None
    state: str | None = None


class Element(Model, frozen=True):
    """An element in one of its versions."""

    id: str
    type: str
    facet_name: str = ""
    version_id: str | None = None
    creation_id: str | None = None
    state: str | None = None
    stereotype: str | Reference | None = None
    set_read_only: bool = False
    attributes: dict[str, Values] = {}
    related: dict[str, list[Reference]] = {}
    children: list[Element] = []
    content: list[Any] = []
    root_path: list[Any] = []
    etag: str | None = None
    """What `if_match` takes; of an element that was read alone."""

    def value(self, name: str, culture: int = INVARIANT) -> Any:
        """The value of an attribute in a culture, or else without language, or None."""
        values = self.attributes.get(name, {})
        return values.get(culture, values.get(INVARIANT))

    def text(self, name: str, culture: int = INVARIANT) -> str:
        """A text in a culture, or else in any that there is."""
        values = self.attributes.get(name, {})
        found = values.get(culture) or values.get(INVARIANT) or next(filter(None, values.values()), "")
        return str(found)


class Facet(Model, frozen=True):
    """A kind of content."""

    name: str
    display_names: Mapping[int, str] = {}


class View(Model, frozen=True):
    """A way to list a facet."""

    name: str
    is_hierarchical: bool = False
    display_names: Mapping[int, str] = {}


class Me(Model, frozen=True):
    """Who is calling."""

    id: str
    kind: str
    name: str
    role: str
    expires: str


class Snippet(Model, frozen=True):
    """A passage in which words were found."""

    text: str = ""


class Hit(Model, frozen=True):
    """An element that was found."""

    facet_name: str
    id: str
    type: str
    name: dict[int, str]
    version_id: str | None = None
    state: str | None = None
    snippets: list[Snippet] = []


class Transition(Model, frozen=True):
    """A step that the state of an element offers."""

    transition_id: str
    source_state: str
    target_state: str
    allowed: bool | None = None
    blocks: list[Finding] = []


class Finding(Model, frozen=True):
    """One thing that is wrong."""

    error: str
    code: str = ""
    path: str = ""


class Task(Model, frozen=True):
    """A decision that a version waits for."""

    id: str
    kind: str
    facet_name: str
    type: str
    element_id: str
    version_id: str
    transition_id: str
    state: str
    opened_on: str
    assignee: str | None = None
    message: str | None = None
    reason: str | None = None


class File(Model, frozen=True):
    """A file of one version of an element."""

    id: str
    name: str
    mime_type: str
    size: int
    sha256: str


class EventData(Model, frozen=True):
    """What an event is about."""

    revision: int
    kind: str
    element: str | None = None
    version: str | None = None
    facet: str | None = None
    type: str | None = None


class Event(Model, frozen=True):
    """A change of an element; its id is the cursor behind it."""

    id: str
    type: str
    subject: str
    time: str
    data: EventData


class ProposedDraft(Model, frozen=True):
    """A draft of a proposal."""

    facet_name: str
    type: str
    element_id: str
    version_id: str
    before_id: str | None = None
    state: str | None = None
    names: dict[int, str] = {}


class Proposal(Model, frozen=True):
    """Drafts that an agent made together."""

    id: str
    title: str
    reason: str
    agent: str
    principal: str
    created: str
    state: str
    drafts: list[ProposedDraft]
    note: str | None = None


class Events(Model, frozen=True):
    """A page of the feed."""

    values: list[Event]
    next: str
