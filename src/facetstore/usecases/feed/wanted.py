"""What a request wants of the feed: where to begin, which events, and with or without what they changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from facetstore.domain.errors import Finding, Forbidden, InvalidParameter
from facetstore.domain.values import parse_guid
from facetstore.query.parameters import Parameters
from facetstore.usecases.feed.cursors import FeedCursor, parse_cursor
from facetstore.usecases.feed.events import EventFilter
from facetstore.usecases.tenancy import Reading

MOST_KINDS: Final = 50


@dataclass(frozen=True, slots=True)
class WantedEvents:
    """The events that a request asks for."""

    after: FeedCursor
    filter: EventFilter
    changes: bool


def plan_events(reading: Reading, given: Mapping[str, str], otherwise: str) -> WantedEvents:
    """The events in the parameters of a request; `otherwise` is where to begin if it does not say. Raises InvalidParameter or
    UnknownName with all that is wrong, and Forbidden to viewers who ask for what changed."""
    metamodel, parameters = reading.metamodel, Parameters({"after": otherwise, **given})
    after = parameters.read("after", lambda text: parse_cursor(text, reading.revisions.revision, "after"))
    wanted = EventFilter(
        frozenset(parameters.names("facets", metamodel.facets) or ()),
        frozenset(parameters.names("types", metamodel.types) or ()),
        parameters.read("kinds", _kinds) or frozenset(),
        parameters.read("element", _element),
    )
    changes = parameters.read("changes", _flag)
    parameters.check()
    if changes and not reading.caller.sees_drafts:
        raise Forbidden("What changed stands in the history, which your role does not show. Leave changes out.")
    assert after is not None
    return WantedEvents(after, wanted, bool(changes))


def _kinds(text: str) -> frozenset[str]:
    """Kinds of changes. Lifecycles add some, so that unknown ones are not refused."""
    kinds = frozenset(kind for part in text.split(",") if (kind := part.strip()))
    if not 0 < len(kinds) <= MOST_KINDS:
        raise _wrong(
            f"kinds takes 1 to {MOST_KINDS} kinds of changes, separated by commas, such as element.created.", "kinds"
        )
    return kinds


def _element(text: str) -> str:
    guid = parse_guid(text)
    if guid is None:
        raise _wrong(f"element takes the id of an element, not {text[:80]!r}.", "element")
    return guid


def _flag(text: str) -> bool:
    if text.casefold() not in ("true", "false"):
        raise _wrong(f"changes takes true or false, not {text[:80]!r}.", "changes")
    return text.casefold() == "true"


def _wrong(error: str, name: str) -> InvalidParameter:
    return InvalidParameter(error, [Finding(error, InvalidParameter.code, name)])
