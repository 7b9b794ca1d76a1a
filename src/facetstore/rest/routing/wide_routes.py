"""The endpoint table of differences of many elements, of release notes, and of the feed: of a subtree, of a facet, and of everything."""

from __future__ import annotations

from typing import Final

from facetstore.domain.callers import Role
from facetstore.rest.operations import feed, live_page, release_notes, wide_difference
from facetstore.rest.routing.routes import ELEMENT, READ, Route

MOMENTS: Final = frozenset({"from", "to", "format"})
_LINES: Final = ("application/x-ndjson",)
_TEXT: Final = (*_LINES, "text/markdown")
DIFFERENCES: Final = "WideDifferences"
NOTES: Final = "ReleaseNotes"
EVENTS: Final = "Events"
LIVE: Final = "LiveChanges"
_OF_EVENTS: Final = frozenset({"after", "facets", "types", "kinds", "element", "changes", "format"})

WIDE: Final[tuple[Route, ...]] = (
    Route(
        "+", "subtree-difference", (f"{ELEMENT}/subtree/diff",), wide_difference.compare_subtree, "4.0", Role.VIEWER,
        DIFFERENCES, "Compare an element and everything below it at two moments", methods=READ, parameters=MOMENTS, also=_LINES,
    ),
    Route(
        "+", "facet-difference", ("rest/facets/{facetId}/diff",), wide_difference.compare_facet, "4.0", Role.VIEWER,
        DIFFERENCES, "Compare a facet at two moments", methods=READ, parameters=MOMENTS, also=_LINES,
    ),
    Route(
        "+", "difference", ("rest/diff",), wide_difference.compare_everything, "4.0", Role.VIEWER, DIFFERENCES,
        "Compare the storage at two moments", methods=READ, parameters=MOMENTS, also=_LINES,
    ),
    Route(
        "+", "subtree-release-notes", (f"{ELEMENT}/subtree/releasenotes",), release_notes.of_subtree, "4.0", Role.VIEWER,
        NOTES, "List what was released below an element in a period", methods=READ, parameters=MOMENTS, also=_TEXT,
    ),
    Route(
        "+", "facet-release-notes", ("rest/facets/{facetId}/releasenotes",), release_notes.of_facet, "4.0", Role.VIEWER,
        NOTES, "List what was released in a facet in a period", methods=READ, parameters=MOMENTS, also=_TEXT,
    ),
    Route(
        "+", "release-notes", ("rest/releasenotes",), release_notes.of_everything, "4.0", Role.VIEWER, NOTES,
        "List what was released in a period", methods=READ, parameters=MOMENTS, also=_TEXT,
    ),
    Route(
        "+", "events", ("rest/events",), feed.list_events, "4.0", Role.VIEWER, EVENTS, "Follow what changes",
        frozenset({"$pageSize"}), READ, parameters=_OF_EVENTS, also=_LINES,
    ),
    Route(
        "+", "live-changes", ("rest/live",), live_page.show_live, "4.0", Role.VIEWER, LIVE, "Learn what has changed, as pages need it",
        parameters=frozenset({"after", "window"}),
    ),
)  # fmt: skip
